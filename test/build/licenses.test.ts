import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = resolve('scripts/licenses/list.mjs');

function list(folder: string, ...args: string[]) {
  const run = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

interface TestPackage {
  license?: unknown;
  files?: Record<string, string>;
  lock?: { dev?: true; optional?: true };
  isAbsent?: boolean;
}

/** A checkout with these packages. */
async function checkout(packages: Record<string, TestPackage>): Promise<string> {
  const folder = await temporaryFolder();
  const locked: Record<string, object> = { '': {} };
  for (const [name, { license, files = {}, lock = {}, isAbsent = false }] of Object.entries(packages)) {
    locked[`node_modules/${name}`] = lock;
    if (isAbsent) continue;
    const at = join(folder, 'node_modules', name);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  for (const file of ['package.json', 'LICENSE', 'assets/fonts/OFL.txt']) cpSync(file, join(folder, file));
  return folder;
}

const withText: TestPackage = { license: 'MIT', files: { LICENSE: 'Copyright Ana' } };

test('every direct dependency, what it brings and the fonts are in the file with their texts', async () => {
  const file = join(await temporaryFolder(), 'licenses.txt');
  expect(list('.', file)).toMatchObject({ status: 0, err: '' });
  const text = readFileSync(file, 'utf8');
  for (const [name, version] of Object.entries(packageJson.dependencies))
    expect(text).toContain(`\n${name} ${version} (`);
  for (const part of [
    readFileSync('LICENSE', 'utf8').trim(),
    'SIL OPEN FONT LICENSE Version 1.1',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
    // What the picture library's binary is made of.
    '| librsvg       | LGPLv3',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('\nvitest ');
});

test('packages that share a text are listed above it, once', async () => {
  const folder = await checkout({ ana: withText, bruno: withText, tool: { lock: { dev: true } } });
  expect(list(folder).out).toMatch(/^MIT +ana 1\.2\.3\nMIT +bruno 1\.2\.3\nOFL-1\.1 +the fonts/);
  expect(list(folder, 'out.txt').status).toBe(0);
  const text = readFileSync(join(folder, 'out.txt'), 'utf8');
  expect(text).toContain('\nana 1.2.3 (MIT)\nbruno 1.2.3 (MIT)\n');
  expect(text.split('Copyright Ana')).toHaveLength(2);
});

test('a package without a text gets the known one of its license', async () => {
  const folder = await checkout({ ana: { license: 'MIT' }, old: { license: { type: 'MIT' } } });
  expect(list(folder, 'out.txt').status).toBe(0);
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toContain('Permission is hereby granted');
});

test.each<[what: string, fault: TestPackage, sentence: string]>([
  ['without a license', { files: { LICENSE: 'x' } }, 'bad 1.2.3 names no license'],
  ['that nobody may use', { license: 'UNLICENSED' }, 'bad 1.2.3 names no license'],
  ['whose text nobody knows', { license: 'Zlib' }, 'add it as scripts/licenses/Zlib.txt'],
  ['that is not installed', { isAbsent: true }, 'node_modules/bad is not installed. Run: npm ci'],
])('a package %s fails, and writes nothing', async (_what, bad, sentence) => {
  const folder = await checkout({ ana: withText, bad });
  const run = list(folder, 'out.txt');
  expect(run).toMatchObject({ status: 1, out: '' });
  expect(run.err).toContain(sentence);
  expect(() => readFileSync(join(folder, 'out.txt'))).toThrow('ENOENT');
});

test('a binary for another platform is not listed', async () => {
  const folder = await checkout({ ana: withText, other: { lock: { optional: true }, isAbsent: true } });
  expect(list(folder)).toMatchObject({ status: 0, out: expect.not.stringContaining('other') });
});
