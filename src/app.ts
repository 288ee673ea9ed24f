import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionInfo } from '@discordjs/ws';
import type { Logger } from 'pino';
import { createAccounts } from './accounts/create-accounts.ts';
import { createLinking } from './accounts/linking.ts';
import { createLinks } from './accounts/links.ts';
import { publicAddress } from './accounts/public-url.ts';
import { createNaming } from './accounts/naming.ts';
import { createServerRanking } from './accounts/server-ranking.ts';
import { createPersonalData } from './accounts/personal-data.ts';
import { createVault } from './accounts/vault.ts';
import type { Services } from './bot/act.ts';
import { createTap } from './bot/bucket.ts';
import type { Command } from './bot/command.ts';
import { declare } from './bot/declare.ts';
import { createDispatcher } from './bot/dispatch.ts';
import { renderReply } from './bot/render.ts';
import { welcomeReply } from './bot/welcome.ts';
import { findApplicationId, findPublicKey, installLinks } from './discord/application.ts';
import { createChannels } from './discord/channels.ts';
import { createGateway } from './discord/gateway.ts';
import { createIdentity } from './discord/identity.ts';
import { isGuildMember } from './discord/members.ts';
import { publishCommands } from './discord/publish.ts';
import { createResponseRoutes } from './discord/response-routes.ts';
import { createRest } from './discord/rest.ts';
import { untilAnswered } from './discord/start.ts';
import { createGuilds } from './guilds/create-guilds.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createMetricsServer } from './metrics/serve.ts';
import { createAvatars } from './pictures/avatars.ts';
import { createPictures } from './pictures/create-pictures.ts';
import { createPainter, createSlots } from './pictures/painter.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createStateWatch } from './platform/state.ts';
import { createReadiness } from './readiness.ts';
import type { Config } from './settings/settings.ts';
import { openStores } from './store/open-stores.ts';
import { createTickets } from './store/tickets.ts';
import { timeStores } from './store/timed-stores.ts';
import { createWeb } from './web/create-web.ts';
import { createVerifier, type VerifySignature } from './web/signature.ts';
import { createWords } from './words/words.ts';

export const VERSION = '0.1.0';

/** As long as Discord lets a session be resumed, and then some. */
const SESSION_TTL_MS = 5 * 60_000;
/** As long as an interaction's token works: later it cannot be delivered again. */
const CLAIM_TTL_MS = 15 * 60_000;
const DRAIN_MS = 9000;
/** How often it is looked whether the day is over; the look itself is one step of the store. */
const PURGE_MS = 60_000;
/** A card costs as much as some twenty answers in words. */
const CARDS = { burst: 20, perSecond: 5 };
/** Of it, for the gateway's last interactions once the connection is closed. */
const LAST_MS = 3000;
/** In HTTP mode: until balancers, which ask /readyz every second or so, send new work to others. */
const NOTICE_MS = 3000;

/** What an admin enters elsewhere, and hands on. */
export interface Addresses {
  redirectUrls: { discord: string; platform: string };
  install: { server: string; user: string };
  /** In HTTP mode. */
  interactionsEndpointUrl?: string;
}

export interface App {
  /**
   * Resolves when the bot answers. Rejects with `StoreError`, `TokenRefusedError`, or what listening on the port throws;
   * a Discord that does not answer is waited for. `onRefused`: Discord has taken the token back later on.
   */
  start(events: { onRefused: () => void }): Promise<Addresses>;
  /** Takes no new work, lets what is running be answered (10 s at most), and closes everything. */
  stop(): Promise<void>;
}

