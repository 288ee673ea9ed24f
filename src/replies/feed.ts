import type { Ending } from '../brackets/ending.ts';
import type { TournamentStage } from '../brackets/tournament-stage.ts';
import { isSuspended, registrationOf } from '../brackets/registration.ts';
import { SECOND_MS } from '../durations.ts';
import { contentOf } from '../brackets/windows.ts';
import type { Bracket, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { button, runButton, type ActionButton, type Post, type ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketEmbed } from './bracket.ts';
import { lines, playerMarkup, tournamentMarkup, tournamentTitle } from './format.ts';
import { tournamentEmbed } from './tournaments.ts';

interface LiveView {
  stage: TournamentStage;
  tournament: Tournament;
  /** Only in the stages that show it. */
  bracket: Bracket | undefined;
  /** Once it is decided. */
  ending?: Ending;
  /** The tournament is running, and its bracket cannot be read: it is an earlier one, or none is known. */
  lacksBracket: boolean;
  /** When the bracket was read, epoch milliseconds. */
  bracketAt: number;
  /** A picture of the bracket, if it could be drawn. */
  picture: ReplyFile | undefined;
  /** Results are hidden: no bracket, and the winner is spoilered. */
  isHidden: boolean;
  /** It is no longer updated. */
  isLast?: boolean;
  /** Epoch milliseconds. */
  now: number;
}

function registrationLine({ tournament, now }: LiveView, t: Translate): string {
  const name = tournamentMarkup(tournament, t);
  const registration = registrationOf(tournament, now);
  if (registration !== 'open') return t(`feed.live.${registration}`, { tournament: name });
  const { entrants, capacity } = tournament;
  if (entrants === undefined || capacity === undefined) return t('feed.live.open', { tournament: name });
  return t('feed.live.places', { tournament: name, count: capacity - entrants });
}

function liveLine(view: LiveView, t: Translate): string {
  const { ending, isHidden, stage, tournament: record } = view;
  const tournament = tournamentMarkup(record, t);
  if (ending?.kind === 'final' && stage !== 'cancelled') {
    const { winner } = ending;
    return isHidden
      ? t('feed.champion.hidden', { tournament, winner: `**${playerMarkup(winner, t)}**` })
      : t('feed.live.won', { tournament, name: playerMarkup(winner, t) });
  }
  if (stage === 'running' && isSuspended(record)) return t('feed.live.postponed', { tournament });
  return stage === 'registration' ? registrationLine(view, t) : t(`feed.live.${stage}`, { tournament });
}

/** Names what the post does not show, and why. */
function liveNote(
  { bracket, bracketAt, isHidden, lacksBracket }: LiveView,
  t: Translate,
): string | undefined {
  if (lacksBracket && bracket !== undefined && !isHidden)
    return `-# ${t('feed.live.oldBracket', { when: `<t:${Math.floor(bracketAt / SECOND_MS)}:R>` })}`;
  if (lacksBracket) return `-# ${t('feed.live.noBracket')}`;
  if (bracket?.isCut !== true) return undefined;
  return `-# ${t('feed.live.cut', { count: bracket.rounds.reduce((sum, { matches }) => sum + matches.length, 0) })}`;
}

function liveButtons({ stage, tournament, bracket, now }: LiveView, t: Translate): ActionButton[] {
  const options = { tournament: tournament.id };
  const bracketButton = bracket === undefined ? [] : [runButton(t('tournament.bracket'), 'bracket', options)];
  switch (stage) {
    case 'registration': {
      const isOpen = registrationOf(tournament, now) === 'open';
      return [
        ...(isOpen ? [runButton(t('tournament.register'), 'register', options, 'primary')] : []),
        runButton(t('feed.live.details'), 'tournament', options),
      ];
    }
    case 'running':
      return [
        button(t('match.report'), 'score:mine', { style: 'primary', args: [tournament.id] }),
        ...bracketButton,
      ];
    case 'over':
      return bracketButton;
    case 'cancelled':
      return [];
  }
}

/** The post that shows the current state of a tournament. */
export function livePost(view: LiveView, t: Translate): Post {
  const { picture, tournament, now } = view;
  const bracket = view.isHidden ? undefined : view.bracket;
  const embed = bracket
    ? bracketEmbed(
        {
          name: tournamentTitle(tournament, t),
          bracket,
          content: contentOf(bracket, { kind: 'now' }),
          picture,
          asOf: undefined,
        },
        t,
      )
    : tournamentEmbed({ tournament, asOf: undefined, now }, t);
  return {
    content: lines(liveLine(view, t), liveNote(view, t)),
    embeds: [embed],
    rows: view.isLast === true ? [] : [liveButtons(view, t)],
    ...present({ files: bracket && picture && [picture] }),
  };
}
