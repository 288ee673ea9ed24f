import { describe, expect, it } from 'vitest';
import { newFeed } from '../../../src/jobs/plan/baseline.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import { playerHash } from '../../../src/jobs/plan/match-keys.ts';
import {
  championShows,
  milestoneActs,
  milestonesBefore,
  withChampion,
  withToldWinner,
} from '../../../src/jobs/plan/milestones.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import type { TableRow } from '../../../src/brackets/standings.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { cup, four, match, T0 } from '../../support/night-records.ts';
import { reading } from '../../support/told-channel.ts';
import { following } from '../../support/told-input.ts';

const DAY_MS = 86_400_000;
const FINISHED = { tournament: cup({ phase: 'finished' }) };
const OPEN = reading(undefined, { tournament: cup({ phase: 'open' }) });
const FULL = reading(undefined, { tournament: cup({ phase: 'open', entrants: 8, capacity: 8 }) });
const BEGUN = reading(four('a-b', 'c-d', '-'));
const over = (final: string, more: Partial<Reading> = {}) =>
  reading(four('a-b 3-1', 'c-d 0-2', final), { ...FINISHED, ...more });
const OVER = over('a-d 3-2');
const GONE = reading(undefined, { ...FINISHED, isCurrent: false, hasNoBracket: true });
const [A, D] = ['a', 'd'].map((id) => playerHash({ id })) as [string, string];

const LEAGUE: Bracket = {
  rounds: [
    ['a-b 2-1', 'c-d 1-0'],
    ['a-c 2-0', 'b-d 2-0'],
    ['a-d 2-0', 'b-c 2-0'],
  ].map((texts, at) => ({
    section: 'main',
    number: at + 1,
    matches: texts.map((text) => match(text.slice(0, 3), text)),
  })),
};
const table = (more: Partial<Reading> = {}) =>
  reading(LEAGUE, { tournament: cup({ phase: 'finished', format: 'Round robin' }), ...more });

const feedWith = (more: Partial<FeedRecord> = {}): FeedRecord => ({
  ...newFeed(OPEN),
  epoch: 1,
  milestones: ['open', 'start', 'champion'],
  ...more,
});
const acts = (feed: FeedRecord, one: Reading, { now = T0, ping = false } = {}) =>
  milestoneActs({ feed, now, reading: readingFor(feed, one), ...following({}, { ping }) });

describe('the moments before following began', () => {
  it('are those that the first reading shows', () => {
    expect(milestonesBefore(OPEN)).toEqual(['open']);
    expect(milestonesBefore(FULL)).toEqual([]);
    // Without a state: its start may move.
    const late = { id: 't1', startsAt: { epochMs: T0 - 1000, precision: 'second' as const } };
    expect(milestonesBefore({ ...OPEN, tournament: late })).toEqual(['open']);
    expect(milestonesBefore(BEGUN)).toEqual(['open', 'start']);
    expect(milestonesBefore({ ...BEGUN, isDecided: true })).toEqual(['open', 'start', 'champion']);
    expect(milestonesBefore(GONE)).toEqual(['open', 'start', 'champion']);
  });
});

describe('a moment', () => {
  const none = feedWith({ milestones: [] });

  it('has its post: registration, where a role is mentioned; the start; the end', () => {
    expect(acts(none, OPEN, { ping: true })).toEqual([{ kind: 'milestone', milestone: 'open' }]);
    expect(acts(none, OPEN)).toEqual([{ kind: 'pass', milestones: ['open'] }]);
    expect(acts(none, BEGUN, { ping: true })).toEqual([{ kind: 'milestone', milestone: 'start' }]);
    expect(acts(none, OVER)).toEqual([
      { kind: 'pass', milestones: ['start'] },
      { kind: 'milestone', milestone: 'champion' },
    ]);
  });

  it('has it once', () => {
    for (const one of [OPEN, BEGUN, OVER]) expect(acts(feedWith(), one, { ping: true })).toEqual([]);
  });

  it('is not come while registration is full, or the bracket is neither read nor known to be missing', () => {
    expect(acts(none, FULL, { ping: true })).toEqual([]);
    expect(acts(none, { ...BEGUN, isCurrent: false })).toEqual([]);
    expect(acts(none, { ...BEGUN, isCurrent: false, lacksBracket: true })).toHaveLength(1);
    expect(acts(feedWith({ milestones: ['start'] }), { ...OVER, isCurrent: false })).toEqual([]);
    expect(acts(feedWith({ milestones: ['start'] }), GONE)).toHaveLength(1);
  });

  it('of the end is no news a day later, by whichever clock', () => {
    const feed = feedWith({ milestones: ['start'], overAt: T0 });
    for (const [ms, posts] of [
      [0, 1],
      [DAY_MS - 1, 1],
      [DAY_MS, 0],
      [-DAY_MS, 0],
    ] as const)
      expect(acts(feed, OVER, { now: T0 + ms })).toHaveLength(posts);
  });
});

