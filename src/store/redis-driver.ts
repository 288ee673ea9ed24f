import type { Driver, IsWanted, Row, TextStore } from './driver.ts';
import { keyvOfTexts } from './keyv-texts.ts';
import { BATCH } from './records.ts';
import { connectRedis } from './redis-connection.ts';
import type { RedisPlace } from './store-url.ts';
import type { StoreTools } from './stores.ts';

/** Redis ends a lifetime by its own clock, and takes whole milliseconds of at least one. */
export const lifetime = (ttlMs: number | undefined) =>
  ttlMs === undefined ? {} : { PX: Math.max(1, Math.ceil(ttlMs)) };

/**
 * Arguments: the text that was read, the text to write (none removes), its lifetime ('' for none). A script, because WATCH
 * holds for a whole connection, and all calls share one. EVAL is one step on Redis and Valkey alike.
 */
const SWAP = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if #ARGV == 1 then redis.call('DEL', KEYS[1])
  elseif ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
  else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  return 1`;

/** Does not fail while Redis is down: every call does until it is there. */
export async function openRedisDriver(place: RedisPlace, { log }: StoreTools): Promise<Driver> {
  const { adapter, client, call, close } = await connectRedis(place, log);
  const keyv = keyvOfTexts(adapter, () => undefined); // the connection logs them
  /** The one place that puts a key together. */
  const keyOf = (namespace: string, key: string) => `${place.prefix}:${namespace}:${key}`;
  /** Takes it apart; a key may hold anything. */
  const PARTS = new RegExp(`^${place.prefix}:([a-z]+):(.*)$`, 'is');

  function namespace(name: string): TextStore {
    const at = (key: string) => keyOf(name, key);
    return {
      get: (key) => keyv.get(at(key)),
      getMany: (keys) => keyv.getMany(keys.map(at)),
      set: async (key, text, ttlMs) => void (await keyv.set(at(key), text, lifetime(ttlMs).PX)),
      delete: async (key) => void (await keyv.delete(at(key))),
      take: async (key) => (await client.getDel(at(key))) ?? undefined,

      async write(rows, { overwrite }) {
        const condition = overwrite ? {} : ({ condition: 'NX' } as const);
        const answers = await Promise.all(
          rows.map(({ key, text, ttlMs }) => client.set(at(key), text, { ...condition, ...lifetime(ttlMs) })),
        );
        return new Set(rows.flatMap(({ key }, i) => (answers[i] === 'OK' ? [key] : [])));
      },

      async swap(key, before, next, ttlMs) {
        const written = next === undefined ? [] : [next, String(lifetime(ttlMs).PX ?? '')];
        return (await client.eval(SWAP, { keys: [at(key)], arguments: [before, ...written] })) === 1;
      },
    };
  }

  async function* rows(what: string, isWanted: IsWanted): AsyncGenerator<Row[]> {
    let cursor = '0';
    do {
      const from = cursor;
      const page = await call(what, () => client.scan(from, { MATCH: `${place.prefix}:*`, COUNT: BATCH }));
      cursor = page.cursor;
      const found = page.keys.flatMap((at) => {
        const [, name, key] = PARTS.exec(at) ?? [];
        return name === undefined || key === undefined || !isWanted(name)
          ? []
          : [{ at, namespace: name, key }];
      });
      const keys = found.map(({ at }) => at);
      const texts = keys.length > 0 ? await call(what, () => client.mGet(keys)) : [];
      yield found.flatMap(({ namespace: name, key }, i) => {
        const text = texts[i] ?? undefined; // gone meanwhile
        return text === undefined ? [] : [{ namespace: name, key, text }];
      });
    } while (cursor !== '0');
  }

  return {
    namespace,
    call,
    // Redis' own clock ends a lifetime, the one clock that all replicas share: a lease that one of them takes has not expired
    // for another whose clock is ahead. `expires` in the envelope is for moving a record elsewhere.
    isLive: () => true,
    walk: ({ isWanted }) => rows('store walk', isWanted),

    async *find(text, isWanted) {
      for await (const page of rows('store find', isWanted))
        yield page.filter((row) => row.key.includes(text) || row.text.includes(text));
    },

    async erase(rowsToGo) {
      let missed = 0;
      for (const { namespace: name, key, text, next } of rowsToGo) {
        const swap = () => namespace(name).swap(key, text, next?.text, next?.ttlMs);
        if (!(await call('store erase', swap))) missed++;
      }
      return missed;
    },

    close,
  };
}
