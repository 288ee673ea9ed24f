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

/** Discord's OAuth with the scope `identify`. https://docs.discord.com/developers/topics/oauth2 */
export interface DiscordIdentity {
  /** Discord's consent page, with `response_type=code`, `scope=identify` and `prompt=none`. */
  authorizeUrl(parameters: { state: string; redirectUri: string }): URL;
  /**
   * Exchanges the code, reads the user, and drops Discord's token without revoking it (revoking one ends the whole
   * authorization). Throws `IdentityError`; anything else that it throws counts as an outage.
   */
  identify(grant: { code: string; redirectUri: string }): Promise<{ discordId: string; name: string }>;
}

/**
 * `refused`: Discord refuses this code (used, expired, of another application). `client`: it refuses the bot's own id or
 * secret. `unavailable`: an outage.
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly kind: 'refused' | 'client' | 'unavailable';

  constructor(kind: IdentityError['kind'], options?: ErrorOptions) {
    super(`Discord did not say who it is: ${kind}`, options);
    this.kind = kind;
  }
}

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
export interface Tools {
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

/** The platform's consent page, which its document does not show. */
export interface ConsentSettings {
  /** Its own query parameters are preserved. */
  authorizeUrl: URL;
  clientId: string;
  scope?: string | undefined;
  /** Fields that both OAuth requests carry beyond the documented ones. */
  extras: ReadonlySet<'redirect_uri' | 'pkce'>;
}
