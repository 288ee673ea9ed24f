import type { Sleep } from '../accounts/ports.ts';
import { SECOND_MS } from '../durations.ts';
import type { Debts } from './debts.ts';
import type { Given } from './given.ts';
import type { ServerRolesStore } from './server-roles.ts';

/** How long a deletion waits for the roles to be taken, and how often it looks. */
const TAKE_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS / 2;

/** What somebody was given in servers. */
export interface GivenRole {
  guildId: string;
  roleId: string;
  /** When its rule was made. */
  roleName: string | undefined;
}

interface GivenRolesDeps {
  given: Pick<Given, 'read'>;
  debts: Pick<Debts, 'add'>;
  serverRoles: Pick<ServerRolesStore, 'read'>;
  /** The servers with rules. Throws `StoreError`. */
  guildIds: () => Promise<string[]>;
  monotonic: () => number;
  sleep: Sleep;
}

/** One person's roles over all servers. Every method throws `StoreError`. */
export function createGivenRoles({ given, debts, serverRoles, guildIds, monotonic, sleep }: GivenRolesDeps) {
  async function rolesOf(discordId: string): Promise<GivenRole[]> {
    const found = await Promise.all(
      (await guildIds()).map(async (guildId) => {
        const record = await given.read(guildId, discordId);
        const own = Object.entries(record?.roles ?? {}).filter(
          ([, { state }]) => state === 'ours' || state === 'pending',
        );
        if (own.length === 0) return [];
        const { rules } = await serverRoles.read(guildId);
        return own.map(([roleId]) => ({
          guildId,
          roleId,
          roleName: Object.values(rules).find((rule) => rule.roleId === roleId)?.roleName,
        }));
      }),
    );
    return found.flat();
  }

  /** Before everything about somebody is deleted: their link is gone, so the background work takes their roles. */
  async function takeAll(discordId: string): Promise<void> {
    const until = monotonic() + TAKE_MS;
    for (let looks = 0; looks < TAKE_MS / LOOK_MS && monotonic() < until; looks++) {
      if ((await rolesOf(discordId)).length === 0) return;
      await sleep(LOOK_MS);
    }
    const left = await rolesOf(discordId);
    for (const guildId of new Set(left.map((one) => one.guildId)))
      await debts.add({
        guildId,
        discordId,
        roleIds: left.filter((one) => one.guildId === guildId).map(({ roleId }) => roleId),
      });
  }

  return { rolesOf, takeAll };
}
