import KeyvRedis, { createClient } from '@keyv/redis';
import { withinDeadline } from './deadline.ts';
import { StoreError, type StoreLog } from './store.ts';
import type { RedisPlace } from './store-url.ts';

const CALL_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
const RETRY_MAX_MS = 1000;
const PING_MS = 1000;
/** A connection on which nothing has come back for so long leads nowhere: the host is gone, or has handed over. */
const SILENT_MS = 3000;

/** A client of RESP2, without modules, functions or scripts of its own. */
type Client = ReturnType<typeof createPlainClient>;

export interface RedisConnection {
  adapter: KeyvRedis<string>;
  /** To be used within `call`. */
  client: Client;
  /** Runs one call, within a second. Throws `StoreError`, which says what failed and Redis' code for it, and no more. */
  call<R>(this: void, what: string, work: () => Promise<R>): Promise<R>;
  close(this: void): Promise<void>;
}

/**
 * One connection for all namespaces. They need none of their own: each of our commands is one step by itself, none
 * blocks, none clears, and commands on one connection go out together. It connects by itself, again and again; the first
 * attempt is waited for, for a second at most, and may fail: who starts before Redis does has to wait for it anyway.
 */
export async function connectRedis(place: RedisPlace, log: StoreLog): Promise<RedisConnection> {
  let failure = 'not connected yet';
  let out = false;
  let closed = false;
  let answeredAt = performance.now();

  const client = createPlainClient(place);
  const adapter = new KeyvRedis<string>(client, { throwOnErrors: true });
  const heard = () => (answeredAt = performance.now());

  // Each attempt to connect again fails with an event: an outage is told once, and its end.
  const onError = (error: unknown) => {
    if (closed) return;
    failure = codeOf(error);
    if (out) return;
    out = true;
    log.warn({ failure }, 'Redis is out of reach');
  };
  // Both hand on what the client tells; without a listener of their own they would throw it.
  client.on('error', onError);
  adapter.on('error', () => undefined);
  client.on('ping-interval', heard);
  client.on('ready', () => {
    heard();
    if (out) log.info({}, 'Redis answers again');
    out = false;
  });

  const connect = () => client.connect().catch(onError);
  const first = connect();
  await withinDeadline(first, CONNECT_TIMEOUT_MS, 'connect').catch(() => undefined);

  /** TCP alone finds out after minutes that nobody is there any more, and Node's idle timer is put back by each write. */
  function giveUpSilent(): void {
    // While it is not ready it is being connected already; a second attempt beside that one would be a second connection.
    if (closed || !client.isReady || performance.now() - answeredAt < SILENT_MS) return;
    onError(new StoreError('silent'));
    client.destroy();
    void connect();
  }

  return {
    adapter,
    client,

    async call(what, work) {
      if (closed) throw new StoreError(`${what}: the store is closed`);
      if (!client.isReady) throw new StoreError(`${what}: Redis is out of reach (${failure})`);
      try {
        const result = await withinDeadline(work(), CALL_TIMEOUT_MS, what);
        heard();
        return result;
      } catch (error) {
        if (!(error instanceof StoreError)) throw new StoreError(`${what}: ${codeOf(error)}`);
        giveUpSilent();
        throw error;
      }
    },

    async close() {
      if (closed) return;
      closed = true;
      try {
        // Waits for answers on their way; a Redis that hangs gives none.
        if (client.isReady) await withinDeadline(client.close(), CALL_TIMEOUT_MS, 'close');
        else client.destroy();
      } catch {
        // It is closed, or nobody is there to be told.
      }
    },
  };
}

function createPlainClient({ host, port, tls, login, database }: RedisPlace) {
  return createClient({
    ...login,
    database,
    // What nobody can answer fails at once: whoever asks has three seconds, and is told that the store is down.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      host,
      port,
      ...(tls && { tls }),
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, RETRY_MAX_MS),
    },
  });
}

/**
 * The system's code, or the first word of what Redis replies ("WRONGPASS"), or the error's class: what the text says beyond
 * it may name hosts, users and keys.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
