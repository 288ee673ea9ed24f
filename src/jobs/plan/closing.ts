import type { NightStage } from '../../brackets/night.ts';
import { present } from '../../present.ts';
import type { Match } from '../../reading/records.ts';
import type { Act } from './acts.ts';
import type { MatchRecord } from './match-record.ts';
import type { PlanInput } from './plan-input.ts';
import { resultOf, winnerAlone } from './result-codes.ts';

/** As many as are edited in one turn; the rest waits for the next reading. */
export const CLOSES_AT_ONCE = 20;

/** A match is open, was canceled, or is no longer in the bracket. Results have other forms. */
export const OPEN = 'open';
export const CANCELED = 'canceled';
export const GONE = 'gone';

/** What the call of a match should show by now: its result, or one of these. */
export function callState(record: MatchRecord, match: Match | undefined, stage: NightStage): string {
  if (match === undefined) return GONE;
  const result = resultOf(match);
  // The winner alone takes nothing back of a score that was shown.
  if (result !== undefined)
    return winnerAlone(record.result?.code ?? '') === result ? (record.result?.code ?? '') : result;
  return match.phase === 'cancelled' || stage === 'cancelled' ? CANCELED : OPEN;
}

/**
 * The calls that no longer show how their matches stand. `results`: those that the call alone shows. `fixed`: matches whose
 * calls stay as they are. `restated`: those whose result was questioned or ruled since. Pure.
 */
export function closeActs(
  { feed, reading }: Pick<PlanInput, 'feed' | 'reading'>,
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
  const { byKey, isCurrent, stage } = reading;
  // A bracket that is empty for a moment closes nothing.
  if (!isCurrent || byKey.size === 0) return [];
  const acts = [...feed.matches].flatMap(([key, record]): Act[] => {
    if (record.call?.messageId === undefined || fixed.has(key)) return [];
    const shows = callState(record, byKey.get(key)?.match, stage);
    const result = results.get(key);
    const isRestated = restated.has(key) && record.result?.postId === undefined && shows !== OPEN;
    if (result === undefined && shows === (record.call.shows ?? OPEN) && !isRestated) return [];
    return [{ kind: 'close', key, shows, ...present({ result }) }];
  });
  return acts.slice(0, CLOSES_AT_ONCE);
}
