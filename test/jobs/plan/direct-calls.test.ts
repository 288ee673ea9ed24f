import { expect, it } from 'vitest';
import { directActs } from '../../../src/jobs/plan/direct-calls.ts';
import type { DirectCalls } from '../../../src/jobs/plan/match-record.ts';
import { noteDirect } from '../../../src/jobs/plan/notices.ts';
import { readingFor, type PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import { codeOf } from '../../../src/jobs/plan/questioned.ts';
import { TURN_LIMITS } from '../../../src/jobs/plan/turn-limits.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { keyIn, reported, round } from '../../support/told-input.ts';

const OPEN = four('a-b', 'c-d', '-');
const WON = four('a-b 3-1', 'c-d', '-');
const AB = keyIn(OPEN, 'a-b');
const DISPUTED = reported(AB, 'disputed');
const CODE = codeOf(DISPUTED.reports.get(AB));

const edits = (
  direct: DirectCalls,
  bracket: Bracket,
  {
    isCurrent = true,
    seen = OPEN,
    ...more
  }: Partial<Pick<PlanInput, 'reports' | 'limits'>> & {
    isCurrent?: boolean;
    seen?: Bracket;
  } = {},
) => {
  const channel = toldChannel();
  channel.see(reading(undefined));
  for (const one of [OPEN, seen]) channel.see(reading(one));
  channel.change((feed) => noteDirect(feed, AB, direct));
  const feed = channel.feed()!;
  return directActs({
    feed,
    limits: TURN_LIMITS,
    reports: new Map(),
    ...more,
    reading: readingFor(feed, reading(bracket, { isCurrent })),
  });
};
const edit = (state: string, shows = state) => ({ kind: 'edit-direct', key: AB, state, shows });

it('shows in direct messages how their match stands, once', () => {
  expect(edits({}, OPEN)).toEqual([]);
  expect(edits({}, WON)).toEqual([edit('1:3-1')]);
  expect(edits({ shows: '1:3-1' }, WON)).toEqual([]);
  expect(edits({ shows: '1:3-1' }, OPEN)).toEqual([edit('open')]);
  expect(edits({}, WON, { limits: { ...TURN_LIMITS, closes: 0 } })).toEqual([]);
});

it('shows in them who questions a result, and not while the match is open', () => {
  expect(edits({ shows: '1:3-1' }, WON, DISPUTED)).toEqual([edit('1:3-1', `1:3-1 ${CODE}`)]);
  expect(edits({ shows: `1:3-1 ${CODE}` }, WON, DISPUTED)).toEqual([]);
  expect(edits({ shows: `1:3-1 ${CODE}` }, WON)).toEqual([edit('1:3-1')]);
  expect(edits({}, OPEN, DISPUTED)).toEqual([]);
});

it('leaves them as they are while a reading lacks their match, its score, or was not made', () => {
  expect(edits({}, WON, { isCurrent: false })).toEqual([]);
  const [{ matches: [first, ...others] } = { matches: [] }, ...rounds] = OPEN.rounds;
  const won = { ...first!, phase: 'finished' as const, winner: 1 as const };
  const alone = { rounds: [{ section: 'main' as const, number: 1, matches: [won, ...others] }, ...rounds] };
  expect(edits({ shows: '1:3-1' }, alone, { seen: WON })).toEqual([]);
  expect(edits({}, round('c-d'))).toEqual([]);
});
