import { expect, it } from 'vitest';
import { keyMatches } from '../../../src/jobs/plan/match-keys.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import type { Match } from '../../../src/reading/records.ts';
import { match } from '../../support/night-records.ts';

const keysOf = (matches: Match[], records: ReadonlyMap<string, MatchRecord> = new Map()) =>
  keyMatches({ rounds: [{ section: 'main', number: 1, matches }] }, records);

/** The records of matches as a first reading leaves them. */
const recordsOf = (matches: Match[], known: (at: number) => boolean = () => true) =>
  new Map(
    keysOf(matches).flatMap(({ key, identity }, at): [string, MatchRecord][] =>
      known(at) ? [[key, { state: 'known', ...identity }]] : [],
    ),
  );

it('keeps the meetings of two players apart where only the second one is known', () => {
  const matches = [match('', 'a-b'), match('', 'a-b 3-1')];
  const keys = keysOf(
    matches,
    recordsOf(matches, (at) => at === 1),
  ).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(keys).toEqual(keysOf(matches).map(({ key }) => key));
});

it('never mistakes a player for another of the same name', () => {
  const named = (id: string, first: string, second: string): Match => ({
    ...match(id, 'x-y'),
    sides: [{ player: { id: first, name: 'Anna' } }, { player: { id: second, name: 'Bob' } }],
  });
  const records = recordsOf([named('m1', 'a', 'b')]);
  const [other] = keysOf([named('m2', 'c', 'd')], records);
  expect(records.has(other?.key ?? '')).toBe(false);
});
