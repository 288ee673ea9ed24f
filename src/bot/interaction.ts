import {
  ApplicationCommandType,
  ComponentType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
  type APIMessage,
} from 'discord-api-types/v10';
import { isObject, type JsonObject, objectOf, objectsOf, textOf, textsOf } from '../json.ts';
import { modalInputs, type Attachment } from './modal-inputs.ts';
import type { RawOptions } from './options.ts';
import { isThread, permissionsOf, resolvedOf, type ResolvedData } from './payload.ts';

interface Base {
  id: string;
  token: string;
  callerId: string;
  /** The Discord username. */
  callerName: string;
  member: CallingMember;
  locale: string;
  place: InteractionPlace;
}

/** The caller's roles and permissions in the server; empty in direct messages. */
export interface CallingMember {
  roleIds: readonly string[];
  /** In this channel, overwrites included. */
  permissions: bigint;
}

/** Where an interaction happened. */
export interface InteractionPlace {
  guildId: string | undefined;
  channelId: string | undefined;
  /** The channel of a thread. */
  parentId: string | undefined;
  /** What the bot may do here. */
  botPermissions: bigint;
  /** The server, if the bot itself is installed in it; `undefined` for a user install, where the bot has no records of the server. */
  serverId: string | undefined;
  /** Discord's language for the server. */
  guildLocale: string | undefined;
  /** A direct message between the caller and the bot. */
  isDirect: boolean;
}

/** The message of a component. */
export interface PressedMessage {
  id: string;
  ephemeral: boolean;
  /** The user of the interaction that it answers. */
  answeredId: string | undefined;
  /** As Discord sent it, for forms that show its content again. */
  raw: Partial<APIMessage>;
}

interface RawPress {
  kind: 'component' | 'modal';
  customId: string;
  /** The choices in a select. */
  values: readonly string[];
  /** The texts and choices in a form, by the name of the input. */
  fields: Readonly<Record<string, string>>;
  /** The files in a form, by the name of the input. */
  attachments: Readonly<Record<string, readonly Attachment[]>>;
  resolved: ResolvedData;
  /** Absent if a slash command opened the form. */
  message: PressedMessage | undefined;
}

export type ParsedInteraction = Base &
  (
    | { kind: 'ping' }
    | { kind: 'command'; command: string; options: RawOptions; resolved: ResolvedData }
    | { kind: 'user-command'; command: string; targetId: string; resolved: ResolvedData }
    | { kind: 'autocomplete'; command: string; focused: string; typed: string }
    | RawPress
  );

/** An interaction that is answered with a message or a form. */
export type AnswerableInteraction = Exclude<ParsedInteraction, { kind: 'ping' | 'autocomplete' }>;

/** A pressed button, a choice in a select or a submitted form. */
export type Pressed = Base & RawPress;

/** A short reference for the log: the end of the interaction's id. */
export const referenceOf = ({ id }: Base): string => BigInt(id).toString(36).slice(-7).toUpperCase();

/** A button's label. Components nest, some levels deep. */
function labelIn(components: unknown, customId: string, depth = 0): string | undefined {
  if (depth > 4) return undefined;
  for (const { custom_id: id, label, components: inner } of objectsOf(components)) {
    if (id === customId && typeof label === 'string') return label;
    const innerLabel = labelIn(inner, customId, depth + 1);
    if (innerLabel !== undefined) return innerLabel;
  }
  return undefined;
}

/** The label of the button that was pressed. */
export const labelOf = ({ kind, message, customId }: Pressed): string | undefined =>
  kind === 'component' ? labelIn(message?.raw.components, customId) : undefined;

/** Whether the message answered the one who presses, and so may change. */
export function isOwn({ message, callerId }: Pressed): boolean {
  if (message === undefined) return true;
  return message.answeredId === undefined ? message.ephemeral : message.answeredId === callerId;
}

function optionsOf(data: JsonObject): { options: RawOptions; focused: string | undefined } {
  const options: RawOptions = {};
  let focused: string | undefined;
  for (const option of objectsOf(data['options'])) {
    const name = textOf(option['name']);
    const value = option['value'];
    if (name === undefined) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      options[name] = value;
    if (option['focused'] === true) focused = name;
  }
  return { options, focused };
}

