import type { Column } from '../brackets/titles.ts';
import { growTree } from '../brackets/tree.ts';
import { roundText } from '../brackets/texts.ts';
import type { Block } from './block.ts';
import type { Drawing } from './drawing.ts';
import type { Look } from './look.ts';
import { cardHeight, matchCard } from './match-card.ts';
import { palette } from './palette.ts';
import { placeOneWay } from './place-tree.ts';
import type { PlacedTree } from './place-tree.ts';
import { path, textIn } from './svg.ts';
import { connection, drawTree, heading, headingHeight, treeHeadings } from './tree-block.ts';

interface Double {
  winners: readonly Column[];
  losers: readonly Column[];
  final: readonly Column[];
}

/** The winners' bracket over the losers', with the final to the right of both. */
export function doubleBlock(part: Double, look: Look, drawing: Drawing): Block {
  const trees = (['winners', 'losers'] as const)
    .filter((section) => part[section].length > 0)
    .map((section) => ({
      section,
      columns: part[section],
      tree: placeOneWay(growTree(part[section]), look),
    }));
  const titleHeight = look.fontSize * 2.2;
  const above = titleHeight + headingHeight(look);
  const gap = look.rowHeight * 1.4;
  let height = 0;
  const placed = trees.map((one) => {
    const top = height + above;
    height = top + one.tree.height + gap;
    return { ...one, top };
  });
  height = Math.max(0, height - gap);
  const treesWidth = Math.max(0, ...trees.map(({ tree }) => tree.width));
  const stepX = look.cardWidth + look.gapX;
  const roots = placed.flatMap(({ tree, top }) => {
    const spot = tree.root && tree.spots.get(tree.root);
    return spot ? [{ x: spot.x, y: top + spot.y }] : [];
  });
  const finalY = roots.length === 0 ? above : roots.reduce((sum, { y }) => sum + y, 0) / roots.length;
  const finals = part.final.flatMap((column, columnAt) =>
    column.matches.map((match, at) => ({
      match,
      title: column.title.round,
      x: treesWidth + look.gapX + columnAt * stepX,
      y: finalY + at * (cardHeight(look) + look.gapY),
    })),
  );
  return {
    width: treesWidth + part.final.length * stepX,
    height: Math.max(height, ...finals.map(({ y }) => y + cardHeight(look))),
    *draw(x, y) {
      const lines = [...roots, ...finals.slice(0, -1)].flatMap((from, at) => {
        const target = at < roots.length ? finals[0] : finals[at - roots.length + 1];
        return target && target.x > from.x ? [connection(from, target, { x, y }, look)] : [];
      });
      for (const { section, columns, tree, top } of placed)
        yield* drawSection(section, columns, tree, { x, y: y + top - above }, look, drawing);
      if (lines.length > 0)
        yield path(lines.join(''), {
          class: 'line',
          fill: 'none',
          stroke: palette.line,
          'stroke-width': 1.5,
        });
      for (const final of finals) {
        const title = roundText(final.title, drawing.t);
        yield heading(title, { x: x + final.x, y: y + final.y - headingHeight(look) }, look);
        yield* matchCard(final.match, look, drawing).draw(x + final.x, y + final.y);
      }
    },
  };
}

function* drawSection(
  section: 'winners' | 'losers',
  columns: readonly Column[],
  tree: PlacedTree,
  at: { x: number; y: number },
  look: Look,
  drawing: Drawing,
): Iterable<string> {
  const top = at.y + look.fontSize * 2.2;
  yield sectionTitle(drawing.t(`pictures.${section}`), at, tree.width, look);
  yield treeHeadings(tree, columns, { x: at.x, y: top }, look, drawing);
  yield* drawTree(tree, { x: at.x, y: top + headingHeight(look) }, look, drawing);
}

const sectionTitle = (title: string, at: { x: number; y: number }, width: number, look: Look): string =>
  textIn(
    {
      x: at.x,
      baseline: at.y + look.fontSize * 1.2,
      width,
      size: look.fontSize * 1.2,
      fill: palette.accent,
      weight: 'bold',
    },
    title,
  );
