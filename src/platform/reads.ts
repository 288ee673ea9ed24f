import { present } from '../present.ts';
import type { RawAnswer } from './reading/answer.ts';
import type { Calls } from './calls.ts';
import { PlatformError } from './error.ts';
import { pathOf } from './ids.ts';
import type { Answer, Platform, ReadOptions } from './platform.ts';
import { MAX_AGE_MS, type ReadCache, type Subject } from './read-cache.ts';
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
const WINDOWS = { first: 50, fallback: 20 };

export interface ReadsOptions {
  calls: Calls;
  cache: ReadCache;
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
  query?: Record<string, string>;
  /** Whether the document shows `limit` for it. */
  isWindowed?: boolean;
  /** How old a cached answer may be that is given without asking. */
  maxAgeMs?: number;
  read: (answer: RawAnswer) => T | Promise<T>;
  options: ReadOptions | undefined;
}

/** The public reads, with the API key. */
export function createReads({ calls, cache, reader, regions, prefix, apiKey }: ReadsOptions): PublicReads {
  const limits = new Map<string, number>();

  async function get<T>(request: Get<T>): Promise<Answer<T>> {
    const { operation, id, query = {}, maxAgeMs = 0, isWindowed, read, options } = request;
    const path = pathOf(operation, id);
    const subject: Subject = id === undefined ? { operation } : { operation, id };
    return cache.read({
      key: `${path}?${new URLSearchParams(query).toString()}`,
      subject,
      maxAgeMs,
      fresh: options?.fresh === true,
      patienceMs: options?.patienceMs,
      load: async () => {
        const answer = isWindowed
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
    const limit = limits.get(operation) ?? WINDOWS.first;
    try {
      return await send(operation, path, { ...query, limit: String(limit) });
    } catch (error) {
      const isRefused = error instanceof PlatformError && error.kind === 'invalid';
      if (!isRefused || limit === WINDOWS.fallback) throw error;
      const answer = await send(operation, path, { ...query, limit: String(WINDOWS.fallback) });
      limits.set(operation, WINDOWS.fallback);
      return answer;
    }
  }

  return {
    user: (id, options) => {
      const read = (answer: RawAnswer) => regions.note(readPlayer(reader, answer, id));
      return get({ operation: operations.user, id, read, options });
    },
    userRank: (id, options) => {
      const read = (answer: RawAnswer) => readPlayerRank(reader, answer);
      return get({ operation: operations.userRank, id, read, options });
    },
    userMatches: (id, options) => {
      const read = (answer: RawAnswer) => inSlices(readMatches(reader, answer));
      const maxAgeMs = MAX_AGE_MS.list;
      return get({ operation: operations.userMatches, id, isWindowed: true, maxAgeMs, read, options });
    },
    tournaments: ({ status }, options) => {
      const query = present({ status });
      const read = async (answer: RawAnswer) =>
        (await inSlices(readTournaments(reader, answer))).map(regions.note);
      const maxAgeMs = MAX_AGE_MS.list;
      return get({ operation: operations.tournaments, query, isWindowed: true, maxAgeMs, read, options });
    },
    tournament: (id, options) => {
      const read = (answer: RawAnswer) => regions.note(readTournament(reader, answer, id));
      return get({ operation: operations.tournament, id, maxAgeMs: MAX_AGE_MS.record, read, options });
    },
    bracket: (id, options) => {
      const read = (answer: RawAnswer) => inSlices(readBracket(reader, answer));
      return get({ operation: operations.bracket, id, maxAgeMs: MAX_AGE_MS.record, read, options });
    },
    match: (id, options) => {
      const read = (answer: RawAnswer) => inSlices(readMatch(reader, answer, id));
      return get({ operation: operations.match, id, read, options });
    },
    rankings: ({ region }, options) => {
      // A regional request has no `limit` in the document.
      const isWindowed = region === undefined;
      const query = region === undefined ? { type: 'global' } : { type: 'regional', region };
      const read = (answer: RawAnswer) => inSlices(readRanking(reader, answer, !isWindowed));
      return get({
        operation: operations.rankings,
        query,
        isWindowed,
        maxAgeMs: MAX_AGE_MS.list,
        read,
        options,
      });
    },
  };
}
