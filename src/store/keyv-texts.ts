import { Keyv, type KeyvStoreAdapter } from 'keyv';

/** Keyv as a carrier of texts under keys that are given to the adapter as they are: the envelope around a value is ours. */
export function keyvOfTexts(store: KeyvStoreAdapter, onError: (error: unknown) => void): Keyv<string> {
  const keyv = new Keyv<string>({
    store,
    throwOnErrors: true, // without it, a broken store reads as an absent value
    useKeyPrefix: false, // keyv leaves the prefix away where a key begins like one: "links:5" would be the key "5"
    serialize: ({ value }) => String(value),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its values are texts
    deserialize: <V>(text: string) => ({ value: text as V }),
  });
  // Keyv names a namespace to its adapter unasked, which would put it in front of our keys.
  keyv.namespace = undefined;
  keyv.on('error', onError);
  return keyv;
}
