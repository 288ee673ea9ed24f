import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { VERSION } from '../src/version.ts';

const SHIPPED = ['src', 'commands', 'scripts', 'deploy', '.github'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`),
);

it('the version stands in package.json alone', () => {
  expect(VERSION).toBe(packageJson.version);
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([VERSION, VERSION]);
  const number = new RegExp(`(?<![\\d.])${VERSION.replaceAll('.', '\\.')}(?![\\d.])`);
  // A lock of tools has the versions of many packages.
  const files = [...SHIPPED, 'Dockerfile', 'compose.yaml'].filter((file) => !file.endsWith('-lock.json'));
  expect(files.filter((file) => number.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('between releases, while the changelog has unreleased changes, it is that of the next release with -dev', () => {
  const sections = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\]/gm);
  const [newest = '', last = ''] = Array.from(sections, ([, section]) => section);
  const isBetween = newest === 'Unreleased';
  const [number = '', ...rest] = VERSION.split('-');
  expect(rest).toEqual(isBetween ? ['dev'] : []);
  expect(number.localeCompare(isBetween ? last : newest, 'en', { numeric: true })).toBe(isBetween ? 1 : 0);
});
