import { definers, type BotContext, type BotLinkedContext } from '../../src/bot/command.ts';
import type { Results } from '../../src/results/create-results.ts';
import type { Roles } from '../../src/roles/create-roles.ts';
import type { LinkedRoles } from '../../src/roles/linked/linked-roles.ts';

/** The services of rooms that the dispatcher does not know. */
export interface CommandServices {
  /** Results from report to final. */
  results: Results;
  /** The rules by which a server's roles follow the platform. */
  roles: Roles;
  /** Discord's Linked Roles, unless they are off. `url`: where a member begins to show their rank. */
  linkedRoles: (Pick<LinkedRoles, 'state' | 'stop'> & { url: string }) | undefined;
}

/** What every handler gets. */
export type Context = BotContext & CommandServices;
/** What a handler that needs an account gets. */
export type LinkedContext = BotLinkedContext & CommandServices;

export const { action, defineCommand, form } = definers<CommandServices>();
