import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { declare } from '../../src/bot/declare.ts';
import { compareCommands } from '../../src/discord/publish.ts';
import { createWords } from '../../src/words/words.ts';

const words = createWords({ strict: true });
const declared = commands.map((command) => declare(command, words));
/** The declarations as Discord returns them: with ids, defaults and nulls. */
const published = (): Record<string, unknown>[] =>
  declared.map((command, at) => ({
    type: 1,
    default_member_permissions: null,
    description_localizations: null,
    name_localizations: null,
    ...structuredClone(command),
    id: String(1000 + at),
    application_id: '1',
    version: '1',
    nsfw: false,
    contexts: command.contexts?.toReversed(),
  }));
const compare = (before: Record<string, unknown>[]) =>
  compareCommands(before as unknown as Parameters<typeof compareCommands>[0], declared);

describe('declarations', () => {
  it('have descriptions for every command and option, within Discord’s limits', () => {
    for (const command of declared) {
      if (!('description' in command)) continue;
      expect(command.description?.length, command.name).toBeGreaterThan(0);
      expect(command.description?.length, command.name).toBeLessThanOrEqual(100);
      const options = ('options' in command && command.options) || [];
      for (const option of options) expect(option.description.length).toBeLessThanOrEqual(100);
    }
  });

  it('are for both installs and all contexts, except those about a server', () => {
    for (const { name, integration_types: types, contexts } of declared) {
      const isServers = name === 'settings' || name === 'follow';
      expect([name, types, contexts]).toEqual(isServers ? [name, [0], [0]] : [name, [0, 1], [0, 1, 2]]);
    }
  });

  it('limit /settings to servers with the bot, and to members who manage them', () => {
    expect(declared.find(({ name }) => name === 'settings')).toMatchObject({
      integration_types: [0],
      contexts: [0],
      default_member_permissions: '32',
    });
  });

  it('list required options first', () => {
    for (const command of declared) {
      if (!('options' in command)) continue;
      const required = (command.options ?? []).map((option) => option.required === true);
      expect(required.toSorted((a, b) => Number(b) - Number(a))).toEqual(required);
    }
  });
});

describe('compareCommands', () => {
  const none = { added: [], changed: [], removed: [] };

  it('finds no difference in what Discord returns', () => {
    expect(compare(published())).toEqual(none);
  });

  it('finds a changed translation', () => {
    const [first, ...rest] = published();
    const inFrench = { description_localizations: { fr: 'autre' } };
    expect(compare([{ ...first!, ...inFrench }, ...rest]).changed).toEqual([`/${String(first!['name'])}`]);
  });

  it('finds new, changed and removed commands', () => {
    const before = published();
    const [first, second, ...rest] = before;
    const changed = [{ ...first!, description: 'other' }, ...rest, { ...second!, name: 'old' }];
    expect(compare(changed)).toEqual({
      added: [`/${String(second!['name'])}`],
      changed: [`/${String(first!['name'])}`],
      removed: ['/old'],
    });
  });

  it('finds a changed default permission', () => {
    const before = published();
    const settings = before.find((command) => command['name'] === 'settings')!;
    settings['default_member_permissions'] = null;
    expect(compare(before).changed).toEqual(['/settings']);
  });

  it('finds a change deep in an option', () => {
    const before = published();
    const options = before.find((command) => command['name'] === 'rank')?.['options'] as {
      description: string;
    }[];
    options[0]!.description = 'other';
    expect(compare(before).changed).toEqual(['/rank']);
  });
});
