import { z } from 'zod';
import { repeat, type Background } from '../async/repeat.ts';
import type { CommandFor, Services } from '../bot/command.ts';
import { createDispatcher } from '../bot/dispatch.ts';
import { sendWelcome } from '../bot/linking-replies.ts';
import type { NewLink } from '../linking/link-flow.ts';
import { MINUTE_MS } from '../durations.ts';
import { createGuilds } from '../guilds/guilds.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { TURN_LIMITS } from '../jobs/plan/turn-limits.ts';
import { createDropMentions } from '../jobs/deliver/drop-mentions.ts';
import { createBoardRows } from '../jobs/week/board-rows.ts';
import { createCards } from '../jobs/week/cards.ts';
import { createListing, isFollowedAt } from '../jobs/week/listing.ts';
import { isKnown, AnnouncementsRecord } from '../jobs/week/announcement-record.ts';
import { createResults } from '../results/create-results.ts';
import { VERSION } from '../version.ts';
import { createWeb, type WebDeps } from '../web/create-web.ts';
import { createPeople } from './create-people.ts';
import { createRoleParts } from './create-role-parts.ts';
import { CHORES, OWNER_WORK, REACTIONS, type BackgroundParts } from './background.ts';
import { createFacts } from './facts.ts';
import { NAMESPACES, withListed } from './namespaces.ts';
import type { Ports, ProductSettings } from './ports.ts';

/** As long as an interaction's token works: later it cannot be delivered again. */
const CLAIM_TTL_MS = 15 * MINUTE_MS;
/** The services of rooms that the dispatcher does not know. */
interface RoomServices extends Pick<BackgroundParts, 'results'> {
  roles: BackgroundParts['roles']['rules'];
  linkedRoles: (NonNullable<BackgroundParts['roles']['linked']> & { url: string }) | undefined;
}

/** A command of the product. */
export type ProductCommand = CommandFor<RoomServices>;

