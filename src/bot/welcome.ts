import type { LinkMade } from '../accounts/accounts.ts';
import { plain } from '../words/plain.ts';
import type { Services } from './act.ts';
import { runArgs } from './custom-id.ts';
import { parseOptions } from './options.ts';
import type { ActionButton, Reply } from './reply.ts';

type Welcoming = Pick<Services, 'commands' | 'platform' | 'platformName' | 'words' | 'mention'>;

/** The button that takes up what the member typed before they were asked to link. */
async function resumeButton({ request }: LinkMade, services: Welcoming): Promise<ActionButton | undefined> {
  const { resume } = request;
  const command = resume && services.commands.find((known) => known.name === resume.command);
  if (resume === undefined || command === undefined || command.name === 'link') return undefined;
  const t = services.words.in(request.locale);
  const plainLabel = t('link.resume', { command: `/${command.name}` });
  const label = await command
    .resumeLabel?.({ options: parseOptions(command.options, resume.options), platform: services.platform, t })
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
export async function welcomeReply(made: LinkMade, services: Welcoming): Promise<Reply> {
  const t = services.words.in(made.request.locale);
  const button = await resumeButton(made, services);
  const text = t('link.welcome', {
    name: plain(made.account.playerName ?? made.account.playerId),
    platform: plain(services.platformName),
    rank: services.mention('rank'),
    tournaments: services.mention('tournaments'),
    help: services.mention('help'),
  });
  return { content: text, ...(button && { rows: [[button]] }) };
}
