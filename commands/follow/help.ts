import { action } from '../../src/bot/command.ts';
import { because } from '../../src/bot/failures.ts';
import { hasPlayer } from '../../src/brackets/players.ts';
import { nameText, tournamentTitle } from '../../src/replies/format.ts';
import { versusLabel } from '../../src/replies/match.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError } from '../../src/words/reply.ts';
import { FAST_READ } from '../shared/choices.ts';
import { serverOf } from '../shared/organizers.ts';
import { ownChannel } from '../shared/posting.ts';

const HELP = { match: 'text', tournament: 'text' } as const;

/** "Need help" on a match call: a player of the match notifies the organizers. */
export const helpActions = {
  help: action({
    press: 'anyone',
    answers: 'reply',
    needs: 'account',
    writes: true,
    args: HELP,
    async run(context) {
      const { account, args, caller, guilds, platform, self, t } = context;
      const { match: matchId = '', tournament: tournamentId = '' } = args;
      const guildId = serverOf(context, 'follow');
      const { channelId } = ownChannel(context);
      const { value: match } = await platform
        .match(matchId)
        .catch(because(['not-found'], t('follow.help.gone')));
      if (!hasPlayer(match, account.playerId))
        throw new ReplyError('not-a-player', t('follow.help.notYours'));
      const tournament = await platform.tournament(tournamentId, FAST_READ).catch(() => undefined);
      const player = match.sides.find((side) => side.player?.id === account.playerId)?.player;
      const outcome = await guilds.callOrganizers({
        guildId,
        channelId,
        once: `${matchId}:${caller.discordId}`,
        text: t('follow.help.call', {
          member: (await self.isNameable())
            ? `<@${caller.discordId}>`
            : escapeMarkup(nameText(player, t), 60),
          match: escapeMarkup(versusLabel(match, t)),
          tournament: escapeMarkup(tournamentTitle(tournament?.value ?? { id: tournamentId }, t), 80),
          channel: `<#${channelId}>`,
        }),
      });
      if (outcome === 'unposted') throw new ReplyError('call-unposted', t('follow.help.unposted'));
      return { content: t(`follow.help.${outcome}`) };
    },
  }),
};
