import type { Account } from '../accounts/accounts.ts';
import type { Resume } from '../accounts/link-flow.ts';
import { LinkLostError } from '../accounts/links.ts';
import type { AnswerAudience } from './audience.ts';
import type { Command, Context, Services } from './command.ts';
import { referenceOf, type UserInteraction } from './interaction.ts';
import { linkReply } from './linking-replies.ts';
import { createSelf } from './self.ts';

/** What every handler of this interaction gets. `resume`: how to take it up again once the caller has linked. */
export function contextFor(
  services: Services,
  interaction: UserInteraction,
  audience: AnswerAudience,
  resume?: () => Promise<Resume>,
): Context {
  const { callerId: discordId, place } = interaction;
  const { accounts, naming } = services;
  const t = services.words.in(interaction.locale);
  const tickets = services.ticketsOf(discordId);
  return {
    ...services,
    platform: services.platform.forAnswer(),
    t,
    tickets,
    caller: { discordId, ...interaction.member },
    self: createSelf({ accounts, naming, discordId, place, audience }),
    place,
    reference: referenceOf(interaction),
    askToLink: (why) => linkReply({ ...services, tickets }, interaction, t, { resume, why }),
  };
}

/** The account, if the command needs one. Throws `LinkLostError` if the caller has no usable account. */
export async function accountFor({ self }: Context, needs: Command['needs']): Promise<{ account?: Account }> {
  if (needs === undefined) return {};
  const found = await self.find();
  if (found.state === 'linked') return { account: found.account };
  throw new LinkLostError(found.state);
}
