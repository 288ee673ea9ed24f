import { registrationOf } from '../brackets/registration.ts';
import type { Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { runButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { roleMentions, withRole, type Ping } from './feed-milestones.ts';
import { lines, time, tournamentMarkup, tournamentTitle } from './format.ts';
import { tournamentEmbed } from './tournaments.ts';

/** Announces a tournament that the platform lists for the first time. */
export function newsPost(view: Ping & { tournament: Tournament; now: number }, t: Translate): Post {
  const { tournament, now } = view;
  const call = { tournament: tournament.id };
  const isOpen = registrationOf(tournament, now) === 'open';
  return {
    content: withRole(
      t('news.announced', { tournament: escapeMarkup(tournamentTitle(tournament, t), 120) }),
      view,
    ),
    ...roleMentions(view),
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

/** As many as a message names. */
const NAMED_MAX = 10;

/** Announces many tournaments that the platform lists for the first time. */
export const manyNewsPost = (
  { tournaments, ...ping }: Ping & { tournaments: readonly Tournament[] },
  t: Translate,
): Post => ({
  content: lines(
    withRole(t('news.many', { count: tournaments.length }), ping),
    ...tournaments.slice(0, NAMED_MAX).map((one) => `- ${tournamentMarkup(one, t)}`),
    tournaments.length > NAMED_MAX ? t('bracket.more', { count: tournaments.length - NAMED_MAX }) : undefined,
  ),
  rows: [[runButton(t('news.all'), 'tournaments')]],
  ...roleMentions(ping),
});

/** Tells a registrant that a tournament of theirs begins soon. */
export const reminderPost = (tournament: Tournament, t: Translate): Post => ({
  content: t('news.reminder', {
    tournament: escapeMarkup(tournamentTitle(tournament, t), 120),
    when: tournament.startsAt === undefined ? '' : time(tournament.startsAt, 'R'),
  }),
  rows: [
    [
      runButton(t('feed.live.details'), 'tournament', { tournament: tournament.id }),
      runButton(t('news.next'), 'next'),
    ],
  ],
});
