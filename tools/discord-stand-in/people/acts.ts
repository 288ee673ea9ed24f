import { randomBytes } from 'node:crypto';
import { ApplicationCommandType, ApplicationIntegrationType, InteractionType, type Locale } from 'discord.js';
import type { Cdn } from '../chat/cdn.ts';
import type { ChatMessage } from '../chat/message.ts';
import type { InteractionDesk } from '../interactions/desk.ts';
import { visibleChannels } from '../guilds/permissions.ts';
import {
  rawInteraction,
  type CommandData,
  type InteractionData,
  type Place,
  type RawInteraction,
  type Resolved,
} from '../interactions/payload.ts';
import type { SentInteraction } from '../interactions/sent.ts';
import type { PublishedCommand } from '../rest/command-book.ts';
import type { Channel, Member } from '../world.ts';
import { pressed, selected } from './components.ts';
import { filledModal, type FieldValues } from './modal.ts';
import { moderation, type ModerationParts, type Moderator } from './moderation.ts';
import { findCommand } from './offered.ts';
import { ClientRefusal } from './client-refusal.ts';
import { fillOptions, type TypedOptions } from './options.ts';
import { resolveUser } from './resolve.ts';

/** Where and how a member acts. */
export interface Where {
  /** The first server's first channel unless told; else direct messages, or a channel by its id or name. */
  place?: string;
  /** Whether the bot is installed in the server (in direct messages: shares one with the member), or only with the member. As it is, unless told. */
  installed?: 'guild' | 'user';
  /** The language of the member's app; the member's own unless told. */
  locale?: Locale;
}

/** A member, and what a person can do in Discord's app. All of it throws a `ClientRefusal` where the app would not let them. */
export interface ActingMember extends Readonly<Member>, Moderator {
  slash(name: string, values?: TypedOptions, where?: Where): SentInteraction;
  /** Asks for suggestions while `focused` is typed. */
  autocomplete(name: string, focused: string, values?: TypedOptions, where?: Where): SentInteraction;
  /** From the menu of another member (id or name). */
  userCommand(name: string, target: string, where?: Where): SentInteraction;
  /** `which`: custom_id or label. The message may be an older state, as a member sees it who presses quickly. */
  press(message: ChatMessage, which: string, where?: Pick<Where, 'locale'>): SentInteraction;
  /** `which`: custom_id or placeholder; `values`: values or labels of options, or members. */
  select(
    message: ChatMessage,
    which: string,
    values: string | readonly string[],
    where?: Pick<Where, 'locale'>,
  ): SentInteraction;
  /** Fills in the modal that an interaction of this member opened. */
  submitModal(opened: SentInteraction, values: FieldValues, where?: Pick<Where, 'locale'>): SentInteraction;
  /** The messages that this member sees, oldest first. */
  sees(place?: string): ChatMessage[];
}

export interface ActParts extends ModerationParts {
  cdn: Cdn;
  desk: InteractionDesk;
  nextId: () => string;
  commands: () => readonly PublishedCommand[];
}

