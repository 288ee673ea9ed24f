import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Started {
  log(): string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** To the whole process group, as a terminal's Ctrl+C or a process manager does; nothing when it has ended. */
  signalGroup(signal: NodeJS.Signals): void;
}

/**
 * `npm start` in a folder that holds the package and its build alone: no `.env` of the machine is read, and
 * no build is made while others run from it. It is killed with the test, if it still lives then.
 */
export async function npmStart(
  env: Record<string, string>,
  { dotEnv }: { dotEnv?: string } = {},
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-start-'));
  await cp('package.json', join(folder, 'package.json'));
  await symlink(resolve('dist'), join(folder, 'dist'));
  if (dotEnv !== undefined) await writeFile(join(folder, '.env'), dotEnv);

  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', ['start', '--ignore-scripts', '--silent'], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that signals to it do not reach the tests.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle) => {
    child.once('close', (code, signal) => settle({ code, signal }));
  });
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      // It may have ended between two lines of a test.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  onTestFinished(async () => {
    signalGroup('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  return { log: () => output, exited, signalGroup };
}
