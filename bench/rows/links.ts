import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPrivateRedis } from '../../playground/redis.ts';
import { createLinks, type Links } from '../../src/accounts/links.ts';
import { openStores } from '../../src/store/open-stores.ts';
import type { StoredRecord } from '../../src/store/records.ts';
import type { Stores } from '../../src/store/store.ts';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import { quiet } from './quiet.ts';
import type { Result } from '../result.ts';
import { size, type Effort, type BenchRow } from './row.ts';

const FEW = 1000;
const MANY = 1_000_000;
const LOOKUPS = 3000;
const AT_ONCE = 8;
const FIRST_ID = 100_000_000_000_000_000;

const BATCH = 500;

/** Links with their owners, as the bot writes them. */
function* filling(count: number): Iterable<StoredRecord[]> {
  for (let from = 0; from < count; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => {
      const at = from + n;
      const discordId = String(BigInt(FIRST_ID) + BigInt(at));
      const tokens = randomBytes(200).toString('base64');
      const link = { playerId: `p-${at}`, playerName: `Player ${at}`, tokens, linkedAt: 1_763_700_000_000 };
      return [
        { namespace: 'links', key: discordId, value: link },
        { namespace: 'owners', key: link.playerId, value: { discordId, claimedAt: link.linkedAt } },
      ];
    }).flat();
  }
}

interface FilledStore {
  stores: Stores;
  links: Links;
  count: number;
}

async function open(url: string, count: number): Promise<FilledStore> {
  const stores = await openStores(url, { log: quiet, now: Date.now, version: 'test' });
  const links = createLinks({ stores, now: Date.now, log: quiet });
  for (const batch of filling(count)) await stores.records.put(batch);
  return { stores, links, count };
}

/** Milliseconds for one look-up, several at once, of links all over the file. */
async function lookUp({ links, count }: FilledStore, lookups: number): Promise<number> {
  const began = performance.now();
  const one = async (): Promise<void> => {
    const id = String(BigInt(FIRST_ID) + BigInt(Math.floor(Math.random() * count)));
    const link = await links.read(id);
    if (link === undefined) throw new Error(`link ${id} is not found`);
  };
  for (let at = 0; at < lookups; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
  return (performance.now() - began) / lookups;
}

async function compared(kind: string, urlOf: (count: number) => string, effort: Effort): Promise<Result> {
  const manyCount = size(effort, MANY, 10_000);
  const filled = { few: await open(urlOf(FEW), FEW), many: await open(urlOf(manyCount), manyCount) };
  const lookups = size(effort, LOOKUPS, 400);
  await lookUp(filled.few, lookups);
  await lookUp(filled.many, lookups);
  const { few, many } = await alternate(effort.rounds, ['few', 'many'] as const, (name) =>
    lookUp(filled[name], lookups),
  );
  await Promise.all([filled.few.stores.close(), filled.many.stores.close()]);
  return {
    what: `${kind}: looking up a link among ${manyCount}`,
    against: `among ${FEW}`,
    ours: `${median(many).toFixed(3)} ms`,
    theirs: `${median(few).toFixed(3)} ms`,
    figure: medianRatio(many, few, (ms) => ms),
    goal: { atMost: 2 },
    beside: `${AT_ONCE} at once, random ids, two reads each`,
  };
}

export const links: BenchRow = {
  name: 'links',
  async run(world, effort) {
    const folder = world.temporaryFolder();
    const sqlite = await compared('SQLite', (count) => `sqlite://${join(folder, `${count}.sqlite`)}`, effort);
    const redis = await startPrivateRedis();
    if (redis === undefined) return [sqlite];
    try {
      return [sqlite, await compared('Redis', (count) => `${redis.url}/0?prefix=links-${count}`, effort)];
    } finally {
      await redis.close();
    }
  },
};
