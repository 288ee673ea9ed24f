import { LRUCache } from 'lru-cache';
import { PlatformError } from './error.ts';
import type { Answer, ReadOptions } from './platform.ts';

/** An older answer that stands in for a failing platform says so. */
const FRESH_MS = 15_000;
/** How old a cached answer may be that is given without asking: a bracket or tournament on its night, and any list. */
export const MAX_AGE_MS = { record: 5000, list: FRESH_MS };
/** Characters of the cached answers, about as many bytes twice over. */
const MAX_SIZE = 32 * 1024 * 1024;

/** What a read answers, or a write touches: an operation, for one id or for all. */
export interface Subject {
  operation: string;
  id?: string;
}

interface Read<T> {
  /** The same for equal reads: path and query. */
  key: string;
  subject: Subject;
  /** How old an answer may be that is given without asking; with 0 it is only shared in flight. */
  maxAgeMs: number;
  options: ReadOptions;
  load: () => Promise<{ value: T; size: number }>;
  /** Called with each new answer, but for those that a write or a fresh read overtook. */
  onRead: (value: T) => void;
}

interface Entry {
  value: unknown;
  readAt: number;
  subject: Subject;
}

export type ReadCache = ReturnType<typeof createReadCache>;

/** Shares and caches what is read with the API key. A member's own answers must never come here. */
export function createReadCache(options: {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  onHit: (operation: string) => void;
}) {
  const { now, sleep, onHit } = options;
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_SIZE, max: 5000 });
  /** The newest of each key. One that a write or a fresh read overtook is gone: its answer may be of before. */
  const flights = new Map<string, { promise: Promise<{ value: unknown }>; subject: Subject }>();

  async function load<T>({ key, subject, load: send, onRead }: Read<T>): Promise<T> {
    const promise = send();
    const flight = { promise, subject };
    flights.set(key, flight);
    const isNewest = () => flights.get(key) === flight;
    try {
      const { value, size } = await promise;
      if (isNewest()) {
        entries.set(key, { value, readAt: now(), subject }, { size: Math.max(1, size) });
        onRead(value);
      }
      return value;
    } catch (error) {
      // The record is gone: what was known of it must not stand in later.
      if (error instanceof PlatformError && error.kind === 'not-found') entries.delete(key);
      throw error;
    } finally {
      if (isNewest()) flights.delete(key);
    }
  }

  const isYounger = (entry: Entry, ms: number): boolean => now() - entry.readAt < ms;

  function fromCache<T>(entry: Entry, { subject }: Read<T>): Answer<T> {
    onHit(subject.operation);
    return { value: valueOf<T>(entry), ...(!isYounger(entry, FRESH_MS) && { asOf: entry.readAt }) };
  }

  /** Asks, or waits with whoever asks already. */
  async function ask<T>(read: Read<T>): Promise<Answer<T>> {
    const flight = flights.get(read.key);
    try {
      if (!flight) return { value: await load(read) };
      onHit(read.subject.operation);
      return { value: valueOf<T>(await flight.promise) };
    } catch (error) {
      // Looked up again: a write may have dropped it meanwhile.
      const known = entries.get(read.key);
      if (!known || !isFailing(error)) throw error;
      return fromCache(known, read);
    }
  }

  return {
    /** A cached answer while it is fresh enough, or a new one, or an older one that stands in for a failing platform. */
    async read<T>(read: Read<T>): Promise<Answer<T>> {
      const { fresh, patienceMs } = read.options;
      if (fresh) return { value: await load(read) };
      const cached = entries.get(read.key);
      if (cached && isYounger(cached, patienceMs === undefined ? read.maxAgeMs : FRESH_MS))
        return fromCache(cached, read);
      const answer = ask(read);
      if (!cached || patienceMs === undefined) return answer;
      // Nobody may be waiting for it any more when it fails.
      answer.catch(() => {});
      return Promise.race([answer, sleep(patienceMs).then(() => fromCache(cached, read))]);
    },
    /** Forgets the answers to these, those that are still on their way included. */
    drop(subjects: readonly Subject[]): void {
      const isDropped = (subject: Subject) =>
        subjects.some(
          ({ operation, id }) => operation === subject.operation && (id === undefined || id === subject.id),
        );
      for (const [key, { subject }] of entries.entries()) if (isDropped(subject)) entries.delete(key);
      for (const [key, { subject }] of flights) if (isDropped(subject)) flights.delete(key);
    },
  };
}

function valueOf<T>(entry: { value: unknown }): T {
  // One key is one operation with its arguments, and so one type: the caller that set it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return entry.value as T;
}

/** A platform that does not answer, or answers nonsense: not one that says no. */
function isFailing(error: unknown): boolean {
  return (
    error instanceof PlatformError &&
    ['unavailable', 'rate-limited', 'unexpected-response'].includes(error.kind)
  );
}
