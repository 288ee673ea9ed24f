import { ChannelType, Locale, PermissionFlagsBits as Permission } from 'discord.js';
import type { Channel, Guild, GuildMember, Member, Overwrite, GuildRole } from '../world.ts';

const EVERYONE =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.SendMessagesInThreads |
  Permission.ReadMessageHistory |
  Permission.UseApplicationCommands |
  Permission.UseExternalApps;

/** What the bot's install link asks for. */
const BOT =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.SendMessagesInThreads |
  Permission.ReadMessageHistory |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.CreatePublicThreads |
  Permission.CreateEvents;

const JOINED_AT = '2026-01-01T00:00:00.000Z';

const ARENA = '300000000000000001';
/** On another shard than the first, where there are two. */
const BACKYARD = '300000000004194305';
const ORGANIZER = '310000000000000001';
const ARENA_BOT = '310000000000000002';
const REFEREE = '310000000000000003';
const BACKYARD_BOT = '310000000000000004';
const GOLD = '310000000000000005';

const role = (id: string, name: string, permissions: bigint, more: Partial<GuildRole> = {}): GuildRole => ({
  id,
  name,
  permissions,
  color: 0,
  mentionable: false,
  ...more,
});

const hidden = (...seenBy: string[]): Overwrite[] => [
  { id: ARENA, allow: 0n, deny: Permission.ViewChannel },
  ...seenBy.map((id) => ({ id, allow: Permission.ViewChannel, deny: 0n })),
];

interface GuildPlan {
  id: string;
  name: string;
  ownerId: string;
  roles: GuildRole[];
  channels: readonly (Pick<Channel, 'id' | 'name'> & Partial<Channel>)[];
  members: readonly (readonly [userId: string, ...roles: string[]])[];
}

const guild = ({ id, name, ownerId, roles, channels, members }: GuildPlan): Guild => ({
  id,
  name,
  ownerId,
  locale: Locale.EnglishUS,
  roles: [role(id, '@everyone', EVERYONE), ...roles],
  channels: channels.map((channel) => ({ type: ChannelType.GuildText, guildId: id, ...channel })),
  members: new Map(members.map(([userId, ...own]): [string, GuildMember] => [userId, member(own)])),
});

const member = (roles: readonly string[] = []): GuildMember => ({
  roles: [...roles],
  joinedAt: JOINED_AT,
});

/**
 * Two servers: Arena, where all are and Ana is the owner, with a private channel, one in which the bot may not write and one
 * that it does not see; and Backyard, which is Chloé's and in which Ana is not.
 */
export function createGuilds(botId: string, members: readonly Member[]): Guild[] {
  const [ana, bruno, chloe, ...crowd] = members.map(({ id }) => id);
  return [
    guild({
      id: ARENA,
      name: 'Arena',
      ownerId: ana ?? '',
      roles: [
        role(ORGANIZER, 'Organizer', Permission.CreateEvents, { color: 0xe67e22, mentionable: true }),
        role(GOLD, 'Gold', 0n, { color: 0xf1c40f }),
        role(ARENA_BOT, 'Matchpoint', BOT, { botId }),
      ],
      channels: [
        { id: '400000000000000001', name: 'general' },
        { id: '400000000000000002', name: 'match-night' },
        { id: '400000000000000003', name: 'results' },
        {
          id: '400000000000000004',
          name: 'announcements',
          overwrites: [{ id: ARENA, allow: 0n, deny: Permission.SendMessages }],
        },
        { id: '400000000000000005', name: 'organizers', overwrites: hidden(ORGANIZER, ARENA_BOT) },
        { id: '400000000000000006', name: 'staff', overwrites: hidden(ORGANIZER) },
        {
          id: '400000000000000007',
          name: 'friday-cup',
          type: ChannelType.PublicThread,
          parentId: '400000000000000002',
        },
      ],
      members: [[botId, ARENA_BOT], [ana ?? ''], [bruno ?? '', ORGANIZER], [chloe ?? ''], ...crowd.map(only)],
    }),
    guild({
      id: BACKYARD,
      name: 'Backyard',
      ownerId: chloe ?? '',
      roles: [role(REFEREE, 'Referee', 0n), role(BACKYARD_BOT, 'Matchpoint', BOT, { botId })],
      channels: [
        { id: '400000000000000011', name: 'lobby' },
        { id: '400000000000000012', name: 'bot-log' },
      ],
      members: [[botId, BACKYARD_BOT], [bruno ?? '', REFEREE], [chloe ?? '']],
    }),
  ];
}

const only = (id: string): [string] => [id];
