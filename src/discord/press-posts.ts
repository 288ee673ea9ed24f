import { DiscordAPIError } from '@discordjs/rest';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Channels, SendOutcome } from '../message/channels.ts';

const RETRY_AFTER_MS = MINUTE_MS;
/** As many 403s without a code of Discord in that time block a channel: one may be a proxy's. */
const UNCLEAR_MAX = 3;
const CHANNELS_MAX = 5000;

/** The part of `Channels` that posts, edits and deletes, finds what was posted, and opens direct messages. */
export type PressPosts = Pick<Channels, 'post' | 'edit' | 'remove' | 'reopenThread' | 'since' | 'openDirect'>;

const forbidden = (sent: Promise<SendOutcome>): Promise<'clear' | 'unclear' | undefined> =>
  sent.then(
    (outcome) => ('refused' in outcome && outcome.refused === 'forbidden' ? 'clear' : undefined),
    (error: unknown) => (error instanceof DiscordAPIError && error.status === 403 ? 'unclear' : undefined),
  );

/**
 * `channels` for what members trigger: once a permission is missing, posts to that channel fail for a minute with the same outcome,
 * without a request, and so do edits after such an edit. `now`: monotonic milliseconds.
 */
export function createPressPosts(channels: PressPosts, now: () => number): PressPosts {
  const refusals = createExpiringCache<Promise<SendOutcome>>({
    ttlMs: RETRY_AFTER_MS,
    max: CHANNELS_MAX,
    now,
  });

  const unclear = createExpiringCache<number>({ ttlMs: RETRY_AFTER_MS, max: CHANNELS_MAX, now });

  async function unlessRefused(key: string, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
    const refusal = refusals.get(key);
    if (refusal !== undefined) return refusal;
    const sent = send();
    const why = await forbidden(sent);
    const count = why === 'unclear' ? (unclear.get(key) ?? 0) + 1 : 0;
    if (count > 0) unclear.set(key, count);
    if (why === 'clear' || count >= UNCLEAR_MAX) refusals.set(key, sent);
    return sent;
  }

  return {
    since: channels.since,
    openDirect: channels.openDirect,
    remove: channels.remove,
    reopenThread: channels.reopenThread,
    post: (channelId, ...post) => unlessRefused(`post:${channelId}`, () => channels.post(channelId, ...post)),
    edit: (channelId, ...edit) => unlessRefused(`edit:${channelId}`, () => channels.edit(channelId, ...edit)),
  };
}
