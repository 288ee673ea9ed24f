import { MINUTE_MS, SECOND_MS } from './clock.ts';
import type { MessageText } from './read-message.ts';
import type { Snapshot } from './snapshot.ts';
import { endsOf } from './closed.ts';
import { pairKey } from './pairs.ts';
import { countOf, hasResult, PROMPT_MS, resultKey, type Told, type View } from './view.ts';

type Results = Extract<MessageText, { kind: 'results' }>;

/** What was done is noted within this time. */
const NOTED_MS = 5 * SECOND_MS;

/** A result, also where it is the winner alone and its scores were there. */
const showsMore = (snapshot: Snapshot, key: string): boolean =>
  hasResult(snapshot, key) ||
  (key.endsWith(' ') &&
    snapshot.matches.some(({ played }) => played !== undefined && resultKey(played).startsWith(key)));

/** The bot may have read nothing for as long as the platform had this result. */
export function mayBeUnseen({ endedAt, ours, snapshots, troubled, untilOf }: View, key: string): boolean {
  const runs: { from: number; to: number }[] = [];
  for (const [index, one] of snapshots.entries()) {
    if (!hasResult(one, key)) continue;
    const run = runs.at(-1);
    const to = Math.min(untilOf(index), endedAt);
    if (run?.to === one.at) run.to = to;
    else runs.push({ from: one.at, to });
  }
  const isSeen = runs.some(({ from, to }) =>
    [from, ...ours.map((one) => one.to + 1)].some(
      (at) => at >= from && at + PROMPT_MS <= to && !troubled(at, at + PROMPT_MS),
    ),
  );
  return runs.length > 0 && !isSeen;
}

/** Every result that a message shows is one that the platform showed just then; in the end, all of them stand, once. */
export function judgeResults(view: View): void {
  const states = new Map<string, Results>();
  const lineCount = new Map<string, number>();
  const calls = new Set(view.calls.map(({ id }) => id));
  for (const one of view.told) {
    const { id, text } = one;
    // A score that waited for a word shows what the match came to, as a result does.
    if (text.kind === 'closed')
      if (text.state === 'decided' && !calls.has(id) && !view.isRemoved(id))
        states.set(id, { kind: 'results', lines: [text.line] });
      else states.delete(id);
    if (text.kind !== 'results') continue;
    judgeLines(view, one, text, { states, lineCount });
    if (!view.isRemoved(id)) states.set(id, text);
  }
  judgeEnd(view, states, lineCount);
  judgeStruck(view);
}

/** A score that no longer holds is struck through where it stood. */
function judgeStruck({ keyOf, meetingsOf, pairOf, told, troubled, wrong }: View): void {
  const shown = new Map<string, { key: string; at: number }>();
  for (const { at, id, text } of told) {
    const lines = text.kind === 'results' ? text.lines : text.kind === 'closed' ? [text.line] : [];
    for (const { before, isCorrected, isWithdrawn, result = before } of lines) {
      const [key, pair] = [keyOf(result), result && pairOf(result.names)];
      // Where two met twice, a message may show both matches.
      if (key === undefined || pair === undefined || meetingsOf(pair) > 1) continue;
      const place = `${id} ${pairKey(pair)}`;
      const old = shown.get(place) ?? { key, at };
      // A winner alone gets scores, or loses them.
      const isMore = key.startsWith(old.key) || old.key.startsWith(key);
      // The bot may not know that an edit arrived, or have died before it noted that.
      const isUnsure = troubled(old.at, old.at + NOTED_MS, ['discord', 'process', 'store']);
      const isStruck = isCorrected || isWithdrawn;
      if (!isMore && !isStruck && !isUnsure) wrong(at, `${key} takes the place of ${old.key} unseen`);
      if (isWithdrawn) shown.delete(place);
      else shown.set(place, { key, at });
    }
  }
}

