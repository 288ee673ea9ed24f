import type { Follow, FollowIndex, FollowRecord, Follows } from '../guilds/follows.ts';

/** A tournament that a channel follows, and has not stopped following. */
export interface Followed {
  guildId: string;
  followId: string;
  follow: Follow;
  /** The first of its server with results of this tournament: it alone posts to the server's results channel. */
  isFirst: boolean;
}

const FULL_MS = 5 * 60_000;

function activeIn(guildId: string, record: FollowRecord): Followed[] {
  const active = Object.entries(record)
    .filter(([, { stopped }]) => stopped === undefined)
    .toSorted(([a, { since }], [b, { since: other }]) => since - other || a.localeCompare(b));
  const seen = new Set<string>();
  return active.map(([followId, follow]) => {
    const isFirst = follow.topics.results && !seen.has(follow.tournamentId);
    if (isFirst) seen.add(follow.tournamentId);
    return { guildId, followId, follow, isFirst };
  });
}

/** What all servers follow, as the store had it at the last `sync`. */
export function createFollowed(follows: Pick<Follows, 'read' | 'index' | 'leave'>, monotonic: () => number) {
  let servers = new Map<string, { revision: number; active: Followed[] }>();
  let fullAt = -Infinity;

  async function readServer(guildId: string, revision: number): Promise<Followed[]> {
    const active = activeIn(guildId, await follows.read(guildId));
    if (active.length === 0) await follows.leave(guildId, revision);
    return active;
  }

  return {
    all: (): Followed[] => [...servers.values()].flatMap(({ active }) => active),
    of: (guildId: string): Followed[] => servers.get(guildId)?.active ?? [],
    /** Reads what changed; now and then, everything. Gives what is new, or was changed. Throws `StoreError`. */
    async sync(): Promise<Followed[]> {
      const isFull = monotonic() - fullAt >= FULL_MS;
      const index: FollowIndex = await follows.index();
      const next: typeof servers = new Map();
      const changed: Followed[] = [];
      for (const [guildId, revision] of Object.entries(index)) {
        const known = servers.get(guildId);
        const isSame = known?.revision === revision;
        const active =
          known !== undefined && isSame && !isFull ? known.active : await readServer(guildId, revision);
        next.set(guildId, { revision, active });
        if (!isSame) changed.push(...active);
      }
      servers = next;
      if (isFull) fullAt = monotonic();
      return changed;
    },
    clear(): void {
      servers = new Map();
      fullAt = -Infinity;
    },
  };
}
