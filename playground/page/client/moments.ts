const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** "in 3 hours", "2 days ago". */
function relative(atMs: number, nowMs: number, locale: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** A moment in one of Discord's styles. */
export const moment = (atMs: number, style: string, locale: string): string =>
  style === 'R'
    ? relative(atMs, Date.now(), locale)
    : new Intl.DateTimeFormat(locale, FORMATS[style] ?? FORMATS['f']).format(atMs);

/** What stands beside an author's name: the time, and the day unless it is today. */
export function stamp(atMs: number, locale: string): string {
  const isToday = new Date(atMs).toDateString() === new Date().toDateString();
  return moment(atMs, 't', locale).concat(isToday ? '' : `, ${moment(atMs, 'd', locale)}`);
}
