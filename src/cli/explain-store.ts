import { StoreError } from '../store/errors.ts';
import { STORE_VERSION, StoreVersionError, type VersionFault } from '../store/version.ts';
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

/** Error codes of a path in STORE_URL whose folder cannot be there. */
const PATH: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENAMETOOLONG',
  'ELOOP',
]);

const DAMAGED: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

const codeOf = ({ cause }: StoreError): unknown =>
  cause instanceof Error ? Reflect.get(cause, 'code') : undefined;

/** `damaged`: only a backup helps. `disk`: it is full or fails. `path`: it leads nowhere. `denied`: this user may not write there. */
type StoreTrouble = VersionFault | 'disk' | 'path' | 'denied' | 'other';

export function troubleOf(error: StoreError): StoreTrouble {
  if (error instanceof StoreVersionError) return error.fault;
  const code = codeOf(error);
  if (DAMAGED.has(code)) return 'damaged';
  if (DISK.has(code)) return 'disk';
  if (PATH.has(code)) return 'path';
  return DENIED.has(code) ? 'denied' : 'other';
}

/** Explains to the operator why the store cannot be used. */
export function explainStore(error: StoreError, t: TerminalText): string {
  if (error instanceof StoreVersionError) return t(`start.storeVersion.${error.fault}`, versionsIn(error));
  const vars = { reason: error.message, uid: userId() };
  const trouble = troubleOf(error);
  if (trouble === 'damaged') return t('start.storeDamaged', vars);
  if (trouble === 'disk') return t('start.storeDisk', vars);
  if (trouble === 'path') return t('start.storePath', vars);
  return t(trouble === 'denied' ? 'start.storeDenied' : 'start.storeFailed', vars);
}

/** What the sentences about a newer store name. */
export const versionsIn = ({ found }: StoreVersionError) => ({
  writtenBy: found?.matchpoint ?? '',
  format: found?.version ?? '',
  reads: STORE_VERSION,
});
