import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../commands/index.ts';

const PAGE = 'docs/architecture.md';
const page = readFileSync(PAGE, 'utf8');

/** The paths in the first column of the table of rooms. */
const rows = [...page.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(.+?)`/g)].map(([, path = '']) => path),
);

const entriesOf = (folder: string, isRoom: (name: string, isFolder: boolean) => boolean): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => isRoom(entry.name, entry.isDirectory()))
    .map((entry) => join(folder, entry.isDirectory() ? `${entry.name}/` : entry.name));

it('the page of the architecture has a row for every room, and none for what is gone', () => {
  const rooms = [
    ...entriesOf('src', () => true),
    ...entriesOf('src/jobs', (_, isFolder) => isFolder),
    ...entriesOf('.', (name) =>
      ['commands', 'playground', 'tools', 'bench', 'scripts', 'test'].includes(name),
    ),
  ];
  for (const room of rooms) expect(rows, `${PAGE}, "Rooms": there is no row for ${room}`).toContain(room);
  for (const row of rows) expect(existsSync(row), `${PAGE}, "Rooms": there is no ${row}`).toBe(true);
  expect(new Set(rows).size, `${PAGE}, "Rooms": a room has two rows`).toBe(rows.length);
});

it('every file that the page names exists', () => {
  const named = [...page.matchAll(/`((?:src|commands|test|playground|scripts|docs)\/[\w./-]+\.\w+)`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

it('what the page names together with a file is declared there', () => {
  const pairs = [...page.matchAll(/`(\w+)(?:\(\))?`(?: |\n\s*)(?:in(?: |\n\s*)|\()`([\w./-]+\.ts)`/g)];
  expect(pairs.length).toBeGreaterThan(8);
  const isDeclared = (name: string, file: string) =>
    existsSync(file) &&
    new RegExp(`\\b(?:const|function|interface|type|class) ${name}\\b`).test(readFileSync(file, 'utf8'));
  const wrong = pairs.filter(([, name = '', file = '']) => !isDeclared(name, file));
  expect(wrong.map(([text]) => text)).toEqual([]);
});

it('the tour types every command', () => {
  const sources = readdirSync('playground/tour').map((file) =>
    readFileSync(join('playground/tour', file), 'utf8'),
  );
  const typed = sources.flatMap((source) =>
    [...source.matchAll(/\.type\(\s*(?:'[^']+'|\w+),\s*'([-\w]+)'/g)].map(([, name]) => name),
  );
  const slash = commands.filter(({ kind }) => kind === 'slash').map(({ name }) => name);
  expect(
    slash.filter((name) => !typed.includes(name)),
    'playground/tour/story.ts has no step for it',
  ).toEqual([]);
});
