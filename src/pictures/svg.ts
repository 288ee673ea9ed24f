import { fitText } from './fit-text.ts';
import type { Weight } from './measure.ts';
import { palette } from './palette.ts';

const SPECIAL = /[&<>"']/;
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Tests first, because few texts need escaping and a test is cheaper. */
export const escapeXml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`) : text;

export const rounded = (value: number): number => Math.round(value * 100) / 100;

type Value = string | number | undefined;

/** One element. Skips `undefined` attributes and rounds numbers to hundredths. */
export function element(name: string, attributes: Record<string, Value>, content = ''): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    tag += ` ${key}="${typeof value === 'number' ? rounded(value) : escapeXml(value)}"`;
  }
  return content === '' ? `${tag}/>` : `${tag}>${content}</${name}>`;
}

export interface TextBox {
  /** Left edge, baseline and width; the text is shortened to the width. */
  x: number;
  baseline: number;
  width: number;
  size: number;
  fill?: string;
  weight?: Weight;
  /** By default, aligned at the start of the text's direction. */
  align?: 'left' | 'middle' | 'right';
}

/** One line of text in its box. */
export function textIn(box: TextBox, raw: string): string {
  const { weight = 'regular', fill = palette.text } = box;
  const fitted = fitText(raw, box.width, box.size, weight);
  if (fitted.text === '') return '';
  const isRtl = fitted.direction === 'rtl';
  const align = box.align ?? (isRtl ? 'right' : 'left');
  const x = { left: box.x, middle: box.x + box.width / 2, right: box.x + box.width }[align];
  // In a right-to-left text, "start" is the right end.
  const anchor = { left: isRtl ? 'end' : undefined, middle: 'middle', right: isRtl ? undefined : 'end' };
  const textElement = (textX: number, textY: number): string =>
    element(
      'text',
      {
        x: textX,
        y: textY,
        'font-size': box.size,
        fill,
        'font-weight': weight === 'bold' ? 700 : undefined,
        'text-anchor': anchor[align],
        direction: isRtl ? 'rtl' : undefined,
      },
      escapeXml(fitted.text),
    );
  if (fitted.isMeasured) return textElement(x, box.baseline);
  // If the width is not certain, clip the text to its box.
  const top = box.baseline - box.size * 1.2;
  const frame = { x: box.x, y: top, width: box.width, height: box.size * 1.7, overflow: 'hidden' };
  return element('svg', frame, textElement(x - box.x, box.baseline - top));
}

// A type alias, because an interface has no index signature for `element`.
type Rectangle = {
  x?: number;
  y?: number;
  width: number;
  height: number;
  rx?: number;
  class?: string;
  fill: string;
  stroke?: string;
  'stroke-width'?: number | undefined;
};

export const rectangle = (look: Rectangle): string => element('rect', look);

export const path = (d: string, look: Record<string, Value>): string => element('path', { d, ...look });

/** Marks the highlighted player; a shape does not rely on color. */
export const diamond = (x: number, y: number, radius: number): string =>
  path(`M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`, {
    class: 'own',
    fill: palette.own,
  });

/** Marks a running match. */
export const liveDot = (x: number, y: number, radius: number): string =>
  element('circle', { class: 'live', cx: x, cy: y, r: radius, fill: palette.live });

/** The families in assets/fonts, in order of preference. */
const FAMILIES =
  'Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Thai, Noto Sans SC, Noto Sans KR, Noto Emoji, sans-serif';

/** A picture of `width` by `height` units, at `scale` pixels per unit. */
export function svgDocument(size: { width: number; height: number; scale: number }, content: string): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: Math.floor(size.width * size.scale),
      height: Math.floor(size.height * size.scale),
      viewBox: `0 0 ${Math.ceil(size.width)} ${Math.ceil(size.height)}`,
      'font-family': FAMILIES,
    },
    content,
  );
}
