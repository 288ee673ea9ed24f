/** A record that cannot be read, in whole or in part. The key is hashed, because it may contain a Discord id. */
export interface UnreadableRecord {
  namespace: string;
  keyHash: string;
}

/** The store does not answer. Must never be shown as "you are not linked". */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A record exists and cannot be read. Must never be shown as "you are not linked". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';

  constructor({ namespace, keyHash }: UnreadableRecord) {
    super(`store ${namespace}: a record cannot be read (${keyHash})`);
  }
}

/** For `.catch`: returns `undefined` for an unreadable record, which the store has reported; rethrows other errors. */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) throw error;
}
