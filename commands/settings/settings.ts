import { PermissionFlagsBits } from 'discord-api-types/v10';
import { SECOND_MS } from '../../src/durations.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { action, defineCommand, type ActionInput, type Context } from '../../src/bot/command.ts';
import { discordLocaleOf, type GuildSettings } from '../../src/guilds/settings.ts';
import { present } from '../../src/present.ts';
import { lines } from '../../src/replies/format.ts';
import {
  SETTING_PAGE_NAMES,
  SETTING_PAGES,
  settingsEmbed,
  settingMarkup,
  type ServerSetting,
  type SettingPage,
} from '../../src/replies/settings.ts';
import { button, ReplyError, type Reply } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { serverOf } from '../shared/organizers.ts';
import { announcementsRow, postLinkPanel, wordsForm, wordsOf } from './announcements.ts';
import { checkChoice, idsOf, isChoice, PANEL, selectRow, withIds } from './fields.ts';

/** How long a panel works: its user may lose the permission in the meantime. */
const PANEL_SECONDS = 15 * 60;
/** Which page of the panel to show. */
const PAGE = { ...PANEL, page: 'text' } as const;
interface Panel {
  settings: GuildSettings;
  openedAt: number;
  page: SettingPage;
  content?: string;
}

async function panel(
  { guilds, t, words }: Context,
  guildId: string,
  { settings, openedAt, page, content }: Panel,
): Promise<Reply> {
  const shown = SETTING_PAGES[page].map((setting) => ({ setting, ids: idsOf(settings, setting) }));
  const channelIds = shown.flatMap(({ setting, ids }) =>
    setting === 'organizerRole' || setting === 'announceWords' || isChoice(setting) ? [] : ids,
  );
  const roleIds = page === 'server' ? idsOf(settings, 'organizerRole') : [];
  const missing = await guilds.directory.missing(guildId, { roleIds, channelIds: [...new Set(channelIds)] });
  const pages = SETTING_PAGE_NAMES.map((one) => ({
    ...button(t(`server.pages.${one}`), 'settings:page', { args: encodeArgs(PAGE, { openedAt, page: one }) }),
    disabled: one === page,
  }));
  return {
    ...present({ content }),
    embeds: [
      settingsEmbed(
        shown.map((view) => ({ ...view, gone: missing })),
        discordLocaleOf(settings),
        { t, words },
      ),
    ],
    rows: [
      // Discord rejects a message with defaults that no longer exist.
      ...shown.map(({ setting, ids }) =>
        setting === 'announceWords'
          ? announcementsRow(ids, { openedAt, t })
          : selectRow(
              setting,
              ids.filter((id) => !missing.has(id)),
              { openedAt, t, words },
            ),
      ),
      pages,
    ],
  };
}

/** When the panel was opened. Throws `ReplyError` for one that is too old, or not the presser's own. */
function checkPanel({ args, mention, message, now, t }: Context & ActionInput<typeof PANEL>): number {
  const { openedAt = 0 } = args;
  if (message?.ephemeral === true && now() / SECOND_MS - openedAt <= PANEL_SECONDS) return openedAt;
  throw new ReplyError('panel-old', t('server.refused.old', { settings: mention('settings') }));
}

/** Saves one choice. The background work learns of those that concern it. */
async function save({ guilds }: Context, guildId: string, setting: ServerSetting, values: readonly string[]) {
  const isAnnouncing = pageOf(setting) === 'announcements';
  if (isAnnouncing) await guilds.announcing.mark(guildId);
  const change = await guilds.settings.change(guildId, (settings) => withIds(settings, setting, values));
  if (isAnnouncing) await guilds.announcing.mark(guildId);
  return change;
}

/** Saves one choice, writes it to the log channel, and shows the panel again. */
async function choose(
  context: Context & ActionInput<typeof PANEL>,
  setting: ServerSetting,
  values: readonly string[] = context.values,
): Promise<Reply> {
  const { caller, guilds, mention, t, words } = context;
  const guildId = serverOf(context, 'settings');
  const openedAt = checkPanel(context);
  checkChoice(context, setting);
  const { before, after } = await save(context, guildId, setting, values).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'StoreError')) throw error;
    throw new ReplyError('store-down', t('server.refused.store', { settings: mention('settings') }));
  });
  const textIn = (language: Translate, one: GuildSettings): string =>
    settingMarkup({ setting, ids: idsOf(one, setting) }, { t: language, words });
  const isChanged = textIn(t, before) !== textIn(t, after);
  if (isChanged) {
    const serverT = await guilds.translator(guildId);
    guilds.audit.note({
      guildId,
      channelIds: [before.logChannelId, after.logChannelId],
      text: serverT('server.audit.changed', {
        member: `<@${caller.discordId}>`,
        field: serverT(`server.fields.${setting}`),
        before: textIn(serverT, before),
        after: textIn(serverT, after),
      }),
    });
  }
  const result = t(isChanged ? 'server.saved' : 'server.unchanged', {
    field: t(`server.fields.${setting}`),
    value: textIn(t, after),
  });
  const warning = setting === 'logChannel' ? await openLogWarning(context, guildId, after) : undefined;
  const page = pageOf(setting);
  return panel(context, guildId, { settings: after, openedAt, page, content: lines(result, warning) });
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

const pageOf = (setting: ServerSetting): SettingPage =>
  SETTING_PAGE_NAMES.find((page) => (SETTING_PAGES[page] as readonly string[]).includes(setting)) ?? 'server';

async function turnTo(context: Context & ActionInput<typeof PAGE>): Promise<Reply> {
  const guildId = serverOf(context, 'settings');
  const openedAt = checkPanel(context);
  return panel(context, guildId, {
    settings: await context.guilds.settings.read(guildId),
    openedAt,
    page: SETTING_PAGE_NAMES.find((page) => page === context.args.page) ?? 'server',
  });
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
    const openedAt = Math.floor(context.now() / SECOND_MS);
    return panel(context, guildId, { settings, openedAt, page: 'server' });
  },
  actions: {
    organizerRole: select('organizerRole'),
    resultsChannel: select('resultsChannel'),
    logChannel: select('logChannel'),
    publicChannels: select('publicChannels'),
    agreement: select('agreement'),
    deadline: select('deadline'),
    announceChannel: select('announceChannel'),
    language: select('language'),
    words: { press: 'caller', answers: 'modal', open: wordsForm },
    announceWords: action({
      press: 'caller',
      writes: true,
      args: PANEL,
      run: (context) => choose(context, 'announceWords', wordsOf(context)),
    }),
    linkPanel: action({
      press: 'caller',
      writes: true,
      args: PANEL,
      async run(context) {
        const guildId = serverOf(context, 'settings');
        const openedAt = checkPanel(context);
        const content = await postLinkPanel(context, guildId);
        const settings = await context.guilds.settings.read(guildId);
        return panel(context, guildId, { settings, openedAt, page: 'announcements', content });
      },
    }),
    page: action({ press: 'caller', args: PAGE, run: turnTo }),
  },
});
