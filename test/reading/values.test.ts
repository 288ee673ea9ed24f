import { describe, expect, test } from 'vitest';
import { asMoment } from '../../src/reading/moments.ts';
import { readPhases, stateWords } from '../../src/reading/phases.ts';
import { retryDelayMs } from '../../src/platform/calls.ts';
import { PlatformError } from '../../src/platform/error.ts';
import {
  asBestOf,
  asCount,
  asId,
  asInteger,
  asPrize,
  asTrend,
  asUrl,
  asWord,
} from '../../src/reading/values.ts';

const jan1 = Date.UTC(2027, 0, 1, 18);

describe('moments', () => {
  test.each([
    '2027-01-01T18:00:00.000Z',
    '2027-01-01T18:00:00Z',
    '2027-01-01T18:00Z',
    '2027-01-01 18:00:00',
    '2027-01-01 18:00:00 UTC',
    '2027-01-01T18:00:00',
    '2027-01-02T01:00:00+07:00',
    '2027-01-02T01:00:00+0700',
    '2027-01-02T01:00:00.4550000+07',
    '20270101T180000.000Z',
    'Fri, 01 Jan 2027 18:00:00 GMT',
    jan1,
    jan1 / 1000,
    String(jan1),
    String(jan1 / 1000),
    { $date: '2027-01-01T18:00:00Z' },
    { dateTime: '2027-01-01T18:00:00Z', timeZone: 'UTC' },
  ])('%j', (value) => {
    const moment = asMoment(value);
    expect(moment?.precision).toBe('second');
    expect(Math.floor((moment?.epochMs ?? 0) / 1000)).toBe(jan1 / 1000);
  });

  test.each(['2027-01-01', '2027/01/01', '2027-1-1'])('%s is a day, as noon UTC', (value) => {
    expect(asMoment(value)).toEqual({ epochMs: Date.UTC(2027, 0, 1, 12), precision: 'day' });
  });

  test.each([
    'soon',
    '18:00',
    '',
    '2027-02-30',
    '2027-13-01',
    '2027',
    '0001-01-01T00:00:00Z',
    0,
    90,
    -1,
    true,
    null,
    [],
    {},
    1e18,
    Number.NaN,
    'Fri',
  ])('%j is none', (value) => {
    expect(asMoment(value)).toBeUndefined();
  });
});

test.each([
  ['upcoming', 'upcoming'],
  ['NOT_STARTED', 'upcoming'],
  ['Registration Open', 'open'],
  ['registrationOpen', 'open'],
  ['in-progress', 'running'],
  ['inProgress', 'running'],
  ['complete', 'finished'],
  ['SCORE_DONE', 'finished'],
  ['canceled', 'cancelled'],
  ['closed', undefined],
  ['something new', undefined],
  ['constructor', undefined],
  [undefined, undefined],
])('the phase of %j is %j', (status, phase) => {
  expect(readPhases(stateWords)(status)).toBe(phase);
});

test('values fit their kinds or are undefined', () => {
  expect([
    asInteger('12'),
    asInteger(' +3 '),
    asInteger(1.5),
    asInteger('1e3'),
    asInteger(''),
    asInteger('9'.repeat(30)),
  ]).toEqual([12, 3, undefined, undefined, undefined, undefined]);
  expect([asCount('12.6'), asCount({ value: 3 }), asCount(1512.73), asCount([1])]).toEqual([
    13,
    3,
    1513,
    undefined,
  ]);
  expect([
    asId(7),
    asId('x'),
    asId(''),
    asId(1.5),
    asId({ $oid: 'a' }),
    asId(true),
    asId('__proto__'),
  ]).toEqual(['7', 'x', undefined, undefined, 'a', undefined, undefined]);
  expect([asTrend('+3'), asTrend(-2), asTrend('−4'), asTrend('up'), asTrend(0)]).toEqual([
    '+3',
    '-2',
    '-4',
    undefined,
    '+0',
  ]);
  expect([asWord('open'), asWord('3'), asWord(3), asWord({ type: 'finished' })]).toEqual([
    'open',
    undefined,
    undefined,
    'finished',
  ]);
  expect([
    asBestOf('BO3'),
    asBestOf('best_of_5'),
    asBestOf(7),
    asBestOf('single elimination'),
    asBestOf(0),
  ]).toEqual([3, 5, 7, undefined, undefined]);
  expect([
    asPrize('€500'),
    asPrize(500),
    asPrize({ amount: 500, currency: 'USD' }),
    asPrize(0),
    asPrize({ total: 'TBD' }),
  ]).toEqual(['€500', '500', '500 USD', undefined, 'TBD']);
  expect([
    asUrl('https://x.test/a b'),
    asUrl('//x.test'),
    asUrl('javascript:1'),
    asUrl('https://x.test/{lang}'),
    asUrl([{ url: 'http://x.test' }]),
    asUrl('https://'),
  ]).toEqual(['https://x.test/a b', undefined, undefined, undefined, 'http://x.test', undefined]);
});

describe('retries', () => {
  const failure = (retryAfterMs?: number) =>
    new PlatformError('unavailable', { operation: 'x', ...(retryAfterMs !== undefined && { retryAfterMs }) });

  test.each([
    [{ retries: 0, random: 0.5, remainingMs: 9000, failure: failure() }, 200],
    [{ retries: 1, random: 0.5, remainingMs: 9000, failure: failure() }, 400],
    [{ retries: 0, random: 0, remainingMs: 9000, failure: failure() }, 0],
    [{ retries: 2, random: 0, remainingMs: 9000, failure: failure() }, undefined],
    [{ retries: 0, random: 0.5, remainingMs: 100, failure: failure() }, undefined],
    [{ retries: 0, random: 0.5, remainingMs: 9000, failure: failure(8000) }, 8000],
    [{ retries: 0, random: 0.5, remainingMs: 9000, failure: failure(9000) }, undefined],
    [
      {
        retries: 0,
        random: 0,
        remainingMs: 9000,
        failure: new PlatformError('conflict', { operation: 'x' }),
      },
      undefined,
    ],
  ])('%j', (state, delay) => {
    expect(retryDelayMs(state)).toBe(delay);
  });
});

test('known status words of real platforms map to phases', () => {
  const phaseOf = readPhases(stateWords);
  const wordsByPhase = {
    // Challonge, start.gg, Toornament, Battlefy, FACEIT.
    upcoming:
      'pending created checked_in accepting_predictions scheduled READY QUEUED CALLED setup not-started seeding VOTING CAPTAIN_PICK',
    open: 'registration join check-in checking_in registration-open',
    running: 'underway ACTIVE running live started ONGOING paused Paused group_stages_underway',
    finished: 'complete COMPLETED awaiting_review finished ended',
    cancelled: 'cancelled ABORTED',
  };
  for (const [phase, statuses] of Object.entries(wordsByPhase))
    for (const status of statuses.split(' ')) expect.soft(phaseOf(status), status).toBe(phase);
  for (const status of ['closed', 'frozen', '3']) expect.soft(phaseOf(status), status).toBeUndefined();
});