/** Builds the whole product on its ports. Nothing else puts rooms together. */
export function compose(ports: Ports, settings: ProductSettings, commands: readonly ProductCommand[]) {
  const { clock, discord, log, metrics, words } = ports;
  const stores = withListed(ports.stores);
  const { addresses } = settings;
  const { tell, bind } = createFacts(REACTIONS);
  const platform = ports.platform(tell);
  const limits = { ...TURN_LIMITS, ...settings.limits };
  const shared = { ...clock, limits, log, platform, stores, words, mention: discord.mention };

  const guilds = createGuilds({
    ...shared,
    discord: discord.servers,
    channels: discord.pressPosts,
    forgetFeed: tell.followForgotten,
    forgetServer: tell.serverLeft,
  });
  const { createLinking, departures, learnName, links, rankUps, sweep, tryKeys, vault, ...people } =
    createPeople({
      ...shared,
      namespaces: NAMESPACES,
      keysSetting: settings.keysSetting,
      keys: settings.keys,
      lookUp: discord.servers.isMember,
      rankUpServers: guilds.rankUps,
      boardRows: createBoardRows({ stores, boards: guilds.boards }),
      random: ports.random,
      onLink: metrics.onLink,
      onChange: tell.memberChanged,
      leaving: {
        connections: ({ discordId }) => tell.linkedRolesLeft(discordId),
        roles: ({ discordId, kind }) => tell.rolesLeft(discordId, { isUnlinked: kind !== 'hide' }),
        results: ({ discordId, kind }) => tell.reportsLeft(discordId, { deletes: kind === 'delete' }),
        async ranks({ playerIds }) {
          for (const playerId of playerIds) await tell.playerLeft(playerId);
        },
        posts: (departure) => tell.mentionsLeft(departure),
      },
    });
  const announcements = stores.namespace('news', AnnouncementsRecord);
  const listing = createListing(shared);
  const results = createResults({
    ...shared,
    ...people,
    vault,
    guilds,
    isAnnounced: async (guildId, tournamentId) => isKnown(await announcements.get(guildId), tournamentId),
    async readTournament(tournamentId) {
      const card = await listing.card(tournamentId);
      if (card !== undefined && isFollowedAt(card, shared.now())) return card;
      return (await platform.forAnswer().tournament(tournamentId, { once: true })).value;
    },
    readMatch: async (matchId) => (await platform.forAnswer().match(matchId, { once: true })).value,
    channels: discord.pressPosts,
    onResult: metrics.onResult,
  });
  const roles = createRoleParts({
    ...shared,
    vault,
    links,
    naming: people.naming,
    guilds,
    discord,
    platformName: settings.platformName,
    isLinkedRolesOn: settings.isLinkedRolesOn,
    onRank: tell.rankChanged,
    metrics,
  });
  const cards = createCards({
    ...shared,
    listing,
    followedIn: guilds.follows.tournamentsOf,
    addressOf: addresses.tournament,
  });
  const linking = createLinking({
    ...settings.linking,
    discord: discord.identity,
    linkedRoles: roles.linked,
    onLinked: tell.memberLinked,
  });
  const writes = stores.namespace('writes', z.literal(true));

  const services: Services = {
    ...people,
    guilds,
    platform,
    linking,
    deviceLinking: linking.device,
    channels: discord.pressPosts,
    withScreenshots: discord.withScreenshots,
    shareTournament: (tournament) => cards.share(tournament),
    commands,
    about: () => ({
      version: VERSION,
      latencyMs: discord.latencyMs(),
      platform: platform.state(),
      inviteUrl: discord.install().server,
      rolesInviteUrl: discord.install().roles,
      privacyUrl: addresses.privacy,
      calendarUrl: addresses.calendar,
    }),
    supportUrl: settings.supportUrl,
    regions: settings.regions,
    pictures: ports.pictures,
    ticketsOf: discord.ticketsOf,
    words,
    mention: discord.mention,
    claimWrite: (interactionId) => writes.add(interactionId, true, CLAIM_TTL_MS),
    now: clock.now,
  };
  const rooms: RoomServices = {
    results,
    roles: roles.rules,
    linkedRoles: roles.linked && { ...roles.linked, url: addresses.linkedRole },
  };
  const dispatcher = createDispatcher({
    ...services,
    commands,
    rooms,
    routes: discord.routes,
    log,
    onHandled: metrics.onHandled,
  });

  const background: BackgroundParts['background'] = {
    ...shared,
    ...people,
    guilds,
    listing,
    rankUps,
    results,
    vault,
    id: ports.random(16).toString('hex'),
    pollsPerMinute: settings.pollsPerMinute,
    channels: discord.channels,
    standingPosts: discord.standingPosts,
    drawBracket: (view) => ports.pictures.bracket({ ...view, window: { kind: 'now' } }),
    events: metrics.background,
  };
  const workers = {
    background,
    cards,
    departures,
    dropMentions: createDropMentions({
      stores,
      guilds,
      posts: discord.standingPosts,
      undecidedIn: results.undecidedIn,
    }),
    guilds,
    learnName,
    links,
    rankUps,
    results,
    roles,
    sweep,
    tryKeys,
    welcome: (link: NewLink) => sendWelcome(link, { ...services, routes: discord.routes }),
  };
  const jobs = createJobs(
    background,
    Object.values(OWNER_WORK).map((create) => (owner) => create(workers, owner)),
  );
  const parts: BackgroundParts = { ...workers, jobs };
  bind(parts);
  const chores = Object.entries(CHORES).map(([name, { run, ...when }]) => ({
    name,
    ...when,
    run: (signal: AbortSignal) => run(parts, signal),
  }));

  return {
    ...rooms,
    services,
    dispatcher,
    linking,
    jobs,
    chores,
    /** All background work. */
    background: [...chores.map(({ run, ...when }): Background => repeat(run, when)), jobs],
    /** The pages, and the interactions endpoint. */
    openWeb: (door: Omit<WebDeps, 'linking' | 'cards' | 'words' | 'log'>) =>
      createWeb({ ...door, linking, cards, words, log }),
    /** Resolves when everything that answers left behind (messages, log lines) is sent. */
    async idle(): Promise<void> {
      await linking.idle();
      await guilds.audit.idle();
    },
    /** For the metrics. */
    state: () => ({ running: dispatcher.running(), ...jobs.state() }),
    close: () => platform.close(),
  };
}
