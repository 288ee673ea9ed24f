import KeyvRedis, { createClient } from '@keyv/redis';
import { StoreError, withinDeadline, type StoreLog } from './store.ts';
import type { RedisPlace } from './store-url.ts';

const CALL_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
const RETRY_MAX_MS = 1000;
const PING_MS = 1000;
/** A connection on which nothing came back for so long is dead: the host is gone, or a failover has replaced it. */
const SILENT_MS = 3000;

/**
 * One connection for all namespaces: each of our commands is one step by itself, none blocks or clears, and commands on
 * one connection go out together. It connects by itself, again and again. The first attempt is awaited for a second at
 * most and may fail, since a bot that starts before Redis has to wait for it anyway.
 */
export async function connectRedis(place: RedisPlace, log: StoreLog) {
  let failure = 'not connected yet';
  let out = false;
  let closed = false;
  let answeredAt = performance.now();

  const client = createPlainClient(place);
  const adapter = new KeyvRedis<string>(client, { throwOnErrors: true });
  const heard = () => (answeredAt = performance.now());

  // Each attempt to connect again fails with an event: an outage is logged once, and its end.
  const onError = (error: unknown) => {
    if (closed) return;
    failure = codeOf(error);
    if (out) return;
    out = true;
    log.warn({ failure }, 'Redis is out of reach');
  };
  // Both pass on the client's errors, and would throw them without a listener of their own.
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

  /** TCP alone takes minutes to notice that the other side is gone, and each write resets Node's idle timer. */
  function giveUpSilent(): void {
    // While it is not ready it is connecting already; a second attempt would make a second connection.
    if (closed || !client.isReady || performance.now() - answeredAt < SILENT_MS) return;
    onError(new StoreError('silent'));
    client.destroy();
    void connect();
  }

  return {
    adapter,
    /** To be used within `call`. */
    client,

    /** Runs one call, within a second. Throws `StoreError`, whose text is what failed and Redis' code for it. */
    async call<R>(this: void, what: string, work: () => Promise<R>): Promise<R> {
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

    async close(this: void): Promise<void> {
      if (closed) return;
      closed = true;
      try {
        // Waits for answers on their way; a Redis that hangs gives none.
        if (client.isReady) await withinDeadline(client.close(), CALL_TIMEOUT_MS, 'close');
        else client.destroy();
      } catch {
        // It is closed already, or Redis is gone.
      }
    },
  };
}

function createPlainClient({ host, port, tls, login, database }: RedisPlace) {
  return createClient({
    ...login,
    database,
    // A call fails at once while Redis is away: an interaction has three seconds to say that the store is down.
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
 * The system's code, or the first word of Redis' reply ("WRONGPASS"), or the error's class. The rest of the text may name
 * hosts, users and keys.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
