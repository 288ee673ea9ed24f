/** The parts of a picture that tests check. */
export interface SvgContents {
  width: number;
  height: number;
  texts: { x: number; y: number; text: string; bold: boolean; rtl: boolean; size: number; anchor: string }[];
  boxes: { kind: string; x: number; y: number; width: number; height: number }[];
  lines: string[];
}

type Attributes = Record<string, string>;

interface Element {
  name: string;
  attributes: Attributes;
  /** The origin of its content. */
  origin: { x: number; y: number };
}

const NAME = '[a-zA-Z][\\w-]*';
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'gy');
// The characters that XML 1.0 §2.2 allows.
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);|&/g, (entity, name: string | undefined) => {
    if (name === undefined) throw new Error('a bare ampersand');
    return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? entity;
  });

/** Parses the simple XML that we generate, and throws on anything else. */
export function readSvg(svg: string): SvgContents {
  if (!CHARACTERS.test(svg)) throw new Error('a character that XML does not have');
  const contents: SvgContents = { width: 0, height: 0, texts: [], boxes: [], lines: [] };
  const open: Element[] = [];
  let at = 0;
  for (const token of svg.matchAll(TOKEN)) {
    at = token.index + token[0].length;
    const [, closing, name = '', list = '', empty, text] = token;
    if (text !== undefined) readText(text, open, contents);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
    } else {
      const attributes: Attributes = {};
      for (const [, key = '', value = ''] of list.matchAll(/([\w-]+)="([^"]*)"/g)) {
        if (key in attributes) throw new Error(`${key} twice`);
        attributes[key] = unescape(value);
      }
      const element = { name, attributes, origin: open.at(-1)?.origin ?? { x: 0, y: 0 } };
      readElement(element, open.length === 0, contents);
      if (empty !== '/') open.push({ ...element, origin: originIn(element) });
    }
  }
  if (at !== svg.length || open.length > 0)
    throw new Error(`not well-formed at ${at}: ${svg.slice(at, at + 80)}`);
  return contents;
}

/** A group moves its content, and a clipped text is relative to its frame's corner. */
function originIn({ name, attributes, origin }: Element): Element['origin'] {
  const [x, y] =
    name === 'g'
      ? /^translate\((\S+) (\S+)\)$/.exec(attributes['transform']!)!.slice(1)
      : [attributes['x'], attributes['y']];
  return name === 'text' ? origin : { x: origin.x + Number(x ?? 0), y: origin.y + Number(y ?? 0) };
}

function readElement({ name, attributes, origin }: Element, isRoot: boolean, contents: SvgContents): void {
  const number = (key: string): number => Number(attributes[key] ?? 0);
  if (isRoot)
    [contents.width, contents.height] = attributes['viewBox']!.split(' ').slice(2).map(Number) as [
      number,
      number,
    ];
  if (name === 'rect') {
    const kind = attributes['class'] ?? '';
    contents.boxes.push({
      kind,
      x: origin.x + number('x'),
      y: origin.y + number('y'),
      width: number('width'),
      height: number('height'),
    });
  }
  if (name === 'circle') {
    const [cx, cy, r] = [origin.x + number('cx'), origin.y + number('cy'), number('r')];
    contents.boxes.push({
      kind: attributes['class'] ?? '',
      x: cx - r,
      y: cy - r,
      width: 2 * r,
      height: 2 * r,
    });
  }
  if (name === 'path' && attributes['class'] === 'line')
    contents.lines.push(...linesOf(attributes['d']!, origin));
  if (Object.values(attributes).some((value) => /NaN|Infinity|undefined/.test(value))) {
    throw new Error(`no number in <${name}>`);
  }
}

const linesOf = (d: string, { x, y }: Element['origin']): string[] =>
  d
    .split(/(?=M)/)
    .map((line) =>
      line
        .replace(/([MH])([\d.-]+)/g, (_, command, value) => `${command}${Number(value) + x}`)
        .replace(/([ V])([\d.-]+)/g, (_, command, value) => `${command}${Number(value) + y}`),
    );

function readText(raw: string, open: readonly Element[], contents: SvgContents): void {
  const element = open.at(-1);
  if (element?.name !== 'text') throw new Error('text outside of a text element');
  const { attributes: own, origin } = element;
  contents.texts.push({
    x: origin.x + Number(own['x']),
    y: origin.y + Number(own['y']),
    text: unescape(raw),
    bold: own['font-weight'] === '700',
    rtl: own['direction'] === 'rtl',
    size: Number(own['font-size']),
    anchor: own['text-anchor'] ?? 'start',
  });
}

export const matchesIn = (contents: SvgContents): SvgContents['boxes'] =>
  contents.boxes.filter(({ kind }) => kind === 'match');

/** The texts inside a box, from top to bottom. */
export const textsIn = (contents: SvgContents, box: SvgContents['boxes'][number]): SvgContents['texts'] =>
  contents.texts.filter(
    ({ x, y }) => x >= box.x && x <= box.x + box.width && y > box.y && y < box.y + box.height,
  );

export function overlaps(
  boxes: SvgContents['boxes'],
): [SvgContents['boxes'][number], SvgContents['boxes'][number]][] {
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b): [typeof a, typeof b] => [a, b]),
  );
}

/** The pair of matches that each line connects, the earlier one first. */
export function connectionsIn(
  contents: SvgContents,
): [SvgContents['boxes'][number], SvgContents['boxes'][number]][] {
  const touching = (x: number, y: number) =>
    matchesIn(contents).find(
      (box) =>
        Math.abs(y - box.y - box.height / 2) < 0.1 &&
        Math.min(Math.abs(x - box.x), Math.abs(x - box.x - box.width)) < 0.1,
    );
  return contents.lines.map((line) => {
    const [startX, startY, , endY, endX] = line
      .split(/[^\d.-]+/)
      .slice(1)
      .map(Number);
    const from = touching(startX!, startY!);
    const to = touching(endX!, endY!);
    if (!from || !to) throw new Error(`a line that ends nowhere: ${line}`);
    return [from, to];
  });
}
