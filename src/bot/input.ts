import type { Resume } from '../linking/link-flow.ts';
import { ReplyError } from '../message/reply.ts';
import type { CallAct, FormAct, InteractionAct, PressAct } from './acts.ts';
import type { ActionInput, Context } from './command.ts';
import { parseArgs, parseRunArgs, StoredInput, type ParsedCustomId } from '../message/custom-id.ts';
import { labelOf, type Pressed } from './interaction.ts';
import type { RawOptions } from './options.ts';

type InputTools = Pick<Context, 'callerT' | 'tickets'>;

/** The arguments of a component; `input` if they include the values and fields of an earlier press. */
async function readCustomId({ ticket, args }: ParsedCustomId, tools: InputTools): Promise<StoredInput> {
  if (ticket === undefined) return { args, input: undefined };
  const stored = StoredInput.safeParse(await tools.tickets.read(ticket));
  if (stored.success) return stored.data;
  throw new ReplyError('ticket-gone', tools.callerT('failure.ticketGone'));
}

/** The options of a call. A component carries them as `name=value`; a select's choice completes a name without a value. */
export async function readOptions({ command, source }: CallAct, tools: InputTools): Promise<RawOptions> {
  if ('options' in source) return source.options;
  const { args } = await readCustomId(source.customId, tools);
  const { chosen } = source;
  const options = Object.entries(command.options);
  return parseRunArgs(
    args.map((arg) => (arg.includes('=') || chosen === undefined ? arg : `${arg}=${chosen}`)),
    new Set(options.flatMap(([name, { type }]) => (type === 'integer' ? [name] : []))),
  );
}

const inputOf = ({ values, fields, attachments, resolved, message }: Pressed) => ({
  values,
  fields,
  attachments,
  resolved,
  message,
});

/** The input of a press. */
async function readPress({ interaction, customId }: PressAct, tools: InputTools): Promise<ActionInput> {
  const { args, input } = await readCustomId(customId, tools);
  return { ...inputOf(interaction), args, ...input };
}

/** The input of a press, with the arguments that its action declares. */
export async function readTypedPress(act: PressAct, tools: InputTools) {
  const { args, ...input } = await readPress(act, tools);
  return { ...input, args: act.action.args === undefined ? args : parseArgs(act.action.args, args) };
}

/** The input of a form. It must open at once, so this reads no ticket. */
export function formInput({ interaction, customId }: FormAct): ActionInput {
  return { ...inputOf(interaction), args: customId.args };
}

/** What linking offers to resume; `undefined` for an act that cannot be repeated. */
export async function resumeOf(act: InteractionAct, tools: InputTools): Promise<Resume | undefined> {
  if (act.kind === 'sentence') return undefined;
  if (act.kind === 'call') return { command: act.command.name, options: await readOptions(act, tools) };
  const { args, values, fields } = act.kind === 'form' ? formInput(act) : await readPress(act, tools);
  // Opening a form does not read the store, so a select's values could not be restored from a ticket.
  if (act.kind === 'form' && values.length > 0) return undefined;
  const { command, customId, interaction } = act;
  return {
    command: command.name,
    action: customId.action,
    label: labelOf(interaction),
    args,
    values,
    fields,
  };
}
