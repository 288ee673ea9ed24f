import { freshId, h } from '../dom.ts';
import type { Room } from '../room.ts';
import { turnSwitches } from '../server-line.ts';

/** The language of the viewer's app, and the one that the open channel's server prefers. */
export function createLanguages(room: Room): { element: HTMLElement; update(): void } {
  const { store } = room;
  const { languages } = store.state;

  function control(owner: () => { id: string; name: string; locale: string } | undefined) {
    const id = freshId('language');
    const label = h('label', { for: id });
    const turn = (): void => {
      const { value: locale } = select;
      void turnSwitches({ language: { ownerId: owner()?.id ?? '', locale } });
      room.say(`${label.textContent}: ${select.selectedOptions[0]?.textContent ?? locale}`);
    };
    const select = h(
      'select',
      { id, class: 'select', on: { change: turn } },
      ...languages.map(({ locale, name }) => h('option', { value: locale, lang: locale }, name)),
    );
    const row = h('p', { class: 'switch' }, label, select);
    const update = (): void => {
      const current = owner();
      row.hidden = current === undefined;
      if (current === undefined) return;
      label.textContent = `Language of ${current.name}`;
      select.value = current.locale;
    };
    return { row, update };
  }

  const own = control(() => store.me);
  const server = control(() => store.state.servers.find(({ name }) => name === store.channel.serverName));
  return {
    element: h('div', { class: 'switches' }, own.row, server.row),
    update() {
      own.update();
      server.update();
    },
  };
}
