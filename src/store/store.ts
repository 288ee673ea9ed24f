import { within } from '../async/within.ts';
import { StoreError } from './errors.ts';
import type { Schema } from './schema.ts';

/**
 * One namespace of the store. Keys are opaque text; values are JSON, and what is read is frozen. Every method throws
 * `StoreError` if the store does not answer, so an absent value never means "the store is down". A record that is damaged or
 * does not fit the schema is reported and reads as absent, and `add` overwrites it. In a `strict` namespace, reading it throws
 * `UnreadableError`, and only `set` and `delete` remove it.
 */
export interface Store<T> {
  get(key: string): Promise<T | undefined>;
  /** Without `ttlMs` the value does not expire. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reads and deletes; of several concurrent callers, in any process, one gets the value. */
  take(key: string): Promise<T | undefined>;
  /** Sets a key that is free or expired; of several concurrent callers, in any process, one gets `true`. */
  add(key: string, value: T, ttlMs?: number): Promise<boolean>;
  /**
   * Writes `next` (`undefined` deletes) if the value still equals `expected`, which was read before; of several concurrent
   * callers, in any process, one gets `true`. For records with several writers, where `set` would undo their changes.
   */
  replace(key: string, expected: T, next: T | undefined, ttlMs?: number): Promise<boolean>;
}

/** A SQLite file or a Redis server. */
export interface Stores {
  /** The name may contain only letters. */
  namespace<T>(name: string, schema?: Schema<T>, options?: { strict?: boolean }): Store<T>;
  /** Throws `StoreError` if the store cannot be read or written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A finished store call, without keys and values. */
export interface StoreCall {
  namespace: string;
  operation: keyof Store<unknown> | 'check';
  ms: number;
  failed: boolean;
}

export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Rejects with `StoreError` if a call takes too long. The call goes on and may still take effect: after this error the
 * outcome is unknown, not "nothing happened".
 */
export const withinDeadline = <T>(call: Promise<T>, timeoutMs: number, what: string): Promise<T> =>
  within(call, timeoutMs, () => {
    throw new StoreError(`${what}: no answer in ${timeoutMs} ms`);
  });
