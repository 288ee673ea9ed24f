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

/** How a consent for Linked Roles ended. */
export const CONNECTION_RESULTS = ['shown', 'unlinked', 'hidden', 'later'] as const;
export type ConnectionResult = (typeof CONNECTION_RESULTS)[number];

/** Discord's OAuth with the scope of Linked Roles. */
export interface LinkedRolesConsent {
  /** As above, but Discord asks each time: a page that sends a browser there must not undo what a member stopped. */
  authorizeUrl(parameters: { state: string; redirectUri: string }): URL;
  /** Exchanges the code. What it returns stores the consent and shows the rank. Throws as `identify` does. */
  exchange(grant: { code: string; redirectUri: string }): Promise<() => Promise<ConnectionResult>>;
}

/**
 * `refused`: Discord refuses this code (used, expired, of another application). `client`: it refuses the bot's own id or
 * secret. `unavailable`: an outage, with what failed as its cause where there was no answer.
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly kind: 'refused' | 'client' | 'unavailable';
  /** What Discord answered. */
  readonly status: number | undefined;
  readonly oauthError: string | undefined;

  constructor(
    kind: IdentityError['kind'],
    { status, oauthError, ...options }: ErrorOptions & { status?: number; oauthError?: string } = {},
  ) {
    super(`Discord did not say who it is: ${kind}`, options);
    this.kind = kind;
    this.status = status;
    this.oauthError = oauthError;
  }
}

/** The platform's consent page, which its document does not show. */
export interface ConsentSettings {
  /** Its own query parameters are preserved. */
  authorizeUrl: URL;
  clientId: string;
  scope?: string | undefined;
  /** Fields that both OAuth requests carry beyond the documented ones. */
  extras: ReadonlySet<'redirect_uri' | 'pkce'>;
  /** Further addresses of the platform, which `iss` may name (RFC 9207). */
  issuers?: readonly URL[];
  /** What these are called where they are set. */
  settings?: readonly string[];
}
