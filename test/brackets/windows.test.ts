import { describe, expect, it } from 'vitest';
import { neighborPages, neighbors, openingWindow, windowChoices } from '../../src/brackets/window-choices.ts';
import {
  contentOf,
  currentIn,
  matchesOf,
  pagesOfRound,
  shownMatches,
  type BracketWindow,
} from '../../src/brackets/windows.ts';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { groupStage, singleElimination } from '../pictures/brackets.ts';
import { four, match } from '../support/night-records.ts';

const round = (count: number, number = 1, score = ''): BracketRound => ({
  section: 'main',
  number,
  matches: Array.from({ length: count }, (_, at) =>
    match(`r${number}-${at}`, `a${number}x${at}-b${number}x${at}${score}`),
  ),
});
const idsOf = (matches: readonly Match[]) => matches.map(({ id }) => id);
/** Two groups, then a tree. */
const GROUPS = groupStage(2, 4);
const STAGES: Bracket = { rounds: [...GROUPS.rounds, ...singleElimination(4, { played: 0 }).rounds] };
const whole = (bracket: Bracket, window: BracketWindow) => {
  const content = contentOf(bracket, window);
  if (content.kind !== 'whole') throw new Error(content.kind);
  return content;
};

describe('what is played now', () => {
  it('is the whole bracket up to eight matches, which a phone shows legibly', () => {
    const open = (count: number): Bracket => ({ rounds: [round(count)] });
    expect([8, 9].map((count) => contentOf(open(count), { kind: 'now' }).kind)).toEqual(['whole', 'now']);
    expect(contentOf({ rounds: [round(9, 1, ' 3-1')] }, { kind: 'now' }).kind).toBe('whole');
  });

  it('is at most eight matches, of all', () => {
    const content = contentOf({ rounds: [round(9), round(1, 2)] }, { kind: 'now' });
    if (content.kind !== 'now') throw new Error(content.kind);
    expect([content.current.length, content.all.length]).toEqual([8, 10]);
  });
});

describe('the whole bracket', () => {
  const large = singleElimination(64, { played: 2 });

  it('opens with the page of what is played now, else of what is open, else with the last', () => {
    const opened = (bracket: Bracket) => {
      const { page, pages, sheets } = whole(bracket, { kind: 'whole' });
      return [page, pages, sheets];
    };
    const [pages] = [whole(large, { kind: 'whole' }).pages];
    expect(pages).toBeGreaterThan(2);
    const running = opened(large);
    expect(idsOf(shownMatches(large, { kind: 'whole', page: running[0]! }))).toContain('49');
    const done = singleElimination(64);
    const last = whole(done, { kind: 'whole' });
    expect(last.page).toBe(last.pages - 1);
    const { page, sheets } = last;
    expect(whole(done, { kind: 'now' }).stages).toEqual(
      whole(done, { kind: 'whole', page, sheet: sheets - 1 }).stages,
    );
    expect(opened({ rounds: [] })).toEqual([0, 1, 0]);
    const waiting = singleElimination(64);
    const [first, ...others] = waiting.rounds[0]!.matches;
    const { id, winner, sides: both } = first!;
    const [own, other] = both.map(({ player }, at) => (at + 1 === winner ? { player: player! } : {}));
    waiting.rounds[0]!.matches = [{ id, sides: [own!, other!] }, ...others];
    expect(opened(waiting)[0]).toBe(0);
    const { winner: _winner, ...final } = waiting.rounds.at(-1)!.matches[0]!;
    const playable = final.sides.map(({ player }) => ({ player: player! }));
    waiting.rounds.at(-1)!.matches = [{ ...final, phase: 'open', sides: [playable[0]!, playable[1]!] }];
    expect(opened({ ...waiting })[0]).toBe(last.pages - 1);
  });

  it('shows the nearest page that exists, of three sheets', () => {
    const { pages } = whole(large, { kind: 'whole' });
    const page = (at: number) => whole(large, { kind: 'whole', page: at }).page;
    expect([page(-5), page(0), page(1), page(99)]).toEqual([0, 0, 1, pages - 1]);
    const first = whole(large, { kind: 'whole', page: 0 });
    expect([first.sheets, first.all.length]).toEqual([3, 63]);
    const third = singleElimination(4, { thirdPlace: true });
    expect(idsOf(whole(third, { kind: 'whole' }).all)).toEqual(['1', '2', '3', '4']);
    const of = (sheet: number) => whole(large, { kind: 'whole', page: 0, sheet }).stages;
    expect([of(0), of(1), of(2)].flat()).toEqual(first.stages);
    expect(of(7)).toEqual([]);
    const second = whole(large, { kind: 'whole', page: 1 });
    expect(second.stages).not.toEqual(first.stages);
  });

  it('names a stage only if there are several, and the winner with the last one', () => {
    const won: Bracket = { ...STAGES, record: { winner: { id: 'p1' } } };
    const [groups, tree] = [0, 1].map((stage) => whole(won, { kind: 'stage', stage }));
    expect([groups?.title, groups?.winner]).toEqual([{ kind: 'groups' }, undefined]);
    expect([tree?.title, tree?.winner]).toEqual([{ kind: 'playoffs' }, { id: 'p1' }]);
    expect(tree?.all.length).toBe(3);
    const all = whole(won, { kind: 'whole' });
    expect([all.title, all.winner, all.all.length]).toEqual([undefined, { id: 'p1' }, 15]);
    expect(tree?.stages.every(({ title }) => title === undefined)).toBe(true);
    expect(whole(STAGES, { kind: 'whole', page: 0 }).stages[0]?.title).toEqual({ kind: 'groups' });
    expect(whole(won, { kind: 'stage', stage: 9 })).toMatchObject({ winner: { id: 'p1' } });
  });
});

