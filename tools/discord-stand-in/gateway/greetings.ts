import type { DiscordWorld } from '../world.ts';
import type { Session } from './session.ts';

/** READY: who the bot is, and how it comes back. */
export const readyPayload = (world: DiscordWorld, session: Session, resumeUrl: string): object => ({
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
  _trace: ['stand-in'],
});
