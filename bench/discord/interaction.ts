import { channelIdOf, guildIdOf } from './guild.ts';
import type { SlashInput } from './questions.ts';

/** Members who ask have ids from here on. */
export const FIRST_CALLER = 200_000_000_000_000_000n;
const FIRST_INTERACTION = 1_400_000_000_000_000_000n;

interface BenchInteraction {
  /** Another one for each interaction of this run. */
  number: number;
  token: string;
  applicationId: string;
  caller: number;
  asked: SlashInput;
  absent: boolean;
}

/** As long as Discord's, so that it costs as much to route. */
export const interactionToken = (number: number): string =>
  `${number.toString(36)}-${'aW50ZXJhY3Rpb246MTQwMDAwMDAwMDAwMDAwMDAwMDp'.repeat(4)}`;

/** An APPLICATION_COMMAND interaction in a server, with what Discord sends beside. */
export function interactionPayload({
  number,
  token,
  applicationId,
  caller,
  asked,
  absent,
}: BenchInteraction): object {
  const channelId = channelIdOf(0, 0);
  const guildId = guildIdOf(0);
  return {
    app_permissions: '2248473465835073',
    application_id: applicationId,
    attachment_size_limit: 10_485_760,
    authorizing_integration_owners: absent
      ? { '1': String(FIRST_CALLER + BigInt(caller)) }
      : { '0': guildId },
    channel: {
      flags: 0,
      guild_id: guildId,
      id: channelId,
      last_message_id: null,
      name: 'channel-0',
      nsfw: false,
      parent_id: null,
      permissions: '2248473465835073',
      position: 0,
      rate_limit_per_user: 0,
      topic: 'What channel 0 of server 0 is about',
      type: 0,
    },
    channel_id: channelId,
    context: 0,
    data: {
      id: '1100000000000000001',
      name: asked.name,
      type: 1,
      ...(asked.options && {
        options: asked.options.map(({ name, text }) => ({
          name,
          type: 3,
          value: text.replace('#', String(number)),
        })),
      }),
    },
    entitlement_sku_ids: [],
    entitlements: [],
    guild: { features: ['COMMUNITY'], id: guildId, locale: 'en-US' },
    guild_id: guildId,
    guild_locale: 'en-US',
    id: String(FIRST_INTERACTION + BigInt(number)),
    locale: 'en-US',
    member: {
      avatar: null,
      banner: null,
      communication_disabled_until: null,
      deaf: false,
      flags: 0,
      joined_at: '2026-01-01T00:00:00.000Z',
      mute: false,
      nick: null,
      pending: false,
      // An admin's: everybody may ask for everything.
      permissions: '2251799813685247',
      premium_since: null,
      roles: [],
      unusual_dm_activity_until: null,
      user: {
        avatar: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
        avatar_decoration_data: null,
        clan: null,
        collectibles: null,
        discriminator: '0',
        global_name: `Caller ${caller}`,
        id: String(FIRST_CALLER + BigInt(caller)),
        primary_guild: null,
        public_flags: 0,
        username: `caller_${caller}`,
      },
    },
    token,
    type: 2,
    version: 1,
  };
}
