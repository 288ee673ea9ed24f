import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const INVALID = [
  '({ ...(a !== undefined && { a }) });',
  '({ ...(a && b) });',
  '({ ...((a && { a }) as B) });',
  '({ ...(a ? { a } : {}) });',
  '({ ...(a ? {} : { a }) });',
  '({ b: { ...(a && { a }) } });',
];
const VALID = [
  '({ ...a, ...present({ b: a ? b : undefined }) });',
  '({ ...(a ?? b) });',
  '({ ...(a || b) });',
  '({ ...(a ? b : c) });',
  '[...(a ? [a] : [])];',
  'f(...(a && b));',
];

it('optional fields are added through `present` alone', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const plugin = path.resolve('scripts/lint-rules.mjs');
  const rules = { 'matchpoint/optional-fields': 'error' };
  writeFileSync(
    at('rc.json'),
    JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules }),
  );
  writeFileSync(at('code.ts'), [...INVALID, ...VALID].join('\n'));
  const args = ['-c', at('rc.json'), '-f', 'unix', at('code.ts')];
  const { stdout } = spawnSync('node_modules/.bin/oxlint', args, { encoding: 'utf8' });
  const lines = [...stdout.matchAll(/code\.ts:(\d+):/g)].map(([, line]) => Number(line));
  expect(lines, stdout).toEqual(INVALID.map((_, index) => index + 1));
});
