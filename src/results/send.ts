import type { Clock } from '../async/clock.ts';
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
  /** Another process may have sent the message since then, epoch milliseconds. */
  since?: number;
}

/** In the owner's name, for a press of then whose process died. */
export const ownerAsAnnouncer = (serverId: string | undefined, since: number): Announcer => ({
  origin: { serverId, channelId: undefined, parentId: undefined },
  isNameable: () => Promise.resolve(false),
  followUp: () => Promise.reject(new Error('no interaction')),
  since,
});

/** When an edit or a deletion that failed is tried again. */
const AGAIN_MS = [SECOND_MS, 5 * SECOND_MS, 20 * SECOND_MS];

export interface SenderDeps {
  guilds: Pick<Guilds, 'note' | 'settings' | 'translator'>;
  channels: Pick<Channels, 'post' | 'edit' | 'remove' | 'since'>;
  now: () => number;
  sleep: Clock['sleep'];
}

type Sent = SendOutcome | 'unanswered';

/** Where a message goes. `postId`: the one that is edited. `nonce`: whoever sends it again, after a process that died, gives the same one. */
interface Target {
  guildId: string;
  channelId: string;
  postId: string | undefined;
  editsOnly: boolean;
  nonce: string | undefined;
}

/** Sends the messages of results, and edits and deletes them. Nothing is sent twice where Discord takes its time. */
export function createSender({ guilds, channels, now, sleep }: SenderDeps) {
  /** Does it again for a while where Discord does not answer; then `undefined`. */
  async function insist(act: () => Promise<SendOutcome>): Promise<SendOutcome | undefined> {
    for (const ms of [0, ...AGAIN_MS]) {
      if (ms > 0) await sleep(ms);
      const done = await act().catch(ignore);
      if (done !== undefined) return done;
    }
    return undefined;
  }

  /** A message that the channel has already; `null` if it has none, `undefined` where it does not show that. */
  async function findSame(
    channelId: string,
    { content }: Post,
    since: number,
  ): Promise<{ id: string } | null | undefined> {
    const messages = await channels.since(channelId, since).catch(ignore);
    const found = messages?.findLast((one) => one.content.trim() === content.trim());
    return found === undefined ? messages && null : { id: found.id };
  }

  const post = (channelId: string, message: Post, nonce: string | undefined): Promise<Sent> =>
    channels.post(channelId, message, nonce).catch(() => 'unanswered');

  /** Sends a follow-up once: it takes no nonce, so one whose answer was lost is looked for. */
  async function follow(
    { channelId, nonce }: Target,
    message: Post,
    { followUp }: Announcer,
  ): Promise<Sent | undefined> {
    const startedAt = now();
    try {
      return { id: (await followUp(message)) ?? '' };
    } catch {
      const found = await findSame(channelId, message, startedAt);
      return found === null ? post(channelId, message, nonce) : found;
    }
  }

  async function sendNew(target: Target, message: Post, announcer: Announcer): Promise<Sent | undefined> {
    const { channelId, guildId, nonce } = target;
    const { isNameable, origin, since } = announcer;
    const found = since === undefined ? undefined : await findSame(channelId, message, since);
    if (found !== undefined && found !== null) return found;
    const { resultsChannelId } = await guilds.settings.recent(guildId);
    // A follow-up names whose interaction it follows.
    const follows = channelId !== resultsChannelId && channelId === origin.channelId && (await isNameable());
    return follows ? follow(target, message, announcer) : post(channelId, message, nonce);
  }

  /**
   * Gives the id of the message, empty where Discord does not say it. `stands`: an earlier message takes no edit. `undefined`: the
   * channel takes none. The log channel says both. `unanswered`: Discord does not say whether it took it.
   */
  async function send(
    target: Target,
    message: Post,
    announcer: Announcer,
  ): Promise<{ id: string } | 'stands' | 'unanswered' | undefined> {
    const { channelId, editsOnly, guildId, postId } = target;
    const edited =
      postId === undefined ? undefined : await insist(() => channels.edit(channelId, postId, message));
    if (edited !== undefined && 'id' in edited) return edited;
    if (editsOnly) return undefined;
    if (postId !== undefined && edited === undefined) return 'unanswered';
    // A second message beside one that can still be read would contradict it.
    const isGone = edited?.refused === 'post-gone' || edited?.refused === 'channel-gone';
    const stands = postId !== undefined && !isGone;
    if (!stands) {
      const sent = await sendNew(target, message, announcer);
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

  return { send, removeQuestion };
}
