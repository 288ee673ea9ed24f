import { commands } from '../../../commands/index.ts';
import { createVault } from '../../../src/accounts/vault.ts';
import { createDispatcher } from '../../../src/bot/dispatch.ts';
import type { Channels } from '../../../src/message/channels.ts';
import type { ResponseRoutes } from '../../../src/bot/respond.ts';
import { createGuilds } from '../../../src/guilds/guilds.ts';
import { createJobs } from '../../../src/jobs/create-jobs.ts';
import { createListing } from '../../../src/jobs/week/listing.ts';
import { createWeek, type WeekDeps } from '../../../src/jobs/week/create-week.ts';
import type { JobsDeps } from '../../../src/jobs/work.ts';
import { createAlerts } from '../../../src/members/alerts.ts';
import { createNaming, type Naming } from '../../../src/members/naming.ts';
import { createRegistrations } from '../../../src/members/registrations.ts';
import { createReminders } from '../../../src/members/reminders.ts';
import type { Names } from '../../../src/platform/names.ts';
import { createResults } from '../../../src/results/create-results.ts';
import { createPressTickets } from '../../../src/store/press-tickets.ts';
import type { OpenedStores } from '../../../src/store/records.ts';
import type { Stores } from '../../../src/store/store.ts';
import type { Words } from '../../../src/words/words.ts';
import {
  accountOf,
  fakeAccounts,
  fakeMember,
  fakePlatform,
  fakeServices,
  silent,
} from '../../support/fakes.ts';
import { wrapped, type ProcessLife } from '../../support/night-process.ts';
import type { nightDiscord } from '../../support/night-discord.ts';
import type { VirtualTime } from '../../support/timed-discord.ts';
import type { People, Person } from './people.ts';
import type { NightPlatform } from './platform.ts';

const VAULT = createVault([{ id: 'night', key: Buffer.alloc(32, 1) }]);

/** Every player has a name. */
const NO_NAMES: Names = {
  of: () => undefined,
  players: () => [],
  inBracket: (bracket) => bracket,
  wanted: () => [],
  lookUp: () => Promise.resolve(),
  note: () => {},
  forget: () => {},
};

export interface BotDeps {
  id: string;
  namespace: Stores['namespace'];
  /** All of them, for what looks through a whole store. */
  records: OpenedStores['records'];
  time: VirtualTime;
  /** The wall clock, which jumps. */
  now: () => number;
  discord: ReturnType<typeof nightDiscord>;
  /** Discord at its pace, for the background work and for what members cause. */
  channels: Channels;
  pressChannels: Channels;
  /** How long Discord takes to look a member up. */
  lookUpMs: () => number;
  platform: NightPlatform;
  people: People;
  /** Who stands on a server's kept leaderboard. */
  boardOf: (guildId: string) => readonly Person[];
  words: Words;
  pollsPerMinute: number;
}

/** The parts of one process that talk to the store, and that Discord's look-ups answer. */
function createRooms(deps: BotDeps) {
  const { namespace, time, now, discord, pressChannels, people, words, boardOf } = deps;
  const stores = { namespace };
  const linkOf = (discordId: string) => {
    const person = people.ofDiscord(discordId);
    if (person?.isLinked !== true) return undefined;
    return { playerId: person.playerId, playerName: person.name, namingShown: true as const };
  };
  const naming = createNaming({
    stores: stores as never,
    now,
    sleep: time.sleep,
    readLink: async (discordId) => linkOf(discordId),
    onChange: () => Promise.resolve(),
    onError: () => undefined,
    async lookUp(guildId, discordId) {
      await time.sleep(deps.lookUpMs());
      if (discord.control.fail()) throw new Error('Discord: 503');
      return people.ofDiscord(discordId)?.guildIds.includes(guildId) === true;
    },
  });
  const hides: Naming['isHidden'] = async (discordId) => people.ofDiscord(discordId)?.isHidden === true;
  const known: Naming = {
    ...naming,
    isHidden: hides,
    playersOf: async (guildId) =>
      boardOf(guildId).map(({ discordId, playerId, name }) => ({ discordId, playerId, playerName: name })),
  };
  const guilds = createGuilds({
    stores,
    forgetFeed: () => Promise.resolve(),
    forgetServer: () => Promise.resolve(),
    channels: pressChannels,
    discord: {
      listGuilds: () => Promise.resolve([]),
      directory: {
        names: async () => new Map(),
        missing: async () => new Set(),
        access: async () => undefined,
      },
    },
    words,
    now,
    log: silent,
  });
  return {
    naming: known,
    hide: (discordId: string) => naming.members.setHidden(discordId, true),
    guilds,
    alerts: createAlerts(namespace('alerts')),
    reminders: createReminders(namespace('reminders')),
    registrations: createRegistrations({
      store: namespace('registrations'),
      isLinked: async () => true,
      now,
      log: silent,
    }),
  };
}

