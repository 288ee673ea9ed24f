import { DAY_MS, SECOND_MS } from '../durations.ts';
import { isObject } from '../json.ts';
import type { Moment } from './records.ts';
import { firstOf, words } from './values.ts';

const MAX_TEXT = 60;
// Outside of these, a number is not a time (a duration, an id), and a date is the zero value of some language (0001-01-01).
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2120, 0, 1);

const BARE_DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?\s*(Z|UTC|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;
// ISO 8601's basic form, as Supercell sends it: 20231010T120000.000Z.
const BASIC_TIME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:\.\d+)?Z$/;
// RFC 9110's HTTP date: Tue, 01 Oct 2024 21:00:00 GMT.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `{ "$date": … }` of MongoDB, `{ "dateTime": … }`, `{ "at": … }`. */
const TIME_KEYS = words('$date dateTime date_time at iso utc timestamp value date');

/**
 * ISO text, a bare date, or a number of seconds or milliseconds since 1970 (as a number or as text). A time without a
 * zone is UTC. `undefined` for anything else.
 */
export function asMoment(value: unknown): Moment | undefined {
  if (typeof value === 'number') return fromEpoch(value);
  if (isObject(value)) return firstOf(value, TIME_KEYS, asMoment);
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined;
  const text = value.trim();
  if (/^\d{9,14}(\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  const day = BARE_DATE.exec(text);
  if (day) return moment(fromParts(Number(day[1]), Number(day[2]), Number(day[3])) + DAY_MS / 2, 'day');
  const basic = BASIC_TIME.exec(text);
  const iso = basic ? `${basic[1]}-${basic[2]}-${basic[3]}T${basic[4]}:${basic[5]}:${basic[6]}Z` : text;
  const parts = ISO_TIME.exec(iso);
  if (parts)
    return moment(Date.parse(`${parts[1]}T${parts[2]}${fraction(parts[3])}${zone(parts[4])}`), 'second');
  return HTTP_DATE.test(text) ? moment(Date.parse(text), 'second') : undefined;
}

function fromEpoch(value: number): Moment | undefined {
  // 1e11 seconds are the year 5138, 1e11 milliseconds are 1973.
  return moment(Math.round(value < 1e11 ? value * SECOND_MS : value), 'second');
}

/** NaN for a day that the month does not have. */
function fromParts(year: number, month: number, day: number): number {
  const epochMs = Date.UTC(year, month - 1, day);
  return new Date(epochMs).getUTCDate() === day && month <= 12 ? epochMs : Number.NaN;
}

function moment(epochMs: number, precision: Moment['precision']): Moment | undefined {
  return epochMs >= EARLIEST && epochMs < LATEST ? { epochMs, precision } : undefined;
}

function fraction(digits: string | undefined): string {
  return digits === undefined ? '' : `.${digits.padEnd(3, '0').slice(0, 3)}`;
}

function zone(text: string | undefined): string {
  if (text === undefined || /^(z|utc)$/i.test(text)) return 'Z';
  if (text.length === 3) return `${text}:00`;
  return text.includes(':') ? text : `${text.slice(0, 3)}:${text.slice(3)}`;
}
