import { h } from '../dom.ts';

interface Size {
  width: number | null;
  height: number | null;
}

/** A picture that opens in full in a new tab. Where it cannot be loaded, its alt text stands in its place. */
export function picture(
  look: string,
  url: string,
  alt: string | null,
  { width, height }: Size = { width: null, height: null },
): HTMLElement {
  const image = h('img', {
    alt: alt ?? '',
    src: url,
    ...(width !== null && height !== null && { width, height }),
    on: {
      error: () =>
        frame.replaceChildren(h('span', { class: 'lost-picture' }, alt ?? 'A picture from elsewhere')),
    },
  });
  const frame = h(
    'a',
    {
      class: look,
      href: url,
      target: '_blank',
      rel: 'noreferrer',
      'aria-label': alt === null ? 'Open the picture' : `Open the picture: ${alt}`,
    },
    image,
  );
  return frame;
}
