import { ExternalScheduledEventResponseSchema } from 'discord-api-spec/zod';
import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { answerFaults, discordWorld } from './world.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const cup = {
  name: 'Friday Cup',
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: 'https://rally.test/t/1' },
  scheduled_start_time: '2026-06-05T18:00:00Z',
  scheduled_end_time: '2026-06-05T21:00:00Z',
};

async function eventWorld() {
  // A clock that runs: the limits of routes are not what this is about.
  let time = NOW;
  const { rest, discord } = await discordWorld({ now: () => (time += 100) });
  const [guild] = discord.guilds;
  const all = `/guilds/${guild!.id}/scheduled-events` as const;
  const code = (call: Promise<unknown>) =>
    call.then(
      () => 'taken',
      (error: unknown) => (error instanceof DiscordAPIError ? error.code : String(error)),
    );
  return { rest, discord, guild: guild!, all, code };
}

test('an event is made, moved, canceled and removed', async () => {
  const { rest, discord, all, code } = await eventWorld();
  const event = (await rest.post(all, { body: cup })) as { id: string };
  expect(answerFaults(ExternalScheduledEventResponseSchema, event)).toBeUndefined();
  const one = `${all}/${event.id}` as const;
  await rest.patch(one, { body: { scheduled_start_time: '2026-06-05T19:00:00Z' } });
  expect(await rest.get(one)).toMatchObject({ scheduled_start_time: '2026-06-05T19:00:00Z', status: 1 });
  expect(await code(rest.patch(one, { body: { status: 3 } }))).toBe(50_035);
  await rest.patch(one, { body: { status: 4 } });
  expect(discord.scheduledEvents).toMatchObject([{ id: event.id, status: 4 }]);
  expect(await code(rest.patch(one, { body: { status: 2 } }))).toBe(50_035);
  await rest.delete(one);
  expect(await code(rest.get(one))).toBe(10_070);
  expect(await rest.get(all)).toEqual([]);
});

test('what Discord does not take is refused', async () => {
  const { rest, all, code, guild } = await eventWorld();
  const cases: [string, object][] = [
    ['no end', { scheduled_end_time: null }],
    ['an end before its start', { scheduled_end_time: cup.scheduled_start_time }],
    ['a start in the past', { scheduled_start_time: '2026-05-31T00:00:00Z' }],
    ['a name of 101', { name: 'x'.repeat(101) }],
    ['a location of 101', { entity_metadata: { location: 'x'.repeat(101) } }],
    ['a description of 1,001', { description: 'x'.repeat(1001) }],
    ['another privacy', { privacy_level: 1 }],
  ];
  for (const [title, change] of cases)
    expect([title, await code(rest.post(all, { body: { ...cup, ...change } }))]).toEqual([title, 50_035]);
  for (let nth = 0; nth < 100; nth += 1) await rest.post(all, { body: cup });
  expect(await code(rest.post(all, { body: cup }))).toBe(30_038);
  guild.roles.find(({ botId }) => botId !== undefined)!.permissions &= ~(1n << 44n);
  expect(await code(rest.post(all, { body: cup }))).toBe(50_013);
});
