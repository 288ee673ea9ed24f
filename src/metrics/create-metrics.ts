import { collectDefaultMetrics, Registry } from 'prom-client';
import { backgroundMetrics } from './background.ts';
import { discordMetrics, type DiscordMetrics } from './discord.ts';
import { interactionMetrics } from './interactions.ts';
import { linkMetrics } from './links.ts';
import { platformMetrics } from './platform-calls.ts';
import type { MetricsPage } from './serve.ts';
import { stateMetrics } from './state.ts';
import { storeMetrics } from './store-calls.ts';

export interface MetricsOptions {
  version: string;
  /** The names of all commands that are built. */
  commands: readonly string[];
  /** How many interactions are being answered. */
  running: () => number;
  readiness: Parameters<typeof stateMetrics>[1]['readiness'];
  invalidRequests?: () => number;
  background: Parameters<typeof backgroundMetrics>[1];
}

/** What the rooms tell of themselves. None of it is ever an id, a name or a token: labels come from what is built alone. */
export interface Metrics extends DiscordMetrics {
  onHandled: ReturnType<typeof interactionMetrics>;
  onPlatformCall: ReturnType<typeof platformMetrics>;
  onLink: ReturnType<typeof linkMetrics>;
  onStoreCall: ReturnType<typeof storeMetrics>;
  background: ReturnType<typeof backgroundMetrics>;
  /** In Prometheus' text format. */
  read(): Promise<MetricsPage>;
}

/** Counts and times what the bot does, with Node's own figures beside it (memory, processor, event-loop delay). */
export function createMetrics({ background, invalidRequests, ...options }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readState = stateMetrics(registry, options);
  return {
    onHandled: interactionMetrics(registry, options),
    onPlatformCall: platformMetrics(registry),
    onLink: linkMetrics(registry),
    onStoreCall: storeMetrics(registry),
    background: backgroundMetrics(registry, background),
    ...discordMetrics(registry, invalidRequests),
    async read() {
      await readState();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
