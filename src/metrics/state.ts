import { Gauge, type Registry } from 'prom-client';
import type { Readiness } from '../readiness.ts';

interface Bot {
  version: string;
  readiness: () => Promise<Readiness>;
}

/** What /readyz says, a store that was lost after the start included. Gives what has to be done before each look. */
export function stateMetrics(registry: Registry, { version, readiness }: Bot): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const ready = gauge('matchpoint_ready', 'Whether the bot may be sent work.');
  const draining = gauge('matchpoint_draining', 'Whether the bot is stopping.');
  const connected = gauge(
    'matchpoint_discord_connected',
    'Whether interactions can arrive: every shard has its session, or the endpoint is open.',
  );
  const store = gauge('matchpoint_store_up', 'Whether the store can be read and written.');
  new Gauge({
    name: 'matchpoint_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  return async () => {
    const state = await readiness();
    ready.set(state.ready ? 1 : 0);
    draining.set(state.draining ? 1 : 0);
    connected.set(state.discord === 'connected' ? 1 : 0);
    store.set(state.store === 'ok' ? 1 : 0);
  };
}
