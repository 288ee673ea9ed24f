import { inSlices } from '../async/slices.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Backlog, Owner } from '../jobs/part.ts';
import type { RoleStores } from './create-roles.ts';
import { withReadings } from './cups.ts';
import type { Resident } from './population.ts';
import { isRefused, type Server } from './judged-server.ts';
import type { BotRolesPort, RoleCheckDeps } from './role-check.ts';
import { isRatingRead, type RankRead, type SeenRank } from './ranks.ts';
import { judgeOf, type Judge } from './server.ts';
import { createServerChecks } from './server-checks.ts';

/** How often a server is read again, for changes without a mark. */
const RELOAD_MS = 5 * MINUTE_MS;
/** How often all members are judged again: roles for a tournament end with time. */
const JUDGE_MS = MINUTE_MS;

export interface ServerBookDeps extends Omit<RoleCheckDeps, 'serverRoles'> {
  stores: RoleStores;
  followed: Owner['followed'];
  /** The servers where a member was seen. Throws `StoreError`. */
  serversOf: (discordId: string) => Promise<readonly string[]>;
  /** Called when something about a member has changed. */
  onMark: () => void;
  /** Called when a server has lines that its log channel does not show yet. */
  onLines: (guildId: string) => void;
  now: () => number;
  monotonic: () => number;
}

