import type { APIEmbed } from 'discord-api-types/v10';
import { SERVER_SETTINGS, SETTING_PAGES, valuesOf, type GuildSettings } from '../../src/guilds/settings.ts';
import { embed, lines } from '../../src/replies/format.ts';
import { settingMarkup } from '../../src/replies/settings.ts';
import { ruleSummary } from '../../src/replies/series.ts';
import type { Context } from '../shared/define.ts';
import { refuseStore } from './pages.ts';
import { viewOf } from './series-args.ts';

const [FIRST_PAGE] = SETTING_PAGES;

/** A summary of the other pages. */
export async function overview(
  context: Context,
  guildId: string,
  settings: GuildSettings,
): Promise<APIEmbed> {
  const { roles, t, words } = context;
  const { rules } = await roles.read(guildId).catch(refuseStore(context));
  const { series = [] } = settings;
  const views = await Promise.all(series.map((rule) => viewOf(context, guildId, rule)));
  const line = (field: string, value: string): string => t('series.fact', { field, value });
  return embed(t('server.overview'), {
    text: lines(
      ...SERVER_SETTINGS.filter(({ page }) => page !== FIRST_PAGE).map((setting) =>
        line(
          t(`server.fields.${setting.name}`),
          settingMarkup({ setting, values: valuesOf(settings, setting) }, { t, words }),
        ),
      ),
      views.length === 0 ? line(t('server.pages.series'), t('server.none')) : undefined,
      ...views.map((view, at) =>
        line(t('series.numbered', { number: at + 1 }), ruleSummary(view, { t, words })),
      ),
      line(t('server.pages.roles'), t('server.ruleCount', { count: Object.keys(rules).length })),
    ),
  });
}
