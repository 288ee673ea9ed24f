import { commands } from '../../commands/index.ts';
import { createNaming } from '../../src/members/naming.ts';
import type { Services } from '../../src/bot/command.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/bot/dispatch.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { BracketRequest } from '../../src/pictures/create-pictures.ts';
import type { Bracket, Match, RankingEntry } from '../../src/reading/records.ts';
import {
  accountOf,
  fakeAccounts,
  fakeGuilds,
  fakeMember,
  fakePlatform,
  fakeRoutes,
  fakeServices,
  silent,
  type RouteCall,
} from './fakes.ts';
import { memoryStores } from './memory-stores.ts';

export const EPHEMERAL = 64;
export const CALLER = '501';
const value = <T>(record: T) => Promise.resolve({ value: record });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const side = (id: string) => ({ player: { id, name: `Name ${id}` }, score: 1 });
const match = (id: string, ...sides: [string, string]): Match => ({
  id,
  sides: [side(sides[0]), side(sides[1])],
  phase: 'finished',
});
const bracket: Bracket = {
  rounds: [
    { section: 'main', name: 'Semi-finals', matches: [match('m1', 'u1', 'u2'), match('m2', 'u3', 'u4')] },
    { section: 'main', name: 'Final', matches: [match('m3', 'u1', 'u3')] },
  ],
};
const entries: RankingEntry[] = Array.from({ length: 25 }, (_, at) => ({
  place: at + 1,
  player: { id: `u${at + 1}`, name: `Name u${at + 1}` },
  elo: 2400 - at,
}));

export interface Given {
  hides?: boolean;
  playerId?: string;
  settings?: GuildSettings;
  /** What takes longer than a first answer may. */
  slow?: 'platform' | 'naming';
  more?: Partial<DispatcherOptions>;
}

/** Ana is linked and uses the bot in this server. */
export async function hiddenWorld({
  hides = true,
  playerId = 'u1',
  settings = {},
  slow,
  more = {},
}: Given = {}) {
  const naming = createNaming({
    stores: memoryStores().replica(),
    readLink: (discordId) =>
      Promise.resolve(discordId === CALLER ? { playerId, namingShown: true as const } : undefined),
    lookUp: () => Promise.reject(new Error('Discord does not say')),
    now: () => Date.UTC(2027, 0, 1, 12),
    sleep: () => Promise.resolve(),
    onChange: () => Promise.resolve(),
    onError: () => undefined,
  });
  if (hides) await naming.members.change(CALLER, (record) => ({ ...record, hidden: true }));
  const pictureRequests: BracketRequest[] = [];
  const late = async <T>(record: T) => {
    if (slow === 'platform') await wait(40);
    return value(record);
  };
  const account = accountOf(CALLER, {
    playerId,
    platform: fakeMember({
      reportScore: (_matchId, { player1, player2 }) => {
        const now = match('m9', 'u1', 'u2');
        const [first, second] = now.sides;
        const sides: typeof now.sides = [
          { ...first, score: player1 },
          { ...second, score: player2 },
        ];
        return Promise.resolve({ outcome: 'done', now: { ...now, sides } });
      },
    }),
  });
  const nameable: typeof naming.nameable = async (guildId, ids) => {
    if (slow === 'naming') await wait(40);
    return naming.nameable(guildId, ids);
  };
  const overrides: Partial<Services> = {
    naming: { ...naming, nameable },
    guilds: fakeGuilds(settings),
    accounts: fakeAccounts(
      { [CALLER]: { state: 'linked', account } },
      { ownerOf: (id) => Promise.resolve(id === playerId ? CALLER : undefined) },
    ),
    platform: fakePlatform({
      rankings: () => late(entries),
      user: (id) => late({ id, name: `Name ${id}` }),
      userRank: () => late({ globalRank: 312, elo: 1200 }),
      userMatches: () => late(Array.from({ length: 8 }, (_, at) => match(`m${at}`, playerId, `v${at}`))),
      tournament: (id) => late({ id, name: 'Open Cup' }),
      tournaments: () => late([{ id: 't1', name: 'Open Cup', entrantIds: [playerId] }]),
      bracket: () => late(bracket),
      match: () => late(match('m9', 'u1', 'u2')),
    }),
    serverRanking: (_serverId, players) =>
      Promise.resolve({
        members: players.map((player) => ({ ...player, name: 'Name u1', elo: 1500, globalRank: 3 })),
        freshCount: players.length,
        total: players.length,
      }),
    pictures: {
      bracket(view) {
        pictureRequests.push(view);
        return Promise.resolve(undefined);
      },
      takeCard: () => false,
      card: () => Promise.resolve(undefined),
    },
  };
  const { said, routes, channels } = fakeRoutes();
  const services = { ...fakeServices(commands, { ...overrides, channels }), ...more };
  const dispatcher = createDispatcher({
    ...services,
    routes,
    log: silent,
    deferAfterMs: slow === undefined ? 1000 : 10,
  });
  return {
    drawn: pictureRequests,
    services,
    ask: async (raw: object): Promise<RouteCall[]> => {
      said.splice(0);
      await dispatcher.dispatch(raw);
      return [...said];
    },
  };
}

/** Whether the channel sees what is said first, and whether that turns the message that was pressed. */
export function firstOf(said: readonly RouteCall[]): { type: number; isPublic: boolean } {
  const [first] = said;
  if (first?.route !== 'callback') throw new Error('no first answer');
  const { type, data } = first.answer.body as { type: number; data?: { flags?: number } };
  return { type, isPublic: data?.flags !== EPHEMERAL };
}
