import {
  MessageType,
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIUser,
  type ApplicationIntegrationType,
  type InteractionType,
} from 'discord.js';

export interface ChatAttachment {
  id: string;
  filename: string;
  description?: string;
  contentType?: string;
  size: number;
  url: string;
  width?: number;
  height?: number;
}

/** The interaction that a message answers. */
export interface MessageOrigin {
  interactionId: string;
  type: InteractionType;
  user: APIUser;
  /** Of a command: what stands above the message, as in "Ana used /rank". */
  commandName?: string;
  owners: Partial<Record<ApplicationIntegrationType, string>>;
  /** Of a press: the message that was pressed on. */
  pressedOn?: string;
  /** Of a modal: the interaction that opened it. */
  openedBy?: MessageOrigin;
}

/** A message as it stood at one moment: every edit makes a new one under the same id. */
export interface ChatMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: APIUser;
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIMessageTopLevelComponent[];
  /** Shown under the text; pictures that an embed shows are not among them. */
  readonly attachments: readonly ChatAttachment[];
  /** Uploaded files that the embeds show. */
  readonly embedded: readonly ChatAttachment[];
  /** Ids of the users whom the text pings. */
  readonly mentions: readonly string[];
  /** Ids of the roles whom it pings. */
  readonly roleMentions: readonly string[];
  readonly nonce?: string | number;
  readonly flags: number;
  readonly createdAt: number;
  readonly editedAt: number | null;
  /** Ephemeral: the one member who sees it. */
  readonly visibleTo: string | null;
  /** A placeholder that still says "thinking…". */
  readonly thinking: boolean;
  readonly deleted: boolean;
  /** Of a follow-up, or an answer to a press: the message above. */
  readonly repliesTo?: string;
  readonly origin?: MessageOrigin;
}

const typeOf = ({ origin, repliesTo }: ChatMessage): MessageType => {
  if (origin?.commandName !== undefined) return MessageType.ChatInputCommand;
  return repliesTo === undefined ? MessageType.Default : MessageType.Reply;
};

const apiAttachment = (ephemeral: boolean, attachment: ChatAttachment): APIAttachment => {
  const { contentType, filename, ...rest } = attachment;
  return {
    ...rest,
    filename,
    proxy_url: attachment.url,
    ...(contentType === undefined ? {} : { content_type: contentType }),
    ...(ephemeral ? { ephemeral } : {}),
  };
};

/** The message as Discord's API tells it. */
export function apiMessage(message: ChatMessage, mentioned: readonly APIUser[]): APIMessage {
  const { origin } = message;
  const ephemeral = message.visibleTo !== null;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: typeOf(message),
    author: message.author,
    content: message.content,
    embeds: [...message.embeds],
    components: [...message.components],
    attachments: message.attachments.map((attachment) => apiAttachment(ephemeral, attachment)),
    mentions: [...mentioned],
    mention_roles: [...message.roleMentions],
    mention_everyone: false,
    pinned: false,
    tts: false,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    flags: message.flags,
    ...(origin ? { application_id: message.author.id, webhook_id: message.author.id } : {}),
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.repliesTo === undefined
      ? {}
      : { message_reference: { type: 0, channel_id: message.channelId, message_id: message.repliesTo } }),
    ...(origin ? { interaction_metadata: interactionMetadata(origin) } : {}),
  };
}

type Metadata = NonNullable<APIMessage['interaction_metadata']>;

const interactionMetadata = (origin: MessageOrigin): Metadata =>
  // A union by type; what each type adds is given, which the compiler cannot follow through a variable type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    id: origin.interactionId,
    type: origin.type,
    user: origin.user,
    authorizing_integration_owners: origin.owners,
    ...(origin.pressedOn === undefined ? {} : { interacted_message_id: origin.pressedOn }),
    ...(origin.openedBy ? { triggering_interaction_metadata: interactionMetadata(origin.openedBy) } : {}),
  }) as Metadata;
