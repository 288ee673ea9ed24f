/** Discord's answer to a consent. */
export interface ConnectionGrant {
  accessToken: string;
  refreshToken?: string | undefined;
  expiresInSeconds?: number | undefined;
}

/** What Linked Roles show of a member. */
export interface Connection {
  platform_name: string;
  platform_username: string;
  /** Text by the keys of the metadata. */
  metadata: Record<string, string>;
}

/** One kind of condition that a server can set for a role. Source: Discord, "Application Role Connection Metadata". */
export interface MetadataRecord {
  type: number;
  key: string;
  name: string;
  name_localizations?: Record<string, string>;
  description: string;
  description_localizations?: Record<string, string>;
}

/**
 * `refused`: the token is no longer accepted. `denied`: Discord would refuse the same request again. `unclear`: no clear answer;
 * retry.
 */
export type ConnectionOutcome = 'done' | 'refused' | 'denied' | 'unclear';

/** Linked Roles at Discord. Methods with an outcome never reject. */
export interface ConnectionsPort {
  /** Publishes the metadata if it differs. Throws what REST throws. */
  publish(records: readonly MetadataRecord[]): Promise<boolean>;
  authorizeUrl(flow: { state: string; redirectUri: string }): URL;
  /** Throws `IdentityError`. */
  exchange(code: string, redirectUri: string): Promise<ConnectionGrant & { discordId: string }>;
  refresh(refreshToken: string): Promise<ConnectionGrant | 'refused' | 'unclear'>;
  push(accessToken: string, connection: Connection): Promise<ConnectionOutcome>;
  /** Removes what Discord shows. */
  remove(accessToken: string): Promise<ConnectionOutcome>;
}