describe('a round', () => {
  it('has pages of eight matches, and at least one', () => {
    expect([undefined, round(0), round(8), round(9), round(17)].map(pagesOfRound)).toEqual([1, 1, 1, 2, 3]);
    const bracket: Bracket = { rounds: [round(1), round(9, 2)] };
    const page = (at?: number) =>
      contentOf(bracket, { kind: 'round', round: 1, ...(at !== undefined && { page: at }) });
    expect(page()).toMatchObject({ page: 0, pages: 2, matches: bracket.rounds[1]!.matches.slice(0, 8) });
    expect(page(1)).toMatchObject({ page: 1, matches: bracket.rounds[1]!.matches.slice(8) });
    expect(page(5)).toMatchObject({ page: 1 });
  });

  it('has the name of the platform, and each match its round', () => {
    const bracket: Bracket = { rounds: [{ ...round(1), name: 'Opening' }] };
    const content = contentOf(bracket, { kind: 'round', round: 0 });
    expect(content).toMatchObject({ title: { round: { kind: 'named', name: 'Opening' } } });
  });

  it('that does not exist is empty, under its number', () => {
    expect(contentOf({ rounds: [] }, { kind: 'round', round: 4 })).toEqual({
      kind: 'round',
      title: { round: { kind: 'numbered', number: 5 } },
      page: 0,
      pages: 1,
      matches: [],
    });
  });
});

describe('a table', () => {
  it('is the one of its number, else the first, else the whole bracket', () => {
    const groupAt = (table: number) => {
      const content = contentOf(GROUPS, { kind: 'table', table });
      return content.kind === 'table' && [content.title.group, content.page, content.pages];
    };
    expect([groupAt(0), groupAt(1), groupAt(7)]).toEqual([
      ['Group A', 0, 1],
      ['Group B', 0, 1],
      ['Group A', 0, 1],
    ]);
    expect(contentOf(four('a-b', 'c-d', '-'), { kind: 'table', table: 0 }).kind).toBe('whole');
  });

  it('is named by its group, and by its stage if there are several', () => {
    const titled = (bracket: Bracket) => contentOf(bracket, { kind: 'table', table: 0 });
    expect(titled(GROUPS)).toMatchObject({ title: { group: 'Group A' } });
    expect(titled(GROUPS)).not.toHaveProperty('title.stage');
    expect(titled(STAGES)).toMatchObject({ title: { group: 'Group A', stage: { kind: 'groups' } } });
  });

  it('has pages of 16 rows', () => {
    const league: Bracket = { rounds: [{ ...round(17), section: 'group', group: 'A' }] };
    const rows = [0, 1, 2].map((page) => {
      const content = contentOf(league, { kind: 'table', table: 0, page });
      return content.kind === 'table' && [content.page, content.pages, content.standings.rows.length];
    });
    expect(rows).toEqual([
      [0, 3, 16],
      [1, 3, 16],
      [2, 3, 2],
    ]);
  });
});

