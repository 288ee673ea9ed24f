import type { Act } from './acts.ts';
import type { ShownReport } from '../../replies/report-view.ts';
import { sha256 } from '../../sha256.ts';
import { sureStates } from './baseline.ts';
import { callState, OPEN } from './closing.ts';
import type { MatchRecord } from './match-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import type { PlanInput } from './plan-input.ts';

type ThreadInput = Pick<PlanInput, 'feed' | 'reading'>;

/** Whether a call shows how its match ended, or is gone: its thread can close. */
export const isSettled = ({ call: { messageId, shows = OPEN } = {} }: MatchRecord): boolean =>
  messageId === undefined || (shows !== OPEN && shows !== '');

/** The called matches without their thread yet: a call and its thread are two requests. */
export const threadlessCalls = ({ feed, reading }: ThreadInput): KeyedMatch[] =>
  reading.isCurrent
    ? reading.matches.filter(({ key, match }) => {
        const record = feed.matches.get(key);
        const isWanted = record?.call?.at !== undefined && record.thread?.state === 'wanted';
        return isWanted && callState(record, match, reading) === OPEN;
      })
    : [];

/** The threads to start: for existing calls, and for the calls sent before them. Pure. */
export function threadActs(
  input: ThreadInput & Pick<PlanInput, 'followed' | 'reach'>,
  newCalls: readonly Act[],
): Act[] {
  const waiting = threadlessCalls(input).flatMap((call): Act[] => {
    const sides = input.reach.get(call.key);
    return sides === undefined || sides.some(({ how }) => how === 'wait')
      ? []
      : [{ kind: 'thread', call, sides }];
  });
  const started = input.followed.follow.topics.threads === true ? newCalls : [];
  return [
    ...waiting,
    ...started.flatMap((act): Act[] => (act.kind === 'call' ? [{ ...act, kind: 'thread' }] : [])),
  ];
}

/** A report that waits for an answer while its match is open: the thread asks for it. */
export const isAsked = (shown: ShownReport | undefined): shown is ShownReport =>
  shown?.report.state === 'open' || shown?.report.state === 'disputed';

function askedCode({ report, mentions }: ShownReport): string {
  const { claim, counter, seen, state } = report;
  return sha256(JSON.stringify([state, claim, counter, seen, mentions]), 10);
}

/** The first messages of threads that don't show the latest report, dispute or result yet. Pure. */
export function threadMessageActs({
  feed,
  limits,
  reading,
  reports,
}: ThreadInput & Pick<PlanInput, 'limits' | 'reports'>): Act[] {
  const stateOf = sureStates(feed, reading);
  const acts = [...feed.matches].flatMap(([key, { thread }]): Act[] => {
    if (thread?.state !== 'open' || thread.messageId === undefined) return [];
    const state = stateOf(key);
    if (state === undefined) return [];
    const shown = reports.get(key);
    const shows = state === OPEN && isAsked(shown) ? askedCode(shown) : state;
    return shows === (thread.shows ?? OPEN) ? [] : [{ kind: 'edit-thread', key, state, shows }];
  });
  return acts.slice(0, limits.closes);
}

/** The threads to close: their matches are over, and their calls and messages will show that. Pure. */
export function closeThreadActs(
  { feed, limits, reading }: ThreadInput & Pick<PlanInput, 'limits'>,
  edits: readonly Act[],
): Act[] {
  const stateOf = sureStates(feed, reading);
  const closes = [...feed.matches].flatMap(([key, { call, thread }]): Act[] => {
    if (call?.at === undefined || thread === undefined || thread.state === 'done') return [];
    const state = stateOf(key);
    if (state === undefined) return [];
    const isEdited = edits.some((act) => act.kind === 'edit-thread' && act.key === key);
    // A closed thread's message can't be edited.
    if (thread.messageId !== undefined && thread.shows !== state && !isEdited) return [];
    return state !== OPEN ? [{ kind: 'close-thread', key }] : [];
  });
  return closes.slice(0, limits.closes);
}
