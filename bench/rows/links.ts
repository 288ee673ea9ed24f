import { join } from 'node:path';
import KeyvSqlite from '@keyv/sqlite';
import { createLinks, type Links } from '../../src/accounts/links.ts';
import { openStores } from '../../src/store/open-stores.ts';
import type { Stores } from '../../src/store/store.ts';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import { quiet } from './quiet.ts';
import { size, type Row } from './row.ts';

const FEW = 1000;
const MANY = 1_000_000;
const LOOKUPS = 3000;
const AT_ONCE = 8;
const FIRST_ID = 100_000_000_000_000_000;

/** Writes links in one statement each: through the store, a million would take minutes. */
async function fill(file: string, count: number): Promise<void> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'links' });
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const id = `CAST(${FIRST_ID} + i AS TEXT)`;
  await adapter.query(`INSERT INTO links(key, value) ${numbers} SELECT ${id}, json_object('value',
    json_object('playerId', 'p-' || i, 'playerName', 'Player ' || i, 'tokens', hex(randomblob(200)), 'linkedAt', 1763700000000)) FROM n`);
  await adapter.query(`INSERT INTO owners(key, value) ${numbers} SELECT 'p-' || i, json_object('value',
    json_object('discordId', ${id}, 'claimedAt', 1763700000000)) FROM n`);
  await adapter.close();
}

interface Filled {
  stores: Stores;
  links: Links;
  count: number;
}

async function open(folder: string, count: number): Promise<Filled> {
  const file = join(folder, `${count}.sqlite`);
  const from = async () => {
    const stores = await openStores(`sqlite://${file}`, { log: quiet, now: Date.now });
    return { stores, links: createLinks({ stores, now: Date.now, log: quiet }), count };
  };
  // Its tables are the store's own.
  const empty = await from();
  await empty.links.read('0');
  await empty.links.ownerOf('0');
  await empty.stores.close();
  await fill(file, count);
  return from();
}

/** Milliseconds for one look-up, several at once, of links all over the file. */
async function lookUp({ links, count }: Filled, lookups: number): Promise<number> {
  const began = performance.now();
  const one = async (): Promise<void> => {
    const id = String(BigInt(FIRST_ID) + BigInt(Math.floor(Math.random() * count)));
    const link = await links.read(id);
    if (link === undefined) throw new Error(`link ${id} is not found`);
  };
  for (let at = 0; at < lookups; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
  return (performance.now() - began) / lookups;
}

export const links: Row = {
  name: 'links',
  async run(world, effort) {
    const folder = world.temporaryFolder();
    const manyCount = size(effort, MANY, 10_000);
    const filled = { few: await open(folder, FEW), many: await open(folder, manyCount) };
    const lookups = size(effort, LOOKUPS, 400);
    await lookUp(filled.few, lookups);
    await lookUp(filled.many, lookups);
    const { few, many } = await alternate(effort.rounds, ['few', 'many'] as const, (name) =>
      lookUp(filled[name], lookups),
    );
    await Promise.all([filled.few.stores.close(), filled.many.stores.close()]);
    return [
      {
        what: `SQLite: looking up a link among ${manyCount}`,
        against: `among ${FEW}`,
        ours: `${median(many).toFixed(3)} ms`,
        theirs: `${median(few).toFixed(3)} ms`,
        figure: medianRatio(many, few, (ms) => ms),
        goal: { atMost: 2 },
        beside: `${AT_ONCE} at once, random ids, two reads each`,
      },
    ];
  },
};
