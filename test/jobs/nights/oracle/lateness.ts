import { SECOND_MS, STEP_MS } from '../context.ts';
import { hasResult, hasWinner, pairKey, resultKey, type View } from './view.ts';

/** How late something was told, by what it is. */
export interface Delay {
  what: 'result' | 'call';
  ms: number;
  text: string;
}

/** Where nothing is in the way, a change is told within a minute; the clock's step comes on top. */
const LATE_MS = 60 * SECOND_MS + 3 * STEP_MS;

/** How late each thing was told that nothing was in the way of. */
export function delaysOf(view: View): Delay[] {
  return [...resultDelays(view), ...callDelays(view)];
}

/** What has been so for long enough, without anything in the way. */
const counts = ({ baselineUntil, endedAt, troubled }: View, from: number, to: number): boolean =>
  from > baselineUntil && to - from >= LATE_MS && to <= endedAt && !troubled(from - LATE_MS, from + LATE_MS);

function note(view: View, delay: Delay, at: number): Delay {
  if (delay.ms > LATE_MS) view.wrong(at, `${delay.text}: told after ${Math.round(delay.ms / SECOND_MS)} s`);
  return delay;
}

function resultDelays(view: View): Delay[] {
  const { endedAt, follow, isLookedAt, keyOf, named, oftenPairs, resultsIn } = view;
  const { snapshots, told, topics, untilOf } = view;
  if (!topics.results || (follow.isSecond && resultsIn !== follow.channelId)) return [];
  return snapshots.flatMap((snapshot, index): Delay[] => {
    const before = snapshots[index - 1];
    if (before === undefined || snapshot.stage === 'registration' || !isLookedAt(snapshot, snapshot.at))
      return [];
    return snapshot.matches.flatMap(({ pair, played }): Delay[] => {
      if (played === undefined || oftenPairs.has(pairKey(pair))) return [];
      const key = resultKey(played);
      if (hasResult(before, key) || hasWinner(before, key)) return [];
      const gone = snapshots.findIndex((one, at) => at > index && !hasResult(one, key));
      const until = gone === -1 ? endedAt : Math.min(untilOf(gone - 1), endedAt);
      if (!counts(view, snapshot.at, until)) return [];
      const shows = told.find(({ at, text }) => {
        if (at < snapshot.at) return false;
        if (text.kind === 'results') return text.lines.some((line) => keyOf(line.result) === key);
        return text.kind === 'closed' && keyOf(text.line.result) === key;
      });
      // Shown again as it was: nothing is to be told.
      const wasShown = snapshots.slice(0, index).some((one) => hasResult(one, key));
      if (shows === undefined && wasShown) return [];
      const ms = (shows?.at ?? endedAt) - snapshot.at;
      return [note(view, { what: 'result', ms, text: `result ${named(pair)}` }, snapshot.at)];
    });
  });
}

function callDelays(view: View): Delay[] {
  const { callsOf, endedAt, isLookedAt, isReadable, meetingsOf, named, snapshots, topics, untilOf, wallAt } =
    view;
  if (!topics.calls || !isReadable) return [];
  return snapshots.flatMap((snapshot, index): Delay[] => {
    const before = snapshots[index - 1];
    if (before?.stage !== 'running' || snapshot.stage !== 'running' || !isLookedAt(snapshot, snapshot.at))
      return [];
    if (before.isHalted) return [];
    return snapshot.matches.flatMap((match): Delay[] => {
      const { pair } = match;
      const isSame = (other: { pair: readonly number[] }) => pairKey(other.pair) === pairKey(pair);
      const others = snapshot.matches.filter(
        (one) => !isSame(one) && one.pair.some((who) => pair.includes(who)),
      );
      const isNew = match.isPlayable(wallAt(snapshot.at)) && !before.matches.some(isSame);
      const isBusy = others.some(({ isCalledOff, played }) => played === undefined && !isCalledOff);
      const until = Math.min(untilOf(index), endedAt);
      if (!isNew || isBusy || meetingsOf(pair) > 1 || !counts(view, snapshot.at, until)) return [];
      const ms = (callsOf(pair)[0]?.at ?? endedAt) - snapshot.at;
      return [note(view, { what: 'call', ms, text: `call ${named(pair)}` }, snapshot.at)];
    });
  });
}
