import { z } from 'zod';
import { present } from '../../present.ts';

/**
 * What a channel shows of a match. `known`: nothing. `called`: its players were called, or were playing when following began.
 * `late`: its players or the organizers were reminded. `posted`: its result is up. `corrected`: another result replaced it.
 * `closed`: its result changed too often, so the organizers were asked to look, and changes are no longer posted.
 */
export const MATCH_STATES = ['known', 'called', 'late', 'posted', 'corrected', 'closed'] as const;
type MatchState = (typeof MATCH_STATES)[number];

/**
 * `call`: its players were called. `remind`: its players or the organizers were reminded. `post`: its first result, or the score of
 * a posted winner, was shown. `correct`: another result was shown. `withdraw`: the platform no longer shows a result. `give-up`:
 * the result changed too often.
 */
export const MATCH_EVENTS = ['call', 'remind', 'post', 'correct', 'withdraw', 'give-up'] as const;
export type MatchEvent = (typeof MATCH_EVENTS)[number];

/**
 * `open`: the state before its result: `known`, `called` or `late`. `-`: unchanged; a pending message may turn up after the match
 * moved on.
 */
type NextState = MatchState | 'open' | '-';
type NextStates = readonly [
  call: NextState,
  remind: NextState,
  post: NextState,
  correct: NextState,
  withdraw: NextState,
  giveUp: NextState,
];

/** The next state, by state and event. */
const NEXT: Readonly<Record<MatchState, NextStates>> = {
  known: ['called', 'late', 'posted', 'corrected', '-', 'closed'],
  called: ['-', 'late', 'posted', 'corrected', '-', 'closed'],
  late: ['-', '-', 'posted', 'corrected', '-', 'closed'],
  posted: ['-', '-', '-', 'corrected', 'open', 'closed'],
  corrected: ['-', '-', '-', '-', 'open', 'closed'],
  closed: ['-', '-', '-', '-', '-', '-'],
};

/** The message that calls its players. */
const MatchCall = z.object({
  /** When they were called, epoch milliseconds; absent if they were playing when following began. */
  at: z.number().exactOptional(),
  /** That message's id, if known. */
  messageId: z.string().exactOptional(),
  /** What that message shows (`closing.ts`); absent while it calls them. Empty while an edit may or may not have reached it. */
  shows: z.string().exactOptional(),
  /** A member's result post was edited into it. */
  isMembers: z.literal(true).exactOptional(),
  /** How long the match has been open since, counted over readable brackets. */
  waitedMs: z.number().exactOptional(),
  /** The current reminder, and whom it asks: both players, or the one who has to answer. */
  reminder: z.object({ messageId: z.string(), asks: z.enum(['both', 'one']) }).exactOptional(),
  /** Who was reminded last: the players, or then the organizers. */
  reminded: z.enum(['players', 'organizers']).exactOptional(),
});

const MatchThread = z.object({
  /** Absent until Discord has created it. */
  id: z.string().exactOptional(),
  /** `wanted`: its first message, which mentions the players, has yet to be sent. `done`: nothing is left to do. */
  state: z.enum(['wanted', 'open', 'done']),
  /** Its first message. */
  messageId: z.string().exactOptional(),
  /** What that message shows (`threads.ts`); absent while it asks the players to settle their match. */
  shows: z.string().exactOptional(),
});
/** The thread that starts from the call of a match. */
export type MatchThread = z.infer<typeof MatchThread>;

/** The direct messages that called its players. */
const DirectCalls = z.object({
  /** What they show (`direct-calls.ts`); absent while they call. */
  shows: z.string().exactOptional(),
  /** The platform's ids of the players as they were called: the bracket may lose them. Earlier versions did not store them. */
  playerIds: z.array(z.string()).exactOptional(),
});
export type DirectCalls = z.infer<typeof DirectCalls>;

const MatchResult = z.object({
  /** The latest result (`result-codes.ts`); empty once it was withdrawn. */
  code: z.string(),
  /** The result before it. */
  before: z.string().exactOptional(),
  /** How often it has changed since it was posted. */
  changes: z.number(),
  /** The message that shows it, by its key in the feed's `posts`; absent if its call or a member's result post shows it. */
  postId: z.string().exactOptional(),
});

