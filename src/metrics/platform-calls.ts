import { Counter, Histogram, type Registry } from 'prom-client';
import type { CallEvent } from '../platform/calls.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Operations are those of the platform's document ("GET /v1/users/:id"): a bounded set without ids. */
export function platformMetrics(registry: Registry): (event: CallEvent) => void {
  const registers = [registry];
  const total = new Counter({
    name: 'matchpoint_platform_calls_total',
    help: 'Exchanges with the platform, by operation and outcome; repetitions count.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'matchpoint_platform_call_duration_seconds',
    help: 'How long exchanges with the platform take, failures included.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  const kept = new Counter({
    name: 'matchpoint_platform_kept_answers_total',
    help: 'Reads that were answered without an exchange of their own: from a kept copy, or by one in flight.',
    labelNames: ['operation'],
    registers,
  });
  return ({ operation, outcome, ms, cached }) => {
    if (cached === true) {
      kept.inc({ operation });
      return;
    }
    total.inc({ operation, outcome });
    seconds.observe({ operation }, ms / 1000);
  };
}
