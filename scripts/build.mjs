// node scripts/build.mjs [playground|bench]: compiles into dist when a source is newer than what lies there. One build at a time: others
// wait, since a process that loads dist while it is written sees half of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What each target is compiled from besides the bot itself. */
const BESIDES = {
  build: [],
  playground: ['playground', 'tools'],
  bench: ['bench', 'playground', 'tools'],
};

const target = process.argv[2] in BESIDES ? process.argv[2] : 'build';
const project = target === 'build' ? 'tsconfig.build.json' : `${target}/tsconfig.build.json`;
const sources = ['commands', 'src', 'package.json', 'package-lock.json', 'tsconfig.json', project];
sources.push(...BESIDES[target]);

const stamp = `dist/.${target}`;
const lock = 'dist/.lock';
/** A build takes seconds: an older lock is of a process that was killed. */
const STALE_MS = 60_000;

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The tests in a folder are not compiled with it. */
function newest(path) {
  if (!statSync(path).isDirectory()) return changedAt(path);
  const entries = readdirSync(path).filter((entry) => entry !== 'test');
  return Math.max(changedAt(path), ...entries.map((entry) => newest(join(path, entry))));
}

const isBuilt = () => changedAt(stamp) > Math.max(...sources.map(newest));

function locked() {
  mkdirSync('dist', { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - changedAt(lock) > STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

const COMPILER = join('node_modules', '.bin', 'tsc');

/** Why nothing can be built, in a sentence; an existing build that is newer than its sources runs without the compiler. */
function whyNot() {
  if (!existsSync('node_modules')) return 'Run npm ci first: it installs the packages that Matchpoint needs.';
  if (isBuilt() || existsSync(COMPILER)) return undefined;
  return 'The build needs TypeScript, which this install left out (--omit=dev or NODE_ENV=production). Run: npm ci --include=dev';
}

const fault = whyNot();
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}

while (!isBuilt()) {
  if (!locked()) {
    await sleep(100);
    continue;
  }
  try {
    const { status, error } = spawnSync(COMPILER, ['-p', project], { stdio: 'inherit' });
    if (error) console.error(error.message);
    if (status !== 0) process.exitCode = status ?? 1;
    else writeFileSync(stamp, '');
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (process.exitCode) break;
}
