import type { ServerIndex } from '../guilds/server-index.ts';
import { createServerIndex } from '../guilds/server-index.ts';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { NO_ROLES, type EndReason, type ServerRoles } from './rules.ts';

interface ServerRolesDeps {
  records: Store<ServerRoles>;
  index: Store<ServerIndex>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  now: () => number;
}

export type ServerRolesStore = ReturnType<typeof createServerRoles>;

/** What the admins of each server set about roles. Every method throws `StoreError`. */
export function createServerRoles({ records, index: indexStore, trackServer, now }: ServerRolesDeps) {
  const index = createServerIndex(indexStore, now);

  /** The background work reads the server anew. */
  async function change(guildId: string, edit: (roles: ServerRoles) => ServerRoles): Promise<ServerRoles> {
    await trackServer(guildId);
    const { after } = await index.around(guildId, () =>
      changeRecord(records, guildId, (before) => {
        const edited = edit(before ?? NO_ROLES);
        return edited === NO_ROLES ? before : edited;
      }),
    );
    return after ?? NO_ROLES;
  }

  return {
    index,
    read: async (guildId: string): Promise<ServerRoles> => (await records.get(guildId)) ?? NO_ROLES,
    change,
    /** Ends the rules of a role; returns whether there was one that had not ended. */
    async end(guildId: string, roleId: string, reason: EndReason): Promise<boolean> {
      let hasEnded = false;
      await change(guildId, (roles) => {
        hasEnded = Object.values(roles.rules).some(
          (rule) => rule.roleId === roleId && rule.ended === undefined,
        );
        if (!hasEnded) return roles;
        const rules = Object.entries(roles.rules).map(([id, rule]): [string, typeof rule] => [
          id,
          rule.roleId === roleId ? { ...rule, ended: rule.ended ?? reason } : rule,
        ]);
        return { ...roles, rules: Object.fromEntries(rules) };
      });
      return hasEnded;
    },
    /** Pauses all rules of a server; returns whether they were not paused. */
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
