import { present } from '../present.ts';
import { inSlices, type Slices } from '../slices.ts';
import type { Calls } from './calls.ts';
import { PlatformError, type RawAnswer } from './error.ts';
import type { Answer, PublicReads, ReadOptions } from './platform.ts';
import { MAX_AGE_MS, type ReadCache, type Subject } from './read-cache.ts';
import { readBracket } from './reading/read-bracket.ts';
import { readPlayerRank } from './reading/read-documented.ts';
import { readMatch, readMatches } from './reading/read-match.ts';
import { readPlayer } from './reading/read-player.ts';
import { readRanking } from './reading/read-ranking.ts';
import { readTournament, readTournaments } from './reading/read-tournament.ts';
import type { Reader } from './reading/reader.ts';
import { isObject } from './reading/values.ts';
import { pathOf } from './request.ts';

/** What every call to the platform needs. */
export interface Client {
  calls: Calls;
  cache: ReadCache;
  reader: Reader;
}

interface Operation<T> {
  operation: string;
  read: (reader: Reader, answer: RawAnswer, id: string) => T | Promise<T>;
  /** Whether the document shows `limit` for it. */
  isWindowed?: boolean;
  /** How old a cached answer may be that is given without asking. */
  maxAgeMs?: number;
}

interface ReadArguments {
  id?: string;
  query?: Record<string, string>;
  options: ReadOptions | undefined;
}

const sliced =
  <T>(read: (reader: Reader, answer: RawAnswer, id: string) => Slices<T>): Operation<T>['read'] =>
  (reader, answer, id) =>
    inSlices(read(reader, answer, id));

const LIST = { isWindowed: true, maxAgeMs: MAX_AGE_MS.list };

export const operations = {
  user: { operation: 'GET /v1/users/:id', read: readPlayer },
  userRank: { operation: 'GET /v1/users/:id/rank', read: readPlayerRank },
  userMatches: { operation: 'GET /v1/users/:id/matches', read: sliced(readMatches), ...LIST },
  tournaments: { operation: 'GET /v1/tournaments', read: sliced(readTournaments), ...LIST },
  tournament: { operation: 'GET /v1/tournaments/:id', read: readTournament, maxAgeMs: MAX_AGE_MS.record },
  bracket: {
    operation: 'GET /v1/tournaments/:id/bracket',
    read: sliced(readBracket),
    maxAgeMs: MAX_AGE_MS.record,
  },
  match: { operation: 'GET /v1/matches/:id', read: sliced(readMatch) },
  rankings: {
    operation: 'GET /v1/rankings',
    read: sliced((reader, answer) => readRanking(reader, answer)),
    ...LIST,
  },
  /** Has no `limit` in the document. */
  regionalRankings: {
    operation: 'GET /v1/rankings',
    read: sliced((reader, answer) => readRanking(reader, answer, true)),
    maxAgeMs: MAX_AGE_MS.list,
  },
};

/** An operation for one id, or for all. */
export const subjectOf = ({ operation }: { operation: string }, id?: string): Subject => ({
  operation,
  ...present({ id }),
});

/** The largest window asked for, and the one for a platform that refuses it. */
const WINDOWS = { first: 50, fallback: 20 };

/** The public reads, with the API key. */
export function createReads({ calls, cache, reader }: Client, apiKey: string): PublicReads {
  const limits = new Map<string, number>();
  const regions = createRegions();

  async function get<T>(
    target: Operation<T>,
    { id, query = {}, options = {} }: ReadArguments,
  ): Promise<Answer<T>> {
    const { operation, read, isWindowed, maxAgeMs = 0 } = target;
    const path = pathOf(operation, id);
    const send = (parameters: Record<string, string>) => {
      const search = new URLSearchParams(parameters).toString();
      const request = { operation, path: path + (search && `?${search}`), bearer: apiKey };
      return calls.read({ ...request, method: 'GET' }, options);
    };
    return cache.read({
      key: `${path}?${new URLSearchParams(query).toString()}`,
      subject: subjectOf(target, id),
      maxAgeMs,
      options,
      load: async () => {
        const answer = await (isWindowed ? withWindow(operation, query, send) : send(query));
        const value = await read(reader, answer, id ?? '');
        regions.note(value);
        return { value, size: answer.size };
      },
    });
  }

  /** Asks for 50, and where the platform refuses that, for 20 from then on. */
  async function withWindow<T>(
    operation: string,
    query: Record<string, string>,
    send: (query: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const limit = limits.get(operation) ?? WINDOWS.first;
    try {
      return await send({ ...query, limit: String(limit) });
    } catch (error) {
      const isRefused = error instanceof PlatformError && error.kind === 'invalid';
      if (!isRefused || limit === WINDOWS.fallback) throw error;
      const answer = await send({ ...query, limit: String(WINDOWS.fallback) });
      limits.set(operation, WINDOWS.fallback);
      return answer;
    }
  }

  return {
    user: (id, options) => get(operations.user, { id, options }),
    userRank: (id, options) => get(operations.userRank, { id, options }),
    userMatches: (id, options) => get(operations.userMatches, { id, options }),
    tournaments: ({ status }, options) =>
      get(operations.tournaments, { query: present({ status }), options }),
    tournament: (id, options) => get(operations.tournament, { id, options }),
    bracket: (id, options) => get(operations.bracket, { id, options }),
    match: (id, options) => get(operations.match, { id, options }),
    rankings: ({ region }, options) =>
      region === undefined
        ? get(operations.rankings, { query: { type: 'global' }, options })
        : get(operations.regionalRankings, { query: { type: 'regional', region }, options }),
    seenRegions: () => regions.list(),
  };
}

/** More regions than this are no list to choose from. */
const MAX_REGIONS = 200;
/** Only what can be asked for: a slug, not "Hà Nội (North)". */
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u;

/** Collects the region slugs that records show. */
function createRegions() {
  const seen = new Set<string>();
  return {
    note(records: unknown): void {
      for (const record of Array.isArray(records) ? records : [records]) {
        const region = isObject(record) ? record['region'] : undefined;
        if (typeof region === 'string' && seen.size < MAX_REGIONS && SLUG.test(region)) seen.add(region);
      }
    },
    list: () => [...seen].toSorted(),
  };
}
