import { expect, it } from 'vitest';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { memoryStores } from '../support/memory-stores.ts';

const CALL = { guildId: '700', channelId: '800', text: 'Ana needs help.' };

function setUp(settings: GuildSettings = {}, unreachable: string[] = []) {
  const clock = { ms: 1_000_000 };
  const stores = memoryStores({ now: () => clock.ms });
  const posted: object[] = [];
  const warnings: object[] = [];
  const replica = () =>
    createOrganizerCalls({
      settings: { recent: () => Promise.resolve(settings) },
      calls: stores.replica().namespace('calls'),
      post(channelId, text, { roles }) {
        if (unreachable.includes(channelId)) return Promise.reject(new Error('Missing Access'));
        posted.push({ channelId, text, roles });
        return Promise.resolve();
      },
      log: { warn: (fields) => warnings.push(fields) },
    });
  return { clock, stores, unreachable, posted, warnings, replica };
}

it('a call goes to the log channel, or else to its own, and mentions only the organizer role', async () => {
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

it('a call falls back to its own channel, and reports when that fails too', async () => {
  const { unreachable, posted, replica, warnings } = setUp({ logChannelId: '40' }, ['40']);
  expect(await replica()(CALL)).toBe('posted');
  expect(posted).toMatchObject([{ channelId: '800' }]);
  unreachable.push('800');
  expect(await replica()(CALL)).toBe('unposted');
  expect(warnings).toHaveLength(3);
});

it('the same call is posted once in ten minutes across replicas, and again if posting failed', async () => {
  const { clock, unreachable, posted, replica } = setUp({}, ['800']);
  const once = { ...CALL, once: 'm1:501' };
  expect(await replica()(once)).toBe('unposted');
  unreachable.pop();
  const [one, other] = [replica(), replica()];
  expect((await Promise.all([one(once), other(once)])).toSorted()).toEqual(['posted', 'repeated']);
  expect(await one({ ...once, once: 'm2:501' })).toBe('posted');
  expect(await one({ ...once, guildId: '701' })).toBe('posted');
  clock.ms += 10 * 60_000;
  expect(await other(once)).toBe('posted');
  expect(posted).toHaveLength(4);
});

it('no store key contains the caller', async () => {
  const { replica, stores } = setUp();
  await replica()({ ...CALL, once: 'm1:501' });
  expect(stores.keys('calls')).toHaveLength(1);
  expect(stores.keys('calls')[0]).not.toContain('501');
});
