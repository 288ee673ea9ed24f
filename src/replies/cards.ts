import { isAhead, isPast } from '../brackets/registration.ts';
import type { Moment, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { escapeMarkup, oneLine } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  entrantsText,
  factLine,
  httpsUrl,
  lines,
  registrationText,
  tournamentTitle,
  formatText,
} from './format.ts';
import { startField } from './times.ts';

const TITLE_LENGTH = 120;
const FACT_LENGTH = 100;
const DESCRIPTION_LENGTH = 300;

/** A tournament for readers outside of Discord: plain text, except `markdown`. */
export interface TournamentCard {
  id: string;
  title: string;
  /** Epoch milliseconds. */
  changedAt: number;
  isPostponed: boolean;
  isCanceled: boolean;
  /** Members may register, now or later. */
  isAhead: boolean;
  startsAt?: Moment;
  endsAt?: Moment;
  /** Each with its name; the first is the start. */
  facts: (readonly [name: string, text: string])[];
  description?: string;
  imageUrl?: string;
  /** At the platform. */
  websiteUrl?: string;
  /** The same as Discord markup. */
  markdown: string;
}

/** A point in time without the reader's time zone: "Saturday, October 3, 2026 at 6:00 PM UTC". */
const momentText = ({ epochMs, precision }: Moment, t: Translate): string =>
  precision === 'day' ? t.date(epochMs, 'fullDay') : t('cards.utc', { time: t.date(epochMs, 'moment') });

/** Omits statements that may be outdated. */
function stateText(
  { tournament, isCurrent, now }: Pick<CardInput, 'tournament' | 'isCurrent' | 'now'>,
  t: Translate,
): string | undefined {
  const { phase, startsAt } = tournament;
  if (phase === 'finished' || phase === 'cancelled') return t(`tournament.phases.${phase}`);
  if (!isCurrent) return undefined;
  if (phase !== 'running' && startsAt !== undefined && isPast(startsAt, now)) return undefined;
  return registrationText(tournament, now, t) ?? (phase && t(`tournament.phases.${phase}`));
}

interface CardInput {
  tournament: Tournament & { changedAt: number; champion?: string };
  /** The record is current: the platform's last list has it, or a channel follows it. */
  isCurrent: boolean;
  now: number;
}

export function tournamentCard(input: CardInput, t: Translate): TournamentCard {
  const { tournament, isCurrent, now } = input;
  const { id, changedAt, startsAt, endsAt, description } = tournament;
  const title = oneLine(tournamentTitle(tournament, t), TITLE_LENGTH);
  const [startName, startMarkup] = startField(tournament, now, t);
  const state = stateText(input, t);
  const entrants = isCurrent ? entrantsText(tournament, t) : undefined;
  const winner =
    tournament.champion === undefined
      ? undefined
      : `${t('cards.winner')}: ${escapeMarkup(tournament.champion, 60)}`;
  const plain = (value: string | undefined) => value && oneLine(value, FACT_LENGTH);
  const facts: [string, string | undefined][] = [
    [startName, startsAt && momentText(startsAt, t)],
    [t('tournament.status'), state],
    [t('cards.winner'), plain(tournament.champion)],
    [t('tournament.players'), entrants],
    [t('tournament.game'), plain(tournament.game)],
    [t('tournament.format'), plain(tournament.format && formatText(tournament.format, t))],
    [t('tournament.region'), plain(tournament.region && t.region(tournament.region))],
    [t('tournament.prize'), plain(tournament.prize)],
  ];
  const about = description === undefined ? undefined : oneLine(description, DESCRIPTION_LENGTH);
  const shown = facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  return {
    id,
    title,
    changedAt,
    isPostponed: tournament.registration === 'postponed',
    isCanceled: tournament.phase === 'cancelled',
    isAhead: isCurrent && isAhead(tournament, now),
    facts: shown,
    markdown: lines(
      startMarkup && `${startName}: ${startMarkup}`,
      factLine([state, winner, entrants], t),
      factLine(
        [
          tournament.game,
          tournament.format && formatText(tournament.format, t),
          tournament.region && t.region(tournament.region),
          tournament.prize,
        ].map((one) => one && escapeMarkup(one, 60)),
        t,
      ),
      about && escapeMarkup(about, 200),
    ),
    ...present({
      startsAt,
      endsAt,
      description: about,
      imageUrl: httpsUrl(tournament.imageUrl),
      websiteUrl: httpsUrl(tournament.url),
    }),
  };
}
