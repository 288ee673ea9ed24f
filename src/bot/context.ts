import type { InteractionAct } from './acts.ts';
import type { AnswerAudience } from './audience.ts';
import type { BotContext, Services } from './command.ts';
import { resumeOf } from './input.ts';
import { referenceOf } from './interaction.ts';
import { linkReply } from './linking-replies.ts';
import { createSelf } from './self.ts';

/**
 * What every handler of this act gets: field by field, since V8 builds a spread with more fields as a dictionary, which takes longer.
 * `rooms`: the few services of rooms that the dispatcher does not know.
 */
export function contextFor(
  services: Services & { rooms: object },
  act: InteractionAct,
  audience: AnswerAudience,
): BotContext {
  const { interaction } = act;
  const { callerId: discordId, place } = interaction;
  const { accounts, naming } = services;
  const callerT = services.words.in(interaction.locale);
  const tickets = services.ticketsOf(discordId);
  return {
    about: services.about,
    alerts: services.alerts,
    channels: services.channels,
    commands: services.commands,
    deviceLinking: services.deviceLinking,
    guilds: services.guilds,
    mention: services.mention,
    naming: services.naming,
    now: services.now,
    personalData: services.personalData,
    pictures: services.pictures,
    regions: services.regions,
    registrations: services.registrations,
    reminders: services.reminders,
    serverRanking: services.serverRanking,
    shareTournament: services.shareTournament,
    supportUrl: services.supportUrl,
    withScreenshots: services.withScreenshots,
    words: services.words,
    accounts: {
      memberOf: (playerId) => accounts.memberOf(playerId),
      nameOf: (playerId) => accounts.nameOf(playerId),
      unlink: (discordId) => accounts.unlink(discordId),
    },
    platform: services.platform.forAnswer(),
    t: audience.t,
    callerT,
    tickets,
    caller: { discordId, name: interaction.callerName, ...interaction.member },
    self: createSelf({ accounts, naming, discordId, place, audience }),
    place,
    isTyped: interaction.kind === 'command',
    reference: referenceOf(interaction),
    askToLink: async (why) =>
      linkReply({ ...services, tickets }, interaction, callerT, {
        why,
        resume: await resumeOf(act, { callerT, tickets }),
      }),
    ...services.rooms,
  };
}
