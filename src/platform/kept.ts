import { LRUCache } from 'lru-cache';
import { PlatformError } from './error.ts';
import type { Answer } from './platform.ts';

/** An older answer that stands in for a failing platform says so. */
const FRESH_MS = 15_000;
/** For how long an answer is given again without asking: a bracket or tournament on its night, and any list. */
export const KEEP_MS = { record: 5000, list: FRESH_MS };
/** Characters of the cached answers, about as many bytes twice over. */
const MAX_SIZE = 32 * 1024 * 1024;

/** What a read answers, or a write touches: an operation, for one id or for all. */
export interface Subject {
  operation: string;
  id?: string;
}

interface KeptRead<T> {
  /** Tells equal reads: path and query. */
  key: string;
  subject: Subject;
  /** How old an answer may be that is given without asking; with 0 it is only shared in flight. */
  keepMs: number;
  fresh: boolean;
  /** See `ReadOptions`. */
  patienceMs: number | undefined;
  load: () => Promise<{ value: T; size: number }>;
}

export interface Kept {
  read<T>(read: KeptRead<T>): Promise<Answer<T>>;
  /** Forgets the answers to these, those that are still on their way included. */
  drop(subjects: readonly Subject[]): void;
}

interface Entry {
  value: unknown;
  readAt: number;
  order: number;
  subject: Subject;
}

interface Flight {
  promise: Promise<{ value: unknown }>;
  subject: Subject;
  /** Set when a write or a fresh read overtook it: its answer may be of before. */
  outdated: boolean;
}

/** Shares and keeps what was read with the API key. A member's own answers must never come here. */
export function createKept(options: {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  onKept: (operation: string) => void;
}): Kept {
  const { now, sleep, onKept } = options;
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_SIZE, max: 5000 });
  const flights = new Map<string, Flight>();
  const all = new Set<Flight>();
  let started = 0;

  async function load<T>({ key, subject, load: ask }: KeptRead<T>): Promise<T> {
    const order = (started += 1);
    const overtaken = flights.get(key);
    if (overtaken) overtaken.outdated = true;
    const asking = ask();
    const flight: Flight = { promise: asking, subject, outdated: false };
    flights.set(key, flight);
    all.add(flight);
    try {
      const { value, size } = await asking;
      const isNewest = (entries.peek(key)?.order ?? 0) < order;
      if (!flight.outdated && isNewest) {
        entries.set(key, { value, readAt: now(), order, subject }, { size: Math.max(1, size) });
      }
      return value;
    } catch (error) {
      // The record is gone: what was known of it must not stand in later.
      if (error instanceof PlatformError && error.kind === 'not-found') entries.delete(key);
      throw error;
    } finally {
      all.delete(flight);
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  const isYounger = (entry: Entry, ms: number): boolean => now() - entry.readAt < ms;

  function fromKept<T>(entry: Entry, { subject }: KeptRead<T>): Answer<T> {
    onKept(subject.operation);
    return { value: valueOf<T>(entry), ...(!isYounger(entry, FRESH_MS) && { asOf: entry.readAt }) };
  }

  /** Asks, or waits with whoever asks already. */
  async function ask<T>(read: KeptRead<T>): Promise<Answer<T>> {
    const flight = flights.get(read.key);
    try {
      if (!flight || flight.outdated) return { value: await load(read) };
      onKept(read.subject.operation);
      return { value: valueOf<T>(await flight.promise) };
    } catch (error) {
      // Looked up again: a write may have dropped it meanwhile.
      const known = entries.get(read.key);
      if (!known || !isFailing(error)) throw error;
      return fromKept(known, read);
    }
  }

  return {
    async read<T>(read: KeptRead<T>): Promise<Answer<T>> {
      if (read.fresh) return { value: await load(read) };
      const kept = entries.get(read.key);
      const keepMs = read.patienceMs === undefined ? read.keepMs : FRESH_MS;
      if (kept && isYounger(kept, keepMs)) return fromKept(kept, read);
      const asked = ask(read);
      if (!kept || read.patienceMs === undefined) return asked;
      // Nobody may be waiting for it any more when it fails.
      asked.catch(() => {});
      return Promise.race([asked, sleep(read.patienceMs).then(() => fromKept(kept, read))]);
    },
    drop(subjects) {
      const touched = (subject: Subject) =>
        subjects.some(
          ({ operation, id }) => operation === subject.operation && (id === undefined || id === subject.id),
        );
      for (const [key, { subject }] of entries.entries()) if (touched(subject)) entries.delete(key);
      for (const flight of all) if (touched(flight.subject)) flight.outdated = true;
    },
  };
}

function valueOf<T>(kept: { value: unknown }): T {
  // One key is one operation with its arguments, and so one type: the caller that set it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return kept.value as T;
}

/** A platform that does not answer, or answers nonsense: not one that says no. */
function isFailing(error: unknown): boolean {
  return (
    error instanceof PlatformError &&
    ['unavailable', 'rate-limited', 'unexpected-response'].includes(error.kind)
  );
}
