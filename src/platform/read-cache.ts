import { LRUCache } from 'lru-cache';
import { present } from '../present.ts';
import { PlatformError } from './error.ts';
import type { PlatformAnswer, ReadOptions } from './platform.ts';

/** A response younger than this may stand for a new one; an older one has `asOf`. */
export const FRESH_MS = 15_000;
/** The cached responses in characters, of about two bytes each. */
const MAX_SIZE = 32 * 1024 * 1024;

/** What a read returns or a write changes: an operation, for one id or for every id. */
export interface Subject {
  operation: string;
  id?: string;
}

/** A response: what it means, and its digest. */
interface LoadedRead<T> {
  value: T;
  digest: string;
}

interface CachedRead<T> {
  /** Path and query. */
  key: string;
  subject: Subject;
  /** Otherwise only concurrent reads are shared. */
  isCached: boolean;
  options: ReadOptions;
  /** `known`: the last response. The same one has the same value, so that what follows from it is computed once. */
  load: (known: LoadedRead<T> | undefined) => Promise<LoadedRead<T> & { size: number }>;
  /** Called with each new response, unless a write or a fresh read has overtaken it. */
  onRead: (value: T) => void;
}

interface CacheEntry {
  value: unknown;
  digest: string;
  /** Epoch milliseconds. */
  readAt: number;
  /** The same by the clock that never jumps. */
  readMonotonic: number;
  subject: Subject;
  /** A write may have changed it: it is never fresh again, and serves only where the platform fails. */
  isOld?: true;
}

export type ReadCache = ReturnType<typeof createReadCache>;

/** Shares and caches reads with the API key. Never for responses to a member's token. */
export function createReadCache(options: {
  now: () => number;
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
  onHit: (operation: string) => void;
}) {
  const { now, monotonic, sleep, onHit } = options;
  const entries = new LRUCache<string, CacheEntry>({ maxSize: MAX_SIZE, max: 5000 });
  /** The newest read of each key. One that a write or a fresh read has overtaken is removed: its response may be outdated. */
  const flights = new Map<string, { promise: Promise<{ value: unknown }>; subject: Subject }>();

  async function load<T>({ key, subject, load: send, onRead }: CachedRead<T>): Promise<T> {
    const last = entries.peek(key);
    const promise = send(last && { value: valueOf<T>(last), digest: last.digest });
    const flight = { promise, subject };
    flights.set(key, flight);
    const isNewest = () => flights.get(key) === flight;
    try {
      const { value, size, digest } = await promise;
      if (isNewest()) {
        const entry = { value, digest, readAt: now(), readMonotonic: monotonic(), subject };
        entries.set(key, entry, { size: Math.max(1, size) });
        onRead(value);
      }
      return value;
    } catch (error) {
      // A deleted record must not be served from the cache later.
      if (error instanceof PlatformError && error.kind === 'not-found') entries.delete(key);
      throw error;
    } finally {
      if (isNewest()) flights.delete(key);
    }
  }

  const isYounger = ({ readMonotonic }: CacheEntry, ms: number): boolean => monotonic() - readMonotonic < ms;
  const isFresh = (entry: CacheEntry): boolean => entry.isOld !== true && isYounger(entry, FRESH_MS);

  function fromCache<T>(entry: CacheEntry, { subject }: CachedRead<T>): PlatformAnswer<T> {
    onHit(subject.operation);
    return {
      value: valueOf<T>(entry),
      ...present({ asOf: isFresh(entry) ? undefined : entry.readAt }),
    };
  }

  /** Reads, or joins a read in flight. */
  async function readOrJoin<T>(read: CachedRead<T>): Promise<PlatformAnswer<T>> {
    const flight = flights.get(read.key);
    try {
      if (!flight) return { value: await load(read) };
      onHit(read.subject.operation);
      return { value: valueOf<T>(await flight.promise) };
    } catch (error) {
      // Not the entry from before: another read may have replaced it.
      const cached = entries.get(read.key);
      if (!cached || !isFailing(error)) throw error;
      return fromCache(cached, read);
    }
  }

  return {
    /** A response that was read within this time, without a read. A write may have changed it. */
    peek<T>(key: string, maxAgeMs: number): T | undefined {
      const entry = entries.peek(key);
      return entry && isYounger(entry, maxAgeMs) ? valueOf<T>(entry) : undefined;
    },
    /** A cached response if it is fresh enough, or a new one, or an older one if the platform fails. */
    async read<T>(read: CachedRead<T>): Promise<PlatformAnswer<T>> {
      const { fresh, patienceMs } = read.options;
      if (fresh) return { value: await load(read) };
      const cached = entries.get(read.key);
      const mayServe = read.isCached || patienceMs !== undefined;
      if (cached && mayServe && isFresh(cached)) return fromCache(cached, read);
      const answer = readOrJoin(read);
      if (!cached || patienceMs === undefined) return answer;
      // It may fail after the race is over.
      answer.catch(() => {});
      return Promise.race([answer, sleep(patienceMs).then(() => fromCache(cached, read))]);
    },
    /** A write may have changed these subjects: their responses are old, including those of reads in flight. */
    outdate(subjects: readonly Subject[]): void {
      const isOutdated = (subject: Subject) =>
        subjects.some(
          ({ operation, id }) => operation === subject.operation && (id === undefined || id === subject.id),
        );
      for (const [, entry] of entries.entries()) if (isOutdated(entry.subject)) entry.isOld = true;
      for (const [key, { subject }] of flights) if (isOutdated(subject)) flights.delete(key);
    },
  };
}

function valueOf<T>(entry: { value: unknown }): T {
  // One key is one operation with its arguments, and so one type: the caller that set it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return entry.value as T;
}

/** No usable response, in contrast to a refusal. */
function isFailing(error: unknown): boolean {
  return (
    error instanceof PlatformError &&
    ['unavailable', 'rate-limited', 'unexpected-response'].includes(error.kind)
  );
}
