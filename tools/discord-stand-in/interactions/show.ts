import { InteractionResponseType as Answer, InteractionType, MessageFlags, type APIUser } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import type { UploadedFile } from '../chat/files.ts';
import type { ChatMessage, MessageOrigin } from '../chat/message.ts';
import type { Answerable, CheckedAnswer } from '../check/answer.ts';
import type { StandInEvents } from '../events.ts';
import type { RawInteraction } from './payload.ts';
import type { InteractionRecord } from './record.ts';

/** Where answers become visible. */
export interface ShowParts {
  chat: Chat;
  bot: APIUser;
  events: StandInEvents;
}

/** Does what an accepted first answer asks for; gives the message that it leaves, if any. */
export function showAnswer(
  answer: CheckedAnswer,
  record: InteractionRecord,
  files: readonly UploadedFile[],
  { chat, bot, events }: ShowParts,
): ChatMessage | undefined {
  const origin = { interactionId: record.id, memberId: record.member.id };
  switch (answer.type) {
    case Answer.ChannelMessageWithSource:
    case Answer.DeferredChannelMessageWithSource: {
      const thinking = answer.type === Answer.DeferredChannelMessageWithSource;
      const flags = thinking && answer.ephemeral ? MessageFlags.Ephemeral : 0;
      const body = answer.type === Answer.ChannelMessageWithSource ? answer.message : { flags };
      const message = chat.post({
        channelId: record.raw.channel_id,
        author: bot,
        body,
        files: thinking ? [] : files,
        visibleTo: ((body.flags ?? 0) & MessageFlags.Ephemeral) === 0 ? null : record.member.id,
        origin: originOf(record),
        thinking,
        at: ['data'],
        ...(record.raw.message ? { repliesTo: record.raw.message.id } : {}),
      });
      record.originalId = message.id;
      record.answered = !thinking;
      return message;
    }
    case Answer.DeferredMessageUpdate:
      record.originalId = record.raw.message?.id;
      return undefined;
    case Answer.UpdateMessage: {
      const id = record.raw.message?.id ?? '';
      const message = chat.edit(id, answer.change, files, ['data']);
      record.originalId = id;
      record.answered = true;
      return message;
    }
    case Answer.Modal:
      record.modal = answer.modal;
      events.emit({ type: 'modal-opened', ...origin, modal: answer.modal });
      return undefined;
    case Answer.ApplicationCommandAutocompleteResult:
      record.choices = answer.choices;
      events.emit({ type: 'choices-offered', ...origin, choices: answer.choices });
      return undefined;
  }
}

/** What the check of a first answer has to know. */
export function answerable(raw: RawInteraction, chat: Chat): Answerable {
  const options = 'options' in raw.data ? raw.data.options : undefined;
  const focused = options?.find((option) => option.focused)?.type;
  const from = raw.message && chat.get(raw.message.id);
  return {
    type: raw.type,
    ...(from ? { from } : {}),
    ...(focused === undefined ? {} : { focused }),
  };
}

export function originOf({ raw, member, openedBy }: InteractionRecord): MessageOrigin {
  return {
    interactionId: raw.id,
    type: raw.type,
    user: member.user,
    owners: raw.authorizing_integration_owners,
    ...(raw.type === InteractionType.ApplicationCommand && 'name' in raw.data
      ? { commandName: raw.data.name }
      : {}),
    ...(raw.type === InteractionType.MessageComponent && raw.message ? { pressedOn: raw.message.id } : {}),
    ...(openedBy ? { openedBy: originOf(openedBy) } : {}),
  };
}
