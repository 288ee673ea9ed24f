import type { APIEmbed } from 'discord-api-types/v10';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/** What can be set, in the order of the panel. */
export const SETTINGS = ['organizerRole', 'resultsChannel', 'logChannel', 'publicChannels'] as const;
export type Setting = (typeof SETTINGS)[number];

/** The ids that a setting holds, and those of them that no longer are in the server. */
interface SettingView {
  setting: Setting;
  ids: readonly string[];
  gone?: ReadonlySet<string>;
}

/** A setting as text: roles and channels as Discord draws them, whatever they are called. */
export function settingText({ setting, ids, gone = new Set() }: SettingView, t: Translate): string {
  if (ids.length === 0) return t(setting === 'publicChannels' ? 'server.everywhere' : 'server.none');
  const isRole = setting === 'organizerRole';
  const drawn = ids.map((id) => {
    if (gone.has(id)) return t(isRole ? 'server.deletedRole' : 'server.deletedChannel');
    return isRole ? `<@&${id}>` : `<#${id}>`;
  });
  return drawn.join(' ');
}

/** The panel's text; its selects stand beneath. */
export const settingsEmbed = (views: readonly SettingView[], t: Translate): APIEmbed =>
  embed(t('server.title'), {
    text: t('server.intro'),
    facts: views.map((view) => {
      const hint = t(`server.hints.${view.setting}`);
      return [t(`server.fields.${view.setting}`), `${settingText(view, t)}\n-# ${hint}`, 'full'];
    }),
  });
