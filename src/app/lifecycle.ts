import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from '../async/repeat.ts';
import type { DiscordRefusedError } from '../discord/gateway.ts';
import type { StoreVersionError } from '../store/version.ts';

const DRAIN_MS = 9000;
/** The part of `DRAIN_MS` that is left for the gateway's last interactions once its connection is closed. */
const LAST_MS = 3000;
/** In HTTP mode: until balancers, which ask /readyz every second or so, send new work to others. */
const NOTICE_MS = 3000;

/** What an operator enters elsewhere, and shares. */
export interface Addresses {
  redirectUrls: { discord: string; platform: string };
  install: { server: string; user: string };
  /** In HTTP mode. */
  interactionsEndpointUrl?: string;
}

export interface App {
  /**
   * Resolves when the bot answers. Rejects with `StoreError`, `DiscordRefusedError`, or what listening on the port throws;
   * a Discord that does not answer is waited for. `onRefused`: Discord refuses the bot later on, or a
   * newer version has updated the store.
   */
  start(events: { onRefused: OnRefused }): Promise<Addresses>;
  /** Whether work can be sent here. */
  isReady: () => Promise<boolean>;
  /** Takes no new work, answers what is running (10 s at most), and closes everything. */
  stop(): Promise<void>;
}

type OnRefused = (error: DiscordRefusedError | StoreVersionError) => void;

interface Closable {
  close(): Promise<void>;
}

interface LifecycleParts {
  /** The ports. Rejects with what listening throws. */
  listen(): Promise<void>;
  /** Resolves once Discord hands interactions in. */
  connect(events: { onRefused: OnRefused; signal: AbortSignal }): Promise<void>;
  /** Calls `onRefused` once the store is another version's. */
  watchStore(events: { onRefused: OnRefused }): Background;
  addresses(): Addresses;
  background: readonly Background[];
  readiness: { drain(): void; read(): Promise<{ ready: boolean }> };
  dispatcher: { drain(ms: number): Promise<void> };
  /** Never ends on its own in HTTP mode. */
  transport: Partial<Closable>;
  web: Closable;
  /** Resolves when everything that answers left behind (messages, log lines) is sent. */
  idle(): Promise<void>;
  /** Closed last, in this order. */
  connections: readonly Closable[];
}

/** The order in which the bot starts and stops. */
export function createLifecycle(parts: LifecycleParts): App {
  const { background, dispatcher, transport, web } = parts;
  const stopping = new AbortController();
  let running: readonly Background[] = background;
  return {
    async start({ onRefused }) {
      await parts.listen();
      await parts.connect({ onRefused, signal: stopping.signal });
      if (!stopping.signal.aborted) {
        running = [parts.watchStore({ onRefused }), ...background];
        for (const work of running) work.start();
      }
      return parts.addresses();
    },
    isReady: async () => (await parts.readiness.read()).ready,
    async stop() {
      stopping.abort();
      const ended = Promise.all(running.map((work) => work.stop()));
      parts.readiness.drain();
      const until = Date.now() + DRAIN_MS;
      if (transport.close === undefined) {
        await sleep(NOTICE_MS);
      } else {
        // Another process takes over only when this one ends, so new work is accepted while old work finishes.
        await dispatcher.drain(DRAIN_MS - LAST_MS);
        await transport.close();
      }
      // From here on nothing new comes in; pending work is answered over its connections.
      const closed = web.close();
      await dispatcher.drain(until - Date.now());
      await ended;
      await parts.idle();
      await closed;
      for (const connection of parts.connections) await connection.close();
    },
  };
}
