import { isObject, objectOf, type JsonObject } from '../json.ts';
import type { OpenedStores, StoredRecord } from '../store/records.ts';
import { sealContext } from './token-records.ts';
import { VaultError, type Vault } from './vault.ts';

/** Sealed texts in a record, one at least; `with` returns the record with others in their place. */
interface Sealed {
  texts: readonly string[];
  context: string;
  with(texts: readonly string[]): unknown;
}

/**
 * The sealed text of a record, for a change of keys (src/store/README.md). Not codes: their store key is derived from the
 * encryption key, so none is found after a change, and they live for five minutes. Nor claims in `presses`, which are
 * useless without their code.
 */
export function sealedIn({ namespace, key, value }: StoredRecord): Sealed | undefined {
  const field = (record: JsonObject, name: string, context: string): Sealed | undefined => {
    const text = record[name];
    if (typeof text !== 'string') return undefined;
    return { texts: [text], context, with: ([other]) => ({ ...record, [name]: other }) };
  };
  if (namespace === 'restarts' && typeof value === 'string')
    return { texts: [value], context: sealContext.restart(key), with: ([other]) => other };
  if (!isObject(value)) return undefined;
  const discordId = String(value['discordId']);
  if (namespace === 'connections') return field(value, 'tokens', sealContext.linked(key));
  if (namespace === 'roledebts') return entriesOf(value, sealContext.roles());
  if (namespace === 'departures') return entriesOf(value, sealContext.departure(), 'sealed');
  if (namespace === 'disconnects') return entriesOf(value, sealContext.disconnect(), 'tokens');
  if (namespace === 'links') return field(value, 'tokens', sealContext.link(key));
  if (namespace === 'flows') return field(value, 'tokens', sealContext.flow(discordId));
  if (namespace === 'tickets') return field(value, 'interactionToken', sealContext.ticket(discordId));
  if (namespace === 'reports')
    return field(value, 'marksKey', sealContext.report(String(value['guildId']), String(value['matchId'])));
  return undefined;
}

/** Sealed texts that are the entries of a record, or a field of each. */
function entriesOf(record: JsonObject, context: string, field?: string): Sealed | undefined {
  const keys = Object.keys(record);
  const texts = keys.flatMap((key) => {
    const text = field === undefined ? record[key] : objectOf(record[key])[field];
    return typeof text === 'string' ? [text] : [];
  });
  if (keys.length === 0 || texts.length < keys.length) return undefined;
  return {
    texts,
    context,
    with: (others) =>
      Object.fromEntries(
        keys.map((key, at) => [
          key,
          field === undefined ? others[at] : { ...objectOf(record[key]), [field]: others[at] },
        ]),
      ),
  };
}

/** The id of the key that text was sealed with; '' for text that was not sealed. */
export const keyIdOf = (text: string): string => text.split('.')[1] ?? '';

/** One connection answers this many calls within the timeout of one. */
const CHUNK_SIZE = 50;
const TRIES = 5;

/**
 * `unopened`: sealed under a key that is not among the settings, or damaged. `busy`: other processes changed the record
 * during every try. `damaged`: not readable as a record.
 */
export interface RekeyCount {
  done: number;
  newest: number;
  unopened: number;
  busy: number;
  damaged: number;
}

interface RekeyOptions {
  stores: Pick<OpenedStores, 'namespace' | 'records'>;
  vault: Vault;
  newestKeyId: string;
  now: () => number;
  progress: (done: number) => void;
}

/**
 * Seals everything under the newest key while bots run. A record is written only if it is unchanged since it was read, so
 * that a token refreshed meanwhile stays. Text that does not open is counted and stays: its key may be added later.
 * Throws `StoreError`.
 */
export async function rekey({ progress, ...parts }: RekeyOptions): Promise<RekeyCount> {
  const total: RekeyCount = { done: 0, newest: 0, unopened: 0, busy: 0, damaged: 0 };
  let done = 0;
  for await (const batch of parts.stores.records.walk({ onDamaged: () => void total.damaged++ })) {
    const sealed = batch.filter((record) => sealedIn(record) !== undefined);
    for (let from = 0; from < sealed.length; from += CHUNK_SIZE) {
      const chunk = sealed.slice(from, from + CHUNK_SIZE);
      for (const outcome of await Promise.all(chunk.map((record) => rekeyOne(parts, record))))
        total[outcome]++;
      progress((done += chunk.length));
    }
  }
  return total;
}

async function rekeyOne(
  { stores, vault, newestKeyId, now }: Omit<RekeyOptions, 'progress'>,
  record: StoredRecord,
): Promise<keyof RekeyCount> {
  const store = stores.namespace<unknown>(record.namespace);
  const { key, expires } = record;
  let value: unknown = record.value;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const sealed = sealedIn({ ...record, value });
    if (sealed === undefined) return 'newest'; // removed or used meanwhile
    try {
      const { context, texts } = sealed;
      const plain = texts.map((text) => vault.open(text, context));
      if (texts.every((text) => keyIdOf(text) === newestKeyId)) return 'newest';
      const next = sealed.with(plain.map((text) => vault.seal(text, context)));
      const ttlMs = expires === undefined ? undefined : Math.max(1, expires - now());
      if (await store.replace(key, value, next, ttlMs)) return 'done';
    } catch (error) {
      if (error instanceof VaultError) return 'unopened';
      throw error;
    }
    value = await store.get(key);
  }
  return 'busy';
}
