import { matchRounds } from '../../brackets/match-rounds.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { Refused } from '../../message/channels.ts';
import { lastEdit } from '../../message/last-edit.ts';
import { noThreadPost, threadName, threadPost } from '../../replies/feed-threads.ts';
import { resultPost } from '../../replies/results.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import type { Act } from '../plan/acts.ts';
import { OPEN } from '../plan/closing.ts';
import { KNOWN } from '../plan/match-record.ts';
import { noteSent, noteThread } from '../plan/notices.ts';
import { isAsked, isSettled } from '../plan/threads.ts';
import { isHidden, membersLeft, membersOf, throwRefused, type Delivery } from './delivery.ts';
import { feedKeyOf } from './feeds.ts';
import type { Deliver } from './messages.ts';
import { closedView, matchFinder } from './result-views.ts';
import { waitedMs } from './waiting.ts';

export type CallOrThread = Extract<Act, { kind: 'call' | 'thread' }>;

/** How long players wait for their thread before a message in the channel mentions them instead. */
const PATIENCE_MS = MINUTE_MS;

/** Whether calls get threads. Read again: an earlier call of this turn may have switched them off. */
export async function makesThreads({ turn, work }: Delivery): Promise<boolean> {
  const { follow, followId, guildId } = turn;
  if (follow.topics.threads !== true) return false;
  return (await work.guilds.follows.read(guildId))[followId]?.topics.threads === true;
}

/**
 * Starts the thread of a called match and mentions its players there: that is their only notification. If the thread can't be
 * created, or takes too long, a message in the channel mentions them.
 */
export const openThread: Deliver<CallOrThread> = async ({ call: { key, match }, sides }, delivery) => {
  const { feed, turn, work } = delivery;
  const { channelId } = turn.follow;
  const { tournament } = turn.reading;
  const { call, thread } = feed.record().matches.get(key) ?? KNOWN;
  // A call that could not be sent in this turn comes first.
  if (thread?.state !== 'wanted' || call?.at === undefined) return;
  const members = await membersOf(sides, key, delivery);
  const notice = { kind: 'thread' as const, keys: [key] };
  // The thread or the channel may already have the message.
  const pendingIn = feed
    .record()
    .pending.find((one) => one.notice.kind === 'thread' && one.notice.keys.includes(key))?.channelId;
  // The call already reached players who are not to be mentioned.
  const isUrgent =
    pendingIn === undefined &&
    members.some((member) => member !== undefined) &&
    waitedMs(`thread:${feedKeyOf(turn)}:${key}`, work) >= PATIENCE_MS;
  const started = pendingIn === channelId ? undefined : await start();
  if (started === 'later') return;
  if (started !== undefined) {
    feed.note(noteThread(feed.record(), key, { id: started.id, state: 'wanted' }));
    const refused = await feed.send(notice, started.id, threadPost({ match, tournament, members }, work.t));
    if (refused === undefined) return nameNoOneHidden(started.id);
    if (refused === 'forbidden') await switchThreadsOff(refused, delivery);
  }
  if (members.every((member) => member === undefined))
    return feed.note(noteSent(feed.record(), notice, { messageId: undefined, channelId, at: work.now() }));
  throwRefused(await feed.send(notice, channelId, noThreadPost({ match, members }, work.t)));

  async function nameNoOneHidden(threadId: string): Promise<void> {
    const messageId = feed.record().matches.get(key)?.thread?.messageId;
    const left = messageId && (await membersLeft(sides, key, delivery));
    if (!messageId || !left) return;
    const post = threadPost({ match, tournament, members: left }, work.t);
    await feed.edit('thread', { channelId: threadId, messageId }, post);
  }

  async function start(): Promise<{ id: string } | 'later' | undefined> {
    if (call?.messageId === undefined || !(await makesThreads(delivery))) return undefined;
    const round = matchRounds(feed.reading().bracket, work.t).get(match);
    const name = threadName(match, round, work.t);
    try {
      const outcome = await work.channels.startThread(channelId, call.messageId, name);
      if ('id' in outcome) return outcome;
      if ('retryAfterMs' in outcome) return isUrgent ? undefined : 'later';
      // The call was deleted.
      if (outcome.refused !== 'post-gone') await switchThreadsOff(outcome.refused, delivery);
    } catch (error) {
      // Discord may have started the thread, with the id of its message: then it must be closed.
      await feed.save(noteThread(feed.record(), key, { id: call.messageId, state: 'wanted' }));
      if (!isUrgent) throw error;
    }
    return undefined;
  }
};

/** Edits the first message of a thread: it asks for the answer that a report waits for, and finally shows the result. */
export const editThread: Deliver<Extract<Act, { kind: 'edit-thread' }>> = async (
  { key, shows, state },
  { delayed, feed, reports, turn, work },
) => {
  const record = feed.record().matches.get(key) ?? KNOWN;
  const { thread } = record;
  if (thread?.id === undefined || thread.messageId === undefined) return;
  const { tournament } = turn.reading;
  const view = {
    record,
    shows: state,
    reading: feed.reading(),
    key,
    reports,
    isShared: false,
    isHidden: isHidden(turn),
  };
  const match = matchFinder(feed.reading())(key, record);
  const shown = reports.get(key);
  const post =
    state !== OPEN
      ? closedView(view, work.t)
      : isAsked(shown)
        ? resultPost({ match: { ...match, tournament }, ...shown, isHidden: isHidden(turn) }, work.t)
        : threadPost({ match, tournament, members: [undefined, undefined] }, work.t);
  delayed.add(key);
  // If Discord refuses, the message is gone or a person locked the thread: leave it.
  await lastEdit(work.channels, { channelId: thread.id, messageId: thread.messageId }, post);
  delayed.delete(key);
  feed.note(noteThread(feed.record(), key, { ...thread, shows }));
};

/** Locks and archives the thread of a match, once its call shows how it ended. Nothing is sent there afterwards. */
export const closeThread: Deliver<Extract<Act, { kind: 'close-thread' }>> = async (
  { key },
  { delayed, feed, turn, work },
) => {
  if (delayed.has(key)) return;
  const record = feed.record().matches.get(key) ?? KNOWN;
  const { call, thread } = record;
  if (thread === undefined || thread.state === 'done' || (turn.reading.isLast !== true && !isSettled(record)))
    return;
  const threadId = thread.id ?? call?.messageId;
  if (threadId !== undefined) {
    // A person deleted or archived it: leave it.
    await work.channels.closeThread(threadId, turn.follow.channelId);
  }
  feed.note(noteThread(feed.record(), key, { ...thread, state: 'done' }));
};

/** Discord refuses threads here: calls go on without them until an organizer switches them on again. */
async function switchThreadsOff(refused: Refused, { turn, work }: Delivery): Promise<void> {
  const { follow, followId, guildId } = turn;
  const { guilds, mention, t } = work;
  let isNew = false;
  await guilds.follows.change(guildId, followId, (stored) => {
    isNew = stored.topics.threads === true;
    return { ...stored, topics: { ...stored.topics, threads: false } };
  });
  if (!isNew) return;
  const why = refused === 'forbidden' ? 'threadsForbidden' : 'threadsRefused';
  const tournament = tournamentMarkup(turn.reading.tournament, t);
  const words = { tournament, channel: `<#${follow.channelId}>`, follow: mention('follow') };
  await guilds.note(guildId, t(`feed.audit.${why}`, words));
}
