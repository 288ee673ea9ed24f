// node scripts/unchanged.mjs install|tools|pages [release]: exits with 0 if nothing that these tests depend on has changed in the last pushes, so that
// CI may leave them out. A release leaves nothing out.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { importsOf } from './imports.mjs';

/** How far back a change counts. CI fetches so many commits. */
const COMMITS = 20;
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64e6 });
const filesIn = (...paths) =>
  git('ls-files', '--', ...paths)
    .split('\n')
    .filter(Boolean);

/** What tests run with. */
const RUN = ['.npmrc', 'tsconfig.json', 'vitest.config.ts', '.ci'];

/** What each group of tests names; of the packages, those that the image keeps, or all. */
const NAMED = {
  install: ['.npmrc', 'Dockerfile', '.dockerignore', 'test/e2e/image.test.ts'],
  tools: [...RUN, 'tools'],
  pages: [...RUN, 'playground', 'tools'],
};
const isMeant = { install: ({ dev = false }) => !dev, tools: () => true, pages: () => true };

/**
 * The folders and files that a group of tests depends on: what it names, and every file that these import, however far.
 * @param {'install' | 'tools' | 'pages'} group
 */
export function inputsOf(group) {
  const named = NAMED[group];
  const inputs = new Set(named);
  const reached = new Set(filesIn(...named).filter((file) => /\.m?ts$|\.mjs$/.test(file)));
  // A set is walked in the order in which it grows.
  for (const file of reached)
    for (const { to } of importsOf(file, readFileSync(file, 'utf8'))) {
      if (!existsSync(to)) continue;
      inputs.add(to);
      if (/\.m?ts$|\.mjs$/.test(to)) reached.add(to);
    }
  return [...inputs];
}

/** The packages of a commit, as they are installed: neither the version nor the scripts of package.json are part of that. */
function packagesAt(commit, group) {
  const [{ allowScripts }, { packages }] = ['package.json', 'package-lock.json'].map((file) =>
    JSON.parse(git('show', `${commit}:${file}`)),
  );
  const { '': _own, ...installed } = packages;
  return JSON.stringify([allowScripts, Object.entries(installed).filter(([, one]) => isMeant[group](one))]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , group, release = ''] = process.argv;
  process.exitCode = 1;
  try {
    if (release === '' && packagesAt('HEAD', group) === packagesAt(`HEAD~${COMMITS}`, group)) {
      git('diff', '--quiet', `HEAD~${COMMITS}`, '--', ...inputsOf(group));
      process.exitCode = 0;
    }
  } catch {
    // It differs, or so many commits are not there: then everything runs.
  }
}
