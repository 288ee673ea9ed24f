import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withRecord } from '../../src/brackets/ending.ts';
import type { Bracket, Match, Side } from '../../src/reading/records.ts';
import { contentOf, type WholeContent } from '../../src/brackets/windows.ts';
import { bracketAltText } from '../../src/pictures/alt-text.ts';
import { bracketSvg } from '../../src/pictures/bracket-svg.ts';
import type { BracketPicture } from '../../src/pictures/bracket-svg.ts';
import { atOnce } from '../../src/async/slices.ts';
import { createWords } from '../../src/words/words.ts';
import { anyText } from '../support/any-text.ts';
import { doubleElimination, groupStage, names, singleElimination, winnerOf, withByes } from './brackets.ts';
import { connectionsIn, matchesIn, overlaps, readSvg, textsIn } from './svg-reader.ts';

const words = createWords({ strict: true });
const t = words.in('en-US');
/** An embed leaves a picture this much of a phone's 390 pixels. */
const PHONE = 300;
const svgOf = (...args: Parameters<typeof bracketSvg>) => atOnce(bracketSvg(...args));
const draw = (bracket: Bracket, picture: Partial<BracketPicture> = {}) =>
  readSvg(svgOf(bracket, { window: { kind: 'whole' }, t, title: 'Open Cup', ...picture }));
/** The pictures of a whole bracket, on all of its pages. */
function sheets(bracket: Bracket, picture: Partial<BracketPicture> = {}) {
  const page = (at: number) => contentOf(bracket, { kind: 'whole', page: at }) as WholeContent;
  return Array.from({ length: page(0).pages }, (_, at) =>
    Array.from({ length: page(at).sheets }, (__, sheet) =>
      draw(bracket, { ...picture, window: { kind: 'whole', page: at, sheet } }),
    ),
  ).flat();
}
const count = (bracket: Bracket) => bracket.rounds.reduce((sum, { matches }) => sum + matches.length, 0);

const shapes: [string, Bracket][] = [
  ...[2, 4, 8, 16, 32, 64, 128, 256].map((size): [string, Bracket] => [
    `${size} players`,
    singleElimination(size, { played: Math.log2(size) / 2, thirdPlace: size > 2 }),
  ]),
  ...[4, 8, 16, 32, 64].map((size): [string, Bracket] => [
    `double elimination of ${size}`,
    doubleElimination(size),
  ]),
  ['byes that the platform lists', withByes(true)],
  ['byes that it leaves out', withByes(false)],
  ['a round alone', { rounds: singleElimination(16, { played: 0 }).rounds.slice(0, 1) }],
];

