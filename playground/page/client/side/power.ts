import type { BotState } from '../../protocol.ts';
import { button, h } from '../dom.ts';
import type { Room } from '../room.ts';
import { turnSwitches } from '../server-line.ts';

const ACTS = {
  running: ['Stop', 'stopped'],
  stopping: ['Stopping…', undefined],
  stopped: ['Start', 'running'],
  starting: ['Starting…', undefined],
} as const satisfies Record<BotState, readonly [string, 'running' | 'stopped' | undefined]>;

/** Stops the bot, or starts it again on the same store. */
export function powerButton({ store }: Room): { element: HTMLElement; update(): void } {
  const element = button({ class: 'button secondary' }, () => {
    const next = ACTS[store.state.switches.bot ?? 'starting'][1];
    if (next !== undefined) void turnSwitches({ bot: next });
  });
  function update(): void {
    const { bot } = store.state.switches;
    element.hidden = bot === null;
    if (bot === null) return;
    const [label, next] = ACTS[bot];
    element.textContent = next === undefined ? label : `${label} ${store.state.bot.name}`;
    element.setAttribute('aria-busy', String(next === undefined));
  }
  update();
  return { element, update };
}

/** Says above the chat that the bot is away, and starts it. */
export function createPowerNotice(room: Room): { element: HTMLElement; update(): void } {
  const { store } = room;
  const start = powerButton(room);
  const words = h('span', { class: 'power-words', role: 'status' });
  const element = h('div', { class: 'power' }, words, start.element);
  return {
    element,
    update: () => {
      const { botOnline, bot, switches } = store.state;
      element.hidden = botOnline && switches.bot !== 'stopping';
      words.textContent = element.hidden ? '' : `${bot.name} is offline: presses and commands fail.`;
      start.update();
    },
  };
}
