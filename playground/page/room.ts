import { ChannelType } from 'discord.js';
import { createWords } from '../../src/words/words.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import type { StandInEvent } from '../../tools/discord-stand-in/events.ts';
import { visibleChannels } from '../../tools/discord-stand-in/guilds/permissions.ts';
import { managesChannel, managesMessages } from '../../tools/discord-stand-in/people/moderation.ts';
import type { Channel } from '../../tools/discord-stand-in/world.ts';
import { FAULT_KINDS } from '../../tools/platform-stand-in/http/fault.ts';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';
import { SHAPE_NAMES } from '../../tools/platform-stand-in/shapes/choose.ts';
import { RANKS, rankLabel } from '../../tools/platform-stand-in/world/ratings.ts';
import type { BotPower } from './power.ts';
import type {
  PageChange,
  PageChannel,
  PageMember,
  PageMessage,
  PageNick,
  PageRole,
  PageState,
  Switches,
} from './protocol.ts';
import { commandViews } from './views/command.ts';
import { eventView } from './views/event.ts';
import { messageView } from './views/message.ts';
import { discordLine, platformLine } from './views/wire.ts';

/** What the page is about. */
export interface RoomWorld {
  discord: DiscordStandIn;
  platform: PlatformStandIn;
  /** As the platform is called in chat. */
  platformName: string;
  /** Where the page can stop it. */
  power?: BotPower | undefined;
}

export const NO_FAULT = 'none';

/** More is not worth scrolling back to. */
const FIRST_WIRE_LINES = 200;

export const switchesOf = ({ platform, platformName, power }: RoomWorld): Switches => ({
  bot: power?.state ?? null,
  players: platform.users.map(({ id, name, organizer, elo }) => ({
    id,
    name,
    organizer,
    rank: rankLabel(elo),
  })),
  platformName,
  ranks: RANKS,
  shape: platform.shape,
  shapes: SHAPE_NAMES,
  fault: platform.fault?.kind ?? NO_FAULT,
  faults: [NO_FAULT, ...FAULT_KINDS],
});

const membersOf = ({ discord }: RoomWorld): PageMember[] =>
  discord.world.members.map(({ id, name, user, avatarUrl, locale }) => ({
    id,
    name,
    username: user.username,
    avatarUrl,
    locale,
    bot: false,
  }));

const serversOf = ({ discord }: RoomWorld): PageState['servers'] =>
  discord.guilds.map(({ id, name, locale }) => ({ id, name, locale }));

const colorOf = (color: number): string | null =>
  color === 0 ? null : `#${color.toString(16).padStart(6, '0')}`;

const rolesOf = ({ discord }: RoomWorld): PageRole[] =>
  discord.guilds.flatMap(({ id: guildId, name: serverName, roles, members }) =>
    roles.toReversed().map(({ id, name, color }) => ({
      id,
      name,
      serverName,
      color: colorOf(color),
      heldBy: [...members].flatMap(([memberId, { roles: own }]) =>
        id !== guildId && own.includes(id) ? [memberId] : [],
      ),
    })),
  );

const nicksOf = ({ discord }: RoomWorld): PageNick[] =>
  discord.guilds.flatMap(({ name: serverName, members }) =>
    [...members].flatMap(([memberId, { nick }]) =>
      nick === undefined ? [] : [{ memberId, serverName, nick }],
    ),
  );

export const languagesOf = (world: RoomWorld): PageChange => ({
  type: 'languages',
  members: membersOf(world),
  servers: serversOf(world),
});

function channelView(channel: Channel, { discord }: RoomWorld): PageChannel {
  const { id, name, type, memberId } = channel;
  const guild = discord.guilds.find((one) => one.id === channel.guildId);
  const members = discord.members.filter((member) =>
    guild ? visibleChannels(guild, member.id).includes(channel) : member.id === memberId,
  );
  const membersWho = (may: typeof managesChannel): string[] =>
    members.filter((member) => may(discord.world, member.id, channel)).map((member) => member.id);
  return {
    id,
    name,
    place: type === ChannelType.DM ? 'dm' : 'server',
    memberId: memberId ?? null,
    serverName: guild?.name ?? null,
    seenBy: members.map((member) => member.id),
    moderatedBy: membersWho(managesMessages),
    managedBy: membersWho(managesChannel),
    isThread: type === ChannelType.PublicThread,
    isArchived: channel.archived ?? false,
  };
}

