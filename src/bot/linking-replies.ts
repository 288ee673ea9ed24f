import { own } from '../json.ts';
import { resumeName, Resume, type NewLink } from '../linking/link-flow.ts';
import { present } from '../present.ts';
import { clockTime } from '../words/clock.ts';
import { escapeMarkup } from '../words/plain.ts';
import { button, runButton, type ActionButton, type Reply } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { isGuarded, type BotContext, type Services } from './command.ts';
import type { Tickets } from '../message/custom-id.ts';
import type { AnswerableInteraction } from './interaction.ts';
import { parseOptions } from './options.ts';
import { renderReply } from '../message/render.ts';
import type { ResponseRoutes } from './respond.ts';

/** What a ticket resumes; `undefined` without a ticket, or if it has expired. */
export async function readResume(
  tickets: Pick<Tickets, 'read'>,
  ticket: string | undefined,
): Promise<Resume | undefined> {
  if (ticket === undefined) return undefined;
  return Resume.safeParse(await tickets.read(ticket)).data;
}

const WHY_LINK = { none: 'link.needed', expired: 'link.expired' } as const;

/** Opens the form for a code. `resumeTicket`: what the member can resume afterwards. */
export const enterCodeButton = (t: Translate, resumeTicket: string | undefined): ActionButton =>
  button(t('link.enterCode'), 'link:code', resumeTicket === undefined ? {} : { args: [resumeTicket] });

/**
 * A private answer with both ways to link: a button that opens the browser on this device, and a code from any other device.
 * Once the member is linked, its message becomes the welcome, which offers to resume.
 */
export async function linkReply(
  {
    linking,
    deviceLinking,
    tickets,
  }: Pick<Services, 'linking' | 'deviceLinking'> & Pick<BotContext, 'tickets'>,
  interaction: AnswerableInteraction,
  t: Translate,
  ask: {
    /** The act that the caller can resume afterwards. */
    resume: Resume | undefined;
    why: Parameters<BotContext['askToLink']>[0];
  },
): Promise<Reply> {
  const { guildId, channelId, serverId } = interaction.place;
  // /link itself is done once the link is made.
  const resume = ask.resume?.command === 'link' ? undefined : ask.resume;
  const { url, expiresAt, placed } = await linking.begin({
    discordId: interaction.callerId,
    locale: interaction.locale,
    interactionToken: interaction.token,
    ...present({
      place: channelId === undefined ? undefined : present({ channelId, guildId }),
      serverId,
      resume,
    }),
  });
  const until = clockTime(expiresAt, 'down');
  const why = typeof ask.why === 'string' ? t(WHY_LINK[ask.why]) : ask.why.text;
  const connect = t('link.connect');
  const enterCode = enterCodeButton(t, resume && (await tickets.keep(resume)));
  const { pageUrl } = deviceLinking;
  const ways = [
    t('link.yours', { connect, until }),
    t('link.otherDevice', { page: `<${pageUrl}>`, enter: enterCode.label }),
  ];
  return {
    content: [why, ...ways].join('\n'),
    // Link buttons have only one style: a separate row makes it the main one.
    rows: [[{ kind: 'link', label: connect, url }], [enterCode]],
    afterSent: async ({ id }) => (id === undefined ? undefined : placed(id)),
  };
}

interface WelcomeContext extends Pick<BotContext, 'commands' | 'mention' | 't'> {
  platform: Pick<BotContext['platform'], 'tournament'>;
}

/** The button that resumes what the member did before they were asked to link. */
async function resumeButton(
  resume: Resume | undefined,
  { commands, platform, t }: WelcomeContext,
): Promise<ActionButton | undefined> {
  const command = resume && commands.find(({ name }) => name === resume.command);
  if (resume === undefined || command === undefined || command.name === 'link' || isGuarded(command))
    return undefined;
  const plainLabel = t('link.resume', { what: resumeName(resume) });
  if ('action' in resume) {
    const { action, args, values, fields } = resume;
    if (own(command.actions, action) === undefined) return undefined;
    const hasInput = values.length > 0 || Object.keys(fields).length > 0;
    return {
      ...button(plainLabel, `${command.name}:${action}`, { args, style: 'primary' }),
      ...present({ input: hasInput ? { values, fields } : undefined }),
    };
  }
  const label = await command
    .resumeLabel?.({ options: parseOptions(command.options, resume.options), platform, t })
    .catch(() => plainLabel);
  return runButton(label ?? plainLabel, command.name, resume.options, 'primary');
}

/** Replaces the private message with the link once the member is linked. */
export async function welcomeReply(
  link: { playerName: string; resume: Resume | undefined },
  context: WelcomeContext,
): Promise<Reply> {
  const { mention, t } = context;
  const resume = await resumeButton(link.resume, context);
  const text = t('link.welcome', {
    name: escapeMarkup(link.playerName),
    rank: mention('rank'),
    tournaments: mention('tournaments'),
    help: mention('help'),
  });
  return present({ content: text, rows: resume && [[resume]] });
}

interface WelcomeServices extends Omit<WelcomeContext, 't'>, Pick<Services, 'words' | 'ticketsOf'> {
  routes: Pick<ResponseRoutes, 'editOriginal' | 'editFollowUp'>;
}

/** Turns the message with the link into the welcome, while its interaction's token is valid. Throws what REST throws. */
export async function sendWelcome({ request, account }: NewLink, services: WelcomeServices): Promise<void> {
  const { discordId, interactionToken, prompt, locale, resume } = request;
  if (interactionToken === undefined || prompt === undefined) return;
  const { words, ticketsOf, routes } = services;
  const { playerName = account.playerId } = account;
  const welcome = await welcomeReply({ playerName, resume }, { ...services, t: words.in(locale) });
  const message = await renderReply(welcome, { tickets: ticketsOf(discordId) });
  if (prompt === '@original') await routes.editOriginal(interactionToken, message);
  else await routes.editFollowUp(interactionToken, prompt, message);
}
