import { HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts';
import { pairKey } from './pairs.ts';
import type { Snapshot } from './snapshot.ts';
import { hasResult, hasWinner, isPlayable, resultKey, type View } from './view.ts';

/** How late something was told, by what it is. */
export interface Delay {
  what: 'result' | 'call';
  ms: number;
  text: string;
}

/** Without obstacles, a change is posted within a minute; steps of a night's clock come on top. */
const LATE_MS = 75 * SECOND_MS;

/** What had no news for six hours is read every five minutes, until there is some. */
const QUIET_MS = 6 * HOUR_MS;
const QUIET_READ_MS = 5 * MINUTE_MS;

/** What is taken back between two such readings is no news, nor what only the first reading of another process may show. */
function newsOf({ snapshots, troubled }: View, to: number): Snapshot[] {
  const news: Snapshot[] = [];
  const shown = (one: Snapshot) => JSON.stringify(one.matches);
  for (const one of snapshots.filter(({ at }) => at <= to)) {
    if (one.at < to && troubled(one.at, one.at + QUIET_READ_MS, ['process'])) continue;
    const same = news.findLastIndex((before) => shown(before) === shown(one));
    const leftAt = news[same + 1]?.at ?? one.at;
    if (same !== -1 && one.at - leftAt < QUIET_READ_MS) news.splice(same + 1);
    else news.push(one);
  }
  return news;
}

/** How late what came then may be told. */
export function limitAt(view: View, at: number): number {
  if (at - (view.snapshots[0]?.at ?? at) < QUIET_MS) return LATE_MS;
  const isQuiet = newsOf(view, at).some(
    (one, index, news) =>
      at - one.at <= QUIET_READ_MS && one.at - (news[index - 1]?.at ?? Infinity) >= QUIET_MS,
  );
  return isQuiet ? QUIET_READ_MS + LATE_MS : LATE_MS;
}

/** How late each thing was told that nothing was in the way of. */
export function delaysOf(view: View): Delay[] {
  return [...resultDelays(view), ...callDelays(view)];
}

/** What has been so for long enough, without anything in the way. */
function counts(view: View, from: number, to: number): boolean {
  const { baselineUntil, endedAt, troubled } = view;
  const isLong = to - from >= limitAt(view, from) && to <= endedAt;
  return from > baselineUntil && isLong && !troubled(from - LATE_MS, from + LATE_MS);
}

function note(view: View, delay: Delay, at: number): Delay {
  if (delay.ms > limitAt(view, at))
    view.wrong(at, `${delay.text}: told after ${Math.round(delay.ms / SECOND_MS)} s`);
  return delay;
}

/** Whether a line shows a result: a winner alone may get scores or lose them. */
const isOf = (shown: string | undefined, key: string): boolean =>
  shown !== undefined && (key.startsWith(shown) || shown.startsWith(key)) && shown !== '';

function resultDelays(view: View): Delay[] {
  const { endedAt, follow, isLookedAt, keyOf, meetingsOf, named, oftenPairs, resultsIn } = view;
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
        const lines = text.kind === 'results' ? text.lines : text.kind === 'closed' ? [text.line] : [];
        return lines.some(({ result }) => isOf(keyOf(result), key));
      });
      // Shown again as it was, or soon after: nothing is to be told.
      const shownBefore = snapshots
        .slice(0, index)
        .findLastIndex(({ matches }) =>
          matches.some((one) => one.played !== undefined && isOf(resultKey(one.played), key)),
        );
      const wasShown = shownBefore !== -1;
      // What shows it may be another match of the same two.
      const isKnown = shows === undefined || meetingsOf(pair) > 1;
      if (wasShown && (isKnown || snapshot.at - untilOf(shownBefore) < LATE_MS)) return [];
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
      const isNew = isPlayable(match, wallAt(snapshot.at)) && !before.matches.some(isSame);
      const isBusy = others.some(({ isCalledOff, played }) => played === undefined && !isCalledOff);
      const until = Math.min(untilOf(index), endedAt);
      if (!isNew || isBusy || meetingsOf(pair) > 1 || !counts(view, snapshot.at, until)) return [];
      const ms = (callsOf(pair)[0]?.at ?? endedAt) - snapshot.at;
      return [note(view, { what: 'call', ms, text: `call ${named(pair)}` }, snapshot.at)];
    });
  });
}
