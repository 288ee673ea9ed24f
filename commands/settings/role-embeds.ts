import type { APIEmbed } from 'discord-api-types/v10';
import type { RolesPage, RolesPreview } from '../../src/roles/roles-page.ts';
import { roleMention, ruleMarkup } from '../../src/roles/rule-texts.ts';
import { NICKNAME } from '../../src/roles/rules.ts';
import type { Translate } from '../../src/words/words.ts';
import { embed, lines, paragraphs } from '../../src/replies/format.ts';

type ShownRule = RolesPage['roles']['rules'][string];

/** The rules of a server, how many members hold each role, and the pending changes. */
export function rolesEmbed({ roles, holds, left, unread }: RolesPage, t: Translate): APIEmbed {
  const rules = Object.values(roles.rules).map((rule) => {
    const text = t('roles.page.line', {
      role: roleMention(rule.roleId, t),
      rule: ruleMarkup(rule, t),
      count: holds.get(rule.roleId) ?? 0,
    });
    return rule.ended === undefined ? text : lines(text, `-# ${t(`roles.ended.${rule.ended}`)}`);
  });
  const isPaused = roles.pausedAt !== undefined;
  return embed(t('roles.page.title'), {
    text: paragraphs(
      t('roles.page.intro'),
      lines(...(rules.length === 0 ? [t('roles.page.none')] : rules)),
      lines(
        isPaused ? t('roles.page.paused') : undefined,
        left > 0 && !isPaused ? t('roles.page.left', { count: left }) : undefined,
        unread > 0 ? t('roles.page.unread', { count: unread }) : undefined,
      ),
    ),
  });
}

/** What a rule for nicknames would change. */
function renames(preview: RolesPreview, t: Translate): (string | undefined)[] {
  const { gives = 0, names, takes = 0 } = preview.get(NICKNAME) ?? {};
  return [
    t('roles.preview.renames', { count: gives }),
    takes > 0 ? t('roles.preview.restores', { count: takes }) : undefined,
    names !== undefined && names.cannot > 0
      ? t('roles.preview.cannot', { count: names.cannot, looked: names.looked })
      : undefined,
  ];
}

/** What a rule would change. `before`: the rule that it replaces. */
export function previewEmbed(
  rule: ShownRule,
  { preview, before }: { preview: RolesPreview; before: ShownRule | undefined },
  t: Translate,
): APIEmbed {
  const isName = rule.roleId === NICKNAME;
  const changes = [...preview].flatMap(([roleId, { gives, takes }]) => {
    if (roleId === NICKNAME) return renames(preview, t);
    const role = `<@&${roleId}>`;
    return [
      gives > 0 || roleId === rule.roleId ? t('roles.preview.gives', { role, count: gives }) : undefined,
      takes > 0 ? t('roles.preview.takes', { role, count: takes }) : undefined,
    ];
  });
  return embed(t('roles.preview.title'), {
    text: paragraphs(
      t('roles.preview.rule', { role: roleMention(rule.roleId, t), rule: ruleMarkup(rule, t) }),
      before && t('roles.preview.replaces', { rule: ruleMarkup(before, t) }),
      lines(...changes),
      `-# ${t(isName ? 'roles.preview.nameHint' : 'roles.preview.hint')}`,
    ),
  });
}
