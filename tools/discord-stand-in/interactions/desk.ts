import { ApplicationIntegrationType, MessageFlags, RESTJSONErrorCodes, type APIUser } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import type { UploadedFile } from '../chat/files.ts';
import type { ChatMessage } from '../chat/message.ts';
import { checkAnswer } from '../check/answer.ts';
import { shownFiles } from '../check/embeds.ts';
import { checkMessageEdit, checkNewMessage } from '../check/message.ts';
import { editedMessage, newMessage } from '../check/schemas.ts';
import type { StandInEvents } from '../events.ts';
import type { Problems } from '../problems.ts';
import {
  alreadyAcknowledged,
  invalidWebhookToken,
  RestRefusal,
  unknownInteraction,
  unknownMessage,
  unknownWebhook,
} from '../refusal.ts';
import type { Member } from '../world.ts';
import type { RawInteraction } from './payload.ts';
import { InteractionRecord } from './record.ts';
import type { SentInteraction } from './sent.ts';
import { answerable, originOf, showAnswer } from './show.ts';

export interface Deadlines {
  /** To the first answer. */
  acknowledgeMs: number;
  /** The life of an interaction's token. */
  tokenMs: number;
}

/** Hands an interaction to the bot; returns the reason if the bot is not there to take it. */
export type Deliver = (raw: RawInteraction) => string | undefined | Promise<string | undefined>;

export interface DeskParts {
  now: () => number;
  /** Milliseconds since whenever, for the first answer's deadline. */
  elapsed: () => number;
  deadlines: Deadlines;
  chat: Chat;
  bot: APIUser;
  events: StandInEvents;
  problems: Problems;
  deliver: Deliver;
}

/** Where interactions are opened by members and answered by the bot, by Discord's rules. */
export interface InteractionDesk {
  /** `openedBy`: of a modal, the token of the interaction that opened it. */
  open(raw: RawInteraction, member: Member, label: string, openedBy?: string): SentInteraction;
  /** The first answer; throws a `RestRefusal`. */
  answer(id: string, token: string, body: unknown, files: readonly UploadedFile[]): SentInteraction;
  followUp(token: string, body: unknown, files: readonly UploadedFile[]): ChatMessage;
  /** `messageId` may be `@original`, here and below. */
  edit(token: string, messageId: string, body: unknown, files: readonly UploadedFile[]): ChatMessage;
  read(token: string, messageId: string): ChatMessage;
  remove(token: string, messageId: string): void;
  /** The id of the interaction that a token belongs to. */
  idOf(token: string): string | undefined;
  close(): void;
}

const MAX_USER_INSTALL_FOLLOWUPS = 5;

