import type { PageEvent } from '../../protocol.ts';
import { h, icon } from '../dom.ts';
import { drawTime } from '../markdown/draw.ts';
import type { Room } from '../room.ts';

const STATES = { scheduled: 'Starts', active: 'On now', over: 'Over', canceled: 'Canceled' } as const;
/** The newest; more would push the chat off a phone. */
const MAX_EVENTS = 2;

const drawEvent = ({ name, state, startsAt, location }: PageEvent, locale: string): HTMLElement =>
  h(
    'li',
    { class: `event ${state}`, title: location },
    icon('calendar'),
    h('span', { class: 'event-name' }, name),
    h(
      'span',
      { class: 'event-state' },
      STATES[state],
      state === 'scheduled' && ' ',
      state === 'scheduled' && drawTime(startsAt, 'R', locale),
    ),
    drawTime(startsAt, 't', locale),
  );

/** The scheduled events of the open channel's server, in a strip above the chat. */
export function createEvents({ store }: Room): { element: HTMLElement; update(): void } {
  const element = h('ul', { class: 'events', 'aria-label': 'Scheduled events' });
  return {
    element,
    update: () => {
      const { serverName } = store.channel;
      const here = store.state.events.filter((event) => event.serverName === serverName);
      element.hidden = here.length === 0;
      element.replaceChildren(...here.slice(-MAX_EVENTS).map((event) => drawEvent(event, store.me.locale)));
    },
  };
}
