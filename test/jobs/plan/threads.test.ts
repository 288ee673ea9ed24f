import { describe, expect, it } from 'vitest';
import type { Act, Reach } from '../../../src/jobs/plan/acts.ts';
import type { MatchRecord, MatchThread } from '../../../src/jobs/plan/match-record.ts';
import { editMatches } from '../../../src/jobs/plan/notices.ts';
import { readingFor, type PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import {
  closeThreadActs,
  isAsked,
  isSettled,
  threadActs,
  threadMessageActs,
} from '../../../src/jobs/plan/threads.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { following, keyIn, reported, round } from '../../support/told-input.ts';

const OPEN = four('a-b', 'c-d', '-');
const WON = four('a-b 3-1', 'c-d', '-');
const [AB, CD] = ['a-b', 'c-d'].map((pair) => keyIn(OPEN, pair)) as [string, string];
const STARTED: MatchThread = { id: '30', state: 'open', messageId: '31' };

const threadsOf = (acts: readonly string[]) => acts.filter((act) => /thread/.test(act));

/** A channel whose two semifinals were called; "a-b" has this thread. */
function withThread(thread?: MatchThread, more: Partial<MatchRecord> = {}) {
  const channel = toldChannel();
  channel.see(reading(undefined));
  channel.see(reading(OPEN));
  channel.change((feed) =>
    editMatches(feed, [AB], (record) => ({ ...record, ...(thread && { thread }), ...more })),
  );
  return channel;
}

describe('a call', () => {
  it('is settled once it shows how its match ended, or is gone', () => {
    for (const [call, is] of [
      [undefined, true],
      [{}, true],
      [{ messageId: '5' }, false],
      [{ messageId: '5', shows: 'open' }, false],
      [{ messageId: '5', shows: '' }, false],
      [{ messageId: '5', shows: '1:3-1' }, true],
      [{ messageId: '5', shows: 'canceled' }, true],
    ] as const)
      expect(isSettled({ state: 'called', ...(call && { call }) }), JSON.stringify(call)).toBe(is);
  });

  it('starts a thread where the channel wants one', () => {
    const acts = (threads?: boolean) => {
      const channel = toldChannel();
      channel.see(reading(undefined));
      const topics = following(threads === undefined ? {} : { threads });
      return channel.acts(reading(OPEN), topics).filter((act) => /call|thread/.test(act));
    };
    expect(acts(true)).toEqual(['call a-b', 'call c-d', 'thread a-b', 'thread c-d']);
    for (const threads of [undefined, false]) expect(acts(threads)).toEqual(['call a-b', 'call c-d']);
  });

  it('starts one thread, however many of its players get a direct message', () => {
    const channel = toldChannel(following({ threads: true }));
    channel.see(reading(undefined));
    const direct: Reach = { how: 'direct', discordId: '5', isNameable: true };
    const reach = new Map([[AB, [direct, { how: 'name' }] as const]]);
    expect(channel.acts(reading(OPEN), { reach }).filter((act) => /direct|call|thread/.test(act))).toEqual([
      'direct 5',
      'call a-b',
      'thread a-b',
    ]);
  });
});

describe('a thread without its first message', () => {
  const WANTED: MatchThread = { state: 'wanted' };

  it('gets it once it is known how both players are reached', () => {
    const wait: Reach = { how: 'wait' };
    const name: Reach = { how: 'name' };
    for (const [sides, acts] of [
      [[name, name], ['thread a-b']],
      [[wait, name], []],
      [[name, wait], []],
      [undefined, []],
    ] as const) {
      const reach = new Map<string, readonly [Reach, Reach]>(sides && [[AB, sides]]);
      expect(threadsOf(withThread(WANTED).acts(reading(OPEN), { reach }))).toEqual(acts);
    }
  });

  it('gets none once its match is over, without a call, or by a bracket that was not read', () => {
    expect(threadsOf(withThread(WANTED).acts(reading(WON)))).toEqual(['close-thread a-b']);
    expect(threadsOf(withThread(WANTED, { call: {} }).acts(reading(OPEN)))).toEqual([]);
    expect(threadsOf(withThread(WANTED).acts(reading(OPEN, { isCurrent: false })))).toEqual([]);
    expect(threadsOf(withThread().acts(reading(OPEN)))).toEqual([]);
    expect(threadsOf(withThread({ state: 'done' }).acts(reading(OPEN)))).toEqual([]);
  });

  it('comes before those that are new', () => {
    const channel = withThread(WANTED);
    const feed = channel.feed()!;
    const acts = threadActs(
      {
        feed,
        reading: readingFor(feed, reading(OPEN)),
        reach: new Map([[AB, [{ how: 'name' }, { how: 'name' }] as const]]),
        ...following({ threads: true }),
      },
      [
        { kind: 'overdue', keys: [] },
        {
          kind: 'call',
          call: readingFor(feed, reading(OPEN)).byKey.get(CD)!,
          sides: [{ how: 'name' }, { how: 'name' }],
        },
      ],
    );
    expect(acts.map((act) => (act.kind === 'thread' ? act.call.key : act.kind))).toEqual([AB, CD]);
  });
});

describe('the first message of a thread', () => {
  const edits = (
    thread: MatchThread,
    bracket: Bracket | undefined,
    more: Partial<Pick<PlanInput, 'reports' | 'limits'>> = {},
  ): Act[] => {
    const feed = withThread(thread).feed()!;
    return threadMessageActs({
      feed,
      limits: TURN_LIMITS,
      reports: new Map(),
      ...more,
      reading: readingFor(feed, reading(bracket)),
    });
  };
  const edit = (state: string, shows: unknown = state) => ({ kind: 'edit-thread', key: AB, state, shows });

  it('shows the report or the dispute that asks, with each of its parts', () => {
    const scores = { player1: 3, player2: 1 };
    const shown = [
      reported(AB, 'open'),
      reported(AB, 'disputed'),
      reported(AB, 'open', { claim: { side: 1, scores } }),
      reported(AB, 'open', { counter: { side: 1, scores } }),
      reported(AB, 'open', { seen: scores }),
      reported(AB, 'open', { mentions: { reporter: '<@5>' } }),
    ].map((more) => edits(STARTED, OPEN, more));
    for (const acts of shown) expect(acts).toEqual([edit('open', expect.stringMatching(/^.{10}$/))]);
    const codes = shown.map(([act]) => (act?.kind === 'edit-thread' ? act.shows : ''));
    expect(new Set(codes).size).toBe(codes.length);
    expect(edits({ ...STARTED, shows: codes[0]! }, OPEN, reported(AB, 'open'))).toEqual([]);
    expect(edits({ ...STARTED, shows: codes[0]! }, OPEN)).toEqual([edit('open')]);
  });

  it('asks as before while nothing waits for an answer', () => {
    for (const state of ['written', 'agreed', 'ruled'] as const)
      expect(edits(STARTED, OPEN, reported(AB, state))).toEqual([]);
    expect(edits({ ...STARTED, shows: 'open' }, OPEN)).toEqual([]);
    expect(isAsked(undefined)).toBe(false);
  });

  it('shows the result, whatever was reported', () => {
    expect(edits(STARTED, WON, reported(AB, 'open'))).toEqual([edit('1:3-1')]);
    expect(edits({ ...STARTED, shows: '1:3-1' }, WON)).toEqual([]);
  });

  it('stays as it is while a reading lacks its match, and where there is none', () => {
    expect(edits(STARTED, round('c-d'))).toEqual([]);
    expect(edits(STARTED, { rounds: [] })).toEqual([]);
    expect(edits({ id: '30', state: 'open' }, WON)).toEqual([]);
    for (const state of ['wanted', 'done'] as const) expect(edits({ ...STARTED, state }, WON)).toEqual([]);
  });

  it('has its turn after as many as fit one', () => {
    expect(edits(STARTED, WON, { limits: { ...TURN_LIMITS, closes: 0 } })).toEqual([]);
  });
});

describe('a thread', () => {
  const closes = (
    thread: MatchThread,
    bracket: Bracket,
    {
      edits = [],
      closes: most = 20,
      ...more
    }: {
      edits?: Act[];
      closes?: number;
      call?: MatchRecord['call'];
    } = {},
  ): Act[] => {
    const feed = withThread(thread, more.call && { call: more.call }).feed()!;
    const limits = { ...TURN_LIMITS, closes: most };
    return closeThreadActs({ feed, limits, reading: readingFor(feed, reading(bracket)) }, edits);
  };
  const CLOSE = { kind: 'close-thread', key: AB };
  const edited = (key: string): Act => ({ kind: 'edit-thread', key, state: '1:3-1', shows: '1:3-1' });

  it('closes once its match is over and its message shows that', () => {
    const shown = { ...STARTED, shows: '1:3-1' };
    expect(closes(shown, WON)).toEqual([CLOSE]);
    expect(closes(STARTED, WON)).toEqual([]);
    expect(closes(STARTED, WON, { edits: [edited(CD), edited(AB)] })).toEqual([CLOSE]);
    expect(closes(STARTED, WON, { edits: [edited(CD), { kind: 'close-thread', key: AB }] })).toEqual([]);
    expect(closes({ id: '30', state: 'open' }, WON)).toEqual([CLOSE]);
    expect(closes(shown, WON, { closes: 0 })).toEqual([]);
  });

  it('stays open while its match is, while that is unknown, and is closed once', () => {
    expect(closes(STARTED, OPEN)).toEqual([]);
    expect(closes({ ...STARTED, shows: 'open' }, OPEN)).toEqual([]);
    expect(closes({ ...STARTED, shows: 'gone' }, round('c-d'))).toEqual([]);
    expect(closes({ ...STARTED, state: 'done', shows: '1:3-1' }, WON)).toEqual([]);
    expect(closes({ ...STARTED, shows: '1:3-1' }, WON, { call: {} })).toEqual([]);
  });

  it('of a match is edited and closed in one turn', () => {
    expect(threadsOf(withThread(STARTED).acts(reading(WON)))).toEqual([
      'edit-thread a-b:1:3-1',
      'close-thread a-b',
    ]);
  });
});
