import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import { SECOND_MS } from '../../src/durations.ts';
import { SETTING_PAGES, type SettingPage } from '../../src/guilds/settings.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, ReplyError, type ActionButton } from '../../src/message/reply.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { Translate } from '../../src/words/words.ts';
import { serverOf } from '../shared/organizers.ts';
import { PANEL } from './controls.ts';

/** How long a panel works: its user may lose the permission in the meantime. */
const PANEL_SECONDS = 15 * 60;

/** The pages with settings, and the rules for series and for roles. */
export type PanelPage = SettingPage | 'series' | 'roles';
export const PANEL_PAGES: readonly PanelPage[] = [...SETTING_PAGES, 'series', 'roles'];

/** Which page of the panel to show. */
export const PAGE = { ...PANEL, page: 'text' } as const;

/**
 * The open panel: its server, and when it was opened. Throws `ReplyError` outside servers, and for a panel that is too old or not
 * the presser's.
 */
export function openPanel(context: Context & ActionInput<typeof PANEL>): {
  guildId: string;
  openedAt: number;
} {
  const { args, mention, message, now, t } = context;
  const guildId = serverOf(context, 'settings');
  const { openedAt = 0 } = args;
  if (message?.ephemeral === true && now() / SECOND_MS - openedAt <= PANEL_SECONDS)
    return { guildId, openedAt };
  throw new ReplyError('panel-old', t('server.refused.old', { settings: mention('settings') }));
}

/** For a rejected promise: throws the answer for an unavailable store. */
export const refuseStore =
  ({ mention, t }: Pick<Context, 'mention' | 't'>) =>
  (error: unknown): never => {
    if (!(error instanceof StoreError)) throw error;
    throw new ReplyError('store-down', t('server.refused.store', { settings: mention('settings') }));
  };

/** The last row of every page. */
export const pageButtons = (
  { openedAt, page }: { openedAt: number; page: PanelPage },
  t: Translate,
): ActionButton[] =>
  PANEL_PAGES.map((one) => ({
    ...button(t(`server.pages.${one}`), 'settings:page', { args: encodeArgs(PAGE, { openedAt, page: one }) }),
    disabled: one === page,
  }));
