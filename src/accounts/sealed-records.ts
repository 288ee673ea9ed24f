import type { StoredRecord } from '../store/records.ts';
import { sealContext } from './token-records.ts';

/** Sealed text in a record of the store, and the record with other text in its place. */
export interface Sealed {
  text: string;
  context: string;
  with(text: string): unknown;
}

type Fields = Record<string, unknown>;

/**
 * Where sealed text lies (src/store/README.md): what a change of keys has to reach. The tokens of a code are not among it:
 * its very key is made from the encryption key, so that none is found after a change, and it lives for five minutes. Nor
 * are claims in `presses`, which are worth nothing without their code.
 */
export function sealedIn({ namespace, key, value }: StoredRecord): Sealed | undefined {
  const field = (record: Fields, name: string, context: string): Sealed | undefined => {
    const text = record[name];
    if (typeof text !== 'string') return undefined;
    return { text, context, with: (other) => ({ ...record, [name]: other }) };
  };
  if (namespace === 'restarts' && typeof value === 'string')
    return { text: value, context: sealContext.restart(key), with: (other) => other };
  if (typeof value !== 'object' || value === null) return undefined;
  const record: Fields = { ...value };
  const discordId = String(record['discordId']);
  if (namespace === 'links') return field(record, 'tokens', sealContext.link(key));
  if (namespace === 'flows') return field(record, 'tokens', sealContext.flow(discordId));
  if (namespace === 'tickets') return field(record, 'interactionToken', sealContext.ticket(discordId));
  return undefined;
}

/** The id of the key that text was sealed with; '' where it is none of ours. */
export const keyIdOf = (text: string): string => text.split('.')[1] ?? '';
