type Child = Node | string | null | undefined | false;

type Attribute = string | number | boolean | null | undefined;

interface ElementAttributes {
  [name: string]: Attribute | Listeners;
  on?: Listeners;
}

type Listeners = { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/**
 * An element with its attributes and children. Text only ever becomes text: nothing here parses HTML. `true` sets an
 * attribute without a value, false and null leave it out.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: ElementAttributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'object' || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [type, listener] of Object.entries(attributes.on ?? {}))
    // Each listener was typed against its own event's name in `Listeners`; a loop forgets the pairing.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    element.addEventListener(type, listener as EventListener);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let idCount = 0;

/** An id for `aria-labelledby` and the like. */
export function freshId(name: string): string {
  idCount += 1;
  return `${name}-${idCount}`;
}

const SVG = 'http://www.w3.org/2000/svg';

const ICONS = {
  calendar: 'M4 5h16v16H4zM4 10h16M8 3v4M16 3v4',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  file: 'M6 2h8l5 5v15H6zM14 2v6h5',
  hash: 'M9 3L7 21M17 3l-2 18M4 8h17M3 16h17',
  menu: 'M3 6h18M3 12h18M3 18h18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 3a4 4 0 0 1 0 8M18 14c3 1 4 4 4 7',
  reply: 'M4 20v-8h15M14 7l5 5-5 5',
  send: 'M3 4l18 8-18 8 3-8zM6 12h15',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  wire: 'M4 7h13M13 3l4 4-4 4M20 17H7M11 13l-4 4 4 4',
} as const;

export type IconName = keyof typeof ICONS;

/** A drawing in the color of the text beside it, silent for screen readers. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [attribute, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
    ['class', `icon icon-${name}`],
  ] as const)
    svg.setAttribute(attribute, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that sends no form. */
export const button = (
  attributes: ElementAttributes,
  click: () => void,
  ...children: readonly Child[]
): HTMLButtonElement =>
  h('button', { type: 'button', ...attributes, on: { ...attributes.on, click } }, ...children);

/** A round button with nothing but a drawing on it. */
export const iconButton = (
  name: IconName,
  label: string,
  click: () => void,
  attributes: ElementAttributes = {},
): HTMLButtonElement =>
  button({ class: 'icon-button', 'aria-label': label, title: label, ...attributes }, click, icon(name));
