import type { Bracket, Match } from '../../src/reading/records.ts';
import { cup, four, match, T0 } from '../../test/support/night-records.ts';
import { plainSpaces } from '../../test/support/plain-spaces.ts';
import { nightWorld, type NightWorld } from '../../test/support/night-world.ts';
import { weekWorld } from '../../test/support/week-world.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import { size, type BenchRow } from './row.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How late anything may be told. */
const GOAL_MS = MINUTE_MS;
const TOPICS = { calls: true, results: true, event: false };

/** A first round of so many matches, of which the first ones are decided, and the empty rounds after it. */
const bracketOf = (matches: number, decided = 0): Bracket => ({
  rounds: Array.from({ length: Math.log2(matches) + 1 }, (_, round) => ({
    section: 'main' as const,
    number: round + 1,
    matches: Array.from({ length: matches >> round }, (_unused, at) =>
      match(`r${round}m${at}`, round > 0 ? '-' : `p${2 * at}-q${2 * at}${at < decided ? ' 3-1' : ''}`),
    ),
  })),
});

const inMinutes = (what: string, ms: number, beside: string): Result => ({
  what,
  against: 'a minute',
  ours: `${(ms / SECOND_MS).toFixed(0)} s`,
  theirs: `${GOAL_MS / SECOND_MS} s`,
  figure: ms / GOAL_MS,
  goal: { atMost: 1 },
  beside,
});

/** When a channel was first told a text, from a time on. */
async function untilTold(world: NightWorld, channelId: string, text: string): Promise<number> {
  const from = world.now();
  const find = () =>
    world.changes.find(
      (one) => one.channelId === channelId && one.at >= from && plainSpaces(one.post.content).includes(text),
    );
  while (find() === undefined && world.now() - from < HOUR_MS) await world.pass(SECOND_MS, 250);
  return (find()?.at ?? Infinity) - from;
}

/** Channels that call a large round at once, beside another server's cup. */
async function largeStart(channels: number, matches: number): Promise<Result> {
  const world = nightWorld({ pace: {} });
  world.tournaments.set('large', { tournament: cup({ id: 'large', phase: 'open' }) });
  world.tournaments.set('small', { tournament: cup({ id: 'small' }), bracket: four('a-b', 'c-d', '-') });
  for (let at = 0; at < channels; at++)
    await world.follow(String(100 + at), 'large', { channelId: `c${at}`, topics: TOPICS });
  await world.follow('1', 'small', { topics: TOPICS });
  world.start('one');
  await world.pass(3 * MINUTE_MS);
  world.tournaments.set('large', { tournament: cup({ id: 'large' }), bracket: bracketOf(matches) });
  await world.pass(40 * SECOND_MS, 250);
  world.tournaments.set('small', { tournament: cup({ id: 'small' }), bracket: four('a-b 3-1', 'c-d', 'a-') });
  const ms = await untilTold(world, '10', '3 – 1');
  return inMinutes(
    `a result in another server while ${channels} channels call ${matches} matches each`,
    ms,
    'Discord: one message a second and channel, 50 requests a second',
  );
}

/** The longest time without a reading of a running bracket while boards of 40 members are due. */
async function boards(servers: number): Promise<Result> {
  const world = weekWorld();
  Object.assign(world.platform, { single: { t1: cup() }, brackets: { t1: four('a-b', 'c-d', '-') } });
  world.platform.rankOf = () => ({ globalRank: 5, elo: 1000 });
  world.start('one');
  await world.guilds.follows.add('1', {
    tournamentId: 't1',
    channelId: '10',
    topics: { ...TOPICS, calls: false },
  });
  await world.pass(MINUTE_MS, 250);
  for (let at = 0; at < servers; at++) {
    const guildId = String(100 + at);
    for (let member = 0; member < 40; member++)
      await world.link(`${guildId}${1000 + member}`, `p${guildId}-${member}`, guildId);
    await world.guilds.boards.keep(guildId, { channelId: String(2000 + at), scope: 'server' });
  }
  await world.pass(70 * MINUTE_MS, 250);
  const readAt = world.calls.filter(({ what }) => what === 'bracket t1').map(({ at }) => at);
  const pauses = readAt.slice(1).map((at, index) => at - (readAt[index] ?? 0));
  return inMinutes(
    'longest time without a reading of the one running bracket while boards are due',
    Math.max(...pauses),
    `${servers} servers keep a board of 40 members, at 30 reads a minute`,
  );
}

