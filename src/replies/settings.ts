import type { APIEmbed } from 'discord-api-types/v10';
import { AUTOMATIC, type ServerSetting, type SettingOf } from '../guilds/settings.ts';
import type { Translate, Words } from '../words/words.ts';
import { embed } from './format.ts';

/** A setting with its values, and the ids among them that no longer exist in the server. */
interface SettingView {
  setting: ServerSetting;
  values: readonly string[];
  gone?: ReadonlySet<string>;
}

/** The reader's language, and the names of the others. */
export interface SettingWords {
  t: Translate;
  words: Words;
}

/** A setting with one of some values. */
export type ChoiceSetting = SettingOf<'choice' | 'hours' | 'language'>;

/** A language in its own words. */
const languageName = (locale: string, { words }: Pick<SettingWords, 'words'>): string =>
  words.in(locale)('language');

/** A value of a choice as stored, or its initial value. */
const chosen = ({ values, initial }: SettingOf<'choice'>, value: string) =>
  values.find((one) => one === value) ?? initial;

export function choiceText(setting: ChoiceSetting, value: string, { t, words }: SettingWords): string {
  switch (setting.kind) {
    case 'choice':
      return t(`server.choices.${chosen(setting, value)}`);
    case 'hours':
      return t('server.hours', { count: Number(value) });
    case 'language':
      return value === AUTOMATIC ? t('server.automatic') : languageName(value, { words });
  }
}

/** The explanation of a choice, below its text. */
export const choiceHint = (setting: ChoiceSetting, value: string, t: Translate): string | undefined =>
  setting.kind === 'choice' ? t(`server.choiceHints.${chosen(setting, value)}`) : undefined;

/** A setting in words, with mentions of its roles or channels. */
export function settingMarkup(
  { setting, values, gone = new Set() }: SettingView,
  { t, words }: SettingWords,
): string {
  const mentions = (deleted: string, mention: (id: string) => string): string =>
    values.map((id) => (gone.has(id) ? deleted : mention(id))).join(' ');
  switch (setting.kind) {
    case 'role':
      return mentions(t('server.deletedRole'), (id) => `<@&${id}>`) || t('server.none');
    case 'channel':
      return mentions(t('server.deletedChannel'), (id) => `<#${id}>`) || t('server.none');
    case 'channels':
      return mentions(t('server.deletedChannel'), (id) => `<#${id}>`) || t('server.everywhere');
    case 'choice':
    case 'hours':
    case 'language':
      return choiceText(setting, values[0] ?? '', { t, words });
  }
}

/** The panel's text. Its controls are below. `discordLocale`: Discord's language for the server. */
export const settingsEmbed = (
  views: readonly SettingView[],
  discordLocale: string,
  { t, words }: SettingWords,
): APIEmbed =>
  embed(t('server.title'), {
    text: t('server.intro'),
    facts: views.map((view) => {
      const { name } = view.setting;
      const hint = t(`server.hints.${name}`, { language: languageName(discordLocale, { words }) });
      return [t(`server.fields.${name}`), `${settingMarkup(view, { t, words })}\n-# ${hint}`, 'full'];
    }),
  });
