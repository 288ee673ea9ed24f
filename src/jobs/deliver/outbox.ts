import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../accounts/vault.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import {
  REFUSALS,
  type Channels,
  type OwnMessage,
  type Refused,
  type SendOutcome,
} from '../../message/channels.ts';
import { nonceOf } from '../../message/nonce.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import { sha256, textHash } from '../../sha256.ts';
import type { Store } from '../../store/store.ts';
import type { PendingMessage } from '../plan/feed-record.ts';
import { sameText } from '../plan/pending.ts';

/** Without its channel, which would reveal the member: Discord returns that for the member's id. */
const SentDirect = z.object({
  messageId: z.string(),
  /**
   * The follow that sent it; only that follow edits it, since other servers' organizers have no say there. After a kill, the first
   * follow that found it.
   */
  followId: z.string().exactOptional(),
});
/** A direct message that was sent. */
type SentDirect = z.infer<typeof SentDirect>;

/**
 * A direct message: when it was about to be sent, epoch milliseconds; its place once it was sent; or why Discord refused it. The
 * first release stored `true` for a sent one.
 */
export const DirectMark = z.union([z.number(), z.literal(true), SentDirect, z.enum(REFUSALS)]);
type DirectMark = z.infer<typeof DirectMark>;

/**
 * A pending message: as its channel shows it; not sent; still known to Discord by its nonce, so that sending it again is safe; or
 * impossible to find.
 */
export type Found = OwnMessage | 'unsent' | 'fresh' | 'unsure';

/** How far back to search, since the bot's and Discord's clocks may differ. */
const SLACK_MS = MINUTE_MS;
/** Within this time Discord deduplicates by nonce. It says "the past few minutes". */
const NONCE_MS = 2 * MINUTE_MS;
/** By then, no process sends the same direct message again. */
const DIRECT_TTL_MS = 2 * DAY_MS;
/** As long as a result post can be corrected. */
const SENT_TTL_MS = 30 * DAY_MS;
/** The most texts stored for one pending message. */
const TEXTS_MAX = 8;

/** The key that the first release used. */
const plainKey = (discordId: string, about: string): string => sha256(`${discordId}:${about}`);
const isSent = (mark: DirectMark | undefined): mark is SentDirect => typeof mark === 'object';

export interface OutboxDeps {
  channels: Pick<Channels, 'post' | 'since' | 'openDirect'>;
  /** Under a keyed hash of the member and the subject: no one can test known ids against it. */
  directs: Store<DirectMark>;
  vault: Pick<Vault, 'fingerprint'>;
  now: () => number;
}

interface DirectMessage {
  discordId: string;
  about: string;
  followId?: string;
  post: Post;
}

interface NewMessage {
  channelId: string;
  post: Post;
  before: PendingMessage | undefined;
  nonce?: string;
  /** What it says once it was edited. */
  editedText?: string;
}

