/** A piece of a picture that knows its size and draws itself wherever it is put, one card or heading after the other. */
export interface Block {
  width: number;
  height: number;
  draw(x: number, y: number): Iterable<string>;
}

export const nothing: Block = { width: 0, height: 0, draw: () => [] };

/** Blocks under each other, from the left edge. */
export function stack(blocks: readonly Block[], gap: number): Block {
  const shown = blocks.filter(({ height }) => height > 0);
  return {
    width: Math.max(0, ...shown.map(({ width }) => width)),
    height: total(shown.map(({ height }) => height)) + gap * Math.max(0, shown.length - 1),
    *draw(x, y) {
      let top = y;
      for (const block of shown) {
        yield* block.draw(x, top);
        top += block.height + gap;
      }
    },
  };
}

/** Blocks in `columns` columns of one width, filled downwards as evenly as their heights allow. */
export function grid(blocks: readonly Block[], columns: number, gap: number): Block {
  const perColumn = Math.ceil(blocks.length / Math.max(1, columns));
  const stacks = Array.from({ length: Math.ceil(blocks.length / Math.max(1, perColumn)) }, (_, at) =>
    stack(blocks.slice(at * perColumn, (at + 1) * perColumn), gap),
  );
  const width = Math.max(0, ...blocks.map((block) => block.width));
  return {
    width: width * stacks.length + gap * Math.max(0, stacks.length - 1),
    height: Math.max(0, ...stacks.map(({ height }) => height)),
    *draw(x, y) {
      for (const [at, block] of stacks.entries()) yield* block.draw(x + at * (width + gap), y);
    },
  };
}

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
