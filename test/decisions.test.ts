import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const FOLDER = 'docs/decisions';
const records = readdirSync(FOLDER).toSorted();

describe('each decision', () => {
  it.each(records)('%s says why, what it costs and when to think again', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, section]) => section);
    expect(sections).toEqual(['Context', 'Choice', 'Cost', 'Reconsider when']);
    const number = Number(name.slice(0, 4));
    expect(text.startsWith(`# ${number}. `)).toBe(true);
    expect(number).toBe(records.indexOf(name) + 1);
    for (const [, file = ''] of text.matchAll(/`((?:src|commands|test|scripts)\/[^`*]+)`/g))
      expect(existsSync(file), `${name} names ${file}`).toBe(true);
  });
});

// One that fails says that a decision's "Reconsider when" has come true: read the record, decide, and change both.
test.each([
  ['0001-raw-payloads.md', packageJson.dependencies['discord.js'], /^14\./],
  ['0002-own-claims.md', packageJson.dependencies.keyv, /^5\./],
  ['0006-sqlite-driver.md', packageJson.engines.node, /^>=20/],
])('%s stands while it is %s', (_record, fact, condition) => expect(fact).toMatch(condition));
