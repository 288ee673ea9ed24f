import { expect, it } from 'vitest';
import { meetingsOf } from '../../src/brackets/meetings.ts';
import type { Match } from '../../src/reading/records.ts';
import { match } from '../support/night-records.ts';

const open = match('m9', 'a-b');
const at = (epochMs: number) => ({ startsAt: { epochMs, precision: 'second' as const } });

it('counts decided matches of the two, on either side', () => {
  const history = [
    match('m1', 'a-b 3-1'),
    match('m2', 'b-a 2-0'),
    match('m3', 'a-b 1-1', { winner: undefined as never }),
    match('m4', 'a-c 3-0'),
    match('m5', 'a-b'),
    match('m9', 'a-b 9-0'),
  ];
  expect(meetingsOf(open, [history, undefined])).toEqual({ count: 3, won: [1, 1], isPart: false });
  expect(meetingsOf(match('m9', 'b-a'), [undefined, history])?.won).toEqual([1, 1]);
});

it('says nothing without a history, a meeting, or a known player', () => {
  expect(meetingsOf(open, [undefined, undefined], [match('m1', 'a-b 3-1')])).toBeUndefined();
  expect(meetingsOf(open, [[match('m4', 'a-c 3-0')], []])).toBeUndefined();
  expect(meetingsOf(match('m9', 'a-'), [[match('m1', 'a-b 3-1')]])).toBeUndefined();
});

it('counts a match of both histories and of the bracket once, and none that came later', () => {
  const one = match('m1', 'a-b 3-1', at(1));
  const newer = match('m2', 'a-b 3-1', at(3));
  expect(meetingsOf(open, [[one], [one]], [one, newer])).toMatchObject({ count: 2, won: [2, 0] });
  expect(meetingsOf({ ...open, ...at(2) }, [[one]], [newer])).toMatchObject({ count: 1 });
});

it('says so where older ones may be missing', () => {
  const filler = (length: number): Match[] => Array.from({ length }, (_, n) => match(`x${n}`, 'a-c 3-0'));
  const full = [match('m1', 'a-b 3-1'), ...filler(49)];
  expect(meetingsOf(open, [full, full])?.isPart).toBe(true);
  expect(meetingsOf(open, [full, [match('m1', 'a-b 3-1')]])?.isPart).toBe(false);
});

it('may miss older ones where each history has the length of a cut one', () => {
  const history = (length: number): Match[] => [
    match('m1', 'a-b 3-1'),
    ...Array.from({ length: length - 1 }, (_, n) => match(`x${n}`, 'a-c 3-0')),
  ];
  const parts = [19, 20, 21, 49, 50, 51].map((length) => meetingsOf(open, [history(length)])?.isPart);
  expect(parts).toEqual([false, true, false, false, true, true]);
});

it('takes the end of a match before its start, and one without a time for an earlier one', () => {
  const endsAt = { epochMs: 5, precision: 'second' as const };
  const now = { ...open, ...at(4) };
  expect(meetingsOf(now, [[match('m1', 'a-b 3-1', { ...at(1), endsAt })]])).toBeUndefined();
  expect(meetingsOf(now, [[match('m1', 'a-b 3-1', at(4))]])?.count).toBe(1);
  expect(meetingsOf(now, [[match('m1', 'a-b 3-1')]])?.count).toBe(1);
  expect(meetingsOf(open, [[match('m1', 'a-b 3-1', at(9))]])?.count).toBe(1);
});

it('counts no match without an id', () => {
  expect(meetingsOf(open, [[match('', 'a-b 3-1')]])).toBeUndefined();
  expect(meetingsOf(match('m9', '-b'), [[match('m1', 'a-b 3-1')]])).toBeUndefined();
});
