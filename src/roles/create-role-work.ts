import { inSlices } from '../async/slices.ts';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import { NotOwnerError } from '../jobs/owner/lease.ts';
import type { JobPart, Owner } from '../jobs/part.ts';
import type { Platform } from '../platform/platform.ts';
import type { StoreLog } from '../store/store.ts';
import { withReadings } from './cups.ts';
import type { RoleStores } from './create-roles.ts';
import { createRankReads, type DueRank } from './rank-reads.ts';
import { dueRead, type SeenRank, type RankRead, isRatingRead } from './ranks.ts';
import { RoleWaitError, type OnRole, type RolesPort } from './ports.ts';
import type { Resident } from './population.ts';
import { needsOf } from './rules.ts';
import { judgeOf, type Judge, type ServerView } from './server.ts';
import { createTurns, type TurnsDeps } from './turns.ts';

/** How often the store is read for what servers and members chose. */
const SYNC_MS = 2 * SECOND_MS;
/** How often a server is read anew, for what no mark told. */
const RELOAD_MS = 5 * MINUTE_MS;
/** How often all members are judged again: time alone ends what a tournament gives. */
const JUDGE_MS = MINUTE_MS;
const DUE_MS = 10 * SECOND_MS;
const LINES_MS = MINUTE_MS;
const PAUSED_MS = 5 * MINUTE_MS;
/** Between two changes in a server. */
const CHANGE_MS = SECOND_MS;
/** Servers that are changed at once. */
const AT_ONCE = 8;
const BACKOFF_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = 5 * MINUTE_MS;
/** What the bot may not take now is tried again after so long. */
const REFUSED_MS = 60 * MINUTE_MS;
/** A member whose link is younger is read first. */
const NEW_LINK_MS = 10 * MINUTE_MS;

export interface RoleWorkDeps extends Pick<TurnsDeps, 'leave' | 'note' | 'translator'> {
  stores: RoleStores;
  discord: RolesPort;
  platform: Pick<Platform, 'user' | 'userRank' | 'rankings'>;
  /** The servers where a user was seen. Throws `StoreError`. */
  serversOf: (discordId: string) => Promise<readonly string[]>;
  onPoll: (outcome: string) => void;
  onRole: OnRole;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
}

interface Server extends ServerView {
  guildId: string;
  revision: number;
  residents: Map<string, Resident>;
  judge: Judge;
  /** Members with something to do. */
  pending: Set<string>;
  /** Monotonic times. */
  loadedAt: number;
  judgedAt: number;
  nextAt: number;
  checkedAt: number;
  failures: number;
  isStale: boolean;
  /** Until when what Discord refused is not tried again, by member and role. */
  refused: Map<string, number>;
}

