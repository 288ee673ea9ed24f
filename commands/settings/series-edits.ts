import type { ActionInput, PressAction } from '../../src/bot/command.ts';
import { changeSeries } from '../../src/guilds/series-changes.ts';
import { SERIES_MAX, withField, withRule, type SeriesRule } from '../../src/guilds/series.ts';
import type { FollowSwitches } from '../../src/guilds/switches.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { fieldMarkup, ruleSummary, type SeriesField } from '../../src/replies/series.ts';
import { seriesName } from '../../src/replies/series-name.ts';
import type { Translate } from '../../src/words/words.ts';
import { action, type Context } from '../shared/define.ts';
import { openPanel, refuseStore } from './pages.ts';
import { NAMED, openRule, RULE, viewOf, type OpenRule, type PanelInput } from './series-args.ts';
import { wordsOf } from './series-checks.ts';
import { rulePanel, seriesPanel } from './series-panels.ts';

/** Stores changed rules, with a line in the log channel. `textOf`: the line's subject before and after, and the answer. */
async function save(
  context: Context,
  guildId: string,
  edit: (rules: readonly SeriesRule[]) => readonly SeriesRule[],
  textOf: (rules: readonly SeriesRule[], t: Translate) => Promise<{ field: string; value: string }>,
) {
  const { caller, guilds, t } = context;
  const { before, after } = await changeSeries(guilds, guildId, edit).catch(refuseStore(context));
  const texts = (language: Translate) =>
    Promise.all([textOf(before.series ?? [], language), textOf(after.series ?? [], language)]);
  const serverT = await guilds.translator(guildId);
  const [[, own], [from, to]] = await Promise.all([texts(t), texts(serverT)]);
  const isChanged = from.value !== to.value;
  if (isChanged)
    await guilds.note(
      guildId,
      serverT('server.audit.changed', {
        member: `<@${caller.discordId}>`,
        field: from.field,
        before: from.value,
        after: to.value,
      }),
    );
  return { settings: after, content: t(isChanged ? 'server.saved' : 'server.unchanged', own) };
}

/** Changes one field of a rule. Returns the changed rule, and the answer. */
async function change(
  context: Context,
  open: OpenRule,
  field: SeriesField,
  edit: (rule: SeriesRule) => SeriesRule,
) {
  const { words } = context;
  const { guildId, rule } = open;
  const { content, settings } = await save(
    context,
    guildId,
    (rules) => withRule(rules, rule.id, edit),
    async (rules, t) => {
      const one = rules.find(({ id }) => id === rule.id) ?? rule;
      const series = seriesName(one.words ?? [], t);
      return {
        field: t('series.fact', { field: t('series.of', { series }), value: t(`series.fields.${field}`) }),
        value: fieldMarkup(await viewOf(context, guildId, one), field, { t, words }),
      };
    },
  );
  const after = settings.series?.find(({ id }) => id === rule.id);
  const view = after && { ...open, ...(await viewOf(context, guildId, after)) };
  return { content, settings, view };
}

/** The answer if an admin has removed the rule of a panel. */
export async function gone(context: PanelInput): Promise<Reply> {
  const { guildId, openedAt } = openPanel(context);
  const settings = await context.guilds.settings.read(guildId);
  return seriesPanel(context, guildId, { openedAt, settings, content: context.t('series.gone') });
}

type RuleInput = Context & ActionInput<typeof RULE>;

/** A press on the panel of a rule. */
export const onRule = (
  run: (context: RuleInput, open: OpenRule) => Reply | Promise<Reply>,
  { writes = true } = {},
): PressAction =>
  action({
    press: 'caller',
    writes,
    args: RULE,
    async run(context) {
      const open = await openRule(context, context.args.rule);
      return open === undefined ? gone(context) : run(context, open);
    },
  });

type Edit = (rule: SeriesRule) => SeriesRule;
type ShowPanel = typeof rulePanel;

/** Changes one field, and shows its panel. */
export async function changed(
  context: Context,
  open: OpenRule,
  { edit, field, show }: { edit: Edit; field: SeriesField; show: ShowPanel },
): Promise<Reply> {
  const { content, settings, view } = await change(context, open, field, edit);
  const { guildId, openedAt } = open;
  return view === undefined
    ? seriesPanel(context, guildId, { openedAt, settings, content })
    : show(context, view, { content });
}

/** A control of a rule. `editOf` throws `ReplyError` for an invalid value. */
export const control = (
  field: SeriesField,
  show: ShowPanel,
  editOf: (context: RuleInput, open: OpenRule) => Edit | Promise<Edit>,
): PressAction =>
  onRule(async (context, open) => changed(context, open, { edit: await editOf(context, open), field, show }));

/** Sets switches: from then on, a rule has its own. */
export const withTopics =
  ({ switches }: OpenRule, topics: FollowSwitches, eventHours = switches.eventHours): Edit =>
  (rule) =>
    withField(
      { ...rule, topics: { ...switches.topics, ...rule.topics, ...topics } },
      'eventHours',
      eventHours,
    );

/** A whole rule in one line, or a text that there is none. */
const summaryOf =
  (context: Context, guildId: string, ruleId: string) =>
  async (rules: readonly SeriesRule[], t: Translate): Promise<{ field: string; value: string }> => {
    const rule = rules.find(({ id }) => id === ruleId);
    const view = rule && (await viewOf(context, guildId, rule));
    const value = view === undefined ? t('server.none') : ruleSummary(view, { t, words: context.words });
    return { field: t('series.title'), value };
  };

/** Makes a rule, or changes the words of one. */
export async function saveWords(context: Context & ActionInput<typeof NAMED>, typed: string): Promise<Reply> {
  const { args, guilds, now, t } = context;
  const { guildId, openedAt } = openPanel(context);
  const filter = wordsOf(typed, t);
  const withWords: Edit = (rule) => withField(rule, 'words', filter.length === 0 ? undefined : filter);
  if (args.rule !== undefined) {
    const open = await openRule(context, args.rule);
    return open === undefined
      ? gone(context)
      : changed(context, open, { edit: withWords, field: 'words', show: rulePanel });
  }
  const rule = withWords({ id: now().toString(36) });
  const { series = [] } = await guilds.settings.read(guildId);
  if (series.length >= SERIES_MAX)
    throw new ReplyError('series-full', t('series.refused.full', { count: SERIES_MAX }));
  const { content, settings } = await save(
    context,
    guildId,
    (rules) => (rules.length < SERIES_MAX ? [...rules, rule] : rules),
    summaryOf(context, guildId, rule.id),
  );
  const added = settings.series?.find(({ id }) => id === rule.id);
  if (added === undefined) return seriesPanel(context, guildId, { openedAt, settings, content });
  return rulePanel(context, { guildId, openedAt, ...(await viewOf(context, guildId, added)) }, { content });
}

export async function remove(context: Context, open: OpenRule): Promise<Reply> {
  const { t } = context;
  const { guildId, openedAt, rule } = open;
  const { settings } = await save(
    context,
    guildId,
    (rules) => withRule(rules, rule.id, () => undefined),
    summaryOf(context, guildId, rule.id),
  );
  const content = t('series.removed', { series: seriesName(rule.words ?? [], t) });
  return seriesPanel(context, guildId, { openedAt, settings, content });
}
