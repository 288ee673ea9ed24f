import { readdirSync } from 'node:fs';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { bracketSvg } from '../../src/pictures/bracket-svg.ts';
import { fontsFolder } from '../../src/pictures/load-sharp.ts';
import { createPainter } from '../../src/pictures/painter.ts';
import { atOnce } from '../../src/async/slices.ts';
import { createWords } from '../../src/words/words.ts';
import { singleElimination } from './brackets.ts';

const t = createWords({ strict: true }).in('en-US');

/** A `draw` whose calls the test settles. */
function controlledDraw() {
  const calls: { svg: string; finish: (png: Buffer) => void; fail: (error: Error) => void }[] = [];
  const draw = (svg: string) =>
    new Promise<Buffer>((resolve, reject) => calls.push({ svg, finish: resolve, fail: reject }));
  return { calls, draw };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

const of = (svg: string) => ({ subject: svg, svg: () => svg, description: () => `alt ${svg}` });

describe('createPainter', () => {
  it('draws a PNG of the size that the SVG names', async () => {
    const svg = atOnce(bracketSvg(singleElimination(4), { window: { kind: 'whole' }, t }));
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    const painted = await createPainter()(of(svg));
    expect(await sharp(painted.bytes).metadata()).toMatchObject({ format: 'png', width, height });
  });

  it('uses the fonts of the package', () => {
    expect(process.env['FONTCONFIG_FILE']).toBe(`${fontsFolder()}fonts.conf`);
    expect(readdirSync(fontsFolder())).toEqual(
      expect.arrayContaining(['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf', 'OFL.txt']),
    );
  });

  it('draws and describes equal pictures once, in flight and cached', async () => {
    const { calls, draw } = controlledDraw();
    const paint = createPainter({ draw });
    const both = [paint(of('a')), paint(of('a'))];
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]!.finish(Buffer.from('png'));
    const painted = { bytes: Buffer.from('png'), description: 'alt a' };
    expect(await Promise.all(both)).toEqual([painted, painted]);
    const describeAgain = vi.fn<() => string>();
    expect(await paint({ ...of('a'), description: describeAgain })).toEqual(painted);
    expect(calls).toHaveLength(1);
    expect(describeAgain).not.toHaveBeenCalled();
  });

  it('limits how many pictures are drawn at once', async () => {
    const { calls, draw } = controlledDraw();
    const paint = createPainter({ draw, slots: pLimit(2) });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((svg) => paint(of(svg))));
    await turn();
    expect(calls.map(({ svg }) => svg)).toEqual(['a', 'b']);
    calls[1]!.finish(Buffer.from('b'));
    await turn();
    expect(calls.map(({ svg }) => svg)).toEqual(['a', 'b', 'c']);
    calls[0]!.finish(Buffer.from('a'));
    calls[2]!.finish(Buffer.from('c'));
    await turn();
    calls[3]!.finish(Buffer.from('d'));
    expect((await all).map(({ bytes }) => String(bytes))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('limits the size of the cache', async () => {
    let drawCount = 0;
    const draw = () => Promise.resolve(Buffer.alloc(100, ++drawCount));
    const paint = createPainter({ draw, cacheBytes: 250 });
    for (const svg of ['a', 'b', 'c', 'c', 'a']) await paint(of(svg));
    expect(drawCount).toBe(4);
  });

  it('returns a picture that is evicted while it is drawn', async () => {
    const { calls, draw } = controlledDraw();
    const paint = createPainter({ draw, cacheBytes: 250, slots: pLimit(2) });
    const first = paint(of('a'));
    for (const svg of ['b', 'c', 'd']) {
      const other = paint(of(svg));
      await turn();
      calls.at(-1)!.finish(Buffer.alloc(100));
      await other;
    }
    calls[0]!.finish(Buffer.from('png'));
    expect(String((await first).bytes)).toBe('png');
  });

  it('does not cache a failure, and goes on with the next picture', async () => {
    const { calls, draw } = controlledDraw();
    const paint = createPainter({ draw, slots: pLimit(1) });
    const first = paint(of('a'));
    await turn();
    calls[0]!.fail(new Error('no memory'));
    await expect(first).rejects.toThrow('no memory');
    const second = paint(of('a'));
    await turn();
    calls[1]!.finish(Buffer.from('png'));
    expect(String((await second).bytes)).toBe('png');
  });
});
