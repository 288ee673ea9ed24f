import type { Bracket, Match, Side, Tournament } from '../../../src/reading/records.ts';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Chance } from './chance.ts';
import { named, NAMINGS, provesNothing, type NamingStyle } from './round-names.ts';
import type { WireAnswer } from '../../support/product/answering-dispatcher.ts';

/** Whether what it writes proves no end of a tree: neither a format nor the name of a final. */
export const hasNoProof = ({ hasOwnFormats, naming }: WireDialect, isFormatShown: boolean): boolean =>
  (hasOwnFormats || !isFormatShown) && provesNothing(naming);

type Json = Record<string, unknown>;

/** How a platform fails. */
export const FAILURES = ['unavailable', 'rate-limited', 'not-found', 'forbidden'] as const;
/** What a platform in maintenance answers with a 200. */
export const MAINTENANCE = ['page', 'error', 'status', 'code', 'flag'] as const;
export type Failure = {
  kind: (typeof FAILURES)[number] | (typeof MAINTENANCE)[number];
  retryAfterMs?: number;
};

const PAGE = '<!doctype html><html><head><title>Maintenance</title></head><body>Back soon</body></html>';
const FINE: Record<(typeof MAINTENANCE)[number], string> = {
  page: PAGE,
  error: JSON.stringify({ error: 'Down for maintenance' }),
  status: JSON.stringify({ status: 'error', message: 'Down for maintenance' }),
  code: JSON.stringify({ status: 503 }),
  flag: JSON.stringify({ maintenance: true }),
};
const isFine = (kind: Failure['kind']): kind is (typeof MAINTENANCE)[number] => kind in FINE;

const STATUS: Record<(typeof FAILURES)[number], number> = {
  unavailable: 503,
  'rate-limited': 429,
  'not-found': 404,
  forbidden: 403,
};

export const json = (body: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(body) });

export function failureJson({ kind, retryAfterMs }: Failure): WireAnswer {
  // In no envelope.
  if (isFine(kind))
    return {
      status: 200,
      body: Buffer.from(FINE[kind]),
      ...(kind === 'page' && { headers: { 'content-type': 'text/html' } }),
    };
  return {
    ...json({ message: kind }, STATUS[kind]),
    ...(retryAfterMs !== undefined && { headers: { 'retry-after': String(retryAfterMs / 1000) } }),
  };
}

/** How a platform writes what it shows. What it shows is another matter. */
export interface WireDialect {
  /** An open slot. */
  slot: 'null' | 'absent' | 'zero' | 'minus' | 'uuid' | 'tbd' | 'dash' | 'blank';
  bye: 'name' | 'flag';
  times: 'iso' | 'seconds' | 'milliseconds';
  scores: 'flat' | 'text' | 'sides';
  states: keyof typeof MATCH_STATES;
  envelope: 'none' | 'data' | 'own';
  isZipped: boolean;
  naming: NamingStyle;
  /** Which of the words for a round it uses. */
  word: number;
  /** Its words for formats are no one else's. */
  hasOwnFormats: boolean;
}

const MATCH_STATES = {
  plain: {
    upcoming: 'pending',
    open: 'open',
    running: 'in_progress',
    finished: 'complete',
    cancelled: 'cancelled',
  },
  words: { upcoming: 'Not started', open: 'open', running: 'LIVE', finished: 'Finished', cancelled: 'Void' },
} as const;
const TOURNAMENT_STATES = {
  plain: {
    upcoming: 'upcoming',
    open: 'registration_open',
    running: 'in_progress',
    finished: 'finished',
    cancelled: 'cancelled',
  },
  words: {
    upcoming: 'Scheduled',
    open: 'check_in',
    running: 'underway',
    finished: 'COMPLETE',
    cancelled: 'aborted',
  },
} as const;
const WAITING_STATES = {
  closed: 'registration_closed',
  postponed: 'postponed',
  draft: 'draft',
  seeding: 'seeding',
} as const;
const OWN_FORMATS = ['Monrad', 'Danish', 'Americano', 'Custom bracket', 'Hausregeln'];
const SECTIONS = { main: 'main', winners: 'winners', losers: 'losers', final: 'grand_final', group: 'group' };

const SLOTS: Record<WireDialect['slot'], unknown> = {
  null: null,
  absent: undefined,
  zero: { id: 0 },
  minus: { id: -1, name: null },
  uuid: { id: '00000000-0000-0000-0000-000000000000', name: '' },
  tbd: { id: null, name: 'TBD' },
  dash: { name: '—' },
  blank: { id: null, name: '\u200b' },
};

