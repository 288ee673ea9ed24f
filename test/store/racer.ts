// Usage: `racer STORE_URL take|add`. Prints for each key on its input whether it won.
import { createInterface } from 'node:readline';
import { openStores } from '../../src/store/open-stores.ts';

const [, , url, way] = process.argv;
const print = (fields: object, message: string) => console.error(message, fields);
const log = { info: print, warn: print };
const stores = await openStores(url ?? '', { log, now: Date.now, version: 'test' });
const store = stores.namespace<number>('raced');
await store.get('warm');
console.log('ready');

for await (const key of createInterface({ input: process.stdin })) {
  const won =
    way === 'take' ? (await store.take(key)) !== undefined : await store.add(key, process.pid, 60_000);
  console.log(won ? 'won' : 'lost');
}
await stores.close();
