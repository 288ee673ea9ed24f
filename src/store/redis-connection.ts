import KeyvRedis, { createClient } from '@keyv/redis';
import { present } from '../present.ts';
import { StoreError } from './errors.ts';
import { withinDeadline, type StoreLog } from './store.ts';
import type { RedisPlace } from './store-url.ts';

const CALL_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
const RETRY_MAX_MS = 1000;
const PING_MS = 1000;
/** A connection without an answer for this long is dead: the host is gone, or a failover has replaced it. */
const SILENT_MS = 3000;

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/**
 * One connection shared by the namespaces: our commands are atomic, none blocks, and a shared connection pipelines them. It
 * reconnects until it is closed. Waits at most a second for the first attempt, which may fail: a bot that starts before
 * Redis has to wait for it anyway.
 */
export async function connectRedis(place: RedisPlace, log: StoreLog) {
  let failure = 'not connected yet';
  let isDown = false;
  let closed = false;
  let answeredAt = performance.now();

  const client = createPlainClient(place);
  const adapter = new KeyvRedis<string>(client, { throwOnErrors: true });
  const markAlive = () => (answeredAt = performance.now());

  // Each failed attempt to reconnect emits an event: log an outage once, and its end.
  const onError = (error: unknown) => {
    if (closed) return;
    failure = redisErrorCode(error);
    if (isDown) return;
    isDown = true;
    log.warn({ failure }, 'Redis is out of reach');
  };
  // Both emit the client's errors, and throw without a listener.
  client.on('error', onError);
  adapter.on('error', () => undefined);
  client.on('ping-interval', markAlive);
  client.on('ready', () => {
    markAlive();
    if (isDown) log.info({}, 'Redis answers again');
    isDown = false;
  });

  const connect = () => client.connect().catch(onError);
  const firstAttempt = connect();
  await withinDeadline(firstAttempt, CONNECT_TIMEOUT_MS, 'connect').catch(() => undefined);

  /** TCP takes minutes to detect a dead peer, and each write resets Node's idle timer. */
  function reconnectIfSilent(): void {
    // A client that is not ready is already connecting; another attempt would open a second connection.
    if (closed || !client.isReady || performance.now() - answeredAt < SILENT_MS) return;
    onError(new StoreError('silent'));
    client.destroy();
    void connect();
  }

  return {
    adapter,
    /** Use it inside `call`. */
    client,

    /** Runs one call with a timeout of a second. Throws `StoreError` with what failed and Redis' error code. */
    async call<R>(this: void, what: string, work: () => Promise<R>): Promise<R> {
      if (closed) throw new StoreError(`${what}: the store is closed`);
      if (!client.isReady) throw new StoreError(`${what}: Redis is out of reach (${failure})`);
      try {
        const result = await withinDeadline(work(), CALL_TIMEOUT_MS, what);
        markAlive();
        return result;
      } catch (error) {
        if (!(error instanceof StoreError)) throw new StoreError(`${what}: ${redisErrorCode(error)}`);
        reconnectIfSilent();
        throw error;
      }
    },

    async close(this: void): Promise<void> {
      if (closed) return;
      closed = true;
      try {
        // Waits for pending answers; a Redis that hangs sends none.
        if (client.isReady) await withinDeadline(client.close(), CALL_TIMEOUT_MS, 'close');
        else client.destroy();
      } catch {
        // Already closed, or Redis is gone.
      }
    },
  };
}

function createPlainClient({ host, port, tls, login, database }: RedisPlace) {
  return createClient({
    ...login,
    database,
    // Fail at once while Redis is away: an interaction has three seconds to report it.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      host,
      port,
      ...present({ tls: tls || undefined }),
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, RETRY_MAX_MS),
    },
  });
}

/**
 * The system's error code, the first word of Redis' reply ("WRONGPASS"), or the error's class. The rest of the message may
 * contain hosts, users and keys.
 */
function redisErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
