import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { Post } from '../../src/message/reply.ts';
import { createWords } from '../../src/words/words.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { MEMBER, press, slash, submit } from '../support/interactions.ts';
import { messageText, postText } from '../support/message-text.ts';

const POSTS = String(0x400n | 0x800n | 0x4000n);

function world(settings: GuildSettings = {}, given: Partial<Services> = {}) {
  const guilds = fakeGuilds(settings);
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
  return {
    guilds,
    posts,
    stored: () => guilds.settings.read(),
    page: async () => {
      const panel = await members.ask(slash('settings', {}));
      return last(press(buttonOf(panel, 'Announcements'), own));
    },
    last,
    pressed: (customId: string) => press(customId, own),
    choose: async (customId: string, channelId: string, permissions = POSTS) => {
      const raw = press(customId, { ...own, values: [channelId] });
      const resolved = {
        channels: {
          [channelId]: { id: channelId, type: 0, permissions: MEMBER, app_permissions: permissions },
        },
      };
      return last({ ...raw, data: { ...raw.data, resolved } });
    },
  };
}

const select = (shown: Awaited<ReturnType<ReturnType<typeof world>['page']>>) =>
  componentsOf(shown).find(({ type }) => type === 8)?.custom_id ?? '';

describe('/settings, announcements', () => {
  it('takes a channel where the bot may post, logs it, and tells the background work', async () => {
    const { choose, guilds, page, stored } = world({ logChannelId: '40' });
    const shown = await page();
    expect(messageText(shown)).toMatchInlineSnapshot(`
      | # Server settings
      | Each choice is saved right away. Clear a menu to unset it.
      | Announce new tournaments in:
      | None
      | -# Each upcoming tournament that Playhouse lists from now on, once.
      | Only with these words:
      | Any name
      | -# A tournament is announced if its name has one of them.
      | Role to mention with an announcement:
      | None
      | -# Mentioned once with each announcement.
      | Publish:
      | Off
      | -# In an announcement channel: servers that follow the channel get it too.
      | Follow by itself in:
      | None
      | -# This channel follows each announced tournament, with the switches of its last /follow. More than five announced at once are not followed.
      (select: New tournaments: not announced)
      (select: Announcements mention: nobody)
      (select: Follow by itself: off)
      [Filter by words…] [Publish: off] [Post a link button here]
      [Server] [Results] [Announcements – disabled] [Language] [Roles]
    `);
    expect(wordsOf(await choose(select(shown), '41', '1024'))).toContain('Send Messages and Embed Links');
    expect(await guilds.announcing.read()).toEqual({});
    expect(wordsOf(await choose(select(shown), '41'))).toMatch(/^Saved\. Announce new tournaments in: <#41>/);
    expect(await stored()).toEqual({ logChannelId: '40', announceChannelId: '41' });
    expect(Object.keys(await guilds.announcing.read())).toEqual(['700']);
    expect(guilds.notes).toMatchObject([
      { text: '<@501> changed Announce new tournaments in: None → <#41>' },
    ]);
  });

  it('mentions a role that the caller may mention, and refuses another by name', async () => {
    const { last, page, stored } = world();
    const role = componentsOf(await page()).find(({ type }) => type === 6)?.custom_id ?? '';
    const choose = (mentionable: boolean, permissions: string) => {
      const own = { ephemeral: true, ownerId: '501', bot: POSTS };
      const raw = press(role, { ...own, permissions, values: ['77'] });
      const roles = { '77': { id: '77', name: 'Cup', mentionable } };
      return last({ ...raw, data: { ...raw.data, resolved: { roles } } });
    };
    expect(wordsOf(await choose(false, '32'))).toContain('You may not mention <@&77> yourself');
    expect(await stored()).toEqual({});
    expect(wordsOf(await choose(false, String(32n | (1n << 17n))))).toContain('Saved.');
    expect(wordsOf(await choose(true, '32'))).toContain('<@&77>');
    expect(await stored()).toEqual({ announceRoleId: '77' });
  });

  it('turns a flag on and off by its button, with a line in the log each time', async () => {
    const { guilds, last, page, pressed, stored } = world({ logChannelId: '40' });
    const on = await last(pressed(buttonOf(await page(), 'Publish: off')));
    expect(on.content).toBe('Saved. Publish: On');
    expect(await stored()).toEqual({ logChannelId: '40', announcePublish: true });
    await last(pressed(buttonOf(on, 'Publish: on')));
    expect(await stored()).toEqual({ logChannelId: '40' });
    expect(guilds.notes.map(({ text }) => text)).toEqual([
      '<@501> changed Publish: Off → On',
      '<@501> changed Publish: On → Off',
    ]);
  });

  it('asks for words by a form that has those of now, and an empty one announces all', async () => {
    const { last, page, pressed, stored } = world({ announceChannelId: '41', announceWords: ['Cup'] });
    const form = await last(pressed(buttonOf(await page(), 'Filter by words…')));
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Announce only some tournaments)
      Words in the name: [Cup] – Separate them with commas. Leave it empty to announce all. – optional
    `);
    const customId = (form as unknown as { custom_id: string }).custom_id;
    const send = (words: string) => {
      const raw = submit(customId, { words });
      return last({ ...raw, message: { ...raw.message, flags: 64 } });
    };
    expect(wordsOf(await send(' weekly   cup, **Open** ;weekly cup、，,'))).toMatch(
      /^Saved\. Only with these words: weekly cup, \\\*\\\*Open\\\*\\\*/,
    );
    expect(await stored()).toEqual({ announceChannelId: '41', announceWords: ['weekly cup', '**Open**'] });
    expect(wordsOf(await send(Array.from({ length: 11 }, (_, i) => `w${i}`).join()))).toContain('At most 10');
    await send('  ');
    expect(await stored()).toEqual({ announceChannelId: '41' });
  });

  it('posts a link button in the present channel, for everybody, with a line in the log', async () => {
    const { guilds, last, page, posts, pressed } = world();
    const shown = await last(pressed(buttonOf(await page(), 'Post a link button here')));
    expect(shown.content).toMatch(/^Posted in <#800>\./);
    expect(posts).toMatchObject([
      { channelId: '800', nonce: expect.stringMatching(/^[\w-]{25}$/) as string },
    ]);
    expect(await postText(posts[0]!.post)).toMatchInlineSnapshot(`
      **Link your Playhouse account**
      | - Your rank, matches and next match, right here
      | - Register for tournaments and report scores without leaving Discord
      | - Be called when your match is ready, and be on this server's leaderboard
      |
      | Members here then see your Playhouse name beside your Discord name. You can hide it with /privacy, and unlink anytime.
      [Link account]
    `);
    expect(guilds.notes).toMatchObject([{ text: '<@501> posted a link button in <#800>' }]);
  });

  it('posts it in the server’s language, and tells who posted it in theirs', async () => {
    const { guilds, last, page, posts, pressed } = world({ language: 'fr' });
    const button = pressed(buttonOf(await page(), 'Post a link button here'));
    expect(wordsOf(await last(button))).toMatch(/^Posted in <#800>\./);
    const fr = createWords({ platformName: 'Playhouse' }).in('fr');
    expect(posts).toMatchObject([
      { post: { content: fr('linkPanel.title'), rows: [[{ label: fr('linkPanel.button') }]] } },
    ]);
    const words = { member: '<@501>', channel: '<#800>' };
    expect(guilds.notes).toMatchObject([{ text: fr('server.panel.audit', words) }]);
  });

  it('names the permission that a link button needs, and what Discord refuses', async () => {
    const { last, page, posts, pressed } = world();
    const raw = pressed(buttonOf(await page(), 'Post a link button here'));
    expect(wordsOf(await last({ ...raw, app_permissions: '1024' }))).toContain('Send Messages');
    expect(posts).toEqual([]);
    const refusing = world({}, { channels: { post: async () => ({ refused: 'forbidden' }) } });
    const button = buttonOf(await refusing.page(), 'Post a link button here');
    expect(messageText(await refusing.last(refusing.pressed(button)))).toMatchInlineSnapshot(`
      (private)
      Discord didn't let me post in <#800>. Check my permissions there, then press the button again.
    `);
    expect(refusing.guilds.notes).toEqual([]);
  });

  it('an old panel posts and changes nothing', async () => {
    const { last, page, posts, pressed } = world();
    const old = buttonOf(await page(), 'Post a link button here').replace(/\d+$/, '1');
    expect(wordsOf(await last(pressed(old)))).toContain('This panel has expired');
    expect(posts).toEqual([]);
  });
});
