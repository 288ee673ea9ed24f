import { countRecords } from './count-records.ts';
import { rekey } from '../../accounts/rekey.ts';
import { createVault } from '../../accounts/vault.ts';
import type { Config } from '../../settings/settings.ts';
import { vaultKeys } from '../../settings/values.ts';
import type { OpenedStores } from '../../store/records.ts';
import type { ReadStores } from '../../store/open-to-read.ts';
import { exportRecords, importRecords } from '../../store/store-file.ts';
import { oneLine } from '../../words/plain.ts';
import type { TerminalText } from '../../words/terminal.ts';

interface TaskInput {
  /** Only used by `rekeyAll`. */
  encryptionKeys: Config['encryptionKeys'];
  file: string;
  overwrite: boolean;
  /** Show every namespace. */
  all: boolean;
  progress: (done: number) => void;
  now: () => number;
  t: TerminalText;
  say: (line: string) => void;
}

/** Returns the exit code. */
export type StoreTask = (input: TaskInput & { stores: OpenedStores }) => Promise<0 | 1>;
/** The same, and writes nothing to the store. */
export type ReadTask = (input: TaskInput & ReadStores) => Promise<0 | 1>;

export const exportTo: ReadTask = async ({ records, file, progress, t, say }) => {
  const { written, damaged } = await exportRecords(records, file, progress);
  say(t('store.exported', { count: t.number(written), file }));
  if (damaged > 0) say(t('store.damaged', { count: t.number(damaged) }));
  return 0;
};

export const importFrom: StoreTask = async ({ stores, file, overwrite, now, progress, t, say }) => {
  const { written, same, expired, kept } = await importRecords(stores.records, file, {
    overwrite,
    now,
    progress,
  });
  say(t('store.imported', { written: t.number(written), same: t.number(same), late: t.number(expired) }));
  if (kept > 0) say(t('store.kept', { count: t.number(kept) }));
  return 0;
};

export const rekeyAll: StoreTask = async ({ stores, encryptionKeys, progress, now, t, say }) => {
  const vault = createVault(vaultKeys(encryptionKeys));
  const newestKeyId = encryptionKeys[0]?.id ?? '';
  const { done, newest, unopened, busy, damaged } = await rekey({
    stores,
    vault,
    newestKeyId,
    now,
    progress,
  });
  say(t('store.rekeyed', { done: t.number(done), newest: t.number(newest), key: newestKeyId }));
  if (unopened > 0) say(t('store.unopened', { count: t.number(unopened) }));
  if (busy > 0) say(t('store.busy', { count: t.number(busy) }));
  if (damaged > 0) say(t('store.damaged', { count: t.number(damaged) }));
  say(t('store.rekeyRest'));
  return unopened + busy > 0 ? 1 : 0;
};

const KILO = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB'];

function sizeText(bytes: number, t: TerminalText): string {
  const power = Math.min(bytes === 0 ? 0 : Math.floor(Math.log(bytes) / Math.log(KILO)), UNITS.length - 1);
  return `${t.number(bytes / KILO ** power)} ${UNITS[power]}`;
}

export const printStats: ReadTask = async ({ records, all, progress, t, say }) => {
  const count = await countRecords(records, progress);
  const { namespaces, unreadable, keys } = count;
  const of = (name: string) => namespaces.get(name)?.records ?? 0;
  const total = { records: 0, bytes: 0 };
  for (const one of namespaces.values()) {
    total.records += one.records;
    total.bytes += one.bytes;
  }
  say(t('store.stats.links', { count: t.number(of('links')) }));
  if (count.expiredLinks > 0) say(t('store.stats.expired', { count: t.number(count.expiredLinks) }));
  say(t('store.stats.players', { count: t.number(of('owners')) }));
  say(t('store.stats.servers', { count: t.number(count.servers.size) }));
  say(t('store.stats.seen', { count: t.number(count.seen) }));
  say(t('store.stats.hidden', { count: t.number(count.hidden) }));
  say(t('store.stats.waiting', { count: t.number(of('tickets') + of('codes')) }));
  say(t('store.stats.size', { count: t.number(total.records), size: sizeText(total.bytes, t) }));
  for (const [name, number] of [...unreadable].toSorted(([a], [b]) => a.localeCompare(b)))
    say(t('store.stats.unreadable', { name, count: t.number(number) }));
  for (const [key, number] of [...keys].toSorted(([a], [b]) => a.localeCompare(b)))
    // An imported record may hold anything.
    say(t('store.stats.keys', { key: oneLine(key), count: t.number(number) }));
  if (!all) return 0;
  for (const [name, one] of [...namespaces].toSorted(([a], [b]) => a.localeCompare(b)))
    say(
      t('store.stats.namespace', {
        name,
        count: t.number(one.records),
        size: sizeText(one.bytes, t),
      }),
    );
  return 0;
};
