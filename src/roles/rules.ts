import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';
import { labelKey } from '../words/fold.ts';

/** The most rules of one server. */
export const RULES_MAX = 20;

/** A rule's condition. `first`: the first of the server by rating. */
export const ROLE_KINDS = ['linked', 'rank', 'rating', 'first', 'plays', 'won'] as const;
/** The rule for nicknames: the platform name, or that with the rating. A server has at most one. */
export const NICKNAME_KINDS = ['name', 'nameRating'] as const;
export const RULE_KINDS = [...ROLE_KINDS, ...NICKNAME_KINDS] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Stands for the role in the rule for nicknames, and in everything stored about it. */
export const NICKNAME = 'nickname';

/**
 * `above`: the role stands above the bot's highest role. `gone`: it was deleted. `powers`: it has gained permissions that rules may
 * not give. Until the rule is resumed, it gives and takes nothing. `nicknames`: the bot may not manage nicknames; the rule resumes
 * automatically.
 */
const EndReason = z.enum(['above', 'gone', 'powers', 'nicknames']);
export type EndReason = z.infer<typeof EndReason>;

/** One role, and what it is for. */
export const RoleRule = storedObject({
  roleId: z.string(),
  /** The role's name when the rule was made. */
  roleName: z.string(),
  kind: z.enum(RULE_KINDS),
  /** For `rank`: the platform's word. */
  label: z.string().exactOptional(),
  /** For `rating`: the least rating; for `first`: how many. */
  number: z.number().exactOptional(),
  ended: EndReason.exactOptional(),
  /** For a rule for nicknames: when it was made. Making it again overrides nicknames that were changed by hand. */
  madeAt: z.number().exactOptional(),
  /** The Discord name of the admin who made or resumed it, for the server's audit log. */
  maker: z.string().exactOptional(),
});
export type RoleRule = z.infer<typeof RoleRule>;

/** What the admins of a server set about roles. */
export const ServerRoles = storedObject({
  /** By `ruleIdOf`. */
  rules: z.record(z.string(), RoleRule),
  /** Roles that no rule gives anymore and that their members keep, with the time. */
  released: z.record(z.string(), z.number()).exactOptional(),
  /** By role that another rule still gives: the keys (`earnedKey`) of removed rules whose members keep it. */
  kept: z.record(z.string(), z.array(z.string())).exactOptional(),
  /** Members hold the role of every rating that they reach, not only the highest. */
  everyRating: z.literal(true).exactOptional(),
  /** The log channel gets no lines about changes. */
  quiet: z.literal(true).exactOptional(),
  /** Since when the bot may not manage roles, epoch milliseconds. */
  pausedAt: z.number().exactOptional(),
});
export type ServerRoles = z.infer<typeof ServerRoles>;

export const NO_ROLES: ServerRoles = { rules: {} };

/** The key of what earns a rule's role; if it ends with a colon, the member's or the tournament's part follows. */
export const earnedKey = ({ kind, label = '', number = 0 }: RoleRule): string =>
  `${kind}:${kind === 'rank' ? labelKey(label) : kind === 'rating' || kind === 'first' ? number : ''}`;

/** Whether a key of `earned` belongs to this rule. */
export const isEarnedBy = (key: string, ofRule: string): boolean =>
  key === ofRule || (ofRule.endsWith(':') && key.startsWith(ofRule));

/** Equal rules have the same id. */
export const ruleIdOf = ({ roleId, kind, label, number }: RoleRule): string =>
  sha256(JSON.stringify([roleId, kind, label === undefined ? '' : labelKey(label), number ?? 0]), 12);

/** The rule for nicknames. */
export const nicknameRule = ({ rules }: Pick<ServerRoles, 'rules'>): RoleRule | undefined =>
  Object.values(rules).find(({ roleId }) => roleId === NICKNAME);

/** Which parts of a member's rank a rule needs. */
export const needsOf = (rules: Iterable<RoleRule>): { rating: boolean; label: boolean } => {
  const kinds = new Set([...rules].map(({ kind }) => kind));
  return {
    rating: kinds.has('rating') || kinds.has('first') || kinds.has('nameRating'),
    label: kinds.has('rank'),
  };
};
