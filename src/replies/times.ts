import { isPast } from '../brackets/registration.ts';
import type { Match, Moment, Tournament } from '../reading/records.ts';
import type { Translate, WordKey } from '../words/words.ts';
import { time, timeBoth } from './format.ts';

/** A field of an embed. */
type TimeField = readonly [name: string, value: string | undefined, width: 'full'];

/** A field for a time; omitted without a value. */
const field = (name: string, moment: Moment | undefined): TimeField => [
  name,
  moment && timeBoth(moment),
  'full',
];

type Timed = Pick<Match, 'phase' | 'winner' | 'startsAt' | 'endsAt'>;

/** The name of a start: in the past tense only if it is over and the phase does not contradict that. */
function startKey({ phase, winner, startsAt }: Timed, now: number): WordKey {
  if (startsAt === undefined || phase === 'cancelled') return 'tournament.planned';
  if (phase === 'running' || phase === 'finished' || winner !== undefined) {
    const isAhead = startsAt.precision === 'second' && startsAt.epochMs > now;
    return isAhead ? 'tournament.planned' : 'tournament.started';
  }
  if (!isPast(startsAt, now)) return 'tournament.starts';
  return phase === undefined ? 'tournament.started' : 'tournament.planned';
}

/** A match's state; none beside a past start that the platform still calls upcoming. */
export const phaseText = ({ phase, startsAt }: Timed, now: number, t: Translate): string | undefined =>
  phase === undefined || (phase === 'upcoming' && startsAt !== undefined && isPast(startsAt, now))
    ? undefined
    : t(`match.phases.${phase}`);

/** When a match was played or is due, in words that stay true once that time has passed. */
export const whenText = ({ phase }: Pick<Match, 'phase'>, moment: Moment, t: Translate): string =>
  phase === 'upcoming' || phase === 'open' ? t('match.due', { when: time(moment, 'R') }) : time(moment, 'R');

/** When something started or starts; a postponed or canceled start is omitted. `now`: epoch milliseconds. */
export const startField = (
  timed: Timed & Pick<Tournament, 'registration'>,
  now: number,
  t: Translate,
): TimeField =>
  (timed.registration === 'postponed' || timed.phase === 'cancelled') && timed.startsAt !== undefined
    ? [t('tournament.planned'), time(timed.startsAt, 'f'), 'full']
    : field(t(startKey(timed, now)), timed.startsAt);

/** When it finished or ends; absent if it is canceled. */
export const endField = ({ phase, endsAt }: Timed, now: number, t: Translate): TimeField =>
  field(
    t(endsAt && isPast(endsAt, now) ? 'tournament.finished' : 'tournament.ends'),
    phase === 'cancelled' ? undefined : endsAt,
  );

/** When registration closed or closes. A future time is omitted if registration has closed for another reason. */
export function closingField(
  { phase, registration, registrationClosesAt: closes }: Tournament,
  now: number,
  t: Translate,
): TimeField {
  const isClosed = closes !== undefined && isPast(closes, now);
  const isOver = phase === 'running' || phase === 'finished' || registration === 'postponed';
  const isOff = phase === 'cancelled' || (!isClosed && isOver);
  return field(t(isClosed ? 'tournament.closed' : 'tournament.closes'), isOff ? undefined : closes);
}
