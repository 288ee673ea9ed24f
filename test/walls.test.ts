import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breachesIn } from '../scripts/walls.mjs';

/** One breach per wall: the importing file, and what it imports. */
const BREACHES: [file: string, imported: string][] = [
  ...[
    'discord/rest',
    'store/store',
    'web/create-web',
    'metrics/serve',
    'settings/settings',
    'replies/match',
  ].map((to): [string, string] => ['src/bot/x.ts', `../${to}.ts`]),
  ['src/discord/x.ts', '../platform/platform.ts'],
  ['src/discord/x.ts', '../store/store.ts'],
  ['src/discord/x.ts', '../app.ts'],
  ['src/web/x.ts', '../platform/platform.ts'],
  ['src/web/x.ts', '../discord/rest.ts'],
  ['src/replies/x.ts', '../bot/command.ts'],
  ['src/replies/x.ts', '../accounts/accounts.ts'],
  ['src/replies/x.ts', '../platform/platform.ts'],
  ['src/pictures/x.ts', '../bot/command.ts'],
  ['src/pictures/x.ts', '../platform/platform.ts'],
  ['src/pictures/x.ts', '../replies/format.ts'],
  ['src/replies/x.ts', '../pictures/svg.ts'],
  ['src/brackets/x.ts', '../words/plain.ts'],
  ['src/brackets/x.ts', '../pictures/svg.ts'],
  ['src/brackets/x.ts', '../platform/platform.ts'],
  ['src/words/x.ts', '../brackets/parts.ts'],
  ['src/bot/x.ts', '../brackets/parts.ts'],
  ['src/accounts/x.ts', '../bot/command.ts'],
  ['src/accounts/x.ts', '../words/words.ts'],
  ...['linking/linking', 'members/naming'].map((to): [string, string] => [
    'src/accounts/x.ts',
    `../${to}.ts`,
  ]),
  ['src/members/x.ts', '../linking/linking.ts'],
  ['src/linking/x.ts', '../members/naming.ts'],
  ['src/guilds/x.ts', '../bot/command.ts'],
  ['src/jobs/x.ts', '../bot/command.ts'],
  ['src/jobs/plan/x.ts', '../watch/watch.ts'],
  ['src/jobs/plan/x.ts', '../deliver/deliver.ts'],
  ['src/jobs/plan/x.ts', '../../accounts/accounts.ts'],
  ['src/message/x.ts', '../replies/format.ts'],
  ['src/message/x.ts', '../bot/command.ts'],
  ['src/words/x.ts', '../message/reply.ts'],
  ['src/platform/x.ts', '../words/words.ts'],
  ['src/reading/x.ts', '../platform/error.ts'],
  ['src/accounts/x.ts', '../reading/values.ts'],
  ['src/platform/x.ts', 'discord.js'],
  ['src/platform/x.ts', 'discord-api-types/v10'],
  ['src/store/x.ts', '../platform/platform.ts'],
  ['src/words/x.ts', '../reading/records.ts'],
  ['src/words/x.ts', '@discordjs/rest'],
  ['src/a-new-room/x.ts', '../words/words.ts'],
  ['src/log.ts', './words/words.ts'],
  ['src/bot/x.ts', 'keyv'],
  ['src/accounts/x.ts', '@keyv/sqlite'],
  ['commands/x.ts', './follow/draft.ts'],
  ['commands/settings/x.ts', '../follow/draft.ts'],
  ['commands/shared/x.ts', '../follow/draft.ts'],
  ['commands/x.ts', 'undici'],
  ['commands/x.ts', 'fastify'],
  ['commands/x.ts', '../playground/start.ts'],
  ...[
    'accounts/accounts',
    'discord/rest',
    'platform/platform',
    'store/store',
    'settings/settings',
    'app/app',
  ].map((to): [string, string] => ['commands/x.ts', `../src/${to}.ts`]),
  ...['src/app/app.ts', 'src/bot/x.ts'].flatMap((file): [string, string][] => {
    const up = '../'.repeat(file.split('/').length - 1);
    return [
      [file, `${up}commands/index.ts`],
      [file, `${up}playground/start.ts`],
      [file, `${up}bench/world.ts`],
      [file, `${up}test/support/until.ts`],
    ];
  }),
  ['src/main.ts', '../playground/start.ts'],
  ['src/main.ts', '../tools/discord-stand-in/server.ts'],
  ...[
    '../../src/web/html.ts',
    '../../commands/index.ts',
    '../../playground/start.ts',
    '../../test/support/until.ts',
    '../platform-stand-in/server.ts',
  ].map((to): [string, string] => ['tools/discord-stand-in/x.ts', to]),
];

