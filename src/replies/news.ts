import { registrationOf } from '../brackets/registration.ts';
import type { Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { runButton, type Post } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { tournamentTitle } from './format.ts';
import { tournamentEmbed } from './tournaments.ts';

/** Announces a tournament that the platform lists for the first time. */
export function newsPost({ tournament, now }: { tournament: Tournament; now: number }, t: Translate): Post {
  const call = { tournament: tournament.id };
  const isOpen = registrationOf(tournament, now) === 'open';
  return {
    content: t('news.announced', { tournament: escapeMarkup(tournamentTitle(tournament, t), 120) }),
    embeds: [tournamentEmbed({ tournament, asOf: undefined, now }, t)],
    rows: [
      [
        ...(isOpen ? [runButton(t('tournament.register'), 'register', call, 'primary')] : []),
        runButton(t('feed.live.details'), 'tournament', call),
        runButton(t('news.follow'), 'follow', call),
      ],
    ],
  };
}
