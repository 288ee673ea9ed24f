import { readdirSync } from 'node:fs';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { bracketSvg } from '../../src/pictures/bracket-svg.ts';
import { fontsFolder } from '../../src/pictures/load-sharp.ts';
import { createPainter } from '../../src/pictures/painter.ts';
import { atOnce } from '../../src/slices.ts';
import { createWords } from '../../src/words/words.ts';
import { singleElimination } from './brackets.ts';

const t = createWords({ strict: true }).in('en-US');

/** A drawing that ends when the test says so. */
function heldDrawing() {
  const held: { svg: string; finish: (png: Buffer) => void; fail: (error: Error) => void }[] = [];
  const draw = (svg: string) =>
    new Promise<Buffer>((resolve, reject) => held.push({ svg, finish: resolve, fail: reject }));
  return { held, draw };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

const of = (svg: string) => ({ subject: svg, svg: () => svg, description: () => `alt ${svg}` });

describe('createPainter', () => {
  it('draws a PNG of the size that the SVG names', async () => {
    const svg = atOnce(bracketSvg(singleElimination(4), { window: { kind: 'whole' }, t }));
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    const painted = await createPainter()(of(svg));
    expect(await sharp(painted.bytes).metadata()).toMatchObject({ format: 'png', width, height });
  }, 20_000);

  it('brings its fonts along', () => {
    expect(process.env['FONTCONFIG_FILE']).toBe(`${fontsFolder()}fonts.conf`);
    expect(readdirSync(fontsFolder())).toEqual(
      expect.arrayContaining(['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf', 'OFL.txt']),
    );
  });

  it('draws and describes equal pictures once, in work and kept', async () => {
    const { held, draw } = heldDrawing();
    const paint = createPainter({ draw });
    const both = [paint(of('a')), paint(of('a'))];
    await turn();
    expect(held).toHaveLength(1);
    held[0]!.finish(Buffer.from('png'));
    const painted = { bytes: Buffer.from('png'), description: 'alt a' };
    expect(await Promise.all(both)).toEqual([painted, painted]);
    const describeAgain = vi.fn<() => string>();
    expect(await paint({ ...of('a'), description: describeAgain })).toEqual(painted);
    expect(held).toHaveLength(1);
    expect(describeAgain).not.toHaveBeenCalled();
  });

  it('draws so many at once and lets the others wait', async () => {
    const { held, draw } = heldDrawing();
    const paint = createPainter({ draw, slots: pLimit(2) });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((svg) => paint(of(svg))));
    await turn();
    expect(held.map(({ svg }) => svg)).toEqual(['a', 'b']);
    held[1]!.finish(Buffer.from('b'));
    await turn();
    expect(held.map(({ svg }) => svg)).toEqual(['a', 'b', 'c']);
    held[0]!.finish(Buffer.from('a'));
    held[2]!.finish(Buffer.from('c'));
    await turn();
    held[3]!.finish(Buffer.from('d'));
    expect((await all).map(({ bytes }) => String(bytes))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps no more than it may', async () => {
    let drawn = 0;
    const draw = () => Promise.resolve(Buffer.alloc(100, ++drawn));
    const paint = createPainter({ draw, keepBytes: 250 });
    for (const svg of ['a', 'b', 'c', 'c', 'a']) await paint(of(svg));
    expect(drawn).toBe(4);
  });

  it('delivers a picture that others drive out while it is drawn', async () => {
    const { held, draw } = heldDrawing();
    const paint = createPainter({ draw, keepBytes: 250, slots: pLimit(2) });
    const first = paint(of('a'));
    for (const svg of ['b', 'c', 'd']) {
      const other = paint(of(svg));
      await turn();
      held.at(-1)!.finish(Buffer.alloc(100));
      await other;
    }
    held[0]!.finish(Buffer.from('png'));
    expect(String((await first).bytes)).toBe('png');
  });

  it('keeps no failure, and gives the place to the next', async () => {
    const { held, draw } = heldDrawing();
    const paint = createPainter({ draw, slots: pLimit(1) });
    const first = paint(of('a'));
    await turn();
    held[0]!.fail(new Error('no memory'));
    await expect(first).rejects.toThrow('no memory');
    const second = paint(of('a'));
    await turn();
    held[1]!.finish(Buffer.from('png'));
    expect(String((await second).bytes)).toBe('png');
  });
});
