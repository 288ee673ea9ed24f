import { defineCommand } from '../src/bot/command.ts';
import { directCustomId, runArgs } from '../src/bot/custom-id.ts';
import { because } from '../src/bot/failures.ts';
import type { ActionButton } from '../src/bot/reply.ts';
import { sideTitles } from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { label } from '../src/words/plain.ts';
import { match } from './options.ts';

export default defineCommand({
  name: 'match',
  audience: 'public',
  options: { match },
  async run({ options, platform, platformName, t }) {
    const { value, asOf } = await platform
      .match(options.match)
      .catch(because(['not-found'], t('score.unknown')));
    const buttons: ActionButton[] = [];
    // The form is filled from the button alone: names that do not fit give way to "Player 1" and "Player 2".
    const named = [value.id, ...sideTitles(value, t).map((title) => label(title, 24))];
    const args = directCustomId('score:form', named) === undefined ? [value.id] : named;
    if (value.phase !== 'cancelled') {
      buttons.push({
        kind: 'action',
        label: t('match.report'),
        style: 'primary',
        action: 'score:form',
        args,
      });
    }
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
      embeds: [matchEmbed({ match: value, platformName, asOf }, t)],
      rows: buttons.length === 0 ? [] : [buttons],
    };
  },
});
