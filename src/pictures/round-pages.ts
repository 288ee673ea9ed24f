import type { Bracket, BracketRound, Match } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { roundTitle } from './round-titles.ts';

/** One round's matches on one page: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 16;

const pagesOf = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

/** One page of a round, counted from 0; a page that there is not is the nearest one. */
export interface RoundPage {
  page: number;
  /** "Round 1 · page 2 of 8"; the number only where there are several. */
  title: string;
  matches: Match[];
}

export function roundPage(bracket: Bracket, at: number, wanted: number | undefined, t: Translate): RoundPage {
  const round = bracket.rounds[at];
  const pages = pagesOf(round);
  const page = Math.min(Math.max(0, wanted ?? 0), pages - 1);
  const title = roundTitle(bracket, at, t);
  return {
    page,
    title: pages === 1 ? title : t('pictures.page', { title, page: page + 1, pages }),
    matches: (round?.matches ?? []).slice(page * MATCHES_PER_PAGE, (page + 1) * MATCHES_PER_PAGE),
  };
}

/** Every page of every round, in playing order. */
export const allPages = (bracket: Bracket): { round: number; page: number }[] =>
  bracket.rounds.flatMap((round, at) =>
    Array.from({ length: pagesOf(round) }, (_, page) => ({ round: at, page })),
  );
