import { within } from '../within.ts';
import type { Schema } from './schema.ts';

/**
 * One namespace of the store. Keys are text without meaning to the store; values are JSON. Every method throws
 * `StoreError` when the store does not answer: an absent value never means "the store is down". A record that is damaged,
 * or none by its schema, is reported and reads as absent; `add` writes over it. In a `strict` namespace reading it throws
 * `UnreadableError`, and nothing but `set` and `delete` ends it.
 */
export interface Store<T> {
  get(key: string): Promise<T | undefined>;
  /** `ttlMs`: how long the value lives; without it, until it is deleted. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reads and removes; of several that take one value at once, in any process, one gets it. */
  take(key: string): Promise<T | undefined>;
  /** Sets where nothing (or only something expired) is; of several at once, in any process, one gets `true`. */
  add(key: string, value: T, ttlMs?: number): Promise<boolean>;
  /**
   * Writes `next` (`undefined` removes) where the value still equals `expected`, which was read before; of several at
   * once, in any process, one gets `true`. For records that others change too: a plain `set` would undo what they wrote.
   */
  replace(key: string, expected: T, next: T | undefined, ttlMs?: number): Promise<boolean>;
}

/** A SQLite file, or a Redis. */
export interface Stores {
  /** A name is letters alone. */
  namespace<T>(name: string, schema?: Schema<T>, options?: { strict?: boolean }): Store<T>;
  /** Throws `StoreError` where the store cannot be read and written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** One call of the store that has ended. Keys and values stay out of it. */
export interface StoreCall {
  namespace: string;
  operation: keyof Store<unknown> | 'check';
  ms: number;
  failed: boolean;
}

/** A record of which all or a part cannot be read. Its key may name a person, so it goes by a hash. */
export interface UnreadableRecord {
  namespace: string;
  keyHash: string;
}

/** Where a store reports what goes wrong beside the calls that fail. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The store does not answer. Never told as "you are not linked". */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A record is there, and cannot be read. Never told as "you are not linked". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';

  constructor({ namespace, keyHash }: UnreadableRecord) {
    super(`store ${namespace}: a record cannot be read (${keyHash})`);
  }
}

/** For `.catch`: `undefined` for a record that cannot be read, which the store has reported; throws all else on. */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) throw error;
}

/**
 * Gives up on a call that does not end. The call itself goes on and may still take effect: who gets this error must
 * take the outcome as unknown, not as "nothing happened".
 */
export const withinDeadline = <T>(call: Promise<T>, timeoutMs: number, what: string): Promise<T> =>
  within(call, timeoutMs, () => {
    throw new StoreError(`${what}: no answer in ${timeoutMs} ms`);
  });
