import { foldKey, names, type Field } from './keys.ts';
import type { Match, Phase, Tournament } from './records.ts';

/** The status words of platforms for each phase of a tournament or match. */
export const stateWords: Record<Phase, Field<unknown>> = {
  upcoming: names`
    upcoming pending scheduled created planned announced published not_started notstarted setup
    waiting ready locked preparation in_preparation soon new draft postponed registration_closed to_do
    configuring unstarted queued waiting_results checked_in accepting_predictions called seeding
    adjustment voting captain_pick substitution
  `,
  open: names`
    open registration registration_open registering open_registration join joining check_in checkin
    checking_in signup enrolling accepting_registrations subscription
  `,
  running: names`
    running live active ongoing in_progress started underway playing current group_stages_underway
    group_stages_finalized paused now_playing
  `,
  finished: names`
    finished complete completed ended done over past played scored score_done archived final finalized
    resolved concluded awaiting_review walkover walk_over forfeit forfeited post_match validated
    confirmed
  `,
  cancelled: names`
    cancelled canceled aborted abandoned void voided deleted annulled not_needed unnecessary
  `,
};

export type PhaseOf = (status: string | undefined) => Phase | undefined;

/** Maps a known status word to its phase. "closed" is omitted, because its meaning differs between platforms. */
export function readPhases(states: Record<Phase, Field<unknown>>): PhaseOf {
  const phases = new Map<string, Phase>();
  for (const phase of ['upcoming', 'open', 'running', 'finished', 'cancelled'] as const)
    for (const word of states[phase].names) phases.set(foldKey(word), phase);
  return (status) => (status === undefined ? undefined : phases.get(foldKey(status)));
}

/** Status words that say why a tournament takes no players before it begins. */
const WAITING_WORDS = {
  closed: names`registration_closed registrations_closed registration_ended closed locked checked_in`,
  postponed: names`postponed delayed suspended paused on_hold interrupted halted`,
  draft: names`draft unpublished configuring`,
  seeding: names`seeding adjustment captain_pick`,
} as const satisfies Record<NonNullable<Tournament['registration']>, Field<unknown>>;

const WAITING = new Map(
  (['closed', 'postponed', 'draft', 'seeding'] as const).flatMap((state) =>
    WAITING_WORDS[state].names.map((word) => [foldKey(word), state] as const),
  ),
);

/** Why a status word rules out registration; `undefined` if it does not. */
export const readRegistration = (status: string | undefined): Tournament['registration'] =>
  status === undefined ? undefined : WAITING.get(foldKey(status));

/** Whether a status word holds a match back. */
export const readHeld = (status: string | undefined): true | undefined => {
  const why = readRegistration(status);
  return why === 'postponed' || why === 'draft' ? true : undefined;
};

/** Words of a match, or of its result, that mean an end without a plain win. As a tournament's state, some mean something else. */
const DECIDED_WORDS = {
  walkover: names`
    walkover walk_over wo w/o forfeit forfeited defaulted no_show disqualified disqualification dq
  `,
  nobody: names`
    double_forfeit double_walkover double_no_show double_disqualification double_dq
    both_disqualified both_forfeited no_contest
  `,
  draw: names`draw drawn tie tied`,
} as const satisfies Record<NonNullable<Match['decided']>, Field<unknown>>;

const DECIDED = new Map(
  (['walkover', 'nobody', 'draw'] as const).flatMap((decided) =>
    DECIDED_WORDS[decided].names.map((word) => [foldKey(word), decided] as const),
  ),
);

/** How a match ended according to such a word; `undefined` for a plain win or a match that goes on. */
export const readDecided = (word: string | undefined): Match['decided'] =>
  word === undefined ? undefined : DECIDED.get(foldKey(word));

const OUT: ReadonlySet<string> = new Set(
  names`
    forfeit forfeited ff dq disqualified disqualification no_show absent withdrew withdrawn dns dnf
  `.names.map(foldKey),
);

/** Whether a side did not play on, by a flag or a word. "walkover" may describe the side that won by it. */
export const asOut = (value: unknown): true | undefined =>
  value === true || (typeof value === 'string' && OUT.has(foldKey(value))) ? true : undefined;

const GONE: ReadonlySet<string> = new Set(
  names`withdrawn withdrew dropped dropped_out declined unregistered removed cancelled canceled`.names.map(
    foldKey,
  ),
);

/** Whether an entrant no longer takes part, by a flag or a word. */
export const asGone = (value: unknown): true | undefined =>
  value === true || (typeof value === 'string' && GONE.has(foldKey(value))) ? true : undefined;
