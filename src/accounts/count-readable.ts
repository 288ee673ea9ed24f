import type { Records } from '../store/records.ts';
import { sealedIn } from './rekey.ts';
import { VaultError, type Vault } from './vault.ts';

export interface ReadableCount {
  /** Links that were tried. */
  tried: number;
  unreadable: number;
}

/**
 * Whether the keys read what is stored: opens links, the records that last, up to `limit` of them or until the signal.
 * Throws `StoreError`.
 */
export async function countReadable(
  { records, vault }: { records: Pick<Records, 'walk'>; vault: Pick<Vault, 'open'> },
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<ReadableCount> {
  const count: ReadableCount = { tried: 0, unreadable: 0 };
  for await (const batch of records.walk({ isWanted: (namespace) => namespace === 'links' })) {
    for (const record of batch) {
      const sealed = sealedIn(record);
      if (sealed === undefined) continue;
      count.tried += 1;
      if (!opens(vault, sealed)) count.unreadable += 1;
    }
    if (count.tried >= limit || signal.aborted) break;
  }
  return count;
}

function opens(
  vault: Pick<Vault, 'open'>,
  { texts, context }: { texts: readonly string[]; context: string },
): boolean {
  try {
    for (const text of texts) vault.open(text, context);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}
