import type { BracketRound, Match } from '../platform/records.ts';
import { grid } from './block.ts';
import type { Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { roomyLook } from './look.ts';
import { matchCard } from './match-card.ts';

/** One round's matches on one page: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 16;

export const pagesOfRound = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

/** The matches of one page, counted from 0; a page that there is not is the nearest one. */
export function pageOf(round: BracketRound | undefined, wanted = 0): { page: number; matches: Match[] } {
  const page = Math.min(Math.max(0, wanted), pagesOfRound(round) - 1);
  return {
    page,
    matches: (round?.matches ?? []).slice(page * MATCHES_PER_PAGE, (page + 1) * MATCHES_PER_PAGE),
  };
}

export function roundBlock(matches: readonly Match[], drawing: Drawing): Block {
  const columns = matches.length <= 4 ? 1 : 2;
  const look: Look = columns === 1 ? { ...roomyLook, cardWidth: 380 } : roomyLook;
  const blocks = matches.map((match) => matchCard(match, look, drawing));
  return grid(blocks, columns, look.gapY);
}
