import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NAMESPACES } from '../../src/app/namespaces.ts';

/** The names of all namespaces that a source file opens. */
const OPENED = /\bnamespace(?:<[^>]*>)?\(\s*'(\w+)'/g;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const opened = sources.flatMap((name) =>
  [...readFileSync(join('src', name), 'utf8').matchAll(OPENED)].map(([, namespace = '']) => namespace),
);
const listedNames = Object.keys(NAMESPACES);

it('the table has every namespace that is opened, and no other', () => {
  expect(opened.length).toBeGreaterThan(25);
  expect(listedNames.toSorted()).toEqual([...new Set(opened)].toSorted());
});

it('the README has each of them', () => {
  const readme = readFileSync('src/store/README.md', 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, namespace = '']) => namespace);
  expect(rows.toSorted()).toEqual(listedNames.toSorted());
});

it('the names in the source are found, however the call is written', () => {
  const text = `stores.namespace('a', A); tools.stores\n.namespace<Map<string>>(\n 'b',\n B); namespace(name); driver.namespace('c')`;
  expect([...text.matchAll(OPENED)].map(([, name]) => name)).toEqual(['a', 'c']);
});
