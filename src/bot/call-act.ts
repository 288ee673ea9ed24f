import type { Resume } from '../accounts/link-flow.ts';
import { runButton, type ActionButton } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { accountFor, contextFor, type Pressed, type Services, type TaskAct } from './act.ts';
import type { Command, Context } from './command.ts';
import { directCustomId, parseRunArgs, type ParsedCustomId } from './custom-id.ts';
import type { UserInteraction } from './interaction.ts';
import { parseOptions, type RawOptions } from './options.ts';
import { storedInput } from './press-act.ts';

/** The button that makes the same call again; none for a call that it could not carry. */
function retryButton(command: Command, raw: RawOptions, t: Translate): ActionButton | undefined {
  const retry = runButton(t('failure.retry'), command.name, raw);
  // A button is seen by Discord and others: it names no member.
  const namesMember = Object.keys(raw).some((name) => command.options[name]?.type === 'user');
  // Kept under a ticket it would need the store, which may be what failed.
  if (namesMember || directCustomId(retry.action, retry.args ?? []) === undefined) return undefined;
  return retry;
}

/** A message that answers nobody: everybody presses its buttons, and the channel would fill with what each one asked for. */
const isBotsPost = (interaction: UserInteraction): boolean =>
  'message' in interaction &&
  interaction.message?.ephemeral === false &&
  interaction.message.ownerId === undefined;

/** A command with its options, wherever they come from. */
export function callAct(
  services: Services,
  command: Command,
  interaction: UserInteraction,
  readRaw: (context: Context) => Promise<RawOptions>,
): TaskAct {
  const { name, needs, writes } = command;
  const audience = isBotsPost(interaction) ? 'private' : command.audience;
  const resume = async (): Promise<Resume> => ({ command: name, options: await readRaw(context) });
  const context = contextFor(services, interaction, resume);
  const known = 'resolved' in interaction ? interaction.resolved : undefined;
  return {
    kind: 'task',
    context,
    task: {
      name,
      answers: 'reply',
      ephemeral: audience === 'private',
      lasting: audience === 'public',
      writes,
      async run() {
        const options = parseOptions(command.options, await readRaw(context), known);
        const account = await accountFor(services, needs, interaction.callerId);
        return command.run({ ...context, options, ...account });
      },
    },
    ...(!writes && { retry: async () => retryButton(command, await readRaw(context), context.t) }),
  };
}

/** The built-in action `run`: the command itself, with the arguments as `name=value`; a select fills a bare name. */
export function runAct(
  services: Services,
  command: Command,
  interaction: Pressed,
  parsed: ParsedCustomId,
): TaskAct {
  const options = Object.entries(command.options);
  const integers = new Set(options.flatMap(([name, { type }]) => (type === 'integer' ? [name] : [])));
  return callAct(services, command, interaction, async (context) => {
    const chosen = interaction.kind === 'component' ? interaction.values[0] : undefined;
    const { args } = await storedInput(parsed, context);
    return parseRunArgs(
      args.map((arg) => (arg.includes('=') || chosen === undefined ? arg : `${arg}=${chosen}`)),
      integers,
    );
  });
}
