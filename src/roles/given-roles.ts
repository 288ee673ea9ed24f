import type { Debts } from './debts.ts';
import type { Given } from './given.ts';
import type { Lines } from './lines.ts';
import type { ServerRolesStore } from './server-roles.ts';

/** What somebody was given in servers. */
export interface GivenRole {
  guildId: string;
  roleId: string;
  /** When its rule was made. */
  roleName: string | undefined;
}

interface GivenRolesDeps {
  given: Pick<Given, 'change' | 'read'>;
  debts: Pick<Debts, 'add' | 'of' | 'takeBack'>;
  lines: Pick<Lines, 'forgetMember'>;
  serverRoles: Pick<ServerRolesStore, 'read'>;
  /** The servers with rules. Throws `StoreError`. */
  guildIds: () => Promise<string[]>;
}

/** One person's roles over all servers. Every method throws `StoreError`. */
export function createGivenRoles({ given, debts, lines, serverRoles, guildIds }: GivenRolesDeps) {
  const nameOf = async (guildId: string, roleId: string): Promise<string | undefined> => {
    const { rules } = await serverRoles.read(guildId);
    return Object.values(rules).find((rule) => rule.roleId === roleId)?.roleName;
  };

  async function ownRoles(guildId: string, discordId: string): Promise<string[]> {
    const record = await given.read(guildId, discordId);
    return Object.entries(record?.roles ?? {}).flatMap(([roleId, { state }]) =>
      state === 'ours' || state === 'pending' ? [roleId] : [],
    );
  }

  const named = (guildId: string, roleIds: readonly string[]): Promise<GivenRole[]> =>
    Promise.all(
      roleIds.map(async (roleId) => ({ guildId, roleId, roleName: await nameOf(guildId, roleId) })),
    );

  return {
    async rolesOf(discordId: string): Promise<GivenRole[]> {
      const found = await Promise.all(
        (await guildIds()).map(async (guildId) => named(guildId, await ownRoles(guildId, discordId))),
      );
      return found.flat();
    },

    /** Roles of somebody who has left that Discord has not taken yet. */
    async owedBy(discordId: string): Promise<GivenRole[]> {
      const all = await debts.of(discordId);
      return (await Promise.all(all.map(({ guildId, roleIds }) => named(guildId, roleIds)))).flat();
    },

    /** They are not linked any more: what they were given becomes debts, whose records do not name them. */
    async leave(discordId: string): Promise<void> {
      for (const guildId of await guildIds()) {
        const { released = {} } = await serverRoles.read(guildId);
        const roleIds = (await ownRoles(guildId, discordId)).filter((roleId) => !(roleId in released));
        // First: a kill in between takes a role twice, and leaves none.
        if (roleIds.length > 0) await debts.add({ guildId, discordId, roleIds });
        await given.change(guildId, discordId, () => undefined);
        await lines.forgetMember(guildId, discordId);
      }
    },

    /** They have linked again: what is still to be taken is the bot's own as before. */
    async takeBack(discordId: string): Promise<void> {
      for (const { guildId, roleIds } of await debts.takeBack(discordId))
        await given.change(guildId, discordId, (record = { roles: {} }) => ({
          ...record,
          roles: {
            ...Object.fromEntries(
              roleIds.map((roleId) => [roleId, { state: 'pending' as const, earned: [] }]),
            ),
            ...record.roles,
          },
        }));
    },
  };
}
