import type { Driver, IsWanted, StoredRow, TextStore } from './driver.ts';
import { keyvOfTexts } from './keyv-texts.ts';
import { BATCH } from './records.ts';
import { connectRedis } from './redis-connection.ts';
import { bringToVersion } from './redis-version.ts';
import type { RedisPlace } from './store-url.ts';
import type { StoreTools } from './stores.ts';
import { StoreVersionError, VERSION_KEY } from './version.ts';

/** Redis takes whole milliseconds, at least 1. */
export const expiryOption = (ttlMs: number | undefined) =>
  ttlMs === undefined ? {} : { PX: Math.max(1, Math.ceil(ttlMs)) };

/**
 * Arguments: the text that was read, the text to write (absent deletes), its lifetime ('' for none). A script, because WATCH
 * applies to a whole connection, and all calls share one.
 */
const SWAP = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if #ARGV == 1 then redis.call('DEL', KEYS[1])
  elseif ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
  else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  return 1`;

/** Does not fail while Redis is down; each call does. Throws `StoreVersionError` if the store cannot be used. */
export async function openRedisDriver(place: RedisPlace, tools: StoreTools): Promise<Driver> {
  const connection = await connectRedis(place, tools.log);
  const { adapter, client, close } = connection;
  const keyv = keyvOfTexts(adapter, () => undefined); // the connection logs them
  const keyOf = (namespace: string, key: string) => `${place.prefix}:${namespace}:${key}`;
  /** Splits a key into its parts; the last one may contain any character. */
  const KEY_PARTS = new RegExp(`^${place.prefix}:([a-z]+):(.*)$`, 'is');

  let isReady = false;
  let preparing: Promise<void> | undefined;
  /** A Redis that was down at the start gets its version before the first call. */
  function prepare(): Promise<void> {
    preparing ??= bringToVersion({ ...connection, prefix: place.prefix }, tools)
      .then(() => void (isReady = true))
      .finally(() => (preparing = undefined));
    return preparing;
  }
  /** A fault that would have stopped the start must be in the log, even before the first command. */
  let isReported = false;
  function report(error: unknown): never {
    if (error instanceof StoreVersionError && !isReported) {
      isReported = true;
      tools.log.warn({ failure: error.message }, 'the store cannot be used');
    }
    throw error;
  }
  const call = <R>(what: string, work: () => Promise<R>): Promise<R> =>
    connection.call(what, isReady ? work : () => prepare().catch(report).then(work));

  await prepare().catch(async (error: unknown) => {
    if (!(error instanceof StoreVersionError)) return; // Redis is down, or refuses the login
    await close();
    throw error;
  });

  function namespace(name: string): TextStore {
    const at = (key: string) => keyOf(name, key);
    return {
      get: (key) => keyv.get(at(key)),
      getMany: (keys) => keyv.getMany(keys.map(at)),
      set: async (key, text, ttlMs) => void (await keyv.set(at(key), text, expiryOption(ttlMs).PX)),
      delete: async (key) => void (await keyv.delete(at(key))),
      take: async (key) => (await client.getDel(at(key))) ?? undefined,

      async write(rows, { overwrite }) {
        const condition = overwrite ? {} : ({ condition: 'NX' } as const);
        const answers = await Promise.all(
          rows.map(({ key, text, ttlMs }) =>
            client.set(at(key), text, { ...condition, ...expiryOption(ttlMs) }),
          ),
        );
        return new Set(rows.flatMap(({ key }, i) => (answers[i] === 'OK' ? [key] : [])));
      },

      async swap(key, before, next, ttlMs) {
        const newArguments = next === undefined ? [] : [next, String(expiryOption(ttlMs).PX ?? '')];
        return (await client.eval(SWAP, { keys: [at(key)], arguments: [before, ...newArguments] })) === 1;
      },
    };
  }

  async function* rows(what: string, isWanted: IsWanted): AsyncGenerator<StoredRow[]> {
    let cursor = '0';
    do {
      const from = cursor;
      const page = await call(what, () => client.scan(from, { MATCH: `${place.prefix}:*`, COUNT: BATCH }));
      cursor = page.cursor;
      const entries = page.keys.flatMap((at) => {
        const [, name, key] = KEY_PARTS.exec(at) ?? [];
        return name === undefined || key === undefined || !isWanted(name)
          ? []
          : [{ at, namespace: name, key }];
      });
      const keys = entries.map(({ at }) => at);
      const texts = keys.length > 0 ? await call(what, () => client.mGet(keys)) : [];
      yield entries.flatMap(({ namespace: name, key }, i) => {
        const text = texts[i] ?? undefined; // deleted meanwhile
        return text === undefined ? [] : [{ namespace: name, key, text }];
      });
    } while (cursor !== '0');
  }

  return {
    namespace,
    call,
    // Redis expires records by its own clock, which all replicas share: otherwise a lease would look expired to a replica
    // whose clock is ahead. `expires` in the envelope is only for moving a record to another store.
    isLive: () => true,
    walk: ({ isWanted }) => rows('store walk', isWanted),

    async *find(text, isWanted) {
      for await (const page of rows('store find', isWanted))
        yield page.filter((row) => row.key.includes(text) || row.text.includes(text));
    },

    async erase(rowsToErase) {
      let changed = 0;
      for (const { namespace: name, key, text, next } of rowsToErase) {
        const swap = () => namespace(name).swap(key, text, next?.text, next?.ttlMs);
        if (!(await call('store erase', swap))) changed++;
      }
      return changed;
    },

    // Redis overwrites its files as a whole.
    traces: () => Promise.resolve([]),
    rewrite: () => Promise.resolve(),

    version: async () => (await client.get(`${place.prefix}:${VERSION_KEY}`)) ?? undefined,
    close,
  };
}
