import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { createConnections } from './connections.ts';
import type {} from './handler-services.ts';
import { repeat } from '../async/repeat.ts';
import { createPeople } from './create-people.ts';
import { createRoleParts } from './create-role-parts.ts';
import { CARD_RATE, createTokenBucket } from '../bot/admission.ts';
import type { CardBudget, Command, Services } from '../bot/command.ts';
import { createDispatcher } from '../bot/dispatch.ts';
import { sendWelcome } from '../bot/linking-replies.ts';
import { untilAnswered } from '../discord/start.ts';
import { createGuilds } from '../guilds/guilds.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { createBoardRows } from '../jobs/week/board-rows.ts';
import { createCards } from '../jobs/week/cards.ts';
import { createWeek, type WeekDeps } from '../jobs/week/create-week.ts';
import { createListing } from '../jobs/week/listing.ts';
import { every } from '../jobs/every.ts';
import { isKnown, NewsRecord } from '../jobs/week/news-record.ts';
import type { JobsDeps } from '../jobs/work.ts';
import { createLifecycle, type App } from './lifecycle.ts';
import { METRIC_LABELS } from './metric-labels.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createMetricsServer } from '../metrics/serve.ts';
import { createPictures } from '../pictures/create-pictures.ts';
import { NAMESPACES } from './namespaces.ts';
import { addressesOf, linkingSettings, transportSettings, webSettings } from './part-settings.ts';
import { createReadiness } from '../web/readiness.ts';
import { createResults } from '../results/create-results.ts';
import { settings, type Config } from '../settings/settings.ts';
import { vaultKeys } from '../settings/values.ts';
import { openStores } from '../store/open-stores.ts';
import { createPressTickets } from '../store/press-tickets.ts';
import { createTransport } from './transport.ts';
import { VERSION } from '../version.ts';
import { createWeb } from '../web/create-web.ts';
import { createWords } from '../words/words.ts';

export type { Addresses, App } from './lifecycle.ts';

/** As long as an interaction's token works: later it cannot be delivered again. */
const CLAIM_TTL_MS = 15 * MINUTE_MS;
/** How often the daily purges check whether they are due; a check is one step of the store. */
const PURGE_MS = MINUTE_MS;
/** How often the metadata of Linked Roles is published again where that failed. */
const METADATA_MS = 10 * MINUTE_MS;

/**
 * Builds every part of the bot from its settings and its commands. Opens the store, without which nothing runs.
 * `takeCard` replaces the bot's own budget of rank cards.
 */
