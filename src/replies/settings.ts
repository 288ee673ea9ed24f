import type { APIEmbed } from 'discord-api-types/v10';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/** The settings of a server, in the order of the panel. */
export const SETTINGS = ['organizerRole', 'resultsChannel', 'logChannel', 'publicChannels'] as const;
export type ServerSetting = (typeof SETTINGS)[number];

/** The ids in a setting, and those of them that no longer exist in the server. */
interface SettingView {
  setting: ServerSetting;
  ids: readonly string[];
  gone?: ReadonlySet<string>;
}

/** A setting as mentions of its roles or channels. */
export function settingMarkup(
  { setting, ids, gone: missing = new Set() }: SettingView,
  t: Translate,
): string {
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
