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
import { sha256 } from '../../sha256.ts';
import type { Store } from '../../store/store.ts';
import type { PendingMessage } from '../plan/feed-record.ts';
import { sameText } from '../plan/pending.ts';

/** Not its channel, which would tell whose it is: Discord gives that again by the member's id. */
const SentDirect = z.object({
  messageId: z.string(),
  /** The follow that sent it, which alone edits it: others' organizers say nothing there. The first one that knew of it, after a kill. */
  followId: z.string().exactOptional(),
});
/** A direct message that was sent. */
type SentDirect = z.infer<typeof SentDirect>;

/**
 * A direct message: when it was about to be sent, epoch milliseconds; where it stands once it was; or why Discord refused it. The
 * first release stored `true` for one that was sent.
 */
export const DirectMark = z.union([z.number(), z.literal(true), SentDirect, z.enum(REFUSALS)]);
type DirectMark = z.infer<typeof DirectMark>;

/** A pending message: its id; not sent; still known to Discord by its nonce, so that the same can be sent again; or lost track of. */
export type Found = { id: string } | 'unsent' | 'fresh' | 'unsure';

/** How far back to search, since the bot's and Discord's clocks may differ. */
const SLACK_MS = MINUTE_MS;
/** Within this time Discord takes the same nonce for the same message. It says "the past few minutes". */
const NONCE_MS = 2 * MINUTE_MS;
/** By then, nobody sends the same direct message again. */
const DIRECT_TTL_MS = 2 * DAY_MS;
/** As long as the message of a result can be corrected. */
const SENT_TTL_MS = 30 * DAY_MS;
/** As many texts as are known of one pending message. */
const TEXTS_MAX = 8;

/** Discord trims the spaces around a text. */
const hashOf = (text: string): string => sha256(text.trim(), 22);

/** As the first release stored them. */
const plainKey = (discordId: string, about: string): string => sha256(`${discordId}:${about}`);
const isSent = (mark: DirectMark | undefined): mark is SentDirect => typeof mark === 'object';

export interface OutboxDeps {
  channels: Pick<Channels, 'post' | 'since' | 'openDirect'>;
  /** Under a keyed hash of the member and of what the message is about: nobody can try known ids against it. */
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

interface OneMessage {
  channelId: string;
  post: Post;
  /** As it was about to be sent before. */
  pending: PendingMessage | undefined;
  /** Whether a message is known to be another one, which may have the same text. */
  isOther: (messageId: string) => boolean;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Sends each message once, although the process may be killed at any time and another may go on: a message is stored as pending
 * before it is sent, under a nonce, and is looked for in its channel afterwards.
 */
export function createOutbox({ channels, directs, vault, now }: OutboxDeps) {
  const directKey = (discordId: string, about: string): string =>
    vault.fingerprint(`${discordId}:${about}`, 'direct message');
  const readDirect = async (discordId: string, about: string): Promise<DirectMark | undefined> =>
    (await directs.get(directKey(discordId, about))) ?? directs.get(plainKey(discordId, about));

  /** Whether Discord still knows a nonce. The distance, so that a clock that was set back trusts none that is forgotten. */
  const isFresh = (at: number): boolean => Math.abs(now() - at) <= NONCE_MS;

  /** The bot's messages among which these pending ones of one channel may be; `undefined` if it does not show its history. */
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
      (one) => !isOther(one.id) && (one.nonce === nonce || text.split(' ').includes(hashOf(one.content))),
    );
    if (found !== undefined) return { id: found.id };
    if (isFresh(at)) return 'fresh';
    return messages === undefined ? 'unsure' : 'unsent';
  }

  /** Looks for a single pending message. Throws what Discord's port throws. */
  const lookFor = async (pending: PendingMessage, isOther: (messageId: string) => boolean): Promise<Found> =>
    find(pending, await history(pending.channelId, [pending]), isOther);

  /** Sends a message. `before`: the same, if it is pending and `fresh`. `store`: stores it as pending. */
  async function send(
    { channelId, post, before }: { channelId: string; post: Post; before: PendingMessage | undefined },
    store: (pending: PendingMessage) => Promise<void>,
  ): Promise<SendOutcome> {
    // It was not looked for: the same again could be a second one.
    if (before !== undefined && !isFresh(before.at)) throw new Error('a message may have been sent before');
    const texts = [...new Set([...(before?.text.split(' ') ?? []), hashOf(post.content)])];
    const pending: PendingMessage = {
      channelId,
      nonce: before?.nonce ?? randomBytes(12).toString('base64url'),
      text: texts.slice(-TEXTS_MAX).join(' '),
      at: before?.at ?? now(),
    };
    if (!sameText(before, pending)) await store(pending);
    return channels.post(channelId, post, pending.nonce);
  }

  return {
    history,
    find,
    lookFor,
    send,
    /** Sends a message, or gives the pending one that was sent. One that is lost track of is sent again. */
    async sendOnce(
      { channelId, post, pending, isOther }: OneMessage,
      store: (pending: PendingMessage) => Promise<void>,
    ): Promise<SendOutcome> {
      const found = pending && (await lookFor(pending, isOther));
      if (typeof found === 'object') return found;
      return send({ channelId, post, before: found === 'fresh' ? pending : undefined }, store);
    },

    /**
     * Sends a direct message, once for all servers and owners that send it. `about`: what it is about. `onRefused`:
     * called once. Throws what it and Discord's port throw, and `StoreError`.
     */
    async sendDirect(
      { discordId, about, followId, post }: DirectMessage,
      onRefused: (reason: Refused) => Promise<void>,
    ): Promise<'sent' | 'sent-before' | 'refused'> {
      const key = directKey(discordId, about);
      const mark = await readDirect(discordId, about);
      if (mark === true || isSent(mark)) return 'sent-before';
      if (typeof mark === 'string') return 'refused';
      const store = (next: DirectMark): Promise<void> =>
        directs.set(key, next, isSent(next) ? SENT_TTL_MS : DIRECT_TTL_MS);
      // Two servers that send at once send one nonce, which Discord takes once.
      const nonce = nonceOf(discordId, about);
      const isSame = (one: OwnMessage): boolean =>
        one.nonce === nonce || one.content.trim() === post.content.trim();
      let outcome = await channels.openDirect(discordId);
      if ('id' in outcome) {
        const channelId = outcome.id;
        const before = mark === undefined ? undefined : await channels.since(channelId, mark);
        const found = before?.find(isSame);
        if (found !== undefined) {
          await store({ messageId: found.id, ...present({ followId }) });
          return 'sent-before';
        }
        // What another one stored meanwhile stays.
        if (mark !== undefined) await store(now());
        else await directs.add(key, now(), DIRECT_TTL_MS);
        outcome = await channels.post(channelId, post, nonce);
        if ('id' in outcome) {
          // Of two that sent at once, the first one has it.
          const sent = { messageId: outcome.id, ...present({ followId }) };
          const current = await directs.get(key);
          if (current === undefined) await store(sent);
          else if (!isSent(current)) await directs.replace(key, current, sent, SENT_TTL_MS);
          return 'sent';
        }
      }
      // Last: a kill in between repeats it.
      await onRefused(outcome.refused);
      await store(outcome.refused);
      return 'refused';
    },

    /** Where a direct message stands, if it was sent. */
    async directOf({
      discordId,
      about,
    }: Pick<DirectMessage, 'discordId' | 'about'>): Promise<SentDirect | undefined> {
      const mark = await readDirect(discordId, about);
      return isSent(mark) ? mark : undefined;
    },
  };
}
