import { expect, it } from 'vitest';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { createWords } from '../../src/words/words.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';

const words = createWords({ strict: true });
const own = { ephemeral: true, ownerId: '501' };

const menuOf = (page: Parameters<typeof componentsOf>[0]) =>
  componentsOf(page).find(({ custom_id: customId }) => customId?.startsWith('settings:language'));

function world(settings: GuildSettings) {
  const guilds = fakeGuilds(settings);
  const members = people({ guilds });
  const last = async (raw: object) => {
    const shown = (await members.all(raw)).at(-1);
    if (shown === undefined) throw new Error('no answer');
    return shown;
  };
  const page = async () => {
    const panel = await members.ask(slash('settings', {}));
    return last(press(buttonOf(panel, 'Language'), own));
  };
  const choose = async (locale: string) => {
    const select = menuOf(await page());
    return last(press(select?.custom_id ?? '', { ...own, values: [locale] }));
  };
  return { guilds, page, choose, stored: () => guilds.settings.read() };
}

it('/settings names the language that Discord has for the server, and every language in its own words', async () => {
  const { page } = world({ discordLocale: 'ja' });
  const shown = await page();
  expect(wordsOf(shown)).toMatch(/Language[^]*Automatic[^]*日本語/);
  const select = menuOf(shown);
  expect(select).toMatchObject({ type: 3 });
  const options = [{ value: 'auto', label: 'Automatic', default: true }].concat(
    words.locales.map((value) => ({ value, label: words.in(value)('language'), default: false })),
  );
  expect(select?.options?.map(({ value, label }) => ({ value, label }))).toEqual(
    options.map(({ value, label }) => ({ value, label })),
  );
});

it('a server’s language is stored, logged in that language, and taken back by Automatic', async () => {
  const { choose, guilds, stored } = world({ discordLocale: 'ja', logChannelId: '40' });
  expect(wordsOf(await choose('fr'))).toMatch(/^Saved\. Language: Français/);
  expect(await stored()).toMatchObject({ language: 'fr', discordLocale: 'ja' });
  const inFrench = words.in('fr');
  expect(guilds.notes.at(-1)?.text).toBe(
    inFrench('server.audit.changed', {
      member: '<@501>',
      field: inFrench('server.fields.language'),
      before: inFrench('server.automatic'),
      after: 'Français',
    }),
  );
  await choose('auto');
  expect(await stored()).toEqual({ discordLocale: 'ja', logChannelId: '40' });
});

it('a language that the bot does not have is refused', async () => {
  const { choose, stored } = world({});
  await choose('tlh');
  expect(await stored()).toEqual({});
});
