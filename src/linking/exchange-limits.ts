import { MINUTE_MS } from '../durations.ts';
import { RefusalError } from './refusals.ts';

/** A refused exchange counts for a minute. */
const WINDOW_MS = MINUTE_MS;
const MAX_OVERALL = 60;
/** Of the overall number, reserved for members, and as many again for callers without a recent failure. */
const RESERVE = 15;
const MAX_PER_MEMBER = 6;

/** On whose behalf a code is exchanged: a member whom Discord has identified, or the networks of an address. */
export type ExchangeCaller = { member: string } | { networks: readonly Network[] };

/** `max`: how many refused exchanges a minute one such network may cause. */
export interface Network {
  name: string;
  max: number;
}

interface CountedExchange {
  keys: readonly string[];
  /** Infinity while it runs. */
  endsAt: number;
}

/**
 * Limits the requests that strangers can cause at a token endpoint. An exchange counts while it runs, and for a minute
 * after it has failed. Anonymous callers leave room for members, and callers who failed leave room for others.
 */
export function createExchangeLimits(now: () => number) {
  let entries: CountedExchange[] = [];

  const keysOf = (caller: ExchangeCaller) =>
    'member' in caller
      ? [{ key: `member ${caller.member}`, max: MAX_PER_MEMBER }]
      : caller.networks.map(({ name, max }) => ({ key: `network ${name}`, max }));

  /** Throws `RefusalError` where this caller may not cause one more exchange now. */
  function check(caller: ExchangeCaller): void {
    const time = now();
    entries = entries.filter(({ endsAt }) => endsAt > time);
    const keys = keysOf(caller);
    const counts = keys.map(({ key }) => entries.filter((entry) => entry.keys.includes(key)).length);
    const isNew = counts.every((count) => count === 0);
    const overall = MAX_OVERALL - ('member' in caller ? 0 : RESERVE) - (isNew ? 0 : RESERVE);
    if (entries.length >= overall || keys.some(({ max }, at) => (counts[at] ?? 0) >= max))
      throw new RefusalError('too-many-exchanges');
  }

  return {
    check,

    async run<R>(caller: ExchangeCaller, exchange: () => Promise<R>): Promise<R> {
      check(caller);
      const entry: CountedExchange = { keys: keysOf(caller).map(({ key }) => key), endsAt: Infinity };
      entries.push(entry);
      try {
        const result = await exchange();
        entry.endsAt = 0;
        return result;
      } catch (error) {
        entry.endsAt = now() + WINDOW_MS;
        throw error;
      }
    },
  };
}
