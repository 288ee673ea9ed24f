import type { Account } from '../accounts/accounts.ts';
import type { Resume } from '../accounts/link-flow.ts';
import { LinkLostError } from '../accounts/links.ts';
import type { Command, Context, Services } from './command.ts';
import { referenceOf, type UserInteraction } from './interaction.ts';
import { linkReply } from './linking-replies.ts';

/** What every handler of this interaction gets. `resume`: how to take it up again once the caller has linked. */
export function contextFor(
  services: Services,
  interaction: UserInteraction,
  resume?: () => Promise<Resume>,
): Context {
  const t = services.words.in(interaction.locale);
  const tickets = services.ticketsOf(interaction.callerId);
  return {
    ...services,
    t,
    tickets,
    caller: { discordId: interaction.callerId, ...interaction.member },
    place: interaction.place,
    reference: referenceOf(interaction),
    askToLink: (why) => linkReply({ ...services, tickets }, interaction, t, { resume, why }),
  };
}

/** The account, if the command needs one. Throws `LinkLostError` if the caller has no usable account. */
export async function accountFor(
  { accounts, caller }: Context,
  needs: Command['needs'],
): Promise<{ account?: Account }> {
  if (needs === undefined) return {};
  const found = await accounts.find(caller.discordId);
  if (found.state === 'linked') return { account: found.account };
  throw new LinkLostError(found.state);
}
