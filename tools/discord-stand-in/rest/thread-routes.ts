import { ChannelType, PermissionFlagsBits as Permission, RESTJSONErrorCodes as Code } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import { changedThread, newThread, type ThreadChange } from '../check/schemas.ts';
import { checkShape } from '../check/shape.ts';
import { channelView } from '../guilds/views.ts';
import { RestRefusal, unknownMessage } from '../refusal.ts';
import type { Channel, Guild, DiscordWorld } from '../world.ts';
import { channelOf, missingPermissions, type Reached } from './access.ts';
import type { Route } from './route.ts';

interface ThreadRouteParts {
  world: DiscordWorld;
  chat: Chat;
  now: () => number;
  changed: (thread: Channel) => void;
}

const ONE_DAY = 1440;

/** Threads that start from a message, and what is changed about them. */
export function threadRoutes({ world, chat, now, changed }: ThreadRouteParts): Route[] {
  const bot = { auth: 'bot', body: 'json', global: true } as const;

  const view = (guild: Guild, thread: Channel): object => {
    const count = chat.read(thread.id).length;
    const counts = { message_count: count, member_count: 1, total_message_sent: count };
    return { ...channelView(guild, thread), ...counts };
  };

  return [
    {
      ...bot,
      method: 'POST',
      path: '/channels/:channel/messages/:message/threads',
      handle: ({ body }, channelId, messageId) => {
        const reached = channelOf(world, channelId);
        const { channel, guild } = reached;
        if (guild === undefined || channel.type !== ChannelType.GuildText) throw wrongKind();
        reached.need(Permission.CreatePublicThreads);
        if (!chat.read(channel.id).some(({ id }) => id === messageId)) throw unknownMessage();
        const { name, auto_archive_duration: archivesAfter } = checkShape(newThread, body);
        // A thread has the id of the message that it starts from.
        if (guild.channels.some(({ id }) => id === messageId))
          throw new RestRefusal(
            400,
            Code.ThreadAlreadyCreatedForMessage,
            'A thread has already been created for this message',
          );
        const thread: Channel = {
          id: messageId,
          type: ChannelType.PublicThread,
          name,
          guildId: guild.id,
          parentId: channel.id,
          ownerId: world.bot.id,
          archivesAfter: archivesAfter ?? ONE_DAY,
          createdAt: now(),
        };
        guild.channels.push(thread);
        changed(thread);
        return { status: 201, body: view(guild, thread) };
      },
    },
    {
      ...bot,
      method: 'PATCH',
      path: '/channels/:channel',
      handle: ({ body }, channelId) => {
        const reached = channelOf(world, channelId);
        const { channel, guild } = reached;
        if (guild === undefined || channel.type !== ChannelType.PublicThread) throw wrongKind();
        const change = checkShape(changedThread, body);
        checkChange(reached, change, world.bot.id);
        channel.archived = change.archived ?? channel.archived ?? false;
        channel.locked = change.locked ?? channel.locked ?? false;
        channel.name = change.name ?? channel.name;
        changed(channel);
        return { status: 200, body: view(guild, channel) };
      },
    },
  ];
}

const wrongKind = (): RestRefusal =>
  new RestRefusal(
    400,
    Code.CannotExecuteActionOnThisChannelType,
    'Cannot execute action on this channel type',
  );

/** Source: Discord, "Threads", "Editing & Deleting Threads", and "Modify Channel". */
function checkChange(reached: Reached, change: ThreadChange, botId: string): void {
  const { channel } = reached;
  if (channel.archived && change.archived !== false)
    throw new RestRefusal(400, Code.InvalidActionOnArchivedThread, 'Thread is archived');
  if (change.locked !== undefined || (channel.locked && change.archived === false))
    reached.need(Permission.ManageThreads);
  if (change.archived === false) return reached.need(Permission.SendMessagesInThreads);
  if (channel.ownerId !== botId && !reached.has(Permission.ManageThreads)) throw missingPermissions();
}
