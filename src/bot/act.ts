import { LinkLostError, type Account, type Linking, type Resume } from '../accounts/accounts.ts';
import type { Words } from '../words/words.ts';
import type { Task } from './answer.ts';
import { parseArgs } from './args.ts';
import type { ActionInput, Command, Context, HandlerServices, PressAction, Tickets } from './command.ts';
import {
  directCustomId,
  parseCustomId,
  parseRunArgs,
  runArgs,
  StoredInput,
  type ParsedCustomId,
} from './custom-id.ts';
import type { Asked, Interaction } from './interaction.ts';
import { linkReply } from './link-reply.ts';
import { parseOptions, type RawOptions } from './options.ts';
import { labelOf } from './resume.ts';
import { Refusal, type ActionButton, type Modal } from './reply.ts';
import { within } from './within.ts';

/** Short, and found again in the log: the end of the interaction's own id. */
export const referenceOf = (interactionId: string): string =>
  BigInt(interactionId).toString(36).slice(-7).toUpperCase();

/** What the dispatcher needs beside what it hands to the handlers. */
export interface Services extends HandlerServices {
  linking: Linking;
  words: Words;
  /** Of one member. */
  ticketsOf: (discordId: string) => Tickets;
  /** Of all who claim one interaction's write, in any process, one gets `true`. */
  claimWrite: (interactionId: string) => Promise<boolean>;
}

/** What an interaction asks for: a task to run, a form to open, or something that is no longer there. */
export type Act = TaskAct | FormAct | { kind: 'gone'; name: string; context: Context };

interface TaskAct {
  kind: 'task';
  task: Task;
  context: Context;
  /** The button that asks for the same again; none for what changes something. */
  retry?: () => Promise<ActionButton | undefined>;
}

export interface FormAct {
  kind: 'modal';
  name: string;
  context: Context;
  open(): Modal;
  /** Why the caller has to link before the form opens, where that is known at once. */
  blocked(): Promise<LinkLostError | undefined>;
}

/** Of Discord's 3 seconds for a form. */
const LOOK_UP_MS = 1000;

type Pressed = Extract<Interaction, { kind: 'component' | 'modal' }>;

function contextFor(services: Services, interaction: Asked, resume?: () => Promise<Resume>): Context {
  const t = services.words.in(interaction.locale);
  const tickets = services.ticketsOf(interaction.callerId);
  return {
    ...services,
    t,
    tickets,
    caller: { discordId: interaction.callerId, ...interaction.member },
    place: interaction.place,
    reference: referenceOf(interaction.id),
    askToLink: (why) => linkReply({ ...services, tickets }, interaction, t, { resume, why }),
  };
}

/** The caller's account. Throws `LinkLostError` where there is none to use. */
async function callersAccount(services: Services, discordId: string): Promise<Account> {
  const found = await services.accounts.find(discordId);
  if (found.state === 'linked') return found.account;
  throw new LinkLostError(found.state);
}

function commandAct(
  services: Services,
  command: Command,
  interaction: Asked,
  readRaw: (context: Context) => Promise<RawOptions>,
): TaskAct {
  const resume = async (): Promise<Resume> => ({ command: command.name, options: await readRaw(context) });
  const context = contextFor(services, interaction, resume);
  const users = 'resolved' in interaction ? interaction.resolved.users : {};
  const task: Task = {
    name: command.name,
    answers: 'reply',
    ephemeral: command.audience === 'private',
    lasting: command.audience === 'public',
    writes: command.writes,
    async run() {
      const options = parseOptions(command.options, await readRaw(context), users);
      if (command.needs === undefined) return command.run({ ...context, options });
      return command.run({
        ...context,
        options,
        account: await callersAccount(services, interaction.callerId),
      });
    },
  };
  const retry = async (): Promise<ActionButton | undefined> => {
    const action = `${command.name}:run` as const;
    const raw = await readRaw(context);
    // A button is seen by Discord and others: it names no member.
    const namesMember = Object.keys(raw).some((name) => command.options[name]?.type === 'user');
    if (namesMember) return undefined;
    const args = runArgs(raw);
    // Kept under a ticket it would need the store, which may be what failed.
    if (directCustomId(action, args) === undefined) return undefined;
    return { kind: 'action', label: context.t('failure.retry'), action, args };
  };
  return { kind: 'task', task, context, ...(!command.writes && { retry }) };
}

const integersOf = (command: Command): ReadonlySet<string> =>
  new Set(
    Object.entries(command.options).flatMap(([name, option]) => (option.type === 'integer' ? [name] : [])),
  );

/** What a component carries; `values` and `fields` where a press is taken up again. */
async function inputOf({ ticket, args }: ParsedCustomId, { tickets, t }: Context): Promise<StoredInput> {
  if (ticket === undefined) return { args, input: undefined };
  const stored = StoredInput.safeParse(await tickets.read(ticket));
  if (stored.success) return stored.data;
  throw new Refusal('ticket-gone', t('failure.ticketGone'));
}

/** Whether the message may change for the one who presses: it was made for them. */
function owns(interaction: Asked): boolean {
  if (!('message' in interaction) || interaction.message === undefined) return true;
  const { message } = interaction;
  return message.ownerId === undefined ? message.ephemeral : message.ownerId === interaction.callerId;
}