function judgeLines(
  view: View,
  { id, at, kind, isPress, channelId }: Told,
  text: Results,
  { states, lineCount }: { states: ReadonlyMap<string, Results>; lineCount: Map<string, number> },
): void {
  const { callsOf, follow, isReadable, isRemoved, keyOf, meetingsOf, named, pairOf } = view;
  const { recent, shownBetween, told, troubled, wrong } = view;
  const last = states.get(id);
  const others = [...states].flatMap(([other, { lines }]) => (other === id ? [] : lines));
  const isOfPair = ({ result, before: old }: Results['lines'][number], pair: readonly number[]): boolean => {
    const { names } = result ?? old ?? {};
    return pairKey((names && pairOf(names)) ?? []) === pairKey(pair);
  };
  const before = new Set((last?.lines ?? []).map((line) => JSON.stringify(line)));
  // Another order of its players makes no new line.
  const keysBefore = new Set((last?.lines ?? []).map(({ result }) => keyOf(result)));
  const { gapMs = 0 } = text;
  const kinds = ['platform', 'process', 'store', 'discord', 'clock'] as const;
  // What is put off is not read.
  const wasHalted = shownBetween(at - gapMs, at).some((one) => one.isHalted);
  const isHindered = wasHalted || troubled(at - gapMs - 5 * MINUTE_MS, at, kinds);
  if (kind === 'post' && gapMs > 0 && !isHindered) wrong(at, 'says that it did not look');
  for (const line of text.lines) {
    const key = keyOf(line.result);
    const pair = line.result && pairOf(line.result.names);
    // A call that may have been sent cannot be edited.
    const isKnown = isReadable && !troubled(at, at, ['discord', 'process', 'store']);
    const hasCall = pair && callsOf(pair, at - 1).some((call) => !isRemoved(call.id));
    const isSecond = isKnown && hasCall && meetingsOf(pair) === 1 && channelId === follow.channelId;
    // In the place of one that somebody has deleted.
    const isInstead = told.some(
      (one) =>
        one.text.kind === 'results' &&
        isRemoved(one.id, at) &&
        one.text.lines.some((other) => isOfPair(other, pair ?? [])),
    );
    if (kind === 'post' && isSecond && !isInstead && gapMs === 0 && !isPress)
      wrong(at, `a result beside its call: ${named(pair)}`);
    if (kind === 'post' && pair && !isPress && !isRemoved(id))
      lineCount.set(pairKey(pair), (lineCount.get(pairKey(pair)) ?? 0) + 1);
    if (before.has(JSON.stringify(line))) continue;
    if (line.isWithdrawn) {
      const old = keyOf(line.before);
      // The same two may have another match that ended alike.
      const most = old === undefined ? 0 : Math.max(...shownBetween(0, at).map((one) => countOf(one, old)));
      const isElsewhere = [...text.lines, ...others].some(
        ({ isWithdrawn, result }) => isWithdrawn !== true && result && keyOf(result) === old,
      );
      if (isElsewhere) continue;
      // Where both of their matches ended alike, that one is shown without a score.
      const isSecond = line.before !== undefined && meetingsOf(pairOf(line.before.names) ?? []) > 1;
      const stands = recent(at).every((one) => countOf(one, old ?? '') >= Math.max(1, most));
      if (old !== undefined && !isSecond && stands)
        wrong(at, `false withdrawal: ${JSON.stringify(line.before)}`);
    } else if (key === undefined) wrong(at, `unreadable line: ${JSON.stringify(line)}`);
    else if (!keysBefore.has(key) && !recent(at).some((one) => hasResult(one, key)))
      wrong(at, `false result: ${key}`);
  }
}

