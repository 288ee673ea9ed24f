import { METRIC_LABELS } from '../../src/app/metric-labels.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { readSamples } from '../support/samples.ts';

/** Every name that a series of the bot's may have, with the labels of its series. */
export async function everyMetric(): Promise<Map<string, Set<string>>> {
  const metrics = createMetrics({ version: '0', commands: ['rank'], labels: METRIC_LABELS });
  // Labels show once something has happened.
  metrics.onHandled({ command: 'rank', kind: 'command', outcome: 'ok', ms: 1, firstMs: 1 });
  metrics.onPlatformCall({ operation: 'GET /v1/tournaments', outcome: 'ok', ms: 1 });
  metrics.onPlatformCall({ operation: 'GET /v1/tournaments', outcome: 'ok', ms: 0, cached: true });
  metrics.onLink({ what: 'made' });
  metrics.onLink({ what: 'removed' });
  metrics.onLink({ what: 'refreshed', outcome: 'ok' });
  metrics.onLink({ what: 'refused', reason: 'cookie-lost' });
  metrics.onStoreCall({ namespace: 'links', operation: 'get', ms: 1, failed: true });
  metrics.onUnreadable({ namespace: 'links' });
  metrics.background.onPoll('ok');
  metrics.background.onPost('call', 1);
  metrics.background.onStop('over');
  metrics.onResult('agreed', 1000);
  metrics.onShard(0, true);
  metrics.onRateLimited('user');
  metrics.onRefusedSignature('wrong');

  const { samples, types } = readSamples(
    (
      await metrics.read({
        running: 0,
        invalidRequests: 0,
        isOwner: true,
        followed: 1,
        roles: { members: 0, stalledMs: 0 },
        readiness: { ready: true, draining: false, discord: 'connected', store: 'ok' },
      })
    ).text,
  );
  const labels = new Map<string, Set<string>>();
  for (const { name, labels: own } of samples)
    labels.set(name, new Set([...(labels.get(name) ?? []), ...Object.keys(own)]));
  const silent = [...types.keys()].filter(
    (name) => name.startsWith('matchpoint_') && !isSampled(name, labels),
  );
  if (silent.length > 0) throw new Error(`nothing has happened to ${silent.join(', ')}`);
  return labels;
}

const isSampled = (name: string, labels: ReadonlyMap<string, unknown>): boolean =>
  labels.has(name) || labels.has(`${name}_count`);