function messagesOf({ discord }: RoomWorld): PageMessage[] {
  const readers = [undefined, ...discord.members.map(({ id }) => id)];
  const messagesById = new Map(
    discord.channels
      .flatMap((channel) => readers.flatMap((reader) => discord.messages(channel.id, reader)))
      .map((message) => [message.id, message]),
  );
  return [...messagesById.values()]
    .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
    .map((message) => messageView(message, discord.world));
}

/** Over HTTP, Discord itself does not show whether a bot is online. */
export const isOnline = ({ discord, power }: RoomWorld): boolean =>
  discord.interactionsUrl !== undefined
    ? power?.state === 'running'
    : discord.gateway.sessions.some(({ socket }) => socket !== undefined);

/** Everything as it is now. */
export function stateOf(world: RoomWorld): PageState {
  const { discord, platform, platformName } = world;
  const { bot } = discord.world;
  const words = createWords();
  const wire = [
    ...discord.wire.map(discordLine),
    ...platform.wire.map((entry) => platformLine(entry, platformName)),
  ];
  return {
    bot: {
      id: bot.id,
      name: bot.global_name ?? bot.username,
      username: bot.username,
      avatarUrl: null,
      locale: 'en-US',
      bot: true,
    },
    botOnline: isOnline(world),
    members: membersOf(world),
    servers: serversOf(world),
    languages: words.locales.map((locale) => ({ locale, name: words.in(locale)('language') })),
    channels: discord.channels.map((channel) => channelView(channel, world)),
    roles: rolesOf(world),
    nicks: nicksOf(world),
    events: discord.scheduledEvents.map((event) => eventView(event, discord.world)),
    commands: commandViews(discord.commands),
    messages: messagesOf(world),
    wire: wire.toSorted((one, other) => one.at - other.at).slice(-FIRST_WIRE_LINES),
    switches: switchesOf(world),
  };
}

function changeOf(event: StandInEvent, world: RoomWorld): PageChange | undefined {
  switch (event.type) {
    case 'message-created':
    case 'message-edited':
    case 'thinking':
      return { type: 'message', message: messageView(event.message, world.discord.world) };
    case 'message-deleted':
      return { type: 'message-gone', id: event.message.id };
    case 'channel-deleted':
      return { type: 'channel-gone', id: event.channel.id };
    case 'channel-changed':
      return { type: 'channel', channel: channelView(event.channel, world) };
    case 'event-changed':
      return { type: 'event', event: eventView(event.event, world.discord.world) };
    case 'event-deleted':
      return { type: 'event-gone', id: event.event.id };
    case 'commands-published':
      return { type: 'commands', commands: commandViews(event.commands) };
    case 'bot-connected':
    case 'bot-disconnected':
      return { type: 'bot', online: isOnline(world) };
    case 'role-changed':
      return { type: 'roles', roles: rolesOf(world), nicks: nicksOf(world) };
    case 'wire':
      return { type: 'wire', line: discordLine(event.entry) };
    // Only the tab that acted sees these; it gets them as the outcome of its request.
    case 'interaction-sent':
    case 'interaction-acknowledged':
    case 'interaction-failed':
    case 'modal-opened':
    case 'choices-offered':
    case 'problem':
      return undefined;
  }
}

/** Tells of everything that changes in both stand-ins; gives the function that ends it. */
export function watch(world: RoomWorld, tell: (change: PageChange) => void): () => void {
  const endings = [
    world.discord.onEvent((event) => {
      const change = changeOf(event, world);
      if (change) tell(change);
    }),
    world.platform.onWire((entry) => {
      tell({ type: 'wire', line: platformLine(entry, world.platformName) });
      // A fault with a limited number of strikes may be over.
      tell({ type: 'switches', switches: switchesOf(world) });
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}
