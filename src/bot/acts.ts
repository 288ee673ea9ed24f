import type { Resume } from '../accounts/link-flow.ts';
import { LinkLostError } from '../accounts/links.ts';
import { ReplyError, runButton, type ActionButton, type Modal } from '../words/reply.ts';
import { privateTask, type Task } from './answer.ts';
import { createAudience, isPublicPlace, privateAudience } from './audience.ts';
import {
  isGuarded,
  type ActionInput,
  type Command,
  type Context,
  type ModalAction,
  type PressAction,
  type Services,
} from './command.ts';
import { accountFor, contextFor } from './context.ts';
import {
  directCustomId,
  parseArgs,
  parseCustomId,
  parseRunArgs,
  StoredInput,
  type ParsedCustomId,
} from './custom-id.ts';
import { isOwn, labelOf, type Pressed, type UserInteraction } from './interaction.ts';
import { parseOptions, type Option, type RawOptions } from './options.ts';
import { within } from '../within.ts';

/** How long the account look-up may delay a form, which has to open within 3 s. */
const LOOK_UP_MS = 500;

/** What an interaction asks for, with the context in which it is answered. */
export type Act = TaskAct | FormAct;

export interface TaskAct {
  context: Context;
  task: Task;
  /** Makes the button that repeats the call; writes have none. */
  retry?: () => Promise<ActionButton | undefined>;
}

/** Opens a form. */
export interface FormAct {
  context: Context;
  name: string;
  open(): Modal;
}

/** The action that a component names. */
interface Named<A> {
  command: Command;
  action: A;
  parsed: ParsedCustomId;
}

/** Answers with a private sentence instead of running anything. */
export function sayAct(
  services: Services,
  interaction: UserInteraction,
  name: string,
  textOf: (context: Context) => string,
): TaskAct {
  const context = contextFor(services, interaction, privateAudience());
  return { context, task: privateTask(name, () => Promise.resolve({ content: textOf(context) })) };
}

/** For commands and components that another version of the bot registered or posted. */
const goneAct = (services: Services, interaction: UserInteraction): TaskAct =>
  sayAct(services, interaction, 'gone', ({ t, mention }) => t('failure.gone', { help: mention('help') }));

/** None where it would need a ticket: the store may be what failed. */
const whereItFits = (retry: ActionButton | undefined): ActionButton | undefined =>
  retry && directCustomId(retry.action, retry.args ?? []) !== undefined ? retry : undefined;

/** The button that repeats the call; `undefined` if the call does not fit a custom id. */
function retryButton(command: Command, raw: RawOptions, { t }: Context): ActionButton | undefined {
  const retry = runButton(t('failure.retry'), command.name, raw);
  const has = (type: Option['type']) => Object.keys(raw).some((name) => command.options[name]?.type === type);
  // Everybody who can see the message can read its custom ids, so a button names no member. A channel counts only where Discord
  // sends it along, which it does for no button.
  if (isGuarded(command) || has('user') || has('channel')) return undefined;
  return whereItFits(retry);
}

/** A command with its options, wherever they come from. */
function callAct(
  services: Services,
  command: Command,
  interaction: UserInteraction,
  readRaw: (context: Context) => Promise<RawOptions>,
): TaskAct {
  const { name, needs, writes } = command;
  // What a press opens is for the one who pressed.
  const isPrivate = command.audience === 'private' || 'customId' in interaction;
  const audience = isPrivate
    ? privateAudience()
    : createAudience(() => isPublicPlace(services, interaction.place));
  const resume = async (): Promise<Resume> => ({ command: name, options: await readRaw(context) });
  const context = contextFor(services, interaction, audience, resume);
  return {
    context,
    task: {
      name,
      answers: 'reply',
      audience,
      writes,
      async run() {
        const options = parseOptions(command.options, await readRaw(context), interaction.resolved);
        const account = await accountFor(context, needs);
        return command.run({ ...context, options, ...account });
      },
    },
    ...(!writes && { retry: async () => retryButton(command, await readRaw(context), context) }),
  };
}

/** What a component carries; `input` where a press is taken up again. */
async function storedInput({ ticket, args }: ParsedCustomId, { tickets, t }: Context): Promise<StoredInput> {
  if (ticket === undefined) return { args, input: undefined };
  const stored = StoredInput.safeParse(await tickets.read(ticket));
  if (stored.success) return stored.data;
  throw new ReplyError('ticket-gone', t('failure.ticketGone'));
}

/** The built-in action `run`: the command itself, with the arguments as `name=value`; a select fills a bare name. */
function runAct(services: Services, command: Command, interaction: Pressed, parsed: ParsedCustomId): TaskAct {
  if (isGuarded(command))
    return sayAct(services, interaction, command.name, ({ t, mention }) =>
      t('failure.guarded', { command: mention(command.name) }),
    );
  const options = Object.entries(command.options);
  const integers = new Set(options.flatMap(([name, { type }]) => (type === 'integer' ? [name] : [])));
  return callAct(services, command, interaction, async (context) => {
    const [chosen] = interaction.values;
    const { args } = await storedInput(parsed, context);
    return parseRunArgs(
      args.map((arg) => (arg.includes('=') || chosen === undefined ? arg : `${arg}=${chosen}`)),
      integers,
    );
  });
}

