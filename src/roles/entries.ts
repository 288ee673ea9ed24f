import { z } from 'zod';
import { storedObject } from '../store/schema.ts';
import { isEarnedBy } from './rules.ts';
import type { Wanted, WantedRoles } from './table.ts';

/**
 * What the bot knows of one role of a member. `pending`: it was about to give or take it, so it may be on or off, and it is the bot's
 * own. `ours`: the bot gave it. `theirs`: they had it before. `removed`: the bot gave it, and somebody took it. A nickname stands beside the
 * roles: `removed` is one that somebody changed by hand, or that was the same before, and `refused` one that Discord did not take.
 */
export const RoleEntry = storedObject({
  state: z.enum(['pending', 'ours', 'theirs', 'removed', 'refused']),
  /** What earned it when it was last looked at. */
  earned: z.array(z.string()),
  /** The nickname that the bot sent last, what Discord made of the last one, and what they had before, if anything. */
  sent: z.string().exactOptional(),
  nick: z.string().exactOptional(),
  before: z.string().exactOptional(),
});
export type RoleEntry = z.infer<typeof RoleEntry>;

/** What the bot knows of a member's roles in a server. */
export const MemberRoles = storedObject({
  /** The player whose rank they show. */
  playerId: z.string().exactOptional(),
  /** Discord said that they are no member: nothing is done until they use the bot there again. */
  left: z.literal(true).exactOptional(),
  /** By role. */
  roles: z.record(z.string(), RoleEntry),
});
export type MemberRoles = z.infer<typeof MemberRoles>;

/** A bucket of a server's members, by Discord id. */
export const GivenRecord = z.record(z.string(), MemberRoles);
export type GivenRecord = z.infer<typeof GivenRecord>;

/**
 * One thing to do about a role. `give` and `take` look first at the roles that the member has now. `note` stores what earns it, `forget`
 * drops the entry; neither changes anything at Discord.
 */
export interface RoleStep {
  roleId: string;
  act: 'give' | 'take' | 'note' | 'forget';
}

interface Plan {
  record: MemberRoles | undefined;
  /** Empty for those who may hold no role. */
  wanted: WantedRoles;
  /** Roles that no rule gives any more and that their members keep. */
  released: Readonly<Record<string, number>>;
  /** Of roles that a rule still gives: what earned them by rules whose members keep them. */
  kept?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Their player is another one than when the roles were given: what is not known of this one counts as no. */
  isOtherPlayer?: boolean;
}

/** What is to be done so that a member holds what is wanted. Pure. */
export function stepsOf({ record, wanted, released, kept, isOtherPlayer = false }: Plan): RoleStep[] {
  const entries = record?.roles ?? {};
  const roleIds = new Set([...Object.keys(entries), ...wanted.keys()]);
  // What goes, goes first: a rise must not show both roles.
  return [...roleIds]
    .flatMap((roleId): RoleStep[] => {
      const act = actOf(entries[roleId], { roleId, wanted, released, kept, isOtherPlayer });
      return act === undefined ? [] : [{ roleId, act }];
    })
    .toSorted((a, b) => Number(a.act === 'give') - Number(b.act === 'give'));
}

function actOf(
  entry: RoleEntry | undefined,
  { roleId, wanted, released, kept = {}, isOtherPlayer }: Omit<Plan, 'record'> & { roleId: string },
): RoleStep['act'] | undefined {
  const want = wanted.get(roleId);
  if (want?.verdict === 'yes') return actIfWanted(entry, want);
  if (entry === undefined) return undefined;
  if (want?.verdict === 'ended' || (want?.verdict === 'unknown' && !isOtherPlayer)) return undefined;
  const isOwn = entry.state === 'ours' || entry.state === 'pending';
  const isKept =
    want === undefined
      ? roleId in released
      : entry.earned.some((key) => kept[roleId]?.some((ofRule) => isEarnedBy(key, ofRule)) === true);
  return isOwn && !isKept ? 'take' : 'forget';
}

function actIfWanted(
  entry: RoleEntry | undefined,
  { earned, nickname }: Wanted,
): RoleStep['act'] | undefined {
  if (entry === undefined || entry.state === 'pending' || entry.state === 'refused') return 'give';
  if (entry.state === 'theirs') return undefined;
  if (earned.some((key) => !entry.earned.includes(key))) return 'give';
  if (entry.state === 'ours' && entry.sent !== nickname) return 'give';
  // What is lost and comes back later counts as new.
  return entry.earned.length > earned.length ? 'note' : undefined;
}

/** Whether the member's roles have to be looked at. */
export const asksDiscord = ({ act }: RoleStep): boolean => act === 'give' || act === 'take';
