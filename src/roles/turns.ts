import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { asksDiscord, type MemberRoles, type RoleEntry, type RoleStep } from './entries.ts';
import type { Given } from './given.ts';
import type { Lines } from './lines.ts';
import { lookAtReach, type IsOutOfReach } from './name-looks.ts';
import type { Population, Resident } from './population.ts';
import { askFor, changeOf, isOwnNick } from './plan-change.ts';
import type { OnRole, RolesPort } from './ports.ts';
import { absent, createRoleCheck, type RoleCheckDeps } from './role-check.ts';
import { reasonText } from './rule-texts.ts';
import { NICKNAME, type ServerRoles } from './rules.ts';
import type { Judge } from './server.ts';

/** How long the places of a server's roles and its owner are used. */
const REACH_MS = 10 * MINUTE_MS;
const REACH_MAX = 1000;

export interface TurnsDeps extends RoleCheckDeps {
  discord: RolesPort;
  given: Given;
  lines: Pick<Lines, 'add'>;
  population: Pick<Population, 'one'>;
  /** Records that a member is no longer in a server. */
  leave: (guildId: string, discordId: string) => Promise<void>;
  /** Events are counted. */
  onRole: OnRole;
  now: () => number;
}

/** One member of a server whose roles or nickname should change. */
export interface RoleTurn {
  guildId: string;
  discordId: string;
  roles: ServerRoles;
  judge: Judge;
  /** The owner's. */
  discord: RolesPort;
  /** Check the roles before one is given. */
  looksFirst: boolean;
  /** Discord has just refused this change: skip it. */
  isRefused: (roleId: string) => boolean;
}

export interface TurnResult {
  /** Requests that changed something at Discord. */
  changes: number;
  /** The member after the turn. */
  resident: Resident | undefined;
  /** The rules or their states have changed. */
  isOver?: boolean;
  /** The roles of the rules were checked. */
  hasLooked?: boolean;
  /** The role that the bot can't take now. */
  refused?: string;
}

const without = (record: MemberRoles, roleId: string): MemberRoles => {
  const { [roleId]: _gone, ...roles } = record.roles;
  return { ...record, roles };
};

/**
 * Gives and takes the roles of one member, in an order by which a kill neither doubles nor forgets a change:
 *
 * 1. Read the member, past all caches: they may have just hidden or unlinked.
 * 2. Read their roles and nickname at Discord: what they had before, and whether a change that a kill interrupted came through.
 * 3. Store `pending`. From here on the role counts as given by the bot.
 * 4. Change it at Discord.
 * 5. Add the line for the log channel, and store `ours`, or remove the entry.
 */
