import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { startPlatform } from '../../tools/platform-stand-in/server.ts';
import { SHAPE_NAMES } from '../../tools/platform-stand-in/shapes/choose.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { parseInteraction } from '../../src/bot/interaction.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { anyText } from '../support/any-text.ts';
import { checkSaid } from '../support/check-said.ts';
import { accountOf, fakeAccounts, fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { linkWorld } from '../support/link-world.ts';
import { autocomplete, press, slash, submit } from '../support/interactions.ts';
import { mutated, mutations } from './mutate.ts';
import { FUZZ_TIMEOUT_MS, runs } from './runs.ts';

/** Answers of a working platform in each of its shapes, by path. */
const recorded = new Map<string, unknown[]>();
const PLAYER = 'player';
const PATHS = [
  '/v1/users/:id',
  '/v1/users/:id/rank',
  '/v1/users/:id/matches',
  '/v1/tournaments',
  '/v1/tournaments/:id',
  '/v1/tournaments/:id/bracket',
  '/v1/matches/:id',
  '/v1/rankings',
];

beforeAll(async () => {
  const platform = await startPlatform();
  const { world } = platform;
  const ids = {
    users: [...world.players.keys()][0],
    tournaments: [...world.tournaments.keys()][2],
    matches: [...world.matches.keys()][0],
  };
  for (const shape of SHAPE_NAMES) {
    platform.setShape(shape);
    for (const path of PATHS) {
      const kind = path.split('/')[2] as keyof typeof ids;
      const url = platform.baseUrl + path.replace(':id', String(ids[kind]));
      const answer = await fetch(url, { headers: { authorization: `Bearer ${platform.apiKey}` } });
      recorded.set(path, [...(recorded.get(path) ?? []), await answer.json()]);
    }
  }
  await platform.close();
});

/** What the platform answers in this run. */
let answers: (path: string) => unknown = () => ({});
const platform = createPlatform({
  baseUrl: new URL('https://platform.test'),
  apiKey: 'k',
  clientId: 'c',
  clientSecret: 's',
  sleep: () => Promise.resolve(),
  dispatcher: {
    request: ({ path }: { path: string }) => {
      const route =
        path.split('?')[0]?.replace(/^(\/v1\/(?:users|tournaments|matches)\/)[^/]+/, '$1:id') ?? '';
      const text = JSON.stringify(answers(route)) ?? '';
      return Promise.resolve({
        statusCode: 200,
        headers: {},
        body: (async function* () {
          yield Buffer.from(text);
        })(),
      });
    },
  } as never,
});
afterAll(() => platform.close());

const member = accountOf('501', {
  playerId: PLAYER,
  platform: platform.as({ playerId: PLAYER, token: async () => 't', renew: async () => 't2' }),
});
const accounts = fakeAccounts(
  { '501': { state: 'linked', account: member } },
  { unlink: () => Promise.resolve(true) },
);

const text = fc.oneof(
  fc.constantFrom('1', '4', PLAYER, 'upcoming', '', '.', '..', '../admin', 'ana souza', '%2e', '🏆'),
  anyText({ maxLength: 120 }),
);
const value = fc.oneof(text, fc.integer({ min: -5, max: 1000 }));
const who = fc.record({
  userId: fc.constantFrom('501', '502'),
  id: fc.bigInt({ min: 10n ** 17n, max: 2n ** 63n }).map(String),
  permissions: fc.constantFrom('0', '32'),
  bot: fc.constantFrom('0', '8'),
});
const command = fc.constantFrom(...commands);
const options = command.chain((chosen) =>
  fc
    .record(Object.fromEntries(Object.keys(chosen.options).map((name) => [name, value])), {
      requiredKeys: [],
    })
    .map((given) => ({ chosen, given: given as Record<string, string | number> })),
);
const customId = fc.oneof(
  command.chain((chosen) =>
    fc
      .tuple(
        fc.constantFrom('run', 'gone', ...Object.keys(chosen.actions)),
        fc.array(fc.oneof(text, fc.constantFrom('tournament=1', 'id=1', '0', '1', '2', '~ticket1')), {
          maxLength: 6,
        }),
      )
      .map(([action, args]) => [chosen.name, action, ...args].join(':').slice(0, 100)),
  ),
  fc.string({ maxLength: 100 }),
);
const fields = fc.dictionary(
  fc.constantFrom('name', 'avatar', 'code', 'page', 'player1_score', 'player2_score', 'hours'),
  text,
);

/** An interaction over Discord's types. */
const interaction = fc.oneof(
  fc.tuple(options, who).map(([{ chosen, given }, by]) => slash(chosen.name, given, by) as object),
  fc.tuple(options, who, fc.nat({ max: 5 })).map(([{ chosen, given }, by, at]) => {
    const names = Object.keys(chosen.options);
    const texts = Object.fromEntries(Object.entries(given).map(([name, held]) => [name, String(held)]));
    return autocomplete(chosen.name, names[at % Math.max(1, names.length)] ?? 'none', texts, by);
  }),
  fc
    .tuple(customId, who, fc.boolean(), fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }))
    .map(([id, by, ephemeral, values]) => press(id, { ...by, ephemeral, ...(values && { values }) })),
  fc.tuple(customId, fields, who).map(([id, given, by]) => submit(id, given, by)),
  fc.record({ id: fc.constant('1'), type: fc.constantFrom(1, 2, 3, 4, 5, 6, 99), token: text }),
);

const run = fc.record({
  sent: interaction,
  changes: mutations(3),
  shape: fc.nat({ max: 20 }),
  wrong: mutations(4),
});

describe('with any payload of Discord and any answer of the platform', () => {
  test(
    'no handler breaks, and every interaction gets its one first answer',
    async () => {
      const { said, routes } = fakeRoutes();
      let failure: unknown;
      const log = { ...silent, error: (fields: { err?: unknown }) => (failure = fields.err) } as never;
      const { linking } = linkWorld();
      const services = fakeServices(commands, { accounts, platform, linking, deviceLinking: linking.device });
      await fc.assert(
        fc.asyncProperty(run, async ({ sent, changes, shape, wrong }) => {
          said.splice(0);
          failure = new Error('no error was told');
          answers = (path) => {
            const all = recorded.get(path) ?? [{}];
            return mutated(all[shape % all.length], wrong);
          };
          const raw = mutated(sent, changes);
          // A member per run, so that none hits the rate limit.
          const dispatcher = createDispatcher({ ...services, routes, log });
          const outcome = await dispatcher.dispatch(raw);
          const firsts = said.filter(({ route }) => route === 'callback');
          if (['error', 'unanswered', 'store-down'].includes(outcome)) throw failure;
          expect(firsts).toHaveLength(parseInteraction(raw) === undefined ? 0 : 1);
          checkSaid(raw, said);
        }),
        runs(500),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
