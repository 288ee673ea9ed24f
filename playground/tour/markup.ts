import type { Paint } from './paint.ts';

export interface MarkupSetting {
  now: () => number;
  /** By id. */
  memberName: (id: string) => string | undefined;
  paint: Paint;
}

const ABSOLUTE: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** A time as Discord draws it: "November 22, 2026 at 3:00 PM", "in 5 hours". */
function drawTime(seconds: number, style: string, now: number): string {
  if (style !== 'R')
    return new Intl.DateTimeFormat('en-US', ABSOLUTE[style] ?? ABSOLUTE['f']).format(seconds * 1000);
  const away = seconds - now / 1000;
  const [unit, length] = UNITS.find(([, one]) => Math.abs(away) >= one) ?? ['second', 1];
  return relative.format(Math.round(away / length), unit);
}

// What was escaped is text: it is set aside under a sign of the private use area before markup is looked for.
const ASIDE = 0xe0_00;

/** Discord's markup as readable text: times, mentions, bold, code, lists of them; what was escaped stays as it is. */
export function drawMarkup(text: string, { now, memberName, paint }: MarkupSetting): string {
  const aside: string[] = [];
  const setAside = (sign: string): string => String.fromCodePoint(ASIDE + aside.push(sign) - 1);
  return text
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, (_whole, sign: string) => setAside(sign))
    .replaceAll(/`([^`\n]+)`/g, (_whole, code: string) => setAside(code))
    .replaceAll(/<t:(-?\d+)(?::([tTdDfFR]))?>/g, (_whole, seconds: string, style: string | undefined) =>
      drawTime(Number(seconds), style ?? 'f', now()),
    )
    .replaceAll(/<\/([^:>]+):\d+>/g, (_whole, command: string) => paint('accent', `/${command}`))
    .replaceAll(/<@!?(\d+)>/g, (_whole, id: string) => paint('accent', `@${memberName(id) ?? id}`))
    .replaceAll(/\*\*(.+?)\*\*/g, (_whole, inner: string) => paint('bold', inner))
    .replaceAll(/(?<!\w)_(.+?)_(?!\w)/g, (_whole, inner: string) => paint('dim', inner))
    .replaceAll(/[\uE000-\uF8FF]/g, (sign) => aside[(sign.codePointAt(0) ?? ASIDE) - ASIDE] ?? sign);
}
