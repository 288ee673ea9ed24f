import type { Debts } from './debts.ts';
import type { Given } from './given.ts';
import type { RoleEntry } from './entries.ts';
import type { Lines } from './lines.ts';
import { NICKNAME } from './rules.ts';
import { present } from '../present.ts';
import type { ServerRolesStore } from './server-roles.ts';

/** A role that the bot gave a person in a server. */
export interface GivenRole {
  guildId: string;
  roleId: string;
  /** The role's name when its rule was made. */
  roleName: string | undefined;
}

interface GivenRolesDeps {
  given: Pick<Given, 'change' | 'read'>;
  debts: Pick<Debts, 'add' | 'of' | 'takeBack'>;
  lines: Pick<Lines, 'forgetMember'>;
  serverRoles: Pick<ServerRolesStore, 'read'>;
  /** The servers with rules. Throws `StoreError`. */
  guildIds: () => Promise<string[]>;
  now: () => number;
}

/** What is stored of a nickname. */
const known = (roleId: string, nickname: RoleEntry | undefined): Partial<RoleEntry> =>
  roleId === NICKNAME ? { ...nickname } : {};

/** One person's roles in all servers. Every method throws `StoreError`. */
export function createGivenRoles({ given, debts, lines, serverRoles, guildIds, now }: GivenRolesDeps) {
  const nameOf = async (guildId: string, roleId: string): Promise<string | undefined> => {
    const { rules } = await serverRoles.read(guildId);
    return Object.values(rules).find((rule) => rule.roleId === roleId)?.roleName;
  };

  async function ownRoles(guildId: string, discordId: string): Promise<Map<string, RoleEntry>> {
    const record = await given.read(guildId, discordId);
    return new Map(
      Object.entries(record?.roles ?? {}).filter(([, { state }]) => state === 'ours' || state === 'pending'),
    );
  }

  const named = (guildId: string, roleIds: readonly string[]): Promise<GivenRole[]> =>
    Promise.all(
      roleIds.map(async (roleId) => ({ guildId, roleId, roleName: await nameOf(guildId, roleId) })),
    );

  return {
    async rolesOf(discordId: string): Promise<GivenRole[]> {
      const found = await Promise.all(
        (await guildIds()).map(async (guildId) =>
          named(guildId, [...(await ownRoles(guildId, discordId)).keys()]),
        ),
      );
      return found.flat();
    },

    /** Roles of a person who unlinked that Discord has not removed yet. */
    async owedBy(discordId: string): Promise<GivenRole[]> {
      const all = await debts.of(discordId);
      return (await Promise.all(all.map(({ guildId, roleIds }) => named(guildId, roleIds)))).flat();
    },

    /** They unlinked: their roles become debts, whose records do not name them. */
    async leave(discordId: string): Promise<void> {
      for (const guildId of await guildIds()) {
        const { released = {} } = await serverRoles.read(guildId);
        const own = await ownRoles(guildId, discordId);
        const roleIds = [...own.keys()].filter((roleId) => !(roleId in released));
        const nickname = own.get(NICKNAME);
        // Debts first: a kill in between takes a role twice, but never forgets one.
        if (roleIds.length > 0)
          await debts.add({ guildId, discordId, roleIds, since: now(), ...present({ nickname }) });
        await given.change(guildId, discordId, () => undefined);
        await lines.forgetMember(guildId, discordId);
      }
    },

    /** They linked again: roles that were still to be taken count as given by the bot. */
    async takeBack(discordId: string): Promise<void> {
      // Debts last: a kill in between leaves both, and what is given is no debt.
      for (const { guildId, nickname, roleIds } of await debts.of(discordId))
        await given.change(guildId, discordId, (record = { roles: {} }) => ({
          ...record,
          roles: {
            ...Object.fromEntries(
              roleIds.map((roleId) => [
                roleId,
                { ...known(roleId, nickname), state: 'pending' as const, earned: [] },
              ]),
            ),
            ...record.roles,
          },
        }));
      await debts.takeBack(discordId);
    },
  };
}
