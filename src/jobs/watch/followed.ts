import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { FollowRecord, Follows, StopReason } from '../../guilds/follows.ts';
import type { ServerIndex } from '../../guilds/server-index.ts';
import type { SwitchName } from '../../guilds/switches.ts';
import type { Followed } from '../plan/reading.ts';

const FULL_MS = 5 * MINUTE_MS;
/** A server that was just entered may not have its record yet. */
const NEW_MS = 10 * MINUTE_MS;

function activeIn(guildId: string, record: FollowRecord): Followed[] {
  const active = Object.entries(record)
    .filter(([, { stopped }]) => stopped === undefined)
    .toSorted(([a, { since }], [b, { since: other }]) => since - other || a.localeCompare(b));
  return active.map(([followId, follow]) => {
    const own = active.filter(([, one]) => one.tournamentId === follow.tournamentId);
    const isFirst = (topic: SwitchName): boolean =>
      own.find(([, one]) => one.topics[topic])?.[0] === followId;
    const leads = {
      calls: isFirst('calls'),
      results: isFirst('results'),
      event: isFirst('event'),
      ping: isFirst('ping'),
      end: own[0]?.[0] === followId,
    };
    return { guildId, followId, follow, leads };
  });
}

/** After these, everything that asks was closed long before, or can't be read. */
const NOTHING_ASKS: ReadonlySet<StopReason> = new Set(['over', 'unreadable']);
const LEADS_NOTHING = { calls: false, results: false, event: false, ping: false, end: false };

/** Stopped follows that may still have something that asks; they are closed for at most a day. */
function closingIn(guildId: string, record: FollowRecord, now: number): Followed[] {
  return Object.entries(record).flatMap(([followId, follow]) => {
    const { stopped } = follow;
    if (stopped === undefined || stopped.isClosed === true || NOTHING_ASKS.has(stopped.reason)) return [];
    const hasSuccessor = Object.values(record).some(
      (one) => one.stopped === undefined && one.tournamentId === follow.tournamentId && one.topics.event,
    );
    const leads = { ...LEADS_NOTHING, event: !hasSuccessor };
    return now - stopped.at < DAY_MS ? [{ guildId, followId, follow, leads }] : [];
  });
}

interface ServerFollows {
  revision: number;
  active: Followed[];
  closing: Followed[];
}

interface FollowedDeps {
  follows: Pick<Follows, 'read' | 'index' | 'leave'>;
  now: () => number;
  monotonic: () => number;
  /** A server's record could not be read: the last known follows stay. */
  onError: (guildId: string, error: unknown) => void;
}

/** The follows of all servers, as of the last `sync`. */
export function createFollowed({ follows, now, monotonic, onError }: FollowedDeps) {
  let servers = new Map<string, ServerFollows>();
  /** Built from `servers` when needed. */
  let byTournament: Map<string, Followed[]> | undefined;
  let fullAt = -Infinity;

  const all = (): Followed[] => [...servers.values()].flatMap(({ active }) => active);

  function followersByTournament(): Map<string, Followed[]> {
    if (byTournament !== undefined) return byTournament;
    byTournament = new Map();
    for (const one of all()) {
      const { tournamentId } = one.follow;
      byTournament.set(tournamentId, [...(byTournament.get(tournamentId) ?? []), one]);
    }
    return byTournament;
  }

  async function readServer(guildId: string, revision: number): Promise<ServerFollows> {
    const record = await follows.read(guildId);
    const active = activeIn(guildId, record);
    const closing = closingIn(guildId, record, now());
    const isIdle = active.length === 0 && closing.length === 0;
    // A revision is a time: the server's record is written after its entry here.
    if (isIdle && now() - revision >= NEW_MS) await follows.leave(guildId, revision);
    return { revision, active, closing };
  }

  return {
    all,
    /** Stopped follows that may still have something that asks. */
    closing: (): Followed[] => [...servers.values()].flatMap(({ closing }) => closing),
    count: (): number => all().length,
    guildIds: (): string[] => [...servers.keys()],
    tournamentIds: (): ReadonlySet<string> => new Set(followersByTournament().keys()),
    in: (guildId: string): readonly Followed[] => servers.get(guildId)?.active ?? [],
    of: (tournamentId: string): readonly Followed[] => followersByTournament().get(tournamentId) ?? [],
    /** Removes a follow at once, after it was stopped. */
    drop({ guildId, followId }: Pick<Followed, 'guildId' | 'followId'>): void {
      const server = servers.get(guildId);
      byTournament = undefined;
      if (server) server.active = server.active.filter((one) => one.followId !== followId);
    },
    /** Reads changes, and from time to time everything. Returns new and changed follows. Throws `StoreError`. */
    async sync(): Promise<Followed[]> {
      const isFull = monotonic() - fullAt >= FULL_MS;
      const index: ServerIndex = await follows.index();
      const next: typeof servers = new Map();
      const changed: Followed[] = [];
      for (const [guildId, revision] of Object.entries(index)) {
        const current = servers.get(guildId);
        const isSame = current?.revision === revision;
        if (current !== undefined && isSame && !isFull) {
          next.set(guildId, current);
          continue;
        }
        try {
          const server = await readServer(guildId, revision);
          next.set(guildId, server);
          if (!isSame) changed.push(...server.active);
        } catch (error) {
          onError(guildId, error);
          // Without its revision, so that it is read again the next time.
          if (current !== undefined) next.set(guildId, { ...current, revision: -1 });
        }
      }
      servers = next;
      byTournament = undefined;
      if (isFull) fullAt = monotonic();
      return changed;
    },
    clear(): void {
      servers = new Map();
      byTournament = undefined;
      fullAt = -Infinity;
    },
  };
}
