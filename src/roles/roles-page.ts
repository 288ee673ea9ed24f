import { lookAtNames } from './name-looks.ts';
import { holdersOf } from './population.ts';
import type { RolesPort } from './ports.ts';
import { needsOf, NICKNAME, type RoleRule, type ServerRoles } from './rules.ts';
import type { createSeenRanks } from './seen-ranks.ts';
import { changesIn, holdsIn, judgeOf, type ServerView } from './server.ts';
import { withRule } from './server-roles.ts';

/** What /settings shows of a server's rules. */
export interface RolesPage {
  roles: ServerRoles;
  /** How many members hold each role. */
  holds: ReadonlyMap<string, number>;
  /** Changes that have yet to be made. */
  left: number;
  /** Members whose rank was never read although a rule needs it. */
  unread: number;
  /** Rank labels that the platform has shown, the most frequent first. */
  labels: readonly string[];
}

/** How many members a change gives a role to, and takes it from. `names`: the members whom a rule for nicknames can't rename. */
interface RoleChanges {
  gives: number;
  takes: number;
  names?: { looked: number; cannot: number };
}
export type RolesPreview = ReadonlyMap<string, RoleChanges>;

interface RolesPageDeps {
  discord: RolesPort;
  seen: Pick<ReturnType<typeof createSeenRanks>, 'in' | 'labelsOf'>;
  viewOf: (guildId: string) => Promise<ServerView>;
  now: () => number;
}

/** What /settings shows of a server's rules, and of a rule before it is added. */
export function createRolesPage({ discord, seen, viewOf, now }: RolesPageDeps) {
  return {
    /** What the page shows. Throws `StoreError`. */
    async page(guildId: string): Promise<RolesPage> {
      const view = await viewOf(guildId);
      const holders = holdersOf(view.residents);
      const needs = needsOf(Object.values(view.roles.rules));
      const isUnread = ({ elo, isRead, rank }: (typeof holders)[number]): boolean =>
        (needs.rating && elo === undefined && !isRead) || (needs.label && rank === undefined);
      const changes = [...changesIn(view, now()).values()];
      return {
        roles: view.roles,
        holds: holdsIn(view),
        left: changes.reduce((sum, { gives, takes }) => sum + gives + takes, 0),
        unread: holders.filter(isUnread).length,
        labels: seen.labelsOf(view.residents),
      };
    },
    /** What a rule would change beyond the pending changes, using all ranks that were read lately. Throws `StoreError`. */
    async preview(guildId: string, rule: RoleRule): Promise<RolesPreview> {
      const stored = await viewOf(guildId);
      const view = { ...stored, residents: seen.in(stored.residents) };
      const before = changesIn(view, now());
      const planned = { ...view, roles: withRule(view.roles, rule) };
      const after = changesIn(planned, now());
      const preview = new Map<string, RoleChanges>();
      const none = { gives: 0, takes: 0 };
      for (const roleId of new Set([rule.roleId, ...after.keys()])) {
        const { gives, takes } = after.get(roleId) ?? none;
        const old = before.get(roleId) ?? none;
        const change = { gives: Math.max(0, gives - old.gives), takes: Math.max(0, takes - old.takes) };
        if (change.gives + change.takes > 0 || roleId === rule.roleId) preview.set(roleId, change);
      }
      const renames = preview.get(NICKNAME);
      if (rule.roleId !== NICKNAME || renames === undefined) return preview;
      const judge = judgeOf(planned, now());
      const wanted = [...view.residents.values()].flatMap((resident) => {
        const { steps, wanted: roles } = judge(resident);
        const nick = roles.get(NICKNAME)?.nickname;
        const isRenamed = steps.some(({ act, roleId }) => roleId === NICKNAME && act === 'give');
        return isRenamed && nick !== undefined ? [{ discordId: resident.discordId, nick }] : [];
      });
      const { unchanged, ...names } = await lookAtNames(discord, guildId, wanted);
      const gives = wanted.length - names.cannot - unchanged;
      return preview.set(NICKNAME, { ...renames, gives, names });
    },
  };
}
