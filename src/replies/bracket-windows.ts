import type { BracketWindow } from '../pictures/bracket-svg.ts';
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
    case 'round':
      return {
        heading: plain(roundTitle(bracket, window.round, t)),
        matches: bracket.rounds[window.round]?.matches ?? [],
        nothing: t('bracket.empty'),
      };
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

/** Every round by the title that its picture carries, in playing order. */
export const roundChoices = (bracket: Bracket, t: Translate): string[] =>
  bracket.rounds.map((_, at) => roundTitle(bracket, at, t));