describe('the post that registration is open', () => {
  it('is struck once it is not', () => {
    const feed = feedWith({ open: { messageId: '5' } });
    expect(acts(feed, OPEN)).toEqual([]);
    // Its record does not say that it has begun.
    const unsaid = reading(four('a-b', 'c-d', '-'), { tournament: { id: 't1', name: 'Cup' } });
    for (const one of [FULL, BEGUN, unsaid]) expect(acts(feed, one)).toEqual([{ kind: 'strike-open' }]);
  });
});

describe('the post of the end', () => {
  const shown = (shows: string) => feedWith({ champion: { messageId: '6', shows } });

  it('shows something else with each part that changes', () => {
    const named = cup({ phase: 'finished', name: 'Other' });
    const third: Bracket = {
      rounds: [
        ...four('a-b 3-1', 'c-d 0-2', 'a-d 3-2').rounds,
        { section: 'main', number: 2, name: 'Third place', matches: [match('m4', 'b-c 3-0')] },
      ],
    };
    const all = [
      OVER,
      over('a-d 2-3'),
      over('a-d 3-1'),
      reading(four('a-b 3-1', 'c-d 2-0', 'a-c 3-2'), FINISHED),
      reading(third, FINISHED),
      over('a-d 3-2', { tournament: named }),
      table(),
      table({ tournament: cup({ phase: 'finished', format: 'Round robin', name: 'Other' }) }),
      GONE,
    ].map(championShows);
    expect(new Set(all).size).toBe(all.length);
    const { ending } = table();
    expect(championShows({ ...table(), ending: { kind: 'table', places: [], standings: undefined } })).toBe(
      championShows(GONE),
    );
    if (ending?.kind !== 'table') throw new Error('a league ends with a table');
    expect(championShows({ ...table(), ending: { ...ending, places: [] } })).not.toBe(championShows(table()));
    const { final: _none, ...podium } = OVER.ending as Extract<typeof OVER.ending, { kind: 'final' }>;
    expect(championShows({ ...OVER, ending: podium })).not.toBe(championShows(OVER));
    // Stored in this form.
    expect(championShows(BEGUN)).toBe('none');
  });

  it('is edited once it shows something else, and not by a bracket that was not read', () => {
    expect(acts(shown(championShows(OVER)), OVER)).toEqual([]);
    expect(acts(shown('old'), OVER)).toEqual([{ kind: 'champion', shows: championShows(OVER) }]);
    expect(acts(shown('old'), BEGUN)).toEqual([{ kind: 'champion', shows: 'none' }]);
    expect(acts(shown('old'), { ...OVER, isCurrent: false })).toEqual([]);
    const canceled = reading(undefined, { tournament: cup({ phase: 'cancelled' }) });
    expect(acts(shown('old'), canceled)).toEqual([{ kind: 'champion', shows: 'none' }]);
  });

  it('keeps its winner where the bracket is gone, unless it says that nothing has ended', () => {
    expect(acts(shown('old'), GONE)).toEqual([]);
    expect(acts(shown('none'), GONE)).toEqual([{ kind: 'champion', shows: championShows(GONE) }]);
  });

  it('remembers the first, and who was first before', () => {
    const post = { messageId: '6', shows: '' };
    const first = withChampion(post, OVER);
    expect(first).toEqual({ ...post, winner: A });
    expect(withChampion(first, OVER)).toEqual(first);
    const second = withChampion(first, over('a-d 2-3'));
    expect(second).toEqual({ ...post, winner: D, before: A });
    expect(withChampion(second, over('a-d 2-3'))).toEqual(second);
    expect(withChampion(second, OVER)).toEqual({ ...post, winner: A, before: D });
    expect(withChampion({ ...post, winner: A, before: A }, OVER)).toEqual(first);
    for (const one of [BEGUN, GONE]) expect(withChampion(second, one)).toBe(second);
    expect(withChampion(post, table())).toEqual(first);
  });
});

