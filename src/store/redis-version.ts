import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../async/clock.ts';
import { MINUTE_MS } from '../durations.ts';
import { LEASE, untilUnused } from './other-bots.ts';
import type { RedisConnection } from './redis-connection.ts';
import { moveReports, type MoveTools } from './report-move.ts';
import type { StoreTools } from './stores.ts';
import {
  formatVersion,
  migrate,
  parseVersion,
  STORE_VERSION,
  StoreVersionError,
  MIGRATING,
  VERSION_KEY,
  WAITING,
  type Migration,
} from './version.ts';

/** A process that is killed while it migrates holds up the others for this long. */
const CLAIM_MS = MINUTE_MS;
const WAIT_MS = 2 * CLAIM_MS;
const WAIT_PAUSE_MS = 250;

interface RedisMigrationTools extends Pick<RedisConnection, 'client' | 'call'> {
  prefix: string;
}

function moveTools({ client, prefix, ...tools }: RedisMigrationTools): MoveTools {
  const at = (namespace: string, key: string): string => `${prefix}:${namespace}:${key}`;
  const call = <R>(work: () => Promise<R>) => tools.call('store migration', work);
  return {
    now: Date.now,
    async *rows(namespace) {
      const start = at(namespace, '');
      let cursor = '0';
      do {
        const from = cursor;
        const page = await call(() => client.scan(from, { MATCH: `${start}*`, COUNT: 1000 }));
        const texts = page.keys.length === 0 ? [] : await call(() => client.mGet(page.keys));
        yield page.keys.flatMap((key, i) => {
          const text = texts[i] ?? undefined; // moved meanwhile
          return text === undefined ? [] : [{ key: key.slice(start.length), text }];
        });
        ({ cursor } = page);
      } while (cursor !== '0');
    },
    async rename(namespace, from, to) {
      const old = at(namespace, from);
      try {
        await call(() => client.renameNX(old, at(namespace, to)));
      } catch (error) {
        // Another process has moved it.
        if ((await call(() => client.exists(old))) > 0) throw error;
      }
      await call(() => client.del(old));
    },
    remove: async (namespace, key) => void (await call(() => client.del(at(namespace, key)))),
    get: async (namespace, key) => (await call(() => client.get(at(namespace, key)))) ?? undefined,
    set: async (namespace, key, text, ttlMs) =>
      void (await call(() => client.set(at(namespace, key), text, { PX: ttlMs }))),
  };
}

/** Each can be repeated: a process may be killed in the middle of it, or take longer than its claim. */
const REDIS_MIGRATIONS: readonly Migration<RedisMigrationTools>[] = [
  // Version 0 only lacks the version record.
  { to: 1, run: async () => 0 },
  { to: 2, run: (tools) => moveReports(moveTools(tools)) },
];

/**
 * Brings a Redis to our version. One process migrates, the others wait. Throws `StoreVersionError` for a newer store, and for
 * an older one unless it may migrate.
 */
export async function bringToVersion(
  tools: RedisMigrationTools,
  {
    log,
    version,
    versioning = 'migrate',
    clock = systemClock,
  }: Pick<StoreTools, 'log' | 'version' | 'versioning' | 'clock'>,
  { migrations = REDIS_MIGRATIONS, waitMs = WAIT_MS } = {},
): Promise<void> {
  const { client, prefix } = tools;
  const call = <R>(work: () => Promise<R>) => tools.call('store open', work);
  const versionKey = `${prefix}:${VERSION_KEY}`;
  const claimKey = `${prefix}:migration`;

  /** Counts no further than to `max`. */
  async function countRecords(max = Infinity): Promise<number> {
    let cursor = '0';
    let records = 0;
    do {
      const from = cursor;
      const page = await call(() => client.scan(from, { MATCH: `${prefix}:*:*`, COUNT: 1000 }));
      records += page.keys.length;
      ({ cursor } = page);
    } while (cursor !== '0' && records < max);
    return records;
  }

  /** The version, also of a store without a version record; `undefined` if the store is empty. */
  async function find(): Promise<number | undefined> {
    const text = await call(() => client.get(versionKey));
    return parseVersion(text ?? undefined) ?? ((await countRecords(1)) > 0 ? 0 : undefined);
  }

  async function migrateClaimed(): Promise<void> {
    // Another process may have done it meanwhile.
    const from = (await find()) ?? STORE_VERSION;
    if (from < STORE_VERSION) log.info({ records: await countRecords() }, MIGRATING);
    for await (const step of migrate(from, migrations, tools)) {
      await call(() => client.set(versionKey, formatVersion(step.to, version)));
      log.info(step, 'the store was migrated');
    }
  }

  const isOlder = async () => ((await find()) ?? STORE_VERSION) < STORE_VERSION;
  if (versioning === 'migrate' && (await isOlder())) {
    const at = (key: string) => `${prefix}:${LEASE.namespace}:${key}`;
    const read = async (key: 'owner' | 'last') => (await call(() => client.get(at(LEASE[key])))) ?? undefined;
    await untilUnused({ read, isNeeded: isOlder, log, clock });
  }
  let isTold = false;
  for (const until = performance.now() + waitMs; performance.now() < until; await sleep(WAIT_PAUSE_MS)) {
    const from = await find();
    if (from === STORE_VERSION) return;
    if (from === undefined) {
      if (versioning === 'check') return;
      await call(() => client.set(versionKey, formatVersion(STORE_VERSION, version), { condition: 'NX' }));
      return;
    }
    if (versioning !== 'migrate')
      throw (await call(() => client.exists(claimKey))) > 0
        ? new StoreVersionError('busy', 'another process is updating the store')
        : new StoreVersionError('older', 'an older version of Matchpoint wrote the store');
    const claim = randomUUID();
    const claimed = await call(() => client.set(claimKey, claim, { condition: 'NX', PX: CLAIM_MS }));
    if (claimed === null) {
      if (!isTold) log.info({}, WAITING);
      isTold = true;
      continue;
    }
    try {
      await migrateClaimed();
      return;
    } finally {
      // Unless it has expired, and is another's by now.
      if ((await call(() => client.get(claimKey))) === claim) await call(() => client.del(claimKey));
    }
  }
  throw new StoreVersionError('busy', 'another process is migrating the store');
}
