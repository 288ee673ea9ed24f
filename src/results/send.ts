import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../durations.ts';
import type { ShownResult } from '../guilds/announced.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { Channels, SendOutcome } from '../message/channels.ts';
import type { Post } from '../message/reply.ts';
import { ignore, type Origin } from './result-channels.ts';

/** The interaction that a result came from. */
export interface Announcer {
  origin: Origin;
  /** Whether its channel may read who made it. */
  isNameable: () => Promise<boolean>;
  /** Sends a message that shows whose interaction it follows. Gives its id, if Discord says it. */
  followUp: (post: Post) => Promise<string | undefined>;
}

/** When an edit or a deletion that failed is tried again. */
const AGAIN_MS = [SECOND_MS, 5 * SECOND_MS, 20 * SECOND_MS];

export interface SenderDeps {
  guilds: Pick<Guilds, 'note' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'post' | 'edit' | 'remove' | 'since'>;
  now: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Sends the messages of results, and edits and deletes them. Nothing is sent twice where Discord takes its time. */
export function createSender({ guilds, channels, now, wait = sleep }: SenderDeps) {
  /** Does it again for a while where Discord does not answer; then `undefined`. */
  async function insist(act: () => Promise<SendOutcome>): Promise<SendOutcome | undefined> {
    for (const ms of [0, ...AGAIN_MS]) {
      if (ms > 0) await wait(ms);
      const done = await act().catch(ignore);
      if (done !== undefined) return done;
    }
    return undefined;
  }

  /** Sends a follow-up once: it takes no nonce, so one whose answer was lost is looked for. */
  async function follow(
    channelId: string,
    post: Post,
    { followUp }: Announcer,
  ): Promise<SendOutcome | undefined> {
    const startedAt = now();
    try {
      return { id: (await followUp(post)) ?? '' };
    } catch {
      const messages = await channels.since(channelId, startedAt).catch(ignore);
      const found = messages?.findLast(({ content }) => content.trim() === post.content.trim());
      if (found !== undefined) return { id: found.id };
      return messages && channels.post(channelId, post).catch(ignore);
    }
  }

  /**
   * Gives the id of the message, empty where Discord does not say it. `stands`: an earlier message takes no edit. `undefined`: the
   * channel takes none. The log channel says both.
   */
  async function send(
    {
      guildId,
      channelId,
      postId,
      editsOnly,
    }: { guildId: string; channelId: string; postId: string | undefined; editsOnly: boolean },
    post: Post,
    announcer: Announcer,
  ): Promise<{ id: string } | 'stands' | undefined> {
    const { isNameable, origin } = announcer;
    const edited =
      postId === undefined ? undefined : await insist(() => channels.edit(channelId, postId, post));
    if (edited !== undefined && 'id' in edited) return edited;
    if (editsOnly) return undefined;
    // A second message beside one that can still be read would contradict it.
    const isGone = edited?.refused === 'post-gone' || edited?.refused === 'channel-gone';
    const stands = postId !== undefined && !isGone;
    if (!stands) {
      const { resultsChannelId } = await guilds.settings.recent(guildId);
      // A follow-up names whose interaction it follows.
      const follows =
        channelId !== resultsChannelId && channelId === origin.channelId && (await isNameable());
      const sent = await (follows
        ? follow(channelId, post, announcer)
        : channels.post(channelId, post).catch(ignore));
      if (sent !== undefined && 'id' in sent) return sent;
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

  return { send, removeQuestion };
}
