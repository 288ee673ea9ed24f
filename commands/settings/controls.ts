import { ChannelType } from 'discord-api-types/v10';
import { AUTOMATIC, type ServerSetting } from '../../src/guilds/settings.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { LIMITS } from '../../src/message/limits.ts';
import type { ComponentRow } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { choiceHint, choiceText, type ChoiceSetting, type SettingWords } from '../../src/replies/settings.ts';
import type { Words } from '../../src/words/words.ts';
import { POST_CHANNELS } from '../shared/posting.ts';

/** When the panel was opened, epoch seconds. Its components carry it. */
export const PANEL = { openedAt: 'integer' } as const;

/** Threads count as their parent channel: forums can be chosen, threads cannot. */
const ANSWER_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
] as const;

/** All values of a choice. */
export const choicesOf = (setting: ChoiceSetting, { locales }: Pick<Words, 'locales'>): readonly string[] =>
  setting.kind === 'language' ? [AUTOMATIC, ...locales] : setting.values.map(String);

/** The control of a setting. `values`: the existing ones. */
export function controlOf(
  setting: ServerSetting,
  values: readonly string[],
  panel: SettingWords & { openedAt: number },
): ComponentRow {
  const { openedAt, t, words } = panel;
  const common = {
    action: `settings:${setting.name}` as const,
    args: encodeArgs(PANEL, { openedAt }),
    placeholder: t(`server.choose.${setting.name}`),
  };
  switch (setting.kind) {
    case 'role':
      return { kind: 'roles', ...common, chosen: values };
    case 'channel':
      return { kind: 'channels', ...common, chosen: values, channelTypes: POST_CHANNELS };
    case 'channels':
      return {
        kind: 'channels',
        ...common,
        chosen: values,
        channelTypes: ANSWER_CHANNELS,
        max: LIMITS.selectOptions,
      };
    case 'choice':
    case 'hours':
    case 'language':
      return {
        kind: 'select',
        ...common,
        ...present({ chosen: values[0] }),
        options: choicesOf(setting, words).map((value) =>
          present({
            value,
            label: choiceText(setting, value, { t, words }),
            description: choiceHint(setting, value, t),
          }),
        ),
      };
  }
}
