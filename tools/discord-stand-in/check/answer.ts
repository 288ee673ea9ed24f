import {
  ApplicationCommandOptionType,
  InteractionResponseType as Answer,
  InteractionType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';
import { emptyMessage, invalidForm, refuseAny } from '../refusal.ts';
import { isRecord } from './json.ts';
import { checkMessageEdit, checkNewMessage } from './message.ts';
import { checkModal } from './modal.ts';
import {
  integerChoices,
  newMessage,
  numberChoices,
  stringChoices,
  updatedMessage,
  type MessageBody,
} from './schemas.ts';
import { checkShape } from './shape.ts';

/** A first answer that Discord takes. */
export type CheckedAnswer =
  | { type: Answer.ChannelMessageWithSource; message: MessageBody }
  | { type: Answer.DeferredChannelMessageWithSource; ephemeral: boolean }
  | { type: Answer.DeferredMessageUpdate }
  | { type: Answer.UpdateMessage; change: MessageBody }
  | { type: Answer.ApplicationCommandAutocompleteResult; choices: APIApplicationCommandOptionChoice[] }
  | { type: Answer.Modal; modal: APIModalInteractionResponseCallbackData };

/** What the check has to know of the interaction that is answered. */
export interface Answerable {
  type: InteractionType;
  /** The message it came from: of a press, a choice, or a modal that one of these opened. */
  from?: object;
  /** The type of the option that suggestions are asked for. */
  focused?: ApplicationCommandOptionType;
}

type AnswerType = CheckedAnswer['type'];

const MESSAGES: AnswerType[] = [Answer.ChannelMessageWithSource, Answer.DeferredChannelMessageWithSource];
const UPDATES: AnswerType[] = [Answer.DeferredMessageUpdate, Answer.UpdateMessage];

function allowedTypes({ type, from }: Answerable): AnswerType[] {
  switch (type) {
    case InteractionType.Ping:
      // A ping goes to the endpoint itself and is answered there, never through this route.
      return [];
    case InteractionType.ApplicationCommand:
      return [...MESSAGES, Answer.Modal];
    case InteractionType.MessageComponent:
      return [...MESSAGES, ...UPDATES, Answer.Modal];
    case InteractionType.ModalSubmit:
      return from ? [...MESSAGES, ...UPDATES] : MESSAGES;
    case InteractionType.ApplicationCommandAutocomplete:
      return [Answer.ApplicationCommandAutocompleteResult];
  }
}

/** Reads the body of a callback; throws a `RestRefusal` as Discord would. `files` is how many came with it. */
export function checkAnswer(body: unknown, answerable: Answerable, files: number): CheckedAnswer {
  const { type, data } = envelope(body, allowedTypes(answerable));
  const at = ['data'];
  switch (type) {
    case Answer.ChannelMessageWithSource:
      if (data === undefined && files === 0) throw emptyMessage();
      return { type, message: checkNewMessage(newMessage, data ?? {}, files, at) };
    case Answer.DeferredChannelMessageWithSource: {
      const { flags } = checkShape(newMessage, data ?? {}, at);
      if (((flags ?? 0) & ~MessageFlags.Ephemeral) !== 0)
        refuseAny([
          {
            path: ['data', 'flags'],
            code: 'FLAGS_TYPE_INVALID',
            message: 'A deferral may be EPHEMERAL alone.',
          },
        ]);
      return { type, ephemeral: ((flags ?? 0) & MessageFlags.Ephemeral) !== 0 };
    }
    case Answer.DeferredMessageUpdate:
      checkShape(updatedMessage, data ?? {}, at);
      return { type };
    case Answer.UpdateMessage:
      return { type, change: checkMessageEdit(updatedMessage, data ?? {}, at) };
    case Answer.Modal:
      return { type, modal: checkModal(data, at) };
    case Answer.ApplicationCommandAutocompleteResult:
      return { type, choices: checkChoices(data, answerable.focused) };
  }
}

function envelope(body: unknown, allowed: readonly AnswerType[]): { type: AnswerType; data: unknown } {
  const fields = isRecord(body) ? body : {};
  const type = allowed.find((candidate) => candidate === fields['type']);
  refuseAny(
    Object.keys(fields)
      .filter((key) => key !== 'type' && key !== 'data')
      .map((key) => ({ path: [key], code: 'MODEL_UNKNOWN_FIELD', message: 'This field is not known here.' })),
  );
  if (type === undefined)
    throw invalidForm([
      fields['type'] === undefined
        ? { path: ['type'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : {
            path: ['type'],
            code: 'BASE_TYPE_CHOICES',
            message: `Value must be one of {${allowed.join(', ')}}.`,
          },
    ]);
  return { type, data: fields['data'] ?? undefined };
}

const MAX_CHOICE_VALUE = 100;

function checkChoices(
  data: unknown,
  focused: ApplicationCommandOptionType | undefined,
): APIApplicationCommandOptionChoice[] {
  const { choices } = checkShape(choicesSchema(focused), data, ['data']);
  // The description allows 6000 characters for a value, the prose and the clients 100.
  refuseAny(
    (choices ?? []).flatMap(({ value }, index) =>
      typeof value === 'string' && (value.length > MAX_CHOICE_VALUE || value === '')
        ? [
            {
              path: ['data', 'choices', index, 'value'],
              code: 'BASE_TYPE_BAD_LENGTH',
              message: `Must be between 1 and ${MAX_CHOICE_VALUE} in length.`,
            },
          ]
        : [],
    ),
  );
  return choices ?? [];
}

function choicesSchema(focused: ApplicationCommandOptionType | undefined): typeof stringChoices {
  if (focused === ApplicationCommandOptionType.Integer) return integerChoices;
  if (focused === ApplicationCommandOptionType.Number) return numberChoices;
  return stringChoices;
}
