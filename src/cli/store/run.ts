import { existsSync } from 'node:fs';
import { readSettings } from '../../settings/read.ts';
import { settings } from '../../settings/settings.ts';
import { openStores } from '../../store/open-stores.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { FileError } from '../../store/store-file.ts';
import { StoreError } from '../../store/store.ts';
import { createWords } from '../../words/words.ts';
import { parseFlags, type UsageExit } from '../flags.ts';
import { explainFaults } from '../settings.ts';
import { exportTo, importFrom, rekeyAll, tellStats, type Task } from './tasks.ts';

const PROGRESS_MS = 1000;

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
  const request = parseRequest(args, t('store.usage'));
  if ('exit' in request) {
    const { text, code } = request.exit;
    (code === 0 ? say : tell)(text);
    return code;
  }
  const { storeUrl, encryptionKeys } = settings;
  const result =
    request.task === rekeyAll
      ? readSettings({ storeUrl, encryptionKeys }, environment)
      : readSettings({ storeUrl }, environment);
  if ('faults' in result) {
    tell(explainFaults(result.faults, 'settings.title.store'));
    return 1;
  }
  const url = result.config.storeUrl.reveal();
  const place = parseStoreUrl(url);
  // Opening would make an empty one, and what was mistyped would look like a loss of everything.
  if (place?.kind === 'sqlite' && request.task !== importFrom && !existsSync(place.path)) {
    tell(t('store.none'));
    return 1;
  }
  const progress = createProgress((done) => tell(t('store.progress', { count: t.number(done) })), now);
  try {
    const quiet = { info: () => {}, warn: () => {} };
    const stores = await openStores(url, { log: quiet, now });
    try {
      const kit = { stores, progress, now, t, say };
      return await request.task({ encryptionKeys: [], ...result.config, ...request, ...kit });
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (error instanceof StoreError) tell(t('start.storeFailed', { reason: error.message }));
    else if (error instanceof FileError)
      tell(t(`store.fault.${error.fault}`, { file: request.file, detail: error.detail }));
    else throw error;
    return 1;
  }
}

/** Calls `report` with how far something is, about every second of the given clock (milliseconds). */
function createProgress(report: (done: number) => void, now: () => number): (done: number) => void {
  let reportedAt = now();
  return (done) => {
    if (now() - reportedAt < PROGRESS_MS) return;
    reportedAt = now();
    report(done);
  };
}

const COMMANDS = new Map<string, { task: Task; takesFile: boolean; flag?: 'overwrite' | 'all' }>([
  ['export', { task: exportTo, takesFile: true }],
  ['import', { task: importFrom, takesFile: true, flag: 'overwrite' }],
  ['rekey', { task: rekeyAll, takesFile: false }],
  ['stats', { task: tellStats, takesFile: false, flag: 'all' }],
]);

const FLAGS = {
  overwrite: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

function parseRequest(args: readonly string[], usage: string) {
  const parsed = parseFlags(args, { usage, options: FLAGS, allowPositionals: true });
  if ('exit' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [name = '', file = '', ...rest] = positionals;
  const command = COMMANDS.get(name);
  const isForeign = (flag: 'overwrite' | 'all') => values[flag] && flag !== command?.flag;
  const isWrong = rest.length > 0 || isForeign('overwrite') || isForeign('all');
  if (command === undefined || command.takesFile !== (file !== '') || isWrong)
    return { exit: { text: usage, code: 1 } satisfies UsageExit };
  return { task: command.task, file, overwrite: values.overwrite, all: values.all };
}
