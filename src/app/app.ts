import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { systemClock } from '../async/clock.ts';
import { CARD_RATE, createTokenBucket } from '../bot/admission.ts';
import type { CardBudget } from '../bot/handler-services.ts';
import { declare } from '../bot/declare.ts';
import { untilAnswered } from '../discord/start.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createMetricsServer } from '../metrics/serve.ts';
import { createPictures } from '../pictures/create-pictures.ts';
import { present } from '../present.ts';
import type { Config } from '../settings/settings.ts';
import { openStores } from '../store/open-stores.ts';
import { createPressTickets } from '../store/press-tickets.ts';
import { VERSION } from '../version.ts';
import { createReadiness } from '../web/readiness.ts';
import { createWords } from '../words/words.ts';
import { compose, type ProductCommand } from './compose.ts';
import { createConnections } from './connections.ts';
import { createLifecycle, type App } from './lifecycle.ts';
import { METRIC_LABELS } from './metric-labels.ts';
import { addressesOf, productSettings, transportSettings, webSettings } from './part-settings.ts';
import { createTransport } from './transport.ts';
import { watchVersion } from './watch-version.ts';

export type { Addresses, App } from './lifecycle.ts';

/**
 * Opens the real ports and builds the product on them. Without the store, nothing runs. `takeCard` replaces the bot's own budget of
 * rank cards.
 */
export async function createApp(
  config: Config,
  commands: readonly ProductCommand[],
  log: Logger,
  { takeCard }: Partial<CardBudget> = {},
): Promise<App> {
  const clock = systemClock;
  const addresses = addressesOf(config);
  const words = createWords({ platformName: config.platform.name, regions: config.platform.regions });
  const metrics = createMetrics({
    version: VERSION,
    commands: commands.map((command) => command.name),
    labels: METRIC_LABELS,
  });
  const stores = await openStores(config.storeUrl.reveal(), {
    log,
    now: clock.now,
    version: VERSION,
    onCall: metrics.onStoreCall,
    onUnreadable: metrics.onUnreadable,
  });
  const ticketsOf = createPressTickets({ stores, now: clock.now });
  const declared = commands.map((command) => declare(command, words));
  const { discord, openPlatform } = createConnections({
    config,
    declared,
    ticketsOf,
    metrics,
    log,
    clock,
  });
  const { registration, rests } = discord;
  const transport = createTransport({
    ...transportSettings(config),
    rests,
    stores,
    onShard: metrics.onShard,
    onRefusedSignature: metrics.onRefusedSignature,
    log,
  });

  const product = compose(
    {
      stores,
      discord: {
        ...discord,
        ticketsOf,
        mention: (command) => registration.mention(command),
        install: () => registration.install(),
        latencyMs: () => transport.latencyMs() ?? rests.latencyMs(),
      },
      platform: openPlatform,
      clock,
      random: randomBytes,
      words,
      log,
      metrics,
      pictures: {
        ...createPictures({ log }),
        takeCard: takeCard ?? createTokenBucket(CARD_RATE, clock.now),
      },
    },
    productSettings(config),
    commands,
  );

  const { dispatch } = product.dispatcher;
  const readiness = createReadiness({
    disconnectedMs: () => transport.disconnectedMs(),
    store: () => stores.check(),
  });
  const web = product.openWeb({
    ...webSettings(config),
    readiness: () => readiness.read(),
    isDraining: () => readiness.draining(),
    interactions: transport.endpoint?.(dispatch),
  });
  const metricsServer = createMetricsServer({
    read: async () =>
      metrics.read({
        ...product.state(),
        readiness: await readiness.read(),
        invalidRequests: rests.invalidRequests(),
      }),
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
          await transport.connect({ dispatch, onRefused });
        },
        { log, signal },
      ),
    watchStore: ({ onRefused }) => watchVersion(stores, onRefused),
    addresses: () => ({
      ...present({ interactionsEndpointUrl: transport.endpoint && addresses.interactions }),
      redirectUrls: addresses.redirects,
      install: registration.install(),
    }),
    background: product.background,
    readiness,
    dispatcher: product.dispatcher,
    transport,
    web,
    idle: () => product.idle(),
    connections: [rests, product, metricsServer, stores],
  });
}
