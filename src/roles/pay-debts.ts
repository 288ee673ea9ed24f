import { DAY_MS, HOUR_MS, SECOND_MS } from '../durations.ts';
import type { TurnLimits } from '../jobs/plan/turn-limits.ts';
import type { StoreLog } from '../store/store.ts';
import type { Translate } from '../words/words.ts';
import type { RoleStores } from './create-roles.ts';
import type { Debt } from './debts.ts';
import { askFor, changeOf } from './plan-change.ts';
import { RoleWaitError, type OnRole, type RolesPort } from './ports.ts';
import { reasonText } from './rule-texts.ts';
import { NICKNAME, type ServerRoles } from './rules.ts';

/** After a failure; doubled each time. */
const BACKOFF_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = HOUR_MS;
/** How long a debt lasts that Discord refuses although the bot has the permission: the member may own the server now. */
const REFUSED_MS = 30 * DAY_MS;

type DebtsPort = Pick<RolesPort, 'botRoles' | 'change' | 'memberOf' | 'rename'>;

interface PayDebtsDeps {
  limits: Pick<TurnLimits, 'debts'>;
  stores: Pick<RoleStores, 'debts' | 'given' | 'lines' | 'serverRoles'>;
  translator: (guildId: string) => Promise<Translate>;
  onRole: OnRole;
  /** Called when a server has lines that its log channel does not show yet. */
  onLines: (guildId: string) => void;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
}

/**
 * Removes the roles of people who unlinked. A debt ends when Discord removed its roles, has no such role or member, or has refused
 * for 30 days although the bot has the permission. A role that is given again is no debt.
 */
export function createPayDebts(deps: PayDebtsDeps) {
  const { limits, stores, translator, onRole, onLines, log, now, monotonic } = deps;
  const { debts, given, lines, serverRoles } = stores;
  /** By debt: how often it failed, and when it is retried. */
  const failed = new Map<string, { times: number; nextAt: number }>();

  /** Whether Discord has refused for 30 days although the bot has the permission. Throws `RoleWaitError`. */
  async function isHopeless(
    { guildId, since = now() }: Debt,
    roleId: string,
    discord: DebtsPort,
  ): Promise<boolean> {
    if (Math.abs(now() - since) < REFUSED_MS) return false;
    const bot = await discord.botRoles(guildId);
    return bot !== 'no-server' && (roleId === NICKNAME ? bot.canRename : bot.canManage);
  }

  /** The roles that are left. Throws `RoleWaitError` and `StoreError`. */
  async function pay(
    id: string,
    debt: Debt,
    { isFirst, isQuiet, discord }: { isFirst: boolean; isQuiet: boolean; discord: DebtsPort },
  ): Promise<string[]> {
    const { guildId, discordId, nickname, roleIds } = debt;
    const current = await discord.memberOf(guildId, discordId);
    if (current === 'no-member') return [];
    if (current === 'no-server') return roleIds;
    const t = await translator(guildId);
    const left: string[] = [];
    const { roles = {} } = (await given.read(guildId, discordId)) ?? {};
    const owed = roleIds.filter((roleId) => roles[roleId] === undefined);
    // They are just unlinking, or have linked again: the next look tells.
    if (isFirst && owed.length < roleIds.length) return roleIds;
    for (const roleId of owed) {
      const step = { roleId, act: 'take' } as const;
      const entry = roleId === NICKNAME ? nickname : { state: 'pending' as const, earned: [] };
      const change = changeOf(step, { entry, want: undefined, current });
      if (change.pending === undefined) continue;
      const reason = reasonText(step, undefined, t);
      const outcome = await askFor(discord, { guildId, discordId, step, change, reason });
      if (outcome === 'no-member') return [];
      const isOver = outcome === 'forbidden' && (await isHopeless(debt, roleId, discord));
      if (!isOver && (outcome === 'forbidden' || outcome === 'no-server')) left.push(roleId);
      if (outcome === 'forbidden') onRole('refused');
      if (typeof outcome === 'string') continue;
      onRole('taken');
      if (isQuiet) continue;
      await lines.add(guildId, { roleId, act: 'take' }, id);
      onLines(guildId);
    }
    return left;
  }

  return {
    /**
     * Tries the debts that are due: new ones first, then the longest waiting, so that no server holds up another. `discord` is the
     * owner's: after a change of owner, the new one may have paid, and the role may have been given again.
     */
    async run(discord: DebtsPort): Promise<void> {
      const all = await debts.all();
      const ids = new Set(all.map(({ id }) => id));
      for (const id of failed.keys()) if (!ids.has(id)) failed.delete(id);
      const dueAt = ({ id }: { id: string }): number => failed.get(id)?.nextAt ?? 0;
      const due = all.filter((one) => dueAt(one) <= monotonic()).toSorted((a, b) => dueAt(a) - dueAt(b));
      const servers = new Map<string, ServerRoles>();
      let asked = 0;
      for (const { id, debt } of due) {
        if (asked === limits.debts) return;
        const server = servers.get(debt.guildId) ?? (await serverRoles.read(debt.guildId));
        servers.set(debt.guildId, server);
        const { pausedAt, quiet = false } = server;
        const times = (failed.get(id)?.times ?? 0) + 1;
        const waits = (ms: number): void => {
          failed.set(id, { times, nextAt: monotonic() + ms });
        };
        const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (times - 1));
        // The bot may not manage roles there: check whether it may again.
        if (pausedAt !== undefined) {
          failed.set(id, { times: 0, nextAt: monotonic() + BACKOFF_MS });
          continue;
        }
        asked++;
        try {
          const left = await pay(id, debt, { isFirst: times === 1, isQuiet: quiet, discord });
          const { since = now() } = debt;
          if (left.length === debt.roleIds.length && debt.since !== undefined) waits(backoffMs);
          else await debts.settle(id, { ...debt, since }, left);
        } catch (error) {
          if (!(error instanceof RoleWaitError)) throw error;
          if (times === 1) log.warn({ guildId: debt.guildId, err: error }, 'a role could not be taken yet');
          waits(Math.max(backoffMs, error.retryAfterMs ?? 0));
          if (error.isGlobal) return;
        }
      }
    },
    clear: (): void => failed.clear(),
  };
}
