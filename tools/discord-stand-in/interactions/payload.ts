import {
  ApplicationIntegrationType as Install,
  InteractionContextType as Context,
  type APIMessage,
  type APIUser,
  type ApplicationCommandOptionType,
  type ApplicationCommandType,
  type ComponentType,
  type InteractionType,
} from 'discord.js';
import type { MemberUpload } from '../chat/cdn.ts';
import { MAX_FILE_BYTES } from '../chat/files.ts';
import { DM_PERMISSIONS, permissionsIn } from '../guilds/permissions.ts';
import { channelView, memberView, type MemberView } from '../guilds/views.ts';
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
  resolved?: Resolved;
}

/** A label holds one component, a row a list of them; only what a person fills in has a value. */
export interface SentField {
  type: ComponentType;
  id: number;
  custom_id?: string;
  /** `null`: nothing was chosen in a radio group. */
  value?: string | null;
  values?: string[];
  component?: SentField;
  components?: SentField[];
}

export interface Resolved {
  users?: Record<string, APIUser>;
  members?: Record<string, ResolvedMember>;
  roles?: Record<string, object>;
  channels?: Record<string, object>;
  attachments?: Record<string, MemberUpload>;
}

/** As an interaction tells of a member: what they may do in its channel included. */
export type ResolvedMember = MemberView & { permissions: string };

type RawMember = ResolvedMember & { user: APIUser; deaf: boolean; mute: boolean };

/** As `resolved` tells of a member: without the user, and without what only the caller's own record has. */
export function resolvedMember({ guild, channel }: Place, user: APIUser): ResolvedMember | undefined {
  const view = guild && memberView(guild, user.id);
  return view && { ...view, permissions: String(permissionsIn(guild, user.id, channel)) };
}

function callerOf(place: Place, user: APIUser): RawMember {
  const member = resolvedMember(place, user);
  if (!member) throw new Error(`${user.username} is not in this server`);
  return { ...member, user, deaf: false, mute: false };
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
    channel: rawChannel(place, member),
    locale,
    entitlements: [],
    app_permissions: String(appPermissions(place, applicationId, member)),
    attachment_size_limit: MAX_FILE_BYTES,
    authorizing_integration_owners: owners(place, member),
    ...(message ? { message } : {}),
    ...(guild
      ? {
          context: Context.Guild,
          guild_id: guild.id,
          // Where only a member installed the bot, the payload holds just the server's id.
          ...(installed === 'guild'
            ? { guild: { id: guild.id, locale: guild.locale, features: [] }, guild_locale: guild.locale }
            : {}),
          member: callerOf(place, member.user),
        }
      : { context: Context.BotDM, user: member.user }),
  };
}

function owners({ guild, installed }: Place, member: Member): Partial<Record<Install, string>> {
  if (installed === 'user') return { [Install.UserInstall]: member.id };
  // In direct messages with the bot, Discord names the server "0".
  return { [Install.GuildInstall]: guild?.id ?? '0' };
}

/** An app that only its user brought along may do what that user may. */
function appPermissions({ guild, channel, installed }: Place, botId: string, member: Member): bigint {
  if (!guild) return DM_PERMISSIONS;
  return permissionsIn(guild, installed === 'guild' ? botId : member.id, channel);
}

const rawChannel = ({ guild, channel }: Place, member: Member): object =>
  guild
    ? { ...channelView(guild, channel), permissions: String(permissionsIn(guild, member.id, channel)) }
    : { id: channel.id, type: channel.type, recipients: [member.user], flags: 0 };
