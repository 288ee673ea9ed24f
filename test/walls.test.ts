import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One breach per wall: the file that would commit it, and what it would import. */
const breaches: [file: string, imported: string][] = [
  ['src/bot/x.ts', '../discord/rest.ts'],
  ['src/bot/x.ts', '../store/store.ts'],
  ['src/bot/x.ts', '../../commands/index.ts'],
  ['src/bot/x.ts', '../web/create-web.ts'],
  ['src/discord/x.ts', '../platform/platform.ts'],
  ['src/discord/x.ts', '../store/store.ts'],
  ['src/discord/x.ts', '../../commands/index.ts'],
  ['src/web/x.ts', '../platform/platform.ts'],
  ['src/web/x.ts', '../discord/rest.ts'],
  ['src/replies/x.ts', '../bot/reply.ts'],
  ['src/replies/x.ts', '../accounts/accounts.ts'],
  ['src/accounts/x.ts', '../bot/reply.ts'],
  ['src/accounts/x.ts', '../words/words.ts'],
  ['src/accounts/x.ts', '../web/create-web.ts'],
  ['src/platform/x.ts', '../words/words.ts'],
  ['src/platform/x.ts', '../accounts/accounts.ts'],
  ['src/platform/x.ts', 'discord.js'],
  ['src/store/x.ts', '../platform/platform.ts'],
  ['src/words/x.ts', '../platform/records.ts'],
  ['src/words/x.ts', 'discord.js'],
  ['src/pictures/x.ts', '../bot/reply.ts'],
  ['src/pictures/x.ts', '../replies/format.ts'],
  ['src/replies/x.ts', '../pictures/svg.ts'],
  ['src/brackets/x.ts', '../words/words.ts'],
  ['src/brackets/x.ts', '../pictures/svg.ts'],
  ['src/brackets/x.ts', '../platform/platform.ts'],
  ['src/words/x.ts', '../brackets/parts.ts'],
  ['src/bot/x.ts', '../brackets/parts.ts'],
  ['src/metrics/x.ts', '../../commands/index.ts'],
  ['src/bot/x.ts', '../metrics/create-metrics.ts'],
  ['src/store/x.ts', '../metrics/create-metrics.ts'],
  ['src/bot/x.ts', '../settings/settings.ts'],
  ['src/discord/x.ts', '../app.ts'],
  ['src/bot/x.ts', 'keyv'],
  ['src/accounts/x.ts', '@keyv/sqlite'],
  ['src/bot/x.ts', '../../playground/start.ts'],
  ['src/app.ts', '../playground/start.ts'],
  ['src/main.ts', '../playground/start.ts'],
  ['src/app.ts', '../commands/index.ts'],
  ['commands/x.ts', '../playground/start.ts'],
  ['commands/x.ts', '../src/accounts/accounts.ts'],
  ['commands/x.ts', '../src/discord/rest.ts'],
  ['commands/x.ts', '../src/platform/platform.ts'],
  ['commands/x.ts', '../src/store/store.ts'],
  ['commands/x.ts', '../src/settings/settings.ts'],
];

/** What the rooms do import. */
const allowed: [file: string, imported: string][] = [
  ['commands/x.ts', '../src/platform/records.ts'],
  ['commands/x.ts', '../src/bot/command.ts'],
  ['commands/x.ts', '../src/brackets/windows.ts'],
  ['src/brackets/x.ts', '../platform/records.ts'],
  ['src/pictures/x.ts', '../brackets/parts.ts'],
  ['src/replies/x.ts', '../brackets/parts.ts'],
  ['src/bot/x.ts', '../accounts/accounts.ts'],
  ['src/web/x.ts', '../accounts/link-flow.ts'],
  ['src/app.ts', './store/open-stores.ts'],
  ['src/main.ts', '../commands/index.ts'],
  ['src/store/x.ts', 'keyv'],
];

let folder: string;

function lint(file: string, text: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const run = spawnSync(resolve('node_modules/.bin/oxlint'), [file], { cwd: folder, encoding: 'utf8' });
  rmSync(path);
  return run.stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walls-'));
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the walls', () => {
  it.each(breaches)('%s may not import %s', (file, imported) => {
    for (const text of [
      `import { x } from '${imported}';\nx();\n`,
      `import type { X } from '${imported}';\nexport type Y = X;\n`,
      `export { x } from '${imported}';\n`,
    ]) {
      expect(lint(file, text), text).toContain('no-restricted-imports');
    }
  });

  it.each(allowed)('%s may import %s', (file, imported) => {
    expect(lint(file, `import { x } from '${imported}';\nx();\n`)).not.toContain('no-restricted-imports');
  });

  it.each(['../bot/dispatch.ts', '../store/store.ts', '../log.ts'])(
    'src/metrics/x.ts may import the types of %s, and nothing else',
    (imported) => {
      const file = 'src/metrics/x.ts';
      expect(lint(file, `import { x } from '${imported}';\nx();\n`)).toContain('no-restricted-imports');
      const types = `import type { X } from '${imported}';\nexport type Y = X;\n`;
      expect(lint(file, types)).not.toContain('no-restricted-imports');
    },
  );

  it('only the entries read the environment', () => {
    expect(lint('src/bot/x.ts', 'export const x = process.env;\n')).toContain('no-process-env');
    expect(lint('src/main.ts', 'export const x = process.env;\n')).not.toContain('no-process-env');
  });
});