export async function createApp(
  config: Config,
  commands: readonly Command[],
  log: Logger,
  { takeCard }: Partial<CardBudget> = {},
): Promise<App> {
  const now = Date.now;
  const monotonic = (): number => performance.now();
  const addresses = addressesOf(config);
  const isLinkedRolesOn = config.linkedRoles === 'on';
  const words = createWords({
    platformName: config.platform.name,
    regions: config.platform.regions,
  });
  const metrics = createMetrics({
    version: VERSION,
    commands: commands.map((command) => command.name),
    labels: METRIC_LABELS,
    running: () => dispatcher.running(),
    readiness: () => readiness.read(),
    invalidRequests: () => rests.invalidRequests(),
    background: () => ({ ...jobs.state(), roles: roleParts.backlog() }),
  });
  const stores = await openStores(config.storeUrl.reveal(), {
    log,
    now,
    version: VERSION,
    onCall: metrics.onStoreCall,
    onUnreadable: metrics.onUnreadable,
  });
  const ticketsOf = createPressTickets({ stores, now });
  const writes = stores.namespace('writes', z.literal(true));

  const connections = createConnections({
    config,
    commands,
    words,
    ticketsOf,
    metrics,
    onTournamentGone: (tournamentId) => void cards.forget(tournamentId),
    onRanks: (ranks) => roles.noteRanks(ranks),
    onPlayerName: (playerId, name) => learnName(playerId, name),
    log,
    now,
  });
  const { platform, platformState } = connections;
  const { rests, registration, ...discord } = connections.discord;

  const { createLinking, keyCheck, learnName, links, sweepUnlinked, vault, ...people } = createPeople({
    stores,
    namespaces: NAMESPACES,
    keysSetting: settings.encryptionKeys.name,
    keys: vaultKeys(config.encryptionKeys),
    platform,
    lookUp: discord.servers.isMember,
    boardRows: {
      redraw: (guildIds) => boardRows.redraw(guildIds),
      rename: (guildIds, playerId, name) => boardRows.rename(guildIds, playerId, name),
      forget: (guildIds, playerId) => boardRows.forget(guildIds, playerId),
    },
    now,
    sleep: (ms) => sleep(ms),
    random: randomBytes,
    log,
    onLink: metrics.onLink,
    onChange: (discordId) => roleParts.noteChange(discordId),
    beforeErase: (discordId) => roleParts.takeAll(discordId),
    onUnlinked: (discordId) => forgetMember(discordId),
  });

  const guilds = createGuilds({
    stores,
    forgetFeed: (feed) => jobs.forget(feed),
    forgetServer: (guildId) => roles.forgetServer(guildId),
    discord: discord.servers,
    channels: discord.pressPosts,
    words,
    now,
    log,
  });

  const boardRows = createBoardRows({ stores, boards: guilds.boards });

  const news = stores.namespace('news', NewsRecord);
  const { deadlines, forgetMember, forgetUnlinked, ...results } = createResults({
    ...people,
    vault,
    stores,
    guilds,
    isAnnounced: async (guildId, tournamentId) => isKnown(await news.get(guildId), tournamentId),
    readMatch: async (matchId) => (await platform.forAnswer().match(matchId, { once: true })).value,
    channels: discord.pressPosts,
    words,
    onResult: metrics.onResult,
    mention: (command) => registration.mention(command),
    log,
    now,
  });

  const { roles, linkedRoles, ...roleParts } = createRoleParts({
    stores,
    vault,
    links,
    naming: people.naming,
    guilds,
    platform,
    discord,
    words,
    platformName: config.platform.name,
    isLinkedRolesOn,
    metrics,
    log,
    now,
    monotonic,
    sleep: (ms) => sleep(ms),
  });

  const listing = createListing({ stores, now });
  const cards = createCards({
    listing,
    followedIn: async (guildId) =>
      Object.values(await guilds.follows.read(guildId)).flatMap((follow) =>
        follow.stopped === undefined || follow.stopped.reason === 'over' ? [follow.tournamentId] : [],
      ),
    addressOf: addresses.tournament,
    log,
    now,
    sleep: (ms) => sleep(ms),
  });

  const services: Omit<Services, 'linking' | 'deviceLinking'> = {
    ...people,
    results,
    withScreenshots: discord.withScreenshots,
    roles,
    linkedRoles: linkedRoles && {
      url: addresses.linkedRole,
      state: (discordId) => linkedRoles.state(discordId),
      stop: (discordId) => linkedRoles.stop(discordId),
    },
    channels: discord.pressPosts,
    shareTournament: (tournament) => cards.share(tournament),
    commands,
    guilds,
    platform,
    about: () => ({
      version: VERSION,
      latencyMs: transport.latencyMs() ?? rests.latencyMs(),
      platform: platformState.read(),
      inviteUrl: registration.install().server,
      rolesInviteUrl: registration.install().roles,
      privacyUrl: config.privacyUrl?.href ?? addresses.privacy,
      calendarUrl: addresses.calendar,
    }),
    supportUrl: config.supportUrl?.href,
    regions: config.platform.regions,
    pictures: { ...createPictures({ log }), takeCard: takeCard ?? createTokenBucket(CARD_RATE, now) },
    ticketsOf,
    words,
    mention: (command) => registration.mention(command),
    claimWrite: (interactionId) => writes.add(interactionId, true, CLAIM_TTL_MS),
    now,
  };

  const linking = createLinking({
    ...linkingSettings(config),
    discord: discord.identity,
    linkedRoles,
    onLinked: (link) => sendWelcome(link, { ...services, routes: discord.routes }),
  });

  const dispatcher = createDispatcher({
    ...services,
    linking,
    deviceLinking: linking.device,
    routes: discord.routes,
    log,
    onHandled: metrics.onHandled,
  });

  const background: JobsDeps & WeekDeps = {
    listing,
    ...services,
    stores,
    id: randomUUID(),
    pollsPerMinute: config.platform.pollsPerMinute,
    channels: discord.channels,
    drawBracket: (view) => services.pictures.bracket({ ...view, window: { kind: 'now' } }),
    events: metrics.background,
    log,
    monotonic,
  };
  const jobs = createJobs(background, [
    (owner) => createWeek(background, owner),
    ...roleParts.jobs,
    () => every({ everyMs: MINUTE_MS, work: deadlines, failure: 'deadlines of results', log, monotonic }),
  ]);

  const transport = createTransport({
    ...transportSettings(config),
    rests,
    stores,
    dispatch: dispatcher.dispatch,
    onShard: metrics.onShard,
    onRefusedSignature: metrics.onRefusedSignature,
    log,
  });

  const readiness = createReadiness({
    disconnectedMs: () => transport.disconnectedMs(),
    store: () => stores.check(),
  });

  const web = createWeb({
    linking,
    readiness: () => readiness.read(),
    isDraining: () => readiness.draining(),
    interactions: transport.endpoint,
    ...webSettings(config),
    cards,
    words,
    log,
  });

  const metricsServer = createMetricsServer({
    read: () => metrics.read(),
    onError: (error) => log.error({ err: error }, 'metrics'),
  });

  return createLifecycle({
    async listen() {
      await web.listen({ host: config.web.host, port: config.web.port });
      await metricsServer.listen(config.metrics);
    },
    connect: ({ onRefused, signal }) =>
      untilAnswered(
        async () => {
          await registration.register();
          await transport.connect(onRefused);
        },
        { log, signal },
      ),
    addresses: () => ({
      ...present({ interactionsEndpointUrl: transport.endpoint && addresses.interactions }),
      redirectUrls: addresses.redirects,
      install: registration.install(),
    }),
    background: [
      keyCheck,
      repeat(guilds.purge, { everyMs: PURGE_MS }),
      repeat(sweepUnlinked, { everyMs: PURGE_MS }),
      repeat(forgetUnlinked, { everyMs: PURGE_MS }),
      ...(isLinkedRolesOn
        ? [repeat(roleParts.publishMetadata, { everyMs: METADATA_MS, firstAfterMs: 0 })]
        : []),
      jobs,
    ],
    readiness,
    dispatcher,
    transport,
    web,
    async idle() {
      await linking.idle();
      await guilds.audit.idle();
    },
    connections: [rests, platform, metricsServer, stores],
  });
}
