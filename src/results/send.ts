import type { Clock } from '../async/clock.ts';
import { SECOND_MS } from '../durations.ts';
import type { ShownResult } from '../guilds/result-posts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Channels, SendOutcome } from '../message/channels.ts';
import { lastEdit } from '../message/last-edit.ts';
import type { Post } from '../message/reply.ts';
import { ignore, type Origin } from './result-channels.ts';

/** The interaction that led to a result. */
export interface ResultSource {
  origin: Origin;
  /** Whether the channel may show whose interaction it was. */
  isNameable: () => Promise<boolean>;
  /** Sends a follow-up message, which shows whose interaction it follows. Returns its id, if Discord returns one. */
  followUp: (post: Post) => Promise<string | undefined>;
  /** Another process may have sent the message since this time, epoch milliseconds. */
  since?: number;
}

/** Sends as the owner, for an earlier press whose process died. */
export const ownerAsSource = (serverId: string | undefined, since: number): ResultSource => ({
  origin: { serverId, channelId: undefined, parentId: undefined },
  isNameable: () => Promise.resolve(false),
  followUp: () => Promise.reject(new Error('no interaction')),
  since,
});

/** Delays before a failed edit or deletion is retried. */
const AGAIN_MS = [SECOND_MS, 5 * SECOND_MS, 20 * SECOND_MS];

export interface SenderDeps {
  guilds: Pick<Guilds, 'note' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'post' | 'edit' | 'remove' | 'reopenThread' | 'since'>;
  now: () => number;
  sleep: Clock['sleep'];
}

type SendResult = SendOutcome | 'unanswered';

/** Where a message goes. `postId`: the message to edit. `nonce`: the same when the message is sent again after a kill. */
interface PostTarget {
  guildId: string;
  channelId: string;
  postId: string | undefined;
  editsOnly: boolean;
  nonce: string | undefined;
}

/** Sends, edits and deletes result posts. Sends nothing twice, even when Discord answers late. */
export function createSender({ guilds, channels, now, sleep }: SenderDeps) {
  /** Retries for a while if Discord does not answer; then `undefined`. */
  async function insist(act: () => Promise<SendOutcome>): Promise<SendOutcome | undefined> {
    for (const ms of [0, ...AGAIN_MS]) {
      if (ms > 0) await sleep(ms);
      const done = await act().catch(ignore);
      if (done !== undefined) return done;
    }
    return undefined;
  }

  /** Finds the same message in the channel; `null` if there is none, `undefined` if the channel can't be read. */
  async function findSame(
    channelId: string,
    { content }: Post,
    since: number,
  ): Promise<{ id: string } | 'unanswered' | null | undefined> {
    const messages = await channels.since(channelId, since).catch(() => 'unanswered' as const);
    if (messages === undefined || messages === 'unanswered') return messages;
    const found = messages.findLast((one) => one.content.trim() === content.trim());
    return found === undefined ? null : { id: found.id };
  }

  const post = (channelId: string, message: Post, nonce: string | undefined): Promise<SendResult> =>
    channels.post(channelId, message, nonce).catch(() => 'unanswered');

  /** Sends a follow-up once: it takes no nonce, so after a lost answer it looks for the message. */
  async function follow(
    { channelId, nonce }: PostTarget,
    message: Post,
    { followUp }: ResultSource,
  ): Promise<SendResult | undefined> {
    const startedAt = now();
    try {
      return { id: (await followUp(message)) ?? '' };
    } catch {
      const found = await findSame(channelId, message, startedAt);
      return found === null ? post(channelId, message, nonce) : found;
    }
  }

  async function sendNew(
    target: PostTarget,
    message: Post,
    source: ResultSource,
  ): Promise<SendResult | undefined> {
    const { channelId, guildId, nonce } = target;
    const { isNameable, origin, since } = source;
    const found = since === undefined ? null : await findSame(channelId, message, since);
    if (found !== undefined && found !== null) return found;
    const { resultsChannelId } = await guilds.settings.recent(guildId);
    // A follow-up shows whose interaction it follows.
    const follows = channelId !== resultsChannelId && channelId === origin.channelId && (await isNameable());
    return follows ? follow(target, message, source) : post(channelId, message, nonce);
  }

  /**
   * Returns the message's id, empty if Discord returns none. `stands`: an earlier message can't be edited. `undefined`: the channel
   * accepts none. The log channel gets a line about both. `unanswered`: it is unknown whether Discord accepted it.
   */
  async function send(
    target: PostTarget,
    message: Post,
    source: ResultSource,
  ): Promise<{ id: string } | 'stands' | 'unanswered' | undefined> {
    const { channelId, editsOnly, guildId, postId } = target;
    const edited =
      postId === undefined
        ? undefined
        : await insist(() => lastEdit(channels, { channelId, messageId: postId }, message));
    if (edited !== undefined && 'id' in edited) return edited;
    if (editsOnly) return undefined;
    if (postId !== undefined && edited === undefined) return 'unanswered';
    // A second message would contradict an old one that can still be read.
    const isGone = edited?.refused === 'post-gone' || edited?.refused === 'channel-gone';
    const stands = postId !== undefined && !isGone;
    if (!stands) {
      const sent = await sendNew(target, message, source);
      if (sent === 'unanswered' || (sent !== undefined && 'id' in sent)) return sent;
    }
    const t = await guilds.translator(guildId);
    await guilds.note(guildId, t('server.audit.resultLost', { channel: `<#${channelId}>` }));
    return stands ? 'stands' : undefined;
  }

  /** Deletes the message that asked the other side. */
  async function removeQuestion(channelId: string, question: ShownResult | undefined): Promise<boolean> {
    const messageId = question?.messageId;
    return (
      messageId === undefined || (await insist(() => channels.remove(channelId, messageId))) !== undefined
    );
  }

  return { findSame, send, removeQuestion };
}
