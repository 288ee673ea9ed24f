import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from '../../store/sha256.ts';
import { storedObject } from '../../store/schema.ts';
import type { Post } from '../../message/reply.ts';
import type { Channels } from '../../message/channels.ts';

/** A message that may have been sent: stored before it is. */
export const PendingOnce = storedObject({
  channelId: z.string(),
  nonce: z.string(),
  /** Hash of its text. */
  text: z.string(),
  /** When it was about to be sent, epoch milliseconds. */
  at: z.number(),
});
export type PendingOnce = z.infer<typeof PendingOnce>;

/** Within this time Discord takes the same nonce for the same message. It says "the past few minutes". */
const NONCE_MS = 2 * 60_000;
/** How far back to search, since the bot's and Discord's clocks may differ. */
const SLACK_MS = 60_000;

/** Discord trims the spaces around a text. */
const hashOf = (text: string): string => sha256(text.trim()).slice(0, 22);

export const newPending = (channelId: string, post: Post, now: number): PendingOnce => ({
  channelId,
  nonce: randomBytes(12).toString('base64url'),
  text: hashOf(post.content),
  at: now,
});

/**
 * What became of a message: its id; `unsure` if that can no longer be determined; `unsent`; or `fresh` if the same nonce sends it once.
 * `known`: the ids of messages that it cannot be, though they may have the same text. Throws where Discord does not answer.
 */
export async function findSent(
  { channelId, nonce, text, at }: PendingOnce,
  known: readonly string[],
  { channels, now }: { channels: Pick<Channels, 'since'>; now: () => number },
): Promise<{ id: string } | 'unsure' | 'unsent' | 'fresh'> {
  // The distance, so that a clock that was set back trusts no nonce that is forgotten.
  if (Math.abs(now() - at) <= NONCE_MS) return 'fresh';
  const messages = await channels.since(channelId, at - SLACK_MS);
  if (messages === undefined) return 'unsure';
  const found = messages.find(
    (one) => !known.includes(one.id) && (one.nonce === nonce || hashOf(one.content) === text),
  );
  return found === undefined ? 'unsent' : { id: found.id };
}
