import type {
  APIAllowedMentions,
  APIApplicationCommandOption,
  APIApplicationCommandOptionChoice,
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  ApplicationIntegrationType,
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
export const stringChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackStringDataSchema,
);
export const integerChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema,
);
export const numberChoices = describing<ChoicesBody>(
  spec.InteractionApplicationCommandAutocompleteCallbackNumberDataSchema,
);
export const newCommand = describing<CommandBody>(spec.ApplicationCommandCreateRequestSchema);
export const listedCommand = describing<CommandBody>(spec.ApplicationCommandUpdateRequestSchema);
export const changedCommand = describing<Partial<CommandBody>>(
  spec.ApplicationCommandPatchRequestPartialSchema,
);
