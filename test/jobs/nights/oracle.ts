import type { MessageChange } from '../../support/night-discord.ts';
import type { NightFollow, PlayedNight, Trouble } from './night.ts';
import { readMessage, type MessageText, type ResultText } from './read-message.ts';
import type { Played, Snapshot, TruthMatch } from './truth.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How old the reading may be that a message is made of. */
const OLD_MS = 2 * MINUTE_MS;
/** Where nothing is in the way, a change is told within this time. */
const PROMPT_MS = 3 * MINUTE_MS;
const OVERDUE_MS = 45 * MINUTE_MS;

interface Told extends Omit<MessageChange, 'post'> {
  text: MessageText;
}

const pairKey = (pair: readonly number[]): string => pair.toSorted((a, b) => a - b).join('-');

/** A result, whichever side comes first. */
function resultKey({ pair: [first, second], winner, scores }: Played): string {
  const isTurned = first > second;
  const shown = scores && (isTurned ? scores.toReversed() : scores);
  return `${pairKey([first, second])} ${winner ?? 'draw'} ${shown?.join(':') ?? ''}`;
}

const clockOf = (at: number, start: number): string => {
  const seconds = Math.round((at - start) / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * What is wrong with what the channels were told in a night, judged by what the platform showed and when: something false, something
 * twice, something missing.
 */
export function faultsOf(night: PlayedNight): string[] {
  return night.follows.flatMap((follow) =>
    faultsIn(night, follow).map((fault) => `channel ${follow.channelId}: ${fault}`),
  );
}

function faultsIn(night: PlayedNight, follow: NightFollow): string[] {
  const { snapshots, troubles, truth, jumps, world, endedAt, isReadable } = night;
  const { channelId, topics, guildId } = follow;
  const start = snapshots[0]?.at ?? 0;
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${clockOf(at, start)} ${text}`);
  const told: Told[] = world.changes
    .filter((change) => change.channelId === channelId)
    .map(({ post, ...change }) => ({ ...change, text: readMessage(post.content) }));
  const posts = told.filter(({ kind }) => kind === 'post');

  const untilOf = (at: number): number => snapshots[at + 1]?.at ?? Infinity;
  /** What was so at some time between. */
  const shownBetween = (from: number, to: number): Snapshot[] =>
    snapshots.filter((one, at) => one.at <= to && untilOf(at) > from);
  const recent = (at: number): Snapshot[] => shownBetween(at - OLD_MS, at);
  /** The same, where the record may not have been read for a while. */
  const recentRecords = (at: number): Snapshot[] => {
    const from = troubles.filter((one) => one.from <= at && one.to >= at - OLD_MS).map((one) => one.from);
    return shownBetween(Math.min(at, ...from) - OLD_MS, at);
  };
  const wallAt = (at: number): number => at + (jumps.findLast((one) => one.at <= at)?.ms ?? 0);
  const troubled = (from: number, to: number, kinds?: readonly Trouble['kind'][]): boolean =>
    troubles.some((one) => one.from <= to && one.to >= from && (kinds?.includes(one.kind) ?? true));
  const wallsFrom = (from: number, to: number): number[] => [
    wallAt(from),
    wallAt(to),
    ...jumps.filter(({ at }) => at >= from && at <= to).map(({ at, ms }) => at + ms),
  ];
  const mayBePlayed = (match: TruthMatch, from: number, to: number): boolean =>
    wallsFrom(from, to).some((wall) => match.isPlayable(wall));
  const mustBePlayable = (match: TruthMatch, from: number, to: number): boolean =>
    wallsFrom(from, to).every((wall) => match.isPlayable(wall));

  /** Where the record says that registration is open, nobody looks at the bracket before it is time. */
  const isLookedAt = ({ tournament }: Snapshot, from: number): boolean =>
    tournament.phase !== 'open' || wallAt(from) >= (tournament.startsAt?.epochMs ?? 0);

  const pairOf = ([one, other]: readonly [string, string]): [number, number] | undefined => {
    const [first, second] = [truth.playerOf(one), truth.playerOf(other)];
    return first === undefined || second === undefined ? undefined : [first, second];
  };
  const playedOf = ({ names, winner, scores }: ResultText): Played | undefined => {
    const pair = pairOf(names);
    const won = winner === undefined ? undefined : truth.playerOf(winner);
    return pair && { pair, ...(won !== undefined && { winner: won }), ...(scores && { scores }) };
  };
  const keyOf = (result: ResultText | undefined): string | undefined => {
    const played = result && playedOf(result);
    return played && resultKey(played);
  };
  /** The winner alone takes nothing back of a score that was shown. */
  const isShownBy = (played: Played, key: string): boolean =>
    resultKey(played) === key || (played.scores === undefined && key.startsWith(resultKey(played)));
  const countOf = ({ matches }: Snapshot, key: string): number =>
    matches.filter(({ played }) => played !== undefined && isShownBy(played, key)).length;
  const hasResult = (snapshot: Snapshot, key: string): boolean => countOf(snapshot, key) > 0;
  /** A result, also where it is the winner alone and its scores were there. */
  const showsMore = (snapshot: Snapshot, key: string): boolean =>
    hasResult(snapshot, key) ||
    (key.endsWith(' ') &&
      snapshot.matches.some(({ played }) => played !== undefined && resultKey(played).startsWith(key)));

  /** Nobody may have looked for as long as the platform had this result. */
  function mayBeUnseen(key: string): boolean {
    const runs: { from: number; to: number }[] = [];
    for (const [index, one] of snapshots.entries()) {
      if (!hasResult(one, key)) continue;
      const run = runs.at(-1);
      const to = Math.min(untilOf(index), endedAt);
      if (run?.to === one.at) run.to = to;
      else runs.push({ from: one.at, to });
    }
    return !runs.some(({ from, to }) =>
      [from, ...troubles.map((one) => one.to + 1)].some(
        (at) => at >= from && at + PROMPT_MS <= to && !troubled(at, at + PROMPT_MS),
      ),
    );
  }

  const calls = posts.flatMap(({ at, text }) =>
    text.kind === 'call' ? text.pairs.flatMap((names) => ({ at, pair: pairOf(names), names })) : [],
  );
  const callsOf = (pair: readonly number[], until = Infinity) =>
    calls.filter((call) => call.at <= until && call.pair && pairKey(call.pair) === pairKey(pair));
  /** How many matches these two have had, in all draws. */
  const meetingsOf = (pair: readonly number[]): number =>
    new Set(
      snapshots.flatMap(({ matches }) =>
        matches.flatMap((one) => (pairKey(one.pair) === pairKey(pair) ? [one.instance] : [])),
      ),
    ).size;
  const firstLive = posts.find(({ text }) => text.kind === 'live');
  const baselineUntil = Math.max(
    firstLive?.at ?? Infinity,
    ...troubles.filter(({ from, to }) => from <= (firstLive?.at ?? 0) && to >= follow.at).map(({ to }) => to),
  );
  const baseline = shownBetween(follow.at, baselineUntil);
  const oftenPairs = new Set(
    posts.flatMap(({ text }) =>
      text.kind === 'often' ? text.pairs.flatMap((names) => pairKey(pairOf(names) ?? [])) : [],
    ),
  );

  judgeCalls();
  judgeClosed();
  judgeResults();
  judgeOverdue();
  judgeMilestones();
  judgeLive();
  judgeEvents();
  judgeThreads();
  return faults;

  /** Each starts from a call, has one message, and closes once, after its call did. */
  function judgeThreads(): void {
    for (const [id, thread] of world.threads) {
      if (thread.channelId !== channelId) continue;
      const shown = told.filter((one) => one.id === id);
      const { at = start, text } = shown.at(-1) ?? {};
      if (!topics.threads) wrong(at, 'threads are off');
      if (shown[0]?.text.kind !== 'call') wrong(at, 'a thread without a call');
      const { length } = world.messages.filter((message) => message.channelId === id);
      if (length > 1) wrong(at, `${length} messages in a thread`);
      if (thread.closings > 1) wrong(at, 'a thread was closed twice');
      const isOver = text?.kind === 'closed' && text.state !== 'open';
      if (isOver && !thread.isClosed && endedAt - at > 2 * MINUTE_MS && !troubled(at, endedAt))
        wrong(at, 'a thread was left open');
    }
  }

  function judgeCalls(): void {
    if (!topics.calls && calls.length > 0) wrong(calls[0]?.at ?? 0, 'calls are off');
    for (const { at, pair, names } of calls) {
      const name = names.join('-');
      if (pair === undefined) {
        wrong(at, `call of nobody: ${name}`);
        continue;
      }
      const isTrue =
        recentRecords(at).some(({ stage }) => stage === 'running') &&
        recent(at).some(({ matches }) =>
          matches.some((one) => pairKey(one.pair) === pairKey(pair) && mayBePlayed(one, at - OLD_MS, at)),
        );
      if (!isTrue) wrong(at, `false call: ${name}`);
      // What is being played is what they play first.
      const isRunning = recent(at).some(({ matches }) =>
        matches.some((one) => one.isRunning && pairKey(one.pair) === pairKey(pair)),
      );
      const isBusy =
        !isRunning &&
        pair.some((player) =>
          calls.some((other) => {
            if (other.at >= at - OLD_MS || other.pair === undefined || !other.pair.includes(player))
              return false;
            if (pairKey(other.pair) === pairKey(pair)) return false;
            const key = pairKey(other.pair);
            // A call from before a redraw may be of another match.
            if (inBracketSince(key, at) > other.at) return false;
            return recent(at).every(({ matches }) => {
              const theirs = matches.filter((one) => pairKey(one.pair) === key);
              return theirs.length > 0 && theirs.every((one) => mustBePlayable(one, at - OLD_MS, at));
            });
          }),
        );
      if (isBusy) wrong(at, `call of somebody who has another match: ${name}`);
    }
    const count = new Map(calls.map(({ pair, at }) => [pairKey(pair ?? []), { pair: pair ?? [], at }]));
    for (const { pair, at } of count.values())
      if (callsOf(pair).length > meetingsOf(pair)) wrong(at, `called twice: ${named(pair)}`);
    if (topics.calls) judgeMissingCalls();
  }

  /** Since when two players have had a match without a break. */
  function inBracketSince(key: string, at: number): number {
    const before = snapshots.filter((one) => one.at <= at);
    const has = ({ matches }: Snapshot) => matches.some(({ pair }) => pairKey(pair) === key);
    return before[before.findLastIndex((one) => !has(one)) + 1]?.at ?? 0;
  }

  function named(pair: readonly number[]): string {
    return pair.map((one) => truth.names[one]).join('-');
  }

  function judgeMissingCalls(): void {
    const since = meetingsSince();
    const wasRunning = new Set(
      baseline.flatMap(({ matches }) =>
        matches.filter((one) => one.isRunning).map((one) => pairKey(one.pair)),
      ),
    );
    for (const [index, snapshot] of snapshots.entries()) {
      const until = Math.min(untilOf(index), endedAt);
      const from = until - PROMPT_MS;
      if (from < snapshot.at || from < baselineUntil || snapshot.stage !== 'running') continue;
      if (troubled(from, until) || !isLookedAt(snapshot, from)) continue;
      // What may have been sent, and cannot be looked for, counts as sent: nobody is called twice.
      if (!isReadable && troubled(0, until, ['discord', 'process', 'store'])) continue;
      const playable = snapshot.matches.filter((one) => mustBePlayable(one, from, until));
      const isCalled = (match: TruthMatch): boolean => {
        const from = since.get(match) ?? 0;
        return wasRunning.has(pairKey(match.pair)) || callsOf(match.pair, until).some(({ at }) => at >= from);
      };
      for (const match of playable) {
        if (isCalled(match)) continue;
        const isBusy = snapshot.matches.some(
          (other) =>
            other !== match &&
            other.pair.some((one) => match.pair.includes(one)) &&
            mayBePlayed(other, from, until) &&
            (other.isRunning || isCalled(other) || isEarlier(other, match)),
        );
        if (!isBusy)
          wrong(until, `no call: ${named(match.pair)} (playable since ${clockOf(snapshot.at, start)})`);
      }
    }
  }

  /** How each call's match stands, as its message says now. */
  function closedCalls(): Map<
    string,
    { line: ResultText | undefined; state: string; pair: readonly number[] }
  > {
    const callIds = new Map(
      posts.flatMap(({ id, text }) =>
        text.kind === 'call' ? [[id, pairOf(text.pairs[0] ?? ['', '']) ?? []] as const] : [],
      ),
    );
    const ends = new Map<string, { line: ResultText | undefined; state: string; pair: readonly number[] }>();
    for (const { id, text } of told) {
      const pair = callIds.get(id);
      if (pair === undefined || text.kind === 'call') continue;
      if (text.kind === 'closed') ends.set(id, { line: text.line.result, state: text.state, pair });
      // The member who reported it there has edited it.
      if (text.kind === 'results') ends.set(id, { line: text.lines[0]?.result, state: 'decided', pair });
    }
    return ends;
  }

  function judgeClosed(): void {
    for (const { id, at, kind, text } of told) {
      if (text.kind !== 'closed') continue;
      const { line, state } = text;
      const shown = `${state} ${JSON.stringify(line)}`;
      if (kind === 'post') wrong(at, `a closed call that called nobody: ${shown}`);
      const pair = posts.find((one) => one.id === id)?.text;
      const names = pair?.kind === 'call' ? pair.pairs[0] : undefined;
      const own = names && pairKey(pairOf(names) ?? []);
      const inBracket = ({ matches }: Snapshot) => matches.filter((one) => pairKey(one.pair) === own);
      const key = keyOf(line.result);
      const isTrue = {
        decided:
          key !== undefined && key.startsWith(`${own} `) && recent(at).some((one) => hasResult(one, key)),
        open: recent(at).some((one) => inBracket(one).some(({ played }) => played === undefined)),
        canceled: recentRecords(at).some(({ stage }) => stage === 'cancelled'),
        gone: recent(at).some((one) => inBracket(one).length < meetingsOf(own?.split('-').map(Number) ?? [])),
      }[state];
      if (!isTrue) wrong(at, `a call is closed falsely: ${shown}`);
    }
    const last = snapshots.at(-1);
    // Whose message is not known cannot be edited.
    if (last === undefined || !isReadable) return;
    const ends = closedCalls();
    for (const { id, at, text } of posts) {
      const pair = text.kind === 'call' ? pairOf(text.pairs[0] ?? ['', '']) : undefined;
      if (pair === undefined || meetingsOf(pair) > 1 || oftenPairs.has(pairKey(pair))) continue;
      const match = last.matches.find((one) => pairKey(one.pair) === pairKey(pair));
      const end = ends.get(id);
      const isCanceled = last.stage === 'cancelled';
      const should =
        match?.played !== undefined
          ? 'decided'
          : isCanceled
            ? 'canceled'
            : match === undefined
              ? 'gone'
              : 'open';
      const is = end?.state ?? 'open';
      const key = end && keyOf(end.line);
      const isSame = is === should || (isCanceled && is !== 'open');
      const isRight = should !== 'decided' || (key !== undefined && hasResult(last, key));
      if (!isSame || (!isCanceled && !isRight))
        wrong(at, `the call of ${named(pair)} ends as ${is} ${key ?? ''}, not as ${should}`);
    }
  }

  /**
   * Since when each match is the same for a channel: two players' match that is gone for a while and comes back under another id is
   * another one.
   */
  function meetingsSince(): Map<TruthMatch, number> {
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

  function judgeResults(): void {
    const states = new Map<string, Extract<MessageText, { kind: 'results' }>>();
    const lineCount = new Map<string, number>();
    /** What /score posted: a result whose message was not known yet may be in one of the channel's own, too. */
    const reported = new Set(
      world.messages.filter(({ nonce }) => nonce.startsWith('own')).map(({ id }) => id),
    );
    for (const { id, at, kind, text } of told) {
      if (text.kind === 'closed') states.delete(id);
      if (text.kind !== 'results') continue;
      const before = new Set((states.get(id)?.lines ?? []).map((line) => JSON.stringify(line)));
      states.set(id, text);
      if (
        kind === 'post' &&
        text.isDigest &&
        !troubled(at - 5 * MINUTE_MS, at, ['platform', 'process', 'store', 'discord'])
      )
        wrong(at, 'says that it did not look');
      for (const line of text.lines) {
        const key = keyOf(line.result);
        const pair = line.result && pairOf(line.result.names);
        // A call that may have been sent cannot be edited.
        const isKnown = isReadable && !troubled(at, at, ['discord', 'process', 'store']);
        const isSecond = isKnown && pair && meetingsOf(pair) === 1 && callsOf(pair, at - 1).length > 0;
        if (kind === 'post' && isSecond && !text.isDigest && !reported.has(id))
          wrong(at, `a result beside its call: ${named(pair)}`);
        if (kind === 'post' && pair && !reported.has(id))
          lineCount.set(pairKey(pair), (lineCount.get(pairKey(pair)) ?? 0) + 1);
        if (before.has(JSON.stringify(line))) continue;
        if (line.isWithdrawn) {
          const old = keyOf(line.before);
          // The same two may have another match that ended alike.
          const most =
            old === undefined ? 0 : Math.max(...shownBetween(0, at).map((one) => countOf(one, old)));
          if (old !== undefined && recent(at).every((one) => countOf(one, old) >= Math.max(1, most)))
            wrong(at, `false withdrawal: ${JSON.stringify(line.before)}`);
        } else if (key === undefined) wrong(at, `unreadable line: ${JSON.stringify(line)}`);
        else if (!recent(at).some((one) => hasResult(one, key))) wrong(at, `false result: ${key}`);
      }
    }
    const last = snapshots.at(-1);
    if (last === undefined || !topics.results) return;
    const expected = new Map<string, number>();
    for (const { played } of last.matches)
      if (played) expected.set(resultKey(played), (expected.get(resultKey(played)) ?? 0) + 1);
    const shown = new Map<string, number>();
    /** Reported by /score and taken back before anybody looked: nothing tells that it is to be withdrawn. */
    const unseen = new Map<string, number>();
    for (const [id, { lines }] of states)
      for (const { result } of lines) {
        const exact = keyOf(result);
        const alone = exact?.replace(/ [^ ]*$/, ' ');
        const key = exact !== undefined && !expected.has(exact) && expected.has(alone ?? '') ? alone : exact;
        if (key === undefined) continue;
        shown.set(key, (shown.get(key) ?? 0) + 1);
        if (reported.has(id) && mayBeUnseen(key)) unseen.set(key, (unseen.get(key) ?? 0) + 1);
      }
    const inCalls = new Map<string, number>();
    for (const { line, pair } of closedCalls().values()) {
      const exact = keyOf(line);
      const alone = exact?.replace(/ [^ ]*$/, ' ');
      const key = exact !== undefined && !expected.has(exact) && expected.has(alone ?? '') ? alone : exact;
      const isGone = !last.matches.some((one) => pairKey(one.pair) === pairKey(pair));
      if (key !== undefined && !isGone) inCalls.set(key, (inCalls.get(key) ?? 0) + 1);
    }
    const mayBeLost = !isReadable && troubled(0, Infinity, ['discord', 'process', 'store']);
    for (const key of new Set([...shown.keys(), ...expected.keys()])) {
      const [messages, should] = [shown.get(key) ?? 0, expected.get(key) ?? 0];
      // A digest tells what calls show as well.
      const is = Math.max(messages, Math.min(should, messages + (inCalls.get(key) ?? 0)));
      const isOften = oftenPairs.has(key.split(' ')[0] ?? '');
      if (isOften) continue;
      // A message that is not known cannot be edited: a new one says what it corrects.
      if (is - (unseen.get(key) ?? 0) > should && !mayBeLost)
        wrong(endedAt, `shown ${is} times instead of ${should}: ${key}`);
      const wasBefore = baseline.some((one) => showsMore(one, key));
      if (is < should && !wasBefore && !mayBeLost)
        wrong(endedAt, `missing result, shown ${is} times instead of ${should}: ${key}`);
    }
    for (const [pair, count] of lineCount)
      if (count > meetingsOf(pair.split('-').map(Number)) && !mayBeLost)
        wrong(endedAt, `posted ${count} times: ${pair}`);
  }

  /** What is said of matches without a report, once for each. */
  function judgeAlerts(kind: 'overdue' | 'late', afterMs: number): Map<string, number> {
    const alerts = posts.flatMap(({ at, text }) =>
      text.kind === kind
        ? text.pairs.map((names) => ({ at, pair: pairOf(names) ?? ([-1, -1] as const) }))
        : [],
    );
    const counts = new Map<string, number>();
    for (const { at, pair } of alerts) {
      const key = pairKey(pair);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (!callsOf(pair).some((call) => at - call.at >= afterMs - 2 * MINUTE_MS))
        wrong(at, `${kind}, too early: ${named(pair)}`);
      const isOpen = recent(at).some(({ matches }) =>
        matches.some((one) => pairKey(one.pair) === key && one.played === undefined && !one.hasScore),
      );
      if (!isOpen) wrong(at, `${kind}, falsely: ${named(pair)}`);
    }
    for (const [key, count] of counts)
      if (count > meetingsOf(key.split('-').map(Number))) wrong(endedAt, `${kind} twice: ${key}`);
    return counts;
  }

  function judgeOverdue(): void {
    const counts = judgeAlerts('overdue', OVERDUE_MS);
    const late = judgeAlerts('late', topics.late * MINUTE_MS);
    if (topics.late === 0 && late.size > 0) wrong(endedAt, 'late matches are off');
    if (!topics.calls) return;
    // Long enough without anything in between.
    for (const [index, snapshot] of snapshots.entries()) {
      const until = Math.min(untilOf(index), endedAt);
      if (snapshot.stage !== 'running') continue;
      for (const match of snapshot.matches) {
        const call = callsOf(match.pair, until).at(-1);
        if (call === undefined || match.hasScore || meetingsOf(match.pair) > 1) continue;
        const from = Math.max(call.at, snapshot.at);
        const startsAt = snapshot.bracket?.rounds
          .flatMap(({ matches }) => matches)
          .find(({ id }) => id === match.id)?.startsAt;
        if (until - from < OVERDUE_MS + PROMPT_MS || startsAt !== undefined || troubled(from, until))
          continue;
        const isPlayable = mustBePlayable(match, from, until);
        if (isPlayable && topics.late > 0 && !late.has(pairKey(match.pair)))
          wrong(until, `not reminded: ${named(match.pair)}`);
        if (isPlayable && !counts.has(pairKey(match.pair)))
          wrong(until, `the organizers do not know that nobody reports: ${named(match.pair)}`);
      }
    }
  }

  function judgeMilestones(): void {
    const starts = posts.filter(({ text }) => text.kind === 'start');
    const champions = told.filter(({ text }) => text.kind === 'champion');
    const last = snapshots.at(-1);
    for (const { at } of starts)
      if (!recentRecords(at).some(({ stage }) => stage === 'running')) wrong(at, 'false start');
    if (starts.length > 1) wrong(starts[1]?.at ?? 0, 'started twice');
    const championPosts = new Set(champions.map(({ id }) => id));
    if (championPosts.size > 1) wrong(champions.at(-1)?.at ?? 0, 'a second champion');
    for (const { at, text } of champions) {
      if (text.kind !== 'champion') continue;
      const champion = text.champion === undefined ? undefined : truth.playerOf(text.champion);
      if (!recent(at).some((one) => one.champion === champion))
        wrong(at, `false champion's post: ${text.champion}`);
      const final = keyOf(text.final);
      if (text.final !== undefined && !recent(at).some((one) => final !== undefined && hasResult(one, final)))
        wrong(at, `false final: ${JSON.stringify(text.final)}`);
    }
    if (last === undefined || (!isReadable && troubled(0, Infinity, ['discord', 'process', 'store']))) return;
    const wasOn = baseline.some(({ stage }) => stage !== 'registration');
    const isOn = snapshots.some(
      (one, at) =>
        one.stage === 'running' &&
        one.at >= baselineUntil &&
        untilOf(at) - one.at >= PROMPT_MS &&
        isLookedAt(one, untilOf(at) - PROMPT_MS) &&
        !troubled(one.at, untilOf(at)),
    );
    if (!wasOn && isOn && starts.length === 0) wrong(endedAt, 'no start');
    const text = champions.at(-1)?.text;
    const ends = text?.kind === 'champion' ? text.champion : undefined;
    const should = last.champion === undefined ? undefined : truth.names[last.champion];
    const hadChampion = baseline.some(({ champion, stage }) => champion !== undefined || stage === 'over');
    const mustTell = last.stage === 'over' && should !== undefined && !hadChampion;
    if (mustTell && ends !== should) wrong(endedAt, `ends with ${ends} as champion, not ${should}`);
    if (champions.length > 0 && last.stage !== 'cancelled' && ends !== should)
      wrong(endedAt, `the champion's post ends with ${ends}, not ${should}`);
  }

  function judgeLive(): void {
    const live = told.filter(({ text }) => text.kind === 'live');
    if (new Set(live.map(({ id }) => id)).size > 1 && isReadable)
      wrong(live.at(-1)?.at ?? 0, 'a second live post');
    for (const { at, text } of live) {
      if (text.kind !== 'live') continue;
      const champion = text.champion === undefined ? undefined : truth.playerOf(text.champion);
      if (text.champion !== undefined && !recent(at).some((one) => one.champion === champion))
        wrong(at, `false champion: ${text.champion}`);
      const stage = stageIn(text.text);
      if (stage !== undefined && !recentRecords(at).some((one) => one.stage === stage))
        wrong(at, `false stage: ${text.text}`);
    }
    const last = snapshots.at(-1);
    const text = live.at(-1)?.text;
    if (last === undefined || text?.kind !== 'live') return wrong(endedAt, 'no live post');
    const champion =
      last.champion === undefined || last.stage === 'cancelled' ? undefined : truth.names[last.champion];
    const isTrue =
      champion === undefined
        ? last.stage === 'registration' || stageIn(text.text) === last.stage
        : text.champion === champion;
    if (!isTrue) wrong(endedAt, `ends with "${text.text}", not ${champion ?? last.stage}`);
    if (text.hasNote) wrong(endedAt, 'ends with a bracket that cannot be read');
  }

  function judgeEvents(): void {
    const own = world.events.filter((one) => one.guildId === guildId);
    const left = own.filter(({ status }) => status === 'scheduled' || status === 'active');
    const isOver = snapshots.at(-1)?.stage === 'over' || snapshots.at(-1)?.stage === 'cancelled';
    if (left.length > (isOver ? 0 : 1)) wrong(endedAt, `${left.length} events are left`);
    if (!topics.event && own.length > 0) wrong(endedAt, 'events are off');
  }
}

/** By time; matches without one in the bracket's order. */
const isEarlier = (one: TruthMatch, other: TruthMatch): boolean =>
  (one.startsAt ?? 0) - (other.startsAt ?? 0) < 0 ||
  (one.startsAt === other.startsAt && one.place < other.place);

function stageIn(text: string): Snapshot['stage'] | undefined {
  if (text.endsWith('** is on.')) return 'running';
  if (text.endsWith('** is over.')) return 'over';
  return text.endsWith('** was canceled.') ? 'cancelled' : undefined;
}
