import type { Bracket, Match } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { stack } from './block.ts';
import type { Block } from './block.ts';
import { partsOf } from './bracket-parts.ts';
import type { Part } from './bracket-parts.ts';
import { championOf } from './champion.ts';
import { playerText } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import { emptyBlock, legendBlock, titleBlock } from './frame.ts';
import { tagMatches } from './match-tags.ts';
import { palette } from './palette.ts';
import { pathBlock } from './path-block.ts';
import { pathOf, playerIn } from './player-path.ts';
import { hasPlayer } from './players.ts';
import { roundBlock } from './round-block.ts';
import { roundPage } from './round-pages.ts';
import { rectangle, svgDocument } from './svg.ts';
import { wholeBlock } from './whole-block.ts';

/** What part of a bracket a picture shows. `round` is an index into `bracket.rounds`; pages count from 0. */
export type BracketWindow =
  | { kind: 'whole' }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

export interface BracketPicture {
  window: BracketWindow;
  t: Translate;
  /** The tournament's name, drawn above the bracket. */
  title?: string;
  /** Whose matches are marked; in a path, its player. */
  highlightPlayerId?: string;
}

const PAD = 24;
/** The library lays out the whole document anew for each tile of this size, which takes longer than its pixels. */
const TILE_PIXELS = 2000;
const WIDE_ENOUGH = 1400;

/** A bracket as SVG: one drawing for dark and light chats. */
export function bracketSvg(bracket: Bracket, picture: BracketPicture): string {
  const { window, t } = picture;
  const playerId = window.kind === 'path' ? window.playerId : picture.highlightPlayerId;
  const drawing: Drawing = { t, tags: tagMatches(bracket, t), playerId };
  const shown = windowBlock(bracket, window, drawing);
  const content = shown.matches.length === 0 ? emptyBlock(t) : shown.block;
  const block = stack(
    [
      titleBlock(
        { title: picture.title, subtitle: shown.subtitle, note: shown.note, progress: shown.matches },
        content.width,
        t,
      ),
      content,
      legendBlock(
        {
          matches: shown.matches,
          cards: shown.cards ?? shown.matches,
          hasOwn: shown.matches.some((match) => hasPlayer(match, playerId)),
        },
        t,
      ),
    ],
    26,
  );
  const width = Math.ceil(block.width) + PAD * 2;
  const height = Math.ceil(block.height) + PAD * 2;
  return svgDocument(
    { width, height, scale: scaleFor(width, height) },
    rectangle({ x: 0, y: 0, width, height }, { class: 'panel', fill: palette.panel, rx: 16 }) +
      block.draw(PAD, PAD),
  );
}

/** Small pictures are drawn at twice their size, so that they are sharp on fine screens; large ones in one tile. */
function scaleFor(width: number, height: number): number {
  const sharp = Math.min(2, Math.max(1, WIDE_ENOUGH / width));
  return Math.min(sharp, TILE_PIXELS / width, TILE_PIXELS / height);
}

interface Shown {
  block: Block;
  subtitle: string | undefined;
  note?: string | undefined;
  /** Those of the matches that are drawn one by one, where others are counted in tables. */
  cards?: readonly Match[];
  matches: readonly Match[];
}

function windowBlock(bracket: Bracket, window: BracketWindow, drawing: Drawing): Shown {
  const { t } = drawing;
  switch (window.kind) {
    case 'whole': {
      const parts = partsOf(bracket);
      const champion = championOf(parts);
      const { block, leavesOutRounds } = wholeBlock(parts, drawing);
      return {
        block,
        subtitle: champion && t('pictures.champion', { name: playerText(champion, t) }),
        note: leavesOutRounds ? t('pictures.laterRounds') : undefined,
        matches: bracket.rounds.flatMap((round) => round.matches),
        cards: parts.flatMap((part) => matchesDrawn(part)),
      };
    }
    case 'round': {
      const { title, matches } = roundPage(bracket, window.round, window.page, t);
      return { block: roundBlock(matches, drawing), subtitle: title, matches };
    }
    case 'path': {
      const steps = pathOf(bracket, window.playerId);
      return {
        block: pathBlock(bracket, steps, drawing),
        subtitle: t('pictures.path', { name: playerText(playerIn(bracket, window.playerId), t) }),
        matches: steps.map(({ match }) => match),
      };
    }
  }
}

function matchesDrawn(part: Part): Match[] {
  switch (part.kind) {
    case 'leagues':
      return [];
    case 'tree':
      return part.columns.flatMap(({ matches }) => matches);
    case 'double':
      return [...part.winners, ...part.losers, ...part.final].flatMap(({ matches }) => matches);
  }
}
