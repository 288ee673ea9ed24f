import { describe, expect, it } from 'vitest';
import {
  decidedAtFirst,
  identified,
  newFeed,
  withBaseline,
  withOrder,
  withResumed,
} from '../../../src/jobs/plan/baseline.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import { keyMatches } from '../../../src/jobs/plan/match-keys.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { Bracket, Match } from '../../../src/reading/records.ts';
import { cup, four, match, namesAlone, T0 } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, keyIn } from '../../support/told-input.ts';

const BRACKET: Bracket = {
  rounds: [
    {
      section: 'main',
      matches: [match('m1', 'a-b 3-1'), match('m2', 'c-d', { phase: 'running' }), match('m3', 'e-f')],
    },
  ],
};
const [AB, CD] = ['a-b', 'c-d'].map((pair) => keyIn(BRACKET, pair)) as [string, string];
const OPEN = { tournament: cup({ phase: 'open' }) };
const TABLE: Bracket = {
  rounds: [{ section: 'group', number: 1, matches: [match('m1', 'a-b 3-1'), match('m2', 'c-d 2-0')] }],
};

it('a feed that is resumed knows what is being played by the key it has, also where the ids are gone', () => {
  const feed = { ...newFeed(reading(BRACKET)), epoch: 1, since: 1 };
  const { matches } = withResumed(feed, 2, reading(namesAlone(BRACKET)));
  expect(new Set(matches.keys())).toEqual(new Set([AB, CD]));
});

describe('a feed that is resumed after something new began to run', () => {
  const shape = (id: string, pairs: readonly string[], running: readonly string[]): Bracket => ({
    rounds: [
      {
        section: 'group',
        matches: pairs.map((pair) =>
          match(`${id}${pair.slice(0, 3)}`, pair, running.includes(pair) ? { phase: 'running' } : {}),
        ),
      },
    ],
  });
  const toZed = (bracket: Bracket): Bracket =>
    JSON.parse(JSON.stringify(bracket).replaceAll('"A"', '"Zed"')) as Bracket;

  it('posts no result again whose match has another id, or another name where names are all there is', () => {
    const [open, decided, later] = [
      ['a-b', 'c-d'],
      ['a-b 3-1', 'c-d 2-0'],
      ['a-b 3-1', 'c-d 2-0', 'a-c'],
    ] as const;
    for (const [show, id, toLater] of [
      [(one: Bracket) => one, 'new', (one: Bracket) => one],
      [namesAlone, 'm', toZed],
    ] as const) {
      const channel = toldChannel({ resultsChannelId: '11' });
      channel.see(reading(show(shape('m', open, [])), at(0)));
      channel.see(reading(show(shape('m', decided, [])), at(1)));
      const again = toLater(show(shape(id, later, ['a-c'])));
      channel.change((feed) => withResumed({ ...feed, since: 1 }, 2, reading(again, at(2))));
      const acts = [2, 3].flatMap((minutes) => channel.see(reading(again, at(minutes))));
      expect(acts.filter((act) => /^(results|correct |close|call)/.test(act))).toEqual([]);
    }
  });

  it('knows each of two matches that a renamed player plays', () => {
    const both = shape('m', ['a-b', 'c-d'], ['a-b', 'c-d']);
    const three = toZed(namesAlone(shape('m', ['a-b', 'c-d', 'a-c'], ['a-b', 'c-d', 'a-c'])));
    const feed = { ...newFeed(reading(namesAlone(both))), epoch: 1, since: 1 };
    const now = reading(three);
    const next = withResumed(feed, 2, now);
    const records = readingFor(next, now).matches.map(({ key }) => next.matches.get(key)?.state);
    expect(records).toEqual(['called', 'called', 'called']);
  });
});

describe('a new feed', () => {
  it('knows what was decided and played before it, and nothing of what is open', () => {
    const { matches } = newFeed(reading(BRACKET));
    expect([...matches.keys()]).toEqual([AB, CD]);
    expect(matches.get(AB)).toMatchObject({ state: 'posted', result: { code: '1:3-1', changes: 0 } });
    expect(matches.get(CD)).toMatchObject({ state: 'called', call: {} });
    expect(decidedAtFirst(reading(BRACKET)).map(({ key }) => key)).toEqual([AB]);
  });

  it('leaves to members’ result posts what they show', () => {
    const { matches } = newFeed(reading(BRACKET), undefined, new Set([AB, CD]));
    expect([...matches.keys()]).toEqual([CD]);
  });

  it('has the announcement as its live post, which says itself that registration is open', () => {
    const announced = { messageId: '7', isNews: false };
    expect(newFeed(reading(undefined, OPEN), announced)).toMatchObject({
      live: { messageId: '7', shows: '', editedAt: 0 },
      milestones: ['open'],
    });
    expect(newFeed(reading(undefined, OPEN), { ...announced, isNews: true }).milestones).toEqual([]);
    expect(newFeed(reading(BRACKET), { ...announced, isNews: true }).milestones).toEqual(['start']);
    expect(newFeed(reading(undefined, OPEN))).toMatchObject({ milestones: ['open'] });
    expect(newFeed(reading(undefined, OPEN))).not.toHaveProperty('live');
  });

  it('waits for the first bracket only where the tournament runs without one', () => {
    const waiting = newFeed(reading(undefined, { stage: 'running' }));
    expect(waiting.awaitsBracket).toBe(true);
    expect(waiting).not.toHaveProperty('tables');
    for (const one of [reading(undefined, OPEN), reading(BRACKET)]) {
      expect(newFeed(one)).not.toHaveProperty('awaitsBracket');
      expect(newFeed(one).tables).toEqual({});
    }
    expect(Object.values(newFeed(reading(TABLE)).tables ?? {})).toEqual([{ shows: '' }]);
  });
});

