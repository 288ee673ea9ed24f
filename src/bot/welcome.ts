import { resumeName, type Resume } from '../accounts/accounts.ts';
import { plain } from '../words/plain.ts';
import type { Context } from './command.ts';
import { runArgs } from './custom-id.ts';
import { parseOptions } from './options.ts';
import type { ActionButton, Reply } from './reply.ts';

type Welcoming = Pick<Context, 'commands' | 'platform' | 'mention' | 't'>;

/** The button that takes up what the member did before they were asked to link. */
async function resumeButton(
  resume: Resume | undefined,
  { commands, platform, t }: Welcoming,
): Promise<ActionButton | undefined> {
  const command = resume && commands.find((known) => known.name === resume.command);
  if (resume === undefined || command === undefined || command.name === 'link') return undefined;
  const plainLabel = t('link.resume', { what: resumeName(resume) });
  if ('action' in resume) {
    const { action, args, values, fields } = resume;
    const pressed = command.actions[action];
    if (pressed === undefined) return undefined;
    const hasInput = values.length > 0 || Object.keys(fields).length > 0;
    return {
      kind: 'action',
      style: 'primary',
      label: plainLabel,
      action: `${command.name}:${action}`,
      args,
      ...(hasInput && { input: { values, fields } }),
    };
  }
  const label = await command
    .resumeLabel?.({ options: parseOptions(command.options, resume.options), platform, t })
    .catch(() => plainLabel);
  return {
    kind: 'action',
    style: 'primary',
    label: label ?? plainLabel,
    action: `${command.name}:run`,
    args: runArgs(resume.options),
  };
}

/** What the private message with the link turns into once the link is made. */
export async function welcomeReply(
  made: { playerName: string; resume: Resume | undefined },
  context: Welcoming,
): Promise<Reply> {
  const { mention, t } = context;
  const button = await resumeButton(made.resume, context);
  const text = t('link.welcome', {
    name: plain(made.playerName),
    rank: mention('rank'),
    tournaments: mention('tournaments'),
    help: mention('help'),
  });
  return { content: text, ...(button && { rows: [[button]] }) };
}
