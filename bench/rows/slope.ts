import { join } from 'node:path';
import { followIdOf, type Follow } from '../../src/guilds/follows.ts';
import type { LeaseOwner } from '../../src/jobs/owner/lease.ts';
import { ruleIdOf, type RoleRule } from '../../src/roles/rules.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { LEASE, RENEW_MS } from '../../src/store/other-bots.ts';
import type { StoredRecord } from '../../src/store/records.ts';
import { channelIdOf, guildIdOf } from '../discord/guild.ts';
import type { SlashInput } from '../discord/questions.ts';
import { medianRatio } from '../measure/rounds.ts';
import type { BenchWorld } from '../world.ts';
import { besideText, contests, cpuText, NEW_CALLERS } from './answering.ts';
import { quiet } from './quiet.ts';
import { size, type BenchRow } from './row.ts';

const MANY = 10_000;
const BATCH = 1000;
const TOURNAMENTS = 500;

const OF_PLAYER = [{ name: 'id', text: 'p-1' }];
const OF_TOURNAMENT = [{ name: 'tournament', text: 't-1' }];
const ASKED: readonly SlashInput[] = [
  { name: 'rank', options: OF_PLAYER },
  { name: 'matches', options: OF_PLAYER },
  { name: 'leaderboard' },
  { name: 'leaderboard', options: [{ name: 'scope', text: 'this-server' }] },
  { name: 'tournaments' },
  { name: 'tournament', options: OF_TOURNAMENT },
  { name: 'bracket', options: OF_TOURNAMENT },
  { name: 'next' },
  { name: 'help' },
  { name: 'privacy' },
  { name: 'settings' },
  { name: 'follow', options: OF_TOURNAMENT },
];

/**
 * The data of so many servers, each with settings, a rule and a follow. The first one is asked in. Until it is closed, the bots on it
 * leave the background work to this process, which does none.
 */
async function openServers(world: BenchWorld, servers: number) {
  const folder = world.temporaryFolder();
  const url = `sqlite://${join(folder, 'matchpoint.sqlite')}`;
  const stores = await openStores(url, { log: quiet, now: Date.now, version: 'test' });
  const since = Date.now();
  const rule: RoleRule = { roleId: '1', roleName: 'Linked', kind: 'linked' };
  const records = Array.from({ length: servers }, (_, server): StoredRecord[] => {
    const key = guildIdOf(server);
    const follow: Follow = {
      tournamentId: `t-${server % TOURNAMENTS}`,
      channelId: channelIdOf(server, 1),
      topics: { calls: true, results: true, event: false },
      since,
    };
    return [
      { namespace: 'guilds', key, value: { logChannelId: channelIdOf(server, 2) } },
      { namespace: 'roles', key, value: { rules: { [ruleIdOf(rule)]: rule } } },
      { namespace: 'follows', key, value: { [followIdOf(follow)]: follow } },
    ];
  }).flat();
  const index = Object.fromEntries(
    Array.from({ length: servers }, (_, server) => [guildIdOf(server), since]),
  );
  for (const namespace of ['followed', 'rolesindex']) records.push({ namespace, key: 'all', value: index });
  for (let from = 0; from < records.length; from += BATCH)
    await stores.records.put(records.slice(from, from + BATCH));
  const owners = stores.namespace<LeaseOwner>('jobs');
  let beat = 0;
  const renew = () => owners.set(LEASE.owner, { id: 'bench', epoch: 1, beat: (beat += 1) });
  await renew();
  const timer = setInterval(() => void renew(), RENEW_MS);
  return {
    bot: () => world.ours({ folder }),
    async close() {
      clearInterval(timer);
      await stores.close();
    },
  };
}

/** That no command takes longer where there are more servers, rules and follows. */
export const slope: BenchRow = {
  name: 'slope',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const servers = size(effort, MANY, 100);
    const [many, one] = [await openServers(world, servers), await openServers(world, 1)];
    const rounds = await contests(world, effort, {
      bots: { many: many.bot, one: one.bot },
      asks: ASKED.map((asked) => () => ({ asked: [asked], callers: NEW_CALLERS, pace: { inFlight: 16 } })),
    });
    await Promise.all([many.close(), one.close()]);
    return ASKED.flatMap(({ name, options = [] }, at) => {
      const round = rounds[at];
      if (round === undefined) return [];
      return {
        what: `/${[name, ...options.map(({ text }) => text)].join(' ')} with ${servers} servers, each with a rule and a follow`,
        against: 'the same with one',
        ours: cpuText(round.many),
        theirs: cpuText(round.one),
        figure: medianRatio(round.many, round.one, ({ cpuMs }) => cpuMs),
        goal: { atMost: 1.1 },
        beside: besideText(round.many, round.one),
      };
    });
  },
};
