import { contextFor, type Act, type Pressed, type Services } from './act.ts';
import { sayingTask } from './answer.ts';
import { callAct, runAct } from './call-act.ts';
import { parseCustomId } from './custom-id.ts';
import type { UserInteraction } from './interaction.ts';
import { formAct, pressAct } from './press-act.ts';

/** Something that an older version, or another one of this application, has left in Discord. */
function goneAct(services: Services, interaction: UserInteraction): Act {
  const context = contextFor(services, interaction);
  const { t, mention } = context;
  return { kind: 'task', context, task: sayingTask('gone', t('failure.gone', { help: mention('help') })) };
}

function componentAct(services: Services, interaction: Pressed): Act {
  const parsed = parseCustomId(interaction.customId);
  const command = services.commands.find((known) => known.name === parsed?.command);
  if (parsed === undefined || command === undefined) return goneAct(services, interaction);
  if (parsed.action === 'run') return runAct(services, command, interaction, parsed);
  const action = command.actions[parsed.action];
  if (action === undefined) return goneAct(services, interaction);
  return action.answers === 'modal'
    ? formAct(services, { command, action, parsed }, interaction)
    : pressAct(services, { command, action, parsed }, interaction);
}

/** What an interaction asks for, with the context in which it is answered. */
export function findAct(services: Services, interaction: UserInteraction): Act {
  if (interaction.kind === 'component' || interaction.kind === 'modal')
    return componentAct(services, interaction);
  const kind = interaction.kind === 'command' ? 'slash' : 'user';
  const command = services.commands.find(
    (known) => known.name === interaction.command && known.kind === kind,
  );
  if (command === undefined) return goneAct(services, interaction);
  const raw = interaction.kind === 'command' ? interaction.options : { player: interaction.targetId };
  return callAct(services, command, interaction, () => Promise.resolve(raw));
}
