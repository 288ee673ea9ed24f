import { playerIdsOf } from '../../src/brackets/players.ts';
import type { ActionInput } from '../../src/bot/command.ts';
import { action, type Context } from '../shared/define.ts';
import { isNotFound } from '../../src/bot/failures.ts';
import { endingOf, isDecided, withRecord } from '../../src/brackets/ending.ts';
import { stageOf } from '../../src/brackets/tournament-stage.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { asOfLine, lines, tournamentMarkup } from '../../src/replies/format.ts';
import { FILE, resultsFile } from '../../src/replies/results-file.ts';
import { organizersServer } from '../shared/organizers.ts';
import { nameableMembers } from '../shared/players.ts';
import { unknownTournament } from '../shared/unknown.ts';

/** The current results, even long after the tournament's end. */
async function sendFile(context: Context & ActionInput<typeof FILE>): Promise<Reply> {
  const { args, platform, t } = context;
  const guildId = await organizersServer(context, 'follow');
  const [{ value: tournament, asOf }, answer] = await Promise.all([
    platform.tournament(args.tournament).catch(unknownTournament(context)),
    platform
      .bracket(args.tournament, { shown: ({ rounds }) => rounds.flatMap(({ matches }) => matches) })
      .catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      }),
  ]);
  const shown = stageOf(tournament, answer?.value);
  // The button is on the post of the end: a decided tournament has ended, even if its record does not say so.
  const stage = shown === 'running' && isDecided(tournament, answer?.value) ? 'over' : shown;
  const bracket = answer && withRecord(answer.value, tournament, stage);
  const players = bracket?.rounds.flatMap(({ matches }) => matches.flatMap(playerIdsOf)) ?? [];
  const playerIds = [...new Set(players)];
  const members = await nameableMembers(context, guildId, playerIds);
  const ending = endingOf(tournament, bracket, stage);
  const file = resultsFile({ tournament, bracket, ending, members }, t);
  if (file === undefined) throw new ReplyError('no-results', t('follow.file.none'));
  const content = t('follow.file.text', { tournament: tournamentMarkup(tournament, t) });
  return { content: lines(content, asOfLine(asOf ?? answer?.asOf, t)), files: [file] };
}

export const resultsFileActions = {
  file: action({ press: 'anyone', answers: 'reply', args: FILE, run: sendFile }),
};
