import { hasEnded } from '../../brackets/tournament-stage.ts';
import { questionOf, type Question } from '../../brackets/question.ts';
import { present } from '../../present.ts';
import type { Match } from '../../reading/records.ts';
import type { Act } from './acts.ts';
import { KNOWN, type MatchRecord } from './match-record.ts';
import type { FeedReading, PlanInput } from './plan-input.ts';
import { resultOf, winnerAlone } from './result-codes.ts';

/** The states of a call without a result. Result codes look different. */
const STATES = ['open', 'canceled', 'unplayed', 'gone', 'dropped'] as const satisfies (
  | Question
  | 'dropped'
)[];
export const OPEN = 'open';
export const GONE = 'gone';

/** The state that a call shows; `undefined` for a result. */
export const stateIn = (shows: string | undefined) => STATES.find((state) => state === shows);

/** What the call of a match should show now: its result, or one of these states. */
export function callState(
  record: MatchRecord,
  match: Match | undefined,
  { hasNoBracket, isLast, stage }: Pick<FeedReading, 'hasNoBracket' | 'isLast' | 'stage'>,
): string {
  const shown = record.result?.code ?? '';
  // A bracket that is gone takes no result back.
  if (match === undefined && hasNoBracket && shown !== '') return shown;
  const result = match && resultOf(match);
  if (result === undefined) return isLast === true ? 'dropped' : questionOf(match, stage);
  // A reading with only the winner does not take back a score that was shown.
  return winnerAlone(shown) === result ? shown : result;
}

/** Whether a call asks, or may ask: its last edit may not have arrived. */
export const isAsking = ({ call }: MatchRecord): boolean => ['', OPEN].includes(call?.shows ?? OPEN);

/**
 * Whether a reading says how matches stand. A momentarily empty bracket does not, but a missing one after the end does, and so does
 * the last one of a canceled tournament whose bracket can't be read.
 */
export function showsMatches(reading: FeedReading): boolean {
  const { byKey, hasNoBracket, isCurrent, isLast, isStale, stage } = reading;
  if (isLast === true || (hasEnded(stage) && hasNoBracket)) return true;
  return (isCurrent || (stage === 'cancelled' && isStale === true)) && byKey.size > 0;
}

/**
 * The calls that no longer show how their matches stand. `results`: those that only the call shows. `fixed`: matches whose calls
 * stay as they are. `restated`: those whose result was disputed or ruled on since. Pure.
 */
export function closeActs(
  { feed, limits, reading }: Pick<PlanInput, 'feed' | 'limits' | 'reading'>,
  {
    results,
    fixed,
    restated = new Set(),
  }: {
    results: ReadonlyMap<string, string>;
    fixed: ReadonlySet<string>;
    restated?: ReadonlySet<string>;
  },
): Act[] {
  const { byKey } = reading;
  if (!showsMatches(reading)) return [];
  const acts = [...feed.matches].flatMap(([key, record]): Extract<Act, { kind: 'close' }>[] => {
    if (record.call?.messageId === undefined) return [];
    if (fixed.has(key) && !(hasEnded(reading.stage) && isAsking(record))) return [];
    const shows = callState(record, byKey.get(key)?.match, reading);
    const result = results.get(key);
    const isRestated = restated.has(key) && record.result?.postId === undefined && shows !== OPEN;
    if (result === undefined && shows === (record.call.shows ?? OPEN) && !isRestated) return [];
    return [{ kind: 'close', key, shows, ...present({ result }) }];
  });
  // What still asks goes first: the rest only says more exactly why it is closed.
  const asks = ({ key }: { key: string }): boolean => isAsking(feed.matches.get(key) ?? KNOWN);
  return [...acts.filter(asks), ...acts.filter((act) => !asks(act))].slice(0, limits.closes);
}
