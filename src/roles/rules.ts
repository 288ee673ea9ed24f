import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';

/** Rules of one server. */
export const RULES_MAX = 20;

/** What a rule for a role asks of a member. `first`: to be among the first of the server by rating. */
export const ROLE_KINDS = ['linked', 'rank', 'rating', 'first', 'plays', 'won'] as const;
/** The rule for nicknames: the name on the platform, or with the rating. A server has one at most. */
export const NICKNAME_KINDS = ['name', 'nameRating'] as const;
export const RULE_KINDS = [...ROLE_KINDS, ...NICKNAME_KINDS] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Stands for a role in the rule for nicknames, and in all that is stored of them. */
export const NICKNAME = 'nickname';

/**
 * `above`: the role stands above the bot's own. `gone`: it was deleted. `powers`: it has gained some. Until it is resumed, the
 * rule gives and takes nothing. `nicknames`: the bot may not manage nicknames; the rule goes on by itself.
 */
const EndReason = z.enum(['above', 'gone', 'powers', 'nicknames']);
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
  /** Of a rule for nicknames: when it was made. Made again, it takes what somebody changed by hand. */
  madeAt: z.number().exactOptional(),
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
  /** By role that another rule still gives: what earned it by rules that were removed, whose members keep it (`earnedKey`). */
  kept: z.record(z.string(), z.array(z.string())).exactOptional(),
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

/** The key of what a rule's members have earned it by; where it ends with a colon, the member's or the tournament's own part follows. */
export const earnedKey = ({ kind, label = '', number = 0 }: RoleRule): string =>
  `${kind}:${kind === 'rank' ? labelKey(label) : kind === 'rating' || kind === 'first' ? number : ''}`;

/** Whether a key of `earned` is of a rule with this one. */
export const isEarnedBy = (key: string, ofRule: string): boolean =>
  key === ofRule || (ofRule.endsWith(':') && key.startsWith(ofRule));

/** Equal rules have the same id. */
export const ruleIdOf = ({ roleId, kind, label, number }: RoleRule): string =>
  sha256(JSON.stringify([roleId, kind, label === undefined ? '' : labelKey(label), number ?? 0]), 12);

/** The rule for nicknames. */
export const nicknameRule = ({ rules }: Pick<ServerRoles, 'rules'>): RoleRule | undefined =>
  Object.values(rules).find(({ roleId }) => roleId === NICKNAME);

/** Whether a rule needs the rank of each member to be read. */
export const needsOf = (rules: Iterable<RoleRule>): { rating: boolean; label: boolean } => {
  const kinds = new Set([...rules].map(({ kind }) => kind));
  return {
    rating: kinds.has('rating') || kinds.has('first') || kinds.has('nameRating'),
    label: kinds.has('rank'),
  };
};
