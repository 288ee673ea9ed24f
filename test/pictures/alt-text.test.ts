import { withRecord } from '../../src/brackets/ending.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { describe, expect, it } from 'vitest';
import { bracketAltText, rankCardAltText } from '../../src/pictures/alt-text.ts';
import { contentOf } from '../../src/brackets/windows.ts';
import { bracketEmbed } from '../../src/replies/bracket.ts';
import { createWords } from '../../src/words/words.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { doubleElimination, groupStage, singleElimination } from './brackets.ts';

const t = createWords({ strict: true }).in('en-US');

describe('bracketAltText', () => {
  it('describes the progress of a bracket and its running matches', () => {
    const bracket = singleElimination(8, { played: 1 });
    expect(bracketAltText(bracket, { window: { kind: 'whole' }, t, title: 'Open Cup' })).toBe(
      'Bracket of Open Cup. 8 players. 4 of 7 matches played. ' +
        'Live: Nguyễn Thị Hồng Đào (0) vs Łukasz Żółkiewski (1).',
    );
  });

  it('names the champion', () => {
    const record = { id: 't', phase: 'finished' } as const;
    const text = bracketAltText(withRecord(singleElimination(2), record), { window: { kind: 'whole' }, t });
    expect(text).toBe(
      "A tournament's bracket. 2 players. 1 of 1 matches played. Won by Nguyễn Thị Hồng Đào.",
    );
  });

  it('lists the matches of a round', () => {
    const bracket = singleElimination(4, { played: 1 });
    const text = bracketAltText(bracket, { window: { kind: 'round', round: 0 }, t, title: 'Cup' });
    expect(text).toBe(
      'Bracket of Cup. Semifinals: Nguyễn Thị Hồng Đào (3) vs kz_Reaper (0), won by Nguyễn Thị Hồng Đào. ' +
        'Łukasz Żółkiewski (3) vs Mai (2), won by Łukasz Żółkiewski.',
    );
  });

  it('lists a group’s standings', () => {
    const text = bracketAltText(groupStage(4, 4), { window: { kind: 'table', table: 1 }, t, title: 'Cup' });
    expect(text).toBe(
      'Bracket of Cup. 5 of 6 matches played. Group B: Александр Иванов-Петровский 2W 1D 0L, 陈晨 2W 0D 1L, ' +
        'Team Liquid Academy Europe 0W 1D 1L, \u2068محمد علي\u2069 0W 0D 2L.',
    );
  });

  it('names the places of a table that every usual counting gives, and none beside the platform’s own', () => {
    const pairs = [
      ['Ana', 'Bo'],
      ['Ana', 'Chi'],
      ['Bo', 'Chi'],
    ] as const;
    const rounds = pairs.map(([first, second], at) => ({
      section: 'group' as const,
      number: at + 1,
      matches: [
        {
          id: `r${at}`,
          phase: 'finished' as const,
          winner: 1 as const,
          sides: [{ player: { name: first } }, { player: { name: second } }] as [object, object],
        },
      ],
    }));
    const table = { window: { kind: 'table', table: 0 }, t, title: 'Cup' } as const;
    expect(bracketAltText({ rounds }, table)).toBe(
      'Bracket of Cup. 3 of 3 matches played. Standings: 1. Ana 2W 0L, 2. Bo 1W 1L, 3. Chi 0W 2L.',
    );
    const content = contentOf({ rounds }, table.window);
    const shown = bracketEmbed(
      { name: 'Cup', bracket: { rounds }, content, picture: undefined, asOf: undefined },
      t,
    );
    expect(plainSpaces(shown.description ?? '')).toBe(
      '**Standings** · 3 of 3 matches played\n' +
        '1\\. **Ana** · 2W 0L\n2\\. **Bo** · 1W 1L\n3\\. **Chi** · 0W 2L',
    );
    const stated = { rounds, ending: { standings: [{ place: 1, player: { name: 'Bo' } }] } };
    expect(bracketAltText(stated, table)).toBe(
      'Bracket of Cup. 3 of 3 matches played. Standings: Ana 2W 0L, Bo 1W 1L, Chi 0W 2L.',
    );
  });

  it('lists the matches on a player’s path', () => {
    const text = bracketAltText(singleElimination(4, { played: 0 }), {
      window: { kind: 'path', playerId: 'p3' },
      t,
    });
    expect(text).toBe(
      "A tournament's bracket. Path of Mai: Semifinals: Łukasz Żółkiewski vs Mai. Final: Winner of M1 vs Winner of M2.",
    );
  });

  it('stays within Discord’s limit, and ends with a whole sentence', () => {
    for (const bracket of [singleElimination(256), doubleElimination(64)]) {
      for (const window of [
        { kind: 'whole' },
        { kind: 'round', round: 0 },
        { kind: 'path', playerId: 'p0' },
      ] as const) {
        const text = bracketAltText(bracket, { window, t, title: 'x'.repeat(3000) });
        expect(Array.from(text).length).toBeLessThanOrEqual(1024);
        expect(text).toMatch(/[.:]$/);
      }
    }
  });
});

describe('rankCardAltText', () => {
  it('describes what the card shows', () => {
    expect(
      rankCardAltText({
        player: { id: 'p1', name: 'Mai', rank: 'Gold' },
        rank: { elo: 1200, globalRank: 7, trend: '+3' },
        form: ['win', 'loss'],
        t,
      }),
    ).toBe(
      'Rank card of Mai. Rank: Gold. Rating: 1,200. Global rank: #7. Trend: +3. Recent results, newest first: W L.',
    );
  });
});

it('right-to-left names are isolated, so that they do not reorder the text', () => {
  const bracket: Bracket = {
    rounds: [
      {
        section: 'main',
        matches: [{ id: '1', sides: [{ player: { id: 'a', name: 'שירה' }, score: 3 }, {}] }],
      },
    ],
  };
  const alt = bracketAltText(bracket, { window: { kind: 'round', round: 0 }, t });
  expect(alt).toContain('\u2068שירה\u2069 (3) vs');
});
