import {
  AllowedMentionsTypes,
  MessageFlags,
  type APIAllowedMentions,
  type APIMessage,
  type APIUser,
} from 'discord.js';
import type { MessageBody } from '../check/schemas.ts';
import type { StandInEvents } from '../events.ts';
import { emptyMessage, unknownMessage } from '../refusal.ts';
import type { Cdn } from './cdn.ts';
import { checkUploads, mergeAttachments, showInEmbeds, type UploadedFile } from './files.ts';
import { apiMessage, type ChatMessage, type MessageOrigin } from './message.ts';
import { settledComponents, settledEmbeds } from './settled.ts';

/** A new message: what a body says, and what the place it is posted from adds. */
interface Draft {
  channelId: string;
  author: APIUser;
  body: MessageBody;
  files: readonly UploadedFile[];
  visibleTo: string | null;
  origin?: MessageOrigin;
  repliesTo?: string;
  thinking?: boolean;
  /** Where the message stands in the request's body, for faults that are found only now. */
  at?: readonly string[];
}

export interface Chat {
  post(draft: Draft): ChatMessage;
  edit(
    messageId: string,
    body: MessageBody,
    files: readonly UploadedFile[],
    at?: readonly string[],
  ): ChatMessage;
  /** Publishes a message to the servers that follow its channel. Nobody sees an edit. */
  crosspost(messageId: string): ChatMessage;
  remove(messageId: string): ChatMessage;
  /** Everything in a channel that is gone; of these messages nobody is told. */
  removeAll(channelId: string): void;
  /** Also gives messages that were deleted; see `deleted`. */
  get(messageId: string): ChatMessage | undefined;
  /** What a member sees in a channel, oldest first; without a member, what everybody sees. */
  read(channelId: string, memberId?: string): ChatMessage[];
  /** Of the last message that everybody saw in a channel, also if it was deleted since. */
  lastId(channelId: string): string | undefined;
  api(message: ChatMessage): APIMessage;
}

export interface ChatParts {
  now: () => number;
  nextId: () => string;
  cdn: Cdn;
  events: StandInEvents;
  people: readonly APIUser[];
}

export function createChat({ now, nextId, cdn, events, people }: ChatParts): Chat {
  const messages = new Map<string, ChatMessage>();
  const lastIds = new Map<string, string>();

  function live(messageId: string): ChatMessage {
    const message = messages.get(messageId);
    if (!message || message.deleted) throw unknownMessage();
    return message;
  }

  function keep(message: ChatMessage): ChatMessage {
    if (message.visibleTo === null && !messages.has(message.id)) lastIds.set(message.channelId, message.id);
    messages.set(message.id, message);
    return message;
  }

  return {
    get: (messageId) => messages.get(messageId),
    lastId: (channelId) => lastIds.get(channelId),
    read: (channelId, memberId) =>
      [...messages.values()].filter(
        (message) =>
          message.channelId === channelId &&
          !message.deleted &&
          (message.visibleTo === null || message.visibleTo === memberId),
      ),
    api: (message) =>
      apiMessage(
        message,
        people.filter(({ id }) => message.mentions.includes(id)),
      ),

    post: ({ channelId, author, body, files, visibleTo, origin, repliesTo, thinking = false, at = [] }) => {
      checkUploads(files);
      const attachments = mergeAttachments([], { listed: body.attachments, files, at }, (file, filename) =>
        cdn.keep(channelId, file, filename),
      );
      const message = keep({
        id: nextId(),
        channelId,
        author,
        content: body.content ?? '',
        ...showInEmbeds(settledEmbeds(body.embeds ?? []), attachments),
        components: settledComponents(body.components ?? []),
        mentions: pinged(USERS, body.content ?? '', body.allowed_mentions),
        roleMentions: pinged(ROLES, body.content ?? '', body.allowed_mentions),
        ...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
        flags: (body.flags ?? 0) | (thinking ? MessageFlags.Loading : 0),
        createdAt: now(),
        editedAt: null,
        visibleTo,
        thinking,
        deleted: false,
        ...(repliesTo === undefined ? {} : { repliesTo }),
        ...(origin ? { origin } : {}),
      });
      events.emit({ type: thinking ? 'thinking' : 'message-created', message });
      return message;
    },

    edit: (messageId, body, files, at = []) => {
      checkUploads(files);
      const before = live(messageId);
      const attachments = mergeAttachments(
        [...before.attachments, ...before.embedded],
        { listed: body.attachments, files, at },
        (file, filename) => cdn.keep(before.channelId, file, filename),
      );
      const content = body.content === undefined ? before.content : (body.content ?? '');
      const message: ChatMessage = {
        ...before,
        content,
        ...showInEmbeds(
          body.embeds === undefined ? before.embeds : settledEmbeds(body.embeds ?? []),
          attachments,
        ),
        components:
          body.components === undefined ? before.components : settledComponents(body.components ?? []),
        mentions: pinged(USERS, content, body.allowed_mentions),
        roleMentions: pinged(ROLES, content, body.allowed_mentions),
        flags: editedFlags(before.flags, body.flags),
        // Filling a placeholder is no edit that anybody sees.
        editedAt: before.thinking ? null : now(),
        thinking: false,
      };
      if (isEmpty(message)) throw emptyMessage();
      events.emit({ type: 'message-edited', message: keep(message) });
      return message;
    },

    crosspost: (messageId) => {
      const before = live(messageId);
      return keep({ ...before, flags: before.flags | MessageFlags.Crossposted });
    },

    remove: (messageId) => {
      const message = keep({ ...live(messageId), deleted: true, thinking: false });
      events.emit({ type: 'message-deleted', message });
      return message;
    },
    removeAll: (channelId) => {
      for (const message of messages.values())
        if (message.channelId === channelId) keep({ ...message, deleted: true, thinking: false });
    },
  };
}

const isEmpty = ({ content, embeds, components, attachments, embedded }: ChatMessage): boolean =>
  content.trim() === '' && [embeds, components, attachments, embedded].every(({ length }) => length === 0);

const LASTING = MessageFlags.Ephemeral | MessageFlags.Crossposted;

/** Who may see a message is settled for good; components of the second version stay; the rest follows the body. */
function editedFlags(before: number, wanted: number | null | undefined): number {
  const lasting = before & LASTING;
  const settled = before & ~MessageFlags.Loading;
  return wanted === undefined || wanted === null ? settled : lasting | (wanted & ~LASTING);
}

const USERS = { written: /<@!?(\d+)>/g, kind: AllowedMentionsTypes.User } as const;
const ROLES = { written: /<@&(\d+)>/g, kind: AllowedMentionsTypes.Role } as const;

function pinged(
  { written, kind }: typeof USERS | typeof ROLES,
  content: string,
  allowed: APIAllowedMentions | null | undefined,
): string[] {
  const ids = [...content.matchAll(written)].flatMap(([, id]) => (id === undefined ? [] : [id]));
  const everyone = !allowed || allowed.parse?.includes(kind);
  return [...new Set(ids)].filter((id) => everyone || allowed?.[kind]?.includes(id));
}
