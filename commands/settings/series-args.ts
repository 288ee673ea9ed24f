import type { ActionInput } from '../../src/bot/command.ts';
import { switchesOf } from '../../src/guilds/series-changes.ts';
import type { SeriesRule } from '../../src/guilds/series.ts';
import type { RuleView } from '../../src/replies/series.ts';
import type { Context } from '../shared/define.ts';
import { PANEL } from './controls.ts';
import { openPanel } from './pages.ts';

/** The rule of an open panel; `name`, `next`: the field that a button changes, and its new value. */
export const RULE = { ...PANEL, rule: 'text!', name: 'text', next: 'text' } as const;
/** For the buttons that open the form for the words. Without a rule, it makes one. */
export const WORDS = { ...PANEL, rule: 'text', words: 'text' } as const;
/** That form's arguments. */
export const NAMED = { ...PANEL, rule: 'text' } as const;
/** Its fields. */
export const WORDS_FIELDS = { words: 'text' } as const;

export type PanelInput = Context & ActionInput<typeof PANEL>;

export interface OpenRule extends RuleView {
  guildId: string;
  openedAt: number;
}

/** A rule with its switches. Throws `StoreError`. */
export const viewOf = async (context: Context, guildId: string, rule: SeriesRule): Promise<RuleView> => ({
  rule,
  switches: await switchesOf(context.guilds, guildId, rule),
});

/** The rule of an open panel; `undefined` if an admin has removed it. Throws what `openPanel` throws. */
export async function openRule(context: PanelInput, ruleId: string): Promise<OpenRule | undefined> {
  const { guildId, openedAt } = openPanel(context);
  const { series = [] } = await context.guilds.settings.read(guildId);
  const rule = series.find(({ id }) => id === ruleId);
  return rule && { guildId, openedAt, ...(await viewOf(context, guildId, rule)) };
}
