import { matchesIn } from '../brackets/parts.ts';
import { hasPlayer } from '../brackets/players.ts';
import { matchesOfLeague } from '../brackets/stages.ts';
import { tagMatches } from '../brackets/tags.ts';
import {
  currentText,
  pagedTitleText,
  placedTableText,
  placedText,
  playerText,
  stageText,
  tableText,
} from '../brackets/texts.ts';
import { contentOf, type BracketWindow, type WindowContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../reading/records.ts';
import type { Slices } from '../async/slices.ts';
import type { Translate } from '../words/words.ts';
import { arrange, stack, type PictureBlock } from './block.ts';
import { emptyBlock, legendBlock, titleBlock } from './frame.ts';
import { tableBlock } from './league-block.ts';
import type { Drawing } from './look.ts';
import { matchesBlock } from './match-card.ts';
import { palette } from './palette.ts';
import { pathBlock } from './path-block.ts';
import { rectangle, svgDocument } from './svg.ts';
import { wholeBlock } from './whole-block.ts';

export interface BracketPicture {
  window: BracketWindow;
  t: Translate;
  /** The tournament's name, drawn above the bracket. */
  title?: string;
  /** The player whose matches are highlighted; a path highlights its own player. */
  highlightPlayerId?: string;
}

const PAD = 12;
/** The library lays out the whole document again for each tile of this size, which takes longer than rendering it. */
const TILE_PIXELS = 2000;
const WIDE_ENOUGH = 1400;

/** Renders a bracket as SVG for dark and light themes. A large one takes tens of milliseconds, so it yields in between. */
export function* bracketSvg(bracket: Bracket, picture: BracketPicture): Slices<string> {
  const { window, t } = picture;
  const playerId = window.kind === 'path' ? window.playerId : picture.highlightPlayerId;
  const drawing: Drawing = { t, tagOf: tagMatches(bracket), playerId };
  yield;
  const windowContent = contentOf(bracket, window);
  yield;
  const part = contentBlock(windowContent, drawing);
  yield;
  const { matches, cards = matches, progress = matches } = part;
  const content = matches.length === 0 ? emptyBlock(t) : part.block;
  const { hasOwn = matches.some((match) => hasPlayer(match, playerId)) } = part;
  const block = stack(
    [
      titleBlock({ ...part, title: picture.title, progress }, content.width, t),
      content,
      legendBlock({ matches, cards, hasOwn }, content.width, t),
    ],
    14,
  );
  const width = Math.ceil(block.width) + PAD * 2;
  const height = Math.ceil(block.height) + PAD * 2;
  let svg = rectangle({ class: 'panel', width, height, fill: palette.panel, rx: 16 });
  for (const piece of arrange([{ block, x: PAD, y: PAD }]).draw()) {
    svg += piece;
    yield;
  }
  return svgDocument({ width, height, scale: scaleFor(width, height) }, svg);
}

/** Renders small pictures at up to twice their size for high-density screens, and large ones within one tile. */
function scaleFor(width: number, height: number): number {
  const sharp = Math.min(2, Math.max(1, WIDE_ENOUGH / width));
  return Math.min(sharp, TILE_PIXELS / width, TILE_PIXELS / height);
}

interface ContentPart {
  block: PictureBlock;
  subtitle: string | undefined;
  /** The matches whose progress is shown, if not `matches`. */
  progress?: readonly Match[];
  /** The matches drawn as cards, if others are only counted in tables. */
  cards?: readonly Match[];
  /** Whether the highlighted player is shown, if `matches` does not decide it. */
  hasOwn?: boolean;
  matches: readonly Match[];
}

function contentBlock(content: WindowContent, drawing: Drawing): ContentPart {
  const { t } = drawing;
  switch (content.kind) {
    case 'now': {
      const titles = content.current.map(({ title }) => placedText(title, t));
      // A shared title goes above all matches; otherwise each has its own.
      const isOneRound = new Set(titles).size === 1;
      const matches = content.current.map(({ match }) => match);
      return {
        block: matchesBlock(matches, drawing, isOneRound ? [] : titles),
        subtitle: [currentText(content.current, t), ...(isOneRound ? titles.slice(0, 1) : [])].join(
          t('list.separator'),
        ),
        matches,
        progress: content.all,
      };
    }
    case 'whole': {
      const { stages, winner } = content;
      const parts = stages.flatMap((stage) => stage.parts);
      return {
        block: wholeBlock(stages, drawing),
        subtitle: winner
          ? t('pictures.champion', { name: playerText(winner, t) })
          : content.title && stageText(content.title, t),
        matches: parts.flatMap(matchesIn),
        progress: content.all,
        cards: parts.filter(({ kind }) => kind !== 'leagues').flatMap(matchesIn),
      };
    }
    case 'table': {
      const { league, standings } = content;
      const title = pagedTitleText(placedTableText(content.title, t), content, t);
      return {
        block: tableBlock(league, standings, drawing),
        // The table shows its own name and progress.
        subtitle: title === tableText(league.name, t) ? undefined : title,
        progress: [],
        matches: matchesOfLeague(league),
        cards: [],
        hasOwn: standings.rows.some(
          ({ player }) => player.id !== undefined && player.id === drawing.playerId,
        ),
      };
    }
    case 'round': {
      const { title, matches } = content;
      const subtitle = pagedTitleText(placedText(title, t), content, t);
      return { block: matchesBlock(matches, drawing), subtitle, matches };
    }
    case 'path':
      return {
        block: pathBlock(content.steps, drawing),
        subtitle: t('pictures.path', { name: playerText(content.player, t) }),
        matches: content.steps.map(({ match }) => match),
      };
  }
}