/** A process that does the background work. */
export function createWorker(deps: BotDeps, { act, quiet }: ProcessLife) {
  const { id, namespace, time, now, platform, people, words, pollsPerMinute } = deps;
  const rooms = createRooms(deps);
  /** The question may hang on its way, and the answer too. */
  const slowly = async <T>(call: () => Promise<T>): Promise<T> => {
    const answer = await quiet(call);
    return quiet(async () => answer);
  };
  const jobsDeps: JobsDeps & WeekDeps = {
    ...rooms,
    // What members report is told by their own announcements.
    results: { standing: async () => undefined },
    stores: { namespace },
    id,
    pollsPerMinute,
    listing: createListing({ stores: { namespace }, now }),
    platform: {
      names: NO_NAMES,
      tournament: (...read) => slowly(() => platform.tournament(...read)),
      bracket: (...read) => slowly(() => platform.bracket(...read)),
      tournaments: (query) => slowly(() => platform.tournaments(query)),
      rankings: (query) => slowly(() => platform.rankings(query)),
      userRank: (playerId) => slowly(() => platform.userRank(playerId)),
    },
    channels: wrapped(deps.channels, act),
    drawBracket: ({ name }) =>
      quiet(async () => ({ name: 'bracket.png', bytes: Buffer.from(name), description: name })),
    accounts: {
      ownerOf: async (playerId) => {
        const person = people.ofPlayer(playerId);
        return person?.isLinked === true ? person.discordId : undefined;
      },
      async find(discordId) {
        const person = people.ofDiscord(discordId);
        if (person?.isLinked !== true) return { state: 'none' };
        return { state: 'linked', account: accountOf(discordId, { playerId: person.playerId }) };
      },
    },
    mention: (command) => `/${command}`,
    words,
    events: { onPoll: () => {}, onPost: () => {}, onStop: () => {} },
    log: { info: () => {}, warn: () => {} },
    now,
    monotonic: time.now,
  };
  return { ...rooms, jobs: createJobs(jobsDeps, [(owner) => createWeek(jobsDeps, owner)]) };
}

/** A process that answers members, with the commands of the product. */
export function createFront(deps: BotDeps, routes: ResponseRoutes) {
  const { namespace, records, now, platform, people, pressChannels } = deps;
  const rooms = createRooms(deps);
  const stores = { namespace, records };
  const states = Object.fromEntries(
    people.all.flatMap(({ discordId, isLinked, name, playerId }) => {
      const member = fakeMember({
        reportScore: (matchId, scores) => platform.reportScore(playerId, matchId, scores),
      });
      const account = accountOf(discordId, { playerId, playerName: name, platform: member });
      return isLinked ? [[discordId, { state: 'linked' as const, account }]] : [];
    }),
  );
  const others = fakeServices(commands, {
    ...rooms,
    accounts: fakeAccounts(states, {
      ownerOf: async (playerId) => {
        const person = people.ofPlayer(playerId);
        return person?.isLinked === true ? person.discordId : undefined;
      },
    }),
    platform: fakePlatform({
      match: platform.match,
      userMatches: platform.userMatches,
      tournament: platform.tournament,
      bracket: platform.bracket,
      tournaments: platform.tournaments,
    }),
    channels: pressChannels,
    ticketsOf: createPressTickets({ stores: stores as never, now }),
    now,
  });
  const { deadlines, ...results } = createResults({
    ...others,
    stores,
    readMatch: async (matchId) => (await platform.match(matchId)).value,
    channels: pressChannels,
    onResult: () => undefined,
    isAnnounced: () => Promise.resolve(false),
    vault: VAULT,
    log: silent,
  });
  return {
    ...rooms,
    deadlines: () => deadlines(pressChannels),
    ...createDispatcher({ ...others, rooms: { ...others.rooms, results }, routes, log: silent }),
  };
}
