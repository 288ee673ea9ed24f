import { readSettings } from '../../settings/read.ts';
import { settings } from '../../settings/settings.ts';
import { openStores } from '../../store/open-stores.ts';
import { openToRead } from '../../store/open-to-read.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { FileError } from '../../store/store-file.ts';
import { StoreError } from '../../store/errors.ts';
import { isMissing } from '../../store/sqlite-file.ts';
import { createTerminalText } from '../../words/terminal.ts';
import { explainStore } from '../explain-store.ts';
import { parseFlags, type UsageExit } from '../flags.ts';
import { explainFaults } from '../settings.ts';
import { exportTo, importFrom, rekeyAll, printStats, type ReadTask, type StoreTask } from './tasks.ts';

const PROGRESS_MS = 1000;

export interface StoreTerminal {
  /** Prints a line of the result. */
  say: (line: string) => void;
  /** Prints a line about progress or an error. */
  printStatus: (line: string) => void;
  now: () => number;
  /** Of this package. */
  version: string;
  /** Stops the work between two batches. */
  signal: AbortSignal;
}

/** Runs the command line; returns the exit code: 1 if it failed, or did not do everything. */
export async function runStore(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  { say, printStatus, now, version, signal }: StoreTerminal,
): Promise<0 | 1> {
  const t = createTerminalText();
  const request = parseRequest(args, t('store.usage'));
  if ('exit' in request) {
    const { text, code } = request.exit;
    (code === 0 ? say : printStatus)(text);
    return code;
  }
  const { storeUrl, encryptionKeys } = settings;
  const result =
    request.task === rekeyAll
      ? readSettings({ storeUrl, encryptionKeys }, environment)
      : readSettings({ storeUrl }, environment);
  if ('faults' in result) {
    printStatus(explainFaults(result.faults, 'settings.title.store'));
    return 1;
  }
  const url = result.config.storeUrl.reveal();
  const place = parseStoreUrl(url);
  // Opening would create an empty store: a typo would look like a loss of all data.
  if (place?.kind === 'sqlite' && request.task !== importFrom && (await isMissing(place.path))) {
    printStatus(t('store.none'));
    return 1;
  }
  const report = createProgress((done) => printStatus(t('store.progress', { count: t.number(done) })), now);
  const progress = (done: number): void => {
    signal.throwIfAborted();
    report(done);
  };
  try {
    const quiet = { info: () => {}, warn: () => {} };
    const tools = { log: quiet, now, version, versioning: 'create' as const };
    const input = { encryptionKeys: [], ...result.config, ...request, progress, now, t, say };
    if (request.reads !== undefined) {
      const stores = await openToRead(url, tools);
      try {
        return await request.reads({ ...input, ...stores });
      } finally {
        await stores.close();
      }
    }
    const stores = await openStores(url, tools);
    try {
      return await request.task({ ...input, stores });
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (signal.aborted) printStatus(t('store.stopped'));
    else if (error instanceof StoreError) printStatus(explainStore(error, t));
    else if (error instanceof FileError)
      printStatus(t(`store.fault.${error.fault}`, { file: request.file, detail: error.detail }));
    else throw error;
    return 1;
  }
}

/** Calls `report` with the progress about once a second. `now`: milliseconds. */
function createProgress(report: (done: number) => void, now: () => number): (done: number) => void {
  let reportedAt = now();
  return (done) => {
    if (now() - reportedAt < PROGRESS_MS) return;
    reportedAt = now();
    report(done);
  };
}

type StoreCommand = ({ task: StoreTask; reads?: undefined } | { reads: ReadTask; task?: undefined }) & {
  takesFile: boolean;
  flag?: 'overwrite' | 'all';
};

const COMMANDS = new Map<string, StoreCommand>([
  ['export', { reads: exportTo, takesFile: true }],
  ['import', { task: importFrom, takesFile: true, flag: 'overwrite' }],
  ['rekey', { task: rekeyAll, takesFile: false }],
  ['stats', { reads: printStats, takesFile: false, flag: 'all' }],
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
  const isForOtherCommand = (flag: 'overwrite' | 'all') => values[flag] && flag !== command?.flag;
  const isWrong = rest.length > 0 || isForOtherCommand('overwrite') || isForOtherCommand('all');
  if (command === undefined || command.takesFile !== (file !== '') || isWrong)
    return { exit: { text: usage, code: 1 } satisfies UsageExit };
  return { ...command, file, overwrite: values.overwrite, all: values.all };
}