export function createTurns(deps: TurnsDeps) {
  const { given, lines, population, leave, translator, onRole } = deps;
  const check = createRoleCheck(deps);
  const reaches = createExpiringCache<IsOutOfReach>({ ttlMs: REACH_MS, max: REACH_MAX, now: deps.now });

  const setEntry = (
    { guildId, discordId }: RoleTurn,
    roleId: string,
    entry: RoleEntry | undefined,
    playerId?: string,
  ): Promise<MemberRoles | undefined> =>
    given.change(guildId, discordId, (record = { roles: {} }) =>
      entry === undefined
        ? without(record, roleId)
        : { ...record, ...present({ playerId }), roles: { ...record.roles, [roleId]: entry } },
    );

  const addLine = async (
    { discordId, guildId, roles }: RoleTurn,
    { act, roleId }: RoleStep,
  ): Promise<void> => {
    if (roles.quiet === true || (act !== 'give' && act !== 'take')) return;
    await lines.add(guildId, { discordId, roleId, act });
  };

  /** The bot can't rename them. */
  const leaveAlone = async (
    turn: RoleTurn,
    entry: RoleEntry | undefined,
    earned: string[],
  ): Promise<void> => {
    if (entry === undefined) await setEntry(turn, NICKNAME, { state: 'refused', earned });
  };

  /** By what Discord showed a while ago: a change since then is its refusal. */
  async function reachOf({ discord, guildId }: RoleTurn): Promise<IsOutOfReach | undefined> {
    const known = reaches.get(guildId);
    if (known !== undefined) return known;
    const reach = await lookAtReach(discord, guildId);
    if (reach !== undefined) reaches.set(guildId, reach);
    return reach;
  }

  /** They are not in the server: their roles are gone, or return with them. */
  async function left({ guildId, discordId }: RoleTurn, resident: Resident): Promise<TurnResult> {
    await leave(guildId, discordId);
    await given.change(guildId, discordId, (record) => {
      if (record === undefined) return resident.isLinked ? { left: true, roles: {} } : undefined;
      if (!resident.isLinked) return undefined;
      const kept = Object.entries(record.roles).filter(
        ([, { state }]) => state === 'ours' || state === 'pending',
      );
      const roles = kept.map(([roleId, entry]): [string, RoleEntry] => {
        // Discord forgets their earlier nickname.
        const { before: _past, ...nickname } = entry;
        return [
          roleId,
          roleId === NICKNAME
            ? { ...nickname, state: 'pending', earned: [] }
            : { ...entry, state: 'pending' },
        ];
      });
      return { ...record, left: true, roles: Object.fromEntries(roles) };
    });
    return { changes: 0, resident: await population.one(guildId, discordId) };
  }

  return async function takeTurn(turn: RoleTurn): Promise<TurnResult> {
    const { guildId, discordId, discord, judge, roles } = turn;
    const resident = await population.one(guildId, discordId);
    if (resident === undefined) return { changes: 0, resident };
    const { steps, wanted } = judge(resident);
    const earnedOf = (roleId: string): string[] => [...(wanted.get(roleId)?.earned ?? [])];
    const { record } = resident;
    for (const { act, roleId } of steps) {
      const entry = record?.roles[roleId];
      if (act === 'forget') await setEntry(turn, roleId, undefined);
      if (act === 'note' && entry) await setEntry(turn, roleId, { ...entry, earned: earnedOf(roleId) });
    }
    const asking = steps.filter((step) => asksDiscord(step) && !turn.isRefused(step.roleId));
    if (asking.length === 0) return { changes: 0, resident: await population.one(guildId, discordId) };

    const gives = asking.some(({ act }) => act === 'give');
    // The member is judged again by the remaining rules.
    if (gives && turn.looksFirst && (await check.look(discord, guildId, roles)))
      return { changes: 0, resident, hasLooked: true, isOver: true };
    const hasLooked = gives && turn.looksFirst;
    const current = await discord.memberOf(guildId, discordId);
    if (current === 'no-server') throw absent();
    if (current === 'no-member') return left(turn, resident);
    if (record?.left === true)
      await given.change(guildId, discordId, (now) => {
        if (now === undefined) return now;
        const { left: _past, ...others } = now;
        return others;
      });
    // A given role that the member lacks now was removed by hand.
    for (const [roleId, entry] of Object.entries(record?.roles ?? {})) {
      const has = roleId === NICKNAME ? isOwnNick(entry, current.nick) : current.roles.has(roleId);
      if (entry.state === 'ours' && !has && !steps.some((step) => step.roleId === roleId))
        await setEntry(turn, roleId, { state: 'removed', earned: entry.earned });
    }

    const t = await translator(guildId);
    let changes = 0;
    let refused: string | undefined;
    for (const step of asking) {
      const { act, roleId } = step;
      const entry = record?.roles[roleId];
      const want = wanted.get(roleId);
      const playerId = resident.holder?.playerId;
      const change = changeOf(step, { entry, want, current });
      if (change.pending === undefined) {
        if (entry?.state === 'pending' && change.done?.state !== 'removed') await addLine(turn, step);
        await setEntry(turn, roleId, change.done, playerId);
        continue;
      }
      if (roleId === NICKNAME && (await reachOf(turn))?.(discordId, current) === true) {
        await leaveAlone(turn, entry, earnedOf(roleId));
        refused = roleId;
        continue;
      }
      await setEntry(turn, roleId, change.pending);
      const rule = want?.rule ?? Object.values(roles.rules).find((one) => one.roleId === roleId);
      const request = { guildId, discordId, step, change, reason: reasonText(step, rule, t) };
      const outcome = await askFor(discord, request);
      if (typeof outcome === 'object') {
        changes++;
        onRole(act === 'give' ? 'given' : 'taken');
        await addLine(turn, step);
        await setEntry(turn, roleId, outcome.done, playerId);
        continue;
      }
      onRole('refused');
      if (outcome === 'no-server') throw absent();
      if (outcome === 'no-member') return { ...(await left(turn, resident)), changes };
      // Nothing changed: restore the entry from before.
      await setEntry(turn, roleId, outcome === 'no-role' && act === 'take' ? undefined : entry);
      if (outcome === 'no-role') {
        await check.end(guildId, roleId, 'gone');
        return { changes, resident: await population.one(guildId, discordId), isOver: true };
      }
      const cause = await check.onForbidden(discord, guildId, roleId);
      if (cause === 'left-alone') {
        await leaveAlone(turn, entry, earnedOf(roleId));
        refused = roleId;
        continue;
      }
      // The bot cannot take it, and nothing is stored about people who are not linked.
      if (cause === 'ended' && !resident.isLinked) await setEntry(turn, roleId, undefined);
      return { changes, resident: await population.one(guildId, discordId), isOver: true, refused: roleId };
    }
    return {
      changes,
      hasLooked,
      resident: await population.one(guildId, discordId),
      ...present({ refused }),
    };
  };
}
