import { asksDiscord, stepsOf, type RoleStep } from './entries.ts';
import { standingsOf, type CupsRecord } from './cups.ts';
import { holdersOf, type Resident } from './population.ts';
import type { ServerRoles } from './rules.ts';
import { createTable, type WantedRoles } from './table.ts';

/** Everything that decides who holds which role in a server. */
export interface ServerView {
  roles: ServerRoles;
  cups: CupsRecord;
  /** By Discord id. */
  residents: ReadonlyMap<string, Resident>;
}

/** The roles that one member should hold, and the steps to that. */
interface Judgement {
  wanted: WantedRoles;
  steps: readonly RoleStep[];
}

export type Judge = (resident: Resident) => Judgement;

const NOTHING: WantedRoles = new Map();

/** Judges the members of a server by its rules, as it stands now. Pure. */
export function judgeOf({ roles, cups, residents }: ServerView, now: number): Judge {
  const table = createTable(roles, holdersOf(residents), standingsOf(cups, now));
  return ({ holder, isLinked, record }) => {
    const wanted = holder === undefined ? NOTHING : table(holder);
    // A member who left has no roles at Discord, and no request is made.
    if (holder === undefined && record?.left === true)
      return {
        wanted,
        steps: isLinked ? [] : Object.keys(record.roles).map((roleId) => ({ roleId, act: 'forget' })),
      };
    const { kept, released = {} } = roles;
    const isOtherPlayer =
      record?.playerId !== undefined && holder !== undefined && record.playerId !== holder.playerId;
    return { wanted, steps: stepsOf({ record, wanted, released, kept, isOtherPlayer }) };
  };
}

/** How many members gain and lose each role, according to the store. */
export function changesIn(view: ServerView, now: number): Map<string, { gives: number; takes: number }> {
  const judge = judgeOf(view, now);
  const changes = new Map<string, { gives: number; takes: number }>();
  for (const resident of view.residents.values()) {
    const { steps, wanted } = judge(resident);
    for (const step of steps.filter(asksDiscord)) {
      // Giving a held role again changes nothing, and neither does renaming a member whom Discord does not let the bot rename.
      const { state, sent } = resident.record?.roles[step.roleId] ?? {};
      const isSame = state === 'ours' && sent === wanted.get(step.roleId)?.nickname;
      if (step.act === 'give' && (isSame || state === 'refused')) continue;
      const count = changes.get(step.roleId) ?? { gives: 0, takes: 0 };
      if (step.act === 'give') count.gives++;
      else count.takes++;
      changes.set(step.roleId, count);
    }
  }
  return changes;
}

/** How many members hold each role of a rule, given by the bot or not. */
export function holdsIn({ residents }: Pick<ServerView, 'residents'>): Map<string, number> {
  const holds = new Map<string, number>();
  for (const { record } of residents.values())
    for (const [roleId, { state }] of Object.entries(record?.roles ?? {}))
      if (state === 'ours' || state === 'theirs') holds.set(roleId, (holds.get(roleId) ?? 0) + 1);
  return holds;
}
