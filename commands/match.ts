import { defineCommand } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { scoreButton } from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { runButton, type ActionButton } from '../src/words/reply.ts';
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
    if (tournament !== undefined) buttons.push(runButton(t('tournament.bracket'), 'bracket', { tournament }));
    return {
      embeds: [matchEmbed({ match: value, asOf }, t)],
      rows: [buttons],
    };
  },
});
