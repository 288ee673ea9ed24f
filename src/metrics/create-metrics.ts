import { collectDefaultMetrics, Registry } from 'prom-client';
import type { LinkEvent } from '../accounts/ports.ts';
import type { HandledInteraction } from '../bot/dispatch.ts';
import { SECOND_MS } from '../durations.ts';
import type { CallEvent } from '../platform/calls.ts';
import type { Backlog } from '../jobs/part.ts';
import type { OnRole } from '../roles/ports.ts';
import type { Readiness } from '../web/readiness.ts';
import type { ResultEvent } from '../results/ports.ts';
import type { StoreCall } from '../store/store.ts';
import type { RefusedSignature } from '../web/refused-signatures.ts';
import { createInstruments } from './instruments.ts';
import type { MetricsPage } from './serve.ts';

type RoleEvent = Parameters<OnRole>[0];

/** The names that the dispatcher gives to interactions that belong to no command. */
const DISPATCHER_NAMES = ['gone', 'spam', 'ping', 'too-fast', 'busy'];

/** From the rooms that set them. */
export interface MetricLabels {
  /** The names of all kinds of records. */
  namespaces: Iterable<string>;
  linkRefusals: Iterable<string>;
  /** The operations with the platform's API key. */
  publicReads: Iterable<string>;
  platformErrors: Iterable<string>;
  stopReasons: Iterable<string>;
}

export interface MetricsOptions {
  version: string;
  /** The names of all commands. */
  commands: readonly string[];
  /** The values that other labels may have. */
  labels: MetricLabels;
}

/** What the page shows of the moment. */
export interface MetricsState {
  /** The number of interactions in progress. */
  running: number;
  /** As /readyz reports it. */
  readiness: Readiness;
  /** The number of requests that Discord refused in the last ten minutes. */
  invalidRequests: number;
  /** The background work as this process sees it. Only the owner polls and posts. */
  isOwner: boolean;
  followed: number;
  roles: Backlog;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Makes the series that alerts watch for their first event: one that is made by that event begins at 1, and to Prometheus
 * nothing has increased.
 */
function beginAtZero(
  series: ReturnType<typeof createInstruments>,
  { commands, labels }: Pick<MetricsOptions, 'commands' | 'labels'>,
): void {
  for (const kind of ['command', 'user-command', 'component', 'modal']) {
    for (const command of commands)
      for (const outcome of ['error', 'expired', 'failed', 'unanswered'])
        series.interactions.inc({ command, kind, outcome }, 0);
    series.interactions.inc({ command: 'busy', kind, outcome: 'ok' }, 0);
  }
  series.interactions.inc({ command: 'spam', kind: 'autocomplete', outcome: 'busy' }, 0);
  for (const reason of labels.linkRefusals) series.linkRefusals.inc({ reason }, 0);
  for (const outcome of ['ok', 'refused', 'failed']) series.refreshes.inc({ outcome }, 0);
  for (const reason of ['missing', 'old', 'wrong']) series.refusedSignatures.inc({ reason }, 0);
  for (const operation of labels.publicReads)
    for (const outcome of labels.platformErrors) series.platformCalls.inc({ operation, outcome }, 0);
  for (const outcome of ['ok', ...labels.platformErrors]) series.polls.inc({ outcome }, 0);
  for (const reason of labels.stopReasons) series.stops.inc({ reason }, 0);
  for (const scope of ['user', 'global', 'shared']) series.rateLimits.inc({ scope }, 0);
  for (const namespace of labels.namespaces) series.unreadable.inc({ namespace }, 0);
  for (const outcome of ['given', 'taken', 'refused']) series.roleChanges.inc({ outcome }, 0);
}

/**
 * Counts and times what the bot does, besides Node's default metrics (memory, CPU, event-loop lag). Labels come from fixed
 * sets: never an id, a name or a token.
 */
export function createMetrics(options: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const series = createInstruments(registry);
  series.build.set({ version: options.version }, 1);
  const names = new Set([...options.commands, ...DISPATCHER_NAMES]);
  beginAtZero(series, options);

  return {
    onHandled: ({ command: commandOrAction, kind, outcome, firstMs, ms }: HandledInteraction): void => {
      const [name = ''] = commandOrAction.split(':', 1);
      // The name comes from the request: without this check, anyone could create time series.
      const command = names.has(name) ? name : 'unknown';
      series.interactions.inc({ command, kind, outcome });
      if (firstMs === undefined) return;
      series.firstAnswers.observe({ command, kind }, firstMs / SECOND_MS);
      series.finalAnswers.observe({ command, kind }, ms / SECOND_MS);
    },
    onPlatformCall: ({ operation, outcome, ms, cached }: CallEvent): void => {
      if (cached === true) return series.cachedAnswers.inc({ operation });
      series.platformCalls.inc({ operation, outcome });
      series.platformSeconds.observe({ operation }, ms / SECOND_MS);
    },
    onLink: (event: LinkEvent): void => {
      switch (event.what) {
        case 'made':
          return series.links.inc();
        case 'removed':
          return series.unlinks.inc();
        case 'refreshed':
          return series.refreshes.inc({ outcome: event.outcome });
        case 'refused':
          return series.linkRefusals.inc({ reason: event.reason });
      }
    },
    onStoreCall: ({ namespace, operation, ms, failed }: StoreCall): void => {
      series.storeSeconds.observe({ namespace, operation }, ms / SECOND_MS);
      if (failed) series.storeErrors.inc({ namespace, operation });
    },
    onUnreadable: ({ namespace }: { namespace: string }): void => series.unreadable.inc({ namespace }),
    background: {
      onPoll: (outcome: string): void => series.polls.inc({ outcome }),
      onPost: (kind: string, delayMs: number): void =>
        series.posts.observe({ kind }, Math.max(0, delayMs) / SECOND_MS),
      onStop: (reason: string): void => series.stops.inc({ reason }),
    },
    /** `ms`: from the report to its end. */
    onResult: (event: ResultEvent, ms?: number): void => {
      series.results.inc({ event });
      if (ms !== undefined) series.settledSeconds.observe(ms / SECOND_MS);
    },
    onRole: (outcome: RoleEvent): void => series.roleChanges.inc({ outcome }),
    onShard: (shardId: number, isReady: boolean): void =>
      series.shards.set({ shard: String(shardId) }, Number(isReady)),
    onRefusedSignature: (reason: RefusedSignature): void => series.refusedSignatures.inc({ reason }),
    /** `scope`: "user", "global" or "shared". */
    onRateLimited: (scope: string): void => series.rateLimits.inc({ scope }),
    /** In Prometheus' text format. */
    async read(state: MetricsState): Promise<MetricsPage> {
      const { followed, invalidRequests, isOwner, roles, running } = state;
      const { ready, draining, discord, store } = state.readiness;
      series.ready.set(Number(ready));
      series.draining.set(Number(draining));
      series.connected.set(Number(discord === 'connected'));
      series.storeUp.set(Number(store === 'ok'));
      series.running.set(running);
      series.owner.set(Number(isOwner));
      series.followed.set(followed);
      series.rolesBehind.set(roles.members);
      series.rolesStalled.set(roles.stalledMs / SECOND_MS);
      series.invalidRequests.set(invalidRequests);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
