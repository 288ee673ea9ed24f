import { championOf, matchesIn } from '../brackets/parts.ts';
import { hasPlayer } from '../brackets/players.ts';
import { matchesOfLeague } from '../brackets/stages.ts';
import { tagMatches } from '../brackets/tags.ts';
import {
  pagedTitleText,
  placedTableText,
  placedText,
  playerText,
  stageText,
  tableText,
} from '../brackets/texts.ts';
import { contentOf, type BracketWindow, type WindowContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../platform/records.ts';
import type { Slices } from '../slices.ts';
import type { Translate } from '../words/words.ts';
import { arrange, stack, type Block } from './block.ts';
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
  /** Whose matches are marked; in a path, its player. */
  highlightPlayerId?: string;
}

const PAD = 24;
/** The library lays out the whole document anew for each tile of this size, which takes longer than its pixels. */
const TILE_PIXELS = 2000;
const WIDE_ENOUGH = 1400;

/** A bracket as SVG: one drawing for dark and light chats. A large one takes some ten milliseconds, and so pauses. */
export function* bracketSvg(bracket: Bracket, picture: BracketPicture): Slices<string> {
  const { window, t } = picture;
  const playerId = window.kind === 'path' ? window.playerId : picture.highlightPlayerId;
  const drawing: Drawing = { t, tagOf: tagMatches(bracket), playerId };
  yield;
  const windowContent = contentOf(bracket, window);
  yield;
  const shown = contentBlock(windowContent, drawing);
  yield;
  const { matches, cards = matches, progress = matches } = shown;
  const content = matches.length === 0 ? emptyBlock(t) : shown.block;
  const { hasOwn = matches.some((match) => hasPlayer(match, playerId)) } = shown;
  const block = stack(
    [
      titleBlock({ ...shown, title: picture.title, progress }, content.width, t),
      content,
      legendBlock({ matches, cards, hasOwn }, t),
    ],
    26,
  );
  const width = Math.ceil(block.width) + PAD * 2;
  const height = Math.ceil(block.height) + PAD * 2;
  let drawn = rectangle({ class: 'panel', width, height, fill: palette.panel, rx: 16 });
  for (const piece of arrange([{ block, x: PAD, y: PAD }]).draw()) {
    drawn += piece;
    yield;
  }
  return svgDocument({ width, height, scale: scaleFor(width, height) }, drawn);
}

/** Small pictures are drawn at twice their size, so that they are sharp on fine screens; large ones in one tile. */
function scaleFor(width: number, height: number): number {
  const sharp = Math.min(2, Math.max(1, WIDE_ENOUGH / width));
  return Math.min(sharp, TILE_PIXELS / width, TILE_PIXELS / height);
}

interface ShownPart {
  block: Block;
  subtitle: string | undefined;
  note?: string | undefined;
  /** Whose progress is told, where that is not of the shown ones. */
  progress?: readonly Match[];
  /** Those of the matches that are drawn one by one, where others are counted in tables. */
  cards?: readonly Match[];
  /** Whether the highlighted player is shown, where that is not told by the matches. */
  hasOwn?: boolean;
  matches: readonly Match[];
}

function contentBlock(content: WindowContent, drawing: Drawing): ShownPart {
  const { t } = drawing;
  switch (content.kind) {
    case 'now': {
      const titles = content.current.map(({ title }) => placedText(title, t));
      // One title for all stands above them; else each has its own.
      const isOneRound = new Set(titles).size === 1;
      const matches = content.current.map(({ match }) => match);
      return {
        block: matchesBlock(matches, drawing, isOneRound ? [] : titles),
        subtitle: [t('bracket.now'), ...(isOneRound ? titles.slice(0, 1) : [])].join(t('list.separator')),
        matches,
        progress: content.all,
      };
    }
    case 'whole': {
      const { stages } = content;
      const parts = stages.flatMap((stage) => stage.parts);
      const champion = championOf(parts);
      const { block, leavesOutRounds } = wholeBlock(stages, drawing);
      return {
        block,
        subtitle: champion
          ? t('pictures.champion', { name: playerText(champion, t) })
          : content.title && stageText(content.title, t),
        note: leavesOutRounds ? t('pictures.laterRounds') : undefined,
        matches: parts.flatMap(matchesIn),
        cards: parts.filter(({ kind }) => kind !== 'leagues').flatMap(matchesIn),
      };
    }
    case 'table': {
      const { league, standings } = content;
      const title = pagedTitleText(placedTableText(content.title, t), content, t);
      return {
        block: tableBlock(league, standings, drawing),
        // The table says its name and its progress itself.
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
