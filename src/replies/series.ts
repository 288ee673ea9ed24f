import type { APIEmbed } from 'discord-api-types/v10';
import type { FollowDefaults } from '../guilds/follows.ts';
import type { SeriesRule } from '../guilds/series.ts';
import type { Translate, Words } from '../words/words.ts';
import { switchesText } from './follow.ts';
import { embed, lines } from './format.ts';
import { seriesName } from './series-name.ts';

/** The fields of a rule, in display order. */
const SERIES_FIELDS = [
  'words',
  'announceChannel',
  'role',
  'publish',
  'followChannel',
  'switches',
  'language',
  'seasonChannel',
] as const;
export type SeriesField = (typeof SERIES_FIELDS)[number];

/** A rule, and the switches of its follows. */
export interface RuleView {
  rule: SeriesRule;
  switches: FollowDefaults;
  /** Its roles and channels that no longer exist. */
  gone?: ReadonlySet<string>;
}

interface SeriesWords {
  t: Translate;
  words: Words;
}

/** One field of a rule in words, with mentions. */
export function fieldMarkup(
  { gone = new Set(), rule, switches }: RuleView,
  field: SeriesField,
  { t, words }: SeriesWords,
): string {
  const channel = (id: string | undefined): string => {
    if (id === undefined) return t('server.none');
    return gone.has(id) ? t('server.deletedChannel') : `<#${id}>`;
  };
  switch (field) {
    case 'words':
      return seriesName(rule.words ?? [], t);
    case 'announceChannel':
      return channel(rule.announceChannelId);
    case 'role':
      if (rule.roleId === undefined) return t('server.none');
      return gone.has(rule.roleId) ? t('server.deletedRole') : `<@&${rule.roleId}>`;
    case 'publish':
      return t(rule.publish === true ? 'server.on' : 'server.off');
    case 'followChannel':
      return channel(rule.followChannelId);
    case 'switches': {
      const { eventHours, topics } = switches;
      const on = switchesText(topics, t);
      if (topics.event !== true || eventHours === undefined) return on;
      return [on, t('server.hours', { count: eventHours })].join(t('list.separator'));
    }
    case 'language':
      return rule.language === undefined ? t('series.ofServer') : words.in(rule.language)('language');
    case 'seasonChannel':
      return channel(rule.seasonChannelId);
  }
}

/** The set fields of a rule, without its words. */
function setFields({ rule }: RuleView): SeriesField[] {
  const { announceChannelId, followChannelId, language, publish, roleId, seasonChannelId } = rule;
  return SERIES_FIELDS.filter((field) => {
    switch (field) {
      case 'words':
        return false;
      case 'announceChannel':
        return announceChannelId !== undefined;
      case 'role':
        return roleId !== undefined;
      case 'publish':
        return publish === true;
      case 'followChannel':
      case 'switches':
        return followChannelId !== undefined;
      case 'language':
        return language !== undefined;
      case 'seasonChannel':
        return seasonChannelId !== undefined;
    }
  });
}

/** A rule in some lines. */
const ruleLines = (view: RuleView, texts: SeriesWords): string[] => {
  const { t } = texts;
  const fields = setFields(view).map((field) =>
    t('series.fact', { field: t(`series.fields.${field}`), value: fieldMarkup(view, field, texts) }),
  );
  return fields.length === 0 ? [t('series.idle')] : fields;
};

/** A rule in one line, as the log has it. */
export const ruleSummary = (view: RuleView, texts: SeriesWords): string =>
  [seriesName(view.rule.words ?? [], texts.t), ...ruleLines(view, texts)].join(texts.t('list.separator'));

/** All rules of a server. */
export const seriesEmbed = (views: readonly RuleView[], texts: SeriesWords): APIEmbed => {
  const { t } = texts;
  return embed(t('series.title'), {
    text: lines(t('series.intro'), views.length === 0 ? t('series.none') : undefined),
    facts: views.map((view, at) => [
      `${at + 1}. ${seriesName(view.rule.words ?? [], t)}`,
      lines(...ruleLines(view, texts)),
      'full',
    ]),
  });
};

/**
 * One rule, or some of its fields. Their controls are below. `menus`: the fields of the menus in their order, since a menu with a
 * choice does not show its placeholder.
 */
export const ruleEmbed = (
  view: RuleView,
  texts: SeriesWords,
  { fields = SERIES_FIELDS, menus }: { fields?: readonly SeriesField[]; menus?: readonly SeriesField[] },
): APIEmbed => {
  const { t } = texts;
  const names = menus?.map((field) => t(`series.fields.${field}`)).join(t('list.separator'));
  return embed(t('series.of', { series: seriesName(view.rule.words ?? [], t) }), {
    facts: fields.map((field) => {
      const hint = `-# ${t(`series.hints.${field}`)}`;
      return [t(`series.fields.${field}`), lines(fieldMarkup(view, field, texts), hint), 'full'];
    }),
    footer: names && t('series.menus', { fields: names }),
  });
};
