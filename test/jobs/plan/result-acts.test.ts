import { describe, expect, it } from 'vitest';
import { noteQuestioned } from '../../../src/jobs/plan/questioned.ts';
import { noteResults, withCallShown, editMatches } from '../../../src/jobs/plan/notices.ts';
import type { MemberResult, PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { four, match } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { following, keyIn, reported, round } from '../../support/told-input.ts';

const semifinal = (first: string) => four(first, 'c-d', '-');
const OPEN = semifinal('a-b');
const WON = semifinal('a-b 3-1');
const LOST = semifinal('a-b 1-3');
const AB = keyIn(OPEN, 'a-b');
const QUIET = following({ calls: false });

const told = (acts: readonly string[]) =>
  acts.filter((act) => /^(note|results|correct|close|often)/.test(act));
const member = (result: string, postId?: string): Pick<PlanInput, 'memberResults'> => ({
  memberResults: new Map<string, MemberResult>([
    [AB, { state: 'posted', result, ...(postId !== undefined && { post: { postId, channelId: '10' } }) }],
  ]),
});

/** A channel that has seen these brackets. */
function seen(options: Partial<PlanInput>, ...brackets: Bracket[]) {
  const channel = toldChannel(options);
  channel.see(reading(undefined));
  for (const bracket of brackets) channel.see(reading(bracket));
  return channel;
}

describe('a result', () => {
  it('is not told from a bracket that was not read, and an empty one takes none back', () => {
    for (const options of [{}, QUIET]) {
      expect(told(seen(options, OPEN).acts(reading(WON, { isCurrent: false })))).toEqual([]);
      const channel = seen(options, OPEN, WON, round('c-d'));
      expect(told(channel.acts(reading({ rounds: [] })))).toEqual([]);
    }
  });

  it('is told by the server’s one channel for results, and by each where there is none', () => {
    for (const [sharesResults, results, acts] of [
      [true, true, ['results a-b:1:3-1']],
      [true, false, ['note a-b:1:3-1']],
      [false, false, ['results a-b:1:3-1']],
    ] as const) {
      const options = { ...following({ calls: false }, { results }), sharesResults };
      expect(told(seen(options, OPEN).acts(reading(WON)))).toEqual(acts);
    }
  });

  it('takes the place of the score that a member’s post still asks about, in the same turn', () => {
    const channel = seen(QUIET, OPEN);
    expect(told(channel.see(reading(WON), member('', '7')))).toEqual(['note a-b:', 'correct a-b:1:3-1']);
    expect(channel.feed()?.matches.get(AB)?.result).toMatchObject({ code: '1:3-1', postId: '7' });
  });

  it('that may have been sent in a message does not come in its call, too', () => {
    const channel = seen({}, OPEN);
    const notice = { kind: 'results' as const, results: [{ key: AB, result: '1:3-1' }] };
    channel.change((feed) => ({
      ...feed,
      pending: [{ notice, channelId: '10', nonce: 'n', text: 't', at: 0 }],
    }));
    expect(told(channel.see(reading(WON)))).toEqual([
      'results a-b:1:3-1',
      'close a-b:1:3-1 (told elsewhere)',
    ]);
  });

  it('that only completes a winner from before following began is no news', () => {
    const winner: Bracket = {
      rounds: [
        {
          section: 'main',
          matches: [match('m1', 'a-b', { phase: 'finished', winner: 1 }), match('m2', 'c-d')],
        },
      ],
    };
    const channel = toldChannel(QUIET);
    channel.see(reading(winner));
    expect(told(channel.acts(reading(WON)))).toEqual(['note a-b:1:3-1']);
    expect(told(channel.acts(reading(LOST)))).toEqual(['results a-b:2:1-3']);
  });

  it('is corrected also where its message is no longer known', () => {
    const channel = seen(QUIET, OPEN, WON);
    channel.change((feed) => ({ ...feed, posts: {} }));
    expect(told(channel.see(reading(LOST)))).toEqual(['correct a-b:2:1-3']);
  });

  it('comes into a call that shows it already, where no message does', () => {
    const channel = seen({}, OPEN);
    channel.change((feed) => editMatches(feed, [AB], (record) => withCallShown(record, '1:3-1')));
    expect(told(channel.see(reading(WON)))).toEqual(['close a-b:1:3-1']);
  });
});

describe('a member’s result', () => {
  it('without a message of its own becomes the call, or is told where there is none', () => {
    expect(told(seen({}, OPEN).acts(reading(WON), member('')))).toEqual(['close a-b:1:3-1']);
    expect(told(seen(QUIET, OPEN).acts(reading(WON), member('1:3-1')))).toEqual(['note a-b:1:3-1']);
  });

  it('is kept with its message also where results are off', () => {
    const channel = seen(following({ calls: false, results: false }), OPEN);
    expect(told(channel.see(reading(WON), member('2:1-3', '77')))).toEqual(['note a-b:2:1-3']);
    expect(Object.keys(channel.feed()?.posts ?? {})).toEqual(['77']);
    const without = seen(following({ calls: false, results: false }), OPEN);
    expect(told(without.see(reading(WON), member('', '77')))).toEqual(['note a-b:1:3-1']);
    expect(without.feed()?.posts).toEqual({});
  });

  it('in the call of its match leaves that as it is', () => {
    const channel = seen({}, OPEN);
    const postId = channel.feed()?.matches.get(AB)?.call?.messageId ?? '';
    expect(told(channel.see(reading(WON), member('1:3-1', postId)))).toEqual(['note a-b:1:3-1']);
    expect(channel.feed()?.matches.get(AB)?.call).toMatchObject({ isMembers: true, shows: '1:3-1' });
    expect(told(channel.acts(reading(WON), member('1:3-1', postId)))).toEqual([]);
  });

  it('that changes in its own message is only noted', () => {
    const channel = seen(QUIET, OPEN);
    channel.see(reading(WON), member('1:3-1', '77'));
    expect(told(channel.see(reading(LOST), member('2:1-3', '77')))).toEqual(['note a-b:2:1-3']);
  });

  it('from before a correction counts again only in a message of its own', () => {
    for (const [postId, act] of [
      ['77', 'correct a-b:1:3-1'],
      [undefined, 'correct a-b:1:3-1'],
      ['88', 'note a-b:1:3-1'],
    ] as const) {
      const channel = seen(QUIET, OPEN);
      channel.see(reading(WON), member('1:3-1', '77'));
      expect(told(channel.see(reading(LOST), member('1:3-1', '77')))).toEqual(['correct a-b:2:1-3']);
      expect(told(channel.acts(reading(WON), member('1:3-1', postId)))[0]).toBe(act);
    }
  });
});

describe('a questioned result', () => {
  const disputed = reported(AB, 'disputed');

  it('says so in its message or its call, once', () => {
    for (const [options, act] of [
      [QUIET, 'correct'],
      [{}, 'close a-b:1:3-1 (told elsewhere)'],
    ] as const) {
      const channel = seen(options, OPEN, WON);
      expect(told(channel.acts(reading(WON)))).toEqual([]);
      expect(told(channel.acts(reading(WON, { isCurrent: false }), disputed))).toEqual([]);
      expect(told(channel.acts(reading(WON), disputed))).toEqual([act]);
      channel.change((feed) => noteQuestioned(feed, [AB], disputed.reports));
      expect(told(channel.acts(reading(WON), disputed))).toEqual([]);
      expect(told(channel.acts(reading(WON), reported(AB, 'ruled')))).toEqual([act]);
      expect(told(channel.acts(reading(WON)))).toEqual([act]);
    }
  });

  it('in a message beside its call changes that message alone, and no call that asks', () => {
    const beside = seen({ resultsChannelId: '11' }, OPEN, WON);
    expect(told(beside.acts(reading(WON), disputed))).toEqual(['correct']);
    const open = seen({}, OPEN);
    expect(told(open.acts(reading(OPEN), disputed))).toEqual([]);
  });

  it('is left to the member’s result post that shows it', () => {
    const channel = seen(QUIET, OPEN, WON);
    expect(told(channel.acts(reading(WON), reported(AB, 'disputed', { isMembers: true })))).toEqual([]);
  });

  it('is not edited where its message is gone', () => {
    const channel = seen(QUIET, OPEN, WON);
    channel.change((feed) => ({ ...feed, posts: {} }));
    expect(told(channel.acts(reading(WON), disputed))).toEqual([]);
  });

  it('is asked about only where a result is shown', () => {
    const channel = seen(QUIET, OPEN);
    channel.change((feed) => noteResults(feed, [{ key: AB, result: '' }]));
    expect(told(channel.acts(reading(OPEN), disputed))).toEqual([]);
  });
});

it('closes as many calls as fit a turn', () => {
  const channel = seen({}, round('a-b', 'c-d', 'e-f'));
  const limits = { ...TURN_LIMITS, closes: 2 };
  const all = round('a-b 3-1', 'c-d 3-1', 'e-f 3-1');
  expect([1, 2, 3].map(() => told(channel.see(reading(all), { limits })).length)).toEqual([2, 1, 0]);
});
