import type { Resume } from '../accounts/link-flow.ts';
import { LinkLostError } from '../accounts/links.ts';
import { accountFor, contextFor, type FormAct, type Pressed, type Services, type TaskAct } from './act.ts';
import { parseArgs, StoredInput, type ParsedCustomId } from './custom-id.ts';
import type { ActionInput, Command, Context, ModalAction, PressAction } from './command.ts';
import { Refusal } from '../words/reply.ts';
import { labelOf } from './resume.ts';
import { within } from './within.ts';

/** Of Discord's 3 seconds for a form. */
const LOOK_UP_MS = 1000;

/** The action that a component names. */
interface Named<A> {
  command: Command;
  action: A;
  parsed: ParsedCustomId;
}

/** What a component carries; `input` where a press is taken up again. */
export async function storedInput(
  { ticket, args }: ParsedCustomId,
  { tickets, t }: Context,
): Promise<StoredInput> {
  if (ticket === undefined) return { args, input: undefined };
  const stored = StoredInput.safeParse(await tickets.read(ticket));
  if (stored.success) return stored.data;
  throw new Refusal('ticket-gone', t('failure.ticketGone'));
}

/** What a press brings beside what its component carries. */
const ownInput = (interaction: Pressed): Omit<ActionInput, 'args'> => ({
  values: interaction.kind === 'component' ? interaction.values : [],
  fields: interaction.kind === 'modal' ? interaction.fields : {},
  resolved:
    interaction.kind === 'component' ? interaction.resolved : { roleIds: new Set(), channels: new Map() },
  message: interaction.message,
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

/** Whether the message may change for the one who presses: it was made for them. */
function owns({ message, callerId }: Pressed): boolean {
  if (message === undefined) return true;
  return message.ownerId === undefined ? message.ephemeral : message.ownerId === callerId;
}

/** Answers a press. */
export function pressAct(services: Services, named: Named<PressAction>, interaction: Pressed): TaskAct {
  const { command, action, parsed } = named;
  const owner = owns(interaction);
  // A form that no message opened has none to change.
  const update = action.answers === 'update' && owner && interaction.message !== undefined;
  const input = async () => {
    const { args, input: stored } = await storedInput(parsed, context);
    return { ...ownInput(interaction), args, ...stored };
  };
  const resume = async () => resumeOf(named, interaction, await input());
  const context: Context = contextFor(services, interaction, resume);
  return {
    kind: 'task',
    context,
    task: {
      name: `${command.name}:${parsed.action}`,
      answers: update ? 'update' : 'reply',
      // Who presses a message made for somebody else gets a copy of their own.
      ephemeral: true,
      lasting: update && interaction.message?.ephemeral === false,
      // A press that will be refused writes nothing, and is answered in one call.
      writes: action.writes === true && (owner || action.press === 'anyone'),
      async run() {
        const { t, mention } = context;
        if (!owner && action.press === 'caller')
          throw new Refusal('not-yours', t('failure.notYours', { command: mention(command.name) }));
        const { args: carried, ...rest } = await input();
        const args = action.args === undefined ? carried : parseArgs(action.args, carried);
        const account = await accountFor(services, action.needs, interaction.callerId);
        return action.run({ ...context, ...rest, args, ...account });
      },
    },
  };
}

/** Opens a form. */
export function formAct(services: Services, named: Named<ModalAction>, interaction: Pressed): FormAct {
  const { command, action, parsed } = named;
  const input = { ...ownInput(interaction), args: parsed.args };
  const resume = async () => resumeOf(named, interaction, input);
  // A form is filled without the store, so a choice that was kept there could not be taken up.
  const context = contextFor(services, interaction, input.values.length === 0 ? resume : undefined);
  return {
    kind: 'modal',
    name: `${command.name}:${parsed.action}`,
    context,
    open: () => action.open({ ...context, ...input }),
    async blocked() {
      if (action.needs === undefined) return undefined;
      const found = services.accounts.find(interaction.callerId).catch(() => undefined);
      const known = await within(found, LOOK_UP_MS);
      return known === undefined || known.state === 'linked' ? undefined : new LinkLostError(known.state);
    },
  };
}