describe('a feed of an earlier version', () => {
  const { schedule: _none, milestones: _neither, tables: _nor, ...bare } = newFeed(reading(TABLE));
  const older: FeedRecord = { ...bare, epoch: 1 };

  it('gets what it lacks from the reading, and keeps what it has', () => {
    expect(withBaseline(older, reading(TABLE))).toMatchObject({
      schedule: { state: 'planned', startsAt: T0 },
      milestones: ['open', 'start'],
      tables: { [Object.keys(newFeed(reading(TABLE)).tables ?? {})[0] ?? '']: { shows: '' } },
    });
    const told: FeedRecord = {
      ...older,
      schedule: { state: 'postponed' },
      milestones: ['open'],
      tables: {},
    };
    expect(withBaseline(told, reading(TABLE))).toEqual(told);
    expect(withBaseline(older, reading(TABLE, { isCurrent: false }))).not.toHaveProperty('tables');
  });
});

describe('the first bracket', () => {
  const { epoch, ...waiting } = { ...newFeed(reading(undefined, { stage: 'running' })), epoch: 1 };
  const feed: FeedRecord = { ...waiting, epoch };

  it('is the baseline of a feed that waits for it', () => {
    const { awaitsBracket, matches, milestones, tables } = withBaseline(
      feed,
      reading(BRACKET),
      new Set([AB]),
    );
    expect([...matches.keys()]).toEqual([CD]);
    expect([awaitsBracket, milestones, tables]).toEqual([undefined, ['open', 'start'], {}]);
    expect(withBaseline(feed, reading(BRACKET, { isCurrent: false }))).toMatchObject({ awaitsBracket: true });
  });

  it('with a winner needs no post of the champion', () => {
    const decided = four('a-b 3-1', 'c-d 0-2', 'a-d 2-3');
    expect(withBaseline(feed, reading(decided, { isDecided: true })).milestones).toEqual([
      'open',
      'start',
      'champion',
    ]);
  });
});

describe('the hashes of a match', () => {
  it('are added to the records of these matches alone', () => {
    const feed: FeedRecord = {
      ...newFeed(reading(undefined)),
      epoch: 1,
      matches: new Map([[AB, { state: 'late' }]]),
    };
    const seen = readingFor(feed, reading(BRACKET));
    const { matches } = identified(feed, [AB, 'other'], seen);
    expect([...matches]).toEqual([[AB, { state: 'late', ...keyMatches(BRACKET, new Map())[0]?.identity }]]);
  });
});

describe('a result', () => {
  /** By name, A comes before Z; by id, after. */
  const between = (hasIds: boolean): Match['sides'] => [
    { player: { ...(hasIds && { id: '2' }), name: 'Anna' }, score: 3 },
    { player: { ...(hasIds && { id: '1' }), name: 'Zoe' }, score: 1 },
  ];
  const bracket = (hasIds: boolean): Bracket => ({
    rounds: [
      {
        section: 'main',
        matches: [match('m1', 'x-y 3-1', { sides: between(hasIds) }), match('m2', 'c-d 2-0')],
      },
    ],
  });
  const [first, second] = keyMatches(bracket(false), new Map());
  const feed = (record: Omit<MatchRecord, 'state'>): FeedRecord => ({
    ...newFeed(reading(undefined)),
    epoch: 1,
    matches: new Map([
      [first!.key, { state: 'posted', ...first!.identity, ...record }],
      [second!.key, { state: 'posted', ...second!.identity, result: { code: '1:2-0', changes: 0 } }],
    ]),
    posts: {
      '8': { channelId: '10', keys: [], moved: { [first!.key]: '1:3-1', [second!.key]: '1:2-0' } },
      '9': { channelId: '10', keys: [first!.key] },
    },
  });
  const turned = (record: Omit<MatchRecord, 'state'>, hasIds = true) => {
    const before = feed(record);
    return withOrder(before, readingFor(before, reading(bracket(hasIds))));
  };

  it('is turned wherever it is stored once ids put its players in the other order', () => {
    const after = turned({
      call: { at: 1, messageId: '7', shows: '1:3-1' },
      result: { code: '1:3-1', before: '2:1-3', changes: 1, postId: '9' },
    });
    expect(after.matches.get(first!.key)).toEqual({
      state: 'posted',
      ...readingFor(after, reading(bracket(true))).matches[0]?.identity,
      call: { at: 1, messageId: '7', shows: '2:1-3' },
      result: { code: '2:1-3', before: '1:3-1', changes: 1, postId: '9' },
    });
    expect(after.matches.get(second!.key)?.result?.code).toBe('1:2-0');
    expect(after.posts).toEqual({
      '8': { channelId: '10', keys: [], moved: { [first!.key]: '2:1-3', [second!.key]: '1:2-0' } },
      '9': { channelId: '10', keys: [first!.key] },
    });
  });

  it('that is none stays as it is', () => {
    for (const shows of ['', 'open', 'canceled', 'unplayed', 'gone', 'dropped']) {
      const { call, result } = turned({ call: { shows }, result: { code: '', changes: 1 } }).matches.get(
        first!.key,
      )!;
      expect([call, result]).toEqual([{ shows }, { code: '', changes: 1 }]);
    }
    const asking = turned({ call: { at: 1 } }).matches.get(first!.key)!;
    expect([asking.call, asking.result]).toEqual([{ at: 1 }, undefined]);
    const bare = turned({}).matches.get(first!.key)!;
    expect(Object.keys(bare).toSorted()).toEqual(['id', 'names', 'players', 'state']);
  });

  it('stays while the order does', () => {
    const before = feed({ result: { code: '1:3-1', changes: 0 } });
    expect(withOrder(before, readingFor(before, reading(bracket(false))))).toBe(before);
  });
});
