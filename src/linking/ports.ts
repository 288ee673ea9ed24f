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
  /** What these are called where they are set. */
  settings?: readonly string[];
}
