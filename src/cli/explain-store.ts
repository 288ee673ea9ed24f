import { StoreError } from '../store/store.ts';
import { STORE_VERSION, StoreVersionError } from '../store/version.ts';
import type { TerminalText } from '../words/terminal.ts';
import { userId } from './settings.ts';

/** Error codes for missing permissions. */
const DENIED: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
]);

/** Explains to the operator why the store cannot be used. */
export function explainStore(error: StoreError, t: TerminalText): string {
  if (error instanceof StoreVersionError) return t(`start.storeVersion.${error.fault}`, versionsIn(error));
  const code: unknown = error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined;
  return t(DENIED.has(code) ? 'start.storeDenied' : 'start.storeFailed', {
    reason: error.message,
    uid: userId(),
  });
}

/** What the sentences about a newer store name. */
export const versionsIn = ({ found }: StoreVersionError) => ({
  writtenBy: found?.matchpoint ?? '',
  format: found?.version ?? '',
  reads: STORE_VERSION,
});
