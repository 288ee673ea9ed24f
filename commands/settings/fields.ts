import { ChannelType } from 'discord-api-types/v10';
import { encodeArgs } from '../../src/message/custom-id.ts';
import type { ActionInput, Context } from '../../src/bot/command.ts';
import { agreementOf, deadlineHoursOf, type GuildSettings } from '../../src/guilds/settings.ts';
import { present } from '../../src/present.ts';
import {
  AGREEMENTS,
  AUTOMATIC,
  choiceText,
  DEADLINE_HOURS,
  type ServerSetting,
  type SettingWords,
} from '../../src/replies/settings.ts';
import { ReplyError, type ComponentRow, type NativeSelect } from '../../src/message/reply.ts';
import type { Words } from '../../src/words/words.ts';
import { checkChannel, POST_CHANNELS, TO_POST } from '../shared/posting.ts';

const PUBLIC_CHANNELS_MAX = 25;

/** Threads count as their parent channel: forums can be chosen, threads cannot. */
const PUBLIC_CHANNEL_TYPES = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
] as const;

const SELECTS = {
  organizerRole: { kind: 'roles' },
  resultsChannel: { kind: 'channels', channelTypes: POST_CHANNELS },
  logChannel: { kind: 'channels', channelTypes: POST_CHANNELS },
  publicChannels: { kind: 'channels', channelTypes: PUBLIC_CHANNEL_TYPES, max: PUBLIC_CHANNELS_MAX },
  announceChannel: { kind: 'channels', channelTypes: POST_CHANNELS },
} as const satisfies Partial<Record<ServerSetting, Partial<NativeSelect>>>;

/** Settings with one of some values, the default included. */
const CHOICES = {
  agreement: () => AGREEMENTS,
  deadline: () => DEADLINE_HOURS.map(String),
  language: ({ locales }) => [AUTOMATIC, ...locales],
} as const satisfies Partial<Record<ServerSetting, (words: Words) => readonly string[]>>;
type Choice = keyof typeof CHOICES;
export const isChoice = (setting: ServerSetting): setting is Choice => setting in CHOICES;

/** When the panel was opened, epoch seconds. Its components carry it. */
export const PANEL = { openedAt: 'integer' } as const;

/** Where roles, channels and words are stored. */
const SETTING_KEYS = {
  organizerRole: 'organizerRoleId',
  resultsChannel: 'resultsChannelId',
  logChannel: 'logChannelId',
  publicChannels: 'publicChannelIds',
  announceChannel: 'announceChannelId',
  announceWords: 'announceWords',
} as const satisfies Record<Exclude<ServerSetting, Choice>, keyof GuildSettings>;

/** The ids or words in a setting, or its choice. */
export function idsOf(settings: GuildSettings, setting: ServerSetting): readonly string[] {
  if (setting === 'agreement') return [agreementOf(settings)];
  if (setting === 'deadline') return [String(deadlineHoursOf(settings))];
  if (setting === 'language') return [settings.language ?? AUTOMATIC];
  return [settings[SETTING_KEYS[setting]] ?? []].flat();
}

/** Without ids, the setting is removed. */
export function withIds(
  settings: GuildSettings,
  setting: ServerSetting,
  ids: readonly string[],
): GuildSettings {
  const [first] = ids;
  if (setting === 'agreement') {
    const { agreement: _before, ...others } = settings;
    return first === 'both' || first === 'platform' ? { ...others, agreement: first } : others;
  }
  if (setting === 'deadline') return { ...settings, deadlineHours: Number(first) };
  if (setting === 'language') {
    const { language: _before, ...others } = settings;
    return first === undefined || first === AUTOMATIC ? others : { ...others, language: first };
  }
  const { [SETTING_KEYS[setting]]: _before, ...others } = settings;
  if (first === undefined) return others;
  return {
    ...others,
    [SETTING_KEYS[setting]]: setting === 'publicChannels' || setting === 'announceWords' ? [...ids] : first,
  };
}

export function selectRow(
  setting: Exclude<ServerSetting, 'announceWords'>,
  ids: readonly string[],
  { openedAt, t, words }: SettingWords & { openedAt: number },
): ComponentRow {
  const common = {
    action: `settings:${setting}` as const,
    args: encodeArgs(PANEL, { openedAt }),
    placeholder: t(`server.choose.${setting}`),
  };
  if (!isChoice(setting)) return { ...SELECTS[setting], ...common, chosen: ids };
  const options = CHOICES[setting](words).map((value) => ({
    value,
    label: choiceText(setting, value, { t, words }),
    ...(setting === 'agreement' && {
      description: t(`server.agreementHints.${AGREEMENTS.find((one) => one === value) ?? 'at-once'}`),
    }),
  }));
  return { kind: 'select', ...common, options, ...present({ chosen: ids[0] }) };
}

/** Throws `ReplyError` for deleted roles and channels, and for channels where the bot may not post. */
export function checkChoice(
  { values, resolved, mention, place, t, words }: Context & ActionInput<typeof PANEL>,
  setting: ServerSetting,
): void {
  if (setting === 'announceWords') return;
  if (isChoice(setting)) {
    const [value = ''] = values;
    if ((CHOICES[setting](words) as readonly string[]).includes(value)) return;
    throw new ReplyError('unknown-choice', t('failure.gone', { help: mention('help') }));
  }
  if (setting === 'organizerRole') {
    const everyone = values.some((id) => id === place.guildId);
    if (everyone) throw new ReplyError('everyone', t('server.refused.everyone'));
    const roles = values.map((id) => resolved.roles.get(id));
    if (roles.includes(undefined)) throw new ReplyError('role-gone', t('server.refused.roleGone'));
    if (roles.some((role) => role?.isManaged))
      throw new ReplyError('managed-role', t('server.refused.managedRole'));
    return;
  }
  for (const id of values) {
    const channel = resolved.channels.get(id);
    if (channel === undefined) throw new ReplyError('channel-gone', t('server.refused.channelGone'));
    checkChannel({ channelId: id, ...channel }, TO_POST, { t });
  }
}
