import { matchRounds } from '../../brackets/match-rounds.ts';
import { noThreadPost, threadName, threadPost } from '../../replies/feed-threads.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import { noteMessage, noteThread, type Act } from '../plan/acts.ts';
import { membersOf, throwRefused, type Delivering } from './delivering.ts';
import type { Refused } from '../../message/channels.ts';
import { isSettled } from '../plan/threads.ts';

/** Whether calls get threads. Read anew: an earlier call of this turn may have switched them off. */
export async function makesThreads({ turn, work }: Delivering): Promise<boolean> {
  const { follow, followId, guildId } = turn;
  if (follow.topics.threads !== true) return false;
  return (await work.guilds.follows.read(guildId))[followId]?.topics.threads === true;
}

/**
 * Starts the thread of a match that was called, and mentions its players there: that is the one notification that they get. Where
 * there can be no thread, a message in the channel mentions them.
 */
export async function openThread(
  { call: { key, match }, sides }: Omit<Extract<Act, { kind: 'thread' }>, 'kind'>,
  context: Delivering,
): Promise<void> {
  const { delivery, turn, work } = context;
  const { channelId } = turn.follow;
  const { bracket, tournament } = turn.reading;
  const { callId, thread } = delivery.feed().matches[key] ?? {};
  if (thread?.state !== 'wanted') return;
  const members = membersOf(sides, key, context);
  const telling = { kind: 'thread' as const, keys: [key] };
  // Its channel may have got the message already.
  const isInstead = delivery
    .feed()
    .pending.some(
      (one) => one.telling.kind === 'thread' && one.telling.keys.includes(key) && one.channelId === channelId,
    );
  const threadId = isInstead ? undefined : (thread.id ?? (await start()));
  if (threadId !== undefined) {
    await delivery.save(noteThread(delivery.feed(), key, { id: threadId, state: 'wanted' }));
    const refused = await delivery.send(
      telling,
      threadId,
      threadPost({ match, tournament, members }, work.t),
    );
    if (refused === undefined) return;
    if (refused === 'forbidden') await switchOff(refused, context);
  }
  // The call has said it already to those who are not to be mentioned.
  if (members.every((member) => member === undefined))
    return delivery.save(
      noteMessage(delivery.feed(), telling, { messageId: undefined, channelId, at: work.now() }),
    );
  throwRefused(await delivery.send(telling, channelId, noThreadPost({ match, members }, work.t)));

  async function start(): Promise<string | undefined> {
    if (callId === undefined) return undefined;
    await delivery.check();
    const round = matchRounds(bracket, work.t).get(match);
    const outcome = await work.channels.startThread(channelId, callId, threadName(match, round, work.t));
    if ('id' in outcome) return outcome.id;
    // Somebody deleted the call.
    if (outcome.refused !== 'post-gone') await switchOff(outcome.refused, context);
    return undefined;
  }
}

/** Locks and archives the thread of a match, once its call shows how it ended. Nothing is sent there afterwards. */
export async function closeThread(key: string, { delivery, work }: Delivering): Promise<void> {
  const record = delivery.feed().matches[key] ?? {};
  const { callId, thread } = record;
  if (thread === undefined || thread.state === 'done' || !isSettled(record)) return;
  const threadId = thread.id ?? callId;
  if (threadId !== undefined) {
    await delivery.check();
    // Deleted, or archived by somebody: it is to stay so.
    await work.channels.closeThread(threadId);
  }
  await delivery.save(noteThread(delivery.feed(), key, { ...thread, state: 'done' }));
}

/** Discord refuses threads here: the calls go on without them until an organizer switches them on again. */
async function switchOff(refused: Refused, { turn, work }: Delivering): Promise<void> {
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
