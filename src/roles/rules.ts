import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';

/** Rules of one server. */
export const RULES_MAX = 20;

/** What a rule asks of a member. `first`: to be among the first of the server by rating. */
export const RULE_KINDS = ['linked', 'rank', 'rating', 'first', 'plays', 'won'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/**
 * `above`: the role stands above the bot's own. `gone`: it was deleted. `powers`: it has gained some. Until it is resumed, the
 * rule gives and takes nothing.
 */
const EndReason = z.enum(['above', 'gone', 'powers']);
export type EndReason = z.infer<typeof EndReason>;

/** One role, and what it is for. */
export const RoleRule = storedObject({
  roleId: z.string(),
  /** When the rule was made. */
  roleName: z.string(),
  kind: z.enum(RULE_KINDS),
  /** Of `rank`: the platform's word. */
  label: z.string().exactOptional(),
  /** Of `rating`: the least rating; of `first`: how many. */
  number: z.number().exactOptional(),
  ended: EndReason.exactOptional(),
  /** The Discord name of who made or resumed it, for the server's audit log. */
  maker: z.string().exactOptional(),
});
export type RoleRule = z.infer<typeof RoleRule>;

/** What the admins of a server set about roles. */
export const ServerRoles = storedObject({
  /** By `ruleIdOf`. */
  rules: z.record(z.string(), RoleRule),
  /** Roles that no rule gives any more and that their members keep, with the time. */
  released: z.record(z.string(), z.number()).exactOptional(),
  /** Members hold the role of every rating that they reach, not only of the highest. */
  everyRating: z.literal(true).exactOptional(),
  /** Changes are no lines in the log channel. */
  quiet: z.literal(true).exactOptional(),
  /** The bot may not manage roles: since when, epoch milliseconds. */
  pausedAt: z.number().exactOptional(),
});
export type ServerRoles = z.infer<typeof ServerRoles>;

export const NO_ROLES: ServerRoles = { rules: {} };

/** A label as it is compared: platforms are not consistent in case and spaces. */
export const labelKey = (label: string): string =>
  label.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Equal rules have the same id. */
export const ruleIdOf = ({ roleId, kind, label, number }: RoleRule): string =>
  sha256(JSON.stringify([roleId, kind, label === undefined ? '' : labelKey(label), number ?? 0]), 12);

/** Whether a rule needs the rank of each member to be read. */
export const needsOf = (rules: Iterable<RoleRule>): { rating: boolean; label: boolean } => {
  const kinds = new Set([...rules].map(({ kind }) => kind));
  return { rating: kinds.has('rating') || kinds.has('first'), label: kinds.has('rank') };
};
