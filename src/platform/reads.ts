import type { RawAnswer } from './reading/answer.ts';
import type { Calls } from './calls.ts';
import { PlatformError } from './error.ts';
import { idSegment } from './ids.ts';
import { KEEP_MS, type Kept, type Subject } from './kept.ts';
import type { Answer, Platform, ReadOptions } from './platform.ts';
import { readBracket } from './reading/read-bracket.ts';
import { readPlayerRank } from './reading/read-documented.ts';
import { readMatch, readMatches } from './reading/read-match.ts';
import { readPlayer } from './reading/read-player.ts';
import { readRanking } from './reading/read-ranking.ts';
import { readTournament, readTournaments } from './reading/read-tournament.ts';
import type { Reader } from './reading/reader.ts';
import { inSlices } from '../slices.ts';
import type { Regions } from './regions.ts';

export const operations = {
  user: 'GET /v1/users/:id',
  userRank: 'GET /v1/users/:id/rank',
  userMatches: 'GET /v1/users/:id/matches',
  tournaments: 'GET /v1/tournaments',
  tournament: 'GET /v1/tournaments/:id',
  bracket: 'GET /v1/tournaments/:id/bracket',
  match: 'GET /v1/matches/:id',
  rankings: 'GET /v1/rankings',
} as const;

/** The largest window asked for, and the one for a platform that refuses it. */
const windows = { first: 50, fallback: 20 };

export interface ReadsOptions {
  calls: Calls;
  kept: Kept;
  reader: Reader;
  regions: Regions;
  /** Path of the base URL, without a slash at its end. */
  prefix: string;
  apiKey: string;
}

export type PublicReads = Pick<
  Platform,
  'user' | 'userRank' | 'userMatches' | 'tournaments' | 'tournament' | 'bracket' | 'match' | 'rankings'
>;

interface Get<T> {
  operation: string;
  id?: string;
  path: string;
  query?: Record<string, string>;
  /** Whether the document shows `limit` for it. */
  isWindowed?: boolean;
  /** How old an answer may be that is given without asking. */
  keepMs?: number;
  read: (answer: RawAnswer) => T | Promise<T>;
  options: ReadOptions | undefined;
}

/** The public reads, with the API key. */
export function createReads({ calls, kept, reader, regions, prefix, apiKey }: ReadsOptions): PublicReads {
  const limits = new Map<string, number>();

  function get<T>(request: Get<T>): Promise<Answer<T>> {
    const { operation, id, path, query = {}, keepMs = 0, read, options } = request;
    const subject: Subject = id === undefined ? { operation } : { operation, id };
    const search = new URLSearchParams(query).toString();
    return kept.read({
      key: `${path}?${search}`,
      subject,
      keepMs,
      fresh: options?.fresh === true,
      patienceMs: options?.patienceMs,
      load: async () => {
        const answer = request.isWindowed
          ? await withWindow(operation, path, query)
          : await send(operation, path, query, options?.once);
        return { value: await read(answer), size: answer.size };
      },
    });
  }

  function send(operation: string, path: string, query: Record<string, string>, once = false) {
    const search = new URLSearchParams(query).toString();
    const request = {
      operation,
      method: 'GET' as const,
      path: `${prefix}${path}${search && `?${search}`}`,
      bearer: apiKey,
    };
    return calls.read(request, { once });
  }

  /** Asks for 50, and where the platform refuses that, for 20 from then on. */
  async function withWindow(operation: string, path: string, query: Record<string, string>) {
    const limit = limits.get(operation) ?? windows.first;
    try {
      return await send(operation, path, { ...query, limit: String(limit) });
    } catch (error) {
      const isRefused = error instanceof PlatformError && error.kind === 'invalid';
      if (!isRefused || limit === windows.fallback) throw error;
      const answer = await send(operation, path, { ...query, limit: String(windows.fallback) });
      limits.set(operation, windows.fallback);
      return answer;
    }
  }

  return {
    user: async (playerId, options) => {
      const operation = operations.user;
      const path = `/v1/users/${idSegment(playerId, operation)}`;
      const read = (answer: RawAnswer) => regions.note(readPlayer(reader, answer, playerId));
      return get({ operation, id: playerId, path, read, options });
    },
    userRank: async (playerId, options) => {
      const operation = operations.userRank;
      const path = `/v1/users/${idSegment(playerId, operation)}/rank`;
      return get({
        operation,
        id: playerId,
        path,
        read: (answer) => readPlayerRank(reader, answer),
        options,
      });
    },
    userMatches: async (playerId, options) => {
      const operation = operations.userMatches;
      const path = `/v1/users/${idSegment(playerId, operation)}/matches`;
      const read = (answer: RawAnswer) => inSlices(readMatches(reader, answer));
      return get({ operation, id: playerId, path, isWindowed: true, keepMs: KEEP_MS.list, read, options });
    },
    tournaments: async ({ status }, options) => {
      const operation = operations.tournaments;
      const query = status === undefined ? {} : { status };
      const read = async (answer: RawAnswer) =>
        (await inSlices(readTournaments(reader, answer))).map(regions.note);
      return get({
        operation,
        path: '/v1/tournaments',
        query,
        isWindowed: true,
        keepMs: KEEP_MS.list,
        read,
        options,
      });
    },
    tournament: async (tournamentId, options) => {
      const operation = operations.tournament;
      const path = `/v1/tournaments/${idSegment(tournamentId, operation)}`;
      const read = (answer: RawAnswer) => regions.note(readTournament(reader, answer, tournamentId));
      return get({ operation, id: tournamentId, path, keepMs: KEEP_MS.record, read, options });
    },
    bracket: async (tournamentId, options) => {
      const operation = operations.bracket;
      const path = `/v1/tournaments/${idSegment(tournamentId, operation)}/bracket`;
      return get({
        operation,
        id: tournamentId,
        path,
        keepMs: KEEP_MS.record,
        read: (answer) => inSlices(readBracket(reader, answer)),
        options,
      });
    },
    match: async (matchId, options) => {
      const operation = operations.match;
      const path = `/v1/matches/${idSegment(matchId, operation)}`;
      return get({
        operation,
        id: matchId,
        path,
        read: (answer) => inSlices(readMatch(reader, answer, matchId)),
        options,
      });
    },
    rankings: async ({ region }, options) => {
      const isGlobal = region === undefined;
      return get({
        operation: operations.rankings,
        path: '/v1/rankings',
        // A regional request has no `limit` in the document.
        query: isGlobal ? { type: 'global' } : { type: 'regional', region },
        isWindowed: isGlobal,
        keepMs: KEEP_MS.list,
        read: (answer) => inSlices(readRanking(reader, answer, !isGlobal)),
        options,
      });
    },
  };
}
