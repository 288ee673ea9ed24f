import type { Topic } from '../members/personal-data.ts';

/** By namespace: what its records are to the members whom they are about. Each that holds Discord ids is here. */
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

/** Records of another version have namespaces that are not listed. */
export const topicOf = (namespace: string): Topic => TOPICS.get(namespace) ?? 'unknown';
