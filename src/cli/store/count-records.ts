import { keyIdOf, sealedIn } from '../../accounts/rekey.ts';
import { NAMESPACES } from '../../app/namespaces.ts';
import { objectOf } from '../../json.ts';
import type { Records, StoredRecord } from '../../store/records.ts';
import { checkValue } from '../../store/schema.ts';

export interface StoreCount {
  /** By namespace; bytes are those of keys and values as JSON. */
  namespaces: Map<string, { records: number; bytes: number }>;
  /** Records that cannot be read, in whole or in part, by namespace. */
  unreadable: Map<string, number>;
  /** Sealed records by the id of their key: an older key can be removed once it has none. */
  keys: Map<string, number>;
  /** Links whose tokens the platform refuses. */
  expiredLinks: number;
  /** Servers that any record names. */
  servers: Set<string>;
  /** Members who were seen in a server. */
  seen: number;
  /** Users who hide, linked or not. */
  hidden: number;
}

/** The servers that a record names: settings, rosters, the list of servers, or a member who was seen there. */
function serversIn({ namespace, key, value }: StoredRecord): string[] {
  if (namespace === 'guilds') return [key];
  if (namespace === 'rosters') return [key.slice(0, key.indexOf(':'))];
  const fields = objectOf(value);
  if (namespace === 'servers') return Object.keys(fields);
  return namespace === 'members' ? Object.keys(objectOf(fields['guilds'])) : [];
}

/** Throws `StoreError`. */
export async function countRecords(
  records: Pick<Records, 'walk'>,
  progress: (done: number) => void,
): Promise<StoreCount> {
  const count: StoreCount = {
    namespaces: new Map(),
    unreadable: new Map(),
    keys: new Map(),
    expiredLinks: 0,
    servers: new Set(),
    seen: 0,
    hidden: 0,
  };
  const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1);
  const onDamaged = ({ namespace }: { namespace: string }) => void add(count.unreadable, namespace);

  let done = 0;
  for await (const batch of records.walk({ onDamaged })) {
    for (const record of batch) {
      const { namespace, key, value } = record;
      const size = count.namespaces.get(namespace) ?? { records: 0, bytes: 0 };
      size.records += 1;
      size.bytes += Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value) ?? '');
      count.namespaces.set(namespace, size);
      const sealed = sealedIn(record);
      for (const keyId of new Set(sealed?.texts.map(keyIdOf))) add(count.keys, keyId);
      const schema = NAMESPACES[namespace]?.schema;
      const checked = schema === undefined ? { damaged: false } : checkValue(schema, value);
      if (checked?.damaged !== false) onDamaged(record);
      if (checked === undefined) continue;
      const guildIds = serversIn(record);
      for (const guildId of guildIds) count.servers.add(guildId);
      const fields = objectOf(value);
      if (namespace === 'links' && 'expired' in fields) count.expiredLinks++;
      if (namespace === 'members' && 'hidden' in fields) count.hidden++;
      if (namespace === 'members' && guildIds.length > 0) count.seen++;
    }
    progress((done += batch.length));
  }
  return count;
}