function messageOf(raw: unknown): PressedMessage | undefined {
  if (!isObject(raw)) return undefined;
  const id = textOf(raw['id']);
  if (id === undefined) return undefined;
  const metadata = raw['interaction_metadata'];
  const answered =
    isObject(metadata) && isObject(metadata['user']) ? textOf(metadata['user']['id']) : undefined;
  const flags = typeof raw['flags'] === 'number' ? raw['flags'] : 0;
  return { id, ephemeral: (flags & MessageFlags.Ephemeral) !== 0, answeredId: answered, raw };
}

function kindOf(type: unknown, data: JsonObject, raw: JsonObject) {
  switch (type) {
    case InteractionType.Ping:
      return { kind: 'ping' } as const;
    case InteractionType.ApplicationCommand: {
      const command = textOf(data['name']);
      if (command === undefined) return undefined;
      const resolved = resolvedOf(data, raw);
      if (data['type'] === ApplicationCommandType.User) {
        const targetId = textOf(data['target_id']);
        return targetId === undefined
          ? undefined
          : ({ kind: 'user-command', command, targetId, resolved } as const);
      }
      return { kind: 'command', command, options: optionsOf(data).options, resolved } as const;
    }
    case InteractionType.ApplicationCommandAutocomplete: {
      const command = textOf(data['name']);
      const { options, focused } = optionsOf(data);
      if (command === undefined || focused === undefined) return undefined;
      return {
        kind: 'autocomplete',
        command,
        focused,
        typed: String(options[focused] ?? ''),
      } as const;
    }
    case InteractionType.MessageComponent:
    case InteractionType.ModalSubmit: {
      const kind = type === InteractionType.ModalSubmit ? 'modal' : 'component';
      const customId = textOf(data['custom_id']);
      const message = messageOf(raw['message']);
      if (customId === undefined || (kind === 'component' && message === undefined)) return undefined;
      const values = data['component_type'] === ComponentType.Button ? [] : textsOf(data['values']);
      return {
        kind,
        customId,
        values,
        ...modalInputs(data),
        resolved: resolvedOf(data, raw),
        message,
      } as const;
    }
    default:
      return undefined;
  }
}

function placeOf(raw: JsonObject): InteractionPlace {
  const guildId = textOf(raw['guild_id']);
  const owners = raw['authorizing_integration_owners'];
  // Keyed by the kind of installation, "0" for a server (Discord, "Receiving and Responding").
  const isInstalled = !isObject(owners) || owners['0'] === guildId;
  const channel = objectOf(raw['channel']);
  return {
    guildId,
    channelId: textOf(raw['channel_id']),
    parentId: isThread(channel) ? textOf(channel['parent_id']) : undefined,
    botPermissions: permissionsOf(raw['app_permissions']) ?? 0n,
    serverId: isInstalled ? guildId : undefined,
    guildLocale: textOf(raw['guild_locale']),
    isDirect: guildId === undefined && raw['context'] === InteractionContextType.BotDM,
  };
}

/**
 * Parses the fields of an interaction that the bot uses. A malformed or unknown interaction is `undefined` and never
 * reaches a handler. Source: Discord, "Receiving and Responding", interaction structure.
 */
export function parseInteraction(raw: unknown): ParsedInteraction | undefined {
  if (!isObject(raw)) return undefined;
  // A PING that tests the endpoint may consist of its type alone.
  const isPing = raw['type'] === InteractionType.Ping;
  const id = textOf(raw['id']) ?? (isPing ? '0' : undefined);
  const token = textOf(raw['token']) ?? (isPing ? 'ping' : undefined);
  if (id === undefined || !/^\d{1,20}$/.test(id) || token === undefined || token === '') return undefined;
  const data = objectOf(raw['data']);
  const specific = kindOf(raw['type'], data, raw);
  if (specific === undefined) return undefined;
  const member = objectOf(raw['member']);
  const user = objectOf(member['user'] ?? raw['user']);
  const callerId = textOf(user['id']);
  if (callerId === undefined && specific.kind !== 'ping') return undefined;
  return {
    id,
    token,
    callerId: callerId ?? '',
    callerName: textOf(user['username']) ?? '',
    member: { roleIds: textsOf(member['roles']), permissions: permissionsOf(member['permissions']) ?? 0n },
    locale: textOf(raw['locale']) ?? 'en-US',
    place: placeOf(raw),
    ...specific,
  };
}
