import { PermissionFlagsBits as Permission, RESTJSONErrorCodes as Code } from 'discord.js';
import { permissionsIn } from '../guilds/permissions.ts';
import { invalidForm, RestRefusal } from '../refusal.ts';
import type { DiscordWorld, Guild } from '../world.ts';
import { guildOf, missingPermissions } from './access.ts';
import type { Handle, Route } from './route.ts';

const REASON_MAX = 512;
/** Folklore: Discord publishes no figure. */
const CHANGES = { limit: 10, windowMs: 10_000 };

/** A role that the bot gave to a member, or took. */
export interface RoleChange {
  guildId: string;
  userId: string;
  roleId: string;
  act: 'give' | 'take';
  /** As the server's audit log shows it. */
  reason: string | undefined;
}

/** The roles of a server stand in their order, @everyone lowest. */
function topOf(guild: Guild, userId: string): number {
  const own = guild.members.get(userId)?.roles ?? [];
  return Math.max(0, ...guild.roles.map(({ id }, at) => (own.includes(id) ? at : 0)));
}

/** Giving and taking roles, with what Discord asks of a bot: the permission, and a role that no integration manages below its own highest. */
export function roleRoutes(world: DiscordWorld, changed: (change: RoleChange) => void): Route[] {
  const common = { auth: 'bot', body: 'none', global: true, bucket: CHANGES } as const;
  const path = '/guilds/:guild/members/:user/roles/:role';

  const handle =
    (act: RoleChange['act']): Handle =>
    ({ reason }, guildId, userId, roleId) => {
      const guild = guildOf(world, guildId);
      if (reason !== undefined && reason.length > REASON_MAX)
        throw invalidForm([
          {
            path: ['reason'],
            code: 'BASE_TYPE_MAX_LENGTH',
            message: `Must be ${REASON_MAX} or fewer in length.`,
          },
        ]);
      const member = guild.members.get(userId);
      if (!member) {
        const isKnown = world.members.some(({ id }) => id === userId);
        throw isKnown
          ? new RestRefusal(404, Code.UnknownMember, 'Unknown Member')
          : new RestRefusal(404, Code.UnknownUser, 'Unknown User');
      }
      const place = guild.roles.findIndex(({ id }) => id === roleId);
      const role = guild.roles[place];
      if (!role) throw new RestRefusal(404, Code.UnknownRole, 'Unknown Role');
      const mayManage = (permissionsIn(guild, world.bot.id) & Permission.ManageRoles) !== 0n;
      const isHigher = place >= topOf(guild, world.bot.id);
      if (!mayManage || isHigher || role.botId !== undefined) throw missingPermissions();
      if (role.id === guild.id) throw new RestRefusal(400, Code.InvalidRole, 'Invalid Role');
      const at = member.roles.indexOf(roleId);
      if (act === 'give' && at === -1) member.roles.push(roleId);
      if (act === 'take' && at !== -1) member.roles.splice(at, 1);
      changed({ guildId, userId, roleId, act, reason });
      return { status: 204 };
    };

  return [
    { ...common, method: 'PUT', path, handle: handle('give') },
    { ...common, method: 'DELETE', path, handle: handle('take') },
  ];
}