describe('the matches of a window', () => {
  it('are the current ones of a tree or a table, a round’s own, and those that a player has had', () => {
    const listed = (window: BracketWindow) => idsOf(matchesOf(STAGES, contentOf(STAGES, window)));
    expect(listed({ kind: 'table', table: 0 })).toEqual(['g0-5']);
    expect(listed({ kind: 'table', table: 1 })).toEqual(['g1-5']);
    expect(listed({ kind: 'stage', stage: 1 })).toEqual(['1', '2']);
    expect(listed({ kind: 'whole' })).toEqual(['g0-5', '1', 'g1-5', '2']);
    expect(listed({ kind: 'round', round: 0 })).toEqual(['g0-0']);
    expect(listed({ kind: 'now' })).toEqual(['g0-5', '1', 'g1-5', '2']);
    const path = contentOf(four('a-b', 'c-d', '-'), { kind: 'path', playerId: 'a' });
    expect(idsOf(matchesOf(four('a-b', 'c-d', '-'), path))).toEqual(['m1']);
    expect(path).toMatchObject({ player: { id: 'a', name: 'A' } });
    expect(
      currentIn(STAGES, contentOf(STAGES, { kind: 'round', round: 0 })).map((one) => one.match.id),
    ).toEqual(['g0-5', '1', 'g1-5', '2']);
  });

  it('that are shown are those in the text first, then those in the picture', () => {
    expect(idsOf(shownMatches(STAGES, { kind: 'table', table: 1 }))).toEqual([
      'g1-5',
      ...idsOf(GROUPS.rounds.slice(6).flatMap(({ matches }) => matches)),
    ]);
    expect(idsOf(shownMatches(STAGES, { kind: 'round', round: 0 }))).toEqual(['g0-0']);
    expect(idsOf(shownMatches(STAGES, { kind: 'stage', stage: 1 }))).toEqual(['1', '2', '1', '2', '3']);
  });
});

describe('the windows to choose from', () => {
  const chosen = (bracket: Bracket, shown: BracketWindow, atMost: number) =>
    windowChoices(bracket, shown, atMost).map(({ window }) =>
      [window.kind, Object.values(window).slice(1)].flat().join(' '),
    );

  it('are now, the whole, stages with more than tables, tables and rounds', () => {
    expect(chosen(STAGES, { kind: 'now' }, 25)).toEqual([
      'now',
      'whole',
      'stage 1',
      'table 0',
      'table 1',
      ...STAGES.rounds.map((_, at) => `round ${at}`),
    ]);
    expect(chosen(four('a-b', 'c-d', '-'), { kind: 'now' }, 25)).toEqual(['whole', 'round 0', 'round 1']);
  });

  it('are the tables and rounds around the shown one where there are too many', () => {
    const many = groupStage(8, 2);
    expect(chosen(many, { kind: 'now' }, 9)).toEqual([
      'whole',
      'table 0',
      'table 1',
      'table 2',
      'table 3',
      'round 0',
      'round 1',
      'round 2',
      'round 3',
    ]);
    const tables = (table: number) => chosen(many, { kind: 'table', table }, 9).slice(1, 5);
    expect(tables(4)).toEqual(['table 2', 'table 3', 'table 4', 'table 5']);
    expect(tables(7)).toEqual(['table 4', 'table 5', 'table 6', 'table 7']);
    const rounds = (at: number) => chosen(many, { kind: 'round', round: at }, 9).slice(5);
    expect(rounds(4)).toEqual(['round 2', 'round 3', 'round 4', 'round 5']);
    expect(rounds(7)).toEqual(['round 4', 'round 5', 'round 6', 'round 7']);
  });
});

