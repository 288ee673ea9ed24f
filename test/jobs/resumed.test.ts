import { expect, it } from 'vitest';
import { followIdOf } from '../../src/guilds/follows.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { cup, four, T0 } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ID = followIdOf({ channelId: '10', tournamentId: 't1' });
const TOPICS = { calls: true, results: true, event: false, ping: '77' };
const OPEN = four('a-b', 'c-d', '-');

const inHours = (hours: number) => ({ epochMs: T0 + hours * HOUR_MS, precision: 'second' as const });
const show = (world: NightWorld, tournament: Tournament, bracket = OPEN) =>
  void world.tournaments.set('t1', { tournament, bracket });
const posted = ({ changes }: NightWorld, from = 0): string[] =>
  changes.slice(from).flatMap(({ kind, post }) => (kind === 'post' ? [post.content] : []));

/** A follow that an organizer stops after a few minutes, for so long. */
async function stopped(tournament: Tournament, forMs: number): Promise<NightWorld> {
  const world = nightWorld();
  world.owners.set('a', '501').set('c', '503');
  world.start('one');
  show(world, tournament);
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(6 * MINUTE_MS);
  const stop = { reason: 'organizer', at: world.wall() } as const;
  await world.follows.change('1', ID, (follow) => ({ ...follow, stopped: stop }));
  await world.pass(forMs, 30_000);
  return world;
}

async function resume(world: NightWorld): Promise<string[]> {
  const from = world.changes.length;
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(5 * MINUTE_MS);
  return posted(world, from);
}

it('a start that went by while nothing was followed notifies nobody', async () => {
  const world = await stopped(cup({ phase: 'open', startsAt: inHours(1) }), 4 * HOUR_MS);
  show(world, cup({ startsAt: inHours(1) }), four('a-b 3-1', 'c-d', 'a-'));
  expect((await resume(world)).filter((text) => text.includes('<@&77>'))).toEqual([]);
});

it('nor does a registration that opened meanwhile; what passes afterwards does', async () => {
  const later = { startsAt: inHours(12) };
  const world = await stopped(cup({ phase: 'upcoming', registration: 'closed', ...later }), HOUR_MS);
  show(world, cup({ phase: 'open', ...later }));
  await world.pass(2 * HOUR_MS, 60_000);
  expect((await resume(world)).filter((text) => text.includes('<@&77>'))).toEqual([]);
  await world.pass(HOUR_MS, 10_000);
  show(world, cup());
  await world.pass(10 * MINUTE_MS);
  expect(posted(world).filter((text) => text.includes('<@&77>'))).toEqual([
    expect.stringContaining('has started'),
  ]);
});

it('a match that is being played by then is not called', async () => {
  const world = await stopped(cup(), HOUR_MS);
  const bracket = four('a-b 3-1', 'c-d 3-1', 'a-c');
  Object.assign(bracket.rounds[1]?.matches[0] ?? {}, { phase: 'running' });
  show(world, cup(), bracket);
  expect((await resume(world)).filter((text) => text.includes('your match is ready'))).toEqual([]);
});
