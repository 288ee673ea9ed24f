import type {
  APIAllowedMentions,
  APIApplication,
  APIApplicationCommandOption,
  APIApplicationCommandOptionChoice,
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  ApplicationIntegrationType,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  InteractionContextType,
} from 'discord.js';
import * as spec from 'discord-api-spec/zod';
import type { ZodMiniType } from 'zod/mini';

/** A body that holds a message, or the change of one. `null` clears on an edit and counts as absent on a new message. */
export interface MessageBody {
  content?: string | null;
  embeds?: APIEmbed[] | null;
  components?: APIMessageTopLevelComponent[] | null;
  attachments?: AttachmentBody[] | null;
  allowed_mentions?: APIAllowedMentions | null;
  flags?: number | null;
  tts?: boolean | null;
  poll?: object | null;
  /** Of a message that no interaction asked for: what tells a repeated request from a new one. */
  nonce?: string | number | null;
  enforce_nonce?: boolean | null;
  message_reference?: { message_id: string } | null;
}

/** `id` is the number of an uploaded file, or the id of an attachment that shall stay. */
export interface AttachmentBody {
  id: string;
  filename?: string;
  description?: string;
}

export type Localizations = Partial<Record<string, string | null>>;

export interface CommandBody {
  id?: string;
  type?: ApplicationCommandType;
  name: string;
  name_localizations?: Localizations | null;
  description?: string | null;
  description_localizations?: Localizations | null;
  options?: APIApplicationCommandOption[];
  default_member_permissions?: string | null;
  contexts?: InteractionContextType[] | null;
  integration_types?: ApplicationIntegrationType[];
  dm_permission?: boolean;
  nsfw?: boolean;
}

/** Of an event that takes place outside of Discord, the only kind that a bot without voice makes. */
export interface EventBody {
  name: string;
  description?: string | null;
  scheduled_start_time: string;
  scheduled_end_time?: string | null;
  privacy_level: GuildScheduledEventPrivacyLevel;
  entity_type: GuildScheduledEventEntityType.External;
  entity_metadata: { location: string };
  channel_id?: string | null;
  status?: GuildScheduledEventStatus | null;
}

export interface ApplicationForm {
  description?: { default: string };
  interactions_endpoint_url?: string | null;
  role_connections_verification_url?: string | null;
  tags?: NonNullable<APIApplication['tags']>;
  install_params?: NonNullable<APIApplication['install_params']>;
  integration_types_config?: NonNullable<APIApplication['integration_types_config']>;
}

export interface NewThread {
  name: string;
  auto_archive_duration?: number;
}

export interface ThreadChange {
  name?: string;
  archived?: boolean;
  locked?: boolean;
}

export interface ChoicesBody {
  choices?: APIApplicationCommandOptionChoice[] | null;
}

/** A schema of Discord's description, and the type of what it lets through once nested nulls are dropped. */
export interface BodySchema<T> {
  readonly schema: ZodMiniType;
  /** Never there: carries the type. */
  readonly body?: T;
}

const describing = <T>(schema: ZodMiniType): BodySchema<T> => ({ schema });

export const newMessage = describing<MessageBody>(spec.IncomingWebhookInteractionRequestSchema);
export const updatedMessage = describing<MessageBody>(
  spec.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
);
export const editedMessage = describing<MessageBody>(spec.IncomingWebhookUpdateRequestPartialSchema);
export const modal = describing<APIModalInteractionResponseCallbackData>(
  spec.ModalInteractionCallbackRequestDataSchema,
);
/** A message in a channel that no interaction asked for, and its change. */
export const channelMessage = describing<MessageBody>(spec.MessageCreateRequestSchema);
export const editedChannelMessage = describing<MessageBody>(spec.MessageEditRequestPartialSchema);
export const privateChannel = describing<{ recipient_id?: string }>(spec.CreatePrivateChannelRequestSchema);
export const applicationForm = describing<ApplicationForm>(spec.ApplicationFormPartialSchema);
export const newEvent = describing<EventBody>(spec.ExternalScheduledEventCreateRequestSchema);
export const changedEvent = describing<Partial<EventBody>>(
  spec.ExternalScheduledEventPatchRequestPartialSchema,
);
/** A thread that starts from a message, and the change of one. */
export const newThread = describing<NewThread>(spec.CreateTextThreadWithMessageRequestSchema);
export const changedThread = describing<ThreadChange>(spec.UpdateThreadRequestPartialSchema);
export const stringChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
);
export const integerChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
);
export const numberChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
);
export const listedCommand = describing<CommandBody>(spec.ApplicationCommandUpdateRequestSchema);
