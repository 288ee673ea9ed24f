import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { GuildSettings } from './settings.ts';

const MANAGES = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;

/** Who runs the tournaments of a server: whoever manages it, or has the organizer role. A deleted role is nobody's. */
export const isOrganizer = (
  { organizerRoleId }: Pick<GuildSettings, 'organizerRoleId'>,
  caller: { roleIds: readonly string[]; permissions: bigint },
): boolean =>
  (caller.permissions & MANAGES) !== 0n ||
  (organizerRoleId !== undefined && caller.roleIds.includes(organizerRoleId));
