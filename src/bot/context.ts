import type { InteractionAct } from './acts.ts';
import type { AnswerAudience } from './audience.ts';
import type { Context, Services } from './command.ts';
import { resumeOf } from './input.ts';
import { referenceOf } from './interaction.ts';
import { linkReply } from './linking-replies.ts';
import { createSelf } from './self.ts';

/** What every handler of this act gets. */
export function contextFor(services: Services, act: InteractionAct, audience: AnswerAudience): Context {
  const { interaction } = act;
  const { callerId: discordId, place } = interaction;
  const { accounts, naming } = services;
  const callerT = services.words.in(interaction.locale);
  const tickets = services.ticketsOf(discordId);
  return {
    ...services,
    platform: services.platform.forAnswer(),
    t: audience.t,
    callerT,
    tickets,
    caller: { discordId, ...interaction.member },
    self: createSelf({ accounts, naming, discordId, place, audience }),
    place,
    reference: referenceOf(interaction),
    askToLink: async (why) =>
      linkReply({ ...services, tickets }, interaction, callerT, {
        why,
        resume: await resumeOf(act, { callerT, tickets }),
      }),
  };
}
