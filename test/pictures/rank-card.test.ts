import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { palette, tiers } from '../../src/pictures/palette.ts';
import { rankCardSvg } from '../../src/pictures/rank-card.ts';
import type { RankCard } from '../../src/pictures/rank-card.ts';
import { createWords } from '../../src/words/words.ts';
import { anyText } from '../support/any-text.ts';
import { readSvg } from './svg-reader.ts';

const t = createWords({ strict: true }).in('en-US');
const player = { id: 'p1', name: 'Nguyễn Thị Hồng Đào', rank: 'Diamond II' };
const full: RankCard = {
  player,
  rank: { elo: 2412, globalRank: 1204, regionalRank: 87, trend: '+3' },
  form: ['win', 'loss', 'draw', 'win'],
  t,
};
const cardOf = (name: string, rank: RankCard['rank'] = {}): RankCard => ({
  player: { id: 'p1', name },
  rank,
  form: [],
  t,
});
const texts = (card: RankCard) => readSvg(rankCardSvg(card)).texts.map(({ text }) => text);

describe('rankCardSvg', () => {
  it('shows all values', () => {
    expect(texts(full)).toEqual([
      'NT',
      'Nguyễn Thị Hồng Đào',
      'Diamond II',
      'Rating',
      '2,412',
      'Global rank',
      '#1,204',
      'Regional rank',
      '#87',
      'Trend',
      '+3',
      'Form, newest first',
      'W',
      'L',
      'D',
      'W',
    ]);
  });

  it('cuts none of its labels, in any language', () => {
    const words = createWords({ strict: true });
    const cut = words.locales.flatMap((locale) =>
      texts({ ...full, player: { id: 'p1', name: 'Mai' }, t: words.in(locale) })
        .filter((text) => text.includes('…'))
        .map((text) => `${locale}: ${text}`),
    );
    expect(cut).toEqual([]);
  });

  it('has no print below 13 px on a phone, where its 760 units are 296 px wide', () => {
    const sizes = [...rankCardSvg(full).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes) * (296 / 760)).toBeGreaterThanOrEqual(13);
  });

  it('leaves out unknown values', () => {
    expect(texts(cardOf('Mai'))).toEqual(['M', 'Mai']);
    expect(texts(cardOf('Mai', { elo: 0 }))).toEqual(['M', 'Mai', 'Rating', '0']);
  });

  it('distinguishes results by letter and shape', () => {
    const { boxes } = readSvg(rankCardSvg(full));
    expect(
      boxes.filter(({ kind }) => ['win', 'loss', 'draw'].includes(kind)).map(({ kind }) => kind),
    ).toEqual(full.form);
    expect(rankCardSvg(full)).toContain('<circle class="draw"');
  });

  it('draws the trend with its sign, its shape and its color', () => {
    for (const [trend, text, shape, color] of [
      ['+3', '+3', 'up', palette.up],
      ['-12', '−12', 'down', palette.down],
      ['0', '0', 'level', palette.muted],
    ] as const) {
      const svg = rankCardSvg(cardOf('Mai', { trend }));
      expect(svg).toMatch(new RegExp(`class="${shape}" fill="${color}"`));
      expect(svg).toMatch(new RegExp(`fill="${color}"[^>]*>\\${text}<`.replace('\\0', '0')));
    }
  });

  it('draws each tier in its color, and other ranks in the accent color', () => {
    for (const [rank, color] of [
      ['GOLD III', tiers.gold],
      ['Grandmaster', tiers.grandmaster],
      ['Master', tiers.master],
      ['Wood', palette.accent],
    ]) {
      expect(rankCardSvg({ ...full, player: { ...player, rank: rank! } }), rank).toMatch(
        new RegExp(`fill="${color}"[^>]*>${rank}<`),
      );
    }
  });

  it('breaks a long name into two lines, between words if possible', () => {
    expect(texts(cardOf('Maximilian Alexander von Hohenzollern-Sigmaringen')).slice(1)).toEqual([
      'Maximilian Alexander von',
      'Hohenzollern-Sigmaringen',
    ]);
    const [first, second] = texts(cardOf('W'.repeat(80))).slice(1);
    expect(first).toMatch(/^W+$/);
    expect(second).toMatch(/^W+…$/);
  });

  it('draws a right-to-left name next to the avatar', () => {
    const name = readSvg(rankCardSvg(cardOf('שירה כהן'))).texts.at(-1);
    expect(name).toMatchObject({ x: 192, text: 'שירה כהן', anchor: 'end', rtl: true });
  });

  it('draws the avatar instead of initials if there is one', () => {
    const svg = rankCardSvg({ ...full, avatar: Buffer.from('png') });
    expect(svg).toContain('href="data:image/png;base64,cG5n"');
    expect(readSvg(svg).texts.map(({ text }) => text)).not.toContain('NT');
  });

  it.each([
    ['kz_Reaper', 'KR'],
    ['mai', 'M'],
    ['👩‍👩‍👧 fam', '👩‍👩‍👧F'],
    ['محمد علي', 'مع'],
    ['', undefined],
  ])('derives initials from %s', (name, initials) => {
    expect(texts(cardOf(name))[0]).toBe(initials);
  });

  it('stays inside its panel with any values', () => {
    const text = anyText();
    const card = fc.record({
      player: fc.record({ id: text, name: text, rank: text }, { requiredKeys: ['id'] }),
      rank: fc.record(
        {
          elo: fc.double({ noNaN: true }),
          globalRank: fc.integer(),
          regionalRank: fc.integer(),
          trend: fc.string(),
        },
        { requiredKeys: [] },
      ),
      form: fc.array(fc.constantFrom('win' as const, 'loss' as const, 'draw' as const), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(card, (any) => {
        const picture = readSvg(rankCardSvg({ ...any, t }));
        for (const box of picture.boxes) expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
        for (const box of picture.boxes) expect(box.y + box.height).toBeLessThanOrEqual(picture.height);
      }),
      { numRuns: 100, interruptAfterTimeLimit: 2000 },
    );
  });
});
