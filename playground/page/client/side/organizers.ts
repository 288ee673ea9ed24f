import { h } from '../dom.ts';
import type { Room } from '../room.ts';
import { turnSwitches } from '../server-line.ts';

/** Whose accounts may report any match at the platform, as those of tournament organizers may. */
export function createOrganizers(room: Room): { element: HTMLElement; update(): void } {
  const { store } = room;
  const element = h('fieldset', { class: 'organizers' });
  let drawn = '';

  function update(): void {
    const { platformName, players } = store.state.switches;
    const next = JSON.stringify(players);
    // The focus stays in a list that has not changed.
    if (next === drawn) return;
    drawn = next;
    const focusedId =
      document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
    const boxes = players.map(({ id, name, organizer }) => {
      const box = h('input', {
        type: 'checkbox',
        value: id,
        on: { change: () => void turnSwitches({ organizer: { playerId: id, is: box.checked } }) },
      });
      box.checked = organizer;
      return { box, row: h('label', {}, box, h('bdi', {}, name)) };
    });
    const legend = h('legend', {}, `May report any match at ${platformName}`);
    element.replaceChildren(legend, ...boxes.map(({ row }) => row));
    boxes.find(({ box }) => box.value === focusedId)?.box.focus();
  }
  update();
  return { element, update };
}