/** The first result where Discord starts ten threads and then none for minutes. */
async function threads(matches: number): Promise<Result> {
  const world = nightWorld({ pace: { threads: { atOnce: 10, thenMs: 280 * SECOND_MS } } });
  for (let at = 0; at < matches; at++) world.owners.set(`p${2 * at}`, String(500 + at));
  world.tournaments.set('t1', { tournament: cup(), bracket: bracketOf(matches) });
  await world.follow('1', 't1', { topics: { ...TOPICS, threads: true } });
  world.start('one');
  await world.pass(40 * SECOND_MS, 250);
  world.tournaments.set('t1', { tournament: cup(), bracket: bracketOf(matches, 2) });
  return inMinutes(
    'the first result where Discord starts no threads for minutes',
    await untilTold(world, '10', '3 – 1'),
    `${matches} calls with threads: ten at once, then none for 280 s`,
  );
}

/** The first change of a cup's second day. */
async function twoDays(hours: number): Promise<Result> {
  const world = nightWorld();
  const startsAt = T0 + hours * HOUR_MS;
  const day = (final: string, more: Partial<Match>): Bracket => ({
    rounds: [
      { section: 'main', number: 1, matches: [match('m1', 'a-b 3-1'), match('m2', 'c-d 3-0')] },
      { section: 'main', number: 2, matches: [match('m3', final, more)] },
    ],
  });
  world.start('one');
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass(10 * MINUTE_MS);
  const planned: Partial<Match> = { phase: 'upcoming', startsAt: { epochMs: startsAt, precision: 'second' } };
  world.tournaments.set('t1', { tournament: cup(), bracket: day('a-c', planned) });
  await world.pass(startsAt + 10 * MINUTE_MS - world.now(), 10 * SECOND_MS);
  world.tournaments.set('t1', { tournament: cup(), bracket: day('a-c 3-2', {}) });
  return inMinutes(
    'the first change of the second day of a cup',
    await untilTold(world, '10', '3 – 2'),
    `its final is set for ${hours} hours after the start`,
  );
}

const cpuMs = (): number => {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
};

/** Processor time of an act: the call of a match edited to its result. */
async function actCpu(players: number, acts: number): Promise<number> {
  const world = nightWorld();
  const matches = players / 2;
  world.tournaments.set('t1', { tournament: cup(), bracket: bracketOf(matches) });
  world.start('one');
  await world.follow('1', 't1', { topics: TOPICS });
  await world.pass((2 + Math.ceil(matches / 20) / 4) * MINUTE_MS);
  const measure = async (): Promise<number> => {
    const before = cpuMs();
    await world.pass(20 * SECOND_MS);
    return cpuMs() - before;
  };
  const idle = await measure();
  const before = world.changes.length;
  world.tournaments.set('t1', { tournament: cup(), bracket: bracketOf(matches, acts) });
  const busy = await measure();
  return (busy - idle) / (world.changes.length - before);
}

async function largeCup(players: number, rounds: number): Promise<Result> {
  // The first runs are of a cold process.
  for (const size of [64, players]) await actCpu(size, 20);
  const [small, large]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    small.push(await actCpu(64, 20));
    large.push(await actCpu(players, 20));
  }
  return {
    what: `CPU of an act in a cup of ${players} players`,
    against: 'one of 64',
    ours: `${median(large).toFixed(2)} ms`,
    theirs: `${median(small).toFixed(2)} ms`,
    figure: median(large) / median(small),
    goal: { atMost: 2 },
    beside: `20 calls edited to their results; the store in memory; median of ${rounds}`,
  };
}

/** How late channels are told at Discord's pace, on the platform's large days, in virtual time. */
export const pace: BenchRow = {
  name: 'pace',
  run: async (_world, effort) => [
    await largeStart(size(effort, 8, 2), size(effort, 256, 16)),
    await boards(size(effort, 20, 2)),
    await threads(16),
    await twoDays(size(effort, 18, 8)),
    await largeCup(size(effort, 1024, 128), size(effort, 15, 1)),
  ],
};
