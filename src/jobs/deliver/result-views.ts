import { tablesByRound } from '../../brackets/round-tables.ts';
import { matchRounds } from '../../brackets/match-rounds.ts';
import { turnedOutcome, type MatchResult } from '../../brackets/results.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import type { Match, PlayerName } from '../../reading/records.ts';
import { closedCallPost } from '../../replies/feed-calls.ts';
import { resultLine, resultsPost, type ResultLine } from '../../replies/feed-results.ts';
import type { Translate } from '../../words/words.ts';
import { stateIn } from '../plan/closing.ts';
import type { FeedRecord, ResultsPost } from '../plan/feed-record.ts';
import { inKeyOrder, namedPlayers } from '../plan/match-keys.ts';
import { KNOWN, withResult, type MatchRecord } from '../plan/match-record.ts';
import type { FeedReading, MatchReport } from '../plan/plan-input.ts';
import { decodeResult } from '../plan/result-codes.ts';

/** A stored result in the order of the match's sides. */
const inOrderOf = (match: Match, outcome: MatchResult): MatchResult =>
  inKeyOrder(match, [1, 2] as const)[0] === 1 ? outcome : turnedOutcome(outcome);

/** A message with the feed's results, each corrected one with its earlier score. */
export function resultsView(
  view: {
    feed: Pick<FeedRecord, 'matches'>;
    reading: FeedReading;
    keys: readonly string[];
    gap: ResultsPost['gap'];
    /** The round whose table is below them. */
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
  const rounds = matchRounds(reading.bracket, t);
  const lines = keys.flatMap((key): ResultLine[] => {
    const record = withoutMoved(feed.matches.get(key), moved[key]);
    if (record?.result === undefined) return [];
    const match = matchOf(key, record);
    // The message that now shows the result also shows its dispute.
    const shown = moved[key] === undefined ? reports.get(key) : undefined;
    return [
      { ...lineOf(record, match, reading.byKey.has(key)), ...present({ round: rounds.get(match), shown }) },
    ];
  });
  const standings = table === undefined ? undefined : tablesByRound(reading.bracket).get(table)?.standings;
  const post = { tournament: reading.tournament, lines, gap, standings, isOpenToDispute, isQuiet, isHidden };
  return resultsPost(post, t);
}

/** The record for a message whose result another message shows now: as withdrawn. */
const withoutMoved = (record: MatchRecord | undefined, old: string | undefined): MatchRecord | undefined =>
  old === undefined ? record : { ...(record ?? KNOWN), result: { code: '', before: old, changes: 1 } };

/** The corrected results of these matches, one line each. */
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
    const line = lineOf(record, matchOf(key, record), reading.byKey.has(key));
    return line.before === undefined ? [] : [resultLine(line, t)];
  });
}

/** `isInBracket`: its sides are the bracket's. Otherwise they are in the order of the stored results. */
function lineOf({ result }: MatchRecord, match: Match, isInBracket: boolean): ResultLine {
  function outcomeOf(code: string | undefined): MatchResult | undefined {
    if (code === undefined || code === '') return undefined;
    const outcome = decodeResult(code);
    return isInBracket ? inOrderOf(match, outcome) : outcome;
  }
  const isChanged = result !== undefined && result.changes > 0 && result.before !== result.code;
  return {
    match,
    ...present({
      result: outcomeOf(result?.code),
      before: isChanged ? outcomeOf(result.before) : undefined,
    }),
  };
}

/** The call of a match as it stands now: `shows` is a state of `closing.ts`. `record`: with the result to show. */
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
  const state = stateIn(shows);
  // Where another message keeps the result, the record may not hold it yet.
  const shown = state === undefined ? withResult(record, shows, undefined) : record;
  return closedCallPost(
    {
      line: { ...lineOf(shown, match, reading.byKey.has(key)), ...present({ shown: reports.get(key) }) },
      state: state ?? 'decided',
      tournament: reading.tournament,
      isShared,
      isHidden,
      ...present({ round: matchRounds(reading.bracket, t).get(match) }),
    },
    t,
  );
}

/**
 * Finds matches by key; for one that left the bracket, its players who are still there, and the others without a name, in the order
 * of its record.
 */
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
