import { registrationOf } from '../brackets/registration.ts';
import type { Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { runButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { roleMentions, withRole, type Ping } from './feed-milestones.ts';
import { lines, time, tournamentMarkup, tournamentTitle } from './format.ts';
import { tournamentEmbed } from './tournaments.ts';

/** An announced tournament as it is now. */
export interface AnnouncementView extends Ping {
  tournament: Tournament & { champion?: string };
  /** Its record is current: the platform still lists it as upcoming, or a channel follows it. */
  isCurrent: boolean;
  /** The winner is spoilered in this channel. */
  isHidden: boolean;
  now: number;
}

/** The state of an announced tournament. */
function announcementText({ isCurrent, isHidden, tournament }: AnnouncementView, t: Translate): string {
  const { champion, phase, registration } = tournament;
  const words = { tournament: escapeMarkup(tournamentTitle(tournament, t), 120) };
  if (isCurrent && phase === 'cancelled') return t('feed.live.cancelled', words);
  if (isCurrent && phase === 'finished')
    return champion === undefined || isHidden
      ? t('feed.live.over', words)
      : t('feed.live.won', { ...words, name: escapeMarkup(champion, 80) });
  if (isCurrent && phase === 'running') return t('feed.live.running', words);
  if (isCurrent && registration === 'postponed') return t('feed.live.postponed', words);
  return t('announcements.announced', words);
}

/** Announces a tournament that the platform lists for the first time; edited as it goes on. */
export function announcementPost(view: AnnouncementView, t: Translate): Post {
  const { isCurrent, now, tournament } = view;
  const call = { tournament: tournament.id };
  const { phase: _phase, registration: _registration, ...known } = tournament;
  const isOpen = isCurrent && registrationOf(tournament, now) === 'open';
  const hasEnded = tournament.phase === 'finished' || tournament.phase === 'cancelled';
  return {
    content: withRole(announcementText(view, t), view),
    ...roleMentions(view),
    embeds: [tournamentEmbed({ tournament: isCurrent ? tournament : known, asOf: undefined, now }, t)],
    rows: [
      [
        ...(isOpen ? [runButton(t('tournament.register'), 'register', call, 'primary')] : []),
        runButton(t('feed.live.details'), 'tournament', call),
        ...(hasEnded ? [] : [runButton(t('announcements.follow'), 'follow', call)]),
      ],
    ],
  };
}

/** The most tournaments that a message names. */
const NAMED_MAX = 10;

/** Announces many tournaments that the platform lists for the first time. */
export const announcementsPost = (
  { tournaments, ...ping }: Ping & { tournaments: readonly Tournament[] },
  t: Translate,
): Post => ({
  content: lines(
    withRole(t('announcements.many', { count: tournaments.length }), ping),
    ...tournaments.slice(0, NAMED_MAX).map((one) => `- ${tournamentMarkup(one, t)}`),
    tournaments.length > NAMED_MAX ? t('bracket.more', { count: tournaments.length - NAMED_MAX }) : undefined,
  ),
  rows: [[runButton(t('announcements.all'), 'tournaments')]],
  ...roleMentions(ping),
});

/** Reminds a registered member that a tournament begins soon. */
export const reminderPost = (tournament: Tournament, t: Translate): Post => ({
  content: t('next.remind.message', {
    tournament: escapeMarkup(tournamentTitle(tournament, t), 120),
    when: tournament.startsAt === undefined ? '' : time(tournament.startsAt, 'R'),
  }),
  rows: [
    [
      runButton(t('feed.live.details'), 'tournament', { tournament: tournament.id }),
      runButton(t('next.title'), 'next'),
    ],
  ],
});
