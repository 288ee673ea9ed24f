import type { APIEmbed } from 'discord-api-types/v10';
import type { Translate, Words } from '../words/words.ts';
import { escapeMarkup } from '../words/plain.ts';
import { embed } from './format.ts';

/** The settings of a server, by the pages of the panel: a message has room for five rows. */
export const SETTING_PAGES = {
  server: ['organizerRole', 'resultsChannel', 'logChannel', 'publicChannels'],
  results: ['agreement', 'deadline'],
  announcements: ['announceChannel', 'announceWords'],
  language: ['language'],
} as const;
export const SETTING_PAGE_NAMES = ['server', 'results', 'announcements', 'language'] as const;
export type SettingPage = (typeof SETTING_PAGE_NAMES)[number];
export type ServerSetting = (typeof SETTING_PAGES)[SettingPage][number];

export const AGREEMENTS = ['at-once', 'both', 'platform'] as const;
export const DEADLINE_HOURS = [2, 6, 12, 24, 48, 72] as const;

/** The choice of no language: Discord's for the server. */
export const AUTOMATIC = 'auto';

/** Of a word that the names of announced tournaments have. */
export const WORD_LENGTH = 40;

/** The ids, choices or words in a setting, and those of the ids that no longer exist in the server. */
interface SettingView {
  setting: ServerSetting;
  ids: readonly string[];
  gone?: ReadonlySet<string>;
}

/** The reader's language, and the names of the others. */
export interface SettingWords {
  t: Translate;
  words: Words;
}

/** A language in its own words. */
const languageName = (locale: string, { words }: Pick<SettingWords, 'words'>): string =>
  words.in(locale)('language');

/** A choice in words. */
export function choiceText(
  setting: 'agreement' | 'deadline' | 'language',
  value: string,
  { t, words }: SettingWords,
): string {
  if (setting === 'deadline') return t('server.hours', { count: Number(value) });
  if (setting === 'language')
    return value === AUTOMATIC ? t('server.automatic') : languageName(value, { words });
  return t(`server.agreements.${AGREEMENTS.find((one) => one === value) ?? 'at-once'}`);
}

/** A setting as mentions of its roles or channels, or as a choice. */
export function settingMarkup(
  { setting, ids, gone: missing = new Set() }: SettingView,
  { t, words }: SettingWords,
): string {
  if (setting === 'agreement' || setting === 'deadline' || setting === 'language')
    return choiceText(setting, ids[0] ?? '', { t, words });
  if (setting === 'announceWords')
    return ids.length === 0
      ? t('server.anyName')
      : ids.map((word) => escapeMarkup(word, WORD_LENGTH)).join(', ');
  if (ids.length === 0) return t(setting === 'publicChannels' ? 'server.everywhere' : 'server.none');
  const isRole = setting === 'organizerRole';
  const mentions = ids.map((id) => {
    if (missing.has(id)) return t(isRole ? 'server.deletedRole' : 'server.deletedChannel');
    return isRole ? `<@&${id}>` : `<#${id}>`;
  });
  return mentions.join(' ');
}

/** The panel's text. Its selects are below. `discordLocale`: Discord's for the server. */
export const settingsEmbed = (
  views: readonly SettingView[],
  discordLocale: string,
  { t, words }: SettingWords,
): APIEmbed =>
  embed(t('server.title'), {
    text: t('server.intro'),
    facts: views.map((view) => {
      const language = languageName(discordLocale, { words });
      const hint = t(`server.hints.${view.setting}`, { language });
      return [t(`server.fields.${view.setting}`), `${settingMarkup(view, { t, words })}\n-# ${hint}`, 'full'];
    }),
  });
