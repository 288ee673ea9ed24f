import { ChannelType, RESTJSONErrorCodes as Code } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import { privateChannel } from '../check/schemas.ts';
import { checkShape } from '../check/shape.ts';
import { permissionsIn, visibleChannels } from '../guilds/permissions.ts';
import { channelView, memberView, overwriteViews, roleView } from '../guilds/views.ts';
import { RestRefusal } from '../refusal.ts';
import type { Channel, Guild, DiscordWorld } from '../world.ts';
import { channelOf, guildOf } from './access.ts';
import { roleRoutes, type NickChange, type RoleChange } from './role-routes.ts';
import type { Route } from './route.ts';

const SNOWFLAKE = /^\d{1,20}$/;
/** Folklore: Discord publishes no figure. */
const LOOK_UPS = { limit: 10, windowMs: 1000 };
const MAX_GUILDS = 200;

/** Servers, their members, roles and channels, as far as the bot is in them. */
export function guildRoutes(
  world: DiscordWorld,
  chat: Pick<Chat, 'lastId'>,
  roleChanged: (change: RoleChange | NickChange) => void = () => {},
): Route[] {
  const bot = { auth: 'bot', body: 'none', global: true } as const;

  const fullChannel = (guild: Guild, channel: Channel): object => ({
    ...channelView(guild, channel),
    ...(channel.type === ChannelType.PublicThread
      ? {}
      : { permission_overwrites: overwriteViews(guild, channel) }),
  });
  const privateView = (channel: Channel): object => ({
    id: channel.id,
    type: channel.type,
    flags: 0,
    last_message_id: null,
    recipients: world.members.filter(({ id }) => id === channel.memberId).map(({ user }) => user),
  });

  return [
    ...roleRoutes(world, roleChanged),
    {
      ...bot,
      method: 'GET',
      path: '/users/@me/guilds',
      handle: ({ query }) => {
        const after = BigInt(query.get('after') ?? 0);
        const limit = Math.min(MAX_GUILDS, Number(query.get('limit') ?? MAX_GUILDS));
        const body = world.guilds
          .filter(({ members, id }) => members.has(world.bot.id) && BigInt(id) > after)
          .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
          .slice(0, limit)
          .map((guild) => ({
            id: guild.id,
            name: guild.name,
            icon: null,
            banner: null,
            owner: guild.ownerId === world.bot.id,
            permissions: String(permissionsIn(guild, world.bot.id)),
            features: [],
          }));
        return { status: 200, body };
      },
    },
    {
      ...bot,
      bucket: LOOK_UPS,
      method: 'GET',
      path: '/guilds/:guild/members/:user',
      handle: (_request, guildId, userId) => {
        const guild = guildOf(world, guildId);
        const member = memberView(guild, userId);
        const user = [world.bot, ...world.members.map((other) => other.user)].find(({ id }) => id === userId);
        if (!SNOWFLAKE.test(userId) || !user) throw new RestRefusal(404, Code.UnknownUser, 'Unknown User');
        if (!member) throw new RestRefusal(404, Code.UnknownMember, 'Unknown Member');
        return { status: 200, body: { ...member, user, deaf: false, mute: false } };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: '/guilds/:guild',
      handle: (_request, guildId) => {
        const { id, name, ownerId, roles } = guildOf(world, guildId);
        return { status: 200, body: { id, name, owner_id: ownerId, roles: roles.map(roleView) } };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: '/guilds/:guild/roles',
      handle: (_request, guildId) => ({ status: 200, body: guildOf(world, guildId).roles.map(roleView) }),
    },
    {
      ...bot,
      method: 'GET',
      path: '/guilds/:guild/channels',
      handle: (_request, guildId) => {
        const guild = guildOf(world, guildId);
        // Discord leaves out what the bot cannot view.
        const channels = visibleChannels(guild, world.bot.id).filter(
          ({ type }) => type !== ChannelType.PublicThread,
        );
        return { status: 200, body: channels.map((channel) => fullChannel(guild, channel)) };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: '/channels/:channel',
      handle: (_request, channelId) => {
        const { channel, guild } = channelOf(world, channelId);
        const view = guild ? fullChannel(guild, channel) : privateView(channel);
        return { status: 200, body: { ...view, last_message_id: chat.lastId(channel.id) ?? null } };
      },
    },
    {
      ...bot,
      body: 'json',
      method: 'POST',
      path: '/users/@me/channels',
      handle: ({ body }) => {
        const { recipient_id: recipient } = checkShape(privateChannel, body);
        const channel = world.channels.find(({ memberId }) => memberId === recipient);
        if (recipient === undefined || !channel) throw new RestRefusal(404, Code.UnknownUser, 'Unknown User');
        return { status: 200, body: privateView(channel) };
      },
    },
  ];
}
