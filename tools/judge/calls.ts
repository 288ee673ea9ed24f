import { MINUTE_MS, OLD_MS } from './clock.ts';
import { endsOf } from './closed.ts';
import type { Snapshot, TruthMatch } from './snapshot.ts';
import { pairKey } from './pairs.ts';
import { PROMPT_MS, type View } from './view.ts';

/** By time; matches without one in the bracket's order. */
const isEarlier = (one: TruthMatch, other: TruthMatch): boolean =>
  (one.startsAt ?? 0) - (other.startsAt ?? 0) < 0 ||
  (one.startsAt === other.startsAt && one.place < other.place);

/** Every call is true, none comes twice, and none is missing. */
export function judgeCalls(view: View): void {
  const { calls, callsOf, isRemoved, meetingsOf, named, topics, troubled, wrong } = view;
  // Its process died of it, and it was deleted before another one could find it.
  const isUnknown = ({ at, id }: (typeof calls)[number]): boolean =>
    isRemoved(id, at + MINUTE_MS) && troubled(at, at, ['process']);
  if (!topics.calls && calls.length > 0) wrong(calls[0]?.at ?? 0, 'calls are off');
  for (const call of calls) judgeCall(view, call);
  // A call that no longer counts is followed by that of the same two's next match.
  const ends = endsOf(view);
  const count = new Map(calls.map(({ pair, at }) => [pairKey(pair ?? []), { pair: pair ?? [], at }]));
  for (const { pair, at } of count.values())
    if (
      callsOf(pair).filter((call) => ends.get(call.id)?.state !== 'gone' && !isUnknown(call)).length >
      meetingsOf(pair)
    )
      wrong(at, `called twice: ${named(pair)}`);
  if (topics.calls) judgeMissingCalls(view);
  if (topics.calls && view.night.isPatient) judgeEveryCall(view);
}

function judgeCall(view: View, { at, pair, names }: View['calls'][number]): void {
  const { calls, mayBePlayed, mustBePlayable, recent, recentRecords, snapshots, wrong } = view;
  const name = names.join('-');
  if (pair === undefined) return wrong(at, `call of nobody: ${name}`);
  const isOn = recentRecords(at).some(({ isHalted, stage }) => stage === 'running' && !isHalted);
  const isReady = recentRecords(at).some(({ matches }) =>
    matches.some((one) => pairKey(one.pair) === pairKey(pair) && mayBePlayed(one, at - OLD_MS, at)),
  );
  if (!isOn || !isReady) wrong(at, `false call: ${name}`);
  // What is being played is what they play first.
  const isRunning = recent(at).some(({ matches }) =>
    matches.some((one) => one.isRunning && pairKey(one.pair) === pairKey(pair)),
  );
  /** Since when two players have had a match without a break: a call from before a redraw may be of another match. */
  const inBracketSince = (key: string): number => {
    const before = snapshots.filter((one) => one.at <= at);
    const last = before.at(-1)?.matches.filter((match) => pairKey(match.pair) === key) ?? [];
    const instances = new Set(last.map(({ instance }) => instance));
    const has = ({ matches }: Snapshot) => matches.some(({ instance }) => instances.has(instance));
    return before[before.findLastIndex((one) => !has(one)) + 1]?.at ?? 0;
  };
  const isTaken = (player: number): boolean =>
    calls.some((other) => {
      if (other.at >= at - OLD_MS || other.pair === undefined || !other.pair.includes(player)) return false;
      const key = pairKey(other.pair);
      if (key === pairKey(pair) || inBracketSince(key) > other.at) return false;
      return recent(at).every(({ matches }) => {
        const theirs = matches.filter((one) => pairKey(one.pair) === key);
        return theirs.length > 0 && theirs.every((one) => mustBePlayable(one, at - OLD_MS, at));
      });
    });
  if (!isRunning && pair.some(isTaken)) wrong(at, `call of somebody who has another match: ${name}`);
}

/** Where nothing goes on before the bot has read it, every match was called. */
function judgeEveryCall({ callsOf, endedAt, named, snapshots, wrong }: View): void {
  const playable = snapshots.flatMap(({ matches }) =>
    matches.filter(({ playsFrom }) => playsFrom !== undefined),
  );
  for (const pair of new Map(playable.map((one) => [pairKey(one.pair), one.pair])).values())
    if (callsOf(pair).length === 0) wrong(endedAt, `never called: ${named(pair)}`);
}

function judgeMissingCalls(view: View): void {
  const { baseline, baselineUntil, callsOf, endedAt, follow, isLookedAt, isReadable, named, night } = view;
  const { mayBePlayed, mustBePlayable, recent, snapshots, troubled, untilOf, wrong } = view;
  const since = meetingsSince(view);
  // What is being played as the channel begins, or goes on, is called to nobody.
  const begins = [...baseline, ...follow.resumes.flatMap((at) => recent(at + OLD_MS))];
  const wasRunning = new Set(
    begins.flatMap(({ matches }) => matches.filter((one) => one.isRunning).map((one) => pairKey(one.pair))),
  );
  for (const [index, snapshot] of snapshots.entries()) {
    const until = Math.min(untilOf(index), endedAt);
    const from = until - PROMPT_MS;
    if (from < snapshot.at || from < baselineUntil || snapshot.stage !== 'running') continue;
    if (troubled(from, until) || !isLookedAt(snapshot, from)) continue;
    // A message that may have been sent, and can't be searched for, counts as sent: no player is called twice.
    if (!isReadable && troubled(0, until, ['discord', 'process', 'store'])) continue;
    const isCalled = (match: TruthMatch): boolean => {
      const at = since.get(match) ?? 0;
      return wasRunning.has(pairKey(match.pair)) || callsOf(match.pair, until).some((call) => call.at >= at);
    };
    for (const match of snapshot.matches.filter((one) => mustBePlayable(one, from, until))) {
      if (isCalled(match)) continue;
      const isBusy = snapshot.matches.some(
        (other) =>
          other !== match &&
          other.pair.some((one) => match.pair.includes(one)) &&
          mayBePlayed(other, from, until) &&
          (other.isRunning || isCalled(other) || isEarlier(other, match)),
      );
      if (!isBusy)
        wrong(until, `no call: ${named(match.pair)} (playable since ${night.clockOf(snapshot.at)})`);
    }
  }
}

/**
 * Since when each match is the same for a channel: two players' match that is gone for a while and comes back under another id is
 * another one.
 */
function meetingsSince({ snapshots, troubled, untilOf }: View): Map<TruthMatch, number> {
  const known = new Map<string, { since: number; id: string; until: number }>();
  const byId = new Map<string, number>();
  const since = new Map<TruthMatch, number>();
  for (const [index, { at, matches }] of snapshots.entries()) {
    const counts = new Map<string, number>();
    for (const match of matches) {
      const pair = pairKey(match.pair);
      const count = (counts.get(pair) ?? 0) + 1;
      counts.set(pair, count);
      const before = known.get(`${pair}#${count}`);
      const isAnother =
        before === undefined ||
        (match.id !== '' &&
          before.id !== match.id &&
          at - before.until >= PROMPT_MS &&
          !troubled(before.until, at));
      // Under an id that they have played under before, it is that match again.
      const sameId = match.id === '' ? undefined : byId.get(`${pair} ${match.id}`);
      const one = {
        since: sameId ?? (isAnother ? at : before.since),
        id: match.id,
        until: untilOf(index),
      };
      known.set(`${pair}#${count}`, one);
      byId.set(`${pair} ${match.id}`, one.since);
      since.set(match, one.since);
    }
  }
  return since;
}
