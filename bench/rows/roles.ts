import { GUILD, roleRule, rolesWorld } from '../../test/support/roles-world.ts';
import type { Result } from '../result.ts';
import { size, type BenchRow } from './row.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RULES = 20;
const TOP = 100;

/** A server of linked members whose ranks nobody has read, and 20 rules: until everybody holds what the rules give. */
async function rise(members: number): Promise<Result[]> {
  const world = rolesWorld();
  const roleIds = Array.from({ length: RULES }, (_, at) => `r${at}`);
  world.discord.roles = ['bot', ...roleIds];
  for (let number = 1; number <= members; number++) {
    await world.join(number);
    world.platform.ranks[`p${number}`] = {
      elo: 1000 + (number % 1000),
      rank: number % 2 ? 'Gold' : 'Silver',
    };
  }
  world.platform.ranking = Array.from({ length: TOP }, (_, at) => `p${at + 1}`);
  await world.roles.add(GUILD, roleRule('r0', 'linked'));
  await world.roles.add(GUILD, roleRule('r1', 'first', { number: 10 }));
  for (let at = 2; at < RULES; at++)
    await world.roles.add(GUILD, roleRule(`r${at}`, 'rating', { number: 1000 + 50 * (at - 2) }));
  world.start('one');
  const startedAt = world.now();
  const cpu = process.cpuUsage();
  const isDone = (): boolean =>
    [...world.discord.members.values()].every((roles) => roles.size >= 2) &&
    world.discord.members.get('999')?.has('r1') !== false;
  while (!isDone() && world.now() - startedAt < 24 * HOUR_MS) await world.pass(MINUTE_MS, SECOND_MS);
  const doneAt = world.now();
  const { system, user } = process.cpuUsage(cpu);
  const hours = (doneAt - startedAt) / HOUR_MS;
  const changes = world.discord.changes.length;
  const looks = world.discord.looks.length;
  const reads = world.platform.reads.length;
  const before = looks + changes;
  await world.pass(HOUR_MS, MINUTE_MS);
  const quiet = world.discord.looks.length + world.discord.changes.length - before;
  const beside = `${members} members, ${RULES} rules, 60 background reads a minute, in virtual time`;
  return [
    {
      what: 'until all members of a server hold what its new rules give, in hours',
      against: 'a change a second',
      ours: `${hours.toFixed(1)} h`,
      theirs: `${((changes * SECOND_MS) / HOUR_MS).toFixed(1)} h`,
      figure: (hours * HOUR_MS) / (changes * SECOND_MS),
      beside,
    },
    {
      what: 'calls to Discord for each member: looks and changes',
      against: 'the changes alone',
      ours: ((looks + changes) / members).toFixed(2),
      theirs: (changes / members).toFixed(2),
      figure: (looks + changes) / changes,
      beside: `${looks} looks, ${changes} changes; ${quiet} in the hour after`,
    },
    {
      what: 'reads of the platform for each member',
      against: 'one for each',
      ours: (reads / members).toFixed(2),
      theirs: '1.00',
      figure: reads / members,
      beside: `${reads} reads, ${world.platform.reads.filter((what) => what === 'rankings').length} of them of the ranking`,
    },
    {
      what: 'processor time of the owner while it does that, as a share of one',
      against: '',
      ours: `${((100 * (user + system)) / 1000 / (doneAt - startedAt)).toFixed(2)} %`,
      theirs: '',
      figure: (user + system) / 1000 / (doneAt - startedAt),
      beside: `${Math.round((user + system) / 1e6)} s in ${hours.toFixed(1)} h; with the store in memory`,
    },
  ];
}

/** What a command pays for telling of a rank that it has read. */
async function command(): Promise<Result> {
  const rounds = 20_000;
  async function perRead(hasRules: boolean): Promise<number> {
    const world = rolesWorld();
    await world.join(1);
    if (hasRules) await world.roles.add(GUILD, roleRule('gold', 'rating', { number: 1500 }));
    world.roles.noteRanks([{ playerId: 'p1', elo: 1600 }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const from = process.cpuUsage();
    for (let round = 0; round < rounds; round++) {
      world.roles.noteRanks([{ playerId: 'p1', elo: 1600 }]);
      if (round % 100 === 0) await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    const { system, user } = process.cpuUsage(from);
    return (user + system) / rounds;
  }
  const without = await perRead(false);
  const withRules = await perRead(true);
  return {
    what: 'processor time that a command pays for telling of a rank, with rules in its server',
    against: 'without rules',
    ours: `${withRules.toFixed(1)} µs`,
    theirs: `${without.toFixed(1)} µs`,
    figure: withRules / without,
    beside: `${rounds} answers with the same rank`,
  };
}

/** A server's roles follow the platform, in virtual time. */
export const roles: BenchRow = {
  name: 'roles',
  run: async (_world, effort) => [...(await rise(size(effort, 5000, 50))), await command()],
};
