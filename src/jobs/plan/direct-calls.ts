import type { Act } from './acts.ts';
import { sureStates } from './baseline.ts';
import { OPEN } from './closing.ts';
import type { PlanInput } from './plan-input.ts';
import { codeOf } from './questioned.ts';

/** The direct messages that no longer show how their matches stand, or who disputed or ruled on them. Pure. */
export function directActs({
  feed,
  limits,
  reading,
  reports,
}: Pick<PlanInput, 'feed' | 'limits' | 'reading' | 'reports'>): Act[] {
  const stateOf = sureStates(feed, reading);
  const acts = [...feed.matches].flatMap(([key, { direct }]): Act[] => {
    const state = direct && stateOf(key);
    if (state === undefined) return [];
    const code = state === OPEN ? undefined : codeOf(reports.get(key));
    const shows = code === undefined ? state : `${state} ${code}`;
    return shows === (direct?.shows ?? OPEN) ? [] : [{ kind: 'edit-direct', key, state, shows }];
  });
  return acts.slice(0, limits.closes);
}
