import { AUTOMATIC } from '../../src/guilds/settings.ts';
import { FLAG_NAMES } from '../../src/guilds/switches.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { button, type Reply } from '../../src/message/reply.ts';
import { present } from '../../src/present.ts';
import { switchLabel } from '../../src/replies/follow.ts';
import { ruleEmbed } from '../../src/replies/series.ts';
import type { Context } from '../shared/define.ts';
import { lateOptions } from '../shared/late.ts';
import { RULE, type OpenRule } from './series-args.ts';
import { backTo, goneOf, isSet, type More } from './series-panels.ts';

/** What the channel that follows automatically gets. */
export async function switchesPanel(
  context: Context,
  open: OpenRule,
  { content }: More = {},
): Promise<Reply> {
  const { t, words } = context;
  const { guildId, openedAt, rule, switches } = open;
  const { topics } = switches;
  const gone = await goneOf(context, guildId, [open]);
  const args = encodeArgs(RULE, { openedAt, rule: rule.id });
  const flags = FLAG_NAMES.map((name) => {
    const isOn = topics[name] === true;
    const change = encodeArgs(RULE, { openedAt, rule: rule.id, name, next: isOn ? 'off' : 'on' });
    const isForm = name === 'event' && !isOn;
    return button(switchLabel(name, isOn, t), isForm ? 'settings:seriesHours' : 'settings:seriesSwitch', {
      args: isForm ? args : change,
      style: isOn ? 'success' : 'secondary',
    });
  });
  return {
    ...present({ content }),
    embeds: [
      ruleEmbed({ ...open, gone }, { t, words }, { fields: ['followChannel', 'switches', 'language'] }),
    ],
    rows: [
      flags,
      {
        kind: 'roles',
        action: 'settings:seriesPing',
        args,
        placeholder: t('follow.ping.choose'),
        chosen: [topics.ping].filter(isSet).filter((one) => !gone.has(one)),
      },
      {
        kind: 'select',
        action: 'settings:seriesLate',
        args,
        placeholder: t('follow.late.off'),
        chosen: String(topics.late ?? 0),
        options: lateOptions(t),
      },
      {
        kind: 'select',
        action: 'settings:seriesLanguage',
        args,
        placeholder: t('series.fields.language'),
        chosen: rule.language ?? AUTOMATIC,
        options: [AUTOMATIC, ...words.locales].map((locale) => ({
          value: locale,
          label: locale === AUTOMATIC ? t('series.ofServer') : words.in(locale)('language'),
        })),
      },
      [backTo('settings:seriesRule', open, t('follow.back'))],
    ],
  };
}
