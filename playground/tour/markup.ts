import { drawMoment } from '../moments.ts';

export interface MarkupSetting {
  now: () => number;
  /** By id. */
  memberName: (id: string) => string | undefined;
  /** Of a channel or a role, by id. */
  placeName?: (id: string) => string | undefined;
  /** Of the reader, for dates; English unless told. */
  locale?: string;
}

// What was escaped is text: it is set aside under a sign of the private use area before markup is looked for.
const ASIDE = 0xe0_00;

/** Discord's markup as readable text: times, mentions, bold, code, lists of them; what was escaped stays as it is. */
export function drawMarkup(
  text: string,
  { now, memberName, placeName = () => undefined, locale = 'en-US' }: MarkupSetting,
): string {
  const aside: string[] = [];
  const setAside = (sign: string): string => String.fromCodePoint(ASIDE + aside.push(sign) - 1);
  return text
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, (_whole, sign: string) => setAside(sign))
    .replaceAll(/`([^`\n]+)`/g, (_whole, code: string) => setAside(code))
    .replaceAll(/<t:(-?\d+)(?::([tTdDfFR]))?>/g, (_whole, seconds: string, style: string | undefined) =>
      drawMoment(Number(seconds) * 1000, style ?? 'f', { nowMs: now(), locale }),
    )
    .replaceAll(/<\/([^:>]+):\d+>/g, (_whole, command: string) => `/${command}`)
    .replaceAll(/<@!?(\d+)>/g, (_whole, id: string) => `@${memberName(id) ?? id}`)
    .replaceAll(/<#(\d+)>/g, (_whole, id: string) => `#${placeName(id) ?? id}`)
    .replaceAll(/<@&(\d+)>/g, (_whole, id: string) => `@${placeName(id) ?? id}`)
    .replaceAll(/^-# (.*)$/gm, (_whole, small: string) => small)
    .replaceAll(/\*\*(.+?)\*\*/g, (_whole, inner: string) => inner)
    .replaceAll(/(?<!\w)_(.+?)_(?!\w)/g, (_whole, inner: string) => inner)
    .replaceAll(/[\uE000-\uF8FF]/g, (sign) => aside[(sign.codePointAt(0) ?? ASIDE) - ASIDE] ?? sign);
}
