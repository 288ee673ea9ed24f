import type { ChatAttachment, ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import type { Guild, DiscordWorld } from '../../../tools/discord-stand-in/world.ts';
import type { PageFile, PageMessage } from '../protocol.ts';
import { componentRows } from './components.ts';

const displayName = (user: { username: string; global_name: string | null }): string =>
  user.global_name ?? user.username;

const sizeOf = ({ width, height }: ChatAttachment) => ({ width: width ?? null, height: height ?? null });

function fileView(file: ChatAttachment): PageFile {
  const isPicture = file.contentType?.startsWith('image/') ?? false;
  return {
    name: file.filename,
    url: file.url,
    bytes: file.size,
    description: file.description ?? null,
    picture: isPicture ? sizeOf(file) : null,
  };
}

const guildOf = ({ channelId }: ChatMessage, { channels, guilds }: DiscordWorld): Guild | undefined => {
  const channel = channels.find(({ id }) => id === channelId);
  return guilds.find(({ id }) => id === channel?.guildId);
};

function pingsOf({ mentions, roleMentions }: ChatMessage, guild: Guild | undefined): string[] {
  const byRole = [...(guild?.members ?? [])].filter(([, { roles }]) =>
    roles.some((roleId) => roleMentions.includes(roleId)),
  );
  return [...new Set([...mentions, ...byRole.map(([memberId]) => memberId)])];
}

/** A message as the page draws it. */
export function messageView(message: ChatMessage, world: DiscordWorld): PageMessage {
  const { author, origin } = message;
  const guild = guildOf(message, world);
  return {
    id: message.id,
    channelId: message.channelId,
    author: { id: author.id, name: displayName(author), bot: author.bot ?? false },
    content: message.content,
    pings: pingsOf(message, guild),
    embeds: message.embeds,
    pictures: Object.fromEntries(
      message.embedded.map((file) => [file.url, { description: file.description ?? null, ...sizeOf(file) }]),
    ),
    rows: componentRows(message.components, world, guild?.id),
    files: message.attachments.map(fileView),
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    visibleTo: message.visibleTo,
    thinking: message.thinking,
    askedBy: origin?.user.id ?? null,
    repliesTo: message.repliesTo ?? null,
    used: usedOf(origin),
  };
}

const usedOf = (origin: ChatMessage['origin']): PageMessage['used'] =>
  origin?.commandName === undefined
    ? null
    : { memberId: origin.user.id, memberName: displayName(origin.user), command: origin.commandName };
