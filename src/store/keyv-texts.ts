import { Keyv, type KeyvStoreAdapter } from 'keyv';

/** A `Keyv` that passes keys and texts to its adapter unchanged; we handle envelopes ourselves. */
export function keyvOfTexts(store: KeyvStoreAdapter, onError: (error: unknown) => void): Keyv<string> {
  const keyv = new Keyv<string>({
    store,
    throwOnErrors: true, // otherwise a broken store reads as an absent value
    useKeyPrefix: false, // keyv would strip a prefix from keys that look prefixed: "links:5" would become "5"
    serialize: ({ value }) => String(value),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its values are texts
    deserialize: <V>(text: string) => ({ value: text as V }),
  });
  // Keyv passes a default namespace to its adapter, which would prefix our keys with it.
  keyv.namespace = undefined;
  keyv.on('error', onError);
  return keyv;
}
