import {
  ApplicationIntegrationType as Install,
  InteractionContextType as Context,
  PermissionFlagsBits as Permission,
  type APIMessage,
  type APIUser,
  type ApplicationCommandOptionType,
  type ApplicationCommandType,
  type ComponentType,
  type InteractionType,
} from 'discord.js';
import { MAX_FILE_BYTES } from '../chat/files.ts';
import type { Channel, Guild, Member } from '../world.ts';

/** An interaction as the bot gets it. */
export interface RawInteraction {
  id: string;
  application_id: string;
  type: InteractionType;
  token: string;
  version: 1;
  data: InteractionData;
  channel_id: string;
  channel: object;
  guild_id?: string;
  guild?: object;
  guild_locale?: string;
  member?: RawMember;
  user?: APIUser;
  message?: APIMessage;
  locale: string;
  context: Context;
  authorizing_integration_owners: Partial<Record<Install, string>>;
  app_permissions: string;
  attachment_size_limit: number;
  entitlements: [];
}

export type InteractionData = CommandData | ComponentData | ModalData;

export interface CommandData {
  id: string;
  name: string;
  type: ApplicationCommandType;
  options?: SentOption[];
  resolved?: Resolved;
  target_id?: string;
}

export interface SentOption {
  name: string;
  type: ApplicationCommandOptionType;
  value?: string | number | boolean;
  focused?: true;
  options?: SentOption[];
}

export interface ComponentData {
  custom_id: string;
  component_type: ComponentType;
  values?: string[];
  resolved?: Resolved;
}

export interface ModalData {
  custom_id: string;
  components: SentField[];
}

/** A label holds one component, a row a list of them; only what a person fills in has a value. */
export interface SentField {
  type: ComponentType;
  id: number;
  custom_id?: string;
  value?: string;
  values?: string[];
  component?: SentField;
  components?: SentField[];
}

export interface Resolved {
  users?: Record<string, APIUser>;
  members?: Record<string, Omit<RawMember, 'user'>>;
  channels?: Record<string, object>;
}

type RawMember = Omit<ReturnType<typeof rawMember>, 'user'> & { user?: APIUser };

const MEMBER_PERMISSIONS =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.UseApplicationCommands |
  Permission.UseExternalApps;
const APP_PERMISSIONS =
  Permission.ViewChannel | Permission.SendMessages | Permission.EmbedLinks | Permission.AttachFiles;

const JOINED_AT = '2026-01-01T00:00:00.000Z';

function rawMember(user: APIUser) {
  return {
    user,
    roles: [],
    nick: null,
    avatar: null,
    banner: null,
    joined_at: JOINED_AT,
    premium_since: null,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    permissions: String(MEMBER_PERMISSIONS),
  };
}

/** As `resolved` tells of a member: without the user, and without what only the caller's own record has. */
export function resolvedMember(user: APIUser): Omit<RawMember, 'user'> {
  const { user: _told, ...member } = rawMember(user);
  return member;
}

/** Where a member acts, and by whose installation the bot is there. */
export interface Place {
  channel: Channel;
  guild: Guild | undefined;
  /** `user`: the bot is not in the server, the member brought it along. */
  installed: 'guild' | 'user';
}

export interface Frame {
  id: string;
  token: string;
  applicationId: string;
  member: Member;
  locale: string;
  place: Place;
}

export function rawInteraction(
  { id, token, applicationId, member, locale, place }: Frame,
  type: InteractionType,
  data: InteractionData,
  message?: APIMessage,
): RawInteraction {
  const { channel, guild, installed } = place;
  return {
    id,
    application_id: applicationId,
    type,
    token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: rawChannel(channel, member),
    locale,
    entitlements: [],
    app_permissions: String(APP_PERMISSIONS),
    attachment_size_limit: MAX_FILE_BYTES,
    authorizing_integration_owners: owners(place, member),
    ...(message ? { message } : {}),
    ...(guild
      ? {
          context: Context.Guild,
          guild_id: guild.id,
          // A server into which only a member brought the bot is told by its id alone.
          ...(installed === 'guild'
            ? { guild: { id: guild.id, locale: guild.locale, features: [] }, guild_locale: guild.locale }
            : {}),
          member: rawMember(member.user),
        }
      : { context: Context.BotDM, user: member.user }),
  };
}

function owners({ guild, installed }: Place, member: Member): Partial<Record<Install, string>> {
  if (installed === 'user') return { [Install.UserInstall]: member.id };
  // In direct messages with the bot, Discord names the server "0".
  return { [Install.GuildInstall]: guild?.id ?? '0' };
}

const rawChannel = (channel: Channel, member: Member): object =>
  channel.guildId === undefined
    ? { id: channel.id, type: channel.type, recipients: [member.user], flags: 0 }
    : {
        id: channel.id,
        type: channel.type,
        name: channel.name,
        guild_id: channel.guildId,
        position: 0,
        permissions: String(MEMBER_PERMISSIONS),
        nsfw: false,
        flags: 0,
      };
