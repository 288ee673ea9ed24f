import { resumeName, type LinkMade, type Resume } from '../accounts/link-flow.ts';
import { plain } from '../words/plain.ts';
import { button, runButton, type ActionButton, type Reply } from '../words/reply.ts';
import type { Services } from './command.ts';
import type { Context } from './command.ts';
import { parseOptions } from './options.ts';
import { renderReply } from './render.ts';
import type { ResponseRoutes } from './respond.ts';

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
      ...button(plainLabel, `${command.name}:${action}`, { args, style: 'primary' }),
      ...(hasInput && { input: { values, fields } }),
    };
  }
  const label = await command
    .resumeLabel?.({ options: parseOptions(command.options, resume.options), platform, t })
    .catch(() => plainLabel);
  return runButton(label ?? plainLabel, command.name, resume.options, 'primary');
}

/** What the private message with the link turns into once the link is made. */
export async function welcomeReply(
  made: { playerName: string; resume: Resume | undefined },
  context: Welcoming,
): Promise<Reply> {
  const { mention, t } = context;
  const resume = await resumeButton(made.resume, context);
  const text = t('link.welcome', {
    name: plain(made.playerName),
    rank: mention('rank'),
    tournaments: mention('tournaments'),
    help: mention('help'),
  });
  return { content: text, ...(resume && { rows: [[resume]] }) };
}

interface Sending extends Omit<Welcoming, 't'>, Pick<Services, 'words' | 'ticketsOf'> {
  routes: Pick<ResponseRoutes, 'editOriginal' | 'editFollowUp'>;
}

/** Turns the message with the link, as long as its interaction's token works, into the welcome. Throws what REST throws. */
export async function sendWelcome({ request, account }: LinkMade, services: Sending): Promise<void> {
  const { discordId, interactionToken, prompt, locale, resume } = request;
  if (interactionToken === undefined || prompt === undefined) return;
  const { words, ticketsOf, routes } = services;
  const { playerName = account.playerId } = account;
  const welcome = await welcomeReply({ playerName, resume }, { ...services, t: words.in(locale) });
  const message = await renderReply(welcome, { tickets: ticketsOf(discordId) });
  if (prompt === '@original') await routes.editOriginal(interactionToken, message);
  else await routes.editFollowUp(interactionToken, prompt, message);
}
