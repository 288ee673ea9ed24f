import { rounded, textIn, type TextBox } from './svg.ts';

/** A part of a picture with its size; draws itself from its upper left corner, one card or heading at a time. */
export interface PictureBlock {
  width: number;
  height: number;
  draw(): Iterable<string>;
}

export interface Placed {
  block: PictureBlock;
  x: number;
  y: number;
}

/** Places blocks at coordinates; later ones are drawn over earlier ones. */
export const arrange = (pieces: readonly Placed[]): PictureBlock => ({
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

/** Draws under or over other blocks without taking up space. */
export const overlay = (draw: () => Iterable<string>): Placed => ({
  block: { width: 0, height: 0, draw },
  x: 0,
  y: 0,
});

/** Stacks blocks vertically, aligned left. */
export function stack(blocks: readonly PictureBlock[], gap: number): PictureBlock {
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

/** Places blocks side by side, aligned at the top. */
export function row(blocks: readonly PictureBlock[], gap: number): PictureBlock {
  let x = 0;
  const pieces = blocks.map((block) => {
    const piece = { block, x, y: 0 };
    x += block.width + gap;
    return piece;
  });
  return arrange(pieces);
}

/** Places blocks in `columns` columns of equal width, filled from top to bottom. */
export function grid(blocks: readonly PictureBlock[], columns: number, gap: number): PictureBlock {
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
export const line = (text: string, look: Omit<TextBox, 'x'> & { height: number }): PictureBlock => ({
  width: look.width,
  height: look.height,
  draw: () => [textIn({ ...look, x: 0 }, text)],
});
