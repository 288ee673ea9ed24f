import { foldKey } from './keys.ts';
import type { Phase } from './records.ts';

const words: Record<Phase, string> = {
  upcoming: `
    upcoming pending scheduled created planned announced published not_started notstarted setup
    waiting ready locked preparation in_preparation soon new draft postponed registration_closed to_do
    configuring unstarted queued waiting_results
  `,
  open: `
    open registration registration_open registering open_registration join joining check_in checkin
    checking_in signup enrolling accepting_registrations subscription
  `,
  running: `
    running live active ongoing in_progress started underway playing current group_stages_underway
    group_stages_finalized paused now_playing
  `,
  finished: `
    finished complete completed ended done over past played scored score_done archived final finalized
    resolved concluded awaiting_review walkover walk_over forfeit forfeited post_match validated
    confirmed
  `,
  cancelled: 'cancelled canceled aborted abandoned voided deleted annulled',
};

const phaseOfWord = new Map(
  Object.entries(words).flatMap(([phase, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((word) => [foldKey(word), phase] as const),
  ),
);

/** The phase that a platform's status word means, where it is a known one. "closed" is not: of what, differs. */
export function phaseOf(status: string | undefined): Phase | undefined {
  const phase = status === undefined ? undefined : phaseOfWord.get(foldKey(status));
  return phase !== undefined && isPhase(phase) ? phase : undefined;
}

function isPhase(word: string): word is Phase {
  return Object.hasOwn(words, word);
}
