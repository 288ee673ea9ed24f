import type { APIEmbed } from 'discord-api-types/v10';
import type { Translate } from '../words/words.ts';
import { escapeMarkup } from '../words/plain.ts';
import { embed } from './format.ts';

/** The settings of a server, by the pages of the panel: a message has room for five rows. */
export const SETTING_PAGES = {
  server: ['organizerRole', 'resultsChannel', 'logChannel', 'publicChannels'],
  results: ['agreement', 'deadline'],
  announcements: ['announceChannel', 'announceWords'],
} as const;
export const SETTING_PAGE_NAMES = ['server', 'results', 'announcements'] as const;
export type SettingPage = (typeof SETTING_PAGE_NAMES)[number];
export type ServerSetting = (typeof SETTING_PAGES)[SettingPage][number];

export const AGREEMENTS = ['at-once', 'both', 'platform'] as const;
export const DEADLINE_HOURS = [2, 6, 12, 24, 48, 72] as const;

/** Of a word that the names of announced tournaments have. */
export const WORD_LENGTH = 40;

/** The ids, choices or words in a setting, and those of the ids that no longer exist in the server. */
interface SettingView {
  setting: ServerSetting;
  ids: readonly string[];
  gone?: ReadonlySet<string>;
}

/** A choice in words. */
export function choiceText(setting: 'agreement' | 'deadline', value: string, t: Translate): string {
  if (setting === 'deadline') return t('server.hours', { count: Number(value) });
  return t(`server.agreements.${AGREEMENTS.find((one) => one === value) ?? 'at-once'}`);
}

/** A setting as mentions of its roles or channels, or as a choice. */
export function settingMarkup(
  { setting, ids, gone: missing = new Set() }: SettingView,
  t: Translate,
): string {
  if (setting === 'agreement' || setting === 'deadline') return choiceText(setting, ids[0] ?? '', t);
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

/** The panel's text. Its selects are below. */
export const settingsEmbed = (views: readonly SettingView[], t: Translate): APIEmbed =>
  embed(t('server.title'), {
    text: t('server.intro'),
    facts: views.map((view) => {
      const hint = t(`server.hints.${view.setting}`);
      return [t(`server.fields.${view.setting}`), `${settingMarkup(view, t)}\n-# ${hint}`, 'full'];
    }),
  });
