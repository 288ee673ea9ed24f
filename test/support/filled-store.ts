import type { LinkRecord } from '../../src/accounts/links.ts';
import { sealContext, sealTokens } from '../../src/accounts/token-records.ts';
import { createVault, type VaultKey } from '../../src/accounts/vault.ts';
import { openStores } from '../../src/store/open-stores.ts';
import type { OpenedStores, Records, StoredRecord } from '../../src/store/records.ts';
import { recordingLog } from './recording-log.ts';

const keyNamed = (id: string, byte: number): VaultKey & { setting: string } => {
  const key = Buffer.alloc(32, byte);
  return { id, key, setting: `${id}:${key.toString('base64')}` };
};
export const OLD = keyNamed('old', 7);
export const NEW = keyNamed('new', 9);

export const openAt = (url: string): Promise<OpenedStores> =>
  openStores(url, { log: recordingLog(), now: Date.now, version: 'test' });

export const linkOf = (n: number, key = OLD): LinkRecord => ({
  playerId: `p${n}`,
  playerName: `Player ${n} 🏆`,
  tokens: sealTokens(createVault([key]), sealContext.link(String(n)), {
    accessToken: `access-${n}`,
    refreshToken: `refresh-${n}`,
  }),
  linkedAt: 1_800_000_000_000 + n,
});

/** Links with their owners, and a record of each other kind that lies sealed or has a lifetime. */
export async function fill(url: string, count: number): Promise<void> {
  const stores = await openAt(url);
  const { records } = stores;
  for (let from = 1; from <= count; from += 500) {
    const some = Array.from({ length: Math.min(500, count + 1 - from) }, (_, i) => from + i);
    const owner = (n: number) => ({ discordId: String(n), claimedAt: 1_800_000_000_000 });
    await records.put(some.map((n) => ({ namespace: 'links', key: String(n), value: linkOf(n) })));
    await records.put(some.map((n) => ({ namespace: 'owners', key: `p${n}`, value: owner(n) })));
  }
  const vault = createVault([OLD]);
  const MONTH = 30 * 24 * 3_600_000;
  await stores.namespace('tickets').set(
    't',
    {
      discordId: '1',
      locale: 'de',
      expiresAt: 1,
      interactionToken: vault.seal('interaction', 'ticket:1'),
    },
    MONTH,
  );
  const flow = { step: 'confirm', ticketKey: 'k', discordId: '2', startedAt: 1, expiresAt: 1 };
  const proved = { discordName: 'Bo', playerId: 'p', tokens: vault.seal('tokens', 'flow:2') };
  await stores.namespace('flows').set('f', { ...flow, ...proved }, MONTH);
  await stores.namespace('restarts').set('r', vault.seal('ticket', 'restart:r'), MONTH);
  await stores.namespace('presses').set("odd: 'key' 中", { args: ['"', null, 0] }, MONTH);
  await stores.namespace('leases').set('1', 'of a process', MONTH);
  await stores
    .namespace('sessions')
    .set('0', { sessionId: 's', resumeURL: 'u', sequence: 1, shardId: 0, shardCount: 1 }, MONTH);
  await stores.close();
}

export async function withRecords<R>(url: string, work: (records: Records) => Promise<R>): Promise<R> {
  const stores = await openAt(url);
  try {
    return await work(stores.records);
  } finally {
    await stores.close();
  }
}

/** Everything in a store, in one order, without what belongs to the place. */
export const contentOf = (url: string): Promise<StoredRecord[]> =>
  withRecords(url, async (records) => {
    const all: StoredRecord[] = [];
    for await (const batch of records.walk()) all.push(...batch.map(({ text: _text, ...record }) => record));
    const place = ({ namespace, key }: StoredRecord) => `${namespace}:${key}`;
    return all
      .filter(({ namespace }) => !['probe', 'leases', 'sessions'].includes(namespace))
      .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  });
