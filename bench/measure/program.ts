import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { askChild, type AskProgram, type Questions } from './conversation.ts';

/** What `getconf CLK_TCK` says on Linux: the kernel tells CPU time in hundredths of a second. */
const TICK_MS = 10;
/** Longer than the 10 s within which the bot shuts down. */
const END_WITHIN_MS = 15_000;

/** A process under test, or one that tests it. */
export interface Program<Q> {
  ask: AskProgram<Q>;
  /** CPU milliseconds that all threads of it have used so far, in user and kernel mode. */
  cpuMs(): number;
  /** Resident memory, and of it what no other process shares: without Node's own code. */
  memoryMiB(): { resident: number; private: number };
  /** Ends it as an admin does. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does: nothing is left for the next process. */
  kill(): Promise<void>;
}

interface ProgramOptions {
  env?: Record<string, string>;
  nodeArguments?: readonly string[];
  folder?: string;
  /** Whether it answers questions; what is under test gets no channel unless it has to. */
  talks?: boolean;
}

export function startProgram<Q extends Questions<Q>>(
  script: string,
  options: ProgramOptions = {},
): Program<Q> {
  const { PATH = '', HOME = tmpdir() } = process.env;
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), script], {
    env: { PATH, HOME, NODE_ENV: 'production', ...options.env },
    // Standard output goes to /dev/null: a log costs its lines, not a reader of them.
    stdio: options.talks === true ? ['ignore', 'ignore', 'pipe', 'ipc'] : ['ignore', 'ignore', 'pipe'],
    ...(options.folder !== undefined && { cwd: options.folder }),
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} does not start`);
  let stopping = false;
  let complaints = '';
  child.stderr?.on('data', (data: Buffer) => (complaints = (complaints + data.toString()).slice(-4000)));
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      process.removeListener('exit', killAtExit);
      if (!stopping) console.error(`${script} ended with ${code}:\n${complaints}`);
      resolve();
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    stopping = true;
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    await ended;
    clearTimeout(late);
  };
  return {
    ask: askChild<Q>(child),
    cpuMs() {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may hold spaces; utime and stime are fields 14 and 15, counted from 1 (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    memoryMiB() {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const sum = (name: RegExp): number =>
        [...rollup.matchAll(name)].reduce((total, [, kibibytes]) => total + Number(kibibytes) / 1024, 0);
      return {
        resident: sum(/^Rss:\s+(\d+) kB$/gm),
        private: sum(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm),
      };
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