/** Builds every part of the bot from its settings and its commands. The store is opened here: without it nothing runs. */
export async function createApp(config: Config, commands: readonly Command[], log: Logger): Promise<App> {
  const now = Date.now;
  const words = createWords({ platformName: config.platform.name });
  const token = config.discord.token.reveal();
  const metrics = createMetrics({
    version: VERSION,
    commands: commands.map((command) => command.name),
    running: () => dispatcher.running(),
    readiness: () => readiness.read(),
    invalidRequests: () => rests.invalidRequests(),
  });
  const rests = createRest({
    apiUrl: config.discord.apiUrl,
    token,
    version: VERSION,
    onRateLimited: metrics.onRateLimited,
  });
  const opened = await openStores(config.storeUrl.reveal(), { log, now });
  const stores = timeStores(opened, metrics.onStoreCall);

  const platformState = createStateWatch(now);
  const platform = createPlatform({
    baseUrl: config.platform.baseUrl,
    apiKey: config.platform.apiKey.reveal(),
    clientId: config.platform.clientId,
    clientSecret: config.platform.clientSecret.reveal(),
    table: config.platform.table,
    connections: config.platform.connections,
    now,
    onCall(event) {
      platformState.note(event);
      metrics.onPlatformCall(event);
      log.debug(event, 'platform call');
    },
  });
  const vault = createVault(
    config.encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), 'base64') })),
  );
  const links = createLinks({ stores, now, log, onLink: metrics.onLink });
  const shared = {
    stores,
    links,
    vault,
    platform,
    now,
    sleep: (ms: number) => sleep(ms),
    random: randomBytes,
    log,
    onLink: metrics.onLink,
  };
  const accounts = createAccounts(shared);

  const naming = createNaming({
    ...shared,
    readLink: (discordId) => links.read(discordId),
    lookUp: (guildId, discordId) => isGuildMember(rests.rest, guildId, discordId),
    onError: (error) => log.warn({ err: error }, 'who may be named'),
  });

  const address = (path: string) => publicAddress(config.web.publicUrl, path).href;
  const slots = createSlots();
  const painter = createPainter({ slots });

  // What Discord tells at the start; until then nobody can ask for anything that needs it.
  let applicationId = config.discord.applicationId ?? '';
  let commandIds = new Map<string, string>();
  const routes = createResponseRoutes(rests, () => applicationId, log);
  const guilds = createGuilds({ stores, discord: createChannels(rests.rest), now, log });
  const writes = stores.namespace<true>('writes');
  const ticketsOf = createTickets({
    store: stores.namespace('presses'),
    lists: stores.namespace('pressers'),
    now,
  });
  const known: Omit<Services, 'linking' | 'deviceLinking'> = {
    commands,
    accounts,
    guilds,
    naming,
    personalData: createPersonalData({ accounts, links, naming, stores: opened }),
    platform,
    serverRanking: createServerRanking({ platform, store: stores.namespace('boards'), now }),
    about: () => ({
      version: VERSION,
      latencyMs: gateway?.latencyMs() ?? rests.latencyMs(),
      platform: platformState.read(),
      inviteUrl: installLinks(config.discord.authorizeUrl, applicationId).server,
      privacyUrl: config.privacyUrl?.href ?? address('/privacy'),
    }),
    supportUrl: config.supportUrl?.href,
    regions: config.platform.regions,
    pictures: {
      ...createPictures({ painter, fetchAvatar: createAvatars({ slots }), log }),
      takeCard: createTap(CARDS, now),
    },
    ticketsOf,
    words,
    mention(command) {
      const id = commandIds.get(command);
      return id === undefined ? `\`/${command}\`` : `</${command}:${id}>`;
    },
    claimWrite: (interactionId) => writes.add(interactionId, true, CLAIM_TTL_MS),
    now,
  };
  const linking = createLinking({
    ...shared,
    accounts,
    discord: createIdentity({
      call: rests.oauth,
      applicationId: () => applicationId,
      clientSecret: config.discord.clientSecret.reveal(),
      authorizeUrl: config.discord.authorizeUrl,
    }),
    consent: {
      authorizeUrl: config.platform.authorizeUrl,
      clientId: config.platform.clientId,
      ...(config.platform.scope !== undefined && { scope: config.platform.scope }),
      extras: config.platform.oauthExtras,
    },
    publicUrl: config.web.publicUrl,
    async onLinked({ request, account }) {
      const { discordId, interactionToken, prompt, locale, resume } = request;
      if (interactionToken === undefined || prompt === undefined) return;
      const { playerName = account.playerId } = account;
      const welcome = await welcomeReply({ playerName, resume }, { ...known, t: words.in(locale) });
      const message = await renderReply(welcome, { tickets: ticketsOf(discordId) });
      if (prompt === '@original') await routes.editOriginal(interactionToken, message);
      else await routes.editFollowUp(interactionToken, prompt, message);
    },
  });
  const dispatcher = createDispatcher({
    ...known,
    linking,
    deviceLinking: linking.device,
    routes,
    log,
    onHandled: metrics.onHandled,
  });

  const sessions = stores.namespace<SessionInfo>('sessions');
  const identifies = stores.namespace<true>('identifies');
  const gateway =
    config.discord.mode === 'http'
      ? undefined
      : createGateway({
          rest: rests.rest,
          token,
          sessions: {
            take: (shard) => sessions.take(shard),
            set: (shard, session) => sessions.set(shard, session, SESSION_TTL_MS),
          },
          claimTurn: (bucket, ms) => identifies.add(bucket, true, ms),
          shards: config.discord.shards,
          onShard: metrics.onShard,
          log,
          onInteraction: (raw) => void dispatcher.dispatch(raw),
        });
  let verify: VerifySignature | undefined;
  const readiness = createReadiness({
    discord: () => gateway?.connected() ?? verify !== undefined,
    store: () => stores.check(),
  });
  const web = createWeb({
    linking,
    readiness: () => readiness.read(),
    isDraining: () => readiness.draining(),
    interactions:
      gateway === undefined
        ? { verify: () => verify, dispatch: (raw, request) => dispatcher.dispatch(raw, request) }
        : undefined,
    // One language yet: the browser's wish has nothing to choose from.
    chooseLanguage: () => ({ lang: 'en', t: words.in('en-US') }),
    platformName: config.platform.name,
    publicUrl: config.web.publicUrl,
    discordUrl: config.discord.authorizeUrl,
    trustedProxies: config.web.trustedProxies,
    ownPages: config,
    log,
  });
  const metricsServer = createMetricsServer({
    read: () => metrics.read(),
    onError: (error) => log.error({ err: error }, 'metrics'),
  });
  const stopping = new AbortController();
  const purging = setInterval(() => void guilds.purge(), PURGE_MS).unref();

  return {
    async start({ onRefused }) {
      await web.listen({ host: config.web.host, port: config.web.port });
      await metricsServer.listen(config.metrics);
      await untilAnswered(
        async () => {
          applicationId = await findApplicationId(rests.rest, config.discord.applicationId);
          const declared = commands.map((command) => declare(command, words));
          const published = await publishCommands(rests.rest, applicationId, declared);
          commandIds = published.ids;
          if (published.written) log.info(published.difference, 'commands published');
          if (gateway !== undefined) await gateway.connect(onRefused);
          else verify = createVerifier(await findPublicKey(rests.rest, config.discord.publicKey));
        },
        { log, signal: stopping.signal },
      );
      return {
        ...(gateway === undefined && { interactionsEndpointUrl: address('/interactions') }),
        redirectUrls: { discord: address('/link/discord'), platform: address('/link/callback') },
        install: installLinks(config.discord.authorizeUrl, applicationId),
      };
    },
    async stop() {
      stopping.abort();
      clearInterval(purging);
      readiness.drain();
      const until = Date.now() + DRAIN_MS;
      if (gateway === undefined) await sleep(NOTICE_MS);
      // Whoever takes over can only do so once this process ends: new work is taken as long as old work is waited for.
      else await dispatcher.drain(DRAIN_MS - LAST_MS).then(() => gateway.close());
      // From here on nothing new comes in; what came is answered, over the connections it came by.
      const closed = web.close();
      await dispatcher.drain(until - Date.now());
      await linking.idle();
      await guilds.audit.idle();
      await closed;
      await rests.close();
      await platform.close();
      await metricsServer.close();
      await stores.close();
    },
  };
}
