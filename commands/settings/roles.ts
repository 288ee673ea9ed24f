import { action, form, type Context, type ModalAction, type PressAction } from '../../src/bot/command.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import {
  button,
  ReplyError,
  type ActionButton,
  type ComponentRow,
  type Reply,
} from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { lines } from '../../src/replies/format.ts';
import { previewEmbed, rolesEmbed } from '../../src/replies/roles.ts';
import { ruleMarkup, ruleText } from '../../src/roles/rule-texts.ts';
import { ruleIdOf, RULES_MAX, type RoleRule, type RuleKind } from '../../src/roles/rules.ts';
import { isPlatformError } from '../../src/bot/failures.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { Translate } from '../../src/words/words.ts';
import { label } from '../../src/words/plain.ts';
import { serverOf } from '../shared/organizers.ts';
import { botRoles, checkRole, LABEL_LENGTH, needsPermission, ruleFrom } from './check-rule.ts';
import { PANEL } from './controls.ts';
import { checkPanel, pageButtons } from './pages.ts';

/** A rule that is being made. */
const DRAFT = { ...PANEL, role: 'text' } as const;
const DRAFT_KIND = { ...DRAFT, kind: 'text' } as const;
const DRAFT_RULE = { ...DRAFT_KIND, value: 'text' } as const;
/** A rule that stands. */
const RULE = { ...PANEL, rule: 'text' } as const;
const SWITCH = { ...PANEL, name: 'text' } as const;
const VALUE = { value: 'text' } as const;

/** Kinds that ask for a value of their own. */
const TYPED_KINDS = ['rank', 'rating', 'first'] as const satisfies RuleKind[];
const LABELS_MAX = 20;
/** Single reads for a preview. */
const READS_MAX = 40;
const RANK = 'rank=';

/** The page with all rules. Throws `ReplyError` while the store does not answer. */
export async function rolesPanel(
  context: Context,
  guildId: string,
  { openedAt, content }: { openedAt: number; content?: string },
): Promise<Reply> {
  const { mention, roles, t } = context;
  const args = encodeArgs(PANEL, { openedAt });
  const [page, bot] = await Promise.all([roles.page(guildId), botRoles(context, guildId)]).catch(
    (error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      throw new ReplyError('store-down', t('server.refused.store', { settings: mention('settings') }));
    },
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
    [switchButton('everyRating'), switchButton('quiet')],
    pageButtons({ openedAt, page: 'roles' }, t),
  ];
  const warning = bot?.canManage === false ? needsPermission(context) : undefined;
  return {
    ...present({ content: lines(content, warning) || undefined }),
    embeds: [rolesEmbed(page, t)],
    rows,
  };
}

const backButton = (openedAt: number, t: Translate): ActionButton =>
  button(t('roles.page.back'), 'settings:rolesPage', { args: encodeArgs(PANEL, { openedAt }) });

