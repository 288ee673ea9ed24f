import { PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { HOUR_MS } from '../durations.ts';
import { storedObject } from '../store/schema.ts';
import { SeriesRules } from './series.ts';

const TEXT = z.string();
const TEXTS = z.array(z.string());
/** `both`: the other side confirms first. `platform`: the platform settles disputes. */
const AGREEMENTS = ['at-once', 'both', 'platform'] as const;
/** One side's score counts, and the other side may dispute it. */
const AGREEMENT = 'at-once';
const DEADLINE_HOURS = 24;
/** Use Discord's language for the server. */
export const AUTOMATIC = 'auto';

/**
 * The settings of a server, in the panel's order, with room for four on a page. `name`: in the sentences under `server`. `key`: in
 * the stored record, with `schema`. Unset values are `initial`. `warnsIfOpen`: warns if every member can read the chosen channel.
 */
export const SERVER_SETTINGS = [
  { page: 'server', name: 'organizerRole', kind: 'role', key: 'organizerRoleId', schema: TEXT },
  { page: 'server', name: 'resultsChannel', kind: 'channel', key: 'resultsChannelId', schema: TEXT },
  {
    page: 'server',
    name: 'logChannel',
    kind: 'channel',
    key: 'logChannelId',
    schema: TEXT,
    warnsIfOpen: true,
  },
  { page: 'server', name: 'publicChannels', kind: 'channels', key: 'publicChannelIds', schema: TEXTS },
  {
    page: 'results',
    name: 'agreement',
    kind: 'choice',
    key: 'agreement',
    schema: z.enum(AGREEMENTS),
    values: AGREEMENTS,
    initial: AGREEMENT,
  },
  {
    page: 'results',
    name: 'deadline',
    kind: 'hours',
    key: 'deadlineHours',
    schema: z.number(),
    values: [2, 6, 12, 24, 48, 72],
    initial: DEADLINE_HOURS,
  },
  {
    page: 'results',
    name: 'organizersChannel',
    kind: 'channel',
    key: 'organizersChannelId',
    schema: TEXT,
    warnsIfOpen: true,
  },
  {
    page: 'results',
    name: 'rankUpChannel',
    kind: 'channel',
    key: 'rankUpChannelId',
    schema: TEXT,
    index: 'rankUps',
  },
  { page: 'language', name: 'language', kind: 'language', key: 'language', schema: TEXT, initial: AUTOMATIC },
] as const;

export type ServerSetting = (typeof SERVER_SETTINGS)[number];
export type SettingOf<K extends ServerSetting['kind']> = Extract<ServerSetting, { kind: K }>;
export type SettingPage = ServerSetting['page'];
export const SETTING_PAGES: readonly SettingPage[] = [...new Set(SERVER_SETTINGS.map(({ page }) => page))];

type SettingsShape = { [S in ServerSetting as S['key']]: z.ZodExactOptional<S['schema']> };

/** The stored settings of a server. */
export const GuildSettings = storedObject({
  // The compiler can't tell that each key occurs with its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ...(Object.fromEntries(
    SERVER_SETTINGS.map((one) => [one.key, one.schema.exactOptional()]),
  ) as SettingsShape),
  /** What it announces and follows automatically. */
  series: SeriesRules.exactOptional(),
  /** Discord's language for this server, as last seen: Community servers choose it, all others have en-US, which is not stored. */
  discordLocale: z.string().exactOptional(),
});
export type GuildSettings = z.infer<typeof GuildSettings>;

/** The values of a setting as the panel shows them: ids, words, or the chosen one. */
export function valuesOf(settings: GuildSettings, setting: ServerSetting): readonly string[] {
  const value = settings[setting.key] ?? ('initial' in setting ? setting.initial : []);
  return [value].flat().map(String);
}

/** The settings with new values of one of them. An empty or initial value is removed. */
export function withValues(
  settings: GuildSettings,
  setting: ServerSetting,
  values: readonly string[],
): GuildSettings {
  const { [setting.key]: _before, ...others } = settings;
  const [first] = values;
  if (first === undefined || ('initial' in setting && first === String(setting.initial))) return others;
  const value = setting.kind === 'hours' ? Number(first) : first;
  return { ...others, [setting.key]: setting.kind === 'channels' ? [...values] : value };
}

/** Who has to agree to a result. */
export type AgreementPolicy = (typeof AGREEMENTS)[number];

export const agreementOf = ({ agreement = AGREEMENT }: GuildSettings): AgreementPolicy => agreement;
export const deadlineMsOf = ({ deadlineHours = DEADLINE_HOURS }: GuildSettings): number =>
  deadlineHours * HOUR_MS;

export const DEFAULT_LOCALE = 'en-US';
/** Discord's language for the server. */
export const discordLocaleOf = ({ discordLocale = DEFAULT_LOCALE }: GuildSettings): string => discordLocale;
/** The language of public answers and posts. */
export const localeOf = (settings: GuildSettings): string => settings.language ?? discordLocaleOf(settings);

const MANAGE_PERMISSIONS = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;

/** The channels that a server's organizers read and others may not, the preferred one first. */
export const organizersChannelsOf = ({
  organizersChannelId,
  logChannelId,
}: Pick<GuildSettings, 'organizersChannelId' | 'logChannelId'>): string[] =>
  [organizersChannelId, logChannelId].filter((id) => id !== undefined);

/** Whether public commands answer in public here. A thread counts as its parent channel. */
export function isPublicIn(
  { publicChannelIds }: GuildSettings,
  place: { channelId: string | undefined; parentId: string | undefined },
): boolean {
  const channelId = place.parentId ?? place.channelId;
  return publicChannelIds === undefined || (channelId !== undefined && publicChannelIds.includes(channelId));
}

/** Organizers manage the server or have the organizer role. */
export const isOrganizer = (
  { organizerRoleId }: Pick<GuildSettings, 'organizerRoleId'>,
  caller: { roleIds: readonly string[]; permissions: bigint },
): boolean =>
  (caller.permissions & MANAGE_PERMISSIONS) !== 0n ||
  (organizerRoleId !== undefined && caller.roleIds.includes(organizerRoleId));