/** What a press brings beside what its component carries. */
const inputOf = ({ values, fields, resolved, message }: Pressed): Omit<ActionInput, 'args'> => ({
  values,
  fields,
  resolved,
  message,
});

const resumeOf = (
  { command, parsed }: Named<unknown>,
  interaction: Pressed,
  { args, values, fields }: Pick<ActionInput, 'args' | 'values' | 'fields'>,
): Resume => ({
  command: command.name,
  action: parsed.action,
  label: labelOf(interaction),
  args,
  values,
  fields,
});

/** Answers a press. */
function pressAct(services: Services, named: Named<PressAction>, interaction: Pressed): TaskAct {
  const { command, action, parsed } = named;
  const owner = isOwn(interaction);
  // A form opened by a slash command has no message to update.
  const update = action.answers !== 'reply' && owner && interaction.message !== undefined;
  // Pressing another member's message answers with a private copy.
  const isPublic = update && interaction.message?.ephemeral === false;
  const audience = isPublic ? createAudience(() => Promise.resolve(true)) : privateAudience();
  const input = async () => {
    const { args, input: stored } = await storedInput(parsed, context);
    return { ...inputOf(interaction), args, ...stored };
  };
  const typedInput = async () => {
    const { args, ...rest } = await input();
    return { ...rest, args: action.args === undefined ? args : parseArgs(action.args, args) };
  };
  const context: Context = contextFor(services, interaction, audience, async () =>
    resumeOf(named, interaction, await input()),
  );
  return {
    context,
    task: {
      name: `${command.name}:${parsed.action}`,
      answers: update ? 'update' : 'reply',
      audience,
      // A press that is going to be refused needs no acknowledgement first.
      writes: action.writes === true && (owner || action.press === 'anyone'),
      async run() {
        const { t, mention } = context;
        if (!owner && action.press === 'caller')
          throw new ReplyError('not-yours', t('failure.notYours', { command: mention(command.name) }));
        const given = await typedInput();
        const account = await accountFor(context, action.needs);
        return action.run({ ...context, ...given, ...account });
      },
    },
    ...(action.retry && {
      retry: async () => whereItFits(action.retry?.({ t: context.t, ...(await typedInput()) })),
    }),
  };
}

/** Opens a form, or asks the caller to link first if the look-up says so in time. */
async function formAct(services: Services, named: Named<ModalAction>, interaction: Pressed): Promise<Act> {
  const { command, action, parsed } = named;
  const input = { ...inputOf(interaction), args: parsed.args };
  // Opening a form does not read the store, so a select's values could not be restored from a ticket.
  const resume = input.values.length === 0 ? async () => resumeOf(named, interaction, input) : undefined;
  const context = contextFor(services, interaction, privateAudience(), resume);
  const name = `${command.name}:${parsed.action}`;
  const found = action.needs && context.self.find().catch(() => undefined);
  const known = found && (await within(found, LOOK_UP_MS, () => undefined));
  const { guard } = action;
  if (known?.state === 'linked' && guard !== undefined && !guard.admits(known.account, input)) {
    const { account } = known;
    return { context, task: privateTask(name, () => guard.otherwise({ ...context, ...input, account })) };
  }
  if (known === undefined || known.state === 'linked')
    return { context, name, open: () => action.open({ ...context, ...input }) };
  const { state } = known;
  return { context, task: privateTask(name, () => Promise.reject(new LinkLostError(state))) };
}

/** What an interaction asks for. */
export async function findAct(services: Services, interaction: UserInteraction): Promise<Act> {
  const { commands } = services;
  if (interaction.kind === 'command' || interaction.kind === 'user-command') {
    const kind = interaction.kind === 'command' ? 'slash' : 'user';
    const called = commands.find((known) => known.name === interaction.command && known.kind === kind);
    if (called === undefined) return goneAct(services, interaction);
    const raw = interaction.kind === 'command' ? interaction.options : { player: interaction.targetId };
    return callAct(services, called, interaction, () => Promise.resolve(raw));
  }
  const parsed = parseCustomId(interaction.customId);
  const command = commands.find((known) => known.name === parsed?.command);
  if (parsed === undefined || command === undefined) return goneAct(services, interaction);
  if (parsed.action === 'run') return runAct(services, command, interaction, parsed);
  const action = command.actions[parsed.action];
  if (action === undefined) return goneAct(services, interaction);
  return action.answers === 'modal'
    ? formAct(services, { command, action, parsed }, interaction)
    : pressAct(services, { command, action, parsed }, interaction);
}
