import { createHash } from 'node:crypto';
import { DAY_MS } from '../durations.ts';
import type { CardView } from './card-page.ts';

const LINE_OCTETS = 75;

/** TEXT values (RFC 5545 §3.3.11): control characters are not allowed in them. */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?|\n/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');

/** A content line in pieces of at most 75 octets (RFC 5545 §3.1), none of which splits a character. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

const dateOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10).replaceAll('-', '');
const timeOf = (epochMs: number): string =>
  new Date(epochMs).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

/** Start and end, as a date or in UTC. An end of another precision is left out: both have to be of one type. */
function* times({ startsAt, endsAt }: CardView): Generator<string> {
  if (startsAt === undefined) return;
  const end =
    endsAt?.precision === startsAt.precision && endsAt.epochMs >= startsAt.epochMs ? endsAt : undefined;
  if (startsAt.precision === 'day') {
    yield `DTSTART;VALUE=DATE:${dateOf(startsAt.epochMs)}`;
    // The end is the first day after the event.
    if (end) yield `DTEND;VALUE=DATE:${dateOf(end.epochMs + DAY_MS)}`;
    return;
  }
  yield `DTSTART:${timeOf(startsAt.epochMs)}`;
  if (end && end.epochMs > startsAt.epochMs) yield `DTEND:${timeOf(end.epochMs)}`;
}

export interface CalendarView {
  name: string;
  /** Of this bot: makes its events' ids unlike any other's. */
  host: string;
  events: readonly CardView[];
  addressOf: (tournamentId: string) => string;
}

/** Depends on the bot's address and the tournament's id alone. */
const uidOf = (host: string, id: string): string =>
  `${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${host}`;

function* eventLines(event: CardView, { addressOf, host }: CalendarView): Generator<string> {
  const { changedAt, description, facts, id, isCanceled, isPostponed, title } = event;
  const address = addressOf(id);
  const about = [...facts.slice(1).map(([name, text]) => `${name}: ${text}`), description, address];
  yield 'BEGIN:VEVENT';
  yield `UID:${uidOf(host, id)}`;
  yield `DTSTAMP:${timeOf(changedAt)}`;
  yield `LAST-MODIFIED:${timeOf(changedAt)}`;
  yield* times(event);
  yield `SUMMARY:${escapeText(title)}`;
  yield `DESCRIPTION:${escapeText(about.filter((part) => part !== undefined).join('\n'))}`;
  yield `URL:${address}`;
  yield `STATUS:${isCanceled ? 'CANCELLED' : isPostponed ? 'TENTATIVE' : 'CONFIRMED'}`;
  yield 'TRANSP:TRANSPARENT';
  yield 'END:VEVENT';
}

/** An iCalendar file (RFC 5545) of the events that have a start. */
export function calendarText(view: CalendarView): string {
  const events = view.events.filter(({ startsAt }) => startsAt !== undefined);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Matchpoint//Tournaments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(view.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => [...eventLines(event, view)]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
