import { HOUR_MS } from '../durations.ts';
import { isObject } from '../json.ts';
import { present } from '../present.ts';
import type { BareMatches } from './bare-matches.ts';
import type { Calls } from './calls.ts';
import { PlatformError, understand } from './error.ts';
import type { Names } from './names.ts';
import { operations, subjectOf, type ReadOperation } from './operations.ts';
import type { PlatformAnswer, PublicReads, ReadOptions } from './platform.ts';
import type { ReadCache } from './read-cache.ts';
import type { RecordReader } from '../reading/reader.ts';
import type { Match } from '../reading/records.ts';
import { pathOf } from './request.ts';

/** The dependencies of all operations. */
export interface PlatformClient {
  calls: Calls;
  cache: ReadCache;
  reader: RecordReader;
  names: Pick<Names, 'note' | 'forget'>;
  matches: Pick<BareMatches, 'forget'>;
  /** The platform has no tournament with this id. */
  onTournamentGone?: ((tournamentId: string) => void) | undefined;
  /** An answer shows ranks of players. */
  onRanks?: OnRanks | undefined;
  /** A player has this name now. */
  onPlayerName?: ((playerId: string, name: string) => void) | undefined;
}

/** A player's rating and rank label, as far as an answer shows them. */
interface ShownRank {
  playerId: string;
  elo?: number | undefined;
  rank?: string | undefined;
  /** In the global ranking. */
  place?: number | undefined;
}
export type OnRanks = (ranks: readonly ShownRank[]) => void;

interface ReadArguments {
  id?: string;
  query?: Record<string, string>;
  isWide?: boolean | undefined;
  options: ReadOptions | undefined;
}

/** How long a history that a command read is used beside other answers. */
const RECENT_MS = HOUR_MS;

/** The windows to request: each for a platform that rejects the one before. */
const WINDOWS = [50, 20];
const WIDE_WINDOWS = [200, ...WINDOWS];

/** The public reads, with the API key. */
export function createReads(client: PlatformClient, apiKey: string): PublicReads {
  const { calls, cache, reader, names, onTournamentGone, onRanks, onPlayerName } = client;
  /** How many windows the platform rejects, by operation and first window. */
  const rejected = new Map<string, number>();
  const regions = createRegions();

  async function get<T>(
    target: ReadOperation<T>,
    { id, query = {}, isWide = false, options = {} }: ReadArguments,
  ): Promise<PlatformAnswer<T>> {
    const { operation, read, note, hasOwnNames, ranksIn, isWindowed, isCached = false } = target;
    const path = pathOf(operation, id);
    return cache.read({
      key: `${path}?${new URLSearchParams(query).toString()}${isWide ? '#wide' : ''}`,
      subject: subjectOf(target, id),
      isCached,
      options,
      load: async (known) => {
        const send = (parameters: Record<string, string>) => {
          const search = new URLSearchParams(parameters).toString();
          const request = { operation, path: path + (search && `?${search}`), bearer: apiKey };
          return calls.read({ ...request, method: 'GET' }, { once: options.once, known: known?.digest });
        };
        const answer = await (isWindowed
          ? withWindow(isWide ? WIDE_WINDOWS : WINDOWS, operation, (limit) => send({ ...query, ...limit }))
          : send(query));
        const { digest, size } = answer;
        if (known?.digest === digest) return { ...known, size };
        return { value: await understand(answer, (body) => read(reader, body, id ?? '')), size, digest };
      },
      onRead(value) {
        regions.note(value);
        note?.(value, names.note);
        if (ranksIn !== undefined) onRanks?.(ranksIn(value, id ?? ''));
        if (hasOwnNames)
          note?.(value, (_kind, player) => {
            if (player?.id !== undefined && player.name !== undefined) onPlayerName?.(player.id, player.name);
          });
      },
    });
  }

  /** Requests the first window that the platform does not reject, from then on. */
  async function withWindow<T>(
    windows: readonly number[],
    operation: string,
    send: (limit: { limit: string }) => Promise<T>,
  ): Promise<T> {
    const key = `${operation} ${windows[0]}`;
    const from = rejected.get(key) ?? 0;
    for (let at = from; ; at++) {
      try {
        const answer = await send({ limit: String(windows[at]) });
        rejected.set(key, at);
        return answer;
      } catch (error) {
        const isRefused = error instanceof PlatformError && error.kind === 'invalid';
        if (!isRefused || at >= windows.length - 1) throw error;
      }
    }
  }

  return {
    user: (id, options) => get(operations.user, { id, options }),
    userRank: (id, options) => get(operations.userRank, { id, options }),
    userMatches: (id, options) => get(operations.userMatches, { id, options }),
    recentMatches: (id) => cache.peek<Match[]>(`${pathOf(operations.userMatches.operation, id)}?`, RECENT_MS),
    tournaments: ({ status, isWide }, options) =>
      get(operations.tournaments, { query: present({ status }), isWide, options }),
    tournament: (id, options) =>
      get(operations.tournament, { id, options }).catch((error: unknown) => {
        if (error instanceof PlatformError && error.kind === 'not-found') onTournamentGone?.(id);
        throw error;
      }),
    bracket: (id, options) => get(operations.bracket, { id, options }),
    match: (id, options) => get(operations.match, { id, options }),
    rankings: ({ region }, options) =>
      region === undefined
        ? get(operations.rankings, { query: { type: 'global' }, options })
        : get(operations.regionalRankings, { query: { type: 'regional', region }, options }),
    seenRegions: () => regions.list(),
  };
}

/** More would not be a useful list to choose from. */
const MAX_REGIONS = 200;
/** Only valid query values: a slug, not "Hà Nội (North)". */
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u;

/** Collects region slugs from records. */
function createRegions() {
  const slugs = new Set<string>();
  return {
    note(records: unknown): void {
      for (const record of Array.isArray(records) ? records : [records]) {
        const region = isObject(record) ? record['region'] : undefined;
        if (typeof region === 'string' && slugs.size < MAX_REGIONS && SLUG.test(region)) slugs.add(region);
      }
    },
    list: () => [...slugs].toSorted(),
  };
}
