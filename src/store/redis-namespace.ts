import type { Keyv } from 'keyv';
import { parseEnvelope, sealEnvelope } from './envelope.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { Store } from './store.ts';

/** Where a record lies: the one place that puts a key together. */
export const keyOf = (prefix: string, namespace: string, key: string): string =>
  `${prefix}:${namespace}:${key}`;

/** Redis forgets by itself and by its own clock, in whole milliseconds of at least one. */
export const lifetime = (ttlMs: number | undefined) =>
  ttlMs === undefined ? {} : { PX: Math.max(1, Math.ceil(ttlMs)) };

/**
 * KEYS[1], the text that was read, the text to write (none removes), its lifetime ('' for none). A script and not WATCH:
 * that holds for a whole connection, and all calls share one. EVAL is one step on Redis and Valkey alike.
 */
const REPLACE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if #ARGV == 1 then redis.call('DEL', KEYS[1])
  elseif ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
  else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  return 1`;

interface Options {
  connection: RedisConnection;
  keyv: Keyv;
  prefix: string;
  name: string;
  now: () => number;
}

/**
 * The clock that ends a lifetime is Redis' own, the one clock that all replicas share: a lease that one of them takes is
 * not over for another whose clock is ahead. `expires` in the envelope is for moving a record elsewhere.
 */
export function openRedisNamespace<T>({ connection, keyv, prefix, name, now }: Options): Store<T> {
  const at = (key: string) => keyOf(prefix, name, key);
  const textOf = (value: T, ttlMs?: number) => JSON.stringify(sealEnvelope(value, ttlMs, now()));
  const valueOf = (text: string | null) => (text === null ? undefined : parseEnvelope<T>(text).value);
  const called = (operation: string) => `store ${name}.${operation}`;

  return {
    get: (key) => connection.call(called('get'), () => keyv.get<T>(at(key))),

    set: (key, value, ttlMs) =>
      connection.call(called('set'), async () => {
        await keyv.set(at(key), sealEnvelope(value, ttlMs, now()), lifetime(ttlMs).PX);
      }),

    delete: (key) =>
      connection.call(called('delete'), async () => {
        await keyv.delete(at(key));
      }),

    take: (key) => connection.call(called('take'), async (client) => valueOf(await client.getDel(at(key)))),

    add: (key, value, ttlMs) =>
      connection.call(called('add'), async (client) => {
        const options = { condition: 'NX', ...lifetime(ttlMs) } as const;
        return (await client.set(at(key), textOf(value, ttlMs), options)) === 'OK';
      }),

    replace: (key, expected, next, ttlMs) =>
      connection.call(called('replace'), async (client) => {
        const text = await client.get(at(key));
        if (text === null || JSON.stringify(valueOf(text)) !== JSON.stringify(expected)) return false;
        const written = next === undefined ? [] : [textOf(next, ttlMs), String(lifetime(ttlMs).PX ?? '')];
        return (await client.eval(REPLACE, { keys: [at(key)], arguments: [text, ...written] })) === 1;
      }),
  };
}