/** What counts of the keys of a message's lines: the winner alone takes nothing back of a score that was shown. */
function countKeys(
  keys: readonly (string | undefined)[],
  expected: ReadonlyMap<string, number>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const exact of keys) {
    const alone = exact?.replace(/ [^ ]*$/, ' ');
    const isEnough = exact !== undefined && (counts.get(exact) ?? 0) >= (expected.get(exact) ?? 0);
    const key = isEnough && expected.has(alone ?? '') ? alone : exact;
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines of presses whose messages may have lost Discord's answer, perhaps on its way back. */
const lostLines = ({ keyOf, told, troubled }: View, key: string): Results['lines'] =>
  told.flatMap(({ at, isPress, text }) =>
    isPress && text.kind === 'results' && troubled(at, at, ['discord'])
      ? text.lines.filter(({ result }) => keyOf(result) === key)
      : [],
  );

function judgeEnd(
  view: View,
  states: ReadonlyMap<string, Results>,
  lineCount: ReadonlyMap<string, number>,
): void {
  const { baseline, cup, endedAt, follow, isReadable, keyOf, mayBeLost, meetingsOf, night, oftenPairs } =
    view;
  const { resultsIn, snapshots, topics, wrong } = view;
  const last = snapshots.at(-1);
  const isElsewhere = follow.isSecond && resultsIn !== follow.channelId;
  if (last === undefined || !topics.results || isElsewhere) return;
  const expected = new Map<string, number>();
  for (const { played } of last.matches)
    if (played) expected.set(resultKey(played), (expected.get(resultKey(played)) ?? 0) + 1);
  const presses = new Set(view.told.flatMap(({ id, isPress }) => (isPress ? [id] : [])));
  const linesOf = (isPress: boolean) =>
    [...states].flatMap(([id, { lines }]) =>
      presses.has(id) === isPress ? lines.map(({ result }) => keyOf(result)) : [],
    );
  const shown = countKeys([...linesOf(false), ...linesOf(true)], expected);
  /** Reported and taken back before anybody looked: nothing tells that it is to be withdrawn. */
  const unseen = countKeys(
    linesOf(true).filter((key) => key !== undefined && mayBeUnseen(view, key)),
    expected,
  );
  const left = new Map([...expected].map(([key, count]) => [key, count - (shown.get(key) ?? 0)]));
  const isGone = (pair: readonly number[]) =>
    !last.matches.some((one) => pairKey(one.pair) === pairKey(pair));
  const ends = [...endsOf(view).values()].filter(({ pair }) => !isGone(pair));
  const inCalls =
    resultsIn === follow.channelId
      ? countKeys(
          ends.map(({ line }) => keyOf(line)),
          left,
        )
      : new Map<string, number>();
  for (const key of new Set([...shown.keys(), ...expected.keys()])) {
    const [messages, should] = [shown.get(key) ?? 0, expected.get(key) ?? 0];
    // A digest tells what calls show as well.
    const is = Math.max(messages, Math.min(should, messages + (inCalls.get(key) ?? 0)));
    if (oftenPairs.has(key.split(' ')[0] ?? '')) continue;
    // A message that is not known cannot be edited: a new one says what it corrects.
    // What was lost may stand, but not twice: who can read the channel finds it.
    // Its text alone tells it from others, so it isn't found once a player has another name.
    const lost = lostLines(view, key);
    const isRenamed = lost.some(
      ({ result }) => result?.names.every((name) => cup.names.includes(name)) === false,
    );
    const mayStand = lost.length > 0 && (should === 0 || !isReadable || isRenamed);
    if (is - (unseen.get(key) ?? 0) > should && !mayBeLost && !mayStand)
      wrong(endedAt, `shown ${is} times instead of ${should}: ${key}`);
    const wasBefore = baseline.some((one) => showsMore(one, key));
    if (is < should && !wasBefore && !mayBeLost && night.removed.size === 0)
      wrong(endedAt, `missing result, shown ${is} times instead of ${should}: ${key}`);
  }
  for (const [pair, count] of lineCount)
    if (count > meetingsOf(pair.split('-').map(Number)) && !mayBeLost && night.removed.size === 0)
      wrong(endedAt, `posted ${count} times: ${pair}`);
}
