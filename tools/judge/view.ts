import { byPair, pairKey } from './pairs.ts';
import { HOUR_MS, MINUTE_MS, OLD_MS } from './clock.ts';
import type { Follow, MessageChange, Night, Trouble } from './night.ts';
import { readMessage, type MessageText, type ResultText } from './read-message.ts';
import type { Played, Snapshot, TruthMatch } from './snapshot.ts';

/** Without obstacles, a change is posted within this time. */
export const PROMPT_MS = 3 * MINUTE_MS;
/** In the end, all that follows from the last change is done. */
const SETTLED_MS = 4 * MINUTE_MS;

/** So long, a bracket in which all is decided is watched before it counts as over; less what a reading may be old. */
const DECIDED_MS = 8 * MINUTE_MS;

export interface Told extends Omit<MessageChange, 'isPress'> {
  text: MessageText;
  /** A member's press caused it. */
  isPress: boolean;
}

export const isPlayable = ({ playsFrom }: TruthMatch, wall: number): boolean =>
  playsFrom !== undefined && playsFrom <= wall;

/** A result, with the sides in either order. */
export function resultKey({ pair: [first, second], winner, scores }: Played): string {
  const isTurned = first > second;
  const shown = scores && (isTurned ? scores.toReversed() : scores);
  return `${pairKey([first, second])} ${winner ?? 'draw'} ${shown?.join(':') ?? ''}`;
}

/** The winner alone takes nothing back of a score that was shown. */
const isShownBy = (played: Played, key: string): boolean =>
  resultKey(played) === key || (played.scores === undefined && key.startsWith(resultKey(played)));

export const countOf = ({ matches }: Snapshot, key: string): number =>
  matches.filter(({ played }) => played !== undefined && isShownBy(played, key)).length;
const withoutScores = ({ scores: _left, ...played }: Played): Played => played;

/** Whether it shows the winner of a result without scores, with any scores. */
export const hasWinner = ({ matches }: Snapshot, key: string): boolean =>
  matches.some(({ played }) => played !== undefined && resultKey(withoutScores(played)) === key);
export const hasResult = (snapshot: Snapshot, key: string): boolean => countOf(snapshot, key) > 0;

export type View = ReturnType<typeof createView>;

