import { z } from 'zod';
import { storedObject } from '../store/schema.ts';
import { isEarnedBy } from './rules.ts';
import type { Wanted, WantedRoles } from './table.ts';

/**
 * What the bot knows of one role of a member. `pending`: it was about to give or take the role, so the state is unknown and the
 * role counts as given by the bot. `ours`: the bot gave it. `theirs`: they had it before. `removed`: the bot gave it, and a
 * moderator removed it. A nickname has an entry, too: `removed` if it was changed by hand or already the same before, `refused` if
 * Discord did not accept it.
 */
export const RoleEntry = storedObject({
  state: z.enum(['pending', 'ours', 'theirs', 'removed', 'refused']),
  /** The keys that earned it at the last check. */
  earned: z.array(z.string()),
  /** The nickname that the bot sent last, what Discord made of it, and what they had before, if anything. */
  sent: z.string().exactOptional(),
  nick: z.string().exactOptional(),
  before: z.string().exactOptional(),
});
export type RoleEntry = z.infer<typeof RoleEntry>;

/** What the bot knows of a member's roles in a server. */
export const MemberRoles = storedObject({
  /** The player whose rank they show. */
  playerId: z.string().exactOptional(),
  /** Discord said that they are not in the server: the bot does nothing until they use it there again. */
  left: z.literal(true).exactOptional(),
  /** By role. */
  roles: z.record(z.string(), RoleEntry),
});
export type MemberRoles = z.infer<typeof MemberRoles>;

/** A bucket of a server's members, by Discord id. */
export const GivenRecord = z.record(z.string(), MemberRoles);
export type GivenRecord = z.infer<typeof GivenRecord>;

/**
 * One step for a role. `give` and `take` first read the roles that the member has now. `note` stores what earns it, `forget` drops
 * the entry; neither changes anything at Discord.
 */
export interface RoleStep {
  roleId: string;
  act: 'give' | 'take' | 'note' | 'forget';
}

interface StepsInput {
  record: MemberRoles | undefined;
  /** Empty for those who may hold no role. */
  wanted: WantedRoles;
  /** Roles that no rule gives anymore and that their members keep. */
  released: Readonly<Record<string, number>>;
  /** For roles that a rule still gives: what earned them under removed rules whose members keep them. */
  kept?: Readonly<Record<string, readonly string[]>> | undefined;
  /** They linked another player since the roles were given: what is unknown of the new one counts as no. */
  isOtherPlayer?: boolean;
}

/** The steps until a member holds the wanted roles. Pure. */
export function stepsOf({ record, wanted, released, kept, isOtherPlayer = false }: StepsInput): RoleStep[] {
  const entries = record?.roles ?? {};
  const roleIds = new Set([...Object.keys(entries), ...wanted.keys()]);
  // Takes come first: a rank-up must not show both roles.
  return [...roleIds]
    .flatMap((roleId): RoleStep[] => {
      const act = actOf(entries[roleId], { roleId, wanted, released, kept, isOtherPlayer });
      return act === undefined ? [] : [{ roleId, act }];
    })
    .toSorted((a, b) => Number(a.act === 'give') - Number(b.act === 'give'));
}

function actOf(
  entry: RoleEntry | undefined,
  { roleId, wanted, released, kept = {}, isOtherPlayer }: Omit<StepsInput, 'record'> & { roleId: string },
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
  // What is lost and returns later counts as new.
  return entry.earned.length > earned.length ? 'note' : undefined;
}

/** Whether the step has to read the member's roles. */
export const asksDiscord = ({ act }: RoleStep): boolean => act === 'give' || act === 'take';
