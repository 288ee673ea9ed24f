import { own } from '../../src/json.ts';
import type { ActionInput, ModalAction, PressAction } from '../../src/bot/command.ts';
import { action, form, type Context } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { roleMention, ruleMarkup } from '../../src/roles/rule-texts.ts';
import { NICKNAME, ruleIdOf, RULES_MAX, type RoleRule } from '../../src/roles/rules.ts';
import type { Translate } from '../../src/words/words.ts';
import { checkGiver, checkRole, LABEL_LENGTH, ruleFrom } from './check-rule.ts';
import { PANEL } from './controls.ts';
import { openPanel } from './pages.ts';
import {
  DRAFT,
  DRAFT_KIND,
  DRAFT_RULE,
  kindPanel,
  nicknamePanel,
  previewPanel,
  RANK,
  rolesPanel,
  RULE,
  rulePanel,
  SWITCH,
  TYPED_KINDS,
} from './role-panels.ts';

const VALUE = { value: 'text' } as const;

/** A line in the log channel: who changed what. */
async function note(
  { caller, guilds }: Context,
  guildId: string,
  what: 'added' | 'taken' | 'kept' | 'resumed',
  rule: RoleRule,
): Promise<void> {
  const t = await guilds.translator(guildId);
  const text = t(
    what === 'taken' && rule.roleId === NICKNAME ? 'roles.audit.unnamed' : `roles.audit.${what}`,
    {
      member: `<@${caller.discordId}>`,
      role: roleMention(rule.roleId, t),
      rule: ruleMarkup(rule, t),
    },
  );
  await guilds.note(guildId, text);
}

/** A press on the page, which only its caller sees. */
const onPage = <A extends typeof PANEL>(
  args: A,
  run: (context: Context & ActionInput<A>, page: ReturnType<typeof openPanel>) => Reply | Promise<Reply>,
  { writes = true } = {},
): PressAction =>
  action({
    press: 'caller',
    writes,
    args,
    run: async (context: Context & ActionInput<A>) => run(context, openPanel(context)),
  });

const remove = (keep: boolean) =>
  onPage(RULE, async (context, { guildId, openedAt }) => {
    const { args, roles, t } = context;
    const rule = await roles.remove(guildId, args.rule, { keep });
    if (rule !== undefined) await note(context, guildId, keep ? 'kept' : 'taken', rule);
    const content = t(rule === undefined ? 'roles.page.gone' : 'roles.page.removed');
    return rolesPanel(context, guildId, { openedAt, content });
  });

const READS = { writes: false } as const;

/** The actions of the page. */
export const roleActions: Record<string, PressAction | ModalAction> = {
  rolesPage: onPage(
    PANEL,
    async (context, { guildId, openedAt }) => ({
      content: '',
      ...(await rolesPanel(context, guildId, { openedAt })),
    }),
    READS,
  ),
  ruleRole: onPage(PANEL, async (context, { guildId, openedAt }) => {
    const { resolved, t, values } = context;
    const [roleId] = values;
    if (roleId === undefined) return rolesPanel(context, guildId, { openedAt });
    if (roleId !== guildId && resolved.roles.get(roleId) === undefined)
      throw new ReplyError('role-gone', t('server.refused.roleGone'));
    await checkRole(context, guildId, roleId);
    return kindPanel(context, guildId, openedAt, roleId);
  }),
  nickname: onPage(PANEL, (context, { openedAt }) => nicknamePanel(context, openedAt), READS),
  ruleKind: onPage(DRAFT, (context, { guildId, openedAt }) => {
    const { args, values } = context;
    const [chosen = ''] = values;
    const isRank = chosen.startsWith(RANK);
    const draft = { kind: isRank ? 'rank' : chosen, value: isRank ? chosen.slice(RANK.length) : '' };
    return previewPanel(context, guildId, { openedAt, role: args.role, ...draft });
  }),
  ruleForm: form({
    press: 'caller',
    args: DRAFT_KIND,
    open({ args, t }) {
      const { openedAt = 0, role } = args;
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
      const { kind = '', role } = context.args;
      const { guildId, openedAt } = openPanel(context);
      const { value } = context.fields;
      return previewPanel(context, guildId, { openedAt, role, kind, value });
    },
  }),
  ruleStart: onPage(DRAFT_RULE, async (context, { guildId, openedAt }) => {
    const { args, roles, t } = context;
    const rule = ruleFrom(args, await checkRole(context, guildId, args.role), context);
    const outcome = await roles.add(guildId, rule);
    if (outcome === 'added') await note(context, guildId, 'added', rule);
    const content = t(`roles.page.${outcome}`, { count: RULES_MAX });
    return rolesPanel(context, guildId, { openedAt, content });
  }),
  rule: onPage(
    PANEL,
    (context, { guildId, openedAt }) =>
      rulePanel(context, guildId, { openedAt, ruleId: context.values[0] ?? '' }),
    READS,
  ),
  ruleRemove: onPage(
    RULE,
    (context, { guildId, openedAt }) =>
      rulePanel(context, guildId, { openedAt, ruleId: context.args.rule, isAsked: true }),
    READS,
  ),
  ruleTake: remove(false),
  ruleKeep: remove(true),
  ruleResume: onPage(RULE, async (context, { guildId, openedAt }) => {
    const { args, caller, roles, t } = context;
    const rule = own((await roles.read(guildId)).rules, args.rule);
    if (rule === undefined) return rolesPanel(context, guildId, { openedAt, content: t('roles.page.gone') });
    await checkRole(context, guildId, rule.roleId);
    await roles.resume(guildId, ruleIdOf(rule), caller.name);
    await note(context, guildId, 'resumed', rule);
    return rolesPanel(context, guildId, { openedAt, content: t('roles.page.resumed') });
  }),
  ruleSwitch: onPage(SWITCH, async (context, { guildId, openedAt }) => {
    const { args, caller, guilds, roles, t } = context;
    const name = args.name === 'quiet' ? 'quiet' : 'everyRating';
    // Switching it off gives members more of these roles.
    const { rules, ...switches } = await roles.read(guildId);
    if (name === 'everyRating' && switches.everyRating === undefined) {
      const rated = Object.values(rules).filter(({ kind }) => kind === 'rating');
      await checkGiver(context, guildId, [...new Set(rated.map(({ roleId }) => roleId))]);
    }
    const isOn = (await roles.toggle(guildId, name))[name] === undefined;
    const serverT = await guilds.translator(guildId);
    const text = (language: Translate) => language(`roles.switches.${name}.${isOn ? 'on' : 'off'}`);
    await guilds.note(
      guildId,
      serverT('roles.audit.switched', { member: `<@${caller.discordId}>`, setting: text(serverT) }),
    );
    return rolesPanel(context, guildId, { openedAt, content: text(t) });
  }),
};
