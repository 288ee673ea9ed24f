import type { Act } from './acts.ts';
import { doubtful } from './baseline.ts';
import { callState, CLOSES_AT_ONCE, OPEN } from './closing.ts';
import type { PlanInput } from './plan-input.ts';
import { codeOf } from './questioned.ts';

/** The direct messages that no longer show how their matches stand, and who questioned or ruled them. Pure. */
export function directActs({
  feed,
  reading,
  reports,
}: Pick<PlanInput, 'feed' | 'reading' | 'reports'>): Act[] {
  const { byKey, isCurrent, stage } = reading;
  // A bracket that is empty for a moment closes nothing.
  if (!isCurrent || byKey.size === 0) return [];
  const unsure = doubtful(feed, reading);
  const acts = Object.entries(feed.matches).flatMap(([key, record]): Act[] => {
    if (record.direct === undefined || unsure.has(key)) return [];
    const state = callState(record, byKey.get(key)?.match, stage);
    const code = state === OPEN ? undefined : codeOf(reports.get(key));
    const shows = code === undefined ? state : `${state} ${code}`;
    return shows === (record.direct.shows ?? OPEN) ? [] : [{ kind: 'edit-direct', key, state, shows }];
  });
  return acts.slice(0, CLOSES_AT_ONCE);
}
