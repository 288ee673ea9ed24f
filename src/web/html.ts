/** Safe markup; only `html` creates it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | HtmlValue[] | undefined;

/** Escapes every value for text and quoted attributes, except `Html`. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, string, i) => text + markup(values[i - 1]) + string));
}

function markup(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(markup).join('');
  return escapeHtml(String(value));
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and quoted attributes. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
