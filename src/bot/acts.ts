import { own } from '../json.ts';
import type { Visibility } from './audience.ts';
import { isGuarded, type Command, type ModalAction, type PressAction } from './command.ts';
import { hasRequired, parseCustomId, type ParsedCustomId } from '../message/custom-id.ts';
import { isOwn, type Pressed, type AnswerableInteraction } from './interaction.ts';
import type { RawOptions } from './options.ts';

/** What an interaction asks for, as data: `run.ts` runs it, `answer.ts` answers it. */
export type InteractionAct = CallAct | PressAct | FormAct | SentenceAct;

interface ActBase<Source extends AnswerableInteraction = AnswerableInteraction> {
  /** For the log: "rank", "score:confirm". */
  name: string;
  interaction: Source;
  /** `update` changes the message that was pressed, `reply` sends a new one. */
  answers: 'reply' | 'update';
  /** Who sees the answer. */
  visibleTo: Visibility;
  /** Acknowledged first, so that it runs once. */
  writes: boolean;
}

/** Runs a command. */
export interface CallAct extends ActBase {
  kind: 'call';
  command: Command;
  /** As Discord sent the options, or the component that carries them, with the value chosen in it. */
  source: { options: RawOptions } | { customId: ParsedCustomId; chosen: string | undefined };
}

/** Runs an action of a command. */
export interface PressAct extends ActBase<Pressed> {
  kind: 'press';
  command: Command;
  action: PressAction;
  customId: ParsedCustomId;
}

/** Opens a form. */
export interface FormAct extends ActBase<Pressed> {
  kind: 'form';
  command: Command;
  action: ModalAction;
  customId: ParsedCustomId;
}

/** Answers with a sentence. `gone`: another version of the bot registered the command, or posted the component. */
export interface SentenceAct extends ActBase {
  kind: 'sentence';
  sentence: 'gone' | 'guarded' | 'too-fast' | 'busy';
}

const PRIVATE_READ = { answers: 'reply', visibleTo: 'caller', writes: false } as const;

export const sentenceAct = (
  interaction: AnswerableInteraction,
  sentence: SentenceAct['sentence'],
  name: string = sentence,
): SentenceAct => ({ kind: 'sentence', name, interaction, sentence, ...PRIVATE_READ });

/** The arguments of a form: those of the chosen option, if it names this form. Reads no ticket, since a form opens at once. */
export function formArgs({
  interaction,
  customId,
}: Pick<FormAct, 'interaction' | 'customId'>): readonly string[] {
  const chosen = parseCustomId(interaction.values[0] ?? '');
  const isThisForm = chosen?.command === customId.command && chosen.action === customId.action;
  return isThisForm ? chosen.args : customId.args;
}

/** What an interaction asks for. */
export function actOf(commands: readonly Command[], interaction: AnswerableInteraction): InteractionAct {
  if (interaction.kind === 'command' || interaction.kind === 'user-command') {
    const kind = interaction.kind === 'command' ? 'slash' : 'user';
    const command = commands.find((one) => one.name === interaction.command && one.kind === kind);
    if (command === undefined) return sentenceAct(interaction, 'gone');
    const options = interaction.kind === 'command' ? interaction.options : { player: interaction.targetId };
    return callAct(command, interaction, { options });
  }
  const customId = parseCustomId(interaction.customId);
  const command = commands.find(({ name }) => name === customId?.command);
  if (customId === undefined || command === undefined) return sentenceAct(interaction, 'gone');
  // The built-in action: the command itself, with its options as arguments.
  if (customId.action === 'run') {
    if (isGuarded(command)) return sentenceAct(interaction, 'guarded', command.name);
    return callAct(command, interaction, { customId, chosen: interaction.values[0] });
  }
  const action = own(command.actions, customId.action);
  if (action === undefined) return sentenceAct(interaction, 'gone');
  const args = action.answers === 'modal' ? formArgs({ interaction, customId }) : customId.args;
  // Those of a ticket are read later, but for a form, which reads none.
  const isRead = customId.ticket === undefined || action.answers === 'modal';
  if (isRead && !hasRequired(action.args ?? {}, args)) return sentenceAct(interaction, 'gone');
  const name = `${command.name}:${customId.action}`;
  return action.answers === 'modal'
    ? { kind: 'form', name, interaction, command, action, customId, ...PRIVATE_READ }
    : { kind: 'press', name, interaction, command, action, customId, ...pressAnswer(action, interaction) };
}

function callAct(command: Command, interaction: AnswerableInteraction, source: CallAct['source']): CallAct {
  const { name, audience, writes } = command;
  // Only the one who presses sees what the press opens.
  const isPrivate = audience === 'private' || 'customId' in interaction;
  const visibleTo = isPrivate ? 'caller' : 'channel-if-allowed';
  return { kind: 'call', name, interaction, command, source, answers: 'reply', visibleTo, writes };
}

function pressAnswer(
  action: PressAction,
  interaction: Pressed,
): Pick<PressAct, 'answers' | 'visibleTo' | 'writes'> {
  const { message } = interaction;
  const isTheirs = isOwn(interaction);
  // Pressing another member's message answers with a private copy. A form opened by a slash command has no message to update.
  const updates = action.answers !== 'reply' && isTheirs && message !== undefined;
  return {
    answers: updates ? 'update' : 'reply',
    visibleTo: updates && !message.ephemeral ? 'channel' : 'caller',
    // A press that will be refused needs no acknowledgement first.
    writes: action.writes === true && (isTheirs || action.press === 'anyone'),
  };
}
