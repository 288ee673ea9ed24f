import type {
  Bracket,
  Match,
  Me,
  Player,
  PlayerName,
  PlayerRank,
  RankingEntry,
  TokenGrant,
  Tournament,
} from '../reading/records.ts';
import type { WriteResult } from './write-result.ts';
import type { KnownPlayer, Names } from './names.ts';

/**
 * A response to a read with the API key. `asOf` (epoch milliseconds) is set only if the platform failed and this is the last cached
 * response, older than the usual 15 s. Replies show it.
 */
export interface PlatformAnswer<T> {
  value: T;
  asOf?: number;
}

export interface ReadOptions {
  /** Bypasses the cache: to read back the result of a write. */
  fresh?: boolean;
  /** Failures are not retried: for optional and background reads. */
  once?: boolean;
  /**
   * For reads that must be fast (suggestions): uses any cached response that is fresh, or an older one if the platform takes longer
   * than this many milliseconds. The late response is cached.
   */
  patienceMs?: number;
}

/** The operations with the API key. */
export interface PublicReads {
  user(playerId: string, options?: ReadOptions): Promise<PlatformAnswer<Player>>;
  userRank(playerId: string, options?: ReadOptions): Promise<PlatformAnswer<PlayerRank>>;
  /** The last matches of a player, in the platform's order; one window (up to 50). */
  userMatches(playerId: string, options?: ReadOptions): Promise<PlatformAnswer<Match[]>>;
  /** The same if they were read within the last hour, without a read. */
  recentMatches(playerId: string): readonly Match[] | undefined;
  /** One window of tournaments, of up to 50, or up to 200 if it `isWide`; without `status`, of any status. */
  tournaments(
    query: { status?: string; isWide?: true },
    options?: ReadOptions,
  ): Promise<PlatformAnswer<Tournament[]>>;
  tournament(tournamentId: string, options?: ReadOptions): Promise<PlatformAnswer<Tournament>>;
  bracket(tournamentId: string, options?: ReadOptions): Promise<PlatformAnswer<Bracket>>;
  match(matchId: string, options?: ReadOptions): Promise<PlatformAnswer<Match>>;
  /** One window of the global ranking, or of the ranking of `region`, a slug. */
  rankings(query: { region?: string }, options?: ReadOptions): Promise<PlatformAnswer<RankingEntry[]>>;
  /** Region slugs from records since the process started, for suggestions. */
  seenRegions(): string[];
}

/** Selects the matches whose names are looked up. Reads with `patienceMs` use cached names only. */
type VisibleMatches<T> =
  | { patienceMs: number; shown?: undefined }
  | { shown: (value: T) => readonly Match[] };

/**
 * The reads for one reply. Records with ids alone get cached names; names in the `shown` part are looked up in order, at most 12 in
 * all and for 700 ms. The others remain ids.
 */
export interface NamedReads extends Omit<PublicReads, 'userMatches' | 'bracket'> {
  userMatches(
    playerId: string,
    options: ReadOptions & VisibleMatches<Match[]>,
  ): Promise<PlatformAnswer<Match[]>>;
  bracket(
    tournamentId: string,
    options: ReadOptions & VisibleMatches<Bracket>,
  ): Promise<PlatformAnswer<Bracket>>;
  /** Players with cached names, for suggestions. The same array until a name changes. */
  knownPlayers(): readonly KnownPlayer[];
  /** Adds names to a match from another source. */
  nameMatch(match: Match): Promise<Match>;
  namePlayers<T extends { player: PlayerName }>(entries: readonly T[]): Promise<T[]>;
  nameTournaments(tournaments: readonly Tournament[]): Promise<Tournament[]>;
}

/**
 * The Competitive Play Service, one method per documented operation. Public reads use the API key; `as` has the operations with
 * a member's own token. Every method throws `PlatformError` and nothing else.
 */
export interface Platform extends PublicReads {
  /** POST /oauth/token with the four documented fields and the optional ones. */
  exchangeCode(grant: { code: string; redirectUri?: string; codeVerifier?: string }): Promise<TokenGrant>;
  /** POST /oauth/token, RFC 6749 section 6. A refused refresh token is a `PlatformError` with `oauthError: 'invalid_grant'`. */
  refresh(refreshToken: string): Promise<TokenGrant>;
  /** The operations with a member's own token. */
  as(credentials: MemberCredentials): MemberPlatform;
  names: Names;
  /** The reads for one reply. */
  forAnswer(): NamedReads;
  close(): Promise<void>;
}

/** Provides a member's token. Errors of both methods reach the caller unchanged. */
export interface MemberCredentials {
  /** The member's player id, to find a registration in the tournament if the response was lost. */
  playerId?: string;
  /** The access token to use now. */
  token(): Promise<string>;
  /** Called once after a 401, for a newer token than the rejected one. */
  renew(rejected: string): Promise<string>;
}

export interface MemberPlatform {
  /** Never shared, cached or served stale. */
  me(): Promise<Me>;
  updateMe(change: { name?: string; avatarUrl?: string }): Promise<WriteResult<Me>>;
  register(tournamentId: string): Promise<WriteResult<Tournament>>;
  reportScore(matchId: string, scores: { player1: number; player2: number }): Promise<WriteResult<Match>>;
}
