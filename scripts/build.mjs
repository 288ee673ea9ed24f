// node scripts/build.mjs [playground|bench]: builds into dist when a source is newer than what lies there. One build at a time: others
// wait, since a process that loads dist while it is written sees half of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What each target has besides the bot itself: the compiler's modules, and programs that are bundled as the bot is. */
const BESIDES = {
  build: { folders: [], bundled: [] },
  playground: { folders: ['playground', 'tools'], bundled: [] },
  bench: { folders: ['bench', 'playground', 'tools'], bundled: ['bench/ours.ts'] },
};

const target = process.argv[2] in BESIDES ? process.argv[2] : 'build';
const besides = BESIDES[target];
const project = besides.folders.length > 0 ? `${target}/tsconfig.build.json` : undefined;
const sources = [
  'commands',
  'src',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
sources.push(...(project === undefined ? [] : [project]), ...besides.folders);

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

const isInstalled = (name) => existsSync(join('node_modules', name));
const needed = project === undefined ? ['esbuild'] : ['esbuild', 'typescript'];

/** Why nothing can be built, in a sentence; an existing build that is newer than its sources runs without the tools. */
function whyNot() {
  if (!existsSync('node_modules')) return 'Run npm ci first: it installs the packages that Matchpoint needs.';
  if (isBuilt() || needed.every(isInstalled)) return undefined;
  return 'The build needs development packages, which this install left out (--omit=dev or NODE_ENV=production). Run: npm ci --include=dev';
}

/** As modules, in the places of their sources; false if the compiler refuses them. */
function compile() {
  if (project === undefined) return true;
  const { status, error } = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', project], {
    stdio: 'inherit',
  });
  if (error) console.error(error.message);
  return status === 0;
}

async function build() {
  if (!compile()) return false;
  const { bundle } = await import('./bundle.mjs');
  // After the compiler, whose modules take the same names.
  return bundle(besides.bundled);
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
    if (await build()) writeFileSync(stamp, '');
    else process.exitCode = 1;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (process.exitCode) break;
}
