import { freshId, h } from '../dom.ts';

/** One row of a list of offers. */
export interface Offer<T> {
  label: string;
  detail: string;
  value: T;
}

interface OfferList<T> {
  heading: string;
  items: readonly Offer<T>[];
  /** Whether Enter takes the first row without an arrow key before. */
  firstIsActive: boolean;
  isBusy: boolean;
}

const MOST_ROWS = 25;
const MARGIN_PX = 8;
const MOST_HEIGHT_PX = 420;

/**
 * A list beside a text field, on whichever side has more room. The focus stays in the field, which names the active
 * row (`aria-activedescendant`); a pointer takes a row without moving the focus.
 */
export function createOffers<T>(field: HTMLElement, frame: HTMLElement, take: (value: T) => void) {
  const listId = freshId('offers');
  const list = h('ul', { id: listId, role: 'listbox', class: 'offers', tabindex: '0' });
  const heading = h('p', { class: 'offers-heading' });
  const element = h('div', { class: 'popup', popover: 'manual' }, heading, list);
  let items: readonly Offer<T>[] = [];
  let active = -1;
  let listeners: AbortController | undefined;
  field.setAttribute('aria-autocomplete', 'list');

  function mark(): void {
    [...list.children].forEach((row, index) => {
      row.setAttribute('aria-selected', String(index === active));
      if (index === active) row.scrollIntoView({ block: 'nearest' });
    });
    const row = list.children[active];
    if (row) field.setAttribute('aria-activedescendant', row.id);
    else field.removeAttribute('aria-activedescendant');
  }

  function drawRow({ label, detail, value }: Offer<T>, index: number): HTMLElement {
    const on = {
      pointerdown: (event: PointerEvent) => event.preventDefault(),
      click: () => take(value),
      pointermove: () => {
        if (active === index) return;
        active = index;
        mark();
      },
    };
    return h(
      'li',
      { id: `${listId}-${index}`, role: 'option', class: 'offer', 'aria-selected': 'false', on },
      h('span', { class: 'offer-label' }, label),
      detail !== '' && h('span', { class: 'offer-detail' }, detail),
    );
  }

  function place(): void {
    const { top, bottom, left, width } = frame.getBoundingClientRect();
    const below = innerHeight - bottom;
    const room = Math.max(top, below) - 2 * MARGIN_PX;
    const { style } = element;
    style.left = `${left}px`;
    style.width = `${width}px`;
    style.maxHeight = `${Math.min(MOST_HEIGHT_PX, room)}px`;
    style.top = below > top ? `${bottom + MARGIN_PX / 2}px` : 'auto';
    style.bottom = below > top ? 'auto' : `${innerHeight - top + MARGIN_PX / 2}px`;
  }

  function open(): void {
    place();
    if (listeners) return;
    listeners = new AbortController();
    element.showPopover();
    addEventListener('resize', place, listeners);
    document.addEventListener('scroll', place, { capture: true, signal: listeners.signal });
  }

  function close(): void {
    if (listeners === undefined) return;
    listeners.abort();
    listeners = undefined;
    element.hidePopover();
    items = [];
    active = -1;
    list.replaceChildren();
    field.removeAttribute('aria-activedescendant');
    field.removeAttribute('aria-controls');
  }

  function move(step: number): void {
    const from = active < 0 && step < 0 ? 0 : active;
    active = (from + step + items.length) % items.length;
    mark();
  }

  return {
    element,
    close,
    get isOpen(): boolean {
      return listeners !== undefined;
    },
    get active(): T | undefined {
      return items[active]?.value;
    },
    show: (next: OfferList<T>): void => {
      if (next.items.length === 0 && !next.isBusy) return close();
      items = next.items.slice(0, MOST_ROWS);
      active = next.firstIsActive && items.length > 0 ? 0 : -1;
      heading.textContent = items.length === 0 ? 'Looking for suggestions…' : next.heading;
      list.setAttribute('aria-label', next.heading);
      list.setAttribute('aria-busy', String(next.isBusy));
      list.hidden = items.length === 0;
      list.replaceChildren(...items.map(drawRow));
      if (list.hidden) field.removeAttribute('aria-controls');
      else field.setAttribute('aria-controls', listId);
      open();
      mark();
    },
    /** Moves in the open list, takes from it and closes it; true where the key did any of that. */
    handleKey: (key: string): boolean => {
      if (listeners === undefined) return false;
      const chosen = items[active];
      if (key === 'Escape') close();
      else if ((key === 'ArrowDown' || key === 'ArrowUp') && items.length > 0)
        move(key === 'ArrowDown' ? 1 : -1);
      else if ((key === 'Enter' || key === 'Tab') && chosen) take(chosen.value);
      else return false;
      return true;
    },
  };
}
