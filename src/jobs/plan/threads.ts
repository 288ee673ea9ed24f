import type { Act } from './acts.ts';
import { doubtful } from './baseline.ts';
import { callState, CLOSES_AT_ONCE, OPEN } from './closing.ts';
import type { MatchRecord } from './match-record.ts';
import type { KeyedMatch } from './match-keys.ts';
import type { PlanInput } from './plan-input.ts';

type ThreadInput = Pick<PlanInput, 'feed' | 'reading'>;

/** Whether a call shows how its match ended, or is gone: its thread can close. */
export const isSettled = ({ call: { messageId, shows = OPEN } = {} }: MatchRecord): boolean =>
  messageId === undefined || (shows !== OPEN && shows !== '');

/** The called matches whose players wait for their thread: a call and its thread are two requests. */
export const threadlessCalls = ({ feed, reading }: ThreadInput): KeyedMatch[] =>
  reading.isCurrent
    ? reading.matches.filter(({ key, match }) => {
        const record = feed.matches[key];
        const isWanted = record?.call?.at !== undefined && record.thread?.state === 'wanted';
        return isWanted && callState(record, match, reading.stage) === OPEN;
      })
    : [];

/** The threads to start: those that calls wait for, and those of the calls that are sent before them. Pure. */
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

/** The threads to close: their matches are over, and their calls show it by then. Pure. */
export function closeThreadActs({ feed, reading }: ThreadInput): Act[] {
  const { byKey, isCurrent, stage } = reading;
  if (!isCurrent || byKey.size === 0) return [];
  const unsure = doubtful(feed, reading);
  const closes = Object.entries(feed.matches).flatMap(([key, record]): Act[] => {
    const { call, thread } = record;
    if (call?.at === undefined || thread === undefined || thread.state === 'done' || unsure.has(key))
      return [];
    const isOver = callState(record, byKey.get(key)?.match, stage) !== OPEN;
    return isOver ? [{ kind: 'close-thread', key }] : [];
  });
  return closes.slice(0, CLOSES_AT_ONCE);
}
