import { Keyv } from 'keyv';
import { parseEnvelope } from './envelope.ts';
import { NAMESPACE, type OpenedStores } from './records.ts';
import { connectRedis } from './redis-connection.ts';
import { openRedisNamespace, keyOf } from './redis-namespace.ts';
import { redisRecords } from './redis-records.ts';
import { StoreError, type StoreLog } from './store.ts';
import type { RedisPlace } from './store-url.ts';

interface Tools {
  log: StoreLog;
  now: () => number;
}

/** Does not fail where Redis is down: every call does until it is there. */
export async function openRedisStores(place: RedisPlace, { log, now }: Tools): Promise<OpenedStores> {
  const connection = await connectRedis(place, log);
  const keyv = new Keyv({
    store: connection.adapter,
    throwOnErrors: true, // without it, a Redis that fails reads as an absent value
    useKeyPrefix: false,
    serialize: ({ value }) => JSON.stringify(value),
    deserialize: <V>(text: string) => ({ value: parseEnvelope<V>(text).value }),
  });
  // Keyv names a namespace to its adapter unasked, which would put it in front of our keys: they are made in `keyOf` alone.
  keyv.namespace = undefined;
  keyv.on('error', () => undefined); // told by the connection

  const opened = new Set<string>();
  const probe = keyOf(place.prefix, 'probe', 'checked');

  return {
    namespace: <T>(name: string) => {
      if (!NAMESPACE.test(name)) throw new Error(`a namespace has letters alone: ${name}`);
      if (opened.has(name)) throw new Error(`namespace ${name} is opened twice`);
      opened.add(name);
      return openRedisNamespace<T>({ connection, keyv, prefix: place.prefix, name, now });
    },
    // A write, since a Redis that only reads (a replica, a full one) keeps no link.
    check: () =>
      connection.call('store check', async (client) => {
        await client.set(probe, JSON.stringify({ value: now() }));
        if ((await client.get(probe)) === null) throw new StoreError('store check: what was written is gone');
      }),
    records: () => redisRecords(connection, place.prefix, now),
    close: () => connection.close(),
  };
}
