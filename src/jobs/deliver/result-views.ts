import type { MatchResult } from '../../brackets/results.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import type { Match, PlayerName } from '../../reading/records.ts';
import { closedCallPost } from '../../replies/feed-calls.ts';
import { resultLine, resultsPost, type ResultLine } from '../../replies/feed-results.ts';
import type { Translate } from '../../words/words.ts';
import { STATES } from '../plan/closing.ts';
import type { FeedRecord, ResultsPost } from '../plan/feed-record.ts';
import { inKeyOrder, namedPlayers } from '../plan/match-keys.ts';
import { KNOWN, type MatchRecord } from '../plan/match-record.ts';
import type { FeedReading, MatchReport } from '../plan/plan-input.ts';
import { decodeResult } from '../plan/result-codes.ts';

/** A result with its sides as the match has them. */
function turned(outcome: MatchResult, match: Match): MatchResult {
  const [first] = inKeyOrder(match, [1, 2] as const);
  if (first === 1) return outcome;
  const { winner, scores } = outcome;
  return present({
    winner: winner === undefined ? undefined : winner === 1 ? (2 as const) : (1 as const),
    scores: scores && { player1: scores.player2, player2: scores.player1 },
  });
}

/** A message with results, as the feed has them: those that changed with what they replace. */
export function resultsView(
  view: {
    feed: Pick<FeedRecord, 'matches'>;
    reading: FeedReading;
    keys: readonly string[];
    gap: ResultsPost['gap'];
    /** The round whose table stands below them. */
    table?: string | undefined;
    moved?: ResultsPost['moved'];
    reports: ReadonlyMap<string, MatchReport>;
    isOpenToDispute: boolean;
    isQuiet?: boolean;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const {
    feed,
    reading,
    keys,
    gap,
    table,
    moved = {},
    reports,
    isOpenToDispute,
    isQuiet = false,
    isHidden,
  } = view;
  const matchOf = matchFinder(reading);
  const rounds = reading.roundsIn(t);
  const lines = keys.flatMap((key): ResultLine[] => {
    const record = withoutMoved(feed.matches.get(key), moved[key]);
    if (record?.result === undefined) return [];
    const match = matchOf(key, record);
    // What another message shows by now is questioned there.
    const shown = moved[key] === undefined ? reports.get(key) : undefined;
    return [{ ...lineOf(record, match), ...present({ round: rounds.get(match), shown }) }];
  });
  const standings = table === undefined ? undefined : reading.tables().get(table)?.standings;
  const post = { tournament: reading.tournament, lines, gap, standings, isOpenToDispute, isQuiet, isHidden };
  return resultsPost(post, t);
}

/** The record as a message shows it whose result another message shows by now: as withdrawn. */
const withoutMoved = (record: MatchRecord | undefined, old: string | undefined): MatchRecord | undefined =>
  old === undefined ? record : { ...(record ?? KNOWN), result: { code: '', before: old, changes: 1 } };

/** The results of these matches that replace others, one line each. */
export function correctionLines(
  {
    feed,
    keys,
    reading,
  }: { feed: Pick<FeedRecord, 'matches'>; keys: readonly string[]; reading: FeedReading },
  t: Translate,
): string[] {
  const matchOf = matchFinder(reading);
  return keys.flatMap((key) => {
    const record = feed.matches.get(key);
    if (record === undefined) return [];
    const line = lineOf(record, matchOf(key, record));
    return line.before === undefined ? [] : [resultLine(line, t)];
  });
}

function lineOf({ result }: MatchRecord, match: Match): ResultLine {
  const outcomeOf = (code: string | undefined) =>
    code === undefined || code === '' ? undefined : turned(decodeResult(code), match);
  const isChanged = result !== undefined && result.changes > 0 && result.before !== result.code;
  return {
    match,
    ...present({
      result: outcomeOf(result?.code),
      before: isChanged ? outcomeOf(result.before) : undefined,
    }),
  };
}

/** The call of a match as it stands by now: `shows` is what `closing.ts` says. `record`: with the result that it is to show. */
export function closedView(
  view: {
    record: MatchRecord;
    shows: string;
    key: string;
    reading: FeedReading;
    reports: ReadonlyMap<string, MatchReport>;
    isShared: boolean;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { isHidden, isShared, key, reading, record, reports, shows } = view;
  const match = matchFinder(reading)(key, record);
  const state = STATES.find((one) => one === shows);
  // Withdrawn, or of before: what was shown last.
  const shown =
    state !== undefined || record.result?.code === shows
      ? record
      : { ...record, result: { changes: 0, ...record.result, code: shows } };
  return closedCallPost(
    {
      line: { ...lineOf(shown, match), ...present({ shown: reports.get(key) }) },
      state: state ?? 'decided',
      tournament: reading.tournament,
      isShared,
      isHidden,
      ...present({ round: reading.roundsIn(t).get(match) }),
    },
    t,
  );
}

/** Finds matches by their keys; one that is no longer in the bracket has those of its players who are, and others without a name. */
export function matchFinder({
  before,
  bracket,
  byKey,
}: FeedReading): (key: string, record: MatchRecord) => Match {
  let players: ReadonlyMap<string, PlayerName> | undefined;
  return (key, record) => {
    const match = byKey.get(key)?.match;
    if (match !== undefined) return match;
    players ??= new Map([...namedPlayers(before), ...namedPlayers(bracket)]);
    const playerOf = (side: 0 | 1): PlayerName =>
      [record.players, record.names].flatMap((two) => players?.get(two?.[side] ?? '') ?? [])[0] ?? {};
    return { id: '', sides: [{ player: playerOf(0) }, { player: playerOf(1) }] };
  };
}