describe('the pages beside the shown one', () => {
  it('of the whole end at its first and last', () => {
    const beside = (page: number) => neighborPages({ kind: 'whole' }, { page, pages: 3 });
    expect([0, 1, 2].map(beside)).toEqual([
      { before: undefined, after: { kind: 'whole', page: 1 } },
      { before: { kind: 'whole', page: 0 }, after: { kind: 'whole', page: 2 } },
      { before: { kind: 'whole', page: 1 }, after: undefined },
    ]);
  });

  it('of rounds and tables go on over all of them', () => {
    const bracket: Bracket = { rounds: [round(9), round(1, 2)] };
    const beside = (window: Extract<BracketWindow, { kind: 'round' | 'table' }>, of = bracket) => {
      const { before, after } = neighbors(of, window);
      return [before, after].map((one) => one && Object.values(one).join(' '));
    };
    expect(beside({ kind: 'round', round: 0 })).toEqual([undefined, 'round 0 1']);
    expect(beside({ kind: 'round', round: 0, page: -1 })).toEqual([undefined, 'round 0 1']);
    expect(beside({ kind: 'round', round: 0, page: 1 })).toEqual(['round 0 0', 'round 1 0']);
    expect(beside({ kind: 'round', round: 0, page: 9 })).toEqual(['round 0 0', 'round 1 0']);
    expect(beside({ kind: 'round', round: 1, page: 0 })).toEqual(['round 0 1', undefined]);
    expect(beside({ kind: 'round', round: 9 })).toEqual([undefined, undefined]);
    expect(beside({ kind: 'table', table: 1 }, GROUPS)).toEqual(['table 0 0', undefined]);
    expect(beside({ kind: 'table', table: 0 }, GROUPS)).toEqual([undefined, 'table 1 0']);
  });
});

describe('the first window', () => {
  const played = (bracket: Bracket): Bracket => ({
    rounds: bracket.rounds.map((one) => ({
      ...one,
      matches: one.matches.map((each) => ({ ...each, phase: 'finished', winner: 1 })),
    })),
  });

  it('is what is played now, and of many tables the player’s own, or the first of the stage', () => {
    expect(openingWindow(four('a-b', 'c-d', '-'), 'a')).toEqual({ kind: 'now' });
    expect(openingWindow(GROUPS, 'p5')).toEqual({ kind: 'now' });
    const over = played(GROUPS);
    expect(openingWindow(over, 'p5')).toEqual({ kind: 'table', table: 1 });
    expect(openingWindow(over, 'p1')).toEqual({ kind: 'table', table: 0 });
    expect(openingWindow(over, undefined)).toEqual({ kind: 'table', table: 0 });
    const league = (players: number) =>
      openingWindow({ rounds: [{ ...round(players / 2, 1, ' 3-1'), section: 'group', group: 'A' }] }, 'x');
    expect([league(16), league(18)]).toEqual([{ kind: 'now' }, { kind: 'table', table: 0 }]);
  });

  it('is of the last stage that has begun', () => {
    const tree = singleElimination(4, { played: 0 }).rounds.map((one) => ({
      ...one,
      matches: one.matches.map((each): Match => ({ ...each, phase: 'cancelled' })),
    }));
    const groups = played(GROUPS).rounds;
    expect(openingWindow({ rounds: [...groups, ...tree] }, 'p5')).toEqual({ kind: 'table', table: 1 });
    const both = played(STAGES);
    expect(openingWindow(both, 'p5')).toEqual({ kind: 'stage', stage: 1 });
    const later = groups.map((one) => ({ ...one, stage: 'Second' }));
    const first = groups.map((one) => ({ ...one, stage: 'First' }));
    expect(openingWindow({ rounds: [...first, ...later] }, 'p5')).toEqual({ kind: 'table', table: 3 });
    expect(openingWindow({ rounds: [...first, ...later] }, 'x')).toEqual({ kind: 'table', table: 2 });
    const begun = GROUPS.rounds.map((one, at) => ({ ...(at < 6 ? groups[at]! : one), stage: 'Second' }));
    const canceled = begun.map((one) => ({
      ...one,
      matches: one.matches.map((each): Match => (each.winner ? each : { ...each, phase: 'cancelled' })),
    }));
    expect(openingWindow({ rounds: [...first, ...canceled] }, 'x')).toEqual({ kind: 'table', table: 2 });
  });
});
