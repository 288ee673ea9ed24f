import { escapeMarkup, oneLine } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import type { RoleStep } from './entries.ts';
import { NICKNAME, type RoleRule } from './rules.ts';

type RuleTerms = Pick<RoleRule, 'kind' | 'label' | 'number'>;

const textOf = (
  { kind, label = '', number = 0 }: RuleTerms,
  t: Translate,
  shown: (label: string) => string,
): string => {
  switch (kind) {
    case 'rank':
      return t('roles.rules.rank', { label: shown(label) });
    case 'rating':
      return t('roles.rules.rating', { rating: t.number(number) });
    case 'first':
      return t('roles.rules.first', { count: number });
    case 'linked':
    case 'plays':
    case 'won':
    case 'name':
    case 'nameRating':
      return t(`roles.rules.${kind}`);
  }
};

/** A role, or the word for the nickname. */
export const roleMention = (roleId: string, t: Translate): string =>
  roleId === NICKNAME ? t('roles.nickname') : `<@&${roleId}>`;

/** A rule's condition, for a message. */
export const ruleMarkup = (rule: RuleTerms, t: Translate): string =>
  textOf(rule, t, (label) => escapeMarkup(label, 60));

/** The same without markup. */
export const ruleText = (rule: RuleTerms, t: Translate): string => textOf(rule, t, oneLine);

/** The reason of a change, for a server's audit log. */
export function reasonText(step: RoleStep, rule: RoleRule | undefined, t: Translate): string {
  if (rule === undefined) return t(step.roleId === NICKNAME ? 'roles.reason.noName' : 'roles.reason.none');
  const act = step.act === 'give' ? 'give' : 'take';
  const words = { rule: ruleText(rule, t) };
  return rule.maker === undefined
    ? t(`roles.reason.${act}`, words)
    : t(`roles.reason.${act}By`, { ...words, maker: oneLine(rule.maker) });
}