/** The part of the background work that carries out the rules of all servers. */
export function createRoleWork(
  deps: RoleWorkDeps,
  { followed, lease, pace }: Owner,
): JobPart & { behind(): number } {
  const { discord, log, monotonic, now, stores } = deps;
  const { cups, debts, lines, marks, population, ranks, serverRoles } = stores;
  const servers = new Map<string, Server>();
  const works = new Set<Promise<void>>();
  const running = new Set<string>();
  const takeTurn = createTurns({ ...deps, ...stores, lease });
  /** Since when each server has lines that its log channel does not show. */
  const linesSince = new Map<string, number>();
  let epoch: number | undefined;
  let syncedAt = -Infinity;
  let dueAt = -Infinity;
  let debtsAt = -Infinity;
  let isSyncing = false;
  let isFailing = false;
  /** Discord wants no request from anybody until then. */
  let globalAt = -Infinity;

  const rankReads = createRankReads({ ...deps, pace, onSeen });

  /** What was read of a player, in all servers. */
  async function onSeen(seen: SeenRank, read?: RankRead): Promise<void> {
    const rank = await ranks.note(seen, read);
    for (const server of servers.values())
      for (const resident of server.residents.values()) {
        const { holder } = resident;
        if (holder?.playerId !== seen.playerId) continue;
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
    servers.set(guildId, {
      nextAt: -Infinity,
      checkedAt: -Infinity,
      failures: 0,
      pending: new Set(),
      ...before,
      ...view,
      // An admin may have mended what Discord refused.
      refused: before?.revision === revision ? before.refused : new Map(),
      guildId,
      revision,
      judge: judgeOf(view, now()),
      loadedAt: monotonic(),
      judgedAt: -Infinity,
      isStale: true,
    });
    if (await lines.has(guildId)) noteLines(guildId);
  }

  const noteLines = (guildId: string): void => {
    if (!linesSince.has(guildId)) linesSince.set(guildId, monotonic());
  };

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

  /** Members of whom something changed, maybe on another replica. */
  async function readMarks(): Promise<void> {
    const seen = await marks.read();
    for (const discordId of Object.keys(seen)) {
      const seenIn = new Set(await deps.serversOf(discordId));
      for (const server of servers.values())
        if (seenIn.has(server.guildId) || server.residents.has(discordId))
          await reloadMember(server, discordId);
      dueAt = -Infinity;
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
    server.pending = pending;
  }

  const isPending = (server: Server, resident: Resident, judged: Judge): boolean =>
    judged(resident).steps.some(
      ({ roleId }) => (server.refused.get(`${resident.discordId}:${roleId}`) ?? -Infinity) <= monotonic(),
    );

  /** Roles that nobody holds any more need no note that their members keep them. */
  async function dropReleased({ guildId, residents, roles, pending }: Server): Promise<void> {
    if (roles.released === undefined || pending.size > 0) return;
    const held = new Set([...residents.values()].flatMap(({ record }) => Object.keys(record?.roles ?? {})));
    if (Object.keys(roles.released).every((roleId) => held.has(roleId))) return;
    await serverRoles.change(guildId, ({ released = {}, ...others }) => {
      const left = Object.entries(released).filter(([roleId]) => held.has(roleId));
      return left.length === 0 ? others : { ...others, released: Object.fromEntries(left) };
    });
  }

  /** Whether a paused server may go on. */
  async function checkPaused(server: Server): Promise<void> {
    if (server.roles.pausedAt === undefined || monotonic() - server.checkedAt < PAUSED_MS) return;
    server.checkedAt = monotonic();
    const bot = await discord.botRoles(server.guildId).catch(unlessWaiting);
    if (bot === undefined || bot === 'no-server' || !bot.canManage) return;
    server.roles = await serverRoles.unpause(server.guildId);
    await deps.note(server.guildId, (await deps.translator(server.guildId))('roles.log.resumed'));
  }

  async function flushLines(): Promise<void> {
    for (const [guildId, since] of linesSince) {
      if (monotonic() - since < LINES_MS || epoch === undefined) continue;
      await lease.check(epoch);
      linesSince.delete(guildId);
      await lines.flush(guildId).catch((error: unknown) => {
        noteLines(guildId);
        log.warn({ guildId, err: error }, 'changes of roles could not be posted');
      });
    }
  }

  /** Roles that somebody who deleted everything still had. */
  async function payDebts(): Promise<void> {
    if (monotonic() - debtsAt < LINES_MS / 2) return;
    debtsAt = monotonic();
    for (const { id, debt } of await debts.all()) {
      if (epoch === undefined) return;
      await lease.check(epoch);
      const { guildId, discordId, roleIds } = debt;
      const t = await deps.translator(guildId);
      try {
        const current = await discord.rolesOf(guildId, discordId);
        for (const roleId of typeof current === 'string' ? [] : roleIds.filter((one) => current.has(one)))
          await discord.change({ guildId, discordId, roleId, act: 'take', reason: t('roles.reason.none') });
        await debts.remove(id);
      } catch (error) {
        unlessWaiting(error);
      }
    }
  }

  function readDue(): void {
    if (monotonic() - dueAt < DUE_MS) return;
    dueAt = monotonic();
    const due = new Map<string, DueRank>();
    const all = new Set<string>();
    for (const { roles, residents } of servers.values()) {
      const needs = needsOf(Object.values(roles.rules));
      if (!needs.rating && !needs.label) continue;
      for (const { holder, rank } of residents.values()) {
        if (holder === undefined) continue;
        const { linkedAt, playerId } = holder;
        all.add(playerId);
        const read = dueRead(rank, needs, now());
        if (read === undefined || due.get(playerId)?.read === 'user') continue;
        const at = Math.max(rank.eloAt ?? 0, rank.placeAt ?? 0, rank.userAt ?? 0);
        const isUrgent = at < linkedAt && Math.abs(now() - linkedAt) < NEW_LINK_MS;
        due.set(playerId, { playerId, read, at, isUrgent });
      }
    }
    rankReads.want([...due.values()], all);
  }

  async function sync(): Promise<void> {
    await loadServers();
    await readMarks();
    for (const server of servers.values()) {
      await readCups(server);
      await checkPaused(server);
      if (server.isStale || monotonic() - server.judgedAt >= JUDGE_MS) await judge(server);
      await dropReleased(server);
    }
    readDue();
    await flushLines();
    await payDebts();
  }

  /** One member's changes, and how long the server waits then. */
  async function turn(server: Server, discordId: string, current: number): Promise<void> {
    const { guildId } = server;
    server.pending.delete(discordId);
    try {
      const { changes, isOver, refused, resident } = await takeTurn({
        guildId,
        discordId,
        roles: server.roles,
        judge: server.judge,
        epoch: current,
      });
      if (changes > 0) noteLines(guildId);
      server.failures = 0;
      server.nextAt = monotonic() + Math.max(1, changes) * CHANGE_MS;
      if (refused !== undefined) server.refused.set(`${discordId}:${refused}`, monotonic() + REFUSED_MS);
      if (isOver === true) server.roles = await serverRoles.read(guildId);
      // The first of a server depend on who is there.
      if (
        (resident?.holder === undefined) !== (server.residents.get(discordId)?.holder === undefined) ||
        isOver === true
      )
        server.isStale = true;
      if (resident === undefined) server.residents.delete(discordId);
      else {
        server.residents.set(discordId, resident);
        if (isPending(server, resident, server.judge)) server.pending.add(discordId);
      }
    } catch (error) {
      if (error instanceof NotOwnerError) return;
      server.pending.add(discordId);
      server.failures++;
      const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (server.failures - 1));
      const waitMs =
        error instanceof RoleWaitError ? Math.max(error.retryAfterMs ?? 0, backoffMs) : backoffMs;
      server.nextAt = monotonic() + waitMs;
      if (error instanceof RoleWaitError && error.isGlobal) globalAt = server.nextAt;
      log.warn({ guildId, err: error }, 'a role could not be changed');
    }
  }

  function startTurns(current: number): void {
    if (monotonic() < globalAt) return;
    // Who waited longest comes first.
    const ready = [...servers.values()]
      .filter(
        ({ guildId, nextAt, pending, roles }) =>
          pending.size > 0 && nextAt <= monotonic() && roles.pausedAt === undefined && !running.has(guildId),
      )
      .toSorted((a, b) => a.nextAt - b.nextAt);
    for (const server of ready.slice(0, AT_ONCE - running.size)) {
      const [discordId] = server.pending;
      if (discordId === undefined) continue;
      running.add(server.guildId);
      const work = turn(server, discordId, current).finally(() => {
        running.delete(server.guildId);
        works.delete(work);
      });
      works.add(work);
    }
  }

  function startSync(): void {
    if (isSyncing || monotonic() - syncedAt < SYNC_MS) return;
    syncedAt = monotonic();
    isSyncing = true;
    const work = sync()
      .then(
        () => void (isFailing = false),
        (error: unknown) => {
          if (!isFailing) log.warn({ err: error }, 'background work on roles');
          isFailing = true;
        },
      )
      .finally(() => {
        isSyncing = false;
        works.delete(work);
      });
    works.add(work);
  }

  return {
    first(current) {
      epoch = current;
      startSync();
      rankReads.nextUrgent();
      startTurns(current);
    },
    last: rankReads.next,
    async idle() {
      await Promise.all(works);
      await rankReads.idle();
    },
    clear() {
      epoch = undefined;
      syncedAt = -Infinity;
      dueAt = -Infinity;
      globalAt = -Infinity;
      servers.clear();
      linesSince.clear();
      rankReads.clear();
    },
    behind: () => [...servers.values()].reduce((sum, { pending }) => sum + pending.size, 0),
  };
}

function unlessWaiting(error: unknown): undefined {
  if (!(error instanceof RoleWaitError)) throw error;
}
