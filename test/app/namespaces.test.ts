import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NAMESPACES, withListed } from '../../src/app/namespaces.ts';
import { topicOf } from '../../src/app/topics.ts';
import { PRIVACY_SECTIONS } from '../../src/web/privacy-routes.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from '../support/memory-stores.ts';

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

/** These hold platform ids, hashes or sealed texts that do not go with a link, or that a separate step removes. */
const rows = Object.entries(NAMESPACES);
const holding = rows.filter(([, { holds, people }]) => people.length > 0 || holds !== undefined);

it('what holds people says how long and what tells it, and a Discord id which step takes it out', () => {
  expect(holding.length).toBeGreaterThan(30);
  expect(holding.filter(([, { lives, told }]) => lives === undefined || told === undefined)).toEqual([]);
  expect(rows.filter(([, { goes, people }]) => people.length > 0 && goes === undefined)).toEqual([]);
});

it('what has a field for a Discord user or a player holds people', () => {
  const shapeOf = ({ schema }: (typeof NAMESPACES)[string]): string =>
    JSON.stringify(
      schema === undefined ? {} : z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any' }),
    );
  const names = rows.filter(([, one]) => /"(?:discordId|playerId)"/.test(shapeOf(one))).map(([name]) => name);
  expect(names).toContain('reports');
  expect(names.filter((name) => !holding.some(([held]) => held === name))).toEqual([]);
});

it('each section that tells what is stored is on the page, in every language', () => {
  const words = createWords({ platformName: 'Arena' });
  const told = new Set(holding.map(([, one]) => one.told));
  for (const section of told) {
    expect(PRIVACY_SECTIONS).toContain(section);
    const texts = words.locales.map((locale) =>
      words.in(locale)(`pages.privacy.${section ?? 'kept'}`, { platform: 'Arena' }),
    );
    // Each language has its own.
    expect(new Set(texts).size, section).toBe(words.locales.length);
    expect(Math.min(...texts.map((text) => text.length)), section).toBeGreaterThan(40);
  }
});

it('each record that an export may have is explained in it, in every language', () => {
  const exported = rows.filter(([, { people }]) => people.length > 0).map(([name]) => name);
  expect(exported.length).toBeGreaterThan(20);
  expect(exported.filter((name) => topicOf(name) === 'unknown')).toEqual([]);
  expect(topicOf('constructor')).toBe('unknown');
  const words = createWords({ strict: true });
  for (const name of exported) {
    const texts = words.locales.map((locale) => words.in(locale)(`privacy.what.${topicOf(name)}`));
    expect(new Set(texts).size, name).toBe(words.locales.length);
    expect(Math.min(...texts.map((text) => text.length)), name).toBeGreaterThan(8);
  }
});

it('docs/security.md and SECURITY.md tell the same', () => {
  const texts = ['docs/security.md', 'SECURITY.md'].map((file) => readFileSync(file, 'utf8'));
  const topics = {
    linkedRoles: /Linked Roles.*tokens/s,
    roles: /roles/i,
    results: /30 days/,
    departures: /carried out/,
  };
  for (const [section, topic] of Object.entries(topics))
    for (const text of texts) expect(text, section).toMatch(topic);
  for (const topic of [/direct message/i, /backups/i, /won a followed tournament/, /last rank/])
    expect(texts[0]).toMatch(topic);
});

it('a store opens no namespace that is not in the table', () => {
  const stores = withListed(memoryStores().replica());
  expect(() => stores.namespace('ranks')).not.toThrow();
  expect(() => stores.namespace('diaries')).toThrow('src/app/namespaces.ts has no namespace diaries');
  expect(() => stores.namespace('constructor')).toThrow('no namespace');
});
