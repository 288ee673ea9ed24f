import { own } from '../json.ts';
import type { ServerIndex } from '../guilds/server-index.ts';
import { createServerIndex } from '../guilds/server-index.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import {
  earnedKey,
  NICKNAME,
  NO_ROLES,
  RULES_MAX,
  ruleIdOf,
  type EndReason,
  type RoleRule,
  type ServerRoles,
} from './rules.ts';

interface ServerRolesDeps {
  records: Store<ServerRoles>;
  index: Store<ServerIndex>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  now: () => number;
}

export type ServerRolesStore = ReturnType<typeof createServerRoles>;

const unlessEmpty = <T extends object>(record: T): T | undefined =>
  Object.keys(record).length === 0 ? undefined : record;

/** A new rule for nicknames replaces the old one. */
const withoutNickname = (rules: ServerRoles['rules'], { roleId }: RoleRule): ServerRoles['rules'] =>
  roleId === NICKNAME
    ? Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule.roleId !== NICKNAME))
    : rules;

/** A role with a rule is no longer released, and its kept keys are dropped. */
export function withRule(roles: ServerRoles, rule: RoleRule): ServerRoles {
  const { released: { [rule.roleId]: _again, ...released } = {}, kept = {}, ...others } = roles;
  const rules = { ...withoutNickname(roles.rules, rule), [ruleIdOf(rule)]: rule };
  const left = keptBeside(kept, rule);
  return { ...others, rules, ...present({ released: unlessEmpty(released), kept: unlessEmpty(left) }) };
}

function keptBeside(kept: NonNullable<ServerRoles['kept']>, rule: RoleRule): typeof kept {
  const { [rule.roleId]: own = [], ...others } = kept;
  const left = own.filter((key) => key !== earnedKey(rule));
  return left.length === 0 ? others : { ...others, [rule.roleId]: left };
}

/** Edits the rules of one role. */
const withRole = (roles: ServerRoles, roleId: string, edit: (rule: RoleRule) => RoleRule): ServerRoles => ({
  ...roles,
  rules: Object.fromEntries(
    Object.entries(roles.rules).map(([id, rule]) => [id, rule.roleId === roleId ? edit(rule) : rule]),
  ),
});

/** What the admins of each server set about roles. Every method throws `StoreError`. */
export function createServerRoles({ records, index: indexStore, trackServer, now }: ServerRolesDeps) {
  const index = createServerIndex(indexStore, now);

  /**
   * Every change makes the background work read the server again, which retries what Discord refused. So without a change, nothing
   * is written.
   */
  async function change(guildId: string, edit: (roles: ServerRoles) => ServerRoles): Promise<ServerRoles> {
    const before = (await records.get(guildId)) ?? NO_ROLES;
    if (edit(before) === before) return before;
    await trackServer(guildId);
    const { after } = await index.around(guildId, () =>
      changeRecord(records, guildId, (stored) => {
        const edited = edit(stored ?? NO_ROLES);
        return edited === NO_ROLES ? stored : edited;
      }),
    );
    return after ?? NO_ROLES;
  }

  return {
    index,
    read: async (guildId: string): Promise<ServerRoles> => (await records.get(guildId)) ?? NO_ROLES,
    change,
    async add(guildId: string, rule: RoleRule): Promise<'added' | 'already' | 'full'> {
      let outcome: 'added' | 'already' | 'full' = 'added';
      await change(guildId, (roles) => {
        const others = withoutNickname(roles.rules, rule);
        const { [ruleIdOf(rule)]: same } = others;
        outcome = same !== undefined ? 'already' : 'added';
        if (same === undefined && Object.keys(others).length >= RULES_MAX) outcome = 'full';
        return outcome === 'added' ? withRule(roles, rule) : roles;
      });
      return outcome;
    },
    /** `keep`: its members keep the role, and the bot will not take it. Returns the rule. */
    async remove(
      guildId: string,
      ruleId: string,
      { keep }: { keep: boolean },
    ): Promise<RoleRule | undefined> {
      let removed: RoleRule | undefined;
      await change(guildId, (roles) => {
        const { [ruleId]: _rule, ...rules } = roles.rules;
        const rule = own(roles.rules, ruleId);
        removed = rule;
        if (rule === undefined) return roles;
        const isShared = Object.values(rules).some(({ roleId }) => roleId === rule.roleId);
        const { kept = {}, ...rest } = roles;
        const { [rule.roleId]: before = [], ...others } = kept;
        if (!isShared) {
          const released = keep ? { ...roles.released, [rule.roleId]: now() } : roles.released;
          return { ...rest, rules, ...present({ released, kept: unlessEmpty(others) }) };
        }
        const left = keep ? { ...kept, [rule.roleId]: [...before, earnedKey(rule)] } : kept;
        return { ...rest, rules, ...present({ kept: unlessEmpty(left) }) };
      });
      return removed;
    },
    /** Resumes the ended rules of a role. `maker`: the admin who resumes them, who then counts as their maker. */
    resume: (guildId: string, ruleId: string, maker?: string): Promise<ServerRoles> =>
      change(guildId, (roles) => {
        const roleId = own(roles.rules, ruleId)?.roleId;
        if (roleId === undefined) return roles;
        return withRole(roles, roleId, ({ ended: _past, ...others }) => ({
          ...others,
          ...present({ maker }),
        }));
      }),
    toggle: (guildId: string, name: 'everyRating' | 'quiet'): Promise<ServerRoles> =>
      change(guildId, ({ [name]: before, ...others }) =>
        before === true ? others : { ...others, [name]: true },
      ),
    /** Ends the rules of a role; returns whether any was active. */
    async end(guildId: string, roleId: string, reason: EndReason): Promise<boolean> {
      let hasEnded = false;
      await change(guildId, (roles) => {
        hasEnded = Object.values(roles.rules).some(
          (rule) => rule.roleId === roleId && rule.ended === undefined,
        );
        return hasEnded
          ? withRole(roles, roleId, (rule) => ({ ...rule, ended: rule.ended ?? reason }))
          : roles;
      });
      return hasEnded;
    },
    /** Pauses all rules of a server; returns whether they were active. */
    async pause(guildId: string): Promise<boolean> {
      let isNew = false;
      await change(guildId, (roles) => {
        isNew = roles.pausedAt === undefined;
        return isNew ? { ...roles, pausedAt: now() } : roles;
      });
      return isNew;
    },
    unpause: (guildId: string): Promise<ServerRoles> =>
      change(guildId, (roles) => {
        if (roles.pausedAt === undefined) return roles;
        const { pausedAt: _past, ...others } = roles;
        return others;
      }),
    /** Removes the records of a server. */
    async forget(guildId: string): Promise<void> {
      await records.delete(guildId);
      await index.leave(guildId);
    },
  };
}
