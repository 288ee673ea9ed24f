import { MINUTE_MS } from './clock.ts';
import { pairKey } from './pairs.ts';
import { PROMPT_MS, type View } from './view.ts';

const OVERDUE_MS = 45 * MINUTE_MS;

/** What is said of matches without a report, once for each. */
function judgeKind(view: View, kind: 'overdue' | 'late', afterMs: number): ReadonlySet<string> {
  const { callsOf, endedAt, mayBeLost, meetingsOf, named, overdue, own, pairOf, recent, topics, wrong } =
    view;
  const reminders = own.flatMap(({ at, text }) => (text.kind === 'late' ? [{ at, pairs: text.pairs }] : []));
  const all = (kind === 'late' ? reminders : overdue).flatMap(({ at, pairs }) =>
    pairs.map((names) => ({ at, pair: pairOf(names) ?? ([-1, -1] as const) })),
  );
  const counts = new Map<string, number>();
  for (const { at, pair } of all) {
    const key = pairKey(pair);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const wasCalled = callsOf(pair).some((call) => at - call.at >= afterMs - 2 * MINUTE_MS);
    // Drawn again as they were, two may have waited since their first call.
    if (!wasCalled && topics.calls && !mayBeLost && meetingsOf(pair) < 2)
      wrong(at, `${kind}, too early: ${named(pair)}`);
    const isOpen = recent(at).some(
      ({ isHalted, matches }) =>
        !isHalted &&
        matches.some(
          (one) =>
            pairKey(one.pair) === key &&
            one.played === undefined &&
            !one.hasScore &&
            !one.isCalledOff &&
            !one.isVoid,
        ),
    );
    if (!isOpen) wrong(at, `${kind}, falsely: ${named(pair)}`);
  }
  // The desk shows a match again whose result was taken back.
  for (const [key, count] of kind === 'late' ? counts : [])
    if (count > meetingsOf(key.split('-').map(Number))) wrong(endedAt, `${kind} twice: ${key}`);
  return new Set(counts.keys());
}

/** A request names the same two all along. */
function judgeRequests({ pairOf, said, wrong }: View): void {
  const asked = new Map<string, string>();
  for (const { at, id, post, text } of said) {
    const [, first, second] = /\*\*([^*\n]+) vs ([^*\n]+)\*\*/.exec(post.content) ?? [];
    const pair =
      text.kind === 'request' && first !== undefined && second !== undefined && pairOf([first, second]);
    if (!pair) continue;
    const key = pairKey(pair);
    if (asked.has(id) && asked.get(id) !== key) wrong(at, `a request about others: ${post.content}`);
    asked.set(id, key);
  }
}

/** One desk, which says in the end that nothing is missing, if so. */
function judgeDesk(view: View): void {
  const { desks, endedAt, isDisputed, isRemoved, mayBeLost, night, settledMs, snapshots, wrong } = view;
  const ids = new Set(desks.flatMap(({ id }) => (isRemoved(id) ? [] : [id])));
  const last = snapshots.at(-1);
  if (last === undefined || mayBeLost || endedAt - last.at < settledMs) return;
  if (ids.size > 1) wrong(endedAt, `${ids.size} desks`);
  const isAll = last.matches.every(
    ({ isCalledOff, isVoid, played }) => played !== undefined || isCalledOff || isVoid,
  );
  // The bot itself deletes one that the server's next channel takes the place of.
  const isLeft = (id: string): boolean => night.world.deletions.has(id) && !isRemoved(id);
  const text = desks.findLast(({ id }) => !isLeft(id))?.text;
  const isSaid = text?.isComplete === true || (isDisputed && text?.isDisputed === true);
  if (text !== undefined && last.stage === 'over' && isAll && !isSaid)
    wrong(endedAt, 'the desk does not say that all results are in');
}

/** Players and organizers are reminded of matches without a report: only of those, once, and not too early. */
export function judgeAlerts(view: View): void {
  const { callsOf, endedAt, follow, isReadable, meetingsOf, mustBePlayable, named } = view;
  const { proposals, snapshots, topics, troubled, untilOf, wrong } = view;
  judgeDesk(view);
  judgeRequests(view);
  const overdue = judgeKind(view, 'overdue', OVERDUE_MS);
  const late = judgeKind(view, 'late', topics.late * MINUTE_MS);
  if (topics.late === 0 && late.size > 0) wrong(endedAt, 'late matches are off');
  if (!topics.calls) return;
  // Long enough without anything in between.
  for (const [index, snapshot] of snapshots.entries()) {
    const until = Math.min(untilOf(index), endedAt);
    if (snapshot.stage !== 'running' || snapshot.isHalted) continue;
    for (const match of snapshot.matches) {
      const call = callsOf(match.pair, until).at(-1);
      if (call === undefined || match.hasScore || meetingsOf(match.pair) > 1) continue;
      const from = Math.max(call.at, snapshot.at);
      if (until - from < OVERDUE_MS + PROMPT_MS || match.startsAt !== undefined) continue;
      if (troubled(from, until) || !mustBePlayable(match, from, until)) continue;
      // What may have been sent counts as sent where nobody can search for it.
      if (!isReadable && troubled(call.at, until, ['discord', 'process', 'store'])) continue;
      // Somebody reported it.
      if (proposals.some(({ at, pair }) => at <= until && pair && pairKey(pair) === pairKey(match.pair)))
        continue;
      if (topics.late > 0 && !late.has(pairKey(match.pair)))
        wrong(until, `not reminded: ${named(match.pair)}`);
      if (!follow.isSecond && !overdue.has(pairKey(match.pair)))
        wrong(until, `the organizers do not know that nobody reports: ${named(match.pair)}`);
    }
  }
}
