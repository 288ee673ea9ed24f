import { StoreError } from '../store/errors.ts';
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

/** Error codes of a disk that is full or fails. */
const DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'SQLITE_FULL', 'SQLITE_IOERR']);

const DAMAGED: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

const codeOf = ({ cause }: StoreError): unknown =>
  cause instanceof Error ? Reflect.get(cause, 'code') : undefined;

/** Whether only a backup helps. */
export const isDamaged = (error: StoreError): boolean =>
  error instanceof StoreVersionError ? error.fault === 'damaged' : DAMAGED.has(codeOf(error));

/** Explains to the operator why the store cannot be used. */
export function explainStore(error: StoreError, t: TerminalText): string {
  if (error instanceof StoreVersionError) return t(`start.storeVersion.${error.fault}`, versionsIn(error));
  const vars = { reason: error.message, uid: userId() };
  if (isDamaged(error)) return t('start.storeDamaged', vars);
  const code = codeOf(error);
  if (DISK.has(code)) return t('start.storeDisk', vars);
  return t(DENIED.has(code) ? 'start.storeDenied' : 'start.storeFailed', vars);
}

/** What the sentences about a newer store name. */
export const versionsIn = ({ found }: StoreVersionError) => ({
  writtenBy: found?.matchpoint ?? '',
  format: found?.version ?? '',
  reads: STORE_VERSION,
});
