import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/RESULTS.md',
  ...['docs', 'tools', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

/** What runs a command by itself: the test or the step of CI, and how it names it. */
const RUN: readonly (readonly [command: RegExp, file: string, part: string])[] = [
  [/^npm ci$/, '.ci/run', 'npm ci'],
  [/^(npm test|npx vitest run)\b/, '.ci/run', 'npx vitest run'],
  [/^npm run (check|build)$/, '.ci/run', 'npm run check'],
  [/^npm run preplayground$/, 'test/support/build-first.ts', "'preplayground'"],
  [/^npm run (types|lint|format|dead)$/, 'scripts/check.mjs', "['types', 'lint', 'format', 'dead']"],
  [/^npm run walls$/, 'package.json', 'npm run --silent walls'],
  [/^npx oxfmt$/, 'package.json', 'oxfmt --check'],
  [/^bash \.ci\/run$|^\.ci\/run$/, '.github/workflows/ci.yml', 'bash .ci/run'],
  [/^npm start$|^node dist\/src\/main\.js$/, 'test/support/npm-start.ts', "spawn('npm', ['start'"],
  [/^npm run commands( -- --dry-run)?$/, 'test/e2e/bot/publish.test.ts', "'--dry-run'"],
  [/^npm run doctor( --)?$/, 'test/support/doctor-world.ts', 'runDoctor'],
  [/^npm run doctor -- --fields$/, 'test/cli/doctor.test.ts', 'fields: true'],
  [/^npm run doctor -- --mend$/, 'test/cli/mend.test.ts', 'runMend'],
  [/^npm run store( -- (stats|rekey|export|import)\b.*)?$/, 'test/cli/store.test.ts', 'runStore'],
  [/^npm run playground( -- --night)?$/, 'playground/test/e2e/main.test.ts', "'--night'"],
  [/^npm run (playground -- --tour|tour)$/, 'test/e2e/bot/tour.test.ts', 'runTour({ write'],
  [/^npm run (tour|playground) -- --locale vi$/, 'test/e2e/bot/tour.test.ts', 'runTour({ locale'],
  [/^npm run soak( -- --minutes 10)?$/, 'test/e2e/bot/soak.test.ts', 'soak({'],
  [/^npm run soak -- --steady\b/, 'test/e2e/bot/soak.test.ts', 'soakSteadily({'],
  [/^npm run words( -- --checked .*)?$/, 'test/words/translations.test.ts', "'--checked'"],
  [/^npm run facts( -- 0\.\S+)?$/, '.github/workflows/ci.yml', 'npm run facts -- '],
  [/^npm run licenses$/, '.github/workflows/release.yml', 'npm run licenses -- '],
  [
    /^node scripts\/sbom\.mjs > sbom\.json$/,
    '.github/workflows/release.yml',
    'node scripts/sbom.mjs > sbom.json',
  ],
  [
    /^node scripts\/write-store-fixture\.mjs$/,
    'test/e2e/bot/store-fixture.test.ts',
    'scripts/write-store-fixture.mjs',
  ],
];

/** What a person runs, and why no test does. */
const BY_HAND: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm run fuzz$/, 'hours; CI runs the same files with few seeds'],
  [/^npm run mutate$/, 'hours'],
  [/^npm run bench\b/, 'figures of a quiet machine; test/bench runs the rows that start no program'],
  [/^npm run screenshots$/, 'a look at the pictures; test/e2e/bot/flags.test.ts starts it'],
  [/^npm run (fix|docs)$/, 'they write what CI compares'],
  [/^npm version |^git /, 'a release'],
  [/^(docker|kubectl) /, 'another machine; test/image and test/deploy read the files'],
  [/^(sudo|systemctl|journalctl|cd) /, "an operator's machine; test/deploy/systemd.test.ts reads the files"],
];

const PROGRAMS =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|bash|\.ci\/run|docker|kubectl|git|sudo|systemctl|journalctl|cd)(?: |$)/;

/** The commands of a page: lines of its `sh` blocks, and code in its text that begins with a program. */
function commandsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const lines = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', '').split('\n'),
  );
  const spans = [...text.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  );
  return [...lines, ...spans.filter((code) => code.includes(' ') && PROGRAMS.test(code))]
    .flatMap((line) => (line.includes("'") ? [line] : line.split(' && ')))
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((line) => line !== '');
}

const scripts = Object.keys(packageJson.scripts);
/** `pretest` runs with `test`. */
const ownScripts = scripts.filter((name) => !(name.startsWith('pre') && scripts.includes(name.slice(3))));
const documented = [
  ...PAGES.flatMap((page) => commandsOf(page).map((command) => ({ page, command }))),
  ...ownScripts.map((name) => ({
    page: 'package.json',
    command: ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
  })),
];
/** Whether a path exists; a test is named by the beginning of its path. */
const isThere = (path: string): boolean =>
  existsSync(path) ||
  (existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => name.startsWith(basename(path))));
const runs = (command: string) => (entry: readonly [RegExp, ...unknown[]]) => entry[0].test(command);

it('each command of the pages and of package.json is run by a test or CI, or is known to be run by hand', () => {
  const unknown = documented.filter(
    ({ command }) => !RUN.some(runs(command)) && !BY_HAND.some(runs(command)),
  );
  expect(unknown).toEqual([]);
  expect(documented.length).toBeGreaterThan(100);
});

it('no entry is for a command that nobody documents, and what runs it still does', () => {
  const stale = [...RUN, ...BY_HAND].filter(
    (entry) => !documented.some(({ command }) => entry[0].test(command)),
  );
  expect(stale).toEqual([]);
  for (const [command, file, part] of RUN)
    expect(readFileSync(file, 'utf8').includes(part), `${command}: ${file} has no ${part}`).toBe(true);
});

it('a command names only scripts, files and folders that exist', () => {
  const wrong = [
    ...documented,
    ...Object.values(packageJson.scripts).flatMap((line) =>
      line.split(' && ').map((command) => ({ page: 'package.json', command })),
    ),
  ].filter(({ command }) => {
    const script = /^npm run (?:--silent )?([\w-]+)/.exec(command)?.[1];
    const paths = command.match(/(?:^|(?<= ))(?:test|tools|scripts|playground|deploy)\/[\w./-]+/g) ?? [];
    return (
      (script !== undefined && !scripts.includes(script)) ||
      paths.some((path) => !path.includes('node_modules') && !isThere(path))
    );
  });
  expect(wrong).toEqual([]);
});
