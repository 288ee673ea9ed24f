import type { WireLine } from '../../protocol.ts';
import { button, h } from '../dom.ts';
import type { Room } from '../room.ts';
import type { StoreEvent } from '../store.ts';

const KEPT_ROWS = 200;

const FILTERS = [
  ['all', 'All'],
  ['discord', 'Discord'],
  ['platform', 'Platform'],
] as const;

const clock = (atMs: number): string => {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`;
};

function statusText({ status, ms }: WireLine): string {
  const code = status === 0 ? 'cut' : status;
  return [code, ms === null ? null : `${ms} ms`].filter((part) => part !== null).join(' · ');
}

function drawLine(line: WireLine): HTMLElement {
  const isBad = line.status !== null && (line.status === 0 || line.status >= 400);
  const parts = h('div', { class: 'wire-parts' });
  // Hundreds of long texts in closed rows would make the page slow.
  const fill = (): void => {
    if (parts.childElementCount > 0) return;
    parts.append(
      ...line.parts.flatMap(({ label, text }) => [h('h4', {}, label), h('pre', { tabindex: 0 }, text)]),
    );
    if (line.parts.length === 0) parts.append(h('p', {}, 'Nothing else was said.'));
  };
  return h(
    'details',
    { class: `wire-line ${line.side}`, on: { toggle: fill } },
    h(
      'summary',
      {},
      h('span', { class: 'wire-way' }, `${line.from} → ${line.to}`),
      h('span', { class: isBad ? 'wire-status bad' : 'wire-status' }, statusText(line)),
      h('span', { class: 'wire-time' }, clock(line.at)),
      h('span', { class: 'wire-title' }, line.title),
      line.fault !== null && h('span', { class: 'wire-fault' }, `fault: ${line.fault}`),
    ),
    parts,
  );
}

/** What went over the wire, newest first. */
export function createWire(room: Room): { element: HTMLElement; update(event: StoreEvent): void } {
  const { store } = room;
  let filter: (typeof FILTERS)[number][0] = 'all';
  const list = h('div', { class: 'wire-lines', role: 'region', 'aria-label': 'Wire log', tabindex: 0 });
  const chips = FILTERS.map(([value, label]) => {
    const choose = (): void => {
      filter = value;
      redraw();
    };
    return { value, element: button({ class: 'chip' }, choose, label) };
  });
  const fits = ({ side }: WireLine): boolean => filter === 'all' || side === filter;

  function redraw(): void {
    for (const { value, element } of chips) element.setAttribute('aria-pressed', String(value === filter));
    const lines = store.state.wire.filter(fits).slice(-KEPT_ROWS).toReversed();
    list.replaceChildren(...lines.map(drawLine));
    if (lines.length === 0) list.append(h('p', { class: 'wire-empty' }, 'Nothing yet.'));
  }
  redraw();
  return {
    element: h(
      'div',
      { class: 'wire' },
      h('p', { class: 'chips', role: 'group', 'aria-label': 'Show' }, ...chips.map(({ element }) => element)),
      list,
    ),
    update: (event) => {
      if (event.type === 'state') redraw();
      if (event.type !== 'wire' || !fits(event.line)) return;
      list.querySelector('.wire-empty')?.remove();
      list.prepend(drawLine(event.line));
      if (list.childElementCount > KEPT_ROWS) list.lastElementChild?.remove();
    },
  };
}
