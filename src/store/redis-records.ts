import { parseEnvelope, valueOf } from './envelope.ts';
import { BATCH, type FoundRecord, type PutCount, type Records, type StoredRecord } from './records.ts';
import type { RedisConnection } from './redis-connection.ts';
import { keyOf, lifetime } from './redis-namespace.ts';
import { StoreError } from './store.ts';

export function redisRecords({ call }: RedisConnection, prefix: string, now: () => number): Records {
  /** `prefix:namespace:key`, where a key may hold anything. */
  const placed = new RegExp(`^${prefix}:([a-z]+):(.*)$`, 'is');
  const keyOfRecord = ({ namespace, key }: StoredRecord) => keyOf(prefix, namespace, key);

  async function read(keys: string[]): Promise<StoredRecord[]> {
    if (keys.length === 0) return [];
    const texts = await call('store walk', (client) => client.mGet(keys));
    return texts.flatMap((text, i) => {
      const [, namespace, key] = placed.exec(keys[i] ?? '') ?? [];
      if (text === null || namespace === undefined || key === undefined) return []; // gone meanwhile, or not ours
      return [{ namespace, key, ...envelopeAt(namespace, text) }];
    });
  }

  async function* keyPages(what: string): AsyncGenerator<string[]> {
    let cursor = '0';
    do {
      const from = cursor;
      const found = await call(what, (client) => client.scan(from, { MATCH: `${prefix}:*`, COUNT: BATCH }));
      cursor = found.cursor;
      yield found.keys;
    } while (cursor !== '0');
  }

  async function* walk(): AsyncGenerator<StoredRecord[]> {
    for await (const keys of keyPages('store walk')) yield await read(keys);
  }

  async function put(records: readonly StoredRecord[], { overwrite = false } = {}): Promise<PutCount> {
    const write = (some: readonly StoredRecord[], condition: { condition?: 'NX' }) =>
      call('store put', (client) =>
        Promise.all(
          some.map(({ value, expires, ...record }) => {
            const text = JSON.stringify(expires === undefined ? { value } : { value, expires });
            const options = { ...condition, ...lifetime(expires && expires - now()) };
            return client.set(keyOf(prefix, record.namespace, record.key), text, options);
          }),
        ),
      );
    const answers = await write(records, { condition: 'NX' });
    const there = records.filter((_, i) => answers[i] !== 'OK');
    const held =
      there.length > 0 ? await call('store put', (client) => client.mGet(there.map(keyOfRecord))) : [];
    const others = there.filter(({ value }, i) => {
      const text = held[i] ?? null;
      return text === null || JSON.stringify(parseEnvelope(text).value) !== JSON.stringify(value);
    });
    if (overwrite && others.length > 0) await write(others, {});
    return {
      written: records.length - there.length + (overwrite ? others.length : 0),
      same: there.length - others.length,
      kept: overwrite ? 0 : others.length,
    };
  }

  function envelopeAt(namespace: string, text: string) {
    try {
      return parseEnvelope<unknown>(text);
    } catch (cause) {
      throw new StoreError(`store ${namespace}: a damaged record`, { cause });
    }
  }

  async function find(text: string): Promise<FoundRecord[]> {
    const found: FoundRecord[] = [];
    for await (const keys of keyPages('store find')) {
      const texts = keys.length > 0 ? await call('store find', (client) => client.mGet(keys)) : [];
      for (const [i, name] of keys.entries()) {
        const [, namespace, key] = placed.exec(name) ?? [];
        const value = texts[i] ?? null;
        if (value === null || namespace === undefined || key === undefined) continue;
        if (key.includes(text) || value.includes(text)) found.push({ namespace, key, value: valueOf(value) });
      }
    }
    return found;
  }

  async function erase(rows: readonly Pick<FoundRecord, 'namespace' | 'key'>[]): Promise<void> {
    for (const { namespace, key } of rows)
      await call('store erase', (client) => client.del(keyOf(prefix, namespace, key)));
  }

  return { walk, put, find, erase, close: async () => {} };
}
