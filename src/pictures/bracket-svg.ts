import type { Bracket, Match } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { nothing, stack } from './block.ts';
import type { Block } from './block.ts';
import { partsOf } from './bracket-parts.ts';
import type { Drawing } from './drawing.ts';
import { legendBlock, titleBlock } from './frame.ts';
import { tagMatches } from './match-tags.ts';
import { palette } from './palette.ts';
import { pathBlock } from './path-block.ts';
import { pathOf } from './player-path.ts';
import { hasPlayer } from './players.ts';
import { MATCHES_PER_PAGE, pagesOfRound, roundBlock } from './round-block.ts';
import { roundTitle } from './round-titles.ts';
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
/** About 25 ms of drawing a million pixels: this keeps the largest bracket within half a second. */
const MAX_PIXELS = 3_600_000;
const WIDE_ENOUGH = 1400;

/** A bracket as SVG: one drawing for dark and light chats. */
export function bracketSvg(bracket: Bracket, picture: BracketPicture): string {
  const { window, t } = picture;
  const playerId = window.kind === 'path' ? window.playerId : picture.highlightPlayerId;
  const drawing: Drawing = { t, tags: tagMatches(bracket), playerId };
  const shown = windowBlock(bracket, window, drawing);
  const block = stack(
    [
      titleBlock(
        { title: picture.title, subtitle: shown.subtitle, progress: shown.matches },
        shown.block.width,
        t,
      ),
      shown.block,
      legendBlock(
        shown.matches,
        shown.matches.some((match) => hasPlayer(match, playerId)),
        t,
      ),
    ],
    18,
  );
  const width = Math.ceil(block.width) + PAD * 2;
  const height = Math.ceil(block.height) + PAD * 2;
  return svgDocument(
    { width, height, scale: scaleFor(width, height) },
    rectangle({ x: 0, y: 0, width, height }, { class: 'panel', fill: palette.panel, rx: 16 }) +
      block.draw(PAD, PAD),
  );
}

/** Small pictures are drawn at twice their size, so that they are sharp on fine screens; large ones as they are. */
function scaleFor(width: number, height: number): number {
  const sharp = Math.min(2, Math.max(1, WIDE_ENOUGH / width));
  return Math.min(sharp, Math.sqrt(MAX_PIXELS / (width * height)));
}

interface Shown {
  block: Block;
  subtitle: string | undefined;
  matches: readonly Match[];
}

function windowBlock(bracket: Bracket, window: BracketWindow, drawing: Drawing): Shown {
  const { t } = drawing;
  switch (window.kind) {
    case 'whole': {
      const matches = bracket.rounds.flatMap((round) => round.matches);
      return { block: wholeBlock(partsOf(bracket), drawing), subtitle: undefined, matches };
    }
    case 'round': {
      const all = bracket.rounds[window.round]?.matches ?? [];
      const pages = pagesOfRound(all.length);
      const page = Math.min(Math.max(0, window.page ?? 0), pages - 1);
      const matches = all.slice(page * MATCHES_PER_PAGE, (page + 1) * MATCHES_PER_PAGE);
      const title = roundTitle(bracket, window.round, t);
      const subtitle = pages === 1 ? title : t('pictures.page', { title, page: page + 1, pages });
      return { block: matches.length === 0 ? nothing : roundBlock(matches, drawing), subtitle, matches };
    }
    case 'path': {
      const steps = pathOf(bracket, window.playerId);
      const matches = steps.map(({ match }) => match);
      const name = matches.flatMap(({ sides }) => sides).find(({ player }) => player?.id === window.playerId)
        ?.player?.name;
      return {
        block: steps.length === 0 ? nothing : pathBlock(bracket, steps, drawing),
        subtitle: t('pictures.path', { name: name ?? t('pictures.player', { id: window.playerId }) }),
        matches,
      };
    }
  }
}
