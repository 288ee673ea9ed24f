import { commands } from '../../commands/index.ts';
import { createLinks } from '../../src/accounts/links.ts';
import { compose } from '../../src/app/compose.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { BracketRequest } from '../../src/pictures/create-pictures.ts';
import type { Bracket, Match, RankingEntry } from '../../src/reading/records.ts';
import { fakeMember, fakePlatform, fakeRoutes, type RouteCall } from './fakes.ts';
import { linkOf } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS } from './product/memory-ports.ts';
import { virtualTime } from './timed-discord.ts';

export const EPHEMERAL = 64;
export const CALLER = '501';
const value = <T>(record: T) => Promise.resolve({ value: record });
const SLOW_MS = 2000;

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

export interface HiddenSetup {
  hides?: boolean;
  playerId?: string;
  settings?: GuildSettings;
  /** What takes longer than a first answer may. */
  slow?: 'platform' | 'naming';
}

/** The product in a server where Ana, who is linked, uses it. */
export async function hiddenWorld({ hides = true, playerId = 'u1', settings = {}, slow }: HiddenSetup = {}) {
  const time = virtualTime(Date.UTC(2027, 0, 1, 12));
  const { now } = time;
  const memory = memoryStores({ now });
  const stores = memory.replica();
  const discord = memoryDiscord(now);
  const pictureRequests: BracketRequest[] = [];
  const late = async <T>(record: T) => {
    if (slow === 'platform') await time.sleep(SLOW_MS);
    return value(record);
  };
  const reads = Object.assign(
    fakePlatform({
      rankings: () => late(entries),
      user: (id) => late({ id, name: `Name ${id}` }),
      userRank: () => late({ globalRank: 312, elo: 1200 }),
      userMatches: () => late(Array.from({ length: 8 }, (_, at) => match(`m${at}`, playerId, `v${at}`))),
      tournament: (id) => late({ id, name: 'Open Cup' }),
      tournaments: () => late([{ id: 't1', name: 'Open Cup', entrantIds: [playerId] }]),
      bracket: () => late(bracket),
      match: () => late(match('m9', 'u1', 'u2')),
      as: () =>
        fakeMember({
          reportScore: (_matchId, { player1, player2 }) => {
            const reported = match('m9', 'u1', 'u2');
            const [first, second] = reported.sides;
            const sides: typeof reported.sides = [
              { ...first, score: player1 },
              { ...second, score: player2 },
            ];
            return Promise.resolve({ outcome: 'done', now: { ...reported, sides } });
          },
        }),
    }),
    { state: () => undefined },
  );
  const { said, routes, channels } = fakeRoutes();
  const ports = memoryPorts({
    stores,
    discord,
    platform: () => reads,
    clock: { now, sleep: time.sleep },
    pictures: {
      bracket(view) {
        pictureRequests.push(view);
        return Promise.resolve(undefined);
      },
      takeCard: () => false,
      card: () => Promise.resolve(undefined),
      podium: () => Promise.resolve(undefined),
    },
  });
  const refusing = new Set<string>();
  const pressPosts: typeof ports.discord.pressPosts = {
    ...ports.discord.pressPosts,
    ...channels,
    post: async (channelId, post) =>
      refusing.has(channelId) ? { refused: 'forbidden' } : channels.post(channelId, post),
  };
  const { dispatcher, services } = compose(
    {
      ...ports,
      discord: { ...ports.discord, routes, pressPosts },
    },
    SETTINGS,
    commands,
  );
  const links = createLinks({ stores, now, log: ports.log });
  const link = (discordId: string, player: string): Promise<unknown> =>
    links.store(discordId, { ...linkOf(Number(discordId)), playerId: player, playerName: `Name ${player}` });
  await link(CALLER, playerId);
  await services.guilds.settings.change('700', () => settings);
  if (hides) await services.personalData.setHidden(CALLER, true);
  if (slow === 'naming')
    memory.control.before = async (call) => {
      if (call.startsWith('members.')) await time.sleep(SLOW_MS);
    };
  return {
    discord,
    drawn: pictureRequests,
    hide: (discordId: string) => services.personalData.setHidden(discordId, true),
    link,
    memory,
    refuse: (channelId: string) => void refusing.add(channelId),
    services,
    ask: async (raw: object): Promise<RouteCall[]> => {
      said.splice(0);
      const restore = time.install();
      try {
        let isDone = false;
        const work = dispatcher.dispatch(raw).finally(() => (isDone = true));
        for (let waits = 0; !isDone && waits < 1000; waits++) {
          await time.settle();
          if (!isDone) await time.passTo(now() + 50);
        }
        await work;
      } finally {
        restore();
      }
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
