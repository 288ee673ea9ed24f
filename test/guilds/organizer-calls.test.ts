import { expect, it } from 'vitest';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { memoryStores } from '../support/memory-stores.ts';

const CALL = { guildId: '700', channelId: '800', text: 'Ana needs help.' };

function setUp(settings: GuildSettings = {}, lost: string[] = []) {
  const clock = { ms: 1_000_000 };
  const stores = memoryStores({ now: () => clock.ms });
  const posted: object[] = [];
  const warnings: object[] = [];
  const replica = () =>
    createOrganizerCalls({
      settings: { recent: () => Promise.resolve(settings) },
      calls: stores.replica().namespace('calls'),
      post(channelId, text, { roles }) {
        if (lost.includes(channelId)) return Promise.reject(new Error('Missing Access'));
        posted.push({ channelId, text, roles });
        return Promise.resolve();
      },
      log: { warn: (fields) => warnings.push(fields) },
    });
  return { clock, stores, lost, posted, warnings, replica };
}

it('a call goes to the log channel, else to its own, and mentions the organizer role alone', async () => {
  const text = 'Ana needs help.';
  const cases: [GuildSettings, object][] = [
    [{}, { channelId: '800', text, roles: [] }],
    [{ organizerRoleId: '31' }, { channelId: '800', text: `<@&31> ${text}`, roles: ['31'] }],
    [{ logChannelId: '40' }, { channelId: '40', text, roles: [] }],
  ];
  for (const [settings, expected] of cases) {
    const { posted, replica } = setUp(settings);
    expect(await replica()(CALL)).toBe('posted');
    expect(posted).toEqual([expected]);
  }
});

it('where the log channel is lost it goes to its own, and where both are, that is told', async () => {
  const { lost, posted, replica, warnings } = setUp({ logChannelId: '40' }, ['40']);
  expect(await replica()(CALL)).toBe('posted');
  expect(posted).toMatchObject([{ channelId: '800' }]);
  lost.push('800');
  expect(await replica()(CALL)).toBe('unposted');
  expect(warnings).toHaveLength(3);
});

it('the same call is posted once in ten minutes by all replicas, and again where nothing took it', async () => {
  const { clock, lost, posted, replica } = setUp({}, ['800']);
  const once = { ...CALL, once: 'm1:501' };
  expect(await replica()(once)).toBe('unposted');
  lost.pop();
  const [one, other] = [replica(), replica()];
  expect((await Promise.all([one(once), other(once)])).toSorted()).toEqual(['posted', 'repeated']);
  expect(await one({ ...once, once: 'm2:501' })).toBe('posted');
  expect(await one({ ...once, guildId: '701' })).toBe('posted');
  clock.ms += 10 * 60_000;
  expect(await other(once)).toBe('posted');
  expect(posted).toHaveLength(4);
});

it('no key of the store names who calls', async () => {
  const { replica, stores } = setUp();
  await replica()({ ...CALL, once: 'm1:501' });
  expect(stores.keys('calls')).toHaveLength(1);
  expect(stores.keys('calls')[0]).not.toContain('501');
});