const ALLOWED: [file: string, imported: string][] = [
  ['commands/index.ts', './follow/follow.ts'],
  ['commands/follow/x.ts', './draft.ts'],
  ['commands/follow/x.ts', '../shared/define.ts'],
  ['commands/x.ts', '../src/brackets/windows.ts'],
  ['src/brackets/x.ts', '../reading/records.ts'],
  ['src/pictures/x.ts', '../brackets/parts.ts'],
  ['src/replies/x.ts', '../brackets/parts.ts'],
  ['commands/x.ts', '../src/reading/records.ts'],
  ['commands/x.ts', '../src/bot/command.ts'],
  ['src/bot/x.ts', '../accounts/accounts.ts'],
  ['src/web/x.ts', '../linking/link-flow.ts'],
  ['src/app/app.ts', '../store/open-stores.ts'],
  ['src/jobs/x.ts', './plan/acts.ts'],
  ['src/jobs/deliver/x.ts', '../plan/acts.ts'],
  ['src/jobs/deliver/x.ts', '../watch/watch.ts'],
  ['src/jobs/plan/x.ts', '../../brackets/playable.ts'],
  ['src/main.ts', '../commands/index.ts'],
  ['src/store/x.ts', 'keyv'],
  ['src/store/x.ts', '../present.ts'],
  ['src/store/x.ts', '../async/within.ts'],
  ['commands/x.ts', '../src/present.ts'],
  ['src/platform/x.ts', './reading/fields.ts'],
  ['playground/x.ts', '../src/message/limits.ts'],
  ['test/x.ts', '../playground/start.ts'],
  ['playground/x.ts', '../tools/discord-stand-in/server.ts'],
  ['tools/discord-stand-in/test/x.ts', '../server.ts'],
  ['tools/discord-stand-in/x.ts', 'discord.js'],
];

const TYPES_ONLY: [file: string, imported: string][] = [
  ['src/metrics/x.ts', '../bot/dispatch.ts'],
  ['src/metrics/x.ts', '../store/store.ts'],
  ['src/metrics/x.ts', '../web/readiness.ts'],
  ['src/bot/x.ts', '../pictures/create-pictures.ts'],
  ['src/brackets/x.ts', '../words/words.ts'],

  ['src/discord/x.ts', '../guilds/guilds.ts'],
  ['src/settings/x.ts', '../words/words.ts'],
];

interface Linting {
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

const breachesOf = (file: string, text: string) => breachesIn(new Map([[file, text]]));

describe('the walls', () => {
  it('hold against values, types, re-exports and imports at run time', () => {
    for (const [file, imported] of BREACHES)
      for (const text of [
        `import { x } from '${imported}';\nx();\n`,
        `import type { X } from '${imported}';\nexport type Y = X;\n`,
        `export { x } from '${imported}';\n`,
        `export * from '${imported}';\n`,
        `await import('${imported}');\n`,
      ])
        expect(breachesOf(file, text), `${file}: ${text}`).toHaveLength(1);
  });

  it('let through what the rooms do import', () => {
    for (const [file, imported] of ALLOWED)
      expect(breachesOf(file, `import { x } from '${imported}';\nx();\n`), `${file} ${imported}`).toEqual([]);
  });

  it('let some rooms import the types of others, and nothing else', () => {
    for (const [file, imported] of TYPES_ONLY) {
      expect(breachesOf(file, `import type { X } from '${imported}';`)).toEqual([]);
      expect(
        breachesOf(file, `import { type X, y } from '${imported}';`),
        `${file} ${imported}`,
      ).toHaveLength(1);
    }
  });

  it('let only the entries and the tools read the environment', () => {
    const { rules, overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Linting;
    expect(rules['node/no-process-env']).toBe('error');
    const free = overrides.filter(({ rules: own }) => 'node/no-process-env' in own);
    expect(free.flatMap(({ files }) => files).toSorted()).toEqual(
      ['bench/**', 'playground/**', 'src/cli/**', 'src/main.ts', 'test/**'].toSorted(),
    );
  });

  it('see files that import each other in a circle, be it for types alone', () => {
    const files = new Map([
      ['src/bot/a.ts', "import type { B } from './b.ts';"],
      ['src/bot/b.ts', "export * from './c.ts';"],
      ['src/bot/c.ts', "import { a } from './a.ts';"],
      ['src/bot/d.ts', "import { a } from './a.ts';"],
    ]);
    expect(breachesIn(files)).toEqual(['a circle: src/bot/a.ts, src/bot/b.ts, src/bot/c.ts']);
  });
});
