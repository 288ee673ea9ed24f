import { standingsOf } from './standings.ts';
import type { BracketPart, League } from './stages.ts';
import { growTree, type TreeNode } from './tree.ts';
import { ROWS_PER_PAGE } from './tables.ts';
import type { Column, StageTitle } from './titles.ts';

/** What a picture shows of a stage. A single stage has no title. */
export interface ShownStage {
  title?: StageTitle;
  parts: BracketPart[];
}

/** More rounds side by side have names too small for a phone. */
const ROUNDS = 3;
/** Rows of matches in one piece of a tree: eight players. */
const ROWS = 4;
/** Heights in lines of a table. */
const LINES = { match: 3, heading: 2, table: 3, sheet: 17 };

/** The height of a separate final with the match for third place below it, beside more rows. */
const THIRD_PLACE = 2 * (LINES.heading + LINES.match);

interface Piece {
  part: BracketPart;
  lines: number;
}

/** The stages on one or more sheets: what clients show legibly in one picture, about as high as it is wide. */
export function sheetsOf(stages: readonly ShownStage[]): ShownStage[][] {
  const sheets: ShownStage[][] = [];
  let room = 0;
  for (const { title, parts } of stages) {
    let stage: ShownStage | undefined;
    for (const { part, lines } of parts.flatMap(piecesOf)) {
      const isNewSheet = lines > room;
      if (isNewSheet) {
        sheets.push([]);
        room = LINES.sheet;
      }
      if (stage === undefined || isNewSheet) {
        stage = title === undefined ? { parts: [] } : { title, parts: [] };
        sheets.at(-1)?.push(stage);
        if (title !== undefined) room -= LINES.heading;
      }
      stage.parts.push(part);
      room -= lines;
    }
  }
  return sheets;
}

function piecesOf(part: BracketPart): Piece[] {
  switch (part.kind) {
    case 'leagues':
      return part.leagues.flatMap(tablePieces);
    case 'tree': {
      const { thirdPlace, ...tree } = part;
      const pieces = treePieces(part.columns);
      return pieces.map(({ columns, lines }, at) =>
        thirdPlace && at === pieces.length - 1
          ? { part: { ...tree, columns, thirdPlace }, lines: Math.max(lines, THIRD_PLACE) }
          : { part: { ...tree, columns }, lines },
      );
    }
    case 'double':
      return (['winners', 'losers', 'final'] as const).flatMap((section) =>
        treePieces(part[section]).map(({ columns, lines }, at) => ({
          part: { kind: 'double', winners: [], losers: [], final: [], [section]: columns } as const,
          lines: at === 0 ? lines + LINES.heading : lines,
        })),
      );
  }
}

function tablePieces(league: League): Piece[] {
  const { length } = standingsOf(league).rows;
  return Array.from({ length: Math.max(1, Math.ceil(length / ROWS_PER_PAGE)) }, (_, at) => {
    const rows = { from: at * ROWS_PER_PAGE, to: Math.min(length, (at + 1) * ROWS_PER_PAGE) };
    return {
      part: { kind: 'leagues', leagues: [{ ...league, rows }] },
      lines: LINES.table + rows.to - rows.from,
    };
  });
}

/** A tree in pieces of a few rounds and rows, each match below those that lead to it. */
function treePieces(columns: readonly Column[]): { columns: Column[]; lines: number }[] {
  const rounds = growTree(columns);
  const roots = rounds.toReversed().flatMap((nodes) => nodes.filter(({ parent }) => parent === undefined));
  const nodes = roots.flatMap((root) => within(root, 0));
  const pieces: { columns: Column[]; lines: number }[] = [];
  for (let first = 0; first < columns.length; first += ROUNDS) {
    const last = Math.min(first + ROUNDS, columns.length) - 1;
    let piece: TreeNode[] = [];
    let rows = 0;
    const finish = (): void => {
      const matches = new Map(piece.map(({ match, column }) => [match, column]));
      pieces.push({
        columns: columns.slice(first, last + 1).flatMap((column, at) => {
          const own = [...matches].flatMap(([match, place]) => (place === first + at ? [match] : []));
          return own.length === 0 ? [] : [{ ...column, matches: own }];
        }),
        lines: LINES.heading + LINES.match * rows,
      });
    };
    for (const node of nodes) {
      const isInLayer = node.column >= first && node.column <= last;
      if (!isInLayer || (node.column < last && node.parent !== undefined)) continue;
      const own = within(node, first);
      const ownRows = own.filter(({ column, children }) => column === first || children.length === 0).length;
      if (rows > 0 && rows + ownRows > ROWS) {
        finish();
        [piece, rows] = [[], 0];
      }
      piece.push(...own);
      rows += ownRows;
    }
    finish();
  }
  return pieces;
}

/** A match after all matches that lead to it, back to a column. */
const within = (node: TreeNode, first: number): TreeNode[] =>
  node.column < first ? [] : [...node.children.flatMap((child) => within(child, first)), node];
