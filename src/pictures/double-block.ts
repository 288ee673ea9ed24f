import { roundText } from '../brackets/texts.ts';
import type { Column } from '../brackets/titles.ts';
import { arrange, line, stack, type PictureBlock } from './block.ts';
import type { Drawing, Look } from './look.ts';
import { cardHeight } from './match-card.ts';
import { palette } from './palette.ts';
import { headingHeight, linesBetween, spotOf, titledCard, treeBlock, type Connector } from './tree-block.ts';
import type { TreeGrid } from './tree-grid.ts';

interface DoubleElimination {
  winners: TreeGrid;
  losers: TreeGrid;
  final: readonly Column[];
}

/** The winners' bracket above the losers' bracket, with the finals to the right. */
export function doubleBlock(part: DoubleElimination, look: Look, drawing: Drawing): PictureBlock {
  const titleHeight = look.fontSize * 2.2;
  let top = 0;
  const sections = (['winners', 'losers'] as const)
    .filter((section) => part[section].rounds.length > 0)
    .map((section) => {
      const { root } = part[section];
      const tree = treeBlock(part[section], look, drawing);
      const title = line(drawing.t(`pictures.${section}`), {
        width: tree.width,
        height: titleHeight,
        baseline: look.fontSize * 1.2,
        size: look.fontSize * 1.2,
        fill: palette.accent,
        weight: 'bold',
      });
      const y = top;
      top += titleHeight + tree.height + look.rowHeight * 1.4;
      return { block: stack([title, tree], 0), x: 0, y, root: root && spotOf(root, look) };
    });
  const width = Math.max(0, ...sections.map(({ block }) => block.width));
  const roots = sections.flatMap(({ root, y }) => (root ? [{ x: root.x, y: y + titleHeight + root.y }] : []));
  const firstY =
    roots.length === 0
      ? titleHeight + headingHeight(look)
      : roots.reduce((sum, { y }) => sum + y, 0) / roots.length;
  const finals = part.final.flatMap(({ matches, title }, column) =>
    matches.map((match, row) => ({
      block: titledCard(roundText(title.round, drawing.t), match, look, drawing),
      x: width + look.gapX + column * (look.cardWidth + look.gapX),
      y: firstY + row * (cardHeight(look) + look.gapY),
    })),
  );
  const [first] = finals;
  const pairs = [
    ...roots.map((from) => ({ from, to: first })),
    ...finals.slice(1).map((to, at) => ({ from: finals[at] ?? to, to })),
  ];
  const lines = pairs.flatMap(({ from, to }): Connector[] =>
    to && to.x > from.x ? [{ from, to, isOwn: false }] : [],
  );
  return arrange([
    ...sections,
    linesBetween(lines, look),
    ...finals.map(({ block, x, y }) => ({ block, x, y: y - headingHeight(look) })),
  ]);
}
