import type { ModalAction, PressAction } from '../../src/bot/command.ts';
import { withField } from '../../src/guilds/series.ts';
import { FLAG_NAMES } from '../../src/guilds/switches.ts';
import { AUTOMATIC } from '../../src/guilds/settings.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import type { Reply } from '../../src/message/reply.ts';
import { action, form, type Context } from '../shared/define.ts';
import { HOURS, hoursForm, readHours } from '../shared/event.ts';
import { lateOf } from '../shared/late.ts';
import { PANEL } from './controls.ts';
import { openPanel } from './pages.ts';
import { NAMED, openRule, RULE, WORDS, WORDS_FIELDS, type OpenRule } from './series-args.ts';
import {
  checkPublishing,
  checkSwitch,
  chosenChannel,
  chosenFollowChannel,
  chosenPing,
  chosenRole,
} from './series-checks.ts';
import { changed, control, gone, onRule, remove, saveWords, withTopics } from './series-edits.ts';
import { previewPanel, removeQuestion, rulePanel, seriesPanel } from './series-panels.ts';
import { switchesPanel } from './series-switches.ts';

const WORDS_LENGTH = 200;

const READS = { writes: false } as const;

/** A choice in one of the menus of the page. */
const onChosen = (run: (context: Context, open: OpenRule) => Reply | Promise<Reply>): PressAction =>
  action({
    press: 'caller',
    args: PANEL,
    async run(context) {
      const open = await openRule(context, context.values[0] ?? '');
      return open === undefined ? gone(context) : run(context, open);
    },
  });

/** The actions of the page. */
export const seriesActions: Record<string, PressAction | ModalAction> = {
  seriesPage: action({
    press: 'caller',
    args: PANEL,
    async run(context) {
      const { guildId, openedAt } = openPanel(context);
      const settings = await context.guilds.settings.read(guildId);
      return { content: '', ...(await seriesPanel(context, guildId, { openedAt, settings })) };
    },
  }),
  series: onChosen((context, open) => rulePanel(context, open)),
  seriesRemove: onChosen(removeQuestion),
  seriesGone: onRule(remove),
  seriesRule: onRule(async (context, open) => ({ content: '', ...(await rulePanel(context, open)) }), READS),
  seriesSwitches: onRule(
    async (context, open) => ({ content: '', ...(await switchesPanel(context, open)) }),
    READS,
  ),
  seriesPreview: onRule(previewPanel, READS),
  seriesForm: form({
    press: 'caller',
    args: WORDS,
    open({ args, t }) {
      const { openedAt, rule, words = '' } = args;
      return {
        title: t('series.form.title'),
        action: 'settings:seriesWords',
        args: encodeArgs(NAMED, { openedAt, rule }),
        inputs: [
          {
            name: 'words',
            label: t('series.form.label'),
            description: t('series.form.hint'),
            value: words.slice(0, WORDS_LENGTH),
            required: false,
            maxLength: WORDS_LENGTH,
          },
        ],
      };
    },
  }),
  seriesWords: action({
    press: 'caller',
    writes: true,
    args: NAMED,
    fields: WORDS_FIELDS,
    run: (context) => saveWords(context, context.fields.words),
  }),
  seriesAnnounce: control('announceChannel', rulePanel, (context) => {
    const id = chosenChannel(context)?.channelId;
    return (rule) => withField(rule, 'announceChannelId', id);
  }),
  seriesRole: control('role', rulePanel, (context, { guildId }) => {
    const id = chosenRole(context, guildId);
    return (rule) => withField(rule, 'roleId', id);
  }),
  seriesPublish: control('publish', rulePanel, async (context, { guildId, rule: before }) => {
    const isOn = context.args.next === 'on';
    if (isOn) await checkPublishing(context, guildId, before);
    return (rule) => withField(rule, 'publish', isOn ? true : undefined);
  }),
  seriesFollow: control('followChannel', rulePanel, (context, { switches }) => {
    const id = chosenFollowChannel(context, switches.topics);
    return (rule) => withField(rule, 'followChannelId', id);
  }),
  seriesSeason: control('seasonChannel', rulePanel, (context) => {
    const id = chosenChannel(context)?.channelId;
    return (rule) => withField(rule, 'seasonChannelId', id);
  }),
  seriesSwitch: control('switches', switchesPanel, async (context, open) => {
    const name = FLAG_NAMES.find((one) => one === context.args.name);
    if (name === undefined) return (rule) => rule;
    const isOn = context.args.next === 'on';
    if (isOn) await checkSwitch(context, open.guildId, open.rule, name);
    return withTopics(open, { [name]: isOn });
  }),
  seriesHours: form({
    press: 'caller',
    args: RULE,
    open: ({ args, t }) => hoursForm('settings:seriesEvent', encodeArgs(RULE, args), t),
  }),
  seriesEvent: action({
    press: 'caller',
    writes: true,
    args: RULE,
    fields: HOURS,
    async run(context) {
      const hours = readHours(context.fields, context.t);
      const open = await openRule(context, context.args.rule);
      if (open === undefined) return gone(context);
      await checkSwitch(context, open.guildId, open.rule, 'event');
      const edit = withTopics(open, { event: true }, hours);
      return changed(context, open, { edit, field: 'switches', show: switchesPanel });
    },
  }),
  seriesPing: control('switches', switchesPanel, async (context, open) => {
    const ping = (await chosenPing(context, open.guildId, open.rule)) ?? '';
    return withTopics(open, { ping });
  }),
  seriesLate: control('switches', switchesPanel, (context, open) =>
    withTopics(open, { late: lateOf(context.values[0]) }),
  ),
  seriesLanguage: control('language', switchesPanel, ({ values: [locale = AUTOMATIC], words }) => {
    const isKnown = words.locales.some((one) => one === locale);
    return (rule) => withField(rule, 'language', isKnown ? locale : undefined);
  }),
};