/** The servers with rules as last read, and which of their members have steps to do. */
export function createServerBook(deps: ServerBookDeps) {
  const { followed, now, monotonic, onLines, onMark, serversOf, stores } = deps;
  const { cups, lines, marks, population, ranks, serverRoles } = stores;
  const checks = createServerChecks(deps);
  const servers = new Map<string, Server>();
  /** Servers that are being read, with their members that changed meanwhile. */
  const reading = new Map<string, Set<string>>();

  /** Passes a player's rank to all servers. */
  async function onSeen(seen: SeenRank, read?: RankRead): Promise<void> {
    const rank = await ranks.note(seen, read);
    for (const server of servers.values())
      for (const resident of server.residents.values()) {
        const { holder } = resident;
        if (holder?.playerId !== seen.playerId) continue;
        reading.get(server.guildId)?.add(resident.discordId);
        const isRead = isRatingRead(rank);
        if (holder.elo !== rank.elo || holder.rank !== rank.rank || holder.isRead !== isRead)
          server.isStale = true;
        server.residents.set(resident.discordId, {
          ...resident,
          rank,
          holder: { ...holder, elo: rank.elo, rank: rank.rank, isRead },
        });
      }
  }

  async function load(guildId: string, revision: number): Promise<void> {
    const changed = new Set<string>();
    reading.set(guildId, changed);
    try {
      await readServer(guildId, revision);
      const server = servers.get(guildId);
      if (server !== undefined) for (const discordId of changed) await reloadMember(server, discordId);
    } finally {
      reading.delete(guildId);
    }
  }

  async function readServer(guildId: string, revision: number): Promise<void> {
    const before = servers.get(guildId);
    const roles = await serverRoles.read(guildId);
    const residents = await population.all(guildId);
    const isIdle =
      Object.keys(roles.rules).length === 0 &&
      [...residents.values()].every(({ record }) => record === undefined);
    if (isIdle) {
      servers.delete(guildId);
      // A revision is a time: the server's record is written after its entry in the index.
      if (now() - revision >= RELOAD_MS) await serverRoles.index.leave(guildId, revision);
      return;
    }
    const view = { roles, cups: await cups.read(guildId), residents };
    const server = {
      nextAt: -Infinity,
      checkedAt: -Infinity,
      lookedAt: -Infinity,
      changedAt: -Infinity,
      movedAt: monotonic(),
      failures: 0,
      pending: new Set<string>(),
      ...before,
      ...view,
      // An admin may have fixed what Discord refused.
      refused: before?.revision === revision ? before.refused : new Map(),
      guildId,
      revision,
      judge: judgeOf(view, now()),
      loadedAt: monotonic(),
      judgedAt: -Infinity,
      isStale: true,
    };
    // Keeps the object that a turn may be using.
    servers.set(guildId, before === undefined ? server : Object.assign(before, server));
    if (await lines.has(guildId)) onLines(guildId);
  }

  async function loadServers(): Promise<void> {
    const index = await serverRoles.index.read();
    for (const guildId of servers.keys()) if (!(guildId in index)) servers.delete(guildId);
    for (const [guildId, revision] of Object.entries(index)) {
      const server = servers.get(guildId);
      const isDue = server === undefined || monotonic() - server.loadedAt >= RELOAD_MS;
      if (isDue || server.revision !== revision) await load(guildId, revision);
    }
  }

  async function reloadMember(server: Server, discordId: string): Promise<void> {
    const resident = await population.one(server.guildId, discordId);
    if (resident === undefined) server.residents.delete(discordId);
    else server.residents.set(discordId, resident);
    server.isStale = true;
  }

  /** Reads the members with changes, maybe made by another replica. */
  async function readMarks(): Promise<void> {
    const seen = await marks.read();
    for (const discordId of Object.keys(seen)) {
      const seenIn = new Set(await serversOf(discordId));
      for (const server of servers.values())
        if (seenIn.has(server.guildId) || server.residents.has(discordId))
          await reloadMember(server, discordId);
      onMark();
    }
    if (Object.keys(seen).length > 0) await marks.remove(seen);
  }

  async function readCups(server: Server): Promise<void> {
    const ids = new Set(followed.in(server.guildId).map(({ follow }) => follow.tournamentId));
    const readings = [...ids].flatMap((id) => followed.reading(id) ?? []);
    const next = withReadings(server.cups, ids, readings, now());
    if (next === server.cups) return;
    await cups.write(server.guildId, next);
    server.cups = next;
    server.isStale = true;
  }

  async function judge(server: Server): Promise<void> {
    server.isStale = false;
    server.judgedAt = monotonic();
    server.judge = judgeOf(server, now());
    const { judge: judged, residents } = server;
    const pending = new Set<string>();
    await inSlices(
      (function* slices() {
        for (const resident of residents.values()) {
          if (isPending(server, resident, judged)) pending.add(resident.discordId);
          yield;
        }
        return undefined;
      })(),
    );
    if (server.pending.size === 0 && server.failures === 0) server.movedAt = monotonic();
    server.pending = pending;
  }

  const isPending = (server: Server, resident: Resident, judged: Judge): boolean =>
    judged(resident).steps.some(({ roleId }) => !isRefused(server, resident.discordId, roleId, monotonic()));

  /** Once no member holds a released role, its note is dropped. */
  async function dropReleased({ guildId, residents, roles, pending }: Server): Promise<void> {
    if (roles.released === undefined || pending.size > 0) return;
    const held = new Set([...residents.values()].flatMap(({ record }) => Object.keys(record?.roles ?? {})));
    if (Object.keys(roles.released).every((roleId) => held.has(roleId))) return;
    await serverRoles.change(guildId, ({ released = {}, ...others }) => {
      const left = Object.entries(released).filter(([roleId]) => held.has(roleId));
      return left.length === 0 ? others : { ...others, released: Object.fromEntries(left) };
    });
  }

  return {
    servers: (): Server[] => [...servers.values()],
    onSeen,
    /** A member's turn ended with this state. */
    onTurn(server: Server, discordId: string, resident: Resident | undefined): void {
      reading.get(server.guildId)?.add(discordId);
      if (resident === undefined) server.residents.delete(discordId);
      else {
        server.residents.set(discordId, resident);
        if (isPending(server, resident, server.judge)) server.pending.add(discordId);
      }
    },
    /** A paused server waits for its admins. */
    backlog(): Backlog {
      const waiting = [...servers.values()].filter(
        ({ pending, roles }) => pending.size > 0 && roles.pausedAt === undefined,
      );
      return {
        members: [...servers.values()].reduce((sum, { pending }) => sum + pending.size, 0),
        stalledMs: Math.max(0, ...waiting.map(({ movedAt }) => monotonic() - movedAt)),
      };
    },
    /** Reads what is due, and judges the members whom it may change. */
    async sync(discord: BotRolesPort): Promise<void> {
      await loadServers();
      await readMarks();
      for (const server of servers.values()) {
        await readCups(server);
        await checks.paused(discord, server);
        await checks.roles(discord, server);
        if (server.isStale || monotonic() - server.judgedAt >= JUDGE_MS) await judge(server);
        await dropReleased(server);
      }
    },
    clear: () => servers.clear(),
  };
}
