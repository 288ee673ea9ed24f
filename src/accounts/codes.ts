import type { Store, Stores } from '../store/store.ts';
import { sealContext } from './seal-contexts.ts';
import { sealTokens, type StoredTokens } from './stored-tokens.ts';
import type { TokenTimes } from './token-times.ts';
import type { Vault } from './vault.ts';

const CODE_MS = 5 * 60_000;

/** A platform account that waits for its code. Under the code's fingerprint. */
export interface CodeRecord extends TokenTimes {
  playerId: string;
  playerName?: string;
  /** `StoredTokens` as JSON, sealed for `code:<fingerprint>`. */
  tokens: string;
  expiresAt: number;
}

/** What a consent has proved. */
export interface ProvedAccount extends TokenTimes {
  playerId: string;
  playerName?: string;
  tokens: StoredTokens;
}

interface CodesDeps {
  stores: Stores;
  vault: Vault;
  now: () => number;
}

export type Codes = ReturnType<typeof createCodes>;

/** Codes that one browser shows and one member types in Discord. Whoever holds one may link the account to themselves. */
export function createCodes({ stores, vault, now }: CodesDeps) {
  const codes: Store<CodeRecord> = stores.namespace('codes');

  // The store forgets a code by its own clock as well; this one decides.
  const live = (record: CodeRecord | undefined) =>
    record !== undefined && now() < record.expiresAt ? record : undefined;

  /** The key of a code. Of 39 bits a plain hash could be searched through in minutes by who reads the store. */
  const keyOf = (code: string): string => vault.fingerprint(code, 'device code');

  return {
    keyOf,

    /** Undefined where another consent has this very code at this moment, which nobody will see happen. */
    async issue(code: string, { tokens, ...account }: ProvedAccount): Promise<CodeRecord | undefined> {
      const key = keyOf(code);
      const sealed = sealTokens(vault, sealContext.code(key), tokens);
      const record: CodeRecord = { ...account, tokens: sealed, expiresAt: now() + CODE_MS };
      return (await codes.add(key, record, CODE_MS)) ? record : undefined;
    },

    find: async (key: string) => live(await codes.get(key)),

    /** Spends a code: of all that hold it, here and on other replicas, one gets it. */
    take: async (key: string) => live(await codes.take(key)),

    drop: (key: string) => codes.delete(key),
  };
}
