import { ApplicationCommandResponseSchema } from 'discord-api-spec/zod';
import { DiscordAPIError } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { PublishedCommand } from '../rest/command-book.ts';
import { answerFaults, commands, discordWorld, publish } from './world.ts';

const command = (more: object = {}) => ({ name: 'rank', description: 'Shows a rank', ...more });
const option = (more: object = {}) => ({ type: 3, name: 'id', description: 'An id', ...more });
const withOptions = (...options: object[]) => command({ options });

async function faultsOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordAPIError)) throw new Error('it was accepted', { cause: error });
  return `${error.code} ${JSON.stringify((error.rawError as { errors?: object }).errors ?? {})}`;
}

describe('a command is refused', () => {
  test.each<[string, object, string]>([
    ['with capitals in its name', command({ name: 'Rank' }), 'APPLICATION_COMMAND_INVALID_NAME'],
    ['with a space in its name', command({ name: 'my rank' }), 'APPLICATION_COMMAND_INVALID_NAME'],
    ['with a name of 33', command({ name: 'x'.repeat(33) }), 'BASE_TYPE_BAD_LENGTH'],
    ['without a description', { name: 'rank' }, 'BASE_TYPE_REQUIRED'],
    ['with a description of 101', command({ description: 'x'.repeat(101) }), 'BASE_TYPE_BAD_LENGTH'],
    ['with an unknown locale', command({ description_localizations: { xx: 'x' } }), 'ENUM_TYPE_COERCE'],
    [
      'with capitals in a localized name',
      command({ name_localizations: { fr: 'Rang' } }),
      'STRING_TYPE_REGEX',
    ],
    ['with an unknown field', command({ colour: 1 }), 'MODEL_UNKNOWN_FIELD'],
    [
      'with a description on a user command',
      { type: 2, name: 'Show rank', description: 'x' },
      'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
    ],
    [
      'with options on a user command',
      { type: 2, name: 'Show rank', options: [option()] },
      'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
    ],
    [
      'with 26 options',
      withOptions(...Array.from({ length: 26 }, (_, n) => option({ name: `o${n}` }))),
      'BASE_TYPE_BAD_LENGTH',
    ],
    ['with capitals in an option', withOptions(option({ name: 'Id' })), 'STRING_TYPE_REGEX'],
    [
      'with an option twice',
      withOptions(option(), option()),
      'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
    ],
    [
      'with a required option after another',
      withOptions(option(), option({ name: 'b', required: true })),
      'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
    ],
    [
      'with suggestions beside choices',
      withOptions(option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })),
      'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES',
    ],
    [
      'with 26 choices',
      withOptions(
        option({ choices: Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })) }),
      ),
      'BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a choice twice',
      withOptions(option({ choices: [1, 2].map((n) => ({ name: 'a', value: `${n}` })) })),
      'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
    ],
    [
      'with more than 8000 characters',
      withOptions(
        ...Array.from({ length: 25 }, (_, n) =>
          option({
            name: `o${n}`,
            description: 'x',
            choices: Array.from({ length: 25 }, (__, m) => ({ name: `${m}`.padEnd(13, 'x'), value: 'v' })),
          }),
        ),
      ),
      'APPLICATION_COMMAND_TOO_LARGE',
    ],
    ['with a subcommand', withOptions({ type: 1, name: 'all', description: 'x' }), 'BASE_TYPE_CHOICES'],
    ['with a context that does not exist', command({ contexts: [3] }), 'BASE_TYPE_CHOICES'],
  ])('%s', async (_title, body, code) => {
    const { rest, discord } = await discordWorld();
    const path = `/applications/${discord.applicationId}/commands` as const;
    const faults = await faultsOf(rest.put(path, { body: [body] }));
    expect(faults).toContain('50035');
    expect(faults).toContain(code);
    expect(discord.commands).toEqual([]);
  });
});

test('a list is refused with a name twice, and with too many of a kind', async () => {
  const { rest, discord } = await discordWorld();
  expect(await faultsOf(publish(rest, discord, [command(), command()]))).toContain(
    'APPLICATION_COMMANDS_DUPLICATE_NAME',
  );
  const many = (count: number, type: number) =>
    Array.from({ length: count }, (_, n) =>
      type === 1 ? command({ name: `c${n}` }) : { type, name: `C${n}` },
    );
  expect(await faultsOf(publish(rest, discord, many(101, 1)))).toContain('30032');
  expect(await faultsOf(publish(rest, discord, many(16, 2)))).toContain('30032');
  await publish(rest, discord, [...many(100, 1), ...many(15, 2)]);
  expect(discord.commands).toHaveLength(115);
});

describe('published commands', () => {
  test('keep their ids while their names stay, and get a new version when something changes', async () => {
    const { rest, discord } = await discordWorld();
    const first = (await publish(rest, discord)) as PublishedCommand[];
    const changed = commands.map((one) => (one.name === 'rank' ? { ...one, description: 'New' } : one));
    const second = (await publish(rest, discord, changed)) as PublishedCommand[];
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(second.map(({ version }, n) => version === first[n]!.version)).toEqual([false, true, true]);
  });

  test('are listed without localizations unless asked, and as the description says', async () => {
    const { rest, discord } = await discordWorld();
    await publish(rest, discord, [
      ...commands,
      command({ name: 'help', description_localizations: { fr: 'Aide' } }),
    ]);
    const path = `/applications/${discord.applicationId}/commands` as const;
    const bare = (await rest.get(path)) as object[];
    expect(bare[3]).not.toHaveProperty('description_localizations');
    const full = (await rest.get(path, {
      query: new URLSearchParams({ with_localizations: 'true' }),
    })) as object[];
    expect(full[3]).toMatchObject({ description_localizations: { fr: 'Aide' } });
    for (const one of full) expect(answerFaults(ApplicationCommandResponseSchema, one)).toBeUndefined();
  });

  test('belong to the application that the token belongs to', async () => {
    const { rest } = await discordWorld();
    await expect(rest.get('/applications/1/commands')).rejects.toMatchObject({ status: 403, code: 20012 });
  });
});
