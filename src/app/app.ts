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
import { createMinutely } from '../jobs/minutely.ts';
import { isKnown, NewsRecord } from '../jobs/week/news-record.ts';
import type { Owner } from '../jobs/part.ts';
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
import { createRoles } from '../roles/create-roles.ts';
import { createLinkedRoles } from '../roles/linked/linked-roles.ts';
import { createLinkedWork } from '../roles/linked/create-linked-work.ts';
import { metadataRecords } from '../roles/linked/metadata.ts';
import { createRoleWork } from '../roles/create-role-work.ts';
import { settings, type Config } from '../settings/settings.ts';
import { vaultKeys } from '../settings/values.ts';
import { openStores } from '../store/open-stores.ts';
import { createPressTickets } from '../store/press-tickets.ts';
import { createTransport } from './transport.ts';
import { VERSION } from '../version.ts';
import { createWeb } from '../web/create-web.ts';
import { createWords } from '../words/words.ts';

export type { Addresses, App } from './lifecycle.ts';

const ignore = (): void => undefined;

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
    background: () => ({ ...jobs.state(), rolesBehind: behind() }),
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
    async onChange(discordId) {
      await roles.mark(discordId);
      await linkedRoles?.noteChange(discordId).catch((error: unknown) => {
        log.warn({ err: error }, 'a linked role could not be updated');
      });
    },
    async beforeErase(discordId) {
      await linkedRoles?.stop(discordId);
      await roles.takeAll(discordId);
    },
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

  const { stores: roleStores, ...roles } = createRoles({
    stores,
    vault,
    discord: discord.memberRoles,
    links,
    naming: people.naming,
    trackServer: guilds.trackServer,
    channels: discord.channels,
    logChannelOf: async (guildId) => (await guilds.settings.recent(guildId)).logChannelId,
    translator: (guildId) => guilds.translator(guildId),
    onRank: isLinkedRolesOn ? async (discordId) => linkedRoles?.noteChange(discordId) : undefined,
    log,
    now,
    monotonic,
    sleep: (ms) => sleep(ms),
  });

  const linkedRoles = isLinkedRolesOn
    ? createLinkedRoles({
        stores,
        vault,
        discord: discord.roleConnections,
        links,
        members: people.naming.members,
        ranks: roleStores.ranks,
        // Its answer is noted like any other.
        readRank: (playerId) => platform.userRank(playerId, { once: true }).then(ignore, ignore),
        platformName: config.platform.name,
        log,
        now,
      })
    : undefined;

  /** Until Discord took it: nothing else waits for that. */
  const publishMetadata = (): Promise<void | 'done'> =>
    discord.roleConnections.publish(metadataRecords(words)).then(
      (isNew) => {
        if (isNew) log.info('metadata of linked roles published');
        return 'done' as const;
      },
      (error: unknown) => log.warn({ err: error }, 'the metadata of linked roles could not be published'),
    );

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
  let behind = (): number => 0;
  const jobs = createJobs(background, [
    (owner) => createWeek(background, owner),
    (owner) => {
      const work = createRoleWork(
        {
          stores: roleStores,
          discord: discord.memberRoles,
          platform,
          leave: (guildId, discordId) => people.naming.leave(guildId, discordId),
          note: (guildId, text) => guilds.note(guildId, text),
          translator: (guildId) => guilds.translator(guildId),
          serversOf: (discordId) => people.naming.serversOf(discordId),
          onPoll: metrics.background.onPoll,
          onRole: metrics.onRole,
          log,
          now,
          monotonic,
        },
        owner,
      );
      behind = () => work.behind();
      return work;
    },
    () => createMinutely(deadlines, monotonic),
    ...(linkedRoles === undefined
      ? []
      : [(owner: Owner) => createLinkedWork({ linkedRoles, links, log, monotonic }, owner)]),
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
    linkedRoles,
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
      ...(isLinkedRolesOn ? [repeat(publishMetadata, { everyMs: METADATA_MS, firstAfterMs: 0 })] : []),
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
