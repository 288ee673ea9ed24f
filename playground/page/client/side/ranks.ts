import { freshId, h } from '../dom.ts';
import type { Room } from '../room.ts';
import { turnSwitches } from '../server-line.ts';

/** What rank each account has at the platform: members rise and fall as matches would have it. */
export function createRanks(room: Room): { element: HTMLElement; update(): void } {
  const { store } = room;
  const { platformName, ranks } = store.state.switches;
  const legend = h('legend', {}, `Ranks at ${platformName}`);
  const element = h('fieldset', { class: 'ranks' }, legend);
  const selects = new Map<string, HTMLSelectElement>();

  function selectOf(playerId: string, name: string): HTMLSelectElement {
    const known = selects.get(playerId);
    if (known !== undefined) return known;
    const id = freshId('rank');
    const turn = (): void => {
      void turnSwitches({ rank: { playerId, is: select.value } });
      room.say(`${name}: ${select.value}`);
    };
    const select = h(
      'select',
      { id, class: 'select', on: { change: turn } },
      ...ranks.map((rank) => h('option', { value: rank }, rank)),
    );
    selects.set(playerId, select);
    element.append(h('p', { class: 'rank' }, h('label', { for: id }, h('bdi', {}, name)), select));
    return select;
  }

  function update(): void {
    for (const { id, name, rank } of store.state.switches.players) selectOf(id, name).value = rank;
  }
  update();
  return { element, update };
}
