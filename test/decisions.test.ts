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

/** How Discord's types describe the embeds of a message that a bot sends. */
const types = readFileSync('node_modules/discord-api-types/rest/v10/channel.d.ts', 'utf8');
const [aboveEmbeds = ''] = types.split('RESTPostAPIChannelMessageJSONBody ')[1]?.split('embeds?:') ?? [];
const embeds = aboveEmbeds.slice(aboveEmbeds.lastIndexOf('/**'));

// One that fails says that a decision's "Reconsider when" has come true: read the record, decide, and change both.
const WATCHED: readonly (readonly [record: string, fact: string, condition: RegExp])[] = [
  ['0001-raw-payloads.md', packageJson.dependencies['discord.js'], /^14\./],
  ['0002-own-claims.md', packageJson.dependencies.keyv, /^5\./],
  ['0005-embeds.md', embeds, /Embedded `rich` content(?![\s\S]*@deprecated)/],
  ['0006-sqlite-driver.md', packageJson.engines.node, /^>=20/],
];
/** What would change these stands in the platform's document, which only people read. */
const READ_BY_PEOPLE = ['0003-acknowledged-writes.md', '0004-polling.md', '0007-one-account.md'];

test.each(WATCHED)('%s stands while it is so', (_record, fact, condition) => expect(fact).toMatch(condition));

test('each decision is watched here, or waits for a change of the document of the platform', () => {
  expect([...WATCHED.map(([record]) => record), ...READ_BY_PEOPLE].toSorted()).toEqual(records);
  for (const record of READ_BY_PEOPLE)
    expect(readFileSync(`${FOLDER}/${record}`, 'utf8')).toMatch(
      /## Reconsider when\s+The platform's document /,
    );
});
