import type { Resume } from '../linking/link-flow.ts';
import { ReplyError } from '../message/reply.ts';
import { formArgs, type CallAct, type FormAct, type InteractionAct, type PressAct } from './acts.ts';
import type { ActionInput, BotContext, FieldRecord, None } from './command.ts';
import {
  hasRequired,
  parseArgs,
  parseRunArgs,
  StoredInput,
  type ArgRecord,
  type ParsedCustomId,
} from '../message/custom-id.ts';
import { labelOf, type Pressed } from './interaction.ts';
import type { RawOptions } from './options.ts';

type InputTools = Pick<BotContext, 'callerT' | 'tickets'>;

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

/** The arguments of a component and what its press sent, before the records of its action are applied. */
interface RawInput extends Pick<Pressed, 'values' | 'fields' | 'attachments' | 'resolved' | 'message'> {
  args: readonly string[];
}

const rawInput = (
  { values, fields, attachments, resolved, message }: Pressed,
  args: readonly string[],
): RawInput => ({ args, values, fields, attachments, resolved, message });

/** By the records of the action. */
function typedInput(
  { args = {}, fields = {} }: { args?: ArgRecord; fields?: FieldRecord },
  { values, resolved, message, ...raw }: RawInput,
) {
  const inputs = Object.entries(fields).map(([name, kind]) => [
    name,
    kind === 'files' ? (raw.attachments[name] ?? []) : (raw.fields[name] ?? ''),
  ]);
  return {
    args: parseArgs(args, raw.args),
    values,
    resolved,
    // Each has the value of its kind; the compiler cannot follow a mapped type through a loop.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    fields: Object.fromEntries(inputs) as ActionInput<None, FieldRecord>['fields'],
    message,
  };
}

/** The input of a press. */
async function readPress({ interaction, customId }: PressAct, tools: InputTools): Promise<RawInput> {
  const { args, input } = await readCustomId(customId, tools);
  return { ...rawInput(interaction, args), ...input };
}

/** The input of a press, with the arguments and the inputs that its action declares. */
export async function readTypedPress(act: PressAct, tools: InputTools) {
  const raw = await readPress(act, tools);
  if (hasRequired(act.action.args ?? {}, raw.args)) return typedInput(act.action, raw);
  throw new ReplyError('ticket-gone', tools.callerT('failure.ticketGone'));
}

/** The input of what opens a form, with the arguments that the form declares. */
export const formInput = (act: FormAct) => typedInput(act.action, rawInput(act.interaction, formArgs(act)));

/** What linking offers to resume; `undefined` for an act that cannot be repeated. */
export async function resumeOf(act: InteractionAct, tools: InputTools): Promise<Resume | undefined> {
  if (act.kind === 'sentence') return undefined;
  if (act.kind === 'call') return { command: act.command.name, options: await readOptions(act, tools) };
  const { args, values, fields } =
    act.kind === 'form' ? rawInput(act.interaction, act.customId.args) : await readPress(act, tools);
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
