import { own } from '../../src/json.ts';
import type { Context } from '../shared/define.ts';
import { isPlatformError } from '../../src/bot/failures.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, type ActionButton, type ComponentRow, type Reply } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { lines } from '../../src/replies/format.ts';
import { roleMention, ruleMarkup, ruleText } from '../../src/roles/rule-texts.ts';
import {
  NICKNAME,
  NICKNAME_KINDS,
  nicknameRule,
  RULES_MAX,
  type RoleRule,
  type RuleKind,
} from '../../src/roles/rules.ts';
import { label } from '../../src/words/plain.ts';
import type { Translate } from '../../src/words/words.ts';
import { botRoles, checkRole, needsNicknames, needsPermission, ruleFrom } from './check-rule.ts';
import { PANEL } from './controls.ts';
import { pageButtons, refuseStore } from './pages.ts';
import { previewEmbed, rolesEmbed } from './role-embeds.ts';

/** A rule before it is saved. */
export const DRAFT = { ...PANEL, role: 'text!' } as const;
export const DRAFT_KIND = { ...DRAFT, kind: 'text' } as const;
export const DRAFT_RULE = { ...DRAFT_KIND, value: 'text' } as const;
/** A saved rule. */
export const RULE = { ...PANEL, rule: 'text!' } as const;
export const SWITCH = { ...PANEL, name: 'text' } as const;

/** Kinds that need a typed value. */
export const TYPED_KINDS = ['rank', 'rating', 'first'] as const satisfies RuleKind[];
const LABELS_MAX = 20;
/** Single reads for a preview. */
const READS_MAX = 40;
export const RANK = 'rank=';

/** The page with all rules. Throws `ReplyError` if the store does not answer. */
export async function rolesPanel(
  context: Context,
  guildId: string,
  { openedAt, content }: { openedAt: number; content?: string },
): Promise<Reply> {
  const { roles, t } = context;
  const args = encodeArgs(PANEL, { openedAt });
  const [page, bot] = await Promise.all([roles.page(guildId), botRoles(context, guildId)]).catch(
    refuseStore(context),
  );
  const rules = Object.entries(page.roles.rules);
  const choices = rules.map(([id, rule]) => ({
    value: id,
    label: label(`${rule.roleName}: ${ruleText(rule, t)}`),
  }));
  const switchButton = (name: 'everyRating' | 'quiet'): ActionButton => {
    const isOn = page.roles[name] === undefined;
    return button(t(`roles.switches.${name}.${isOn ? 'on' : 'off'}`), 'settings:ruleSwitch', {
      args: encodeArgs(SWITCH, { openedAt, name }),
    });
  };
  const rows: ComponentRow[] = [
    ...(rules.length < RULES_MAX
      ? [
          {
            kind: 'roles',
            action: 'settings:ruleRole',
            args,
            placeholder: t('roles.page.add'),
            chosen: [],
          } as const,
        ]
      : []),
    ...(rules.length > 0
      ? [
          {
            kind: 'select',
            action: 'settings:rule',
            args,
            placeholder: t('roles.page.change'),
            options: choices,
          } as const,
        ]
      : []),
    [
      button(t('roles.page.nickname'), 'settings:nickname', { args }),
      switchButton('everyRating'),
      switchButton('quiet'),
    ],
    pageButtons({ openedAt, page: 'roles' }, t),
  ];
  const warnings =
    bot === undefined
      ? []
      : [
          bot.canManage ? undefined : needsPermission(context, bot),
          bot.canRename || nicknameRule(page.roles) === undefined ? undefined : needsNicknames(context, bot),
        ];
  return {
    ...present({ content: lines(content, ...warnings) || undefined }),
    embeds: [rolesEmbed(page, t)],
    rows,
  };
}

const backButton = (openedAt: number, t: Translate): ActionButton =>
  button(t('roles.page.back'), 'settings:rolesPage', { args: encodeArgs(PANEL, { openedAt }) });

