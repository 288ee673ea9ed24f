import type { Topic } from '../members/personal-data.ts';

/** By namespace: what its records mean to the members they are about. Lists every namespace with Discord ids. */
const TOPICS = new Map<string, Topic>(
  Object.entries({
    absent: 'absent',
    alerts: 'alerts',
    connections: 'linkedRoles',
    connectionsdue: 'linkedRolesDue',
    exports: 'exports',
    flows: 'linking',
    given: 'roles',
    leases: 'renewal',
    links: 'link',
    members: 'member',
    owners: 'account',
    pressers: 'list',
    presses: 'buttons',
    rankups: 'rank',
    registrations: 'registrations',
    reminders: 'reminders',
    reports: 'results',
    rolelines: 'roleChanges',
    rolemarks: 'roleCheck',
    rosters: 'seen',
    tickets: 'linking',
    tries: 'codes',
  }),
);

/** Another version's namespaces may be missing here. */
export const topicOf = (namespace: string): Topic => TOPICS.get(namespace) ?? 'unknown';