describe('bracketSvg', () => {
  it.each(shapes)(
    'draws every match of %s once on its sheets, apart from the others and inside the picture',
    (_, bracket) => {
      let total = 0;
      for (const picture of sheets(bracket, { highlightPlayerId: 'p1' })) {
        const boxes = matchesIn(picture);
        total += boxes.length;
        expect(overlaps(boxes)).toEqual([]);
        for (const box of picture.boxes) {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
          expect(box.y + box.height).toBeLessThanOrEqual(picture.height);
        }
        for (const { x, y } of picture.texts) {
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(picture.width);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(picture.height);
        }
      }
      expect(total).toBe(count(bracket));
    },
  );

  it.each(words.locales)(
    'has letters of ten pixels at least on a phone, and no word cut, in %s',
    (locale) => {
      const tables = { rounds: [...groupStage(3, 40).rounds, ...singleElimination(4, { played: 0 }).rounds] };
      const [first, ...later] = singleElimination(16, { played: 0 }).rounds;
      const nine = { rounds: [{ ...first!, matches: first!.matches.slice(0, 1) }, ...later] };
      const some: [string, Bracket][] = [...shapes, ['9 players', nine], ['tables', tables]];
      for (const [name, bracket] of some) {
        const picture = { t: words.in(locale), highlightPlayerId: 'p1' };
        const whole = sheets(bracket, picture);
        const others = (
          [{ kind: 'now' }, { kind: 'round', round: 0 }, { kind: 'path', playerId: 'p1' }] as const
        ).map((window) => draw(bracket, { ...picture, window }));
        for (const { texts, width } of [...whole, ...others])
          expect((Math.min(...texts.map(({ size }) => size)) * PHONE) / width, name).toBeGreaterThanOrEqual(
            10,
          );
        const cut = whole
          .flatMap(({ texts }) => texts.map(({ text }) => text))
          .filter((text) => text.endsWith('…'));
        expect(
          cut.filter((text) => !names.some((one) => one.startsWith(text.slice(0, 4)))),
          name,
        ).toEqual([]);
      }
    },
  );

  it('is hardly higher than it is wide: clients show a picture at most 300 to 420 pixels high', () => {
    for (const [name, bracket] of shapes) {
      const others = (
        [{ kind: 'now' }, { kind: 'round', round: 0 }, { kind: 'path', playerId: 'p0' }] as const
      ).map((window) => draw(bracket, { window }));
      for (const { width, height } of [...sheets(bracket), ...others])
        expect(height / width, name).toBeLessThanOrEqual(1.25);
    }
  });

  it('shows a bracket of 16 on one page: its halves, and the final with the match for third place', () => {
    const bracket = singleElimination(16, { played: 2, thirdPlace: true });
    expect(contentOf(bracket, { kind: 'whole' })).toMatchObject({ pages: 1, sheets: 3 });
    expect(sheets(bracket).map((picture) => matchesIn(picture).length)).toEqual([7, 7, 2]);
  });

  it('opens a bracket where something is open, and what is over at its end', () => {
    const pageOf = (bracket: Bracket) => contentOf(bracket, { kind: 'whole' });
    expect(pageOf(singleElimination(64, { played: 0 }))).toMatchObject({ page: 0, pages: 3 });
    expect(pageOf(singleElimination(64, { played: 3 }))).toMatchObject({ page: 2 });
    const over = withRecord(singleElimination(64), { id: 't', phase: 'finished' });
    expect(pageOf(over)).toMatchObject({ page: 2 });
    // A post has one picture.
    const texts = draw(over, { window: { kind: 'now' } }).texts.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Won by Nguyễn Thị Hồng Đào 4', 'Quarterfinals', 'Final']));
  });

  it.each([2, 4, 8, 16, 32, 64, 128, 256])(
    'connects every match of %i players to the next one within three rounds',
    (size) => {
      const rounds = [...Array(Math.log2(size)).keys()];
      // Every third round, and the final, leads to another piece or to nothing.
      const ends = rounds
        .filter((at) => at % 3 === 2 || at === rounds.length - 1)
        .reduce((sum, at) => sum + size / 2 ** (at + 1), 0);
      const lines = sheets(singleElimination(size)).flatMap((picture) => picture.lines);
      expect(lines).toHaveLength(size - 1 - ends);
    },
  );

  it.each([8, 64, 256])(
    'connects winners of %i to their next match, in any order of the platform’s list',
    (size) => {
      const bracket = singleElimination(size);
      const shuffled = {
        rounds: bracket.rounds.map((round) => ({ ...round, matches: round.matches.toReversed() })),
      };
      for (const picture of [...sheets(bracket), ...sheets(shuffled)]) {
        const connections = connectionsIn(picture);
        expect(connections.length).toBeGreaterThan(0);
        for (const [from, to] of connections) {
          const [winner] = textsIn(picture, from).filter(({ bold }) => bold);
          const start = winner?.text.slice(0, 5) ?? '?';
          expect(textsIn(picture, to).some(({ text }) => text.startsWith(start))).toBe(true);
        }
      }
    },
  );

  it('makes only winners bold, with a bar', () => {
    const picture = draw(singleElimination(8, { played: 1 }));
    expect(picture.boxes.filter(({ kind }) => kind === 'won')).toHaveLength(4);
    const names = matchesIn(picture).flatMap((box) => textsIn(picture, box));
    const bold = names
      .filter(({ bold, text }) => bold && text !== 'LIVE')
      .map(({ text }) => text.slice(0, 6));
    expect(bold).toEqual(['Nguyễn', '3', 'Łukasz', '3', '陈晨', '3', 'محمد ع', '3']);
  });

  it('labels the running match, and the match that a slot waits for', () => {
    const texts = draw(singleElimination(8, { played: 1 })).texts.map(({ text }) => text);
    expect(texts.filter((text) => text === 'LIVE')).toHaveLength(1);
    expect(texts).toContain('Winner of M5');
    expect(texts.filter((text) => text === 'M5')).toHaveLength(1);
  });

  it('gives matches with long ids short names', () => {
    const bracket = singleElimination(4, { played: 0 });
    const long = (id: string) => `0192-${id}-c0ffee`;
    const renamed = {
      rounds: bracket.rounds.map((round) => ({
        ...round,
        matches: round.matches.map((match): Match => ({
          ...match,
          id: long(match.id),
          sides: match.sides.map((side): Side =>
            side.from !== undefined && 'matchId' in side.from ? winnerOf(long(side.from.matchId)) : side,
          ) as [Side, Side],
        })),
      })),
    };
    const texts = draw(renamed).texts.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['M1', 'M2', 'Winner of M1', 'Winner of M2']));
  });

  it('uses the platform’s match numbers only if they are unique', () => {
    const labelled = (label: (match: Match, round: number, at: number) => string): Bracket => ({
      rounds: singleElimination(8, { played: 0 }).rounds.map((round, number) => ({
        ...round,
        matches: round.matches.map((match, at) => ({ ...match, label: label(match, number, at) })),
      })),
    });
    const letters = draw(labelled(({ id }) => 'ABCDEFG'[Number(id) - 1]!)).texts.map(({ text }) => text);
    expect(letters).toEqual(expect.arrayContaining(['A', 'Winner of A', 'F', 'Winner of F']));
    const again = draw(labelled((_, __, at) => String(at + 1))).texts.map(({ text }) => text);
    expect(again).toEqual(expect.arrayContaining(['M1', 'M2', 'M5', 'Winner of M5', 'Winner of M6']));
    expect(again.filter((text) => text === 'M1')).toHaveLength(1);
  });

  it('names byes and undecided slots', () => {
    const texts = draw(withByes(true)).texts.map(({ text }) => text);
    expect(texts.filter((text) => text === 'bye')).toHaveLength(2);
    const blank = draw(singleElimination(4, { played: 0, sources: false })).texts;
    expect(blank.filter(({ text }) => text === 'To be decided')).toHaveLength(2);
  });

  it('draws the third-place match next to the tree', () => {
    for (const played of [0, 1, 2]) {
      const picture = draw(singleElimination(8, { played: played + 1, thirdPlace: true }));
      expect(picture.texts.map(({ text }) => text)).toContain('Third place');
      expect(picture.lines).toHaveLength(6);
    }
  });

  it('draws both halves of a double elimination and its finals', () => {
    const picture = draw(doubleElimination(8));
    const texts = picture.texts.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Winners bracket', 'Losers bracket', 'Grand final', 'Second grand final']),
    );
    // The ends of both brackets, the losers' third round and the last final lead to nothing beside them.
    expect(picture.lines).toHaveLength(count(doubleElimination(8)) - 4);
  });

  it('draws the results of each group above the tree', () => {
    const picture = draw({
      rounds: [...groupStage(3, 4).rounds, ...singleElimination(4, { played: 0 }).rounds],
    });
    expect(picture.boxes.filter(({ kind }) => kind === 'group')).toHaveLength(3);
    expect(overlaps(picture.boxes.filter(({ kind }) => kind === 'group' || kind === 'match'))).toEqual([]);
    const texts = picture.texts.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Group A', 'Group C', '5 of 6 matches played', 'Semifinals']),
    );
    const first = picture.texts.find(({ text }) => text === 'kz_Reaper')!;
    const row = picture.texts.filter(({ y }) => y === first.y).map(({ text }) => text);
    expect(row.slice(0, 6)).toEqual(['kz_Reaper', '3', '2', '0', '1', '+1']);
  });

  it('draws rounds without a final as a table', () => {
    const rounds = [1, 2, 3].map((number) => ({ ...singleElimination(8).rounds[0]!, number }));
    const picture = draw({ rounds });
    expect(matchesIn(picture)).toHaveLength(0);
    expect(picture.boxes.filter(({ kind }) => kind === 'group')).toHaveLength(1);
  });

  it('names the champion', () => {
    const draws = (bracket: Bracket) => draw(bracket).texts.map(({ text }) => text);
    const over = withRecord(singleElimination(4), { id: 't', phase: 'finished' });
    expect(draws(over)).toContain('Won by Nguyễn Thị Hồng Đào');
    for (const open of [singleElimination(4), singleElimination(4, { played: 1 })])
      expect(draws(open).some((text) => text.startsWith('Won by'))).toBe(false);
  });

  it('says of current matches whether all of them run, as the alt text does', () => {
    const some = singleElimination(64, { played: 1 });
    const begun = (match: Match): Match =>
      match.winner === undefined ? { ...match, phase: 'running' } : match;
    const all = { rounds: some.rounds.map((round) => ({ ...round, matches: round.matches.map(begun) })) };
    const window = { kind: 'now' } as const;
    for (const [bracket, title] of [
      [some, 'On now and next'],
      [all, 'On now'],
    ] as const) {
      const texts = draw(bracket, { window }).texts.map(({ text }) => text.split(' · ')[0]);
      expect(texts).toContain(title);
      expect(bracketAltText(bracket, { window, t })).toContain(` ${title}: `);
    }
  });

  it('numbers unnumbered rounds from the first one, over all sheets', () => {
    const { rounds } = singleElimination(512);
    const unnumbered = rounds.map(({ section, matches }) => ({ section, matches }));
    const texts = sheets({ rounds: unnumbered }).flatMap((picture) => picture.texts.map(({ text }) => text));
    expect([...new Set(texts.filter((text) => /^Round \d$/.test(text)))]).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Round ${number}`),
    );
  });

  it('draws a round in pages', () => {
    const bracket = singleElimination(128, { played: 0 });
    const page = draw(bracket, { window: { kind: 'round', round: 0, page: 3 } });
    expect(matchesIn(page)).toHaveLength(8);
    expect(page.texts.map(({ text }) => text)).toContain('Round 1 · page 4 of 8');
    expect(matchesIn(draw(bracket, { window: { kind: 'round', round: 6 } }))).toHaveLength(1);
    expect(matchesIn(draw(bracket, { window: { kind: 'round', round: 0, page: 99 } }))).toHaveLength(8);
  });

  it('draws a player’s matches and the path to the final', () => {
    const bracket = singleElimination(16, { played: 1 });
    const own = draw(bracket, { window: { kind: 'path', playerId: 'p0' } });
    expect(matchesIn(own)).toHaveLength(4);
    expect(own.boxes.filter(({ kind }) => kind === 'reached')).toHaveLength(2);
    expect(own.boxes.filter(({ kind }) => kind === 'ahead')).toHaveLength(2);
    expect(matchesIn(draw(bracket, { window: { kind: 'path', playerId: 'p1' } }))).toHaveLength(1);
    // A running match with a score still counts as open.
    const texts = own.texts.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Quarterfinals · M9', 'Winner of M9']));
  });

  it('says so if there is nothing to draw', () => {
    for (const window of [
      { kind: 'whole' },
      { kind: 'round', round: 5 },
      { kind: 'path', playerId: 'x' },
    ] as const) {
      const picture = draw({ rounds: [] }, { window });
      expect(picture.texts.map(({ text }) => text)).toContain('No matches yet.');
    }
  });

  it('yields after each match', () => {
    for (const [name, bracket] of shapes) {
      const steps = [...bracketSvg(bracket, { window: { kind: 'whole' }, t })];
      expect(steps.length, name).toBeGreaterThan(matchesIn(draw(bracket)).length);
    }
  });

  it('stays small enough to be drawn in time', () => {
    for (const [, bracket] of shapes) {
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(
        svgOf(bracket, { window: { kind: 'whole' }, t }),
      )!;
      expect(Math.max(Number(width), Number(height))).toBeLessThanOrEqual(2000);
    }
  });

  it('handles any data from a platform', () => {
    const side: fc.Arbitrary<Side> = fc.record(
      {
        player: fc.record({ id: fc.string({ maxLength: 3 }), name: anyText() }, { requiredKeys: [] }),
        score: fc.oneof(fc.integer(), fc.double({ noNaN: true })),
        from: fc.oneof(
          fc.record({ text: fc.string() }),
          fc.record({
            outcome: fc.constantFrom('winner', 'loser'),
            matchId: fc.constantFrom('1', 'a', 'x'),
          }),
          fc.record({ outcome: fc.constantFrom('winner', 'loser'), label: fc.string() }),
        ),
        bye: fc.constant(true),
      },
      { requiredKeys: [] },
    );
    const match = fc.record(
      {
        id: fc.oneof(fc.string({ maxLength: 2 }), fc.constantFrom('1', 'a')),
        sides: fc.tuple(side, side),
        winner: fc.constantFrom(1, 2),
        phase: fc.constantFrom('running', 'finished', 'cancelled', 'upcoming'),
        roundName: fc.string(),
      },
      { requiredKeys: ['id', 'sides'] },
    ) as fc.Arbitrary<Match>;
    const bracket = fc.record({
      rounds: fc.array(
        fc.record(
          {
            number: fc.integer({ min: 0, max: 6 }),
            name: anyText(),
            section: fc.constantFrom('main', 'winners', 'losers', 'final', 'group'),
            group: fc.string(),
            matches: fc.array(match, { maxLength: 9 }),
          },
          { requiredKeys: ['section', 'matches'] },
        ),
        { maxLength: 8 },
      ),
    }) as fc.Arbitrary<Bracket>;
    fc.assert(
      fc.property(bracket, anyText(), (any, title) => {
        for (const window of [
          { kind: 'whole' },
          { kind: 'round', round: 0 },
          { kind: 'path', playerId: 'a' },
        ] as const) {
          const picture = draw(any, { window, title, highlightPlayerId: '1' });
          expect(overlaps(matchesIn(picture))).toEqual([]);
        }
      }),
      { numRuns: 100, interruptAfterTimeLimit: 2000 },
    );
  });
});