export function actingMember(member: Member, parts: ActParts): ActingMember {
  const { world, chat, cdn, desk } = parts;

  function placeOf({ place = 'server', installed }: Where): Place {
    if (place === 'dm')
      return placeIn(
        world.channels.find(({ id }) => id === member.dmChannelId),
        installed,
      );
    const channelKey = place === 'server' ? world.guilds[0]?.channels[0]?.id : place;
    return placeIn(
      world.channels.find(({ id, name }) => id === channelKey || name === channelKey),
      installed,
    );
  }

  /** Refuses channels that this member does not see. */
  function placeIn(channel: Channel | undefined, by?: Place['installed']): Place {
    if (!channel) throw new ClientRefusal('there is no such channel');
    const guild = world.guilds.find(({ id }) => id === channel.guildId);
    const hasBot = !guild || guild.members.has(world.bot.id);
    const place: Place = { channel, guild, installed: by ?? (hasBot ? 'guild' : 'user') };
    const isVisible = guild
      ? visibleChannels(guild, member.id).includes(channel)
      : channel.memberId === member.id;
    if (!isVisible) throw new ClientRefusal(`${member.name} does not see this channel`);
    return place;
  }

  function placeOfMessage(message: ChatMessage, installed: Place['installed']): Place {
    return placeIn(
      world.channels.find(({ id }) => id === message.channelId),
      installed,
    );
  }

  function send(
    type: InteractionType,
    data: InteractionData,
    place: Place,
    locale: Locale | undefined,
    label: string,
    message?: RawInteraction['message'],
    openedBy?: string,
  ): SentInteraction {
    const frame = {
      id: parts.nextId(),
      token: `aW50ZXJhY3Rpb24${randomBytes(48).toString('base64url')}`,
      applicationId: world.application.id,
      member,
      locale: locale ?? member.locale,
      place,
    };
    return desk.open(rawInteraction(frame, type, data, message), member, label, openedBy);
  }

  function command(
    type: InteractionType,
    name: string,
    values: TypedOptions,
    where: Where,
    focused?: string,
  ): SentInteraction {
    const place = placeOf(where);
    const published = findCommand(parts.commands(), ApplicationCommandType.ChatInput, name, place, member.id);
    const scene = { world, place, member };
    const { options, resolved } = fillOptions(published.options ?? [], values, scene, focused);
    const data: CommandData = {
      id: published.id,
      name: published.name,
      type: published.type,
      ...(options.length > 0 ? { options } : {}),
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    };
    return send(type, data, place, where.locale, `/${name}`);
  }

  /** The message as it is now, if this member may act on it. */
  function onMessage(message: ChatMessage): NonNullable<RawInteraction['message']> {
    const current = chat.get(message.id);
    if (!current || current.deleted) throw new ClientRefusal('the message is gone');
    if (current.visibleTo !== null && current.visibleTo !== member.id)
      throw new ClientRefusal(`${member.name} does not see this message`);
    return chat.api(current);
  }

  const installedBy = ({ origin }: ChatMessage): Place['installed'] =>
    origin && origin.owners[ApplicationIntegrationType.GuildInstall] === undefined ? 'user' : 'guild';

  return {
    ...member,
    get locale() {
      return member.locale;
    },
    slash: (name, values = {}, where = {}) =>
      command(InteractionType.ApplicationCommand, name, values, where),
    autocomplete: (name, focused, values = {}, where = {}) =>
      command(InteractionType.ApplicationCommandAutocomplete, name, values, where, focused),
    userCommand: (name, target, where = {}) => {
      const place = placeOf(where);
      const published = findCommand(parts.commands(), ApplicationCommandType.User, name, place, member.id);
      const resolved: Resolved = {};
      const data: CommandData = {
        id: published.id,
        name: published.name,
        type: published.type,
        target_id: resolveUser(target, resolved, { world, place, member }),
        resolved,
      };
      return send(InteractionType.ApplicationCommand, data, place, where.locale, name);
    },
    press: (message, which, { locale } = {}) => {
      const current = onMessage(message);
      const data = pressed(message, which);
      const place = placeOfMessage(message, installedBy(message));
      const label = `press ${data.custom_id}`;
      return send(InteractionType.MessageComponent, data, place, locale, label, current);
    },
    select: (message, which, values, { locale } = {}) => {
      const current = onMessage(message);
      const place = placeOfMessage(message, installedBy(message));
      const choices = typeof values === 'string' ? [values] : values;
      const data = selected(message, which, choices, { world, place, member });
      const label = `select ${data.custom_id}`;
      return send(InteractionType.MessageComponent, data, place, locale, label, current);
    },
    submitModal: (opened, values, { locale } = {}) => {
      if (!opened.modal) throw new ClientRefusal(`${opened.label} opened no modal`);
      if (opened.member.id !== member.id) throw new ClientRefusal('the modal is open at somebody else’s');
      const owners = opened.raw.authorizing_integration_owners;
      const place = placeIn(
        world.channels.find(({ id }) => id === opened.raw.channel_id),
        owners[ApplicationIntegrationType.GuildInstall] === undefined ? 'user' : 'guild',
      );
      const data = filledModal(opened.modal, values, { world, place, member, upload: cdn.upload });
      const from = opened.raw.message && chat.get(opened.raw.message.id);
      const message = from && !from.deleted ? chat.api(from) : undefined;
      const label = `submit ${data.custom_id}`;
      return send(InteractionType.ModalSubmit, data, place, locale, label, message, opened.token);
    },
    sees: (place = 'server') => chat.read(placeOf({ place }).channel.id, member.id),
    ...moderation(member, parts),
  };
}
