import { defineCommand } from './shared/define.ts';
import { meetingsOf } from '../src/brackets/meetings.ts';
import { scoringOf } from '../src/brackets/scoring.ts';
import { agreementOf } from '../src/guilds/settings.ts';
import { matchEmbed } from '../src/replies/matches.ts';
import { resultButtons } from '../src/replies/results.ts';
import { scoreButtons } from '../src/replies/score-forms.ts';
import { runButton } from '../src/message/reply.ts';
import { match } from './shared/match-option.ts';
import { membersShown } from './shared/players.ts';
import { unknownMatch } from './shared/unknown.ts';

export default defineCommand({
  name: 'match',
  audience: 'public',
  options: { match: match({ required: true }) },
  async run(context) {
    const { guilds, options, place, platform, results, now, t } = context;
    const { value, asOf } = await platform.match(options.match).catch(unknownMatch(context));
    const playerIds = value.sides.map(({ player }) => player?.id);
    const histories = playerIds.map((id) => (id === undefined ? undefined : platform.recentMatches(id)));
    const members = await membersShown(context, playerIds);
    // The match is shown even if the store fails.
    const report = await results.find(value, place.serverId).catch(() => undefined);
    const buttons = scoreButtons(value, t, { isShared: true });
    const settings = place.serverId === undefined ? undefined : await guilds.settings.recent(place.serverId);
    const isOpenToDispute = settings !== undefined && agreementOf(settings) !== 'platform';
    if (report !== undefined || (isOpenToDispute && scoringOf(value) === 'decided'))
      buttons.push(...resultButtons(value, report, t));
    const tournament = value.tournament?.id;
    if (tournament !== undefined) buttons.push(runButton(t('tournament.bracket'), 'bracket', { tournament }));
    return {
      embeds: [
        matchEmbed(
          { match: value, asOf, now: now(), report, members, meetings: meetingsOf(value, histories) },
          t,
        ),
      ],
      rows: [buttons],
    };
  },
});
