import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../support/temporary-folder.ts';

test("the store of a release can be written with today's bot", { timeout: 180_000 }, async () => {
  const folder = await temporaryFolder();
  const { status, stderr } = spawnSync(process.execPath, ['scripts/write-store-fixture.mjs', folder], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const { version } = packageJson;
  expect(readdirSync(folder).toSorted()).toEqual([`${version}.export`, `${version}.sqlite`]);
});
