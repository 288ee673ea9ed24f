import {
  ChannelType,
  Locale,
  type APIApplication,
  type APIUser,
  type ApplicationFlags,
  type UserFlags,
} from 'discord.js';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly user: APIUser;
  /** The language of their app. */
  locale: Locale;
  /** A picture served here. `user.avatar` stays null: with a hash, the bot would point at Discord's own servers. */
  readonly avatarUrl: string;
  /** The direct messages between this member and the bot. */
  readonly dmChannelId: string;
}

/** What a role or a member may do in one channel, unlike elsewhere in the server. */
export interface Overwrite {
  readonly id: string;
  allow: bigint;
  deny: bigint;
}

export interface Channel {
  readonly id: string;
  readonly type:
    | ChannelType.GuildText
    | ChannelType.GuildAnnouncement
    | ChannelType.PublicThread
    | ChannelType.DM;
  name: string;
  readonly guildId?: string;
  /** Of a direct message: whose it is. */
  readonly memberId?: string;
  /** Of a direct message: its member takes none from the bot. */
  closed?: boolean;
  /** Of a thread: the channel that it belongs to. */
  readonly parentId?: string;
  /** Of a thread: who started it. */
  readonly ownerId?: string;
  /** Of a thread: after how many minutes without a message it is archived. Nothing here does that. */
  readonly archivesAfter?: number;
  /** Of a thread: epoch milliseconds. */
  readonly createdAt?: number;
  archived?: boolean;
  locked?: boolean;
  readonly overwrites?: Overwrite[];
}

export interface GuildRole {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  readonly color: number;
  readonly mentionable: boolean;
  /** Of the role that Discord makes for a bot. */
  readonly botId?: string;
}

export interface GuildMember {
  readonly roles: string[];
  /** In this server; absent for none. */
  nick?: string;
  readonly joinedAt: string;
}

/** A server. Its lists may be changed while it is played: a channel that goes, a member who leaves, a role that is given. */
export interface Guild {
  readonly id: string;
  readonly name: string;
  /** The one that its owner prefers. */
  locale: Locale;
  readonly ownerId: string;
  readonly channels: Channel[];
  /** The first is @everyone, with the server's id. */
  readonly roles: GuildRole[];
  /** By user id; the bot's is among them while it is in the server. */
  readonly members: Map<string, GuildMember>;
}

export interface DiscordWorld {
  /** As the developer portal holds it; `PATCH /applications/@me` changes it. */
  application: APIApplication;
  readonly bot: APIUser;
  readonly members: readonly Member[];
  readonly guilds: Guild[];
  /** Channels of servers, and direct messages. */
  readonly channels: readonly Channel[];
}

export interface WorldPlan {
  applicationId: string;
  applicationName: string;
  publicKey: string;
  /** Where pictures are served. */
  cdnUrl: string;
  /** Members besides the people of the story. */
  crowd: number;
  /** Of all members and servers; English unless told. */
  locale?: Locale | undefined;
  guilds: (botId: string, members: readonly Member[]) => Guild[];
}

// The enums name single bits, and have no name for "none".
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const NO_FLAGS = 0 as UserFlags;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const NO_APPLICATION_FLAGS = 0 as ApplicationFlags;

const user = (id: string, username: string, globalName: string): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: globalName,
  avatar: null,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  collectibles: null,
  primary_guild: null,
  public_flags: NO_FLAGS,
  flags: NO_FLAGS,
});

// The ids never change: links made in one run belong to the same people in the next.
const PEOPLE = [
  { id: '200000000000000001', name: 'Ana' },
  { id: '200000000000000002', name: 'Bruno' },
  { id: '200000000000000003', name: 'Chloé' },
];
const GUEST_IDS = 210_000_000_000_000_000n;
const DM_IDS = 500_000_000_000_000_000n;

/** Three people and a crowd, two servers, and everybody's direct messages with the bot. */
export function createWorld(plan: WorldPlan): DiscordWorld {
  const { applicationId, applicationName, publicKey, cdnUrl, crowd } = plan;
  const bot: APIUser = { ...user(applicationId, applicationName.toLowerCase(), applicationName), bot: true };
  const guests = Array.from({ length: crowd }, (_, at) => ({
    id: String(GUEST_IDS + BigInt(at)),
    name: `Guest ${at + 1}`,
  }));
  const members = [...PEOPLE, ...guests].map(({ id, name }, index): Member => {
    const username = name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z\d]/g, '');
    return {
      id,
      name,
      locale: plan.locale ?? Locale.EnglishUS,
      user: user(id, username, name),
      avatarUrl: `${cdnUrl}/avatars/${id}.svg`,
      dmChannelId: String(DM_IDS + BigInt(index + 1)),
    };
  });
  const guilds = plan.guilds(bot.id, members);
  if (plan.locale !== undefined) for (const guild of guilds) guild.locale = plan.locale;
  const direct = members.map(({ id, name, dmChannelId }): Channel => ({
    id: dmChannelId,
    type: ChannelType.DM,
    name,
    memberId: id,
  }));
  return {
    application: applicationOf(bot, applicationName, publicKey),
    bot,
    members,
    guilds,
    get channels() {
      return [...guilds.flatMap(({ channels }) => channels), ...direct];
    },
  };
}

const applicationOf = (bot: APIUser, name: string, publicKey: string): APIApplication => ({
  id: bot.id,
  name,
  icon: null,
  description: '',
  // discord-api-types still asks for this field, which Discord stopped filling.
  summary: '',
  bot,
  bot_public: true,
  bot_require_code_grant: false,
  verify_key: publicKey,
  flags: NO_APPLICATION_FLAGS,
  flags_new: '0',
  team: null,
  owner: user('100000000000000001', 'owner', 'Owner'),
  redirect_uris: [],
  interactions_endpoint_url: null,
  role_connections_verification_url: null,
  approximate_guild_count: 2,
  approximate_user_install_count: PEOPLE.length,
  approximate_user_authorization_count: 0,
  event_webhooks_status: 1,
  integration_types_config: { 0: {}, 1: {} },
});
