import { canBePlayed, outcomeOf, type NightStage, type Outcome } from '../brackets/night.ts';
import { playerKey } from '../brackets/players.ts';
import type { Bracket, Match, Tournament } from '../platform/records.ts';
import { sha256 } from '../store/sha256.ts';
import type { FeedRecord, MatchRecord } from './feeds.ts';

/** A tournament as the platform shows it. */
export interface Reading {
  tournament: Tournament;
  /** Absent where it was not read, or there is none yet. */
  bracket?: Bracket;
  /** Those of the bracket whose players are known. */
  matches: readonly KeyedMatch[];
  stage: NightStage;
  /** Hash of whatever a live post shows of it. */
  shows: string;
  /** When its newest part was read, epoch milliseconds. */
  readAt: number;
  /** When its bracket was read, which may be long before; the tournament where there is none. */
  resultsAt: number;
}

/** A match with the key under which a feed knows it. */
export interface KeyedMatch {
  key: string;
  match: Match;
}

export interface ResultChange extends KeyedMatch {
  outcome: Outcome;
  /** The outcome in short, as the feed stores it. */
  result: string;
  /** Another result of the same match was told before. */
  isCorrection: boolean;
}

/** What a channel has not been told yet. */
export interface Changes {
  calls: KeyedMatch[];
  results: ResultChange[];
  /** Called a while ago, and still without a result. */
  overdue: KeyedMatch[];
}

const OVERDUE_MS = 45 * 60_000;

const pairOf = ({ sides }: Match): string[] | undefined => {
  const keys = sides.map(({ player }) => playerKey(player));
  return keys.every((key) => key !== undefined) ? keys : undefined;
};

/**
 * The matches whose players are known. A key is made of the two players and of how often they met before, not of the match's
 * id: ids may change, and a bracket that is drawn anew has other pairs.
 */
export function keyedMatches(bracket: Bracket | undefined): KeyedMatch[] {
  const meetings = new Map<string, number>();
  return (bracket?.rounds ?? []).flatMap(({ matches }) =>
    matches.flatMap((match) => {
      const pair = pairOf(match)?.toSorted().join('\n');
      if (pair === undefined) return [];
      const meeting = (meetings.get(pair) ?? 0) + 1;
      meetings.set(pair, meeting);
      return [{ key: sha256(`${pair}\n${meeting}`).slice(0, 16), match }];
    }),
  );
}

/** The outcome in short, the same whichever side comes first. */
function resultText(match: Match, { winner, scores }: Outcome): string {
  const [first = '', second = ''] = pairOf(match) ?? [];
  const isSwapped = first > second;
  const won = winner === undefined ? 0 : isSwapped ? 3 - winner : winner;
  if (scores === undefined) return String(won);
  const points = [scores.player1, scores.player2];
  return `${won}:${(isSwapped ? points.toReversed() : points).join('-')}`;
}

/** Only the score was added: the winner was told before. */
const isAddition = (result: string, told: readonly string[]): boolean =>
  told.includes(result.split(':')[0] ?? '');

function resultChange({ key, match }: KeyedMatch, known: MatchRecord | undefined): ResultChange[] {
  const outcome = outcomeOf(match);
  if (outcome === undefined) return [];
  const result = resultText(match, outcome);
  const told = known?.results ?? [];
  // An older reading shows results that were told before: they are not told again.
  if (told.includes(result) || isAddition(result, told)) return [];
  return [{ key, match, outcome, result, isCorrection: told.length > 0 }];
}

/** Somebody reports the score while the match goes on. */
const hasScore = ({ sides }: Match): boolean => sides.some(({ score = 0 }) => score > 0);

function isOverdue({ match }: KeyedMatch, known: MatchRecord | undefined, now: number): boolean {
  if (known?.calledAt === undefined || known.overdue === true) return false;
  if ((known.results ?? []).length > 0 || hasScore(match) || !canBePlayed(match, now)) return false;
  const startsAt = match.startsAt?.precision === 'second' ? match.startsAt.epochMs : 0;
  return now - Math.max(known.calledAt, startsAt) >= OVERDUE_MS;
}

const isCallable = ({ match }: KeyedMatch, known: MatchRecord | undefined, now: number): boolean =>
  known?.calledAt === undefined && (known?.results ?? []).length === 0 && canBePlayed(match, now);

/** What a reading shows that the feed has not told. Pure: whatever is told is noted with `note…`, and then is no change. */
export function changesOf(
  { matches: known }: Pick<FeedRecord, 'matches'>,
  { matches, stage }: Pick<Reading, 'matches' | 'stage'>,
  now: number,
): Changes {
  const isOn = stage === 'running';
  return {
    calls: matches.filter((one) => isOn && isCallable(one, known[one.key], now)),
    results: matches.flatMap((one) => resultChange(one, known[one.key])),
    overdue: matches.filter((one) => isOn && isOverdue(one, known[one.key], now)),
  };
}

type Matches = FeedRecord['matches'];

const editRecords = (
  matches: Matches,
  keys: readonly string[],
  edit: (record: MatchRecord | undefined) => MatchRecord,
): Matches => ({ ...matches, ...Object.fromEntries(keys.map((key) => [key, edit(matches[key])])) });

export const noteCalls = (matches: Matches, keys: readonly string[], calledAt: number): Matches =>
  editRecords(matches, keys, (record) => ({ ...record, calledAt }));

export const noteOverdue = (matches: Matches, keys: readonly string[]): Matches =>
  editRecords(matches, keys, (record) => ({ ...record, overdue: true }));

export function noteResults(
  matches: Matches,
  results: readonly Pick<ResultChange, 'key' | 'result'>[],
): Matches {
  const next = { ...matches };
  for (const { key, result } of results)
    next[key] = { ...next[key], results: [...(next[key]?.results ?? []), result] };
  return next;
}

/** First sight: the results that are there already are never told. */
export const baseline = (reading: Reading): Matches =>
  noteResults({}, changesOf({ matches: {} }, reading, reading.readAt).results);