export const wireDialectOf = ({ int, is, pick }: Chance): WireDialect => ({
  slot: pick(['null', 'absent', 'zero', 'minus', 'uuid', 'tbd', 'dash', 'blank']),
  bye: pick(['name', 'flag']),
  times: pick(['iso', 'seconds', 'milliseconds']),
  scores: pick(['flat', 'text', 'sides']),
  states: pick(['plain', 'words']),
  envelope: pick(['none', 'data', 'own']),
  isZipped: is(0.25),
  naming: pick(NAMINGS),
  word: int(0, 11),
  hasOwnFormats: is(0.2),
});

function timeOf(
  moment: { epochMs: number } | undefined,
  { times }: WireDialect,
): string | number | undefined {
  if (moment === undefined || times === 'milliseconds') return moment?.epochMs;
  return times === 'seconds' ? moment.epochMs / 1000 : new Date(moment.epochMs).toISOString();
}

/** A tournament as its platform writes it. */
export function tournamentJson(tournament: Tournament, dialect: WireDialect): Json {
  const { capacity, entrants, format, id, name, phase, registration, startsAt } = tournament;
  const words = TOURNAMENT_STATES[dialect.states];
  return {
    id,
    name,
    status: registration !== undefined ? WAITING_STATES[registration] : phase && words[phase],
    starts_at: timeOf(startsAt, dialect),
    participants_count: entrants,
    max_participants: capacity,
    format:
      format !== undefined && dialect.hasOwnFormats ? OWN_FORMATS[dialect.word % OWN_FORMATS.length] : format,
  };
}

function sideJson({ bye, from, player }: Side, dialect: WireDialect): unknown {
  if (player !== undefined) return { id: player.id, name: player.name };
  if (bye === true) return dialect.bye === 'flag' ? { bye: true } : { name: 'BYE' };
  if (from === undefined || !('matchId' in from)) return SLOTS[dialect.slot];
  return { prereq_match_id: from.matchId, is_prereq_match_loser: from.outcome === 'loser' };
}

function scoresJson([first, second]: Match['sides'], { scores }: WireDialect): Json {
  if (first.score === undefined || second.score === undefined) return {};
  if (scores === 'text') return { score: `${first.score}-${second.score}` };
  return scores === 'sides' ? {} : { player1_score: first.score, player2_score: second.score };
}

/** A match as its platform writes it. */
function matchJson({ bestOf, id, phase, sides, startsAt, winner }: Match, dialect: WireDialect): Json {
  const won = winner === undefined ? undefined : sides[winner - 1]?.player;
  const players = sides.map((side) => sideJson(side, dialect));
  const isNested = dialect.scores === 'sides';
  const nested = sides.map((side, at) => ({ player: players[at], score: side.score }));
  return {
    id: id === '' ? undefined : id,
    status: phase && MATCH_STATES[dialect.states][phase],
    ...(isNested ? { opponents: nested } : { player1: players[0], player2: players[1] }),
    ...scoresJson(sides, dialect),
    winner: won?.id ?? won?.name,
    best_of: bestOf,
    scheduled_at: timeOf(startsAt, dialect),
  };
}

/** A bracket as its platform writes it. */
export const bracketJson = (bracket: Bracket, dialect: WireDialect, hasFinal: boolean): Json => ({
  rounds: named(bracket, dialect, hasFinal).rounds.map(
    ({ group, matches, name, number, section, stage }) => ({
      // A side that is in the name is nowhere else.
      ...(dialect.naming === 'sides' && SIDED.has(section) ? {} : { number, section: SECTIONS[section] }),
      name,
      group_name: group,
      stage_name: stage,
      matches: matches.map((match) => matchJson(match, dialect)),
    }),
  ),
});

const SIDED = new Set(['winners', 'losers', 'final']);

const OWN_KEYS: Record<string, string> = { tournament: 'tournament', bracket: 'bracket', match: 'match' };

/** Most answers are the same as before. */
const zipped = new LRUCache<string, Buffer>({ max: 100, memoMethod: (text) => gzipSync(text, { level: 1 }) });

/** An answer in the platform's envelope, and packed. `what`: the kind of record. */
export function packed(answer: WireAnswer, what: string, { envelope, isZipped }: WireDialect): WireAnswer {
  if (answer.status !== 200 || typeof answer.body !== 'string') return answer;
  const key = envelope === 'own' ? OWN_KEYS[what] : envelope === 'data' ? 'data' : undefined;
  const text = key === undefined ? answer.body : `{"${key}":${answer.body}}`;
  return isZipped
    ? {
        ...answer,
        body: zipped.memo(text),
        headers: { ...answer.headers, 'content-encoding': 'gzip' },
      }
    : { ...answer, body: text };
}