const NOTHING_CHOSEN: ActionInput['resolved'] = { roleIds: new Set(), channels: new Map() };

const resolvedIn = (interaction: Pressed): ActionInput['resolved'] =>
  interaction.kind === 'component' ? interaction.resolved : NOTHING_CHOSEN;

function pressAct(
  services: Services,
  found: {
    command: Command;
    action: PressAction;
    parsed: ParsedCustomId;
  },
  interaction: Pressed,
): TaskAct {
  const { command, action, parsed } = found;
  const owner = owns(interaction);
  // A form that no message opened has none to change.
  const update = action.answers === 'update' && owner && interaction.message !== undefined;
  const input = async () => {
    const { args, input: stored } = await inputOf(parsed, context);
    const values = interaction.kind === 'component' ? interaction.values : [];
    const fields = interaction.kind === 'modal' ? interaction.fields : {};
    return { args, values, fields, ...stored };
  };
  const resume = async (): Promise<Resume> => ({
    command: command.name,
    action: parsed.action,
    label: labelOf(interaction),
    ...(await input()),
  });
  const context: Context = contextFor(services, interaction, resume);
  const task: Task = {
    name: `${command.name}:${parsed.action}`,
    answers: update ? 'update' : 'reply',
    // Who presses a message made for somebody else gets a copy of their own.
    ephemeral: true,
    lasting: update && interaction.message?.ephemeral === false,
    // A press that will be refused writes nothing, and is answered in one call.
    writes: action.writes === true && (owner || action.press === 'anyone'),
    async run() {
      if (!owner && action.press === 'caller') {
        throw new Refusal(
          'not-yours',
          context.t('failure.notYours', { command: context.mention(command.name) }),
        );
      }
      const { args, ...rest } = await input();
      const given = {
        ...rest,
        resolved: resolvedIn(interaction),
        args: action.args === undefined ? args : parseArgs(action.args, args),
        message: interaction.message,
      };
      if (action.needs === undefined) return action.run({ ...context, ...given });
      return action.run({
        ...context,
        ...given,
        account: await callersAccount(services, interaction.callerId),
      });
    },
  };
  return { kind: 'task', task, context };
}

/** The built-in action `run`: the command itself, with the arguments as `name=value`; a select fills a bare name. */
function runAct(services: Services, command: Command, interaction: Pressed, parsed: ParsedCustomId): TaskAct {
  const integers = integersOf(command);
  return commandAct(services, command, interaction, async (context) => {
    const chosen = interaction.kind === 'component' ? interaction.values[0] : undefined;
    const { args } = await inputOf(parsed, context);
    return parseRunArgs(
      args.map((arg) => (arg.includes('=') || chosen === undefined ? arg : `${arg}=${chosen}`)),
      integers,
    );
  });
}

function componentAct(services: Services, interaction: Pressed): Act {
  const parsed = parseCustomId(interaction.customId);
  const command = parsed && services.commands.find((known) => known.name === parsed.command);
  const gone = (name: string): Act => ({ kind: 'gone', name, context: contextFor(services, interaction) });
  if (parsed === undefined || command === undefined) return gone('unknown');
  if (parsed.action === 'run') return runAct(services, command, interaction, parsed);
  const action = command.actions[parsed.action];
  const name = `${command.name}:${parsed.action}`;
  if (action === undefined) return gone(name);
  if (action.answers !== 'modal') return pressAct(services, { command, action, parsed }, interaction);
  const values = interaction.kind === 'component' ? interaction.values : [];
  const { args } = parsed;
  const resume = async (): Promise<Resume> => ({
    command: command.name,
    action: parsed.action,
    label: labelOf(interaction),
    args,
    values,
    fields: {},
  });
  // A form is filled without the store, so a choice that was kept there could not be taken up.
  const context = contextFor(services, interaction, values.length === 0 ? resume : undefined);
  const open = () =>
    action.open({
      ...context,
      args,
      values,
      resolved: resolvedIn(interaction),
      fields: {},
      message: interaction.message,
    });
  const blocked = async (): Promise<LinkLostError | undefined> => {
    if (action.needs === undefined) return undefined;
    const found = services.accounts.find(interaction.callerId).catch(() => undefined);
    const known = await within(found, LOOK_UP_MS);
    return known === undefined || known.state === 'linked' ? undefined : new LinkLostError(known.state);
  };
  return { kind: 'modal', name, context, open, blocked };
}

/** What an interaction asks for, with the context in which it is answered. */
export function findAct(services: Services, interaction: Asked): Act {
  if (interaction.kind === 'component' || interaction.kind === 'modal')
    return componentAct(services, interaction);
  const kind = interaction.kind === 'command' ? 'slash' : 'user';
  const command = services.commands.find(
    (known) => known.name === interaction.command && known.kind === kind,
  );
  if (command === undefined) {
    return {
      kind: 'gone',
      name: interaction.command,
      context: contextFor(services, interaction),
    };
  }
  const raw = interaction.kind === 'command' ? interaction.options : { player: interaction.targetId };
  return commandAct(services, command, interaction, () => Promise.resolve(raw));
}
