import type { Platform } from '../platform/platform.ts';
import type { Stores } from '../store/store.ts';
import type { Vault } from './vault.ts';

/** A part of pino's logger. Fields never contain a code, a state, a token, a ticket or a URL. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type Sleep = (ms: number) => Promise<void>;

/**
 * Events of links for the metrics, without identities. After a `refused` refresh the member has to link again; `failed`:
 * the platform did not answer. The reason of a refused step is a `Refusal`, or `code-` and a `CodeRefusal`.
 */
export type LinkEvent =
  | { what: 'made' }
  | { what: 'removed' }
  | { what: 'refreshed'; outcome: 'ok' | 'refused' | 'failed' }
  | { what: 'refused'; reason: string };

export type OnLink = (event: LinkEvent) => void;

/** The dependencies of this folder; each part picks what it uses. */
export interface AccountTools {
  stores: Stores;
  vault: Vault;
  platform: Pick<Platform, 'as' | 'refresh' | 'exchangeCode'>;
  now: () => number;
  sleep: Sleep;
  /** `size` unpredictable bytes: `crypto.randomBytes`. */
  random: (size: number) => Buffer;
  log: Log;
  onLink?: OnLink | undefined;
}
