import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ActionInput, PressAction } from '../../src/bot/command.ts';
import { action, defineCommand, type Context } from '../shared/define.ts';
import { SECOND_MS } from '../../src/durations.ts';
import {
  discordLocaleOf,
  SERVER_SETTINGS,
  SETTING_PAGES,
  valuesOf,
  withValues,
  type GuildSettings,
  type ServerSetting,
  type SettingPage,
} from '../../src/guilds/settings.ts';
import type { ComponentRow, Reply } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { lines } from '../../src/replies/format.ts';
import { settingMarkup, settingsEmbed } from '../../src/replies/settings.ts';
import type { Translate } from '../../src/words/words.ts';
import { serverOf } from '../shared/organizers.ts';
import { controlOf, PANEL } from './controls.ts';
import { postLinkPanel } from './link-panel.ts';
import { openPanel, PAGE, PANEL_PAGES, pageButtons, refuseStore, type PanelPage } from './pages.ts';
import { rolesPanel } from './role-panels.ts';
import { roleActions } from './roles.ts';
import { overview } from './overview.ts';
import { seriesActions } from './series.ts';
import { seriesPanel } from './series-panels.ts';
import { readValues } from './values.ts';

const [FIRST_PAGE = 'server'] = SETTING_PAGES;

interface Panel {
  settings: GuildSettings;
  openedAt: number;
  page: SettingPage;
  content?: string;
}

async function panel(
  context: Context,
  guildId: string,
  { settings, openedAt, page, content }: Panel,
): Promise<Reply> {
  const { t, words } = context;
  const views = SERVER_SETTINGS.filter((one) => one.page === page).map((setting) => ({
    setting,
    values: valuesOf(settings, setting),
  }));
  const idsOf = (...kinds: ServerSetting['kind'][]): string[] => [
    ...new Set(views.flatMap(({ setting, values }) => (kinds.includes(setting.kind) ? values : []))),
  ];
  const gone = await context.guilds.directory.missing(guildId, {
    roleIds: idsOf('role'),
    channelIds: idsOf('channel', 'channels'),
  });
  const controls = views.map(({ setting, values }): ComponentRow => {
    // Discord rejects a message with defaults that no longer exist.
    const existing = values.filter((value) => !gone.has(value));
    return controlOf(setting, existing, { openedAt, t, words });
  });
  return {
    ...present({ content }),
    embeds: [
      settingsEmbed(
        views.map((view) => ({ ...view, gone })),
        discordLocaleOf(settings),
        { t, words },
      ),
      ...(page === FIRST_PAGE ? [await overview(context, guildId, settings)] : []),
    ],
    rows: [...controls, pageButtons({ openedAt, page }, t)],
  };
}

/** Saves one choice, writes it to the log channel, and shows the panel again. */
async function choose(context: Context & ActionInput<typeof PANEL>, setting: ServerSetting): Promise<Reply> {
  const { caller, guilds, t, words } = context;
  const { guildId, openedAt } = openPanel(context);
  const values = readValues(setting, context);
  const save = () => guilds.settings.change(guildId, (settings) => withValues(settings, setting, values));
  const saving = 'index' in setting ? guilds[setting.index].around(guildId, save) : save();
  const { before, after } = await saving.catch(refuseStore(context));
  const textIn = (language: Translate, settings: GuildSettings): string =>
    settingMarkup({ setting, values: valuesOf(settings, setting) }, { t: language, words });
  const isChanged = textIn(t, before) !== textIn(t, after);
  if (isChanged) {
    const serverT = await guilds.translator(guildId);
    guilds.audit.note({
      guildId,
      channelIds: [before.logChannelId, after.logChannelId],
      text: serverT('server.audit.changed', {
        member: `<@${caller.discordId}>`,
        field: serverT(`server.fields.${setting.name}`),
        before: textIn(serverT, before),
        after: textIn(serverT, after),
      }),
    });
  }
  const result = t(isChanged ? 'server.saved' : 'server.unchanged', {
    field: t(`server.fields.${setting.name}`),
    value: textIn(t, after),
  });
  const warning =
    'warnsIfOpen' in setting ? await openWarning(context, guildId, after[setting.key]) : undefined;
  return panel(context, guildId, {
    settings: after,
    openedAt,
    page: setting.page,
    content: lines(result, warning),
  });
}

/** A warning for a channel that every member can read. Without an answer from Discord there is no warning. */
async function openWarning(
  { caller, guilds, t }: Context,
  guildId: string,
  channelId: string | undefined,
): Promise<string | undefined> {
  if (channelId === undefined) return undefined;
  const access = await guilds.directory.access(guildId, channelId, caller);
  return access?.isOpen === true ? t('server.openLog', { channel: `<#${channelId}>` }) : undefined;
}

async function turnTo(context: Context & ActionInput<typeof PAGE>): Promise<Reply> {
  const { guildId, openedAt } = openPanel(context);
  const page: PanelPage = PANEL_PAGES.find((one) => one === context.args.page) ?? FIRST_PAGE;
  if (page === 'roles') return rolesPanel(context, guildId, { openedAt });
  const settings = await context.guilds.settings.read(guildId);
  if (page === 'series') return seriesPanel(context, guildId, { openedAt, settings });
  return panel(context, guildId, { settings, openedAt, page });
}

/** The action of a setting's menu. */
const actionOf = (setting: ServerSetting): [string, PressAction] => [
  setting.name,
  action({ press: 'caller', writes: true, args: PANEL, run: (context) => choose(context, setting) }),
];

export default defineCommand({
  name: 'settings',
  audience: 'private',
  serverOnly: { permissions: PermissionFlagsBits.ManageGuild },
  async run(context) {
    const guildId = serverOf(context, 'settings');
    const settings = await context.guilds.settings.read(guildId);
    const openedAt = Math.floor(context.now() / SECOND_MS);
    return panel(context, guildId, { settings, openedAt, page: FIRST_PAGE });
  },
  actions: {
    ...Object.fromEntries(SERVER_SETTINGS.map(actionOf)),
    ...seriesActions,
    ...roleActions,
    linkPanel: action({
      press: 'caller',
      writes: true,
      args: PANEL,
      async run(context) {
        const { guildId, openedAt } = openPanel(context);
        const content = await postLinkPanel(context, guildId);
        const settings = await context.guilds.settings.read(guildId);
        return seriesPanel(context, guildId, { settings, openedAt, content });
      },
    }),
    page: action({ press: 'caller', args: PAGE, run: turnTo }),
  },
});
