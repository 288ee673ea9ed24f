import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { createExpiringCache } from '../async/expiring-cache.ts';

/** The caller gets an answer to `too-fast` and `busy`, none to `silenced`. */
export type Admission = 'admitted' | 'too-fast' | 'silenced' | 'busy';

/** The size of a token bucket, and how fast it refills. */
interface Rate {
  burst: number;
  perSecond: number;
}

// Normal use stays below 20 at once and 3 a second.
const INTERACTION_RATE: Rate = { burst: 30, perSecond: 5 };
// Every keystroke is an autocomplete interaction.
const AUTOCOMPLETE_RATE: Rate = { burst: 40, perSecond: 10 };
/** A card costs as much as about twenty text answers. */
export const CARD_RATE: Rate = { burst: 20, perSecond: 5 };
const NOTICE_EVERY_MS = 30_000;
const MAX_USERS = 20_000;

/** Takes a token if one is left, and returns whether it did. */
export function createTokenBucket({ burst, perSecond }: Rate, now: () => number): () => boolean {
  let tokens = burst;
  let refilledAt = now();
  return () => {
    const at = now();
    // A clock that is set back takes none.
    tokens = Math.min(burst, tokens + (Math.max(0, at - refilledAt) / 1000) * perSecond);
    refilledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

export interface AdmissionOptions {
  now: () => number;
  /** The most interactions answered at once; above, a polite refusal is better than an answer that comes too late. */
  maxRunning: number;
}

/**
 * Limits each member's interactions in this process. A member who goes on after the notice causes no more calls to Discord:
 * answering spam with calls has led to bans of the bot's address.
 */
export function createAdmission({ now, maxRunning }: AdmissionOptions) {
  const interactionBuckets = new LRUCache<string, () => boolean>(atMost(MAX_USERS));
  const autocompleteBuckets = new LRUCache<string, () => boolean>(atMost(MAX_USERS));
  const notices = createExpiringCache<true>({ ttlMs: NOTICE_EVERY_MS, max: MAX_USERS, now });

  function take(buckets: LRUCache<string, () => boolean>, rate: Rate, callerId: string): boolean {
    const bucket = buckets.get(callerId) ?? createTokenBucket(rate, now);
    buckets.set(callerId, bucket);
    return bucket();
  }

  return {
    /** `running`: how many interactions are being answered already. */
    admit(interaction: { kind: string; callerId: string }, running: number): Admission {
      const { kind, callerId } = interaction;
      if (kind === 'ping') return 'admitted';
      if (kind === 'autocomplete') {
        if (!take(autocompleteBuckets, AUTOCOMPLETE_RATE, callerId)) return 'silenced';
        return running < maxRunning ? 'admitted' : 'busy';
      }
      if (take(interactionBuckets, INTERACTION_RATE, callerId))
        return running < maxRunning ? 'admitted' : 'busy';
      if (notices.get(callerId) === true) return 'silenced';
      notices.set(callerId, true);
      return 'too-fast';
    },
  };
}
