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
  WriteResult,
} from './records.ts';
import type { KnownPlayer, Names } from './names.ts';

/**
 * An answer read with the API key. `asOf` (epoch milliseconds) is set only where the platform failed and the last known
 * answer, older than the usual 15 s, stands in for a new one: a reply made from it says so.
 */
export interface Answer<T> {
  value: T;
  asOf?: number;
}

export interface ReadOptions {
  /** Goes past the cache: for reading back what a write did. */
  fresh?: boolean;
  /** A failure is not tried again: for work that nobody waits for. */
  once?: boolean;
  /**
   * For what has to be there at once (suggestions): a cached answer of any kind is given without asking while it is fresh,
   * and an older one where the platform takes longer than so many milliseconds; its answer is cached when it comes.
   */
  patienceMs?: number;
}

/** The operations that go with the API key. */
export interface PublicReads {
  user(playerId: string, options?: ReadOptions): Promise<Answer<Player>>;
  userRank(playerId: string, options?: ReadOptions): Promise<Answer<PlayerRank>>;
  /** The last matches of a player, in the platform's order; one window (up to 50). */
  userMatches(playerId: string, options?: ReadOptions): Promise<Answer<Match[]>>;
  /** One window (up to 50) of tournaments; without `status`, of all. */
  tournaments(query: { status?: string }, options?: ReadOptions): Promise<Answer<Tournament[]>>;
  tournament(tournamentId: string, options?: ReadOptions): Promise<Answer<Tournament>>;
  bracket(tournamentId: string, options?: ReadOptions): Promise<Answer<Bracket>>;
  match(matchId: string, options?: ReadOptions): Promise<Answer<Match>>;
  /** One window of the global ranking, or of a region's where `region` (a slug) is given. */
  rankings(query: { region?: string }, options?: ReadOptions): Promise<Answer<RankingEntry[]>>;
  /** Region slugs that records have shown since the start, for suggestions. */
  seenRegions(): string[];
}

/** Whose names an answer shows; one that has to be there at once shows those that are known. */
type Shown<T> = { patienceMs: number; shown?: undefined } | { shown: (value: T) => readonly Match[] };

/**
 * The reads of one answer to a person. Where records hold ids alone, they come with the names that are known; those of what is
 * shown are looked up, the first ones first, at most 12 in all and for 700 ms. The others stay ids.
 */
export interface NamedReads extends Omit<PublicReads, 'userMatches' | 'bracket'> {
  userMatches(playerId: string, options: ReadOptions & Shown<Match[]>): Promise<Answer<Match[]>>;
  bracket(tournamentId: string, options: ReadOptions & Shown<Bracket>): Promise<Answer<Bracket>>;
  /** Players whose names any record has told, for suggestions: the same list as long as no name changes. */
  knownPlayers(): readonly KnownPlayer[];
  /** The same with names, for what was read otherwise. */
  nameMatch(match: Match): Promise<Match>;
  namePlayers<T extends { player: PlayerName }>(entries: readonly T[]): Promise<T[]>;
  nameTournaments(tournaments: readonly Tournament[]): Promise<Tournament[]>;
}

/**
 * The Competitive Play Service, one method per documented operation. Public reads go with the API key; what needs a
 * member's own token is behind `as`. Every method throws `PlatformError` and nothing else.
 */
export interface Platform extends PublicReads {
  /** POST /oauth/token with the four documented fields, and with what is given besides. */
  exchangeCode(grant: { code: string; redirectUri?: string; codeVerifier?: string }): Promise<TokenGrant>;
  /** POST /oauth/token, RFC 6749 section 6. A refused refresh token is a `PlatformError` with `oauthError: 'invalid_grant'`. */
  refresh(refreshToken: string): Promise<TokenGrant>;
  /** The operations that a member makes with their own token. */
  as(credentials: MemberCredentials): MemberPlatform;
  names: Names;
  /** The reads of one answer. */
  forAnswer(): NamedReads;
  close(): Promise<void>;
}

/** Where a member's token comes from. Both may throw what they like: it reaches the caller unchanged. */
export interface MemberCredentials {
  /** The member's own player id: with it, a registration whose answer was lost can be found in the tournament. */
  playerId?: string;
  /** The access token to use now. */
  token(): Promise<string>;
  /** Called once after a 401, which means that nothing was done: a newer token than the rejected one. */
  renew(rejected: string): Promise<string>;
}

export interface MemberPlatform {
  /** Never shared, cached or served stale. */
  me(): Promise<Me>;
  updateMe(change: { name?: string; avatarUrl?: string }): Promise<WriteResult<Me>>;
  register(tournamentId: string): Promise<WriteResult<Tournament>>;
  reportScore(matchId: string, scores: { player1: number; player2: number }): Promise<WriteResult<Match>>;
}
