import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import { FOLLOWS_MAX, followIdOf, type Follow } from '../../src/guilds/follows.ts';
import type { ChannelAccess } from '../../src/guilds/guilds.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { failing, fakeAccounts, fakeGuilds, fakePlatform, fakeServices } from '../support/fakes.ts';
import { MEMBER, ORGANIZER, press, slash, submit } from '../support/interactions.ts';
import { messageText, postText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const NOW = Date.UTC(2027, 0, 1, 12);
const HOUR = 60 * 60_000;
/** View Channel, Send Messages, Embed Links, Attach Files. */
const POSTS = 0x400n | 0x800n | 0x4000n | 0x8000n;
const CREATES = 1n << 44n;
const MANAGES = { permissions: ORGANIZER };
const BOT = { bot: String(POSTS | CREATES) };
const OPTIONS = { tournament: 't1' };

const CUP: Tournament = {
  id: 't1',
  name: 'Friday Cup',
  phase: 'open',
  startsAt: { epochMs: NOW + HOUR, precision: 'second' },
  endsAt: { epochMs: NOW + 5 * HOUR, precision: 'second' },
  entrants: 2,
};
const { endsAt: _unsaid, ...ENDLESS } = CUP;
/** A channel of the same server. */
const near = (botPermissions: bigint, presserPermissions = BigInt(ORGANIZER)): ChannelAccess => ({
  isThread: false,
  isElsewhere: false,
  botPermissions,
  presserPermissions,
  isOpen: true,
});
const match = (id: string, ...players: string[]): Match => ({
  id,
  sides: [
    { player: { id: players[0] ?? 'p1', name: 'Ana' } },
    { player: { id: players[1] ?? 'p2', name: 'Bảo' } },
  ],
});
const labelsOf = (shown: Parameters<typeof componentsOf>[0]) => componentsOf(shown).map(({ label }) => label);
const bracketOf = (...matches: Match[]): Bracket => ({ rounds: [{ section: 'main', matches }] });

interface FollowSetup {
  settings?: GuildSettings;
  tournament?: Tournament;
  bracket?: Bracket | 'failing';
  gone?: string[];
  /** What Discord says of other channels. */
  access?: Record<string, ChannelAccess | undefined>;
  services?: Partial<Services>;
}

function world({
  settings,
  tournament = CUP,
  bracket,
  gone = [],
  access = {},
  services = {},
}: FollowSetup = {}) {
  const guilds = fakeGuilds(settings, gone, access);
  const state = { tournament };
  const platform = fakePlatform({
    tournament: (id) =>
      id === 'none'
        ? Promise.reject(failing('not-found'))
        : Promise.resolve({ value: { ...state.tournament } }),
    bracket: () =>
      typeof bracket === 'object'
        ? Promise.resolve({ value: bracket })
        : Promise.reject(failing(bracket === 'failing' ? 'unavailable' : 'not-found')),
    match: () => Promise.resolve({ value: match('m1') }),
    user: (id) => Promise.resolve({ value: { id, name: `Name ${id}` } }),
  });
  const members = people({ guilds, platform, now: () => NOW, ...services });
  /** What a press shows in the end: a write is acknowledged first. */
  const last = async (raw: object) => (await members.all(raw)).at(-1)!;
  return {
    guilds,
    state,
    members,
    type: (options: Record<string, string> = OPTIONS, who: object = {}) =>
      members.ask(slash('follow', options, { ...MANAGES, ...BOT, ...who })),
    press: (customId: string, who: object = {}) =>
      last(press(customId, { ephemeral: true, ...MANAGES, ...BOT, ...who })),
    submit: (customId: string, fields: Record<string, string>, who: object = {}) =>
      last(submit(customId, fields, { ...MANAGES, ...BOT, ...who })),
    stored: async () => Object.values(await guilds.follows.read('700')),
    follow: async (more: Partial<Follow> = {}) => {
      const topics = { calls: true, results: true, event: false };
      const id = (await guilds.follows.add('700', {
        tournamentId: 't1',
        channelId: '800',
        topics,
        ...more,
      }))!;
      await guilds.follows.change('700', id, (one) => ({ ...one, ...more }));
      return id;
    },
  };
}

describe('who may follow', () => {
  it('managers of the server and organizers; others learn who they are', async () => {
    const cases: [GuildSettings, object, RegExp][] = [
      [{}, {}, /Manage Server.*\/settings/],
      [{ organizerRoleId: '31' }, { roles: ['32'] }, /Manage Server, or <@&31>/],
      [{ organizerRoleId: '31' }, { roles: ['31'] }, /will show/],
      [{}, MANAGES, /will show/],
      [{}, { permissions: '8' }, /will show/],
    ];
    for (const [settings, who, said] of cases) {
      const { type } = world({ settings });
      const shown = await type(OPTIONS, { permissions: MEMBER, ...who });
      expect(wordsOf(shown), JSON.stringify([settings, who])).toMatch(said);
      expect(shown.flags).toBe(64);
    }
  });

  it('is checked on every press', async () => {
    const { guilds, press, stored, submit, follow } = world();
    const id = await follow();
    const draft = 't1:800:.1.1:4';
    const presses = [
      `set:${draft}:calls`,
      `start:${draft}`,
      `open:${id}`,
      `stop:${id}`,
      `roster:1:${id}`,
      'list',
    ];
    const nobody = { permissions: '0', roles: [] };
    for (const customId of presses.map((one) => `follow:${one}`))
      expect(wordsOf(await press(customId, nobody)), customId).toContain('Only members with Manage Server');
    const refused = await submit(`follow:end:${draft}`, { hours: '4' }, nobody);
    expect(messageText(refused)).toMatchInlineSnapshot(`
      (private)
      Only members with Manage Server can do that. They can choose an organizer role with /settings.
    `);
    expect(await stored()).toMatchObject([{ topics: { calls: true, results: true, event: false } }]);
    expect(guilds.notes).toEqual([]);
  });

  it('no one in direct messages and where the bot is not installed', async () => {
    const { members } = world();
    const { guild_id: _server, ...direct } = slash('follow', OPTIONS, MANAGES);
    expect(messageText(await members.ask(direct))).toMatchInlineSnapshot(`
      (private)
      That's for servers. Use /follow in one.
    `);
    const brought = { ...slash('follow', OPTIONS, MANAGES), authorizing_integration_owners: { '1': '501' } };
    expect(messageText(await members.ask(brought))).toMatchInlineSnapshot(`
      (private)
      I'm not in this server yet. Add me first, then use /follow.
    `);
  });
});

describe('the preview', () => {
  it('says of a tournament that runs when it started', async () => {
    const { state, type } = world();
    state.tournament = { ...CUP, phase: 'running', startsAt: { epochMs: NOW - HOUR, precision: 'second' } };
    expect(wordsOf(await type())).toMatch(/Started[^]*<t:\d+:R>/);
  });

  it('shows the topics, the channel and the switches, and stores nothing', async () => {
    const { type, stored } = world();
    const shown = await type();
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      | # Friday Cup
      | <#800> will show registration, the bracket and the winner in one post that updates itself. Choose what else, then press **Follow**.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | Status: Registration open
      | Starts: <t:1798808400:f> (<t:1798808400:R>)
      [Match calls: on] [Results: on] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Follow]
    `);
    expect(await stored()).toEqual([]);
  });

  it('lists the fields that the platform lacks', async () => {
    const { type } = world({ tournament: { id: 't1' }, bracket: bracketOf(match('')) });
    expect(messageText(await type())).toMatchInlineSnapshot(`
      (private)
      | # Tournament t1
      | <#800> will show registration, the bracket and the winner in one post that updates itself. Choose what else, then press **Follow**.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | Playhouse doesn't show:
      | - its status, so I go by its bracket
      | - when it starts, so there's no scheduled event
      | - who registered, so places left aren't shown
      | - IDs of its matches, so match calls have no buttons
      [Match calls: on] [Results: on] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Follow]
    `);
  });

  it('refuses a tournament that is over, canceled or unknown', async () => {
    const inPhase = async (phase: 'finished' | 'cancelled') =>
      messageText(await world({ tournament: { ...CUP, phase } }).type());
    expect(await inPhase('finished')).toMatchInlineSnapshot(`
      (private)
      This tournament is over, so there's nothing to follow.
    `);
    expect(await inPhase('cancelled')).toMatchInlineSnapshot(`
      (private)
      This tournament was canceled, so there's nothing to follow.
    `);
    expect(messageText(await world().type({ tournament: 'none' }))).toMatchInlineSnapshot(`
      (private)
      No tournament found. Start typing a name and pick one, or paste an ID.
    `);
  });

  it('names every permission that the bot lacks in the channel', async () => {
    const none = ['View Channel', 'Send Messages', 'Embed Links', 'Attach Files'];
    const cases: [number, string | undefined, string[]][] = [
      [0, String(POSTS), []],
      [0, '8', []],
      [0, undefined, []],
      [0, '0', none],
      [0, String(POSTS & ~0x8000n), ['Attach Files']],
      [11, String(POSTS), ['Send Messages in Threads']],
    ];
    for (const [type, bits, missing] of cases) {
      const { members, type: typed } = world();
      const raw = slash('follow', { ...OPTIONS, channel: '41' }, { ...MANAGES, bot: '0' });
      const resolved = {
        channels: { '41': { id: '41', type, permissions: MEMBER, ...(bits && { app_permissions: bits }) } },
      };
      const text = wordsOf(await members.ask({ ...raw, data: { ...raw.data, resolved } }));
      expect(text, `${type} ${bits}`).toContain('<#41>');
      expect(text.includes('Nothing was changed'), `${type} ${bits}`).toBe(missing.length > 0);
      for (const name of missing) expect(text, `${type} ${bits}`).toContain(name);
      expect(messageText(await typed(OPTIONS, { bot: '1024' }))).toMatchInlineSnapshot(`
        (private)
        I need these permissions in <#800>: Send Messages, Embed Links, and Attach Files. Nothing was changed.
      `);
    }
  });

  it('accepts a channel only if Discord resolved it in this server', async () => {
    const cases: [channels: Record<string, object> | undefined, channel: string, said: RegExp][] = [
      [{ '41': { id: '41', type: 0, permissions: MEMBER, app_permissions: '8' } }, '41', /<#41> will show/],
      [
        { '41': { id: '41', type: 0, permissions: MEMBER, app_permissions: '8', guild_id: '700' } },
        '41',
        /<#41> will show/,
      ],
      [
        { '41': { id: '41', type: 0, permissions: MEMBER, app_permissions: '8', guild_id: '701' } },
        '41',
        /in another server/,
      ],
      [
        { '42': { id: '42', type: 0, permissions: MEMBER, app_permissions: '8' } },
        '41',
        /`channel` isn't valid/,
      ],
      [{}, '41', /`channel` isn't valid/],
      [undefined, '41', /`channel` isn't valid/],
      // The interaction describes its channel.
      [undefined, '800', /<#800> will show/],
    ];
    for (const [channels, channel, said] of cases) {
      const { members } = world();
      const raw = slash('follow', { ...OPTIONS, channel }, { ...MANAGES, ...BOT });
      const resolved = channels && { resolved: { channels } };
      const shown = await members.ask({ ...raw, data: { ...raw.data, ...resolved } });
      expect(wordsOf(shown), JSON.stringify([channels, channel])).toMatch(said);
      expect(JSON.stringify(shown).includes('follow:start')).toBe(said.source.includes('will show'));
    }
    const { press: pressed } = world();
    expect(wordsOf(await pressed('follow:run:tournament=t1:channel=41'))).toMatch(/`channel` isn't valid/);
    expect(wordsOf(await pressed('follow:run:tournament=t1:channel=800'))).toMatch(/<#800> will show/);
  });

  it('Follow checks another channel at Discord again, and accepts none of another server', async () => {
    const cases: [ChannelAccess | undefined, string][] = [
      [near(8n), '<#41> now follows'],
      [{ ...near(8n), isElsewhere: true }, 'in another server'],
      [near(0n), 'I need these permissions in <#41>'],
      [undefined, "Discord isn't responding"],
    ];
    for (const [access, said] of cases) {
      const { press: pressed, stored } = world({ access: { '41': access } });
      expect(wordsOf(await pressed('follow:start:t1:41:1.1.:'))).toContain(said);
      expect(await stored()).toHaveLength(said.includes('now follows') ? 1 : 0);
    }
  });

  it('takes a role that may be mentioned, and refuses others by name', async () => {
    const choose = async (id: string, role: object, bot: object = BOT) => {
      const { members, stored, type, press: pressButton } = world();
      const select = componentsOf(await type()).find(({ type: kind }) => kind === 6)!;
      const raw = press(select.custom_id!, { ephemeral: true, ...MANAGES, ...bot, values: [id] });
      const resolved = { roles: { [id]: { id, ...role } } };
      const shown = (await members.all({ ...raw, data: { ...raw.data, resolved } })).at(-1)!;
      if (labelsOf(shown).includes('Follow')) await pressButton(buttonOf(shown, 'Follow'));
      return [messageText(shown), await stored()] as const;
    };
    const everyone = 1n << 17n;
    const bot = { bot: String(POSTS | everyone) };
    const organizer = { permissions: String((1n << 5n) | everyone) };
    for (const taken of [
      await choose('77', { mentionable: true }),
      await choose('77', { mentionable: false }, { ...bot, ...organizer }),
    ])
      expect(taken[1]).toMatchObject([{ topics: { ping: '77' } }]);
    const [refused] = await choose('77', { mentionable: false }, { ...BOT, ...organizer });
    expect(refused).toMatchInlineSnapshot(`
      (private)
      I may not mention <@&77> in <#800>. Allow everyone to mention it, or grant me Mention Everyone, then choose it again.
    `);
    // Who may not mention a role must not make the bot do it.
    const helper = { permissions: String(1n << 5n) };
    const [theirs] = await choose('77', { mentionable: false }, { ...bot, ...helper });
    expect(theirs).toMatchInlineSnapshot(`
      (private)
      You may not mention <@&77> yourself. Ask somebody with Mention Everyone to choose it, or allow everyone to mention it.
    `);
    expect((await choose('700', { mentionable: true }))[0]).toMatchInlineSnapshot(`
      (private)
      @everyone can't be mentioned here. Choose another role.
    `);
  });

  it('starts threads only where the bot may, and names what it lacks', async () => {
    const [creates, writes] = [1n << 35n, 1n << 38n];
    const all = POSTS | creates | writes;
    const cases: [number, bigint, RegExp][] = [
      [0, all, /Thread per match: on/],
      [0, 8n, /Thread per match: on/],
      [0, POSTS, /these permissions in <#800>: Create Public Threads and Send Messages in Threads/],
      [0, POSTS | writes, /the Create Public Threads permission in <#800>/],
      [0, POSTS | creates, /the Send Messages in Threads permission in <#800>/],
      [5, all, /<#800> is an announcement channel/],
      [11, all, /<#800> is a thread/],
    ];
    for (const [type, bits, said] of cases) {
      const { guilds, members, follow, press: pressed, stored } = world();
      const off = buttonOf(await pressed(`follow:open:${await follow()}`), 'Thread per match: off');
      const raw = press(off, { ephemeral: true, ...MANAGES, bot: String(bits) });
      const channel = { id: '800', type, ...(type === 11 && { parent_id: '799' }) };
      const shown = (await members.all({ ...raw, channel })).at(-1)!;
      const name = `${type} ${bits}`;
      expect([wordsOf(shown), ...labelsOf(shown)].join('\n'), name).toMatch(said);
      const isOn = said.source.endsWith(': on');
      expect((await stored())[0]?.topics.threads ?? false, name).toBe(isOn);
      expect(guilds.notes.length, name).toBe(isOn ? 1 : 0);
    }
  });

  it('Follow checks again where threads were switched on for another channel', async () => {
    const bits = POSTS | (1n << 35n) | (1n << 38n);
    const cases: [ChannelAccess, string][] = [
      [near(bits), '<#41> now follows'],
      [near(POSTS), 'Create Public Threads and Send Messages in Threads'],
      [{ ...near(bits), isNews: true }, '<#41> is an announcement channel'],
      [{ ...near(bits), isThread: true }, '<#41> is a thread'],
    ];
    for (const [access, said] of cases) {
      const { press: pressed, stored } = world({ access: { '41': access } });
      expect(wordsOf(await pressed('follow:start:t1:41:1.1....1:'))).toContain(said);
      expect(await stored()).toHaveLength(said.includes('now follows') ? 1 : 0);
    }
  });

  it('sets after how long both players are reminded, and turns it off', async () => {
    const { guilds, press: pressed, stored, follow } = world();
    const panel = await pressed(`follow:open:${await follow()}`);
    const select = componentsOf(panel)
      .filter(({ type: kind }) => kind === 3)
      .at(-1)!;
    const choose = (minutes: string) => pressed(select.custom_id!, { values: [minutes] });
    await choose('20');
    expect(await stored()).toMatchObject([{ topics: { late: 20 } }]);
    expect(guilds.notes.at(-1)?.text).toContain('Late matches after 20 minutes');
    for (const off of ['0', '7']) await choose(off);
    expect(await stored()).toMatchObject([{ topics: { late: 0 } }]);
  });

  it('offers no retry that would name a channel', async () => {
    const down = () => Promise.reject(failing('unavailable'));
    const { members } = world({
      services: { platform: fakePlatform({ tournament: down, bracket: down }) },
    });
    const raw = slash('follow', { ...OPTIONS, channel: '41' }, { ...MANAGES, ...BOT });
    const resolved = { channels: { '41': { id: '41', type: 0, permissions: MEMBER, app_permissions: '8' } } };
    expect(componentsOf(await members.ask({ ...raw, data: { ...raw.data, resolved } }))).toEqual([]);
    expect(componentsOf(await members.ask(slash('follow', OPTIONS, { ...MANAGES, ...BOT })))).toMatchObject([
      { custom_id: 'follow:run:tournament=t1' },
    ]);
  });

  it('begins as the last follow in that channel, weeks after it stopped; without what is no more', async () => {
    const gone: string[] = [];
    const { guilds, members, type } = world({ gone });
    const topics = { calls: false, results: true, event: true, ping: '77', late: 20, threads: true };
    const before = { tournamentId: 'old', channelId: '800', topics, eventHours: 6 };
    const followId = await guilds.follows.add('700', before);
    await guilds.follows.change('700', followId ?? '', (one) => ({
      ...one,
      since: NOW - 40 * 24 * HOUR,
      stopped: { reason: 'over', at: NOW - 39 * 24 * HOUR },
    }));
    expect(await guilds.follows.read('700')).toEqual({});
    const shown = await type();
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      | # Friday Cup
      | <#800> will show registration, the bracket and the winner in one post that updates itself. Choose what else, then press **Follow**.
      | The switches are as last time in this channel.
      | The scheduled event lasts 6 hours.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | Status: Registration open
      | Starts: <t:1798808400:f> (<t:1798808400:R>)
      [Match calls: off] [Results: on] [Scheduled event: on] [Thread per match: on] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
        ◉ role 77
      (select: Late matches: off)
        ○ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ◉ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Follow]
    `);
    const elsewhere = {
      ...slash('follow', { ...OPTIONS }, { ...MANAGES, ...BOT }),
      channel: { id: '801', type: 0 },
    };
    expect(labelsOf(await members.ask({ ...elsewhere, channel_id: '801' }))).toContain('Match calls: on');
    gone.push('77');
    expect(messageText(await type())).not.toContain('77');
  });

  it('Follow stores the switches, writes one log line, and shows the next step', async () => {
    const { guilds, press, stored, type } = world({ settings: { logChannelId: '40' } });
    const fewer = await press(buttonOf(await type(), 'Results: on'));
    expect(componentsOf(fewer).map(({ label }) => label)).toContain('Results: off');
    const done = await press(buttonOf(fewer, 'Follow'));
    expect(messageText(done)).toMatchInlineSnapshot(`
      <#800> now follows **Friday Cup**. The first post comes within a minute.
      | # Friday Cup
      | <#800> follows this. Changes apply right away.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | Status: Registration open
      | Starts: <t:1798808400:f> (<t:1798808400:R>)
      [Match calls: on] [Results: off] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Stop] [Roster] [All followed]
    `);
    expect(await stored()).toEqual([
      {
        tournamentId: 't1',
        channelId: '800',
        topics: { calls: true, results: false, event: false, threads: false, spoilers: false },
        since: NOW,
      },
    ]);
    expect(guilds.notes).toEqual([
      { guildId: '700', channelIds: ['40'], text: '<@501> let <#800> follow Friday Cup: Match calls' },
    ]);
  });

  it('is logged in the server’s language, the name of a nameless tournament too', async () => {
    const { name: _unsaid, ...tournament } = CUP;
    const { guilds, press, type } = world({ settings: { language: 'fr' }, tournament });
    await press(buttonOf(await type(), 'Follow'));
    const fr = createWords({ platformName: 'Playhouse' }).in('fr');
    expect(guilds.notes[0]?.text).toContain(fr('tournament.unnamed', { id: 't1' }));
  });

  it('of a running follow is its panel, which changes it at once', async () => {
    const { follow, guilds, press, stored, type } = world();
    await follow({ topics: { calls: false, results: true, event: false } });
    const shown = await type();
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      | # Friday Cup
      | <#800> follows this. Changes apply right away.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | Status: Registration open
      | Starts: <t:1798808400:f> (<t:1798808400:R>)
      [Match calls: off] [Results: on] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Stop] [Roster] [All followed]
    `);
    await press(buttonOf(shown, 'Match calls: off'));
    expect(await stored()).toMatchObject([{ topics: { calls: true, results: true, event: false } }]);
    expect(plainSpaces(guilds.notes[0]?.text ?? '')).toMatch(
      /changed what <#800> shows of Friday Cup: Results → Match calls · Results/,
    );
  });

  it('changes what runs by now, and drafts what has stopped by now', async () => {
    const { follow, guilds, press, stored, type } = world();
    const draft = await type();
    const id = await follow({ topics: { calls: true, results: false, event: false } });
    const panel = await press(buttonOf(draft, 'Match calls: on'));
    expect(labelsOf(panel)).toContain('Stop');
    // Only the switch that was pressed: the draft had the results on.
    expect(await stored()).toMatchObject([{ topics: { calls: false, results: false, event: false } }]);
    await press(`follow:stop:${id}`);
    const notes = guilds.notes.length;
    const again = await press(buttonOf(panel, 'Results: off'));
    expect(labelsOf(again)).toEqual(expect.arrayContaining(['Results: on', 'Resume']));
    expect(await stored()).toMatchObject([{ topics: { calls: false, results: false } }]);
    expect(guilds.notes).toHaveLength(notes);
    await press(buttonOf(again, 'Resume'));
    expect(await stored()).toMatchObject([{ topics: { calls: false, results: true } }]);
    expect(guilds.notes.at(-1)?.text).toBe('<@501> resumed Friday Cup in <#800>: Results');
  });

  it('a second press on Follow changes and logs nothing', async () => {
    const { guilds, press, stored, type } = world();
    const start = buttonOf(await type(), 'Follow');
    await press(start);
    const before = await stored();
    expect((await press(start)).content).toBe('');
    expect(await stored()).toEqual(before);
    expect(guilds.notes).toHaveLength(1);
  });

  it('names the channel that results go to, if they are on', async () => {
    const cases: [GuildSettings, boolean][] = [
      [{ resultsChannelId: '44' }, true],
      [{ resultsChannelId: '800' }, false],
      [{}, false],
    ];
    for (const [settings, isNamed] of cases) {
      const { follow, press, type } = world({ settings });
      const shown = await type();
      expect(wordsOf(shown).includes('Results go to <#44>'), JSON.stringify(settings)).toBe(isNamed);
      expect(wordsOf(await press(buttonOf(shown, 'Results: on')))).not.toContain('Results go to');
      const panel = await press(`follow:open:${await follow()}`);
      expect(wordsOf(panel).includes('Results go to <#44>')).toBe(isNamed);
    }
  });

  it('says where else the tournament is followed', async () => {
    const { follow, type } = world();
    await follow();
    await follow({ tournamentId: 't2', channelId: '40' });
    await follow({ channelId: '41', stopped: { reason: 'organizer', at: NOW } });
    expect(wordsOf(await type())).not.toMatch(/follows? this too/);
    await follow({ channelId: '42' });
    expect(wordsOf(await type())).toMatch(/<#42> follows this too\. .*one scheduled event.*mentioned twice/);
    await follow({ channelId: '43' });
    expect(wordsOf(await type())).toMatch(/<#42> and <#43> follow this too/);
  });

  it('says that the platform does not answer', async () => {
    const platform = fakePlatform({
      tournament: () => Promise.resolve({ value: CUP }),
      bracket: () => Promise.reject(failing('unavailable')),
    });
    expect(wordsOf(await world({ services: { platform } }).type())).toContain("can't read everything");
    expect(wordsOf(await world().type())).not.toContain("can't read everything");
  });

  it('is no longer pressed with the buttons of earlier versions', async () => {
    const { follow, press, stored } = world();
    const id = await follow();
    for (const old of [
      'draft:t1:800:7:',
      'add:t1:800:0:',
      `switch:${id}:calls:0`,
      `resume:${id}`,
      `askHours:${id}`,
    ])
      expect(wordsOf(await press(`follow:${old}`)), old).toContain('no longer works');
    expect(await stored()).toMatchObject([{ topics: { calls: true } }]);
  });

  it('Follow checks the tournament again and uses the platform’s id', async () => {
    const { press, state, stored, type } = world();
    const button = buttonOf(await type({ tournament: 'friday-cup' }), 'Follow');
    expect(messageText(await press(button, { bot: '1024' }))).toMatchInlineSnapshot(`
      (private)
      I need these permissions in <#800>: Send Messages, Embed Links, and Attach Files. Nothing was changed.
    `);
    state.tournament = { ...CUP, phase: 'cancelled' };
    expect(wordsOf(await press(button))).toContain('was canceled');
    expect(await stored()).toEqual([]);
    state.tournament = CUP;
    await press(button);
    expect(await stored()).toMatchObject([{ tournamentId: 't1' }]);
  });

  it('a stopped follow can be resumed from it', async () => {
    const { follow, press, stored, type } = world();
    await follow({ stopped: { reason: 'post-gone', at: NOW } });
    const shown = await type();
    expect(wordsOf(shown)).toContain('The post was deleted');
    await press(buttonOf(shown, 'Resume'));
    expect((await stored())[0]).not.toHaveProperty('stopped');
  });

  it('a server at the limit of one select gets a message', async () => {
    const { follow, guilds, press, stored, type } = world();
    for (let at = 0; at < FOLLOWS_MAX; at++) await follow({ channelId: String(900 + at) });
    expect(messageText(await press(buttonOf(await type(), 'Follow')))).toMatchInlineSnapshot(`
      (private)
      This server follows 25 tournaments, which is the most. Stop one to make room.
    `);
    expect(await stored()).toHaveLength(FOLLOWS_MAX);
    expect(guilds.notes).toEqual([]);
  });

  it('works with ids that do not fit a button', async () => {
    const id = 'ü'.repeat(200);
    const { press, stored, type } = world({ tournament: { ...ENDLESS, id } });
    const shown = await press(buttonOf(await type({ tournament: id }), 'Results: on'));
    expect(wordsOf(await press(buttonOf(shown, 'Scheduled event: off')))).toContain(
      "doesn't say when this tournament ends",
    );
    await press(buttonOf(shown, 'Follow'));
    expect(await stored()).toMatchObject([{ tournamentId: id, topics: { results: false } }]);
  });
});

describe('the scheduled event', () => {
  it('can be switched on only with the permission and a known future start', async () => {
    const { startsAt: _start, ...startless } = CUP;
    const start = (epochMs: number, precision: 'day' | 'second') => ({
      ...CUP,
      startsAt: { epochMs, precision },
    });
    const cases: [Tournament, bigint, string][] = [
      [CUP, CREATES, 'Scheduled event: on'],
      [CUP, 8n, 'Scheduled event: on'],
      [CUP, 0n, 'Create Events permission'],
      [startless, CREATES, "doesn't say when this tournament starts"],
      [start(NOW + 48 * HOUR, 'day'), CREATES, "doesn't say when this tournament starts"],
      [start(NOW - HOUR, 'second'), CREATES, 'already started'],
      [start(NOW, 'second'), CREATES, 'already started'],
    ];
    for (const [tournament, bits, said] of cases) {
      const who = { bot: String(POSTS | bits) };
      const [draft, live] = [world({ tournament }), world({ tournament })];
      const preview = await draft.type(OPTIONS, who);
      const panel = await live.press(`follow:open:${await live.follow()}`, who);
      for (const shown of [
        await draft.press(buttonOf(preview, 'Scheduled event: off'), who),
        await live.press(buttonOf(panel, 'Scheduled event: off'), who),
      ])
        expect([wordsOf(shown), ...componentsOf(shown).map(({ label }) => label)].join(), said).toContain(
          said,
        );
    }
  });

  it('with an unknown end, asks how long it takes', async () => {
    const access = { '41': near(POSTS) };
    const { follow, press, stored, submit, type } = world({ tournament: ENDLESS, access });
    const id = await follow({ channelId: '41' });
    for (const [panel, next] of [
      [await type(), 'follow:end:t1:800:1.1.1'],
      [await press(`follow:open:${id}`), 'follow:end:t1:41:1.1.1'],
    ] as const) {
      const form = await press(buttonOf(panel, 'Scheduled event: off'));
      expect(form).toMatchObject({ custom_id: next });
      expect(messageText(form)).toMatchInlineSnapshot(`
        (form: Scheduled event)
        How many hours will it take? (1–168): [] – hint: 4
      `);
      for (const hours of ['', '0', '169', '-1', '4.5', 'four', '1e1'])
        expect(wordsOf(await submit(next, { hours })), hours).toContain('1 to 168');
      for (const hours of ['1', '168'])
        expect(wordsOf(await submit(next, { hours })), hours).toContain(`lasts ${hours} hour`);
      const shown = await submit(next, { hours: ' ４ ' });
      expect(wordsOf(shown)).toContain('lasts 4 hours');
      if (panel.components.length > 0 && labelsOf(panel).includes('Follow'))
        await press(buttonOf(shown, 'Follow'));
    }
    const on = { topics: { calls: true, results: true, event: true }, eventHours: 4 };
    expect(await stored()).toMatchObject([on, on]);
  });

  it('has a form for the id of a UUID, with room for as many switches again', async () => {
    const id = '3f2b1c9e-7a54-4d0e-9c1b-5f6a7b8c9d0e';
    const { press, type } = world({ tournament: { ...ENDLESS, id } });
    const form = await press(buttonOf(await type({ tournament: id }), 'Scheduled event: off'));
    const { custom_id: customId } = form as unknown as { custom_id: string };
    expect(customId).toMatch(/^follow:end:/);
    // A channel id has up to 20 digits; this one has 3.
    expect(customId.length + 17 + '.1.1.3.4f8q2v0r1k2l3'.length).toBeLessThanOrEqual(100);
  });
});

describe('the list', () => {
  it('explains how to start if there are no follows', async () => {
    expect(messageText(await world().type({}))).toMatchInlineSnapshot(`
      (private)
      Nothing is followed in this server yet. Use /follow with a tournament.
    `);
  });

  it('shows each with its channel and topics or why it stopped, and the id if the platform fails', async () => {
    const { follow, state, type } = world();
    await follow();
    const reasons = [
      'over',
      'organizer',
      'forbidden',
      'channel-gone',
      'post-gone',
      'archived',
      'tournament-gone',
      'refused',
    ] as const;
    for (const [at, reason] of reasons.entries())
      await follow({ channelId: String(900 + at), stopped: { reason, at: NOW } });
    await follow({ tournamentId: 'none', channelId: '41' });
    state.tournament = { ...CUP, name: '**Friday** Cup' };
    expect(messageText(await type({}))).toMatchInlineSnapshot(`
      (private)
      | # Followed tournaments
      | **1. \\*\\*Friday\\*\\* Cup**
      | <#800> · Match calls · Results
      |
      | **2. Tournament none**
      | <#41> · Match calls · Results
      |
      | **3. \\*\\*Friday\\*\\* Cup**
      | <#901> · ⏸ Stopped by an organizer. Press **Resume** to go on.
      |
      | **4. \\*\\*Friday\\*\\* Cup**
      | <#902> · ⏸ I'm missing a permission in that channel. Grant it, then press **Resume**.
      |
      | **5. \\*\\*Friday\\*\\* Cup**
      | <#903> · ⏸ The channel was deleted. Follow the tournament in another one.
      |
      | **6. \\*\\*Friday\\*\\* Cup**
      | <#904> · ⏸ The post was deleted. Press **Resume** for a new one.
      |
      | **7. \\*\\*Friday\\*\\* Cup**
      | <#905> · ⏸ The thread is archived. Reopen it, then press **Resume**.
      |
      | **8. \\*\\*Friday\\*\\* Cup**
      | <#906> · ⏸ Playhouse no longer has this tournament.
      |
      | **9. \\*\\*Friday\\*\\* Cup**
      | <#907> · ⏸ Discord didn't take a post. Press **Resume** to try again.
      |
      | **10. \\*\\*Friday\\*\\* Cup**
      | <#900> · ⏸ Over. There's nothing left to show.
      (select: Open one…)
        ○ 1. **Friday** Cup – Match calls · Results
        ○ 2. Tournament none – Match calls · Results
        ○ 3. **Friday** Cup – Stopped
        ○ 4. **Friday** Cup – Stopped
        ○ 5. **Friday** Cup – Stopped
        ○ 6. **Friday** Cup – Stopped
        ○ 7. **Friday** Cup – Stopped
        ○ 8. **Friday** Cup – Stopped
        ○ 9. **Friday** Cup – Stopped
        ○ 10. **Friday** Cup – Stopped
    `);
  });

  it('a full list stays within Discord’s limits and shows every name', async () => {
    const name = 'W'.repeat(300);
    const { follow, type } = world({ tournament: { ...CUP, name } });
    for (let at = 0; at < FOLLOWS_MAX; at++)
      await follow({
        channelId: String(1_400_000_000_000_000_000n + BigInt(at)),
        stopped: { reason: 'forbidden', at: NOW },
      });
    const text = wordsOf(await type({}));
    expect(text).toContain('**25. W');
    expect(text.endsWith('…')).toBe(false);
  });

  it('opens one follow and applies each switch at once, with a log line', async () => {
    const { follow, guilds, press, stored, type } = world();
    const id = await follow();
    const menu = componentsOf(await type({}))[0]!.custom_id!;
    const panel = await press(menu, { values: [id] });
    const fewer = await press(buttonOf(panel, 'Match calls: on'));
    expect(labelsOf(fewer)).toContain('Match calls: off');
    expect(await stored()).toMatchObject([{ topics: { calls: false, results: true } }]);
    await press(buttonOf(panel, 'Match calls: on'));
    expect(guilds.notes.map(({ text }) => plainSpaces(text))).toEqual([
      '<@501> changed what <#800> shows of Friday Cup: Match calls · Results → Results',
    ]);
    expect(wordsOf(await press(buttonOf(fewer, 'All followed')))).toContain('Followed tournaments');
  });

  it('stops and resumes once each, with log lines', async () => {
    const { follow, guilds, press, stored } = world();
    const stopped = await press(`follow:stop:${await follow()}`);
    expect(await stored()).toMatchObject([{ stopped: { reason: 'organizer', at: NOW } }]);
    expect(wordsOf(stopped)).toContain('Stopped by an organizer');
    await press(buttonOf(stopped, 'Resume'));
    expect((await stored())[0]).not.toHaveProperty('stopped');
    expect(guilds.notes.map(({ text }) => plainSpaces(text))).toEqual([
      '<@501> stopped Friday Cup in <#800>',
      '<@501> resumed Friday Cup in <#800>: Match calls · Results',
    ]);
  });

  it('says that the channel of a switch was deleted, not that Discord does not answer', async () => {
    const { follow, press } = world({ gone: ['41'] });
    const shown = await press(`follow:open:${await follow({ channelId: '41' })}`);
    expect(wordsOf(await press(buttonOf(shown, 'Hide spoilers: off')))).toBe(
      'That channel was deleted. Choose another one. Nothing was changed.',
    );
  });

  it('does not resume a follow that cannot continue', async () => {
    const cases: [FollowSetup, Partial<Follow>, object, string][] = [
      [{ tournament: { ...CUP, phase: 'finished' } }, {}, {}, 'is over'],
      [{}, { tournamentId: 'none' }, {}, 'no longer has this tournament'],
      [{ gone: ['41'] }, { channelId: '41' }, {}, 'channel was deleted'],
      [{}, {}, { bot: '3072' }, 'Embed Links and Attach Files'],
      [
        { access: { '41': near(0x8400n) } },
        { channelId: '41' },
        {},
        'in <#41>: Send Messages and Embed Links',
      ],
      [
        { access: { '41': { ...near(8n), isElsewhere: true } } },
        { channelId: '41' },
        {},
        'in another server',
      ],
      [{}, { channelId: '41' }, {}, "Discord isn't responding, so I can't tell whether I can post in <#41>"],
    ];
    for (const [given, more, who, said] of cases) {
      const { follow, guilds, press, stored } = world(given);
      await follow({ ...more, stopped: { reason: 'organizer', at: NOW } });
      const { tournamentId = 't1', channelId = '800' } = more;
      expect(wordsOf(await press(`follow:start:${tournamentId}:${channelId}:1.1.:`, who))).toContain(said);
      expect((await stored())[0]).toHaveProperty('stopped');
      expect(guilds.notes).toEqual([]);
    }
  });

  it('the panel of a finished tournament says so, and offers no switches', async () => {
    for (const [phase, said] of [
      ['finished', 'This tournament is over. What I posted in <#800> stays'],
      ['cancelled', 'was canceled'],
    ] as const)
      for (const [isStopped, labels] of [
        [false, ['Stop', ...(phase === 'finished' ? ['Results file'] : []), 'All followed']],
        [true, [...(phase === 'finished' ? ['Results file'] : []), 'All followed']],
      ] as const) {
        const { follow, press, type } = world({ tournament: { ...CUP, phase } });
        const id = await follow(isStopped ? { stopped: { reason: 'forbidden', at: NOW } } : {});
        for (const shown of [await press(`follow:open:${id}`), await type()]) {
          expect(wordsOf(shown)).toContain(said);
          expect(wordsOf(shown)).not.toContain('Resume');
          expect(labelsOf(shown)).toEqual(labels);
        }
      }
  });

  it('what is over and stopped promises no Resume, neither in its panel nor in the list', async () => {
    for (const reason of ['organizer', 'post-gone', 'channel-gone'] as const) {
      const { follow, press, type } = world({ tournament: { ...CUP, phase: 'finished' } });
      const id = await follow({
        endedAt: NOW,
        ...(reason !== 'organizer' && { stopped: { reason, at: NOW } }),
      });
      const panel = await press(reason === 'organizer' ? `follow:stop:${id}` : `follow:open:${id}`);
      for (const shown of [panel, await type({})]) {
        expect(wordsOf(shown), reason).toContain('Over. I no longer correct what I posted in <#800>.');
        expect(wordsOf(shown), reason).not.toContain('⏸');
      }
      const reminded = wordsOf(await press(`follow:remind:${id}`));
      expect(reminded).toBe("This tournament is over, so there's nothing to follow.");
    }
  });

  it('stops and changes a follow while the platform does not answer', async () => {
    const down = () => Promise.reject(failing('unavailable'));
    const { follow, press, stored } = world({
      services: { platform: fakePlatform({ tournament: down, bracket: down }) },
    });
    const panel = await press(`follow:open:${await follow()}`);
    expect(messageText(panel)).toMatchInlineSnapshot(`
      | # Tournament t1
      | <#800> follows this. Changes apply right away.
      | -# **Thread per match**: each called match gets a thread for its two players. It closes once the match is decided.
      | -# **Hide spoilers**: scores, winners and the final bracket stay covered until somebody taps them.
      | I can't read everything at Playhouse right now, so something may be missing here.
      [Match calls: on] [Results: on] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      [Stop] [Roster] [All followed]
    `);
    await press(buttonOf(panel, 'Results: on'));
    await press(buttonOf(panel, 'Stop'));
    expect(await stored()).toMatchObject([{ topics: { results: false }, stopped: { reason: 'organizer' } }]);
  });

  it('offers the current channel where the channel was deleted', async () => {
    const { follow, press, stored } = world({ gone: ['41'] });
    const id = await follow({ channelId: '41', stopped: { reason: 'channel-gone', at: NOW } });
    const shown = await press(buttonOf(await press(`follow:open:${id}`), 'Resume'));
    expect(wordsOf(shown)).toMatch(/^The channel was deleted[^]*<#800> will show/);
    await press(buttonOf(shown, 'Follow'));
    expect(await stored()).toMatchObject([{ channelId: '800' }, { channelId: '41', stopped: {} }]);
  });

  describe('Resume on the message that told the organizers of a stop', () => {
    const message = { channelId: '90', messageId: '9000' };
    const topics = { calls: true, results: false, event: false, late: 20, spoilers: true };

    it('goes on with the same switches, for an organizer alone, and the message says who pressed it', async () => {
      const { follow, guilds, press, stored } = world({
        settings: { organizerRoleId: '77', logChannelId: '90' },
      });
      const id = await follow({ topics, stopped: { reason: 'post-gone', at: NOW, message } });
      const pressed = (who: object) => press(`follow:goOn:${id}`, { ephemeral: false, ...who });
      expect(messageText(await pressed({ permissions: '0' }))).toMatchInlineSnapshot(
        `Only organizers can do that: whoever has Manage Server, or <@&77>.`,
      );
      expect((await stored())[0]).toHaveProperty('stopped');
      const shown = await pressed({ permissions: MEMBER, roles: ['77'] });
      expect(wordsOf(shown)).toContain('now follows **Friday Cup**');
      expect(await stored()).toEqual([
        expect.objectContaining({ tournamentId: 't1', channelId: '800', topics }),
      ]);
      expect((await stored())[0]).not.toHaveProperty('stopped');
      const [edit, ...more] = guilds.edits;
      expect(more).toEqual([]);
      expect(edit).toMatchObject({ ...message, isLast: true });
      expect(await postText(edit!.post)).toMatchInlineSnapshot(`
        I stopped posting about **Friday Cup** in <#800>: my post was deleted.
        Resumed by <@501>.
      `);
      // The message stands in the log channel itself.
      expect(guilds.notes).toEqual([]);
      expect(labelsOf(await pressed({}))).toContain('Stop');
      // It was pressed again, so its first edit had not reached it.
      expect(guilds.edits.at(-1)).toMatchObject({ channelId: '800', isLast: true, post: { rows: [] } });
      expect(guilds.edits).toHaveLength(2);
    });

    it('is closed by a Resume in the list too, with a line in a log apart from it', async () => {
      const { follow, guilds, press } = world({
        settings: { organizersChannelId: '90', logChannelId: '91' },
      });
      const id = await follow({ topics, stopped: { reason: 'archived', at: NOW, message } });
      await press(buttonOf(await press(`follow:open:${id}`), 'Resume'));
      expect(guilds.edits).toHaveLength(1);
      expect(guilds.notes).toHaveLength(1);
    });
  });

  it('every press on a deleted follow says that it no longer exists', async () => {
    const { press } = world();
    const id = followIdOf({ channelId: '800', tournamentId: 't1' });
    for (const name of ['open', 'stop', 'roster:1'])
      expect(messageText(await press(`follow:${name}:${id}`)), name).toMatchInlineSnapshot(`
        (private)
        That's no longer followed. See /follow.
      `);
  });
});

describe('Remind', () => {
  it('asks for one public post an hour, while the tournament is followed', async () => {
    const { follow, press, stored } = world({ tournament: { ...CUP, entrantIds: ['p1'] } });
    const id = await follow();
    const roster = await press(`follow:roster:1:${id}`);
    expect(messageText(await press(buttonOf(roster, 'Remind')))).toMatchInlineSnapshot(
      `I'm asking players in <#800> to link their accounts.`,
    );
    expect(await stored()).toMatchObject([{ linkCallAt: NOW }]);
    await press(`follow:stop:${id}`);
    expect(messageText(await press(buttonOf(roster, 'Remind')))).toMatchInlineSnapshot(
      `This tournament isn't followed right now. Press **Resume** first.`,
    );
  });
});

