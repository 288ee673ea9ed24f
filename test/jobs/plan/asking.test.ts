import { expect, it } from 'vitest';
import { closeActs } from '../../../src/jobs/plan/closing.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import { cup, four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';

const semifinal = (first: string) => four(first, 'c-d', '-');
const keyIn = (channel: ReturnType<typeof toldChannel>) => [...(channel.feed()?.matches ?? [])];

it('a call whose result came and went too often asks nobody once the tournament is over', () => {
  const channel = toldChannel();
  channel.see(reading(undefined));
  channel.see(reading(semifinal('a-b')));
  for (let at = 0; at < 12; at++)
    for (const _ of [1, 2]) channel.see(reading(semifinal(at % 2 === 0 ? 'a-b 3-1' : 'a-b')));
  for (const phase of ['finished', 'cancelled'] as const)
    channel.see(reading(semifinal('a-b 3-1'), { tournament: cup({ phase }) }));
  expect(keyIn(channel)[0]?.[1]?.call?.shows).not.toBe('open');
  expect(keyIn(channel)[0]?.[1]?.call?.shows).toBeDefined();
});

it('nor does one that is decided at last, after its last edit', () => {
  const channel = toldChannel();
  channel.see(reading(undefined));
  channel.see(reading(semifinal('a-b')));
  for (let at = 0; at < 11; at++)
    for (const _ of [1, 2]) channel.see(reading(semifinal(['a-b 3-1', 'a-b', 'a-b 1-3', 'a-b'][at % 4]!)));
  for (const _ of [1, 2, 3]) channel.see(reading(semifinal('a-b 3-2')));
  for (const _ of [1, 2, 3])
    channel.see(reading(semifinal('a-b 3-2'), { tournament: cup({ phase: 'finished' }) }));
  expect(keyIn(channel)[0]?.[1]?.call?.shows).not.toBe('open');
});

it('a call whose edit was lost may still ask: it is closed before what surely asks no more', () => {
  const channel = toldChannel();
  channel.see(reading(undefined));
  channel.see(reading(semifinal('a-b')));
  const feed = channel.feed()!;
  const shows = ['gone', ''] as const;
  const matches = new Map(
    [...feed.matches].map(([key, record], at) => [
      key,
      { ...record, call: { messageId: `${at}`, shows: shows[at] ?? '' } },
    ]),
  );
  const canceled = reading(semifinal('a-b'), { stage: 'cancelled', tournament: cup({ phase: 'cancelled' }) });
  const acts = closeActs(
    {
      feed: { ...feed, matches },
      reading: readingFor({ ...feed, matches }, canceled),
      limits: { ...TURN_LIMITS, closes: 1 },
    },
    { results: new Map(), fixed: new Set() },
  );
  expect(acts).toMatchObject([{ kind: 'close', key: [...matches.keys()][1] }]);
});
