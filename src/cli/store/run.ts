import { existsSync } from 'node:fs';
import { readSettings } from '../../settings/read.ts';
import { settings } from '../../settings/settings.ts';
import { openStores } from '../../store/open-stores.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { FileError } from '../../store/store-file.ts';
import { StoreError } from '../../store/store.ts';
import { createWords } from '../../words/words.ts';
import { explainFaults } from '../settings.ts';
import { createProgress } from './progress.ts';
import { exportTo, importFrom, rekeyAll, tellStats, type Task } from './tasks.ts';

export interface Terminal {
  /** A line of the result. */
  say: (line: string) => void;
  /** A line beside it: how far it is, and what went wrong. */
  tell: (line: string) => void;
  now: () => number;
}

/** Does what the command line asks for; gives the code to end with: 1 where it could not, or not wholly. */
export async function runStore(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  { say, tell, now }: Terminal,
): Promise<0 | 1> {
  const t = createWords().in('en-US');
  const asked = parseTask(args);
  if (asked === undefined) {
    tell(t('store.usage'));
    return 1;
  }
  const { storeUrl, encryptionKeys } = settings;
  const result =
    asked.task === rekeyAll
      ? readSettings({ storeUrl, encryptionKeys }, environment)
      : readSettings({ storeUrl }, environment);
  if ('faults' in result) {
    tell(explainFaults(result.faults, 'settings.title.store'));
    return 1;
  }
  const url = result.config.storeUrl.reveal();
  const place = parseStoreUrl(url);
  // Opening would make an empty one, and what was mistyped would look like a loss of everything.
  if (place?.kind === 'sqlite' && asked.task !== importFrom && !existsSync(place.path)) {
    tell(t('store.none'));
    return 1;
  }
  const progress = createProgress((done) => tell(t('store.progress', { count: t.number(done) })), now);
  try {
    const quiet = { info: () => {}, warn: () => {} };
    const stores = await openStores(url, { log: quiet, now });
    const records = stores.records();
    try {
      const kit = { encryptionKeys: [], ...result.config, stores, records, progress, now, t, say, ...asked };
      return await asked.task(kit);
    } finally {
      await records.close();
      await stores.close();
    }
  } catch (error) {
    if (error instanceof StoreError) tell(t('start.storeFailed', { reason: error.message }));
    else if (error instanceof FileError)
      tell(t(`store.fault.${error.fault}`, { file: asked.file, detail: error.detail }));
    else throw error;
    return 1;
  }
}

const WITH_FILE = new Map([
  ['export', exportTo],
  ['import', importFrom],
]);
const WITHOUT_FILE = new Map([
  ['rekey', rekeyAll],
  ['stats', tellStats],
]);
const FLAGS = new Map([
  [importFrom, '--overwrite'],
  [tellStats, '--all'],
]);

interface Request {
  task: Task;
  file: string;
  overwrite: boolean;
  all: boolean;
}

function parseTask(args: readonly string[]): Request | undefined {
  const flags = new Set(args.filter((arg) => arg.startsWith('-')));
  const [command = '', file = '', ...rest] = args.filter((arg) => !arg.startsWith('-'));
  if (rest.length > 0) return undefined;
  const task = (file === '' ? WITHOUT_FILE : WITH_FILE).get(command);
  if (task === undefined || [...flags].some((flag) => flag !== FLAGS.get(task))) return undefined;
  return { task, file, overwrite: flags.has('--overwrite'), all: flags.has('--all') };
}