/** What a channel was told of a tournament, beside what was so and when. */
export function createView(night: Night, follow: Follow) {
  const { troubles, jumps, world, endedAt, isReadable, removed } = night;
  const { channelId, cup, guildId, isSecond, settings, topics } = follow;
  const snapshots = night.snapshots.get(cup.id) ?? [];
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${night.clockOf(at)} ${text}`);
  const resultsIn = settings.resultsChannelId ?? channelId;
  const organizersIn = settings.logChannelId ?? channelId;
  const presses = new Set(world.changes.flatMap(({ id, isPress }) => (isPress ? [id] : [])));
  const isHere = ({ channelId: where }: Pick<MessageChange, 'channelId'>): boolean =>
    where === channelId || (!isSecond && where === resultsIn);
  const ids = new Set(
    world.changes.filter(({ post }) => cup.isAbout(post.content)).map((change) => change.id),
  );
  /** With the edits that name no one anymore. */
  const about = world.changes.filter(
    ({ id, post: { content } }) =>
      cup.isAbout(content) || (content.includes('Unnamed player') && ids.has(id)),
  );
  const texts = new Map<string, MessageText>();
  const said = about.map((change) => {
    const text = readMessage(change.post.content, texts.get(change.id));
    texts.set(change.id, text);
    return { ...change, text, isPress: presses.has(change.id) };
  });
  const told: Told[] = said.filter(isHere);
  const posts = told.filter(({ kind }) => kind === 'post');
  /** The message to the organizers, if there is one. */
  const alerts = isSecond
    ? []
    : about
        .filter((change) => change.channelId === organizersIn && change.kind === 'post')
        .map((change) => ({ ...change, text: readMessage(change.post.content) }));
  /** The desk, as it was posted and edited. */
  const desks = isSecond
    ? []
    : about.flatMap(({ at, channelId: where, id, kind, post }) => {
        const text = readMessage(post.content);
        return text.kind === 'desk' && where === organizersIn ? [{ at, id, kind, text }] : [];
      });
  /** Its new items for matches without a report. */
  const overdue = desks.map(({ at, text }, index) => {
    const known = new Set((desks[index - 1]?.text.pairs ?? []).map(String));
    return { at, pairs: text.pairs.filter((pair) => !known.has(String(pair))) };
  });

  const untilOf = (at: number): number => snapshots[at + 1]?.at ?? Infinity;
  /** What was so at some time between. */
  const shownBetween = (from: number, to: number): Snapshot[] =>
    snapshots.filter((one, at) => one.at <= to && untilOf(at) > from);
  const recent = (at: number): Snapshot[] => shownBetween(at - OLD_MS, at);
  const isOurs = (one: Trouble): boolean =>
    (one.guildId === undefined || one.guildId === guildId) &&
    (one.cupId === undefined || one.cupId === cup.id);
  const ours = troubles.filter(isOurs);
  /** The same, where the record may not have been read for a while. */
  const recentRecords = (at: number): Snapshot[] => {
    const from = ours.filter((one) => one.from <= at && one.to >= at - OLD_MS).map((one) => one.from);
    return shownBetween(Math.min(at, ...from) - OLD_MS, at);
  };
  /** The record says that it's over, or has said nothing else while everything was decided for long. */
  function mayBeOver(at: number, champion = snapshots.findLast((one) => one.at <= at)?.champion): boolean {
    const before = snapshots.filter((one) => one.at <= at);
    const since = before.findLastIndex((one) => one.champion !== champion);
    const decidedAt = before[since + 1]?.at ?? at;
    const isDecided = champion !== undefined && at - decidedAt >= DECIDED_MS;
    return isDecided || recentRecords(at).some(({ stage }) => stage === 'over');
  }
  const wallAt = (at: number): number => at + (jumps.findLast((one) => one.at <= at)?.ms ?? 0);
  const troubled = (from: number, to: number, kinds?: readonly Trouble['kind'][]): boolean =>
    ours.some((one) => one.from <= to && one.to >= from && (kinds?.includes(one.kind) ?? true));
  const wallsFrom = (from: number, to: number): number[] => [
    wallAt(from),
    wallAt(to),
    ...jumps.filter(({ at }) => at >= from && at <= to).map(({ at, ms }) => at + ms),
  ];

  const pairOf = ([one, other]: readonly [string, string]): [number, number] | undefined => {
    const [first, second] = [cup.playerOf(one), cup.playerOf(other)];
    return first === undefined || second === undefined ? undefined : [first, second];
  };
  const keyOf = (result: ResultText | undefined): string | undefined => {
    if (result === undefined) return undefined;
    const { names, winner, scores } = result;
    const pair = pairOf(names);
    const won = winner === undefined ? undefined : cup.playerOf(winner);
    return pair && resultKey({ pair, ...(won !== undefined && { winner: won }), ...(scores && { scores }) });
  };

  const own = posts.filter((one) => one.channelId === channelId);
  const calls = own.flatMap(({ at, id, text, post }) =>
    text.kind === 'call' && text.pairs.length > 0
      ? text.pairs.flatMap((names) => ({ at, id, post, pair: pairOf(names), names }))
      : [],
  );
  // The announcement that became it, where there was one.
  const firstLive = told.find((one) => one.channelId === channelId && one.text.kind === 'live');
  const baselineUntil = Math.max(
    firstLive?.at ?? Infinity,
    ...ours.filter(({ from, to }) => from <= (firstLive?.at ?? 0) && to >= follow.at).map(({ to }) => to),
  );
  const matchesOf = byPair(snapshots.flatMap(({ matches }) => matches));
  const callsOf = byPair(calls);
  /** The scores that waited for a word in the server. */
  const proposals = said.flatMap(({ at, channelId: where, text }) =>
    text.kind === 'proposal' && text.names !== undefined && where.startsWith(guildId)
      ? [{ at, pair: pairOf(text.names) }]
      : [],
  );
  const oftenPairs = new Set(
    [...own, ...alerts].flatMap(({ text }) =>
      text.kind === 'often' ? text.pairs.map((names) => pairKey(pairOf(names) ?? [])) : [],
    ),
  );
  // Where another channel led for a while, neither knows what the other one has told.
  const mayBeLost =
    follow.leadsCalls === undefined ||
    (!isReadable && troubled(0, Infinity, ['discord', 'process', 'store']));

  return {
    night,
    follow,
    cup,
    snapshots,
    topics,
    faults,
    wrong,
    resultsIn,
    /** In all channels. */
    said,
    told,
    /** What a message said last. */
    textOf: (id: string): MessageText | undefined => texts.get(id),
    posts,
    /** In the channel that follows. */
    own,
    alerts,
    desks,
    isDisputed: about.some(({ post }) => post.content.includes('the two sides report different scores')),
    overdue,
    proposals,
    calls,
    endedAt,
    /** So long, a state lasts at least that has to be told, and all that follows from the last one is done. */
    promptMs: night.isPatient ? 0 : PROMPT_MS,
    settledMs: night.isPatient ? 0 : SETTLED_MS,
    isReadable,
    /** Some message may be unknown. */
    mayBeLost,
    oftenPairs,
    /** Nobody can know who has won. */
    isUnproved: night.unproved.has(cup.id),
    baselineUntil,
    /** The first turn may use a reading of just before. */
    baseline: shownBetween(follow.at - OLD_MS, baselineUntil),
    untilOf,
    shownBetween,
    recent,
    recentRecords,
    mayBeOver,
    wallAt,
    troubled,
    ours,
    pairOf,
    keyOf,
    /** How many matches these two have had, in all draws. */
    meetingsOf: (pair: readonly number[]): number =>
      new Set(matchesOf(pair).map(({ instance }) => instance)).size,
    isRemoved: (id: string, at = endedAt): boolean => (removed.get(id) ?? Infinity) <= at,
    mayBePlayed: (match: TruthMatch, from: number, to: number): boolean =>
      wallsFrom(from, to).some((wall) => isPlayable(match, wall)),
    mustBePlayable: (match: TruthMatch, from: number, to: number): boolean =>
      wallsFrom(from, to).every((wall) => isPlayable(match, wall)),
    /** Where the record says that registration is open, nobody looks at the bracket before it is time; where it says nothing, an hour before. */
    isLookedAt: ({ tournament: { phase, startsAt }, isHalted }: Snapshot, from: number): boolean => {
      const aheadMs = phase === 'open' ? 0 : phase === undefined ? HOUR_MS : Infinity;
      return !isHalted && wallAt(from) >= (startsAt?.epochMs ?? 0) - aheadMs;
    },
    callsOf: (pair: readonly number[], until = Infinity) => callsOf(pair).filter(({ at }) => at <= until),
    named: (pair: readonly number[]): string => pair.map((one) => cup.names[one]).join('-'),
  };
}
