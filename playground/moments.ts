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

interface ReaderClock {
  nowMs: number;
  locale: string;
}

/** A moment in one of Discord's styles: "November 22, 2026 at 3:00 PM", "in 5 hours"; a style that there is not is `f`. */
export const drawMoment = (atMs: number, style: string, { nowMs, locale }: ReaderClock): string =>
  style === 'R'
    ? relative(atMs, nowMs, locale)
    : new Intl.DateTimeFormat(locale, FORMATS[style] ?? FORMATS['f']).format(atMs);

function relative(atMs: number, nowMs: number, locale: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}
