import { ChannelType, GatewayIntentBits } from 'discord.js';
import { channelView, memberView, overwriteViews, roleView } from '../guilds/views.ts';
import type { Guild, World } from '../world.ts';
import type { Session } from './session.ts';

/** READY: who the bot is, and how it comes back. */
export const readyPayload = (world: World, session: Session, resumeUrl: string): object => ({
  v: 10,
  user: { ...world.bot, verified: true, mfa_enabled: false, email: null },
  user_settings: {},
  session_type: 'normal',
  session_id: session.id,
  resume_gateway_url: resumeUrl,
  relationships: [],
  private_channels: [],
  presences: [],
  guilds: world.guilds
    .filter(({ members }) => members.has(world.bot.id))
    .map(({ id }) => ({ id, unavailable: true })),
  guild_join_requests: [],
  geo_ordered_rtc_regions: [],
  auth: {},
  application: { id: world.application.id, flags: world.application.flags },
  shard: session.shard,
  _trace: ['playground'],
});

export const wantsGuilds = ({ intents }: Session): boolean => (intents & GatewayIntentBits.Guilds) !== 0;

/** GUILD_CREATE, as it comes after READY to a bot with the Guilds intent. */
export const guildPayload = (guild: Guild, world: World): object => ({
  id: guild.id,
  name: guild.name,
  icon: null,
  splash: null,
  banner: null,
  description: null,
  owner_id: guild.ownerId,
  preferred_locale: guild.locale,
  joined_at: guild.members.get(world.bot.id)?.joinedAt,
  large: false,
  unavailable: false,
  member_count: guild.members.size,
  members: [{ ...memberView(guild, world.bot.id), user: world.bot, deaf: false, mute: false }],
  channels: guild.channels
    .filter(({ type }) => type !== ChannelType.PublicThread)
    .map((channel) => ({
      ...channelView(guild, channel),
      permission_overwrites: overwriteViews(guild, channel),
    })),
  roles: guild.roles.map(roleView),
  threads: [],
  emojis: [],
  stickers: [],
  presences: [],
  voice_states: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
  features: [],
  afk_timeout: 300,
  afk_channel_id: null,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  verification_level: 0,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  mfa_level: 0,
  nsfw_level: 0,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  vanity_url_code: null,
});
