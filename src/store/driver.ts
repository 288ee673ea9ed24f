import type { Envelope } from './envelope.ts';

/** A record as it is stored. The text contains the value and its expiry (`envelope.ts`). */
export interface StoredRow {
  namespace: string;
  key: string;
  text: string;
}

/** A row to write. */
export interface NewRow extends Pick<StoredRow, 'key' | 'text'> {
  ttlMs: number | undefined;
}

/** The texts of one namespace. Each write is atomic across all processes. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  getMany(keys: string[]): Promise<(string | undefined)[]>;
  set(key: string, text: string, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reads and deletes. */
  take(key: string): Promise<string | undefined>;
  /** Writes each row if its key is free or expired, or with `overwrite`. Returns the keys written. */
  write(rows: readonly NewRow[], options: { overwrite: boolean }): Promise<Set<string>>;
  /** Writes `next` (`undefined` deletes) if the text is still `before`. */
  swap(key: string, before: string, next: string | undefined, ttlMs?: number): Promise<boolean>;
}

/** What differs between SQLite and Redis; `createStores` builds the rest on it. */
export interface Driver {
  /** The same object for the same name. Call its methods inside `call`. */
  namespace(name: string): TextStore;
  /** Runs one call with a timeout. This and all methods below throw only `StoreError`. */
  call<R>(this: void, what: string, work: () => Promise<R>): Promise<R>;
  /** Whether an envelope has not expired. */
  isLive(envelope: Envelope): boolean;
  /** The rows of these namespaces in batches, expired ones included. */
  walk(options: { atOnce: boolean; isWanted: IsWanted }): AsyncIterable<StoredRow[]>;
  /** The rows whose key or text contains the text. A batch takes a few milliseconds, so that other calls run in between. */
  find(text: string, isWanted: IsWanted): AsyncIterable<StoredRow[]>;
  /**
   * Deletes or replaces rows that are unchanged since they were read; returns how many had changed. Also overwrites the data
   * of deleted rows in the store's files, earlier ones included.
   */
  erase(rows: readonly ErasedRow[]): Promise<number>;
  /** Those of the ids (digits) that a file of the store contains, also where nothing is stored any more. Reads each file once. */
  traces(ids: ReadonlySet<string>): Promise<string[]>;
  /** Rewrites the files, so that they contain nothing but the records. */
  rewrite(): Promise<void>;
  /** The text of the version record. Call it inside `call`. */
  version(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** `next`: the row that replaces it. */
interface ErasedRow extends StoredRow {
  next: Omit<NewRow, 'key'> | undefined;
}

/** By the name of a namespace. */
export type IsWanted = (namespace: string) => boolean;
