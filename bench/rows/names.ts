import { GUILD, nicknameRule, roleRule, rolesWorld } from '../../test/support/roles-world.ts';
import type { Result } from '../result.ts';
import { size, type BenchRow } from './row.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CHANNEL = '901';

type RolesWorld = ReturnType<typeof rolesWorld>;

/** Everybody's rank, at this rating or more. */
function rank(world: RolesWorld, members: number, elo: number, label: string): void {
  for (let number = 1; number <= members; number++)
    world.platform.ranks[`p${number}`] = { elo: elo + (number % 100), rank: label };
}

/** Waits until all members are called by their present rating. Gives the hours that it took. */
async function untilNamed(world: RolesWorld, members: number, elo: number): Promise<number> {
  const startedAt = world.now();
  const isNamed = (number: number): boolean =>
    world.nickOf(String(number))?.endsWith(` · ${elo + (number % 100)}`) === true;
  const areNamed = (): boolean => Array.from({ length: members }, (_, at) => at + 1).every(isNamed);
  while (!areNamed() && world.now() - startedAt < 24 * HOUR_MS) await world.pass(MINUTE_MS, SECOND_MS);
  return (world.now() - startedAt) / HOUR_MS;
}

/** A server whose members are called by name and rating, and that tells who rose: one pass from nothing, and one after everybody rose. */
async function passes(members: number): Promise<Result[]> {
  const world = rolesWorld();
  for (let number = 1; number <= members; number++) await world.join(number);
  rank(world, members, 1200, 'Silver');
  const { guilds, discord, platform, posts } = world;
  await guilds.rankUps.around(GUILD, () =>
    guilds.settings.change(GUILD, (settings) => ({ ...settings, rankUpChannelId: CHANNEL })),
  );
  await world.roles.add(GUILD, nicknameRule('nameRating', 1));
  // Nobody reaches it: its label is what the reads are made for that show rank-ups.
  await world.roles.add(GUILD, roleRule('gold', 'rank', { label: 'Master' }));
  world.start('one');
  const counts = () => [discord.looks.length, discord.renames.length, platform.reads.length] as const;
  const told = (): string[] => posts.filter((post) => post.includes('rose to'));
  const first = await untilNamed(world, members, 1200);
  const [looks, renames, reads] = counts();
  // A rank is read again after six hours.
  await world.pass(Math.max(0, 6 - first) * HOUR_MS, MINUTE_MS);
  rank(world, members, 1500, 'Gold');
  const hours = await untilNamed(world, members, 1500);
  const [allLooks, allRenames, allReads] = counts();
  await world.pass(HOUR_MS, MINUTE_MS);
  const rises = told().join('\n').split('rose to').length - 1;
  const beside = `${members} members, 60 background reads a minute, in virtual time`;
  const perMember = (count: number): string => (count / members).toFixed(2);
  return [
    {
      what: 'calls to Discord for each member who gets name and rating as nickname: looks and renames',
      against: 'the renames alone',
      ours: perMember(looks + renames),
      theirs: perMember(renames),
      figure: (looks + renames) / renames,
      beside: `${looks} looks, ${renames} renames in ${first.toFixed(1)} h; ${beside}`,
    },
    {
      what: 'the same once everybody has risen, with the messages of rank-ups',
      against: 'the renames alone',
      ours: perMember(allLooks - looks + allRenames - renames + told().length),
      theirs: perMember(allRenames - renames),
      figure: (allLooks - looks + allRenames - renames + told().length) / (allRenames - renames),
      beside: `${told().length} messages with ${rises} rises in ${hours.toFixed(1)} h and the hour after`,
    },
    {
      what: 'reads of the platform for each member and pass, for nicknames and rank-ups',
      against: 'one for each',
      ours: perMember(allReads / 2),
      theirs: '1.00',
      figure: allReads / 2 / members,
      beside: `${reads} reads from nothing, ${allReads - reads} after everybody rose; none for rank-ups alone`,
    },
  ];
}

/** Nicknames and rank-ups follow the platform, in virtual time. */
export const names: BenchRow = {
  name: 'names',
  run: (_world, effort) => passes(size(effort, 5000, 20)),
};