interface OneMessage {
  channelId: string;
  post: Post;
  /** The earlier attempt, if any. */
  pending: PendingMessage | undefined;
  /** Whether a message is known to be another one, which may have the same text. */
  isOther: (messageId: string) => boolean;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Sends each message once, even if the process is killed at any time and another continues: a message is stored as pending before
 * it is sent with a nonce, and is searched for in its channel afterwards.
 */
export function createOutbox({ channels, directs, vault, now }: OutboxDeps) {
  const directKey = (discordId: string, about: string): string =>
    vault.fingerprint(`${discordId}:${about}`, 'direct message');
  const readDirect = async (discordId: string, about: string): Promise<DirectMark | undefined> =>
    (await directs.get(directKey(discordId, about))) ?? directs.get(plainKey(discordId, about));

  /** Whether Discord still deduplicates by this nonce. `Math.abs`: after the clock jumps back, don't rely on it. */
  const isFresh = (at: number): boolean => Math.abs(now() - at) <= NONCE_MS;

  /** The bot's messages that may include these pending ones of one channel; `undefined` if the history can't be read. */
  const history = (
    channelId: string,
    pending: readonly PendingMessage[],
  ): Promise<OwnMessage[] | undefined> =>
    channels.since(channelId, Math.min(...pending.map(({ at }) => at)) - SLACK_MS);

  /** `isOther`: whether a message is known to be another one, which may have the same text. */
  function find(
    { at, nonce, text }: PendingMessage,
    messages: readonly OwnMessage[] | undefined,
    isOther: (messageId: string) => boolean,
  ): Found {
    const found = messages?.find(
      (one) => !isOther(one.id) && (one.nonce === nonce || text.split(' ').includes(textHash(one.content))),
    );
    if (found !== undefined) return found;
    if (isFresh(at)) return 'fresh';
    return messages === undefined ? 'unsure' : 'unsent';
  }

  /** Looks for a single pending message. Throws what Discord's port throws. */
  const lookFor = async (pending: PendingMessage, isOther: (messageId: string) => boolean): Promise<Found> =>
    find(pending, await history(pending.channelId, [pending]), isOther);

  /**
   * Sends a message. `before`: the same, if it is pending and `fresh`. `nonce`: of a new one that several processes send. `store`:
   * stores it as pending.
   */
  async function send(
    { channelId, post, before, nonce, editedText = post.content }: NewMessage,
    store: (pending: PendingMessage) => Promise<void>,
  ): Promise<SendOutcome> {
    // It was not searched for: sending it again could duplicate it.
    if (before !== undefined && !isFresh(before.at)) throw new Error('a message may have been sent before');
    const texts = new Set([...(before?.text.split(' ') ?? []), textHash(post.content), textHash(editedText)]);
    const pending: PendingMessage = {
      channelId,
      nonce: before?.nonce ?? nonce ?? randomBytes(12).toString('base64url'),
      text: [...texts].slice(-TEXTS_MAX).join(' '),
      at: before?.at ?? now(),
    };
    if (!sameText(before, pending)) await store(pending);
    return channels.post(channelId, post, pending.nonce);
  }

  /** The direct message that was to be sent from then on, if Discord has it; its place is stored. */
  async function findDirect(
    channelId: string,
    from: number,
    { discordId, about, followId, post }: DirectMessage,
  ): Promise<SentDirect | undefined> {
    const nonce = nonceOf(discordId, about);
    const isSame = (one: OwnMessage): boolean =>
      one.nonce === nonce || one.content.trim() === post.content.trim();
    const found = (await channels.since(channelId, from))?.find(isSame);
    if (found === undefined) return undefined;
    const sent = { messageId: found.id, ...present({ followId }) };
    await directs.set(directKey(discordId, about), sent, SENT_TTL_MS);
    return sent;
  }

  return {
    history,
    find,
    lookFor,
    send,
    /** Sends a message, or returns the pending one that was sent. A message that can't be found is sent again. */
    async sendOnce(
      { channelId, post, pending, isOther }: OneMessage,
      store: (pending: PendingMessage) => Promise<void>,
    ): Promise<SendOutcome> {
      const found = pending && (await lookFor(pending, isOther));
      if (typeof found === 'object') return found;
      return send({ channelId, post, before: found === 'fresh' ? pending : undefined }, store);
    },

    /**
     * Sends a direct message, once for all servers and owners that send it. `about`: its subject. `onRefused`: called once. Throws
     * what it and Discord's port throw, and `StoreError`.
     */
    async sendDirect(
      message: DirectMessage,
      onRefused: (reason: Refused) => Promise<void>,
    ): Promise<'sent' | 'sent-before' | 'refused'> {
      const { discordId, about, followId, post } = message;
      const key = directKey(discordId, about);
      const mark = await readDirect(discordId, about);
      if (mark === true || isSent(mark)) return 'sent-before';
      if (typeof mark === 'string') return 'refused';
      const store = (next: DirectMark): Promise<void> =>
        directs.set(key, next, isSent(next) ? SENT_TTL_MS : DIRECT_TTL_MS);
      // Two servers that send at the same time use one nonce, so Discord accepts one message.
      const nonce = nonceOf(discordId, about);
      let outcome = await channels.openDirect(discordId);
      if ('id' in outcome) {
        const channelId = outcome.id;
        if (typeof mark === 'number' && (await findDirect(channelId, mark, message))) return 'sent-before';
        // Another process's mark stays.
        if (mark !== undefined) await store(now());
        else await directs.add(key, now(), DIRECT_TTL_MS);
        outcome = await channels.post(channelId, post, nonce);
        if ('id' in outcome) {
          // The first of two concurrent senders owns it.
          const sent = { messageId: outcome.id, ...present({ followId }) };
          const current = await directs.get(key);
          if (current === undefined) await store(sent);
          else if (!isSent(current)) await directs.replace(key, current, sent, SENT_TTL_MS);
          return 'sent';
        }
      }
      // Last, so that a kill in between repeats it.
      await onRefused(outcome.refused);
      await store(outcome.refused);
      return 'refused';
    },

    /** The place of a direct message, if it was sent: `post` finds one whose answer was lost. Throws what Discord's port throws. */
    async directOf(message: DirectMessage): Promise<SentDirect | undefined> {
      const mark = await readDirect(message.discordId, message.about);
      if (typeof mark !== 'number') return isSent(mark) ? mark : undefined;
      const direct = await channels.openDirect(message.discordId);
      return 'id' in direct ? findDirect(direct.id, mark, message) : undefined;
    },
  };
}
