import type { BracketWindow } from '../pictures/bracket-svg.ts';
import { allPages, roundPage } from '../pictures/round-pages.ts';
import { roundTitle } from '../pictures/round-titles.ts';
import type { Bracket, Match } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { currentMatches, matchesOf } from './bracket.ts';

/** What the text beside a window's picture lists. */
export interface Listing {
  heading: string;
  matches: readonly Match[];
  /** Said where there are none. */
  nothing: string;
}

export function listingOf(bracket: Bracket, window: BracketWindow, t: Translate): Listing {
  switch (window.kind) {
    case 'whole':
      return { heading: t('bracket.next'), matches: currentMatches(bracket), nothing: t('bracket.noneNext') };
    case 'round': {
      const { title, matches } = roundPage(bracket, window.round, window.page, t);
      return { heading: plain(title), matches, nothing: t('bracket.empty') };
    }
    case 'path': {
      const matches = matchesOf(bracket, window.playerId);
      const player = matches
        .flatMap((match) => match.sides)
        .find((side) => side.player?.id === window.playerId)?.player;
      const name = plain(player?.name ?? window.playerId, 60);
      return { heading: t('bracket.path', { name }), matches, nothing: t('bracket.notIn', { name }) };
    }
  }
}

/** Titles of rounds, as many as a menu holds: those around the shown one where there are more. */
export function roundChoices(
  bracket: Bracket,
  window: BracketWindow,
  atMost: number,
  t: Translate,
): { round: number; title: string }[] {
  const shown = window.kind === 'round' ? window.round : 0;
  const last = Math.max(0, bracket.rounds.length - atMost);
  const first = Math.min(last, Math.max(0, shown - Math.floor(atMost / 2)));
  return bracket.rounds
    .slice(first, first + atMost)
    .map((_, at) => ({ round: first + at, title: roundTitle(bracket, first + at, t) }));
}

type Spot = { round: number; page: number };

/** The pages before and after a page of a round; they lead through all rounds. */
export function neighbours(
  bracket: Bracket,
  window: Extract<BracketWindow, { kind: 'round' }>,
  t: Translate,
): { before: Spot | undefined; after: Spot | undefined } {
  const pages = allPages(bracket);
  const { page } = roundPage(bracket, window.round, window.page, t);
  const at = pages.findIndex((one) => one.round === window.round && one.page === page);
  return { before: pages[at - 1], after: at === -1 ? undefined : pages[at + 1] };
}
