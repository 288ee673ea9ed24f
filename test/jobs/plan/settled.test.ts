import { describe, expect, it } from 'vitest';
import { editMatches, noteResults } from '../../../src/jobs/plan/notices.ts';
import { readingFor, type PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import type { ResultsPost } from '../../../src/jobs/plan/feed-record.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import { settledActs } from '../../../src/jobs/plan/settled.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import { four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, keyIn, reported } from '../../support/told-input.ts';

const DECIDED = four('a-b 3-1', 'c-d 2-0', 'a-c');
const [AB, CD] = ['a-b', 'c-d'].map((pair) => keyIn(DECIDED, pair)) as [string, string];

/** A channel with a message of two results, whose winners were called to the final. */
function calledOn(options: Partial<PlanInput> = { resultsChannelId: '11' }) {
  const channel = toldChannel(options);
  channel.see(reading(four('a-b', 'c-d', '-'), at(0)));
  channel.see(reading(DECIDED, at(1)));
  return channel;
}
type Channel = ReturnType<typeof calledOn>;

const settled = (
  channel: Channel,
  more: Partial<Pick<PlanInput, 'reports' | 'limits'>> = {},
  one: Reading = reading(DECIDED, at(2)),
) => {
  const feed = channel.feed()!;
  return settledActs({
    feed,
    limits: TURN_LIMITS,
    reports: new Map(),
    ...more,
    reading: readingFor(feed, one),
  });
};
const change = (edit: (record: MatchRecord) => MatchRecord, options?: Partial<PlanInput>) => {
  const channel = calledOn(options);
  channel.change((feed) => editMatches(feed, [AB], edit));
  return settled(channel);
};

describe('a message of results', () => {
  const POST = { kind: 'correct', postId: expect.any(String), results: [] };

  it('loses its buttons once players of each of its matches were called to a later one', () => {
    expect(settled(calledOn())).toEqual([POST]);
    const waiting = toldChannel({ resultsChannelId: '11' });
    waiting.see(reading(four('a-b', 'c-d', '-'), at(0)));
    waiting.see(reading(four('a-b 3-1', 'c-d 2-0', '-'), at(1)));
    expect(settled(waiting)).toEqual([]);
    const half = toldChannel({ resultsChannelId: '11' });
    half.see(reading(four('a-b', 'c-d', '-'), at(0)));
    half.see(reading(four('a-b 3-1', 'c-d 2-0', 'a-e'), at(1)));
    expect(settled(half, {}, reading(four('a-b 3-1', 'c-d 2-0', 'a-e'), at(2)))).toEqual([]);
  });

  it('is not edited for that alone while it shows another result than the bracket', () => {
    expect(settled(calledOn(), {}, reading(four('a-b 1-3', 'c-d 2-0', 'a-c'), at(2)))).toEqual([]);
  });

  it('loses them also where a result changes too often to be shown', () => {
    const changed = reading(four('a-b 1-3', 'c-d 2-0', 'a-c'), at(2));
    const channel = calledOn();
    channel.change((feed) => editMatches(feed, [AB], (record) => ({ ...record, state: 'closed' })));
    expect(settled(channel, {}, changed)).toEqual([POST]);
    channel.change((feed) => ({ ...feed, matches: new Map([...feed.matches].slice(0, 2)) }));
    expect(settled(channel, {}, changed)).toEqual([]);
  });

  it('keeps them while a report waits, and where a result was taken back', () => {
    for (const state of ['open', 'disputed', 'agreed', 'ruled'] as const)
      expect(settled(calledOn(), reported(AB, state)), state).toHaveLength(
        state === 'open' || state === 'disputed' ? 0 : 1,
      );
    const channel = calledOn();
    channel.change((feed) => noteResults(feed, [{ key: AB, result: '' }]));
    expect(settled(channel)).toEqual([]);
    expect(change(({ result: _none, ...record }) => record)).toEqual([]);
    expect(change((record) => ({ ...record, call: { ...record.call, at: at(1).readAt } }))).toEqual([]);
  });

  it('keeps them in a bracket that was not read, or lacks a match', () => {
    expect(settled(calledOn(), {}, reading(DECIDED, { ...at(2), isCurrent: false }))).toEqual([]);
    expect(settled(calledOn(), {}, reading(four('a-b 3-1', '-', 'a-c'), at(2)))).toEqual([]);
  });

  it('is left alone without buttons, without results, or while it is unknown what it shows', () => {
    const withPost = (more: Partial<ResultsPost>) => {
      const channel = calledOn();
      channel.change((feed) => ({
        ...feed,
        posts: Object.fromEntries(Object.entries(feed.posts).map(([id, post]) => [id, { ...post, ...more }])),
      }));
      return settled(channel);
    };
    expect(withPost({})).toHaveLength(1);
    const cases: Partial<ResultsPost>[] = [{ isQuiet: true }, { unsure: true }, { keys: [] }];
    for (const more of cases) expect(withPost(more)).toEqual([]);
  });

  it('has its turn after five others', () => {
    const channel = calledOn();
    channel.change((feed) => ({
      ...feed,
      posts: Object.fromEntries(
        Array.from({ length: 7 }, (_, one) => [`p${one}`, { channelId: '11', keys: [AB, CD] }]),
      ),
    }));
    expect(settled(channel)).toHaveLength(5);
  });
});

describe('a member’s result in the call of its match', () => {
  const CLOSE = { kind: 'close', key: AB, shows: '1:3-1' };
  const withCall = (call: Partial<MatchRecord['call']>) =>
    change((record) => ({ ...record, call: { ...record.call, isMembers: true, ...call } }), {});

  it('loses its buttons once its players have moved on', () => {
    expect(withCall({})).toEqual([CLOSE]);
    expect(change((record) => record, {})).toEqual([]);
    expect(withCall({ at: at(1).readAt })).toEqual([]);
  });

  it('is left alone while its call shows something else', () => {
    for (const shows of ['', 'open', '2:1-3']) expect(withCall({ shows }), shows).toEqual([]);
    expect(
      change(
        ({ call: { shows: _none, ...call } = {}, ...record }) => ({
          ...record,
          call: { ...call, isMembers: true },
        }),
        {},
      ),
    ).toEqual([]);
  });
});