describe('the roster', () => {
  const owners = new Map([
    ['p1', '501'],
    ['p2', '502'],
    ['p3', '503'],
  ]);
  const accounts = fakeAccounts({}, { memberOf: (id) => Promise.resolve(owners.get(id)) });
  const naming = {
    ...fakeServices([]).naming,
    standings: () =>
      Promise.resolve(
        new Map([
          ['501', 'nameable'],
          ['502', 'absent'],
          ['503', 'unknown'],
        ] as const),
      ),
  };

  it('shows who is ready, not linked, not a member or unknown', async () => {
    const { follow, press } = world({
      tournament: { ...CUP, entrantIds: ['p1', 'p2', 'p3', 'p4'] },
      bracket: bracketOf(match('m1')),
      services: { accounts, naming },
    });
    const shown = await press(`follow:roster:1:${await follow()}`);
    expect(messageText(shown)).toMatchInlineSnapshot(`
      | # Friday Cup
      | **1** ready · **1** can't tell · **1** not in this server · **1** not linked
      |
      | ✗ Name p4 · not linked
      | ✗ Bảo · not in this server
      | ? Name p3 · can't tell
      | ✓ Ana · <@501>
      | -# Can't tell: they hide, or Discord didn't answer in time. Open this again in a minute.
      [Remind] [Back]
    `);
    expect(shown).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(wordsOf(await press(buttonOf(shown, 'Back')))).toContain('Friday Cup');
  });

  it('counts what it has just looked up, and names whom no bracket names by their account', async () => {
    const standings = (_guildId: string | undefined, ids: readonly string[], how?: string) =>
      Promise.resolve(new Map(ids.map((id) => [id, how === 'none' ? 'unknown' : 'nameable'] as const)));
    const named = fakeAccounts(
      {},
      {
        memberOf: (id) => Promise.resolve(owners.get(id)),
        nameOf: (id) => Promise.resolve(id === 'p3' ? 'Cara' : undefined),
      },
    );
    const { follow, press } = world({
      tournament: { ...CUP, entrantIds: ['p1', 'p2', 'p3'] },
      bracket: bracketOf(match('m1')),
      services: { accounts: named, naming: { ...naming, standings } },
    });
    expect(messageText(await press(`follow:roster:1:${await follow()}`))).toMatchInlineSnapshot(`
      | # Friday Cup
      | **3** ready
      |
      | ✓ Ana · <@501>
      | ✓ Bảo · <@502>
      | ✓ Cara · <@503>
      [Remind] [Back]
    `);
  });

  it('uses the bracket if the tournament lists no entrants, with pages', async () => {
    const pairs = Array.from({ length: 15 }, (_, at) => match(`m${at}`, `a${at}`, `b${at}`));
    const { follow, press } = world({ bracket: bracketOf(...pairs), services: { accounts, naming } });
    const first = await press(`follow:roster::${await follow()}`);
    expect(wordsOf(first)).toMatch(/\*\*30\*\* not linked[^]*Page 1 of 2/);
    expect(wordsOf(await press(buttonOf(first, 'Next ›')))).toContain('Page 2 of 2');
  });

  it('says so if there are no entrants, or if the platform does not show them', async () => {
    for (const [given, said] of [
      [{}, "Playhouse doesn't show who registered."],
      [{ entrants: 3, entrantIds: [] }, "Playhouse doesn't show who registered."],
      [{ entrants: 0, entrantIds: [] }, 'Nobody has registered yet.'],
      [{ entrants: undefined, entrantIds: [] }, 'Nobody has registered yet.'],
    ] as const) {
      const { follow, press } = world({ tournament: { ...CUP, ...given } as Tournament });
      expect(wordsOf(await press(`follow:roster:1:${await follow()}`))).toBe(said);
    }
  });

  it('does not take a platform that fails for one without entrants', async () => {
    const { follow, press } = world({ bracket: 'failing' });
    expect(wordsOf(await press(`follow:roster:1:${await follow()}`))).toContain("Playhouse isn't responding");
  });
});
