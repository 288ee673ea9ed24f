import { Counter, Histogram, type Registry } from 'prom-client';
import type { StoreCall } from '../store/timed-stores.ts';

// From a SQLite read out of the page cache to the deadline of a store that hangs.
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];

export function storeMetrics(registry: Registry): (call: StoreCall) => void {
  const registers = [registry];
  const labelNames = ['namespace', 'operation'] as const;
  const seconds = new Histogram({
    name: 'matchpoint_store_call_duration_seconds',
    help: 'How long calls of the store take, failures included.',
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'matchpoint_store_errors_total',
    help: 'Calls that the store did not answer.',
    labelNames,
    registers,
  });
  return ({ namespace, operation, ms, failed }) => {
    seconds.observe({ namespace, operation }, ms / 1000);
    if (failed) errors.inc({ namespace, operation });
  };
}
