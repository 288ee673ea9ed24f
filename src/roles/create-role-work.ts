import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import { every } from '../jobs/every.ts';
import type { TurnLimits } from '../jobs/plan/turn-limits.ts';
import { NotOwnerError } from '../jobs/owner/lease.ts';
import type { JobPart, Owner } from '../jobs/part.ts';
import type { Platform } from '../platform/platform.ts';
import type { StoreLog } from '../store/store.ts';
import type { RoleStores } from './create-roles.ts';
import { createRankReads, type DueRank } from './rank-reads.ts';
import { dueRead } from './ranks.ts';
import { createPayDebts } from './pay-debts.ts';
import { RoleWaitError, type OnRole, type RolesPort } from './ports.ts';
import { needsOf } from './rules.ts';
import { judgeOf } from './server.ts';
import { isRefused, type Server } from './judged-server.ts';
import { createServerBook, type ServerBookDeps } from './server-book.ts';
import { createTurns, type TurnsDeps } from './turns.ts';

/** How often changes by servers and members are read from the store. */
const SYNC_MS = 2 * SECOND_MS;
const DUE_MS = 10 * SECOND_MS;
const LINES_MS = MINUTE_MS;
/** Between two changes in a server. */
const CHANGE_MS = SECOND_MS;
const BACKOFF_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = 5 * MINUTE_MS;
/** After this long without a change, the roles are checked before the next one is given. */
const QUIET_MS = 10 * MINUTE_MS;
/** When a role that the bot could not remove is tried again. */
const REFUSED_MS = 60 * MINUTE_MS;
/** A member who linked more recently than this is read first. */
const NEW_LINK_MS = 10 * MINUTE_MS;

export interface RoleWorkDeps
  extends Pick<TurnsDeps, 'leave' | 'note' | 'translator'>, Pick<ServerBookDeps, 'serversOf'> {
  limits: Pick<TurnLimits, 'debts' | 'ranks' | 'servers'>;
  stores: RoleStores;
  discord: RolesPort;
  platform: Pick<Platform, 'user' | 'userRank' | 'rankings'>;
  onPoll: (outcome: string) => void;
  onRole: OnRole;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
}

/** The background work that carries out the rules of all servers. */
export function createRoleWork(deps: RoleWorkDeps, { followed, pace, run }: Owner): Required<JobPart> {
  const { discord, limits, log, monotonic, now, stores } = deps;
  const { lines, serverRoles } = stores;
  const works = new Set<Promise<void>>();
  const running = new Set<string>();
  const takeTurn = createTurns({ ...deps, ...stores });
  /** Since when each server has lines that its log channel does not show yet. */
  const linesSince = new Map<string, number>();
  let epoch: number | undefined;
  let dueAt = -Infinity;
  /** Discord allows no request until then. */
  let globalAt = -Infinity;

  const noteLines = (guildId: string): void => {
    if (!linesSince.has(guildId)) linesSince.set(guildId, monotonic());
  };

  const book = createServerBook({
    ...deps,
    followed,
    onMark: () => (dueAt = -Infinity),
    onLines: noteLines,
  });
  const debts = createPayDebts({ ...deps, onLines: noteLines });
  const rankReads = createRankReads({ ...deps, pace, onSeen: book.onSeen });

  async function flushLines(): Promise<void> {
    for (const [guildId, since] of linesSince) {
      if (monotonic() - since < LINES_MS || epoch === undefined) continue;
      linesSince.delete(guildId);
      await run(epoch, ({ channels }) => lines.flush(guildId, channels)).catch((error: unknown) => {
        if (error instanceof NotOwnerError) throw error;
        noteLines(guildId);
        log.warn({ guildId, err: error }, 'changes of roles could not be posted');
      });
    }
  }

  function readDue(): void {
    if (monotonic() - dueAt < DUE_MS) return;
    dueAt = monotonic();
    const due = new Map<string, DueRank>();
    const all = new Set<string>();
    for (const { roles, residents } of book.servers()) {
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

  async function sync(current: number): Promise<void> {
    await run(current, ({ guard }) => book.sync(guard(discord)));
    readDue();
    await flushLines();
    await run(current, ({ guard }) => debts.run(guard(discord)));
  }

  /** Applies one member's changes, and sets how long the server waits then. */
  async function turn(server: Server, discordId: string, current: number): Promise<void> {
    const { guildId } = server;
    server.pending.delete(discordId);
    try {
      const { roles, judge, lookedAt, changedAt } = server;
      const looksFirst = monotonic() - Math.max(lookedAt, changedAt) >= QUIET_MS;
      const { changes, hasLooked, isOver, refused, resident } = await run(current, ({ guard }) =>
        takeTurn({
          guildId,
          discordId,
          roles,
          judge,
          discord: guard(discord),
          looksFirst,
          isRefused: (roleId) => isRefused(server, discordId, roleId, monotonic()),
        }),
      );
      if (hasLooked === true) server.lookedAt = monotonic();
      if (changes > 0) {
        server.changedAt = monotonic();
        noteLines(guildId);
      }
      server.failures = 0;
      server.movedAt = monotonic();
      server.nextAt = monotonic() + Math.max(1, changes) * CHANGE_MS;
      if (refused !== undefined) server.refused.set(`${discordId}:${refused}`, monotonic() + REFUSED_MS);
      if (isOver === true) {
        server.roles = await serverRoles.read(guildId);
        server.judge = judgeOf(server, now());
      }
      // Rules for the first by rating depend on all residents.
      if (
        (resident?.holder === undefined) !== (server.residents.get(discordId)?.holder === undefined) ||
        isOver === true
      )
        server.isStale = true;
      book.onTurn(server, discordId, resident);
    } catch (error) {
      if (error instanceof NotOwnerError) return;
      server.pending.add(discordId);
      server.failures++;
      const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (server.failures - 1));
      const waitMs =
        error instanceof RoleWaitError ? Math.max(error.retryAfterMs ?? 0, backoffMs) : backoffMs;
      server.nextAt = monotonic() + waitMs;
      if (error instanceof RoleWaitError && error.isGlobal) globalAt = server.nextAt;
      if (error instanceof RoleWaitError && error.isAbsent) server.movedAt = monotonic();
      log.warn({ guildId, err: error }, 'a role could not be changed');
    }
  }

  function startTurns(current: number): void {
    if (monotonic() < globalAt) return;
    // The longest waiting server comes first.
    const ready = book
      .servers()
      .filter(
        ({ guildId, nextAt, pending, roles }) =>
          pending.size > 0 && nextAt <= monotonic() && roles.pausedAt === undefined && !running.has(guildId),
      )
      .toSorted((a, b) => a.nextAt - b.nextAt);
    for (const server of ready.slice(0, limits.servers - running.size)) {
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

  const syncing = every({
    everyMs: SYNC_MS,
    work: sync,
    failure: 'the work on roles failed; it is tried again',
    log,
    monotonic,
  });

  return {
    first(current) {
      epoch = current;
      syncing.first(current);
      rankReads.nextUrgent();
      startTurns(current);
    },
    last: rankReads.next,
    async idle() {
      await syncing.idle();
      await Promise.all(works);
      await rankReads.idle();
    },
    clear() {
      epoch = undefined;
      syncing.clear();
      dueAt = -Infinity;
      globalAt = -Infinity;
      book.clear();
      linesSince.clear();
      rankReads.clear();
      debts.clear();
    },
    backlog: () => book.backlog(),
  };
}
