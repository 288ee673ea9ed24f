const JOINED_AT = '2026-01-01T00:00:00.000Z';
const CHANNELS = 20;
const ROLES = 10;
const MEMBERS = 50;

/** Ids of one server and what it holds: 1,000 apart. */
export const guildIdOf = (guild: number): string => String(300_000_000_000_000_000n + BigInt(guild) * 1000n);
export const channelIdOf = (guild: number, at: number): string =>
  String(BigInt(guildIdOf(guild)) + 100n + BigInt(at));
const roleIdOf = (guild: number, at: number): string => String(BigInt(guildIdOf(guild)) + 200n + BigInt(at));
const memberIdOf = (guild: number, at: number): string =>
  String(BigInt(guildIdOf(guild)) + 500n + BigInt(at));

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const channel = (guild: number, at: number): object => ({
  id: channelIdOf(guild, at),
  type: 0,
  name: `channel-${at}`,
  position: at,
  permission_overwrites: [{ id: roleIdOf(guild, at % ROLES), type: 0, allow: '1024', deny: '2048' }],
  nsfw: false,
  rate_limit_per_user: 0,
  topic: `What channel ${at} of server ${guild} is about`,
  parent_id: null,
  last_message_id: null,
  flags: 0,
});

const role = (guild: number, at: number): object => ({
  // The role of everybody has the server's own id.
  id: at === 0 ? guildIdOf(guild) : roleIdOf(guild, at),
  name: at === 0 ? '@everyone' : `Role ${at}`,
  permissions: '2248473465835073',
  position: at,
  color: at * 1000,
  hoist: false,
  managed: false,
  mentionable: false,
  flags: 0,
});

const member = (guild: number, at: number): object => ({
  user: {
    id: memberIdOf(guild, at),
    username: `member_${guild}_${at}`,
    global_name: `Member ${at} of ${guild}`,
    avatar: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    discriminator: '0',
    public_flags: 0,
    bot: false,
  },
  nick: null,
  avatar: null,
  roles: [roleIdOf(guild, 1 + (at % (ROLES - 1)))],
  joined_at: JOINED_AT,
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
});

/** GUILD_CREATE's payload: a server with 20 channels, 10 roles and 50 members. */
export const guildPayload = (guild: number): object => ({
  id: guildIdOf(guild),
  name: `Server ${guild}`,
  icon: null,
  splash: null,
  banner: null,
  description: null,
  owner_id: memberIdOf(guild, 0),
  preferred_locale: 'en-US',
  joined_at: JOINED_AT,
  large: false,
  unavailable: false,
  member_count: MEMBERS,
  members: times(MEMBERS, (at) => member(guild, at)),
  channels: times(CHANNELS, (at) => channel(guild, at)),
  roles: times(ROLES, (at) => role(guild, at)),
  threads: [],
  emojis: [],
  stickers: [],
  presences: [],
  voice_states: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
  features: ['COMMUNITY'],
  afk_timeout: 300,
  afk_channel_id: null,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  verification_level: 1,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  mfa_level: 0,
  nsfw_level: 0,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  vanity_url_code: null,
});
