import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const facts = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/facts.mjs', ...args], { encoding: 'utf8' });

/** A version of Discord's types with these declarations. */
async function version(...declarations: string[]): Promise<string> {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'payloads/v10'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'payloads/v10/message.d.ts'), declarations.join('\n'));
  return folder;
}

const FLAGS = 'export declare enum EmbedFlags {\n    IsContent = 1\n}';
const POLL = 'export interface APIPollTally {\n    count: number;\n}';
const embed = (...fields: string[]) => `export interface APIEmbed {\n    ${fields.join('\n    ')}\n}`;

it('says what is new among what is used and what that leads to', async () => {
  const before = await version(embed('/**\n     * Old words\n     */', 'title?: string;'));
  const after = await version(embed('title: string;', 'flags?: EmbedFlags;'), FLAGS, POLL);
  const { stdout, status } = facts(before, after);
  expect(status).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "APIEmbed
      - title?: string;
      + title: string;
      + flags?: EmbedFlags;
    EmbedFlags
      + export declare enum EmbedFlags {
      + IsContent = 1
      + }
    "
  `);
});

it('says so where nothing is new, or where no version is given', async () => {
  const one = await version(embed('title?: string;'), POLL);
  expect(facts(one, await version(embed('/** New words */', 'title?: string;'))).stdout).toBe(
    'Nothing that is used here has changed.\n',
  );
  expect(facts()).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run facts -- 0.38.50') });
});
