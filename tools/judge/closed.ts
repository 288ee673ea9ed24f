import type { ResultText } from './read-message.ts';
import type { Snapshot } from './snapshot.ts';
import { pairKey } from './pairs.ts';
import { hasResult, type View } from './view.ts';

interface CallEnd {
  line: ResultText | undefined;
  state: string;
  pair: readonly number[];
}

/** A call that ended says so truly, and each says in the end how its match stands. */
export function judgeClosed(view: View): void {
  const {
    calls,
    cup,
    isReadable,
    keyOf,
    mayBeOver,
    meetingsOf,
    named,
    oftenPairs,
    pairOf,
    recent,
    recentRecords,
    snapshots,
    told,
    wrong,
  } = view;
  const pairs = new Map(calls.map(({ id, pair }) => [id, pair ?? []]));
  // A score that waited for a word ends as what the match came to.
  const asked = new Set(told.flatMap(({ id, text }) => (text.kind === 'proposal' ? [id] : [])));
  /** By names alone, a match whose player gave way to another under the same id is the same one. */
  const isRenamed = (id: string, at: number): boolean => {
    const own: readonly number[] = pairs.get(id) ?? [];
    const ids = new Set(
      snapshots.flatMap(({ matches }) =>
        matches.flatMap((one) => (one.id !== '' && pairKey(one.pair) === pairKey(own) ? [one.id] : [])),
      ),
    );
    const others = recent(at).flatMap(({ matches }) => matches.filter((one) => ids.has(one.id)));
    return !cup.hasIds() && others.some(({ pair }) => pair.some((one) => own.includes(one)));
  };
  for (const { id, at, kind, text } of told) {
    if (text.kind !== 'closed') continue;
    const { line, state } = text;
    const shown = `${state} ${JSON.stringify(line)}`;
    if (kind === 'post') wrong(at, `a closed call that called nobody: ${shown}`);
    const pair = pairs.get(id) ?? (text.pair && pairOf(text.pair));
    const own = pair && pairKey(pair);
    const inBracket = ({ matches }: Snapshot) => matches.filter((one) => pairKey(one.pair) === own);
    const key = keyOf(line.result);
    const isTrue = {
      decided:
        key !== undefined &&
        (asked.has(id) || key.startsWith(`${own} `) || isRenamed(id, at)) &&
        recent(at).some((one) => hasResult(one, key)),
      open: recent(at).some((one) => inBracket(one).some(({ played }) => played === undefined)),
      canceled:
        recentRecords(at).some(({ stage }) => stage === 'cancelled') ||
        recent(at).some((one) => inBracket(one).some(({ isCalledOff }) => isCalledOff)),
      unplayed: mayBeOver(at) || recent(at).some((one) => inBracket(one).some(({ isVoid }) => isVoid)),
      gone: recent(at).some((one) => inBracket(one).length < meetingsOf(pair ?? [])),
    }[state];
    if (!isTrue) wrong(at, `a call is closed falsely: ${shown}`);
  }
  const last = snapshots.at(-1);
  // Whose message is not known cannot be edited.
  if (last === undefined || !isReadable) return;
  const ends = endsOf(view);
  for (const { id, at, pair } of calls) {
    if (pair === undefined || meetingsOf(pair) > 1 || oftenPairs.has(pairKey(pair)) || view.isRemoved(id))
      continue;
    const match = last.matches.find((one) => pairKey(one.pair) === pairKey(pair));
    const end = ends.get(id);
    const isCanceled = last.stage === 'cancelled' || match?.isCalledOff === true;
    const isUnplayed = last.stage === 'over' || match?.isVoid === true;
    const open = match === undefined ? 'gone' : 'open';
    const should =
      match?.played !== undefined ? 'decided' : isCanceled ? 'canceled' : isUnplayed ? 'unplayed' : open;
    const is = end?.state ?? 'open';
    const key = end && keyOf(end.line);
    const isSame = is === should || (isCanceled && is !== 'open');
    const isRight = should !== 'decided' || (key !== undefined && hasResult(last, key));
    if (!isSame || (!isCanceled && !isRight))
      wrong(at, `the call of ${named(pair)} ends as ${is} ${key ?? ''}, not as ${should}`);
  }
}

/** How each call's match stands, as its message says now. */
export function endsOf({ calls, told, isRemoved }: View): Map<string, CallEnd> {
  const pairs = new Map(calls.map(({ id, pair }) => [id, pair ?? []]));
  const ends = new Map<string, CallEnd>();
  for (const { id, text } of told) {
    const pair = pairs.get(id);
    if (pair === undefined || text.kind === 'call' || isRemoved(id)) continue;
    if (text.kind === 'closed') ends.set(id, { line: text.line.result, state: text.state, pair });
    // The member who reported it there has edited it.
    if (text.kind === 'results') ends.set(id, { line: text.lines[0]?.result, state: 'decided', pair });
  }
  return ends;
}
