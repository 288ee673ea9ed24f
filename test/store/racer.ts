// A process of its own for the race: `racer STORE_URL take|add`. For each key on its input it says whether it won it.
import { createInterface } from 'node:readline';
import { openStores } from '../../src/store/open-stores.ts';

const [, , url, way] = process.argv;
const said = (fields: object, message: string) => console.error(message, fields);
const log = { info: said, warn: said };
const stores = await openStores(url ?? '', { log, now: Date.now });
const store = stores.namespace<number>('raced');
await store.get('warm');
console.log('ready');

for await (const key of createInterface({ input: process.stdin })) {
  const won =
    way === 'take' ? (await store.take(key)) !== undefined : await store.add(key, process.pid, 60_000);
  console.log(won ? 'won' : 'lost');
}
await stores.close();
