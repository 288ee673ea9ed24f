import type { Match } from '../platform/records.ts';
import { grid, type Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import { looks } from './look.ts';
import { matchCard } from './match-card.ts';

/** On a phone two of these stand beside each other in letters of 13 pixels, as high as the screen. */
const PAIRED = looks.large;
const SINGLE = { ...looks.large, cardWidth: 380 };

/** Matches beside and under each other, each under its caption where there is one. */
export function matchesBlock(
  matches: readonly { match: Match; caption?: string }[],
  drawing: Drawing,
): Block {
  const look = matches.length <= 4 ? SINGLE : PAIRED;
  const cards = matches.map(({ match, caption }) => matchCard(match, look, drawing, caption));
  return grid(cards, look === SINGLE ? 1 : 2, look.gapY);
}
