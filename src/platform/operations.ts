import { present } from '../present.ts';
import { inSlices, type Slices } from '../slices.ts';
import type { RawAnswer } from './error.ts';
import { MAX_AGE_MS, type Subject } from './read-cache.ts';
import { readBracket } from './reading/read-bracket.ts';
import { readPlayerRank } from './reading/read-documented.ts';
import { readMatch, readMatches } from './reading/read-match.ts';
import { readPlayer } from './reading/read-player.ts';
import { readRanking } from './reading/read-ranking.ts';
import { readTournament, readTournaments } from './reading/read-tournament.ts';
import type { Reader } from './reading/reader.ts';
import type { Bracket, Match, Player, PlayerRank, RankingEntry, Tournament } from './records.ts';

/** One of the public reads. */
export interface Operation<T> {
  operation: string;
  read: (reader: Reader, answer: RawAnswer, id: string) => T | Promise<T>;
  /** Whether the document shows `limit` for it. */
  isWindowed?: boolean;
  /** How old a cached answer may be that is given without asking. */
  maxAgeMs?: number;
}

const sliced =
  <T>(read: (reader: Reader, answer: RawAnswer, id: string) => Slices<T>): Operation<T>['read'] =>
  (reader, answer, id) =>
    inSlices(read(reader, answer, id));

const operation = <T>(declared: Operation<T>): Operation<T> => declared;

const LIST = { isWindowed: true, maxAgeMs: MAX_AGE_MS.list };

export const operations = {
  user: operation<Player>({
    operation: 'GET /v1/users/:id',
    read: readPlayer,
  }),
  userRank: operation<PlayerRank>({ operation: 'GET /v1/users/:id/rank', read: readPlayerRank }),
  userMatches: operation<Match[]>({
    operation: 'GET /v1/users/:id/matches',
    read: sliced(readMatches),
    ...LIST,
  }),
  tournaments: operation<Tournament[]>({
    operation: 'GET /v1/tournaments',
    read: sliced(readTournaments),
    ...LIST,
  }),
  tournament: operation<Tournament>({
    operation: 'GET /v1/tournaments/:id',
    read: readTournament,
    maxAgeMs: MAX_AGE_MS.record,
  }),
  bracket: operation<Bracket>({
    operation: 'GET /v1/tournaments/:id/bracket',
    read: sliced(readBracket),
    maxAgeMs: MAX_AGE_MS.record,
  }),
  match: operation<Match>({
    operation: 'GET /v1/matches/:id',
    read: sliced(readMatch),
  }),
  rankings: operation<RankingEntry[]>({
    operation: 'GET /v1/rankings',
    read: sliced((reader, answer) => readRanking(reader, answer)),
    ...LIST,
  }),
  /** Has no `limit` in the document. */
  regionalRankings: operation<RankingEntry[]>({
    operation: 'GET /v1/rankings',
    read: sliced((reader, answer) => readRanking(reader, answer, true)),
    maxAgeMs: MAX_AGE_MS.list,
  }),
};

/** An operation for one id, or for all. */
export const subjectOf = ({ operation }: { operation: string }, id?: string): Subject => ({
  operation,
  ...present({ id }),
});
