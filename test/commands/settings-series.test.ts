import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import type { ChannelAccess } from '../../src/guilds/guilds.ts';
import type { SeriesRule } from '../../src/guilds/series.ts';
import { INITIAL_SWITCHES } from '../../src/guilds/switches.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { Post } from '../../src/message/reply.ts';
import { createWords } from '../../src/words/words.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { MEMBER, press, slash, submit } from '../support/interactions.ts';
import { messageText, postText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const POSTS = String(0x400n | 0x800n | 0x4000n | 0x8000n);

type SettingsAnswer = Awaited<ReturnType<ReturnType<typeof people>['ask']>>;

function world(
  settings: GuildSettings = {},
  given: Partial<Services> = {},
  access: Record<string, ChannelAccess> = {},
) {
  const guilds = fakeGuilds(settings, [], access);
  const posts: { channelId: string; post: Post; nonce: string | undefined }[] = [];
  const members = people({
    guilds,
    channels: {
      async post(channelId, post, nonce) {
        posts.push({ channelId, post, nonce });
        return { id: '1' };
      },
    },
    ...given,
  });
  const own = { ephemeral: true, ownerId: '501', bot: POSTS };
  const last = async (raw: object) => {
    const shown = (await members.all(raw)).at(-1);
    if (shown === undefined) throw new Error('no answer');
    return shown;
  };
  const pressed = (customId: string) => press(customId, own);
  const choose = (customId: string, values: string[], resolved: object = {}) => {
    const raw = press(customId, { ...own, values });
    return last({ ...raw, data: { ...raw.data, resolved } });
  };
  return {
    guilds,
    posts,
    stored: async () => (await guilds.settings.read()).series ?? [],
    page: async () => last(pressed(buttonOf(await members.ask(slash('settings', {})), 'Series'))),
    first: async () => members.ask(slash('settings', {})),
    last,
    pressed,
    push: (shown: SettingsAnswer, label: string) => last(pressed(buttonOf(shown, label))),
    pick: (shown: SettingsAnswer, placeholder: string, ...values: string[]) =>
      choose(menuOf(shown, placeholder), values),
    channel: (shown: SettingsAnswer, placeholder: string, channelId: string, permissions = POSTS) =>
      choose(menuOf(shown, placeholder), [channelId], {
        channels: {
          [channelId]: { id: channelId, type: 0, permissions: MEMBER, app_permissions: permissions },
        },
      }),
    role: (shown: SettingsAnswer, placeholder: string, mentionable: boolean) =>
      choose(menuOf(shown, placeholder), ['77'], {
        roles: { '77': { id: '77', name: 'Cup', mentionable } },
      }),
    type: (form: SettingsAnswer, fields: Record<string, string>) => {
      const { custom_id: customId } = form as unknown as { custom_id: string };
      const raw = submit(customId, fields);
      return last({ ...raw, message: { ...raw.message, flags: 64 } });
    },
  };
}

const menuOf = (shown: SettingsAnswer, placeholder: string): string => {
  const menus = componentsOf(shown) as { placeholder?: string; custom_id?: string }[];
  const menu = menus.find((one) => one.placeholder === placeholder);
  if (menu?.custom_id === undefined) throw new Error(`no menu ${placeholder}`);
  return menu.custom_id;
};

const WEEKLY: SeriesRule = { id: 's1', words: ['weekly'], announceChannelId: '41' };
const LOGGED = { logChannelId: '40' };
const ALLOWED = {
  isThread: false,
  isElsewhere: false,
  botPermissions: 8n,
  presserPermissions: 8n,
  isOpen: true,
};

describe('/settings, series', () => {
  it('makes a series of words, sets each channel, and logs each change with before and after', async () => {
    const { channel, guilds, page, push, role, stored, type } = world(LOGGED);
    const empty = await page();
    expect(messageText(empty)).toMatchInlineSnapshot(`
      | # Series
      | A series acts by itself on each new tournament with one of its words in the name. A channel is told of a tournament once, and each choice is saved right away.
      | No series yet. **Add a series…** makes the first one.
      [Add a series…]
      (select: Post a link button in…)
      [Server] [Results] [Language] [Series – disabled] [Roles]
    `);
    const form = await push(empty, 'Add a series…');
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Which tournaments?)
      Words in the name: [] – Separate them with commas. Leave it empty for all tournaments. – optional
    `);
    const made = await type(form, { words: ' weekly   cup, **Open** ;weekly cup、，,' });
    expect(messageText(made)).toMatchInlineSnapshot(`
      Saved. Series: weekly cup, \\*\\*Open\\*\\* · No channel chosen yet
      | # Series: weekly cup, \\*\\*Open\\*\\*
      | Words in the name:
      | weekly cup, \\*\\*Open\\*\\*
      | -# A tournament belongs to the series if its name has one of them.
      | Announce in:
      | None
      | -# Each upcoming tournament that Playhouse lists from now on, once.
      | Role to mention:
      | None
      | -# Mentioned once with each announcement.
      | Publish:
      | Off
      | -# In an announcement channel: servers that follow the channel get it too.
      | Follow by itself in:
      | None
      | -# This channel follows each new tournament. In the channel of the announcement, that becomes the live post.
      | Switches:
      | Match calls · Results
      | -# What the channel gets, as in /follow. Until you change one, as last time in that channel.
      | Language:
      | The server's language
      | -# Of what this series posts.
      | Season in:
      | None
      | -# One message with places and wins, updated after each winner of a followed tournament.
      | The menus, from the top: Announce in · Role to mention · Follow by itself in · Season in
      (select: New tournaments: not announced)
      (select: Announcements mention: nobody)
      (select: Follow by itself: off)
      (select: Season: not posted)
      [Words…] [Publish: off] [Switches…] [Preview] [All series]
    `);
    expect(wordsOf(await channel(made, 'New tournaments: not announced', '41', '1024'))).toContain(
      'Send Messages and Embed Links',
    );
    const announced = await channel(made, 'New tournaments: not announced', '41');
    expect(announced.content).toBe('Saved. Series: weekly cup, \\*\\*Open\\*\\*: Announce in: <#41>');
    await role(announced, 'Announcements mention: nobody', true);
    await channel(announced, 'Follow by itself: off', '42');
    await channel(announced, 'Season: not posted', '43');
    expect(await stored()).toMatchObject([
      {
        words: ['weekly cup', '**Open**'],
        announceChannelId: '41',
        roleId: '77',
        followChannelId: '42',
        seasonChannelId: '43',
      },
    ]);
    expect(Object.keys(await guilds.announcing.read())).toEqual(['700']);
    expect(Object.keys(await guilds.boards.index.read())).toEqual(['700']);
    expect(guilds.notes.map(({ text }) => plainSpaces(text))).toMatchInlineSnapshot(`
      [
        "<@501> changed Series: None → weekly cup, \\*\\*Open\\*\\* · No channel chosen yet",
        "<@501> changed Series: weekly cup, \\*\\*Open\\*\\*: Announce in: None → <#41>",
        "<@501> changed Series: weekly cup, \\*\\*Open\\*\\*: Role to mention: None → <@&77>",
        "<@501> changed Series: weekly cup, \\*\\*Open\\*\\*: Follow by itself in: None → <#42>",
        "<@501> changed Series: weekly cup, \\*\\*Open\\*\\*: Season in: None → <#43>",
      ]
    `);
    expect(messageText(await page())).toMatchInlineSnapshot(`
      | # Series
      | A series acts by itself on each new tournament with one of its words in the name. A channel is told of a tournament once, and each choice is saved right away.
      | 1. weekly cup, \\*\\*Open\\*\\*:
      | Announce in: <#41>
      | Role to mention: <@&77>
      | Follow by itself in: <#42>
      | Switches: Match calls · Results
      | Season in: <#43>
      (select: Change a series…)
        ○ 1. weekly cup, **Open**
      (select: Remove a series…)
        ○ 1. weekly cup, **Open**
      [Add a series…]
      (select: Post a link button in…)
      [Server] [Results] [Language] [Series – disabled] [Roles]
    `);
  });

  it('shows at one look what is set on the other pages', async () => {
    const { first } = world({
      agreement: 'both',
      series: [
        { ...WEEKLY, publish: true, followChannelId: '42', topics: { calls: true }, language: 'fr' },
        { id: 's2', seasonChannelId: '43' },
      ],
    });
    expect((await first()).embeds.at(-1)?.description).toMatchInlineSnapshot(`
      "Agreement: Both agree
      Deadline: 24 hours
      Organizers' channel: None
      Post rank-ups in: None
      Language: Automatic
      Series 1: weekly · Announce in: <#41> · Publish: On · Follow by itself in: <#42> · Switches: Match calls · Language: Français
      Series 2: Any name · Season in: <#43>
      Roles: 0 rules"
    `);
  });

  it('sets the switches, the minutes and the language before the first tournament', async () => {
    const { guilds, page, pick, push, stored, type } = world({ ...LOGGED, series: [WEEKLY] });
    const rule = await pick(await page(), 'Change a series…', 's1');
    const switches = await push(rule, 'Switches…');
    expect(messageText(switches)).toMatchInlineSnapshot(`
      | # Series: weekly
      | Follow by itself in:
      | None
      | -# This channel follows each new tournament. In the channel of the announcement, that becomes the live post.
      | Switches:
      | Match calls · Results
      | -# What the channel gets, as in /follow. Until you change one, as last time in that channel.
      | Language:
      | The server's language
      | -# Of what this series posts.
      [Match calls: on] [Results: on] [Scheduled event: off] [Thread per match: off] [Hide spoilers: off]
      (select: Role to mention when it opens, starts and ends…)
      (select: Late matches: off)
        ◉ Late matches: off
        ○ Late matches: remind both after 10 minutes
        ○ Late matches: remind both after 20 minutes
        ○ Late matches: remind both after 30 minutes
      (select: Language)
        ◉ The server's language
        ○ English (US)
        ○ Tiếng Việt
        ○ Português (Brasil)
        ○ Español
        ○ Français
        ○ Deutsch
        ○ 日本語
      [Back]
    `);
    await push(switches, 'Results: on');
    const late = await pick(switches, 'Late matches: off', '20');
    expect(plainSpaces(late.content)).toBe(
      'Saved. Series: weekly: Switches: Match calls · Late matches after 20 minutes',
    );
    await pick(switches, 'Language', 'de');
    const form = await push(switches, 'Scheduled event: off');
    expect(wordsOf(await type(form, { hours: '3' }))).toMatch(/^You need the Create Events permission/);
    expect(await stored()).toEqual([
      { ...WEEKLY, topics: { ...INITIAL_SWITCHES, results: false, late: 20 }, language: 'de' },
    ]);
    expect(guilds.notes.map(({ text }) => plainSpaces(text))).toEqual([
      '<@501> changed Series: weekly: Switches: Match calls · Results → Match calls',
      '<@501> changed Series: weekly: Switches: Match calls → Match calls · Late matches after 20 minutes',
      "<@501> changed Series: weekly: Language: The server's language → Deutsch",
    ]);
    expect(buttonOf(await push(switches, 'Back'), 'Switches…')).toContain('s1');
  });

  it('begins with the switches of the last follow in its channel', async () => {
    const { guilds, page, pick, push, stored } = world(
      { series: [{ ...WEEKLY, followChannelId: '42' }] },
      {},
      { '42': ALLOWED },
    );
    const topics = { calls: false, results: true, late: 30 };
    await guilds.follows.add('700', { tournamentId: 't0', channelId: '42', topics, eventHours: 3 });
    const switches = await push(await pick(await page(), 'Change a series…', 's1'), 'Switches…');
    await pick(switches, 'Language', 'ja');
    expect(await stored()).toMatchObject([{ language: 'ja' }]);
    expect(await stored()).not.toMatchObject([{ topics: {} }]);
    await push(switches, 'Hide spoilers: off');
    expect(await stored()).toMatchObject([{ topics: { ...topics, spoilers: true }, eventHours: 3 }]);
  });

  it('mentions a role that the caller may mention, and refuses another by name', async () => {
    const { page, pick, role, stored } = world({ series: [WEEKLY] });
    const rule = await pick(await page(), 'Change a series…', 's1');
    expect(wordsOf(await role(rule, 'Announcements mention: nobody', false))).toContain(
      'You may not mention <@&77> yourself',
    );
    expect(await stored()).toEqual([WEEKLY]);
  });

  it('publishes in an announcement channel alone', async () => {
    for (const isNews of [true, false]) {
      const settings = { ...LOGGED, series: [WEEKLY] };
      const { guilds, page, pick, push, stored } = world(settings, {}, { '41': { ...ALLOWED, isNews } });
      const answer = await push(await pick(await page(), 'Change a series…', 's1'), 'Publish: off');
      expect(wordsOf(answer).split('\n')[0]).toBe(
        isNews
          ? 'Saved. Series: weekly: Publish: On'
          : "<#41> isn't an announcement channel, so nothing can be published there. Nothing was changed.",
      );
      expect(await stored()).toEqual([isNews ? { ...WEEKLY, publish: true } : WEEKLY]);
      if (!isNews) continue;
      await push(answer, 'Publish: on');
      expect(await stored()).toEqual([WEEKLY]);
      expect(guilds.notes.map(({ text }) => plainSpaces(text))).toEqual([
        '<@501> changed Series: weekly: Publish: Off → On',
        '<@501> changed Series: weekly: Publish: On → Off',
      ]);
    }
  });

  it('asks for words by a form that has those of now; without any, every tournament belongs to it', async () => {
    const { page, pick, push, stored, type } = world({ series: [WEEKLY] });
    const rule = await pick(await page(), 'Change a series…', 's1');
    const form = await push(rule, 'Words…');
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Which tournaments?)
      Words in the name: [weekly] – Separate them with commas. Leave it empty for all tournaments. – optional
    `);
    expect(
      wordsOf(await type(form, { words: Array.from({ length: 11 }, (_, i) => `w${i}`).join() })),
    ).toContain('At most 10');
    expect((await type(form, { words: '  ' })).content).toBe(
      'Saved. Series: Any name: Words in the name: Any name',
    );
    expect(await stored()).toEqual([{ id: 's1', announceChannelId: '41' }]);
  });

  it('is removed after a question, with one line', async () => {
    const { guilds, page, pick, push, stored } = world({ ...LOGGED, series: [WEEKLY, { id: 's2' }] });
    const question = await pick(await page(), 'Remove a series…', 's1');
    expect(messageText(question)).toMatchInlineSnapshot(`
      Remove the series **weekly**? What it follows already goes on, and what it announced stays up to date. The post of its season is no longer updated.
      [Remove] [All series]
    `);
    const removed = await push(question, 'Remove');
    expect(removed.content).toBe('The series weekly is removed.');
    expect(await stored()).toEqual([{ id: 's2' }]);
    expect(guilds.notes.map(({ text }) => plainSpaces(text))).toEqual([
      '<@501> changed Series: weekly · Announce in: <#41> → None',
    ]);
    expect((await push(question, 'Remove')).content).toBe('That series is gone.');
  });

  it('takes five, and says so', async () => {
    const series = Array.from({ length: 5 }, (_, at) => ({ id: `s${at}` }));
    const { page, push, stored, type } = world({ series: series.slice(1) });
    const form = await push(await page(), 'Add a series…');
    await type(form, { words: 'five' });
    expect(await stored()).toHaveLength(5);
    expect(wordsOf(await type(form, { words: 'six' }))).toBe(
      'A server has at most 5 series. Nothing was changed.',
    );
    expect(componentsOf(await page()).some(({ label }) => label === 'Add a series…')).toBe(false);
  });

  it('previews for the presser alone what each channel will get, with an example', async () => {
    const rule = {
      ...WEEKLY,
      roleId: '77',
      followChannelId: '41',
      topics: { calls: true, late: 10 },
      seasonChannelId: '43',
    };
    const { guilds, page, pick, push } = world({ series: [rule, { id: 's2' }] });
    const shown = await push(await pick(await page(), 'Change a series…', 's1'), 'Preview');
    expect(messageText(shown)).toMatchInlineSnapshot(`
      What each channel of **weekly** will get, with an example. Only you see this.
      | **<#41>** gets each new tournament:
      | <@&77> New tournament: **weekly \\(example\\)**
      | -# [Register] [Details] [Follow here]
      | # weekly \\(example\\)
      | Starts: <t:1799409600:f> (<t:1799409600:R>)
      | Status: Registration open
      | Players: 5/16
      | In **<#41>** the announcement then becomes the live post:
      | Registration for **weekly \\(example\\)** is open: 11 places left.
      | -# [Register] [Details]
      | # weekly \\(example\\)
      | Starts: <t:1799409600:f> (<t:1799409600:R>)
      | Status: Registration open
      | Players: 5/16
      | And while it runs: Match calls · Late matches after 10 minutes
      | **<#43>** shows the season, updated after each winner:
      | -# Updated after each winner
      | # Season: weekly
      | 🥇 \`#1\` **Ana** · 3 wins · 3 finals · 3 podiums
      | 🥈 \`#2\` **Bruno** · 1 win · 3 finals · 4 podiums
      | 🥉 \`#3\` **Chloé** · 0 wins · 2 finals · 3 podiums
      |
      | 4 tournaments within a year. Latest: weekly \\(example\\).
      [Back]
    `);
    await guilds.season.note('700', {
      tournamentId: 't1',
      name: 'Weekly 1',
      places: [{ id: 'u1', name: 'Real' }],
    });
    await guilds.season.note('700', {
      tournamentId: 't2',
      name: 'Swiss',
      places: [{ id: 'u2', name: 'Other' }],
    });
    const real = await push(await pick(await page(), 'Change a series…', 's1'), 'Preview');
    expect(real.embeds.at(-1)?.description).toMatchInlineSnapshot(`
      "🥇 \`#1\` **Real** · 1 win · 1 final · 1 podium

      1 tournament within a year. Latest: Weekly 1."
    `);
    const nothing = await push(await pick(await page(), 'Change a series…', 's2'), 'Preview');
    expect(nothing.content).toBe('No channel is chosen for **Any name** yet, so nothing will be posted.');
  });

  it('has custom ids of at most 100 characters, with the longest rule', async () => {
    const words = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(40));
    const rule = { ...WEEKLY, id: 'mj9w4k2p', words, topics: { calls: true, ping: '400000000000000001' } };
    const { page, pick, push } = world({ series: [rule] });
    const shown = await pick(await page(), 'Change a series…', rule.id);
    for (const one of [shown, await push(shown, 'Switches…'), await push(shown, 'Preview')])
      for (const { custom_id: id = '' } of componentsOf(one)) expect(id.length, id).toBeLessThanOrEqual(100);
  });
});

