import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ActionInput, ModalAction, PressAction } from '../../src/bot/command.ts';
import { action, defineCommand, form, type Context } from '../shared/define.ts';
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
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, type ComponentRow, type Reply } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { lines } from '../../src/replies/format.ts';
import { settingMarkup, settingsEmbed } from '../../src/replies/settings.ts';
import type { Translate } from '../../src/words/words.ts';
import { serverOf } from '../shared/organizers.ts';
import { channelById, checkChannel, TO_POST } from '../shared/posting.ts';
import { controlOf, FILTER, FILTER_FIELDS, filterForm, FLAG, PANEL } from './controls.ts';
import { postLinkPanel } from './link-panel.ts';
import { openPanel, PAGE, PANEL_PAGES, pageButtons, refuseStore, type PanelPage } from './pages.ts';
import { rolesPanel } from './role-panels.ts';
import { roleActions } from './roles.ts';
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
  const args = encodeArgs(PANEL, { openedAt });
  const link = button(t('server.panel.button'), 'settings:linkPanel', { args });
  const controls = views.map(({ setting, values }): ComponentRow => {
    // Discord rejects a message with defaults that no longer exist.
    const existing = values.filter((value) => !gone.has(value));
    return controlOf(setting, existing, { openedAt, t, words });
  });
  const menus = controls.filter((row) => 'kind' in row);
  const buttons = controls.flatMap((row) => ('kind' in row ? [] : row));
  if (page === 'announcements') buttons.push(link);
  return {
    ...present({ content }),
    embeds: [
      settingsEmbed(
        views.map((view) => ({ ...view, gone })),
        discordLocaleOf(settings),
        { t, words },
      ),
    ],
    rows: [...menus, ...(buttons.length === 0 ? [] : [buttons]), pageButtons({ openedAt, page }, t)],
  };
}

/** Saves one choice. The background work learns of those that concern it. */
function save({ guilds }: Context, guildId: string, setting: ServerSetting, values: readonly string[]) {
  const change = () => guilds.settings.change(guildId, (settings) => withValues(settings, setting, values));
  return 'index' in setting ? guilds[setting.index].around(guildId, change) : change();
}

/** Saves one choice, writes it to the log channel, and shows the panel again. */
async function choose(
  context: Context & ActionInput<typeof PANEL>,
  setting: ServerSetting,
  typed = '',
): Promise<Reply> {
  const { caller, guilds, t, words } = context;
  const { guildId, openedAt } = openPanel(context);
  const values = readValues(setting, context, typed);
  if ('postsIn' in setting && values.length > 0) {
    const channelId = (await guilds.settings.read(guildId))[setting.postsIn];
    if (channelId !== undefined)
      checkChannel(await channelById(guildId, channelId, context), TO_POST, context);
  }
  const { before, after } = await save(context, guildId, setting, values).catch(refuseStore(context));
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

/** For a channel that every member can read. Without an answer from Discord there is none. */
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
  return panel(context, guildId, {
    settings: await context.guilds.settings.read(guildId),
    openedAt,
    page,
  });
}

/** The actions that a setting's control carries. */
function actionsOf(setting: ServerSetting): [string, PressAction | ModalAction][] {
  const own = { press: 'caller', writes: true, args: PANEL } as const;
  if (setting.kind === 'flag') {
    const run = (context: Context & ActionInput<typeof FLAG>) => choose(context, setting, context.args.next);
    return [[setting.name, action({ ...own, args: FLAG, run })]];
  }
  if (setting.kind !== 'filter')
    return [[setting.name, action({ ...own, run: (context) => choose(context, setting) })]];
  const save = action({
    ...own,
    fields: FILTER_FIELDS,
    run: (context) => choose(context, setting, context.fields.words),
  });
  const open = form({ press: 'caller', args: FILTER, open: (input) => filterForm(setting, input) });
  return [
    [setting.name, save],
    [`${setting.name}-form`, open],
  ];
}

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
    ...Object.fromEntries(SERVER_SETTINGS.flatMap(actionsOf)),
    ...roleActions,
    linkPanel: action({
      press: 'caller',
      writes: true,
      args: PANEL,
      async run(context) {
        const { guildId, openedAt } = openPanel(context);
        const content = await postLinkPanel(context, guildId);
        const settings = await context.guilds.settings.read(guildId);
        return panel(context, guildId, { settings, openedAt, page: 'announcements', content });
      },
    }),
    page: action({ press: 'caller', args: PAGE, run: turnTo }),
  },
});