export function createDesk(parts: DeskParts): InteractionDesk {
  const { now, elapsed, deadlines, chat, bot, events, problems } = parts;
  const sentAt = new WeakMap<InteractionRecord, number>();
  const byToken = new Map<string, InteractionRecord>();
  const timers = new Map<InteractionRecord, NodeJS.Timeout>();

  async function deliver(record: InteractionRecord): Promise<void> {
    const missed = await parts.deliver(record.raw);
    if (missed !== undefined && !record.acknowledgement) fail(record, missed);
  }

  const send = (record: InteractionRecord): void => {
    deliver(record).catch((error: unknown) => fail(record, `the delivery failed: ${String(error)}`));
  };

  function fail(record: InteractionRecord, reason: string): void {
    record.fail(reason);
    events.emit({ type: 'interaction-failed', interactionId: record.id, memberId: record.member.id, reason });
  }

  function after(record: InteractionRecord, ms: number, then: () => void): void {
    clearTimeout(timers.get(record));
    const timer = setTimeout(then, ms);
    timer.unref();
    timers.set(record, timer);
  }

  /** For everything but the first answer. */
  function acknowledgedRecord(token: string): InteractionRecord {
    const record = byToken.get(token);
    if (!record?.acknowledgement) throw unknownWebhook();
    if (now() - record.sentAt > deadlines.tokenMs) throw invalidWebhookToken();
    return record;
  }

  function messageOf(record: InteractionRecord, messageId: string): ChatMessage {
    const id = messageId === '@original' ? record.originalId : messageId;
    const own = id !== undefined && (id === record.originalId || record.followupIds.includes(id));
    const message = own ? chat.get(id) : undefined;
    if (!message || message.deleted) throw unknownMessage();
    return message;
  }

  function noteBlankPictures(record: InteractionRecord, message: ChatMessage): void {
    for (const name of shownFiles(message.embeds))
      problems.add({
        where: record.label,
        code: 0,
        message: `an embed shows attachment://${name}, but no such file came along`,
        interactionId: record.id,
      });
  }

  return {
    open: (raw, member, label, openedBy) => {
      const record = new InteractionRecord(raw, member, label, now(), {
        openedBy: openedBy === undefined ? undefined : byToken.get(openedBy),
        message: (id) => chat.get(id),
        problems: () => problems.list,
        deliver: () => send(record),
      });
      byToken.set(raw.token, record);
      sentAt.set(record, elapsed());
      events.emit({ type: 'interaction-sent', interactionId: raw.id, memberId: member.id, label });
      after(record, deadlines.acknowledgeMs, () => fail(record, 'the application did not respond'));
      send(record);
      return record;
    },

    answer: (id, token, body, files) => {
      const record = byToken.get(token);
      if (record?.id !== id || now() - record.sentAt > deadlines.tokenMs) throw unknownInteraction();
      const afterMs = elapsed() - (sentAt.get(record) ?? 0);
      if (record.acknowledgement) throw alreadyAcknowledged();
      if (afterMs > deadlines.acknowledgeMs) throw unknownInteraction();
      const answer = checkAnswer(body, answerable(record.raw, chat), files.length);
      const message = showAnswer(answer, record, files, parts);
      record.acknowledgement = { type: answer.type, at: now(), afterMs };
      events.emit({
        type: 'interaction-acknowledged',
        interactionId: id,
        memberId: record.member.id,
        afterMs,
      });
      after(record, deadlines.tokenMs - afterMs, () => {
        if (record.thinking) fail(record, 'the token ran out before the answer');
      });
      if (message) noteBlankPictures(record, message);
      record.changed();
      return record;
    },

    followUp: (token, body, files) => {
      const record = acknowledgedRecord(token);
      const original = record.message;
      const checked = checkNewMessage(newMessage, body, files.length);
      let message: ChatMessage;
      if (original?.thinking && !original.deleted) {
        // The first follow-up after a deferral fills the placeholder; whom it asks to be seen by does not matter then.
        message = chat.edit(original.id, checked, files);
        record.answered = true;
      } else {
        const owners = record.raw.authorizing_integration_owners;
        const userOnly = owners[ApplicationIntegrationType.GuildInstall] === undefined;
        if (userOnly && record.followupIds.length >= MAX_USER_INSTALL_FOLLOWUPS)
          throw new RestRefusal(
            400,
            RESTJSONErrorCodes.ThisInteractionHasHitTheMaximumNumberOfFollowUpMessages,
            'This interaction has reached the maximum number of follow up messages.',
          );
        const ephemeral = ((checked.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
        message = chat.post({
          channelId: record.raw.channel_id,
          author: bot,
          body: checked,
          files,
          visibleTo: ephemeral ? record.member.id : null,
          origin: originOf(record),
          ...(record.originalId === undefined ? {} : { repliesTo: record.originalId }),
        });
        record.followupIds.push(message.id);
      }
      noteBlankPictures(record, message);
      record.changed();
      return message;
    },

    edit: (token, messageId, body, files) => {
      const record = acknowledgedRecord(token);
      const before = messageOf(record, messageId);
      const message = chat.edit(before.id, checkMessageEdit(editedMessage, body), files);
      if (before.id === record.originalId) record.answered = true;
      noteBlankPictures(record, message);
      record.changed();
      return message;
    },

    read: (token, messageId) => messageOf(acknowledgedRecord(token), messageId),

    remove: (token, messageId) => {
      const record = acknowledgedRecord(token);
      chat.remove(messageOf(record, messageId).id);
      record.changed();
    },

    idOf: (token) => byToken.get(token)?.id,

    close: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      for (const record of byToken.values()) record.fail('the stand-in was closed');
    },
  };
}
