import type { DeviceLinking, Linking, Resume } from '../accounts/accounts.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import type { Context, Tickets } from './command.ts';
import type { Asked } from './interaction.ts';
import type { ActionButton, Reply } from './reply.ts';
import { keepResume } from './resume.ts';

/** How a caller who has to link first comes back to what they asked for. */
export interface Asking {
  /** The call to take up again. */
  resume?: () => Promise<Resume>;
  /** Whether the answer is a message of its own, which can turn into the welcome. */
  ownMessage: boolean;
}

interface Linkable {
  linking: Linking;
  deviceLinking: DeviceLinking;
  tickets: Tickets;
  platformName: string;
}

const WHY_LINK = { none: 'link.needed', expired: 'link.expired' } as const;

/** Opens the form for a code. `resumeTicket`: what is taken up again afterwards. */
export const enterCodeButton = (t: Translate, resumeTicket: string | undefined): ActionButton => ({
  kind: 'action',
  label: t('link.enterCode'),
  action: 'link:code',
  ...(resumeTicket !== undefined && { args: [resumeTicket] }),
});

/**
 * A private answer with both ways to link: the button that starts in a browser here, and the code that any other device
 * shows. The message it stands in will turn into the welcome.
 */
export async function linkReply(
  services: Linkable,
  interaction: Asked,
  t: Translate,
  ask: Asking & { why: Parameters<Context['askToLink']>[0] },
): Promise<Reply> {
  const { guildId, channelId } = interaction.place;
  const resume = await ask.resume?.();
  const { url, expiresAt } = await services.linking.begin({
    discordId: interaction.callerId,
    locale: interaction.locale,
    ...(channelId !== undefined && {
      place: { channelId, ...(guildId !== undefined && { guildId }) },
    }),
    // The answer to a press that updates its message has no message of its own to turn into the welcome.
    ...(ask.ownMessage && { interactionToken: interaction.token }),
    ...(resume && { resume }),
  });
  const until = `<t:${Math.floor(expiresAt / 1000)}:R>`;
  const platform = plain(services.platformName);
  const text = typeof ask.why === 'function' ? ask.why(until) : t(WHY_LINK[ask.why], { platform, until });
  const enterCode = enterCodeButton(t, resume && (await keepResume(services.tickets, resume)));
  const page = `<${services.deviceLinking.pageUrl}>`;
  const otherDevice = t('link.otherDevice', { page, enter: enterCode.label });
  return {
    content: `${text}\n${otherDevice}`,
    rows: [[{ kind: 'link', label: t('link.connect', { platform }), url }, enterCode]],
  };
}
