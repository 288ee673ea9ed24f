import type { Envelope } from './envelope.ts';

/** A record as it is stored: its value and its end are in the text (`envelope.ts`). */
export interface Row {
  namespace: string;
  key: string;
  text: string;
}

/** A row to be written. */
export interface NewRow extends Pick<Row, 'key' | 'text'> {
  ttlMs: number | undefined;
}

/** One namespace as texts. Each method that writes is one step, whoever else writes the same key in whatever process. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  getMany(keys: string[]): Promise<(string | undefined)[]>;
  set(key: string, text: string, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reads and removes. */
  take(key: string): Promise<string | undefined>;
  /** Writes where nothing (or only something expired) is, or `overwrite`; each row by itself. Returns the keys written. */
  write(rows: readonly NewRow[], options: { overwrite: boolean }): Promise<Set<string>>;
  /** Writes `next` (`undefined` removes) where the text is still `before`. */
  swap(key: string, before: string, next: string | undefined, ttlMs?: number): Promise<boolean>;
}

/** A kind of store: what SQLite and Redis do each in their own way. `createStores` makes the rest of it. */
export interface Driver {
  /** The same for each call with the same name. Its methods are to be called within `call`. */
  namespace(name: string): TextStore;
  /** Runs one call within the deadline. Throws `StoreError` alone, as all that follows does. */
  call<R>(this: void, what: string, work: () => Promise<R>): Promise<R>;
  /** Whether what was read has not expired. */
  isLive(envelope: Envelope): boolean;
  /** The rows of these namespaces, expired ones too, in batches. */
  walk(options: { atOnce: boolean; isWanted: IsWanted }): AsyncIterable<Row[]>;
  /** Those whose key or text holds the text. A batch takes the store a few milliseconds: other calls go in between. */
  find(text: string, isWanted: IsWanted): AsyncIterable<Row[]>;
  /**
   * Removes rows, or writes others in their places, where they are still as they were read; gives how many were not.
   * Leaves nothing of what was there in any file, also of what was removed before.
   */
  erase(rows: readonly ErasedRow[]): Promise<number>;
  close(): Promise<void>;
}

/** `next`: what stays in its place. */
interface ErasedRow extends Row {
  next: Omit<NewRow, 'key'> | undefined;
}

/** By the name of a namespace. */
export type IsWanted = (namespace: string) => boolean;
