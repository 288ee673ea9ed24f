/** A form as a browser would send it by one of its buttons. */
export interface PageForm {
  action: string;
  method: string;
  fields: Record<string, string>;
  buttons: readonly PageButton[];
}

interface PageButton {
  text: string;
  name: string | undefined;
  value: string;
}

const SIGNS: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' };

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return SIGNS[String(name).toLowerCase()] ?? whole;
  });

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decode(value);
}

/** What a person reads on a page, in one line. */
export const textOf = (html: string): string =>
  decode(html.replaceAll(/<(style|script|title)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

export const headingOf = (html: string): string => textOf(/<h1\b[\s\S]*?<\/h1>/i.exec(html)?.[0] ?? '');

/** The forms of a page, filled in as the page came. */
export function formsOf(html: string, url: string): PageForm[] {
  return [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/gi)].map(([, tag = '', inner = '']) => ({
    action: new URL(attribute(tag, 'action') ?? url, url).href,
    method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
    fields: fieldsOf(inner),
    buttons: [...inner.matchAll(/(<button\b[^>]*>)([\s\S]*?)<\/button>/gi)].map(
      ([, button = '', label = '']) => ({
        text: textOf(label),
        name: attribute(button, 'name'),
        value: attribute(button, 'value') ?? '',
      }),
    ),
  }));
}

function fieldsOf(form: string): Record<string, string> {
  const inputs = [...form.matchAll(/<input\b[^>]*>/gi)].flatMap(([tag]) => {
    const name = attribute(tag, 'name');
    const isChoice = /radio|checkbox/i.test(attribute(tag, 'type') ?? '');
    if (name === undefined || (isChoice && !/\schecked\b/i.test(tag))) return [];
    return [[name, attribute(tag, 'value') ?? ''] as const];
  });
  return Object.fromEntries(inputs);
}
