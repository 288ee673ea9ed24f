import { present } from '../present.ts';
import { inSlices, type Slices } from '../async/slices.ts';
import type { Subject } from './read-cache.ts';
import { readBracket } from '../reading/read-bracket.ts';
import { readPlayerRank } from '../reading/read-documented.ts';
import { readMatch, readMatches } from '../reading/read-match.ts';
import { readPlayer } from '../reading/read-player.ts';
import { readRanking } from '../reading/read-ranking.ts';
import { readTournament, readTournaments } from '../reading/read-tournament.ts';
import type { RecordReader } from '../reading/reader.ts';
import type { Bracket, Match, Player, PlayerRank, RankingEntry, Tournament } from '../reading/records.ts';
import { noteMatches, type NoteName } from './unnamed.ts';

/** One of the public reads. */
export interface ReadOperation<T> {
  operation: string;
  read: (reader: RecordReader, body: unknown, id: string) => T | Promise<T>;
  /** Caches the names in a response: other records may lack them. */
  note?: (value: T, note: NoteName) => void;
  /** The ratings and ranks of players in a response. `id`: of the request. */
  ranksIn?: (value: T, id: string) => { playerId: string; elo?: number; rank?: string; place?: number }[];
  /** Its names are those that the players have now. */
  hasOwnNames?: boolean;
  /** The platform documents `limit` for it. */
  isWindowed?: boolean;
  /** A fresh response serves without another read. */
  isCached?: boolean;
}

const sliced =
  <T>(read: (reader: RecordReader, body: unknown, id: string) => Slices<T>): ReadOperation<T>['read'] =>
  (reader, body, id) =>
    inSlices(read(reader, body, id));

const operation = <T>(declared: ReadOperation<T>): ReadOperation<T> => declared;

const LIST = { isWindowed: true, isCached: true };

const noteRanking: ReadOperation<RankingEntry[]>['note'] = (entries, note) => {
  for (const { player } of entries) note('player', player);
};

const ranksInRanking =
  ({ isGlobal }: { isGlobal: boolean }) =>
  (entries: readonly RankingEntry[]) =>
    entries.flatMap(({ player: { id }, elo, rank, place }) =>
      id === undefined
        ? []
        : [{ playerId: id, ...present({ elo, rank, place: isGlobal ? place : undefined }) }],
    );

export const operations = {
  user: operation<Player>({
    operation: 'GET /v1/users/:id',
    read: readPlayer,
    note: (player, note) => note('player', player),
    hasOwnNames: true,
    ranksIn: ({ elo, rank }, playerId) => [{ playerId, ...present({ elo, rank }) }],
  }),
  userRank: operation<PlayerRank>({
    operation: 'GET /v1/users/:id/rank',
    read: readPlayerRank,
    ranksIn: ({ elo, globalRank }, playerId) => [{ playerId, ...present({ elo, place: globalRank }) }],
  }),
  userMatches: operation<Match[]>({
    operation: 'GET /v1/users/:id/matches',
    read: sliced(readMatches),
    note: noteMatches,
    ...LIST,
  }),
  tournaments: operation<Tournament[]>({
    operation: 'GET /v1/tournaments',
    read: sliced(readTournaments),
    note(tournaments, note) {
      for (const tournament of tournaments) note('tournament', tournament);
    },
    ...LIST,
  }),
  tournament: operation<Tournament>({
    operation: 'GET /v1/tournaments/:id',
    read: sliced(readTournament),
    note: (tournament, note) => note('tournament', tournament),
    isCached: true,
  }),
  bracket: operation<Bracket>({
    operation: 'GET /v1/tournaments/:id/bracket',
    read: sliced(readBracket),
    note({ rounds }, note) {
      for (const { matches } of rounds) noteMatches(matches, note);
    },
    isCached: true,
  }),
  match: operation<Match>({
    operation: 'GET /v1/matches/:id',
    read: sliced(readMatch),
    note: (match, note) => noteMatches([match], note),
  }),
  rankings: operation<RankingEntry[]>({
    operation: 'GET /v1/rankings',
    read: sliced((reader, body) => readRanking(reader, body)),
    note: noteRanking,
    ranksIn: ranksInRanking({ isGlobal: true }),
    hasOwnNames: true,
    ...LIST,
  }),
  /** Without `limit`, which is not documented for it. */
  regionalRankings: operation<RankingEntry[]>({
    operation: 'GET /v1/rankings',
    read: sliced((reader, body) => readRanking(reader, body, true)),
    note: noteRanking,
    ranksIn: ranksInRanking({ isGlobal: false }),
    hasOwnNames: true,
    isCached: true,
  }),
};

/** The operations that are asked with the bot's API key. All others carry a member's token, or the bot's client. */
export const PUBLIC_READS: ReadonlySet<string> = new Set(
  Object.values<{ operation: string }>(operations).map((one) => one.operation),
);

/** An operation for one id, or for every id. */
export const subjectOf = ({ operation }: { operation: string }, id?: string): Subject => ({
  operation,
  ...present({ id }),
});
