import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankCardSvg } from '../../src/pictures/rank-card.ts';
import type { RankCard } from '../../src/pictures/rank-card.ts';
import { createWords } from '../../src/words/words.ts';
import { readSvg } from './svg-reader.ts';

const t = createWords({ strict: true }).in('en-US');
const full: RankCard = {
  name: 'Nguyễn Thị Hồng Đào',
  rankLabel: 'Diamond II',
  rating: 2412,
  globalPlace: 1204,
  regionalPlace: 87,
  trend: '+3',
  form: ['W', 'L', 'D', 'W'],
  t,
};
const texts = (card: RankCard) => readSvg(rankCardSvg(card)).texts.map(({ text }) => text);

describe('rankCardSvg', () => {
  it('says everything it is given', () => {
    expect(texts(full)).toEqual([
      'NT',
      'Nguyễn Thị Hồng Đào',
      'Diamond II',
      'Rating',
      '2,412',
      'Global place',
      '#1,204',
      'Regional place',
      '#87',
      'Trend',
      '+3',
      'Recent results',
      'W',
      'L',
      'D',
      'W',
    ]);
  });

  it('leaves out what is not known', () => {
    expect(texts({ name: 'Mai', t })).toEqual(['M', 'Mai']);
    expect(texts({ name: 'Mai', rating: 0, t })).toEqual(['M', 'Mai', 'Rating', '0']);
  });

  it('tells results apart by letter and by shape', () => {
    const { boxes } = readSvg(rankCardSvg(full));
    expect(boxes.filter(({ kind }) => ['W', 'L', 'D'].includes(kind)).map(({ kind }) => kind)).toEqual([
      'W',
      'L',
      'D',
      'W',
    ]);
    expect(rankCardSvg(full)).toContain('<circle class="D"');
  });

  it.each([
    ['+3', '+3', 'up'],
    ['-12', '−12', 'down'],
    ['0', '0', 'level'],
  ])('draws the trend %s as %s behind a shape', (trend, text, shape) => {
    expect(texts({ name: 'Mai', trend, t })).toContain(text);
    expect(rankCardSvg({ name: 'Mai', trend, t })).toContain(`class="${shape}"`);
  });

  it('draws the avatar instead of initials where there is one', () => {
    const svg = rankCardSvg({ ...full, avatar: { bytes: Buffer.from('png'), type: 'image/png' } });
    expect(svg).toContain('href="data:image/png;base64,cG5n"');
    expect(readSvg(svg).texts.map(({ text }) => text)).not.toContain('NT');
  });

  it.each([
    ['kz_Reaper', 'KR'],
    ['mai', 'M'],
    ['👩‍👩‍👧 fam', '👩‍👩‍👧F'],
    ['محمد علي', 'مع'],
    ['', undefined],
  ])('makes initials of %s', (name, initials) => {
    expect(texts({ name, t })[0]).toBe(initials);
  });

  it('stays inside its panel whatever it says', () => {
    const card = fc.record(
      {
        name: fc.string({ unit: 'binary' }),
        rankLabel: fc.string({ unit: 'binary' }),
        rating: fc.double({ noNaN: true }),
        globalPlace: fc.integer(),
        regionalPlace: fc.integer(),
        trend: fc.string(),
        form: fc.array(fc.constantFrom('W' as const, 'L' as const, 'D' as const), { maxLength: 40 }),
      },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(card, (any) => {
        const drawn = readSvg(rankCardSvg({ ...any, t }));
        for (const box of drawn.boxes) expect(box.x + box.width).toBeLessThanOrEqual(drawn.width);
        for (const box of drawn.boxes) expect(box.y + box.height).toBeLessThanOrEqual(drawn.height);
      }),
      { numRuns: 100, interruptAfterTimeLimit: 2000 },
    );
  }, 30_000);
});
