import type { Act } from './acts.ts';
import { callState } from './closing.ts';
import { doubtful } from './doubt.ts';
import type { FeedRecord } from './feed-record.ts';
import { KNOWN, type MatchRecord } from './match-record.ts';
import type { MatchReport, PlanInput } from './plan-input.ts';

/** Whether the players of a called match have moved on: one was called to a later match, and no report waits for an answer. */
export function goneOn(
  { matches }: Pick<FeedRecord, 'matches'>,
  reports: ReadonlyMap<string, MatchReport>,
): (key: string) => boolean {
  const lastCalls = new Map<string, number>();
  for (const { call, players = [] } of matches.values())
    for (const player of players) lastCalls.set(player, Math.max(call?.at ?? 0, lastCalls.get(player) ?? 0));
  return (key) => {
    const { call, players = [], result } = matches.get(key) ?? KNOWN;
    const state = reports.get(key)?.report.state;
    if ((result?.code ?? '') === '' || state === 'open' || state === 'disputed') return false;
    return players.some((player) => (lastCalls.get(player) ?? 0) > (call?.at ?? Infinity));
  };
}

/**
 * Results whose buttons can go because their players have moved on: members' result posts in calls, and messages of results. Pure.
 */
export function settledActs({
  feed,
  limits,
  reading,
  reports,
}: Pick<PlanInput, 'feed' | 'limits' | 'reading' | 'reports'>): Act[] {
  // A message is edited as a whole: not by a reading that lacks a match.
  if (!reading.isCurrent || doubtful(feed, reading).size > 0) return [];
  const isOn = goneOn(feed, reports);
  // What shows another result is edited with it.
  const isSettled = (key: string, record: MatchRecord, shows = ''): boolean =>
    isOn(key) && shows !== '' && shows === callState(record, reading.byKey.get(key)?.match, reading);
  const calls = [...feed.matches].flatMap(([key, record]): Act[] => {
    const { isMembers, shows = '' } = record.call ?? {};
    return isMembers === true && isSettled(key, record, shows) ? [{ kind: 'close', key, shows }] : [];
  });
  const isResultSettled = (key: string): boolean => {
    const record = feed.matches.get(key) ?? KNOWN;
    // A result that changes too often stays as it is.
    return record.state === 'closed' ? isOn(key) : isSettled(key, record, record.result?.code);
  };
  const posts = Object.entries(feed.posts).flatMap(([postId, { isQuiet, keys, unsure }]): Act[] =>
    isQuiet === true || unsure === true || keys.length === 0 || !keys.every(isResultSettled)
      ? []
      : [{ kind: 'correct', postId, results: [] }],
  );
  return [...calls, ...posts].slice(0, limits.settled);
}
