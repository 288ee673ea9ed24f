import type { Scores } from '../brackets/results.ts';
import type { Match } from '../reading/records.ts';
import type { Translate } from '../words/words.ts';
import { lines } from './format.ts';
import { outcomeLine, outcomeMarkup, standingMarkup } from './match.ts';
import { claimant, opponentMarkup, reasonMarkup } from './results.ts';
import { isDropped, type ClaimView, type ReportView } from './report-view.ts';

/** How a result stands; `undefined` for a plain report. `reader`: the side of its only reader. */
export function reportLine(
  match: Match,
  report: ReportView,
  t: Translate,
  reader?: 1 | 2,
): string | undefined {
  const { claim, ruling, state } = report;
  const outcome = (scores: Scores | undefined) =>
    scores === undefined ? '' : outcomeMarkup(match, scores, t);
  switch (state) {
    case 'open':
      return t(isBy(claim, reader) ? 'results.states.openYours' : 'results.states.open', {
        outcome: outcome(claim?.scores),
        player: claimant(match, claim, t),
        opponent: opponentMarkup(match, report, t),
      });
    case 'disputed':
      return lines(t('results.states.disputed'), ...claimsIn(match, report, t, reader));
    case 'agreed':
      return t('results.states.agreed', { outcome: outcome(claim?.scores) });
    case 'ruled': {
      const reason = reasonMarkup(ruling?.reason ?? '');
      if (isDropped(report)) return t('results.dropped', { reason });
      if (ruling?.scores === undefined) return t('results.states.left', { reason });
      return t('results.states.ruled', { outcome: outcome(ruling.scores), reason });
    }
    case 'written':
      return undefined;
  }
}

/** A report that waits for its reader's answer. */
export const awaitingMarkup = (match: Match, { claim }: ReportView, t: Translate): string =>
  t('results.states.yours', {
    outcome: claim === undefined ? '' : outcomeMarkup(match, claim.scores, t),
    player: claimant(match, claim, t),
  });

const isBy = (claim: ClaimView | undefined, reader: 1 | 2 | undefined): boolean =>
  reader !== undefined && claim?.side === reader;

/** What the platform showed for a report. */
export function seenMarkup(match: Match, { seen, seenWinner }: ReportView, t: Translate): string | undefined {
  if (seen !== undefined) return standingMarkup(match, seen, t);
  return seenWinner && outcomeLine(match, { winner: seenWinner }, t);
}

/** "Ana says: Ana wins 3–1" and "Bruno says: Bruno wins 3–1". */
export function claimsIn(match: Match, report: ReportView, t: Translate, reader?: 1 | 2): string[] {
  const { claim, counter, ruling } = report;
  const lineOf = (one: ClaimView, player: string): string =>
    t(isBy(one, reader) ? 'results.states.claimYours' : 'results.states.claim', {
      player,
      outcome: outcomeMarkup(match, one.scores, t),
    });
  const isUnknown = reader === undefined && claim?.side === undefined && claim?.byOrganizer !== true;
  // After a ruling, the platform's score is the ruled one, not a claim.
  const outcome =
    claim === undefined && ruling?.scores === undefined ? seenMarkup(match, report, t) : undefined;
  return [
    ...(outcome === undefined ? [] : [t('results.states.website', { outcome })]),
    ...(claim === undefined
      ? []
      : [lineOf(claim, isUnknown ? t('results.oneSide') : claimant(match, claim, t))]),
    ...(counter === undefined ? [] : [lineOf(counter, claimant(match, counter, t))]),
  ];
}
