import type { GuildSettings } from '../../src/guilds/settings.ts';
import { SERIES_MAX, type SeriesRule } from '../../src/guilds/series.ts';
import { seasonOf } from '../../src/guilds/season.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, type ActionButton, type NativeSelect, type Reply } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { ruleEmbed, seriesEmbed, type RuleView } from '../../src/replies/series.ts';
import { previewEmbeds } from '../../src/replies/series-preview.ts';
import { seriesName } from '../../src/replies/series-name.ts';
import { label } from '../../src/words/plain.ts';
import type { Context } from '../shared/define.ts';
import { POST_CHANNELS } from '../shared/posting.ts';
import { PANEL } from './controls.ts';
import { pageButtons } from './pages.ts';
import { RULE, viewOf, WORDS, type OpenRule } from './series-args.ts';

/** What a panel shows besides the rule. */
export interface More {
  content?: string | undefined;
}

/** The roles and channels of some rules that no longer exist. */
export const goneOf = ({ guilds }: Context, guildId: string, views: readonly RuleView[]) =>
  guilds.directory.missing(guildId, {
    roleIds: views.flatMap(({ rule, switches: { topics } }) => [rule.roleId, topics.ping].filter(isSet)),
    channelIds: views.flatMap(({ rule: { announceChannelId, followChannelId, seasonChannelId } }) =>
      [announceChannelId, followChannelId, seasonChannelId].filter(isSet),
    ),
  });

export const isSet = (id: string | undefined): id is string => id !== undefined && id !== '';

const wordsText = ({ words = [] }: Pick<SeriesRule, 'words'>): string => words.join(', ');

/** Opens the form for the words of a rule, or of a new one, with the current words if they fit the button. */
function wordsButton(text: string, openedAt: number, rule?: SeriesRule): ActionButton {
  const named = { openedAt, rule: rule?.id };
  return {
    ...button(text, 'settings:seriesForm', {
      args: encodeArgs(WORDS, { ...named, words: rule && wordsText(rule) }),
    }),
    shortArgs: [encodeArgs(WORDS, named)],
  };
}

/** The page with all rules, and the menu that posts a link button. */
export async function seriesPanel(
  context: Context,
  guildId: string,
  { content, openedAt, settings }: More & { openedAt: number; settings: GuildSettings },
): Promise<Reply> {
  const { t, words } = context;
  const { series = [] } = settings;
  const views = await Promise.all(series.map((rule) => viewOf(context, guildId, rule)));
  const gone = await goneOf(context, guildId, views);
  const args = encodeArgs(PANEL, { openedAt });
  const options = series.map((rule, at) => ({
    value: rule.id,
    label: label(`${at + 1}. ${wordsText(rule) || t('server.anyName')}`),
  }));
  return {
    ...present({ content }),
    embeds: [
      seriesEmbed(
        views.map((view) => ({ ...view, gone })),
        { t, words },
      ),
    ],
    rows: [
      { kind: 'select', action: 'settings:series', args, placeholder: t('series.change'), options },
      { kind: 'select', action: 'settings:seriesRemove', args, placeholder: t('series.remove'), options },
      series.length < SERIES_MAX ? [wordsButton(t('series.add'), openedAt)] : [],
      {
        kind: 'channels',
        action: 'settings:linkPanel',
        args,
        placeholder: t('server.panel.choose'),
        chosen: [],
        channelTypes: POST_CHANNELS,
      },
      pageButtons({ openedAt, page: 'series' }, t),
    ],
  };
}

export const backTo = (
  action: 'settings:seriesRule' | 'settings:seriesPage',
  { openedAt, rule }: OpenRule,
  text: string,
) => button(text, action, { args: encodeArgs(RULE, { openedAt, rule: rule.id }) });

/** The fields that menus change, in the order of the menus. */
const RULE_MENUS = ['announceChannel', 'role', 'followChannel', 'seasonChannel'] as const;

/** One rule, with its posts and channels. */
export async function rulePanel(context: Context, open: OpenRule, { content }: More = {}): Promise<Reply> {
  const { t, words } = context;
  const { guildId, openedAt, rule } = open;
  const gone = await goneOf(context, guildId, [open]);
  const args = encodeArgs(RULE, { openedAt, rule: rule.id });
  const menu = (
    kind: NativeSelect['kind'],
    name: string,
    id: string | undefined,
    placeholder: string,
  ): NativeSelect => ({
    kind,
    action: `settings:${name}`,
    args,
    placeholder,
    // Discord rejects a message with defaults that no longer exist.
    chosen: [id].filter(isSet).filter((one) => !gone.has(one)),
    ...present({ channelTypes: kind === 'channels' ? POST_CHANNELS : undefined }),
  });
  const isPublished = rule.publish === true;
  return {
    ...present({ content }),
    embeds: [ruleEmbed({ ...open, gone }, { t, words }, { menus: RULE_MENUS })],
    rows: [
      menu('channels', 'seriesAnnounce', rule.announceChannelId, t('series.choose.announceChannel')),
      menu('roles', 'seriesRole', rule.roleId, t('series.choose.role')),
      menu('channels', 'seriesFollow', rule.followChannelId, t('series.choose.followChannel')),
      menu('channels', 'seriesSeason', rule.seasonChannelId, t('series.choose.seasonChannel')),
      [
        wordsButton(t('series.wordsButton'), openedAt, rule),
        button(
          t(isPublished ? 'follow.switch.on' : 'follow.switch.off', { topic: t('series.fields.publish') }),
          'settings:seriesPublish',
          {
            args: encodeArgs(RULE, {
              openedAt,
              rule: rule.id,
              name: 'publish',
              next: isPublished ? 'off' : 'on',
            }),
            style: isPublished ? 'success' : 'secondary',
          },
        ),
        button(t('series.switchesButton'), 'settings:seriesSwitches', { args }),
        button(t('series.previewButton'), 'settings:seriesPreview', { args }),
        backTo('settings:seriesPage', open, t('series.all')),
      ],
    ],
  };
}

/** What each channel of a rule will get, shown only to the presser. */
export async function previewPanel(context: Context, open: OpenRule): Promise<Reply> {
  const { guilds, now, t } = context;
  const { guildId, rule } = open;
  const ruleT = await guilds.translatorIn(guildId, rule.language);
  const season = seasonOf(rule, await guilds.season.read(guildId));
  const embeds = previewEmbeds(open, { now: now(), ruleT, season, t });
  return {
    content: t(embeds.length === 0 ? 'series.preview.nothing' : 'series.preview.intro', {
      series: seriesName(rule.words ?? [], t),
    }),
    embeds,
    rows: [[backTo('settings:seriesRule', open, t('follow.back'))]],
  };
}

/** Asks before removing a rule. */
export function removeQuestion({ t }: Context, open: OpenRule): Reply {
  const { openedAt, rule } = open;
  const args = encodeArgs(RULE, { openedAt, rule: rule.id });
  return {
    content: t('series.askRemove', { series: seriesName(rule.words ?? [], t) }),
    embeds: [],
    rows: [
      [
        button(t('series.removeButton'), 'settings:seriesGone', { args, style: 'danger' }),
        backTo('settings:seriesPage', open, t('series.all')),
      ],
    ],
  };
}
