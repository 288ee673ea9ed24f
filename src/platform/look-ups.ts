import { LRUCache } from 'lru-cache';
import type { LimitFunction } from 'p-limit';
import { createInFlight } from '../async/in-flight.ts';
import { MINUTE_MS } from '../durations.ts';
import { PlatformError } from './error.ts';

/** How long a failed look-up is not repeated. */
const RETRY_MS = MINUTE_MS;
/** This many consecutive failures mean that the operation fails, not the ids: then one look-up is tried every `RETRY_MS`. */
const FAILURES_IN_A_ROW = 3;

interface LookUpEntry<T> {
  /** Absent if the look-up failed. */
  value: T | undefined;
  /** When the next look-up is due, by `now`. */
  until: number;
}

interface LookUpOptions<T> {
  /** Reads the value of an id, `undefined` if it has none. May reject with `PlatformError`. */
  ask: (id: string) => Promise<T | undefined>;
  /** Monotonic milliseconds. */
  now: () => number;
  limit: LimitFunction;
  /** How long a value needs no look-up. An older one is used until a look-up replaces it. */
  freshMs: (value: T) => number;
  /** The most of all values together, in the unit of `sizeOf`. */
  maxSize: number;
  sizeOf: (value?: T) => number;
  onChange?: () => void;
}

export type LookUps<T> = ReturnType<typeof createLookUps<T>>;

/** Caches what one operation says of ids, and spares the platform repeated failures. */
export function createLookUps<T>({ ask, now, limit, freshMs, maxSize, sizeOf, onChange }: LookUpOptions<T>) {
  const entries = new LRUCache<string, LookUpEntry<T>>({
    maxSize,
    sizeCalculation: ({ value }) => sizeOf(value),
  });
  const inFlight = createInFlight<void>();
  let failures = 0;
  let nextTryAt = 0;

  const of = (id: string): T | undefined => entries.get(id)?.value;

  function store(id: string, value: T | undefined, forMs: number): void {
    if (entries.peek(id)?.value !== value) onChange?.();
    entries.set(id, { value, until: now() + forMs });
  }

  const isFailing = (): boolean => failures >= FAILURES_IN_A_ROW;
  const isDue = (id: string): boolean =>
    now() >= (entries.peek(id)?.until ?? 0) && (!isFailing() || now() >= nextTryAt);

  async function tryOnce(id: string, isCurrent: () => boolean): Promise<void> {
    // While it waited, another look-up may have found the value or failed.
    if (!isDue(id)) return;
    if (isFailing()) nextTryAt = now() + RETRY_MS;
    try {
      const value = await ask(id);
      if (value === undefined) noteFailure(id, isCurrent);
      else {
        failures = 0;
        if (isCurrent()) store(id, value, freshMs(value));
      }
    } catch (error) {
      noteFailure(id, isCurrent, error);
    }
  }

  function noteFailure(id: string, isCurrent: () => boolean, error?: unknown): void {
    const kind = error instanceof PlatformError ? error.kind : undefined;
    failures = kind === 'rate-limited' ? FAILURES_IN_A_ROW : failures + 1;
    nextTryAt = now() + RETRY_MS;
    if (isCurrent()) store(id, kind === 'not-found' ? undefined : of(id), RETRY_MS);
  }

  return {
    /** The latest value. */
    of,
    isDue,
    /** All values, the most recently used first. */
    entries: () => entries.entries(),
    /** One look-up; concurrent ones are shared. Never rejects; `of` has the result. */
    lookUp: (id: string): Promise<void> =>
      inFlight.share(id, (isCurrent) => limit(() => tryOnce(id, isCurrent))),
    /** A value from another answer. */
    note(id: string, value: T): void {
      const cached = entries.peek(id);
      // Most values are cached: skipping these keeps repeated reads cheap.
      if (cached?.value === value && cached.until - now() > freshMs(value) / 2) return;
      store(id, value, freshMs(value));
    },
    /** Drops an outdated value, and ignores the result of a look-up in flight. */
    forget(id: string): void {
      inFlight.forget(id);
      if (entries.delete(id)) onChange?.();
    },
  };
}
