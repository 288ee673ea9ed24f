import type { DeviceLinking } from '../accounts/device-linking.ts';
import type { Resume } from '../accounts/link-flow.ts';
import type { Linking } from '../accounts/linking.ts';
import { present } from '../present.ts';
import { button, type ActionButton, type Reply } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import type { Context } from './command.ts';
import type { Tickets } from './custom-id.ts';
import type { UserInteraction } from './interaction.ts';
import { storeResume } from './resume.ts';

interface Linkable {
  linking: Pick<Linking, 'begin'>;
  deviceLinking: DeviceLinking;
  tickets: Tickets;
}

const WHY_LINK = { none: 'link.needed', expired: 'link.expired' } as const;

/** Opens the form for a code. `resumeTicket`: what is taken up again afterwards. */
export const enterCodeButton = (t: Translate, resumeTicket: string | undefined): ActionButton =>
  button(t('link.enterCode'), 'link:code', resumeTicket === undefined ? {} : { args: [resumeTicket] });

/**
 * A private answer with both ways to link: the button that starts in a browser here, and the code that any other device
 * shows. The message it stands in will turn into the welcome, which offers to take `resume` up again.
 */
export async function linkReply(
  services: Linkable,
  interaction: UserInteraction,
  t: Translate,
  ask: {
    resume: (() => Promise<Resume>) | undefined;
    why: Parameters<Context['askToLink']>[0];
  },
): Promise<Reply> {
  const { guildId, channelId } = interaction.place;
  const asked = await ask.resume?.();
  // /link itself is done once the link is made.
  const resume = asked?.command === 'link' ? undefined : asked;
  const { url, expiresAt, placed } = await services.linking.begin({
    discordId: interaction.callerId,
    locale: interaction.locale,
    interactionToken: interaction.token,
    ...present({ place: channelId === undefined ? undefined : present({ channelId, guildId }), resume }),
  });
  const until = `<t:${Math.floor(expiresAt / 1000)}:R>`;
  const why = typeof ask.why === 'string' ? t(WHY_LINK[ask.why]) : ask.why.text;
  const enterCode = enterCodeButton(t, resume && (await storeResume(services.tickets, resume)));
  const { pageUrl } = services.deviceLinking;
  const ways = [
    t('link.yours', { until }),
    t('link.otherDevice', { page: `<${pageUrl}>`, enter: enterCode.label }),
  ];
  return {
    content: [why, ...ways].join('\n'),
    rows: [
      [
        { kind: 'link', label: t('link.connect'), url },
        { kind: 'link', label: t('link.code.get'), url: pageUrl },
        enterCode,
      ],
    ],
    placed,
  };
}
