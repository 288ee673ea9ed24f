import { PermissionFlagsBits as Permission, RESTJSONErrorCodes as Code } from 'discord.js';
import { z } from 'zod';
import type { BodySchema } from '../check/schemas.ts';
import { checkShape } from '../check/shape.ts';
import { permissionsIn } from '../guilds/permissions.ts';
import { memberView } from '../guilds/views.ts';
import { invalidForm, refuseAny, RestRefusal } from '../refusal.ts';
import type { DiscordWorld, Guild, GuildMember } from '../world.ts';
import { guildOf, missingPermissions } from './access.ts';
import type { Handle, Route } from './route.ts';

const REASON_MAX = 512;
/** Folklore: Discord publishes no figure. */
const CHANGES = { limit: 10, windowMs: 10_000 };
const NICK_MAX = 32;
/** Of a member, a bot that only names them changes nothing else. */
const MEMBER_BODY: BodySchema<{ nick?: string | null }> = {
  schema: z.object({ nick: z.string().nullish() }),
};

/** A role that the bot gave to a member, or took. */
export interface RoleChange {
  guildId: string;
  userId: string;
  roleId: string;
  act: 'give' | 'take';
  /** As the server's audit log shows it. */
  reason: string | undefined;
}

/** A nickname that the bot gave to a member, or took. */
export interface NickChange extends Omit<RoleChange, 'roleId' | 'act'> {
  act: 'rename';
  nick: string | undefined;
}

/** The roles of a server stand in their order, @everyone lowest. */
function topOf(guild: Guild, userId: string): number {
  const own = guild.members.get(userId)?.roles ?? [];
  return Math.max(0, ...guild.roles.map(({ id }, at) => (own.includes(id) ? at : 0)));
}

/**
 * Giving and taking roles, with what Discord asks of a bot: the permission, and a role that no integration manages below its own highest. And
 * renaming members, but for the owner and who stands as high as the bot.
 */
export function roleRoutes(world: DiscordWorld, changed: (change: RoleChange | NickChange) => void): Route[] {
  const common = { auth: 'bot', body: 'none', global: true, bucket: CHANGES } as const;
  const path = '/guilds/:guild/members/:user/roles/:role';

  function memberOf(guild: Guild, userId: string, reason: string | undefined): GuildMember {
    if (reason !== undefined && reason.length > REASON_MAX)
      throw invalidForm([
        {
          path: ['reason'],
          code: 'BASE_TYPE_MAX_LENGTH',
          message: `Must be ${REASON_MAX} or fewer in length.`,
        },
      ]);
    const member = guild.members.get(userId);
    if (member) return member;
    const isKnown = world.members.some(({ id }) => id === userId);
    throw isKnown
      ? new RestRefusal(404, Code.UnknownMember, 'Unknown Member')
      : new RestRefusal(404, Code.UnknownUser, 'Unknown User');
  }

  /** Discord stores a nickname trimmed, with single spaces. */
  const rename: Handle = ({ body, reason }, guildId, userId) => {
    const guild = guildOf(world, guildId);
    const { nick } = checkShape(MEMBER_BODY, body);
    const member = memberOf(guild, userId, reason);
    const tooLong = {
      path: ['nick'],
      code: 'BASE_TYPE_MAX_LENGTH',
      message: `Must be ${NICK_MAX} or fewer in length.`,
    };
    refuseAny((nick ?? '').length > NICK_MAX ? [tooLong] : []);
    const mayRename = (permissionsIn(guild, world.bot.id) & Permission.ManageNicknames) !== 0n;
    const isHigher = userId === guild.ownerId || topOf(guild, userId) >= topOf(guild, world.bot.id);
    if (!mayRename || isHigher) throw missingPermissions();
    const stored = (nick ?? '').replace(/\s+/gu, ' ').trim();
    if (stored === '') delete member.nick;
    else member.nick = stored;
    changed({ guildId, userId, act: 'rename', nick: member.nick, reason });
    const { user } = world.members.find(({ id }) => id === userId) ?? {};
    return { status: 200, body: { ...memberView(guild, userId), user, deaf: false, mute: false } };
  };

  const handle =
    (act: RoleChange['act']): Handle =>
    ({ reason }, guildId, userId, roleId) => {
      const guild = guildOf(world, guildId);
      const member = memberOf(guild, userId, reason);
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
    { ...common, body: 'json', method: 'PATCH', path: '/guilds/:guild/members/:user', handle: rename },
    { ...common, method: 'PUT', path, handle: handle('give') },
    { ...common, method: 'DELETE', path, handle: handle('take') },
  ];
}
