import { PermissionFlagsBits as Permission } from 'discord.js';
import { expect, test } from 'vitest';
import { encodeSwitches } from '../../src/guilds/switches.ts';
import { people, wordsOf } from '../support/ask.ts';
import { fakeGuilds, fakePlatform } from '../support/fakes.ts';
import { ORGANIZER, press, slash } from '../support/interactions.ts';

const NOW = Date.UTC(2027, 0, 1, 12);
const HOUR = 60 * 60_000;
const BOT = '8';
const RIGHTS = BigInt(ORGANIZER);

/** Organizers with the settings panel open and a follow that runs in another channel. */
async function world(rights: bigint, inOther = rights) {
  const guilds = fakeGuilds(
    { series: [{ id: 's1', announceChannelId: '41', followChannelId: '41' }], logChannelId: '40' },
    [],
    {
      '41': {
        isThread: false,
        isElsewhere: false,
        isOpen: true,
        botPermissions: 8n,
        presserPermissions: inOther,
      },
    },
  );
  const topics = { calls: false, results: true, event: false };
  await guilds.follows.add('700', { tournamentId: 't1', channelId: '41', topics });
  const posts: string[] = [];
  const members = people({
    guilds,
    now: () => NOW,
    platform: fakePlatform({
      tournament: () =>
        Promise.resolve({
          value: {
            id: 't1',
            name: 'Cup',
            phase: 'open',
            startsAt: { epochMs: NOW + HOUR, precision: 'second' },
            endsAt: { epochMs: NOW + 5 * HOUR, precision: 'second' },
          },
        }),
      bracket: () => Promise.resolve({ value: { rounds: [] } }),
      rankings: () => Promise.resolve({ value: [] }),
    }),
    channels: {
      ...people().services.channels,
      post: async (channelId: string) => (posts.push(channelId), { id: '1' }),
    },
  });
  const who = { permissions: String(rights), bot: BOT, ephemeral: true } as const;
  const last = async (raw: object) => wordsOf((await members.all(raw)).at(-1)!);
  const openedAt = NOW / 1000;
  const chosen = (customId: string, channelId: string) => {
    const raw = press(customId, { ...who, values: [channelId] });
    const channel = { id: channelId, type: 0, app_permissions: BOT, permissions: String(inOther) };
    return last({ ...raw, data: { ...raw.data, resolved: { channels: { [channelId]: channel } } } });
  };
  const acts: Record<string, () => Promise<string>> = {
    'a follow here': () => last(slash('follow', { tournament: 't1' }, who)),
    'a follow that begins here': () => last(press(`follow:start:t1:800:${on()}`, who)),
    'a follow that begins elsewhere': () => last(press(`follow:start:t1:41:${on()}`, who)),
    'more posts of one that runs': () => last(press(`follow:set:t1:41:${on('calls')}::calls`, who)),
    threads: () => last(press(`follow:set:t1:41:${on('threads')}::threads`, who)),
    'a scheduled event': () => last(press(`follow:set:t1:41:${on('event')}::event`, who)),
    'a link button': () => chosen(`settings:linkPanel:${openedAt}`, '42'),
    'a kept leaderboard': () => last(press('leaderboard:keep:::', who)),
    'a channel of the settings': () => chosen(`settings:resultsChannel:${openedAt}`, '42'),
    crossposts: () => last(press(`settings:seriesPublish:${openedAt}:s1:publish:on`, who)),
    'a channel for announcements': () => chosen(`settings:seriesAnnounce:${openedAt}:s1`, '42'),
    'a channel that follows by itself': () => chosen(`settings:seriesFollow:${openedAt}:s1`, '42'),
    'a channel for the season': () => chosen(`settings:seriesSeason:${openedAt}:s1`, '42'),
    'more posts of what is followed by itself': () =>
      last(press(`settings:seriesSwitch:${openedAt}:s1:spoilers:on`, who)),
    'threads by itself': () => last(press(`settings:seriesSwitch:${openedAt}:s1:threads:on`, who)),
    'events by itself': () => last(press(`settings:seriesSwitch:${openedAt}:s1:event:on`, who)),
  };
  return { acts, guilds, last, posts };
}

/** Results, and one more. */
const on = (name?: 'calls' | 'threads' | 'event'): string =>
  encodeSwitches({ calls: false, results: true, ...(name && { [name]: true }) });

const YOURS = /You need .*\. Nothing was changed|You need the Create Events permission/;
const without = (bits: bigint): bigint => RIGHTS & ~bits;

test('what the bot does with its own rights for a person needs what Discord would ask of them', async () => {
  const cases: [act: string, rights: bigint, inOther: bigint][] = [
    ['a follow here', without(Permission.SendMessages), RIGHTS],
    ['a follow that begins here', without(Permission.SendMessages), RIGHTS],
    ['a follow that begins elsewhere', RIGHTS, without(Permission.ViewChannel)],
    ['more posts of one that runs', RIGHTS, without(Permission.SendMessages)],
    ['threads', RIGHTS, without(Permission.CreatePublicThreads)],
    ['a scheduled event', without(Permission.CreateEvents), RIGHTS],
    ['a link button', RIGHTS, without(Permission.SendMessages)],
    ['a kept leaderboard', without(Permission.SendMessages), RIGHTS],
    ['a channel of the settings', RIGHTS, without(Permission.SendMessages)],
    ['crossposts', RIGHTS, without(Permission.SendMessages)],
    ['a channel for announcements', RIGHTS, without(Permission.SendMessages)],
    ['a channel that follows by itself', RIGHTS, without(Permission.SendMessages)],
    ['a channel for the season', RIGHTS, without(Permission.SendMessages)],
    ['more posts of what is followed by itself', RIGHTS, without(Permission.SendMessages)],
    ['threads by itself', RIGHTS, without(Permission.CreatePublicThreads)],
    ['events by itself', without(Permission.CreateEvents), RIGHTS],
  ];
  expect(cases.map(([act]) => act)).toEqual(Object.keys((await world(RIGHTS)).acts));
  for (const [act, rights, inOther] of cases) {
    const { acts, guilds, posts } = await world(rights, inOther);
    const before = JSON.stringify([await guilds.follows.read('700'), await guilds.settings.read()]);
    expect(await acts[act]?.(), act).toMatch(YOURS);
    expect(JSON.stringify([await guilds.follows.read('700'), await guilds.settings.read()]), act).toBe(
      before,
    );
    expect(posts, act).toEqual([]);
    // With it, and for administrators, nothing is in the way.
    for (const [own, there] of [
      [RIGHTS, RIGHTS],
      [Permission.Administrator, 0n],
    ] as const)
      expect(await (await world(own, there)).acts[act]?.(), act).not.toMatch(YOURS);
  }
});

test('what ends posts asks for nothing more', async () => {
  const { guilds, last } = await world(Permission.ManageGuild, 0n);
  const [id = ''] = Object.keys(await guilds.follows.read('700'));
  const who = { permissions: String(Permission.ManageGuild), bot: BOT, ephemeral: true } as const;
  await last(press(`follow:set:t1:41:${encodeSwitches({ calls: false, results: false })}::results`, who));
  expect(Object.values(await guilds.follows.read('700'))).toMatchObject([{ topics: { results: false } }]);
  await last(press(`follow:stop:${id}`, who));
  expect(Object.values(await guilds.follows.read('700'))).toMatchObject([
    { stopped: { reason: 'organizer' } },
  ]);
});
