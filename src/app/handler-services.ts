import type { Results } from '../results/create-results.ts';
import type { Roles } from '../roles/create-roles.ts';
import type { LinkedRoles } from '../roles/linked/linked-roles.ts';

/** What handlers get from rooms that the dispatcher does not know. */
declare module '../bot/command.ts' {
  interface HandlerServices {
    /** Results from their report to their end. */
    results: Results;
    /** The rules by which a server's roles follow the platform. */
    roles: Roles;
    /** Discord's Linked Roles, unless they are off. `url`: where a member begins to show their rank. */
    linkedRoles: (Pick<LinkedRoles, 'state' | 'stop'> & { url: string }) | undefined;
  }
}