/** What a rule for this role could ask. */
async function kindPanel(
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

/** Reads ranks for a preview, some of them for many members: it shows what is known then. */
async function readRanks(context: Context, guildId: string, { kind }: RoleRule): Promise<void> {
  const { caller, naming, platform, serverRanking } = context;
  if (kind !== 'rank' && kind !== 'rating' && kind !== 'first') return;
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
async function previewPanel(
  context: Context,
  guildId: string,
  draft: { openedAt: number; role: string; kind: string; value: string },
): Promise<Reply> {
  const { roles, t } = context;
  const rule = ruleFrom(draft, await checkRole(context, guildId, draft.role), context);
  await readRanks(context, guildId, rule);
  const preview = await roles.preview(guildId, rule);
  const start = button(t('roles.page.start'), 'settings:ruleStart', {
    args: encodeArgs(DRAFT_RULE, draft),
    style: 'primary',
  });
  return {
    content: '',
    embeds: [previewEmbed(rule, preview, t)],
    rows: [[start, backButton(draft.openedAt, t)]],
  };
}

/** A rule that stands, with what can be done about it. */
async function rulePanel(
  context: Context,
  guildId: string,
  { openedAt, ruleId, isAsked = false }: { openedAt: number; ruleId: string; isAsked?: boolean },
): Promise<Reply> {
  const { roles, t } = context;
  const { roles: own, holds } = await roles.page(guildId);
  const rule = own.rules[ruleId];
  if (rule === undefined) return rolesPanel(context, guildId, { openedAt, content: t('roles.page.gone') });
  const args = encodeArgs(RULE, { openedAt, rule: ruleId });
  const count = holds.get(rule.roleId) ?? 0;
  const about = { role: `<@&${rule.roleId}>`, rule: ruleMarkup(rule, t), count };
  const buttons = isAsked
    ? [
        button(t('roles.page.take'), 'settings:ruleTake', { args, style: 'danger' }),
        button(t('roles.page.keep'), 'settings:ruleKeep', { args }),
      ]
    : [
        ...(rule.ended === undefined
          ? []
          : [button(t('roles.page.resume'), 'settings:ruleResume', { args, style: 'primary' as const })]),
        button(t('roles.page.remove'), 'settings:ruleRemove', { args, style: 'danger' }),
      ];
  return {
    content: lines(
      t(isAsked ? 'roles.page.askRemove' : 'roles.page.rule', about),
      rule.ended === undefined ? undefined : t(`roles.ended.${rule.ended}`),
    ),
    embeds: [],
    rows: [[...buttons, backButton(openedAt, t)]],
  };
}

/** A line in the log channel: who changed what. */
async function note(
  { caller, guilds }: Context,
  guildId: string,
  what: 'added' | 'taken' | 'kept' | 'resumed',
  rule: RoleRule,
): Promise<void> {
  const t = await guilds.translator(guildId);
  const text = t(`roles.audit.${what}`, {
    member: `<@${caller.discordId}>`,
    role: `<@&${rule.roleId}>`,
    rule: ruleMarkup(rule, t),
  });
  await guilds.note(guildId, text);
}

const remove = (keep: boolean) =>
  action({
    press: 'caller',
    writes: true,
    args: RULE,
    async run(context) {
      const { args, roles, t } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const rule = await roles.remove(guildId, args.rule ?? '', { keep });
      if (rule !== undefined) await note(context, guildId, keep ? 'kept' : 'taken', rule);
      return rolesPanel(context, guildId, {
        openedAt,
        content: t(rule === undefined ? 'roles.page.gone' : 'roles.page.removed'),
      });
    },
  });

/** The actions of the page. */
export const roleActions: Record<string, PressAction | ModalAction> = {
  rolesPage: action({
    press: 'caller',
    args: PANEL,
    async run(context) {
      const openedAt = checkPanel(context);
      return { content: '', ...(await rolesPanel(context, serverOf(context, 'settings'), { openedAt })) };
    },
  }),
  ruleRole: action({
    press: 'caller',
    writes: true,
    args: PANEL,
    async run(context) {
      const { resolved, t, values } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const [roleId] = values;
      if (roleId === undefined) return rolesPanel(context, guildId, { openedAt });
      if (roleId !== guildId && resolved.roles.get(roleId) === undefined)
        throw new ReplyError('role-gone', t('server.refused.roleGone'));
      await checkRole(context, guildId, roleId);
      return kindPanel(context, guildId, openedAt, roleId);
    },
  }),
  ruleKind: action({
    press: 'caller',
    writes: true,
    args: DRAFT,
    run(context) {
      const { args, values } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const [chosen = ''] = values;
      const isRank = chosen.startsWith(RANK);
      const draft = { kind: isRank ? 'rank' : chosen, value: isRank ? chosen.slice(RANK.length) : '' };
      return previewPanel(context, guildId, { openedAt, role: args.role ?? '', ...draft });
    },
  }),
  ruleForm: form({
    press: 'caller',
    args: DRAFT_KIND,
    open({ args, t }) {
      const { openedAt = 0, role = '' } = args;
      const kind = TYPED_KINDS.find((one) => one === args.kind) ?? 'rank';
      return {
        title: t(`roles.typed.${kind}.title`),
        action: 'settings:ruleValue',
        args: encodeArgs(DRAFT_KIND, { openedAt, role, kind }),
        inputs: [
          {
            name: 'value',
            label: t(`roles.typed.${kind}.label`),
            description: t(`roles.typedHints.${kind}`),
            maxLength: LABEL_LENGTH,
          },
        ],
      };
    },
  }),
  ruleValue: action({
    press: 'caller',
    writes: true,
    args: DRAFT_KIND,
    fields: VALUE,
    run(context) {
      const { kind = '', role = '' } = context.args;
      const openedAt = checkPanel(context);
      const { value } = context.fields;
      return previewPanel(context, serverOf(context, 'settings'), { openedAt, role, kind, value });
    },
  }),
  ruleStart: action({
    press: 'caller',
    writes: true,
    args: DRAFT_RULE,
    async run(context) {
      const { args, roles, t } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const rule = ruleFrom(args, await checkRole(context, guildId, args.role ?? ''), context);
      const outcome = await roles.add(guildId, rule);
      if (outcome === 'added') await note(context, guildId, 'added', rule);
      const content = t(`roles.page.${outcome}`, { count: RULES_MAX });
      return rolesPanel(context, guildId, { openedAt, content });
    },
  }),
  rule: action({
    press: 'caller',
    args: PANEL,
    run: (context) =>
      rulePanel(context, serverOf(context, 'settings'), {
        openedAt: checkPanel(context),
        ruleId: context.values[0] ?? '',
      }),
  }),
  ruleRemove: action({
    press: 'caller',
    args: RULE,
    run: (context) =>
      rulePanel(context, serverOf(context, 'settings'), {
        openedAt: checkPanel(context),
        ruleId: context.args.rule ?? '',
        isAsked: true,
      }),
  }),
  ruleTake: remove(false),
  ruleKeep: remove(true),
  ruleResume: action({
    press: 'caller',
    writes: true,
    args: RULE,
    async run(context) {
      const { args, roles, t } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const rule = (await roles.read(guildId)).rules[args.rule ?? ''];
      if (rule === undefined)
        return rolesPanel(context, guildId, { openedAt, content: t('roles.page.gone') });
      await checkRole(context, guildId, rule.roleId);
      await roles.resume(guildId, ruleIdOf(rule));
      await note(context, guildId, 'resumed', rule);
      return rolesPanel(context, guildId, { openedAt, content: t('roles.page.resumed') });
    },
  }),
  ruleSwitch: action({
    press: 'caller',
    writes: true,
    args: SWITCH,
    async run(context) {
      const { args, caller, guilds, roles, t } = context;
      const guildId = serverOf(context, 'settings');
      const openedAt = checkPanel(context);
      const name = args.name === 'quiet' ? 'quiet' : 'everyRating';
      const isOn = (await roles.toggle(guildId, name))[name] === undefined;
      const serverT = await guilds.translator(guildId);
      const text = (language: Translate) => language(`roles.switches.${name}.${isOn ? 'on' : 'off'}`);
      await guilds.note(
        guildId,
        serverT('roles.audit.switched', { member: `<@${caller.discordId}>`, setting: text(serverT) }),
      );
      return rolesPanel(context, guildId, { openedAt, content: text(t) });
    },
  }),
};
