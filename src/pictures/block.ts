import { rounded, textIn, type TextBox } from './svg.ts';

/** A piece of a picture: it knows its size and draws itself from its own upper left corner, one card or heading after the other. */
export interface Block {
  width: number;
  height: number;
  draw(): Iterable<string>;
}

export interface Placed {
  block: Block;
  x: number;
  y: number;
}

/** Blocks wherever they are put; later ones lie over earlier ones. */
export const arrange = (pieces: readonly Placed[]): Block => ({
  width: Math.max(0, ...pieces.map(({ block, x }) => x + block.width)),
  height: Math.max(0, ...pieces.map(({ block, y }) => y + block.height)),
  *draw() {
    for (const { block, x, y } of pieces) {
      yield `<g transform="translate(${rounded(x)} ${rounded(y)})">`;
      yield* block.draw();
      yield '</g>';
    }
  },
});

/** What lies beneath or over other blocks, and takes no room of its own. */
export const overlay = (draw: () => Iterable<string>): Placed => ({
  block: { width: 0, height: 0, draw },
  x: 0,
  y: 0,
});

/** Blocks under each other, from the left edge. */
export function stack(blocks: readonly Block[], gap: number): Block {
  let y = 0;
  const pieces = blocks
    .filter(({ height }) => height > 0)
    .map((block) => {
      const piece = { block, x: 0, y };
      y += block.height + gap;
      return piece;
    });
  return arrange(pieces);
}

/** Blocks beside each other, from the upper edge. */
export function row(blocks: readonly Block[], gap: number): Block {
  let x = 0;
  const pieces = blocks.map((block) => {
    const piece = { block, x, y: 0 };
    x += block.width + gap;
    return piece;
  });
  return arrange(pieces);
}

/** Blocks in `columns` columns of one width, filled downwards as evenly as their heights allow. */
export function grid(blocks: readonly Block[], columns: number, gap: number): Block {
  const perColumn = Math.ceil(blocks.length / Math.max(1, columns));
  const stacks = Array.from({ length: Math.ceil(blocks.length / Math.max(1, perColumn)) }, (_, at) =>
    stack(blocks.slice(at * perColumn, (at + 1) * perColumn), gap),
  );
  const width = Math.max(0, ...blocks.map((block) => block.width));
  return row(
    stacks.map((one) => ({ ...one, width })),
    gap,
  );
}

/** One line of text. */
export const line = (text: string, look: Omit<TextBox, 'x'> & { height: number }): Block => ({
  width: look.width,
  height: look.height,
  draw: () => [textIn({ ...look, x: 0 }, text)],
});
