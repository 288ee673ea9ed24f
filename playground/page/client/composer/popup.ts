import { freshId, h } from '../dom.ts';
import type { Offer, OfferItem } from './offers.ts';

export type Popup = ReturnType<typeof createPopup>;

const MOST_ROWS = 25;

/**
 * The list above the message field. The focus stays in the field, which names the active row
 * (`aria-activedescendant`); a pointer takes a row without moving it.
 */
export function createPopup(field: HTMLElement, take: (item: OfferItem) => void) {
  const listId = freshId('offers');
  const list = h('ul', { id: listId, role: 'listbox', class: 'offers', tabindex: '0' });
  const heading = h('p', { class: 'offers-heading' });
  const element = h('div', { class: 'popup', hidden: true }, heading, list);
  let items: readonly OfferItem[] = [];
  let active = -1;
  let key = '';
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

  function drawRow(item: OfferItem, index: number): HTMLElement {
    return h(
      'li',
      {
        id: `${listId}-${index}`,
        role: 'option',
        class: 'offer',
        'aria-selected': 'false',
        on: {
          pointerdown: (event) => event.preventDefault(),
          click: () => take(item),
          pointermove: () => {
            if (active === index) return;
            active = index;
            mark();
          },
        },
      },
      h('span', { class: 'offer-label' }, item.label),
      item.detail !== '' && h('span', { class: 'offer-detail' }, item.detail),
    );
  }

  return {
    element,
    get active(): OfferItem | undefined {
      return items[active];
    },
    get isOpen(): boolean {
      return !element.hidden;
    },
    show: (offer: Offer | undefined, isBusy: boolean): void => {
      items = offer?.items.slice(0, MOST_ROWS) ?? [];
      element.hidden = items.length === 0 && !(isBusy && offer !== undefined);
      list.hidden = items.length === 0;
      heading.textContent =
        isBusy && items.length === 0 ? 'Looking for suggestions…' : (offer?.heading ?? '');
      list.setAttribute('aria-label', offer?.heading ?? '');
      if (element.hidden || list.hidden) field.removeAttribute('aria-controls');
      else field.setAttribute('aria-controls', listId);
      // A list that did not change keeps its active row: it is drawn again at every move of the caret.
      const nextKey = JSON.stringify(items.map(({ label, detail }) => [label, detail]));
      if (nextKey !== key) {
        list.replaceChildren(...items.map(drawRow));
        active = offer?.firstIsActive && items.length > 0 ? 0 : -1;
      }
      key = nextKey;
      mark();
    },
    move: (step: number): void => {
      if (items.length === 0) return;
      const from = active < 0 && step < 0 ? 0 : active;
      active = (from + step + items.length) % items.length;
      mark();
    },
  };
}