describe('/settings, the link button', () => {
  const CHOOSE = 'Post a link button in…';

  it('posts it in the chosen channel, for everybody, with a line in the log', async () => {
    const { channel, guilds, page, posts } = world();
    const shown = await channel(await page(), CHOOSE, '41');
    expect(shown.content).toMatch(/^Posted in <#41>\./);
    expect(posts).toMatchObject([{ channelId: '41', nonce: expect.stringMatching(/^[\w-]{25}$/) as string }]);
    expect(await postText(posts[0]!.post)).toMatchInlineSnapshot(`
      **Link your Playhouse account**
      | - Your rank, matches and next match, right here
      | - Register for tournaments and report scores without leaving Discord
      | - Be called when your match is ready, and be on this server's leaderboard
      |
      | Members here then see your Playhouse name beside your Discord name. You can hide it with /privacy, and unlink anytime.
      [Link account]
    `);
    expect(guilds.notes).toMatchObject([{ text: '<@501> posted a link button in <#41>' }]);
  });

  it('posts it in the server’s language, and tells who posted it in theirs', async () => {
    const { channel, guilds, page, posts } = world({ language: 'fr' });
    expect(wordsOf(await channel(await page(), CHOOSE, '41'))).toMatch(/^Posted in <#41>\./);
    const fr = createWords({ platformName: 'Playhouse' }).in('fr');
    expect(posts).toMatchObject([
      { post: { content: fr('linkPanel.title'), rows: [[{ label: fr('linkPanel.button') }]] } },
    ]);
    const words = { member: '<@501>', channel: '<#41>' };
    expect(guilds.notes).toMatchObject([{ text: fr('server.panel.audit', words) }]);
  });

  it('names the permission that it needs, and what Discord refuses', async () => {
    const { channel, page, posts } = world();
    expect(wordsOf(await channel(await page(), CHOOSE, '41', '1024'))).toContain('Send Messages');
    expect(posts).toEqual([]);
    const refusing = world({}, { channels: { post: async () => ({ refused: 'forbidden' }) } });
    expect(messageText(await refusing.channel(await refusing.page(), CHOOSE, '41'))).toMatchInlineSnapshot(`
      (private)
      Discord didn't let me post in <#41>. Check my permissions there, then choose it again.
    `);
    expect(refusing.guilds.notes).toEqual([]);
  });

  it('an old panel posts and changes nothing', async () => {
    const { last, page, posts, pressed } = world();
    const old = menuOf(await page(), CHOOSE).replace(/\d+$/, '1');
    expect(wordsOf(await last(pressed(old)))).toContain('This panel has expired');
    expect(posts).toEqual([]);
  });
});