/** A match in a feed, by its key (`match-keys.ts`). Hashes cover the platform's ids and names. */
export const MatchRecord = z.object({
  state: z.enum(MATCH_STATES),
  /** Hash of the match's id. */
  id: z.string().exactOptional(),
  /** Hashes of both players, in the order of their keys. */
  players: z.tuple([z.string(), z.string()]).exactOptional(),
  /** Hashes of their names, in the same order, if the platform names both. */
  names: z.tuple([z.string(), z.string()]).exactOptional(),
  /** The bracket lost it: the same pair under another id plays another match. `back`: one reading had it again since. */
  gone: z.literal([true, 'back']).exactOptional(),
  /** The last reading lacked its result, which its message still shows. */
  undone: z.literal(true).exactOptional(),
  /** Hash of who disputed or ruled on it, as its message shows that; absent for neither. */
  questioned: z.string().exactOptional(),
  call: MatchCall.exactOptional(),
  thread: MatchThread.exactOptional(),
  direct: DirectCalls.exactOptional(),
  result: MatchResult.exactOptional(),
});
export type MatchRecord = z.infer<typeof MatchRecord>;

/** After this many changes of one result, the organizers are asked to look instead. */
export const MAX_CHANGES = 5;

export const KNOWN: MatchRecord = { state: 'known' };

/** The state of a match without a result that counts. */
const openState = ({ call }: Pick<MatchRecord, 'call'>): MatchState =>
  call === undefined ? 'known' : call.reminded === undefined ? 'called' : 'late';

/** The record after an event, with the facts known since. */
export function afterEvent(
  record: MatchRecord,
  event: MatchEvent,
  change: Pick<MatchRecord, 'call' | 'result'>,
): MatchRecord {
  const next = { ...record, ...change };
  const cell = NEXT[record.state][MATCH_EVENTS.indexOf(event)] ?? '-';
  return { ...next, state: cell === '-' ? record.state : cell === 'open' ? openState(next) : cell };
}

/** The last result shown, even if it was withdrawn since. */
export const lastResult = ({ result }: MatchRecord): string | undefined =>
  result?.code === '' ? result.before : result?.code;

/** The record after a result was shown, by this post if there is one. `code`: empty for a withdrawn result. */
export function withResult(record: MatchRecord, code: string, postId: string | undefined): MatchRecord {
  const { result } = record;
  // Not a change: the same result again, or the score of a winner shown before.
  const isChange = result !== undefined && code !== result.code && !code.startsWith(`${result.code}:`);
  const event = code === '' ? 'withdraw' : isChange ? 'correct' : 'post';
  return afterEvent(record, event, {
    result: {
      code,
      changes: (result?.changes ?? 0) + (isChange ? 1 : 0),
      ...present({
        before: (isChange ? lastResult(record) : undefined) ?? result?.before,
        postId: postId ?? result?.postId,
      }),
    },
  });
}

export const withCall = (record: MatchRecord, at: number, messageId: string | undefined): MatchRecord =>
  afterEvent(record, 'call', { call: { ...record.call, at, ...present({ messageId }) } });

/** A reminder to the organizers outranks one to the players, in either order. */
export const withReminder = (record: MatchRecord, reminded: 'players' | 'organizers'): MatchRecord =>
  afterEvent(record, 'remind', {
    call: { ...record.call, reminded: record.call?.reminded === 'organizers' ? 'organizers' : reminded },
  });

const FlatMatch = z.object({
  state: z.undefined().exactOptional(),
  ...MatchRecord.omit({ state: true, call: true, result: true }).shape,
  calledAt: z.number().exactOptional(),
  waitedMs: z.number().exactOptional(),
  callId: z.string().exactOptional(),
  callShows: z.string().exactOptional(),
  wasRunning: z.literal(true).exactOptional(),
  reminded: z.literal(true).exactOptional(),
  overdue: z.literal(true).exactOptional(),
  result: z.string().exactOptional(),
  before: z.string().exactOptional(),
  changes: z.number().exactOptional(),
  postId: z.string().exactOptional(),
});

function ofFlat({
  calledAt,
  waitedMs,
  callId,
  callShows,
  wasRunning,
  reminded,
  overdue,
  result,
  before,
  changes = 0,
  postId,
  ...rest
}: z.infer<typeof FlatMatch>): MatchRecord {
  const call: MatchRecord['call'] = present({
    at: calledAt,
    messageId: callId,
    shows: callShows,
    waitedMs,
    reminded: overdue ? ('organizers' as const) : reminded ? ('players' as const) : undefined,
  });
  const record: Omit<MatchRecord, 'state'> = {
    ...rest,
    ...present({
      call: calledAt !== undefined || wasRunning ? call : undefined,
      result: result === undefined ? undefined : { code: result, changes, ...present({ before, postId }) },
    }),
  };
  const shown = changes > 0 ? 'corrected' : 'posted';
  const state = (result ?? '') === '' ? openState(record) : shown;
  return { ...record, state: changes > MAX_CHANGES ? 'closed' : state };
}

/** A match as stored by this version, or by earlier ones, which had no states. */
export const StoredMatch = z.union([MatchRecord, FlatMatch.transform(ofFlat)]);