/** The possible conditions for this role. */
export async function kindPanel(
  context: Context,
  guildId: string,
  openedAt: number,
  roleId: string,
): Promise<Reply> {
  const { roles, t } = context;
  const { labels } = await roles.page(guildId);
  const args = encodeArgs(DRAFT, { openedAt, role: roleId });
  const option = (kind: 'linked' | 'plays' | 'won') => ({ value: kind, label: ruleText({ kind }, t) });
  return {
    content: t('roles.page.ask', { role: `<@&${roleId}>` }),
    embeds: [],
    rows: [
      {
        kind: 'select',
        action: 'settings:ruleKind',
        args,
        placeholder: t('roles.page.kind'),
        options: [
          option('linked'),
          option('plays'),
          option('won'),
          ...labels.slice(0, LABELS_MAX).map((one) => ({
            value: `${RANK}${one}`,
            label: label(ruleText({ kind: 'rank', label: one }, t)),
          })),
        ],
      },
      [
        ...TYPED_KINDS.map((kind) =>
          button(t(`roles.typed.${kind}.button`), 'settings:ruleForm', {
            args: encodeArgs(DRAFT_KIND, { openedAt, role: roleId, kind }),
          }),
        ),
        backButton(openedAt, t),
      ],
    ],
  };
}

/** The possible formats of nicknames. */
export const nicknamePanel = ({ t }: Context, openedAt: number): Reply => ({
  content: t('roles.page.askName'),
  embeds: [],
  rows: [
    {
      kind: 'select',
      action: 'settings:ruleKind',
      args: encodeArgs(DRAFT, { openedAt, role: NICKNAME }),
      placeholder: t('roles.nickname'),
      options: NICKNAME_KINDS.map((kind) => ({ value: kind, label: ruleText({ kind }, t) })),
    },
    [backButton(openedAt, t)],
  ],
});

/** Reads ranks for a preview, but only some for many members: the preview uses the known ones. */
async function readRanks(context: Context, guildId: string, { kind }: RoleRule): Promise<void> {
  const { caller, naming, platform, serverRanking } = context;
  if (kind !== 'rank' && kind !== 'rating' && kind !== 'first' && kind !== 'nameRating') return;
  const players = await naming.playersOf(guildId, caller.discordId);
  try {
    if (kind !== 'rank') await serverRanking(guildId, players);
    else
      await Promise.all(
        players.slice(0, READS_MAX).map(({ playerId }) => platform.user(playerId, { once: true })),
      );
  } catch (error) {
    if (!isPlatformError(error)) throw error;
  }
}

/** What a rule would change, before it does. */
export async function previewPanel(
  context: Context,
  guildId: string,
  draft: { openedAt: number; role: string; kind: string; value: string },
): Promise<Reply> {
  const { roles, t } = context;
  const rule = ruleFrom(draft, await checkRole(context, guildId, draft.role), context);
  await readRanks(context, guildId, rule);
  const preview = await roles.preview(guildId, rule);
  const before = rule.roleId === NICKNAME ? nicknameRule(await roles.read(guildId)) : undefined;
  const start = button(t(before ? 'roles.page.replace' : 'roles.page.start'), 'settings:ruleStart', {
    args: encodeArgs(DRAFT_RULE, draft),
    style: 'primary',
  });
  return {
    content: '',
    embeds: [previewEmbed(rule, { preview, before }, t)],
    rows: [[start, backButton(draft.openedAt, t)]],
  };
}

/** A saved rule, with the possible actions. */
export async function rulePanel(
  context: Context,
  guildId: string,
  { openedAt, ruleId, isAsked = false }: { openedAt: number; ruleId: string; isAsked?: boolean },
): Promise<Reply> {
  const { roles, t } = context;
  const { roles: server, holds } = await roles.page(guildId);
  const rule = own(server.rules, ruleId);
  if (rule === undefined) return rolesPanel(context, guildId, { openedAt, content: t('roles.page.gone') });
  const args = encodeArgs(RULE, { openedAt, rule: ruleId });
  const count = holds.get(rule.roleId) ?? 0;
  const about = { role: roleMention(rule.roleId, t), rule: ruleMarkup(rule, t), count };
  const isName = rule.roleId === NICKNAME;
  const buttons = isAsked
    ? [
        button(t(isName ? 'roles.page.restore' : 'roles.page.take'), 'settings:ruleTake', {
          args,
          style: 'danger',
        }),
        ...(isName ? [] : [button(t('roles.page.keep'), 'settings:ruleKeep', { args })]),
      ]
    : [
        ...(rule.ended === undefined || isName
          ? []
          : [button(t('roles.page.resume'), 'settings:ruleResume', { args, style: 'primary' as const })]),
        button(t('roles.page.remove'), 'settings:ruleRemove', { args, style: 'danger' }),
      ];
  return {
    content: lines(
      t(isAsked ? (isName ? 'roles.page.askRestore' : 'roles.page.askRemove') : 'roles.page.rule', about),
      rule.ended === undefined ? undefined : t(`roles.ended.${rule.ended}`),
    ),
    embeds: [],
    rows: [[...buttons, backButton(openedAt, t)]],
  };
}
