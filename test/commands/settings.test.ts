import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import type { ChannelAccess } from '../../src/guilds/guilds.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import { componentsOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { MEMBER, press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';

/** View Channel, Send Messages, Embed Links. */
const POSTS = 0x400n | 0x800n | 0x4000n;
const IN_THREADS = 1n << 38n;
const NOW = Date.UTC(2027, 0, 1, 12);

interface MenuChoice {
  userId?: string;
  ephemeral?: boolean;
  roles?: string[];
  managed?: boolean;
  channels?: Record<
    string,
    { type?: number; permissions?: string; app_permissions?: string; guild_id?: string }
  >;
}

function world(
  settings: GuildSettings = {},
  gone: readonly string[] = [],
  given: Partial<Services> = {},
  access: Record<string, ChannelAccess> = {},
) {
  const guilds = fakeGuilds(settings, gone, access);
  const clock = { time: NOW };
  const members = people({ guilds, now: () => clock.time, ...given });
  const ask = (raw: object) => members.ask(raw);
  const open = (userId = '501') => ask(slash('settings', {}, { userId }));
  /** A choice in a panel that this member opened. */
  async function choose(
    panel: Awaited<ReturnType<typeof open>>,
    setting: string,
    values: string[],
    { userId = '501', ephemeral = true, roles = values, managed = false, channels }: MenuChoice = {},
  ) {
    const select = componentsOf(panel).find(({ custom_id: id }) => id?.startsWith(`settings:${setting}`));
    const raw = press(select?.custom_id ?? 'settings:none', { values, userId, ownerId: userId, ephemeral });
    const resolved = {
      roles: Object.fromEntries(roles.map((id) => [id, { id, name: '@everyone **role**', managed }])),
      channels:
        channels ??
        Object.fromEntries(
          values.map((id) => [id, { id, type: 0, permissions: MEMBER, app_permissions: String(POSTS) }]),
        ),
    };
    const shown = await members.all({ ...raw, data: { ...raw.data, resolved } });
    const last = shown.at(-1);
    if (last === undefined) throw new Error('no answer');
    return last;
  }
  return { guilds, clock, ask, open, choose, stored: () => guilds.settings.read() };
}

