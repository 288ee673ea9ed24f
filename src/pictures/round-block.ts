import type { Match } from '../platform/records.ts';
import { grid } from './block.ts';
import type { Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { roomyLook } from './look.ts';
import { matchCard } from './match-card.ts';

export function roundBlock(matches: readonly Match[], drawing: Drawing): Block {
  const columns = matches.length <= 4 ? 1 : 2;
  const look: Look = columns === 1 ? { ...roomyLook, cardWidth: 380 } : roomyLook;
  const blocks = matches.map((match) => matchCard(match, look, drawing));
  return grid(blocks, columns, look.gapY);
}
