import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12; // NIST SP 800-38D section 5.2.1.1
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID = /^[\w-]{1,64}$/;

export interface VaultKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** Encrypts text for the store, bound to a context: sealed text that is moved to another record does not open there. */
export interface Vault {
  /** `v1.<key id>.<base64url of IV, ciphertext and tag>` */
  seal(text: string, context: string): string;
  /** Throws `VaultError`. */
  open(sealed: string, context: string): string;
  /**
   * A keyed hash (HMAC-SHA-256 in base64url) for text that is too short for a plain one: without the keys, no one can try
   * all texts against it. It changes with the first key, so use it only for short-lived records.
   */
  fingerprint(text: string, context: string): string;
}

/** `unknown-key`: sealed under a key that is no longer among the settings. `damaged`: altered, or of another context. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly kind: 'unknown-key' | 'damaged';

  constructor(kind: 'unknown-key' | 'damaged', options?: ErrorOptions) {
    super(`sealed text does not open: ${kind}`, options);
    this.kind = kind;
  }
}

/** AES-256-GCM. The first key seals, all of them open. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const [newest] = keys;
  if (newest === undefined) throw new Error('a vault needs a key');
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  if (byId.size !== keys.length) throw new Error('two keys of a vault have the same id');
  for (const { id, key } of keys) {
    if (!KEY_ID.test(id)) throw new Error('the id of a key has letters, digits, _ and - alone');
    if (key.length !== KEY_BYTES) throw new Error(`key ${id} has not ${KEY_BYTES} bytes`);
  }
  // A separate key: the key that seals does nothing else.
  const hashKey = Buffer.from(hkdfSync('sha256', newest.key, '', 'fingerprints', KEY_BYTES));

  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${newest.id}.${bytes.toString('base64url')}`;
    },

    open(sealed, context) {
      const [version, keyId, payload, ...rest] = sealed.split('.');
      if (version !== VERSION || keyId === undefined || payload === undefined || rest.length > 0) {
        throw new VaultError('damaged');
      }
      const key = byId.get(keyId);
      if (key === undefined) throw new VaultError('unknown-key');
      const bytes = Buffer.from(payload, 'base64url');
      // Without this check and `authTagLength`, GCM accepts a tag of four bytes, which can be guessed.
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new VaultError('damaged');
      const tagAt = bytes.length - TAG_BYTES;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt));
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, tagAt)), decipher.final()]);
        return text.toString('utf8');
      } catch (cause) {
        throw new VaultError('damaged', { cause });
      }
    },

    // The length separates context and text, so that no two pairs have the same input.
    fingerprint: (text, context) =>
      createHmac('sha256', hashKey).update(`${context.length}:${context}${text}`).digest('base64url'),
  };
}
