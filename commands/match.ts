import { defineCommand } from '../src/bot/command.ts';
import { runArgs } from '../src/bot/custom-id.ts';
import { because } from '../src/bot/failures.ts';
import type { ActionButton } from '../src/bot/reply.ts';
import { scoreButton } from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { match } from './match-option.ts';

export default defineCommand({
  name: 'match',
  audience: 'public',
  options: { match: match({ required: true }) },
  async run({ options, platform, t }) {
    const { value, asOf } = await platform
      .match(options.match)
      .catch(because(['not-found'], t('score.unknown')));
    const buttons: ActionButton[] = [];
    if (value.phase !== 'cancelled') buttons.push(scoreButton(value, t('match.report'), t));
    const tournament = value.tournament?.id;
    if (tournament !== undefined) {
      buttons.push({
        kind: 'action',
        label: t('tournament.bracket'),
        action: 'bracket:run',
        args: runArgs({ tournament }),
      });
    }
    return {
      embeds: [matchEmbed({ match: value, asOf }, t)],
      rows: buttons.length === 0 ? [] : [buttons],
    };
  },
});
