import { describe, expect, it } from 'vitest';
import { splitPending } from '../../../src/jobs/plan/pending.ts';
import { gapOf } from '../../../src/jobs/plan/result-posts.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import { four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, following } from '../../support/told-input.ts';

const MINUTE_MS = 60_000;
const QUIET = following({ calls: false });

describe('the time without a reading', () => {
  const gap = (minutes: number, restMs?: number, overAt?: number) => {
    const channel = toldChannel();
    channel.see(reading(four('a-b', 'c-d', '-'), at(0)));
    const feed = channel.feed()!;
    return gapOf({
      feed: { ...feed, ...(overAt !== undefined && { overAt }) },
      elapsed: { ms: minutes * MINUTE_MS, isExact: true },
      reading: readingFor(feed, reading(undefined, { ...at(60), ...(restMs !== undefined && { restMs }) })),
    });
  };

  it('is told if it was longer than two minutes', () => {
    expect(gap(10)).toEqual({ from: at(50).bracketAt, to: at(60).bracketAt });
    expect(gap(2)).toBeUndefined();
  });

  it('is not told as far as the bot chose it, or once all is over', () => {
    expect(gap(10, 8 * MINUTE_MS)).toBeUndefined();
    expect(gap(10, 7 * MINUTE_MS)).toEqual({ from: at(50).bracketAt, to: at(60).bracketAt });
    expect(gap(10, undefined, 1)).toBeUndefined();
  });
});

describe('a message of results', () => {
  it('gets no more of them in another channel', () => {
    const channel = toldChannel(QUIET);
    channel.see(reading(four('a-b', 'c-d', '-')));
    channel.see(reading(four('a-b 3-1', 'c-d', '-')));
    const both = reading(four('a-b 3-1', 'c-d 2-0', '-'));
    expect(channel.acts(both)).toContain('correct c-d:1:2-0');
    expect(channel.acts(both, { resultsChannelId: '11' })).toContain('results c-d:1:2-0');
  });
});

describe('what may be on its way', () => {
  const key = (one: string) => one.slice(0, 1);

  it('comes first as it was, and the rest after it', () => {
    expect(splitPending(['a1', 'b1', 'c1'], [['b1']], key)).toEqual([['b1'], ['a1', 'c1']]);
    expect(splitPending(['b1'], [['b1']], key)).toEqual([['b1']]);
  });

  it('waits with all that is in it where it no longer holds', () => {
    expect(splitPending(['a1', 'b2', 'c1'], [['b1', 'c1']], key)).toEqual([['a1']]);
  });

  it('is nothing where nothing is due', () => {
    expect(splitPending([], [[]], key)).toEqual([]);
    expect(splitPending(['a1'], [[]], key)).toEqual([['a1']]);
  });
});
