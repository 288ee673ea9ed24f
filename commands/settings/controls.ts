import { ChannelType } from 'discord-api-types/v10';
import { AUTOMATIC, type ServerSetting, type SettingOf } from '../../src/guilds/settings.ts';
import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, type ActionButton, type ComponentRow, type Modal } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { choiceHint, choiceText, type ChoiceSetting, type SettingWords } from '../../src/replies/settings.ts';
import type { Words } from '../../src/words/words.ts';
import { POST_CHANNELS } from '../shared/posting.ts';

/** When the panel was opened, epoch seconds. Its components carry it. */
export const PANEL = { openedAt: 'integer' } as const;

const CHANNELS_MAX = 25;

/** Threads count as their parent channel: forums can be chosen, threads cannot. */
const ANSWER_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
] as const;

/** Of the button that opens the form for a filter. */
export const FILTER = { ...PANEL, words: 'text' } as const;
/** What that form sends. */
export const FILTER_FIELDS = { words: 'text' } as const;
const FILTER_LENGTH = 200;

/** Of the button that turns a flag on or off. `next`: what it is set to, `on` or `off`. */
export const FLAG = { ...PANEL, next: 'text' } as const;

/** All values of a choice. */
export const choicesOf = (setting: ChoiceSetting, { locales }: Pick<Words, 'locales'>): readonly string[] =>
  setting.kind === 'language' ? [AUTOMATIC, ...locales] : setting.values.map(String);

/** What a setting is changed with. `values`: those that exist. */
export function controlOf(
  setting: ServerSetting,
  values: readonly string[],
  panel: SettingWords & { openedAt: number },
): ComponentRow {
  if (setting.kind === 'filter') return [filterButton(setting, values, panel)];
  if (setting.kind === 'flag') return [flagButton(setting, values, panel)];
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
        max: CHANNELS_MAX,
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

/** Opens the form for a filter, with the words of now if the button has room for them. */
const filterButton = (
  { name }: SettingOf<'filter'>,
  values: readonly string[],
  { openedAt, t }: { openedAt: number; t: Context['t'] },
): ActionButton => ({
  ...button(t(`server.filter.button.${name}`), `settings:${name}-form`, {
    args: encodeArgs(FILTER, { openedAt, words: values.join(', ') }),
  }),
  shortArgs: [encodeArgs(PANEL, { openedAt })],
});

/** Turns a flag on or off. */
function flagButton(
  setting: SettingOf<'flag'>,
  values: readonly string[],
  { openedAt, t }: { openedAt: number; t: Context['t'] },
): ActionButton {
  const isOn = values.length > 0;
  const label = t(isOn ? 'follow.switch.on' : 'follow.switch.off', {
    topic: t(`server.fields.${setting.name}`),
  });
  return button(label, `settings:${setting.name}`, {
    args: encodeArgs(FLAG, { openedAt, next: isOn ? 'off' : 'on' }),
    style: isOn ? 'success' : 'secondary',
  });
}

export function filterForm(
  { name }: SettingOf<'filter'>,
  { args, t }: Pick<ActionInput<typeof FILTER>, 'args'> & Pick<Context, 't'>,
): Modal {
  const { openedAt, words = '' } = args;
  return {
    title: t(`server.filter.title.${name}`),
    action: `settings:${name}`,
    args: encodeArgs(PANEL, { openedAt }),
    inputs: [
      {
        name: 'words',
        label: t(`server.filter.label.${name}`),
        description: t(`server.filter.hint.${name}`),
        value: words.slice(0, FILTER_LENGTH),
        required: false,
        maxLength: FILTER_LENGTH,
      },
    ],
  };
}