describe('the winner', () => {
  const champion = { messageId: '6', shows: championShows(OVER) };
  const post = (winner: string) => ({ messageId: '7', winner, before: 'x' });
  const known = (told: string, more: Partial<NonNullable<FeedRecord['winner']>> = {}) =>
    feedWith({ champion, winner: { told, changes: 0, ...more } });

  it('is noted before the post of the end names another one', () => {
    const told = (feed: FeedRecord, one = OVER) => withToldWinner(feed, one).winner;
    expect(told(feedWith())).toEqual({ told: A, changes: 0 });
    expect(told(feedWith({ champion: { ...champion, winner: D } }))).toEqual({ told: D, changes: 0 });
    expect(told(known(D, { changes: 3 }))).toEqual({ told: D, changes: 3 });
    expect(told(feedWith(), BEGUN)).toBeUndefined();
    expect(told(feedWith(), table())).toEqual({ told: A, changes: 0 });
    const feed = feedWith();
    expect(withToldWinner(feed, GONE)).toBe(feed);
  });

  it('is none where two share the first place', () => {
    const { ending } = table();
    if (ending?.kind !== 'table') throw new Error('a league ends with a table');
    const [first, second] = ending.places.map(({ row }) => row);
    const withPlaces = (...places: [TableRow | undefined, number][]) =>
      table({
        ending: {
          ...ending,
          places: places.flatMap(([row, place]) => (row === undefined ? [] : [{ row, place }])),
        },
      });
    const told = (it: Reading) => withToldWinner(feedWith(), it).winner?.told;
    expect(told(withPlaces([first, 1], [second, 1]))).toBeUndefined();
    expect(told(withPlaces([first, 2]))).toBeUndefined();
    expect(told(withPlaces([first, 1]))).toBe(A);
  });

  it('has a post once it is another one', () => {
    const news = { kind: 'new-winner', winner: A, before: D };
    expect(acts(known(A), OVER)).toEqual([]);
    expect(acts(known(D), OVER)).toEqual([news]);
    expect(acts(feedWith({ champion: { ...champion, winner: D } }), OVER)).toEqual([news]);
    expect(acts(feedWith({ champion }), OVER)).toEqual([]);
    expect(acts(known(D), { ...OVER, isCurrent: false })).toEqual([]);
    expect(acts(known(D), { ...OVER, stage: 'running' })).toEqual([]);
    expect(acts(known(D, { changes: 4 }), OVER)).toEqual([news]);
    expect(acts(known(D, { changes: 5 }), OVER)).toEqual([]);
  });

  it('that is no longer so has its post struck', () => {
    const strike = { kind: 'strike-winner', messageId: '7' };
    expect(acts(known(A, { post: post(A) }), OVER)).toEqual([]);
    expect(acts(known(D, { post: post(D) }), OVER)).toEqual([
      strike,
      { kind: 'new-winner', winner: A, before: D },
    ]);
    expect(acts(known(D, { changes: 5, post: post(D) }), OVER)).toEqual([strike]);
    expect(acts(known(A, { post: post(D) }), OVER)).toEqual([strike]);
    expect(acts({ ...known(A, { post: post(A) }), champion: { ...champion, shows: 'none' } }, BEGUN)).toEqual(
      [strike],
    );
  });

  it('is the same one where the platform has added an id since', () => {
    const byName = playerHash({ name: 'A' });
    expect(acts(known(byName), OVER)).toEqual([]);
    expect(acts(known(byName, { post: post(byName) }), OVER)).toEqual([]);
    expect(withChampion({ messageId: '6', shows: '', winner: byName }, OVER)).toEqual({
      messageId: '6',
      shows: '',
      winner: A,
    });
    expect(withChampion({ messageId: '6', shows: '', winner: D, before: byName }, OVER).before).toBe(D);
    expect(
      withChampion({ messageId: '6', shows: '', winner: A, before: byName }, OVER).before,
    ).toBeUndefined();
    expect(acts(known(playerHash({ name: 'D' })), OVER)).toHaveLength(1);
  });
});