describe('/settings', () => {
  it('opens one private panel with four native selects and the current settings', async () => {
    const { open } = world({ organizerRoleId: '31', publicChannelIds: ['41', '42'] });
    const panel = await open();
    expect(messageText(panel)).toMatchInlineSnapshot(`
      (private)
      | # Server settings
      | Each choice is saved right away. Clear a menu to unset it.
      | Organizer role:
      | <@&31>
      | -# Who runs tournaments here, besides everyone with Manage Server.
      | Results channel:
      | None
      | -# Where reported scores are posted, and the results of followed tournaments.
      | Log channel:
      | None
      | -# Where changes are logged. Disputes, no-shows and requests for help come here too, with the organizer role mentioned, unless you choose an organizers' channel under Results.
      | Public answers:
      | <#41> <#42>
      | -# Elsewhere, only the person who asked sees the answer.
      | # Also set
      | Agreement: At once
      | Deadline: 24 hours
      | Organizers' channel: None
      | Post rank-ups in: None
      | Language: Automatic
      | Series: None
      | Roles: 0 rules
      (select: Organizer role: none)
        ◉ role 31
      (select: Results channel: none)
      (select: Log channel: none)
      (select: Public answers: everywhere)
        ◉ channel 41
        ◉ channel 42
      [Server – disabled] [Results] [Language] [Series] [Roles]
    `);
    expect(componentsOf(panel).slice(0, 4)).toMatchObject([
      { type: 6, min_values: 0, max_values: 1, default_values: [{ id: '31', type: 'role' }] },
      { type: 8, min_values: 0, max_values: 1, default_values: [] },
      { type: 8, min_values: 0, max_values: 1, default_values: [], channel_types: [0, 5, 11, 12, 10] },
      {
        type: 8,
        max_values: 25,
        default_values: [
          { id: '41', type: 'channel' },
          { id: '42', type: 'channel' },
        ],
        channel_types: [0, 5, 2, 13, 15],
      },
    ]);
  });

  it('applies each choice at once, updates the panel, and writes one log line', async () => {
    const { choose, guilds, open, stored } = world({ logChannelId: '40' });
    const panel = await open();
    const shown = await choose(panel, 'resultsChannel', ['41']);
    expect(messageText(shown)).toMatchInlineSnapshot(`
      Saved. Results channel: <#41>
      | # Server settings
      | Each choice is saved right away. Clear a menu to unset it.
      | Organizer role:
      | None
      | -# Who runs tournaments here, besides everyone with Manage Server.
      | Results channel:
      | <#41>
      | -# Where reported scores are posted, and the results of followed tournaments.
      | Log channel:
      | <#40>
      | -# Where changes are logged. Disputes, no-shows and requests for help come here too, with the organizer role mentioned, unless you choose an organizers' channel under Results.
      | Public answers:
      | Everywhere
      | -# Elsewhere, only the person who asked sees the answer.
      | # Also set
      | Agreement: At once
      | Deadline: 24 hours
      | Organizers' channel: None
      | Post rank-ups in: None
      | Language: Automatic
      | Series: None
      | Roles: 0 rules
      (select: Organizer role: none)
      (select: Results channel: none)
        ◉ channel 41
      (select: Log channel: none)
        ◉ channel 40
      (select: Public answers: everywhere)
      [Server – disabled] [Results] [Language] [Series] [Roles]
    `);
    expect(await stored()).toEqual({ logChannelId: '40', resultsChannelId: '41' });
    expect(guilds.notes).toEqual([
      {
        guildId: '700',
        channelIds: ['40', '40'],
        text: '<@501> changed Results channel: None → <#41>',
      },
    ]);
  });

  it('logs a change of the log channel in the old and the new one', async () => {
    const { choose, guilds, open } = world({ logChannelId: '40' });
    await choose(await open(), 'logChannel', ['41']);
    expect(guilds.notes).toMatchObject([
      { channelIds: ['40', '41'], text: expect.stringMatching(/Log channel: <#40> → <#41>$/) as string },
    ]);
  });

  it('a cleared select removes its setting', async () => {
    const all = {
      organizerRoleId: '31',
      resultsChannelId: '41',
      logChannelId: '42',
      publicChannelIds: ['43'],
    };
    const { choose, open, stored } = world(all);
    const panel = await open();
    for (const setting of ['organizerRole', 'resultsChannel', 'logChannel', 'publicChannels'])
      await choose(panel, setting, []);
    expect(await stored()).toEqual({});
  });

  it('the same choice again changes and logs nothing', async () => {
    const { choose, guilds, open } = world({ resultsChannelId: '41' });
    expect(wordsOf(await choose(await open(), 'resultsChannel', ['41']))).toMatch(/^Nothing changed/);
    expect(guilds.notes).toEqual([]);
  });

  it('with two open panels, the second shows and preserves the changes of the first', async () => {
    const { choose, open, stored } = world();
    const [ana, bruno] = [await open('501'), await open('502')];
    await choose(ana, 'organizerRole', ['31'], { userId: '501' });
    const shown = await choose(bruno, 'logChannel', ['41'], { userId: '502' });
    expect(wordsOf(shown)).toMatch(/<@&31>/);
    expect(await stored()).toEqual({ organizerRoleId: '31', logChannelId: '41' });
  });

  it('accepts a channel only if the bot may post, and names the missing permission', async () => {
    const cases = [
      [0, POSTS, undefined],
      [0, 8n, undefined],
      [0, undefined, undefined],
      [0, POSTS & ~0x400n, 'View Channel'],
      [0, POSTS & ~0x800n, 'Send Messages permission'],
      [0, POSTS & ~0x4000n, 'Embed Links'],
      [0, POSTS & ~0x4800n, 'I need these permissions in <#41>: Send Messages and Embed Links'],
      [11, POSTS, 'Send Messages in Threads'],
      [11, (POSTS & ~0x800n) | IN_THREADS, undefined],
    ] as const;
    for (const [type, permissions, missing] of cases) {
      const { choose, open, stored } = world();
      const app = {
        permissions: MEMBER,
        ...(permissions !== undefined && { app_permissions: String(permissions) }),
      };
      const text = wordsOf(
        await choose(await open(), 'resultsChannel', ['41'], { channels: { '41': { type, ...app } } }),
      );
      const about = `${type} ${permissions}`;
      expect(text, about).toContain(missing ?? 'Saved');
      expect(await stored(), about).toEqual(missing === undefined ? { resultsChannelId: '41' } : {});
    }
  });

  it('accepts only channels of this server', async () => {
    const all = { type: 0, permissions: MEMBER, app_permissions: '8' };
    for (const setting of ['resultsChannel', 'logChannel', 'publicChannels'])
      for (const [guildId, said] of [
        ['700', /^Saved/],
        ['701', /in another server\. Nothing was changed/],
      ] as const) {
        const { choose, guilds, open, stored } = world();
        const channels = { '41': { ...all, guild_id: guildId } };
        expect(wordsOf(await choose(await open(), setting, ['41'], { channels }))).toMatch(said);
        expect(Object.keys(await stored())).toHaveLength(guildId === '700' ? 1 : 0);
        expect(guilds.notes).toHaveLength(guildId === '700' ? 1 : 0);
      }
  });

  it('warns of a log channel that everyone can read', async () => {
    const place = { isThread: false, isElsewhere: false, botPermissions: 8n, presserPermissions: 8n };
    for (const [setting, access, isWarned] of [
      ['logChannel', { '41': { ...place, isOpen: true } }, true],
      ['logChannel', { '41': { ...place, isOpen: false } }, false],
      ['logChannel', {}, false],
      ['resultsChannel', { '41': { ...place, isOpen: true } }, false],
    ] as const) {
      const before = setting === 'logChannel' ? {} : { logChannelId: '41' };
      const { choose, open, stored } = world(before, [], {}, access);
      const text = wordsOf(await choose(await open(), setting, ['41']));
      const about = JSON.stringify([setting, Object.keys(access), isWarned]);
      expect(text.includes('Everyone in this server can read <#41>'), about).toBe(isWarned);
      expect(text, about).toContain('Saved');
      expect(await stored(), about).toEqual({ ...before, [`${setting}Id`]: '41' });
    }
  });

  it('refuses a role of a bot or an integration', async () => {
    const { choose, guilds, open, stored } = world({ logChannelId: '40' });
    const text = messageText(await choose(await open(), 'organizerRole', ['31'], { managed: true }));
    expect(text).toMatchInlineSnapshot(`
      (private)
      That role belongs to a bot or an integration, so it can't be given to organizers. Choose another one. Nothing was changed.
    `);
    expect(await stored()).toEqual({ logChannelId: '40' });
    expect(guilds.notes).toEqual([]);
  });

  it('refuses deleted roles and channels, and @everyone', async () => {
    const { choose, guilds, open, stored } = world({ logChannelId: '40' });
    const panel = await open();
    const answers = [
      await choose(panel, 'resultsChannel', ['41'], { channels: {} }),
      await choose(panel, 'organizerRole', ['31'], { roles: [] }),
      await choose(panel, 'organizerRole', ['700']),
    ];
    expect(answers.map(wordsOf)).toEqual([
      expect.stringContaining('channel was just deleted'),
      expect.stringContaining('role was just deleted'),
      expect.stringContaining("@everyone can't be"),
    ]);
    expect(await stored()).toEqual({ logChannelId: '40' });
    expect(guilds.notes).toEqual([]);
  });

  it('marks deleted roles and channels, and does not preselect them', async () => {
    const { open } = world({ organizerRoleId: '31', resultsChannelId: '41', logChannelId: '42' }, [
      '31',
      '41',
    ]);
    const panel = await open();
    expect(messageText(panel)).toMatchInlineSnapshot(`
      (private)
      | # Server settings
      | Each choice is saved right away. Clear a menu to unset it.
      | Organizer role:
      | Deleted role
      | -# Who runs tournaments here, besides everyone with Manage Server.
      | Results channel:
      | Deleted channel
      | -# Where reported scores are posted, and the results of followed tournaments.
      | Log channel:
      | <#42>
      | -# Where changes are logged. Disputes, no-shows and requests for help come here too, with the organizer role mentioned, unless you choose an organizers' channel under Results.
      | Public answers:
      | Everywhere
      | -# Elsewhere, only the person who asked sees the answer.
      | # Also set
      | Agreement: At once
      | Deadline: 24 hours
      | Organizers' channel: None
      | Post rank-ups in: None
      | Language: Automatic
      | Series: None
      | Roles: 0 rules
      (select: Organizer role: none)
      (select: Results channel: none)
      (select: Log channel: none)
        ◉ channel 42
      (select: Public answers: everywhere)
      [Server – disabled] [Results] [Language] [Series] [Roles]
    `);
    expect(componentsOf(panel).slice(0, 4)).toMatchObject([
      { default_values: [] },
      { default_values: [] },
      { default_values: [{ id: '42' }] },
      {},
    ]);
  });

  it('a panel expires 15 minutes after it was opened, despite presses', async () => {
    const { choose, clock, open, stored } = world();
    const panel = await open();
    clock.time += 14 * 60_000;
    const later = await choose(panel, 'logChannel', ['41']);
    clock.time += 60_001;
    expect(wordsOf(await choose(later, 'logChannel', ['42']))).toMatch(/expired.*Nothing was changed/);
    expect(await stored()).toEqual({ logChannelId: '41' });
  });

  it('accepts presses only on one’s own private panel', async () => {
    const { choose, open, stored } = world();
    const text = wordsOf(await choose(await open(), 'logChannel', ['41'], { ephemeral: false }));
    expect(text).toMatch(/Nothing was changed/);
    expect(await stored()).toEqual({});
  });

  it('a store failure is never shown as saved', async () => {
    const guilds = fakeGuilds();
    guilds.settings.change = () => Promise.reject(new StoreError('down'));
    const { choose, open } = world({}, [], { guilds });
    expect(messageText(await choose(await open(), 'logChannel', ['41']))).toMatchInlineSnapshot(`
      (private)
      My database isn't responding, so this may not be saved. Use /settings in a minute to check.
    `);
    expect(guilds.notes).toEqual([]);
  });

  it('explains why there are no settings in direct messages and where the bot is not installed', async () => {
    const { ask } = world();
    const { guild_id: _server, ...direct } = slash('settings');
    expect(messageText(await ask(direct))).toMatchInlineSnapshot(`
      (private)
      That's for servers. Use /settings in one.
    `);
    const brought = { ...slash('settings'), authorizing_integration_owners: { '1': '501' } };
    expect(messageText(await ask(brought))).toMatchInlineSnapshot(`
      (private)
      I'm not in this server yet. Add me first, then use /settings.
    `);
  });
});
