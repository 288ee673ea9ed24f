import { LRUCache } from 'lru-cache';

/** `too-fast` and `busy` are told to the caller; `silenced` gets no answer at all. */
export type Admission = 'admitted' | 'too-fast' | 'silenced' | 'busy';

/** `burst` at once, `perSecond` for ever. */
interface Rate {
  burst: number;
  perSecond: number;
}

// Normal use stays below 20 at once and 3 a second.
const ASKED: Rate = { burst: 30, perSecond: 5 };
// Autocomplete asks with every keystroke.
const TYPED: Rate = { burst: 40, perSecond: 10 };
/** A card costs as much as some twenty answers in words. */
export const CARDS: Rate = { burst: 20, perSecond: 5 };
const TOLD_EVERY_MS = 30_000;
const USERS = 20_000;

/** Takes one of a rate where one is left, and says whether it did. */
export function createTap({ burst, perSecond }: Rate, now: () => number): () => boolean {
  let left = burst;
  let since = now();
  return () => {
    const at = now();
    left = Math.min(burst, left + ((at - since) / 1000) * perSecond);
    since = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

export interface AdmissionOptions {
  now: () => number;
  /** How many may be worked on at once; above, a polite refusal is better than an answer that comes too late. */
  maxRunning: number;
}

/**
 * Decides who is served, in this process. Refusals cost next to nothing, above all no call to Discord once somebody has been
 * told: answering spam with calls has led to bans of the bot's address.
 */
export function createAdmission({ now, maxRunning }: AdmissionOptions) {
  const asked = new LRUCache<string, () => boolean>({ max: USERS });
  const typed = new LRUCache<string, () => boolean>({ max: USERS });
  const toldUntil = new LRUCache<string, number>({ max: USERS });

  function take(taps: LRUCache<string, () => boolean>, rate: Rate, callerId: string): boolean {
    const tap = taps.get(callerId) ?? createTap(rate, now);
    taps.set(callerId, tap);
    return tap();
  }

  return {
    /** `running`: how many are worked on already. */
    admit(interaction: { kind: string; callerId: string }, running: number): Admission {
      const { kind, callerId } = interaction;
      if (kind === 'ping') return 'admitted';
      if (kind === 'autocomplete') {
        if (!take(typed, TYPED, callerId)) return 'silenced';
        return running < maxRunning ? 'admitted' : 'busy';
      }
      if (take(asked, ASKED, callerId)) return running < maxRunning ? 'admitted' : 'busy';
      if ((toldUntil.get(callerId) ?? 0) > now()) return 'silenced';
      toldUntil.set(callerId, now() + TOLD_EVERY_MS);
      return 'too-fast';
    },
  };
}
