import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { encodeArgs } from '../src/bot/custom-id.ts';
import { action, defineCommand, type ActionInput, type Context } from '../src/bot/command.ts';
import type { GuildSettings } from '../src/guilds/settings.ts';
import { present } from '../src/present.ts';
import { lines } from '../src/replies/format.ts';
import { SETTINGS, settingsEmbed, settingMarkup, type ServerSetting } from '../src/replies/settings.ts';
import { ReplyError, type NativeSelect, type Reply } from '../src/words/reply.ts';
import { serverOf } from './shared/organizers.ts';
import { checkChannel, POST_CHANNELS, TO_POST } from './shared/posting.ts';

/** How long a panel works: its user may lose the permission in the meantime. */
const PANEL_SECONDS = 15 * 60;
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
} as const satisfies Record<ServerSetting, Partial<NativeSelect>>;

/** When the panel was opened, epoch seconds. Its components carry it. */
const PANEL = { openedAt: 'integer' } as const;

/** Where a setting is stored. */
const SETTING_KEYS = {
  organizerRole: 'organizerRoleId',
  resultsChannel: 'resultsChannelId',
  logChannel: 'logChannelId',
  publicChannels: 'publicChannelIds',
} as const satisfies Record<ServerSetting, keyof GuildSettings>;

/** The ids in a setting. */
const idsOf = (settings: GuildSettings, setting: ServerSetting): readonly string[] =>
  [settings[SETTING_KEYS[setting]] ?? []].flat();

/** Without ids, the setting is removed. */
function withIds(settings: GuildSettings, setting: ServerSetting, ids: readonly string[]): GuildSettings {
  const { [SETTING_KEYS[setting]]: _before, ...others } = settings;
  const [first] = ids;
  if (first === undefined) return others;
  return { ...others, [SETTING_KEYS[setting]]: setting === 'publicChannels' ? [...ids] : first };
}

async function panel(
  { guilds, t }: Context,
  guildId: string,
  { settings, openedAt, content }: { settings: GuildSettings; openedAt: number; content?: string },
): Promise<Reply> {
  const channelIds = (['resultsChannel', 'logChannel', 'publicChannels'] as const).flatMap((setting) =>
    idsOf(settings, setting),
  );
  const roleIds = idsOf(settings, 'organizerRole');
  const missing = await guilds.directory.missing(guildId, { roleIds, channelIds: [...new Set(channelIds)] });
  const views = SETTINGS.map((setting) => ({ setting, ids: idsOf(settings, setting), gone: missing }));
  return {
    ...present({ content }),
    embeds: [settingsEmbed(views, t)],
    rows: views.map(({ setting, ids }) => ({
      ...SELECTS[setting],
      action: `settings:${setting}` as const,
      args: encodeArgs(PANEL, { openedAt }),
      placeholder: t(`server.choose.${setting}`),
      // Discord rejects a message with defaults that no longer exist.
      chosen: ids.filter((id) => !missing.has(id)),
    })),
  };
}

/** Throws `ReplyError` for deleted roles and channels, and for channels where the bot may not post. */
function checkChoice(
  { values, resolved, place, t }: Context & ActionInput<typeof PANEL>,
  setting: ServerSetting,
): void {
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

/** Saves one choice, writes it to the log channel, and shows the panel again. */
async function choose(context: Context & ActionInput<typeof PANEL>, setting: ServerSetting): Promise<Reply> {
  const { args, caller, guilds, mention, message, now, t, values } = context;
  const guildId = serverOf(context, 'settings');
  const { openedAt = 0 } = args;
  if (message?.ephemeral !== true || now() / 1000 - openedAt > PANEL_SECONDS)
    throw new ReplyError('panel-old', t('server.refused.old', { settings: mention('settings') }));
  checkChoice(context, setting);
  const { before, after } = await guilds.settings
    .change(guildId, (settings) => withIds(settings, setting, values))
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'StoreError')) throw error;
      throw new ReplyError('store-down', t('server.refused.store', { settings: mention('settings') }));
    });
  const [textBefore, textAfter] = [before, after].map((one) =>
    settingMarkup({ setting, ids: idsOf(one, setting) }, t),
  );
  const field = t(`server.fields.${setting}`);
  const value = textAfter ?? '';
  if (textBefore !== textAfter)
    guilds.audit.note({
      guildId,
      channelIds: [before.logChannelId, after.logChannelId],
      text: t('server.audit.changed', {
        member: `<@${caller.discordId}>`,
        field,
        before: textBefore ?? '',
        after: value,
      }),
    });
  const result = t(textBefore === textAfter ? 'server.unchanged' : 'server.saved', { field, value });
  const warning = setting === 'logChannel' ? await openLogWarning(context, guildId, after) : undefined;
  return panel(context, guildId, { settings: after, openedAt, content: lines(result, warning) });
}

/** For a log channel that every member can read. Without an answer from Discord there is none. */
async function openLogWarning(
  { guilds, t }: Context,
  guildId: string,
  { logChannelId }: GuildSettings,
): Promise<string | undefined> {
  if (logChannelId === undefined) return undefined;
  const access = await guilds.directory.access(guildId, logChannelId);
  return access?.isOpen === true ? t('server.openLog', { channel: `<#${logChannelId}>` }) : undefined;
}

const select = (setting: ServerSetting) =>
  action({
    press: 'caller',
    writes: true,
    args: PANEL,
    run: (context) => choose(context, setting),
  });

export default defineCommand({
  name: 'settings',
  audience: 'private',
  serverOnly: { permissions: PermissionFlagsBits.ManageGuild },
  async run(context) {
    const guildId = serverOf(context, 'settings');
    const settings = await context.guilds.settings.read(guildId);
    return panel(context, guildId, { settings, openedAt: Math.floor(context.now() / 1000) });
  },
  actions: {
    organizerRole: select('organizerRole'),
    resultsChannel: select('resultsChannel'),
    logChannel: select('logChannel'),
    publicChannels: select('publicChannels'),
  },
});
