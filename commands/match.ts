import { defineCommand } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { scoreButtons } from '../src/replies/match.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { runButton } from '../src/words/reply.ts';
import { match } from './shared/match-option.ts';

export default defineCommand({
  name: 'match',
  audience: 'public',
  options: { match: match({ required: true }) },
  async run({ options, platform, now, t }) {
    const { value, asOf } = await platform
      .match(options.match)
      .catch(because(['not-found'], t('score.unknown')));
    const buttons = scoreButtons(value, t, { isShared: true });
    const tournament = value.tournament?.id;
    if (tournament !== undefined) buttons.push(runButton(t('tournament.bracket'), 'bracket', { tournament }));
    return {
      embeds: [matchEmbed({ match: value, asOf, now: now() }, t)],
      rows: [buttons],
    };
  },
});
