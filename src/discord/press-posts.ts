import { DiscordAPIError } from '@discordjs/rest';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Channels, SendOutcome } from '../message/channels.ts';

const RETRY_AFTER_MS = MINUTE_MS;
const CHANNELS_MAX = 5000;

/** The part of `Channels` that posts and edits. */
export type PressPosts = Pick<Channels, 'post' | 'edit'>;

const isForbidden = (sent: Promise<SendOutcome>): Promise<boolean> =>
  sent.then(
    (outcome) => 'refused' in outcome && outcome.refused === 'forbidden',
    (error: unknown) => error instanceof DiscordAPIError && error.status === 403,
  );

/**
 * `channels` for what members trigger: after a 403, posts to that channel fail for a minute with the same outcome, without a request,
 * and so do edits after a 403 of an edit. `now`: monotonic milliseconds.
 */
export function createPressPosts(channels: PressPosts, now: () => number): PressPosts {
  const refusals = createExpiringCache<Promise<SendOutcome>>({
    ttlMs: RETRY_AFTER_MS,
    max: CHANNELS_MAX,
    now,
  });

  async function unlessRefused(key: string, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
    const refusal = refusals.get(key);
    if (refusal !== undefined) return refusal;
    const sent = send();
    if (await isForbidden(sent)) refusals.set(key, sent);
    return sent;
  }

  return {
    post: (channelId, ...post) => unlessRefused(`post:${channelId}`, () => channels.post(channelId, ...post)),
    edit: (channelId, ...edit) => unlessRefused(`edit:${channelId}`, () => channels.edit(channelId, ...edit)),
  };
}
