import { expect, test } from 'vitest';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import type { Match } from '../../src/reading/records.ts';
import type { Report } from '../../src/results/report.ts';
import { createConcerns } from '../../src/results/concerns.ts';
import { createRoleMentions } from '../../src/results/role-mentions.ts';
import { fakeGuilds, silent } from '../support/fakes.ts';
import { memoryStores } from '../support/memory-stores.ts';

const START = Date.UTC(2027, 0, 1, 12);
const DAY = 24 * 60 * 60_000;
const CLAIM = { playerId: 'u1', scores: { player1: 3, player2: 1 }, at: START };
const report: Report = { matchId: 'm1', state: 'disputed', policy: 'both', guildId: '1', reportedAt: START };

function world() {
  const clock = { time: START };
  const now = () => clock.time;
  const stores = memoryStores({ now });
  const guilds = fakeGuilds({});
  const replica = () =>
    createRoleMentions({
      guilds: {
        claimMention: createOrganizerCalls({
          settings: guilds.settings,
          calls: stores.replica().namespace('calls'),
          channels: {
            post: () => Promise.reject(new Error('no post')),
            edit: () => Promise.reject(new Error()),
          },
          log: silent,
        }).claimMention,
      },
      concerns: createConcerns({
        guilds,
        isAnnounced: (guildId, tournamentId) => Promise.resolve(guildId === '1' && tournamentId === 'new'),
      }),
      now,
    });
  return { clock, guilds, stores, replica };
}

const match = (daysAgo: number | undefined, tournamentId = 't1'): Match => ({
  id: 'm1',
  tournament: { id: tournamentId },
  sides: [{ player: { id: 'u1' } }, { player: { id: 'u2' } }],
  ...(daysAgo !== undefined && { endsAt: { epochMs: START - daysAgo * DAY, precision: 'second' } }),
});

test('a member causes one mention in ten minutes and server, over all replicas', async () => {
  const { clock, replica, stores } = world();
  expect(await replica()(report, match(1), '501')).toBe(true);
  const other = { ...report, matchId: 'm2' };
  expect(await replica()(other, match(1), '501')).toBe(false);
  // The same press again, after a process that died.
  expect(await replica()(report, match(1), '501')).toBe(true);
  expect(await replica()(report, match(1), '502')).toBe(true);
  expect(await replica()({ ...report, guildId: '2' }, match(1), '501')).toBe(true);
  expect(stores.text()).not.toContain('501');
  clock.time += 10 * 60_000;
  expect(await replica()(other, match(1), '501')).toBe(true);
});

test('only for a match of the last seven days, or of a tournament that the server follows or announced', async () => {
  const { guilds, replica } = world();
  const mayMention = replica();
  let member = 500;
  const may = (one: Match, of: Report = report) => mayMention(of, one, String((member += 1)));
  expect(await may(match(6))).toBe(true);
  expect(await may(match(8))).toBe(false);
  expect(await may(match(8), { ...report, claim: CLAIM })).toBe(false);
  expect(await may(match(undefined))).toBe(false);
  expect(await may(match(undefined), { ...report, claim: CLAIM })).toBe(true);
  expect(await may(match(8, 'new'))).toBe(true);
  expect(await may(match(8, 'new'), { ...report, guildId: '2' })).toBe(false);
  await guilds.follows.add('1', { tournamentId: 't1', channelId: '10', topics: {} as never });
  expect(await may(match(8))).toBe(true);
  // A refused message does not use up a mention.
  expect(await mayMention(report, match(8, 'other'), '777')).toBe(false);
  expect(await mayMention(report, match(6), '777')).toBe(true);
});

test('a match that began weeks ago and ended yesterday is of these days', async () => {
  const { replica } = world();
  const long = { ...match(1), startsAt: { epochMs: START - 10 * DAY, precision: 'second' as const } };
  expect(await replica()(report, long, undefined)).toBe(true);
});
