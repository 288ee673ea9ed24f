import type { Account } from '../accounts/accounts.ts';
import type { Resume } from '../accounts/link-flow.ts';
import type { Linking } from '../accounts/linking.ts';
import { LinkLostError } from '../accounts/links.ts';
import type { Words } from '../words/words.ts';
import type { Task } from './answer.ts';
import type { Command, Context, HandlerServices } from './command.ts';
import type { Tickets } from './custom-id.ts';
import type { UserInteraction, Interaction } from './interaction.ts';
import { linkReply } from './link-reply.ts';
import type { ActionButton, Modal } from '../words/reply.ts';

/** Short, and found again in the log: the end of the interaction's own id. */
export const referenceOf = (interactionId: string): string =>
  BigInt(interactionId).toString(36).slice(-7).toUpperCase();

/** What the dispatcher needs beside what it hands to the handlers. */
export interface Services extends HandlerServices {
  linking: Pick<Linking, 'begin'>;
  words: Words;
  /** Of one member. */
  ticketsOf: (discordId: string) => Tickets;
  /** Of all who claim one interaction's write, in any process, one gets `true`. */
  claimWrite: (interactionId: string) => Promise<boolean>;
}

/** A press, a choice or a filled form. */
export type Pressed = Extract<Interaction, { kind: 'component' | 'modal' }>;

/** What an interaction asks for: a task to run, or a form to open. */
export type Act = TaskAct | FormAct;

export interface TaskAct {
  kind: 'task';
  task: Task;
  context: Context;
  /** The button that asks for the same again; none for what changes something. */
  retry?: () => Promise<ActionButton | undefined>;
}

export interface FormAct {
  kind: 'modal';
  name: string;
  context: Context;
  open(): Modal;
  /** Why the caller has to link before the form opens, where that is known at once. */
  blocked(): Promise<LinkLostError | undefined>;
}

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
    reference: referenceOf(interaction.id),
    askToLink: (why) => linkReply({ ...services, tickets }, interaction, t, { resume, why }),
  };
}

/** What `needs` says, to spread into a handler's argument. Throws `LinkLostError` where the caller has no usable account. */
export async function accountFor(
  services: Pick<Services, 'accounts'>,
  needs: Command['needs'],
  discordId: string,
): Promise<{ account?: Account }> {
  if (needs === undefined) return {};
  const found = await services.accounts.find(discordId);
  if (found.state === 'linked') return { account: found.account };
  throw new LinkLostError(found.state);
}
