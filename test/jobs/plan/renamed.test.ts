import { describe, expect, it } from 'vitest';
import { isTurned, keyMatches, namedPlayers, playerHash } from '../../../src/jobs/plan/match-keys.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import type { Match } from '../../../src/reading/records.ts';
import { match } from '../../support/night-records.ts';

/** "Anna", "Anna#1" with her id, or "#1" with her id alone. */
const player = (text: string) => {
  const [name, id] = text.split('#');
  return { ...(name !== '' && name !== undefined && { name }), ...(id !== undefined && { id }) };
};
const of = (id: string, ...[first, second, score]: [string, string, string?]): Match => {
  const { sides, ...rest } = match(id, `x-y${score === undefined ? '' : ` ${score}`}`);
  return {
    ...rest,
    sides: [
      { ...sides[0], player: player(first) },
      { ...sides[1], player: player(second) },
    ],
  };
};
const keyed = (matches: Match[], records: ReadonlyMap<string, MatchRecord> = new Map()) =>
  keyMatches({ rounds: [{ section: 'main', matches }] }, records);

/** For each match, the place of the earlier one with its key. */
function again(before: Match[], now: Match[], edit: Partial<MatchRecord> = {}): (number | 'new')[] {
  const records = new Map(
    keyed(before).map(({ key, identity }): [string, MatchRecord] => [
      key,
      { state: 'called', ...identity, ...edit },
    ]),
  );
  const keys = [...records.keys()];
  return keyed(now, records).map(({ key }) => (keys.includes(key) ? keys.indexOf(key) : 'new'));
}

const PAIRS = [of('m1', 'Anna', 'Bob'), of('m2', 'Cy', 'Di')];
const THIRD = of('m3', 'Gus', 'Hal');

describe('the hashes of a match', () => {
  it('are of its id, and of both players by their ids and by their names, in one order', () => {
    const hash = { anna: playerHash({ name: 'Anna' }), bob: playerHash({ name: 'Bob' }) };
    for (const sides of [
      ['Anna#2', 'Bob#1'],
      ['Bob#1', 'Anna#2'],
    ] satisfies [string, string][]) {
      const [one] = keyed([of('m1', ...sides)]);
      expect(one?.identity).toEqual({
        id: expect.stringMatching(/^.{10}$/),
        players: [playerHash({ id: '1' }), playerHash({ id: '2' })],
        names: [hash.bob, hash.anna],
      });
    }
    expect(playerHash({ name: 'anna' })).toBe(hash.anna);
    for (const sides of [
      ['Anna#2', '#1'],
      ['#1', 'Anna#2'],
    ] satisfies [string, string][])
      expect(keyed([of('', ...sides)])[0]?.identity).toEqual({
        players: [playerHash({ id: '1' }), playerHash({ id: '2' })],
      });
  });

  it('find a player by id, and by name', () => {
    const found = namedPlayers({
      rounds: [{ section: 'main', matches: [of('m1', 'Anna#1', '#2'), of('m2', 'Cy', 'Di')] }],
    });
    expect(
      [{ id: '1' }, { name: 'Anna' }, { id: '2' }, { name: 'Cy' }].map((one) => found.get(playerHash(one))),
    ).toEqual([{ id: '1', name: 'Anna' }, { id: '1', name: 'Anna' }, { id: '2' }, { name: 'Cy' }]);
    expect(namedPlayers(undefined).size).toBe(0);
    expect(found.size).toBe(5);
  });
});

describe('a match is the same one', () => {
  it('where players’ ids come or go, under whichever id of its own', () => {
    const withIds = (first: string, second: string) => [
      of(first, 'Anna#2', 'Bob#1'),
      of(second, 'Cy#3', 'Di#4'),
    ];
    for (const later of [withIds('m1', 'm2'), withIds('n1', 'n2'), withIds('', '')]) {
      expect(again(PAIRS, later)).toEqual([0, 1]);
      expect(again(later, PAIRS)).toEqual([0, 1]);
    }
    const twice = [of('m1', 'Anna', 'Bob', '2-0'), of('m2', 'Anna', 'Bob')];
    expect(again(twice, [of('n1', 'Anna#1', 'Bob#2', '2-0'), of('n2', 'Anna#1', 'Bob#2')])).toEqual([0, 1]);
  });

  it('where its id is shown no longer', () => {
    expect(again(PAIRS, [of('', 'Anna', 'Bob'), PAIRS[1]!])).toEqual([0, 1]);
    expect(again([of('', 'Anna', 'Bob'), PAIRS[1]!], PAIRS)).toEqual([0, 1]);
  });

  it('where one player has a new name, or also an id', () => {
    expect(again(PAIRS.slice(0, 1), [of('m1', 'Anna', 'Bobby')])).toEqual([0]);
    expect(again(PAIRS.slice(0, 1), [of('m1', 'Anna#1', 'Bobby')])).toEqual([0]);
    expect(again(PAIRS, [of('m1', 'Anna', 'Bobby'), PAIRS[1]!])).toEqual([0, 1]);
  });

  it('where both have new names and another match has stayed', () => {
    expect(again(PAIRS, [of('m1', 'Eve', 'Fay'), PAIRS[1]!])).toEqual([0, 1]);
  });

  it('where one has a new name and its result still stands', () => {
    const result = { code: '1:3-1', changes: 0 };
    expect(again(PAIRS.slice(0, 1), [of('m1', 'Anna', 'Bobby', '3-1')], { result })).toEqual([0]);
    expect(again(PAIRS.slice(0, 1), [of('m1', 'Anna', 'Bobby')], { result })).toEqual(['new']);
  });
});

describe('a match is another one', () => {
  it('where all matches may be drawn anew', () => {
    expect(again(PAIRS.slice(0, 1), [of('m1', 'Eve', 'Fay')])).toEqual(['new']);
    expect(again(PAIRS, [of('m1', 'Eve', 'Fay'), of('m2', 'Cy', 'Anna')])).toEqual(['new', 'new']);
  });

  it('where those who had it play elsewhere, or those who have it did', () => {
    const before = [...PAIRS, THIRD];
    expect(again(before, [of('m1', 'Eve', 'Fay'), of('m2', 'Anna', 'Di'), THIRD])).toEqual(['new', 'new', 2]);
    expect(again(before, [of('m1', 'Cy', 'Eve'), THIRD])).toEqual(['new', 2]);
    expect(again(before, [of('m1', 'Eve#9', 'Bob'), THIRD])).toEqual(['new', 2]);
  });

  it('where other players have ids alone', () => {
    const before = [of('m1', '#1', '#2'), of('m2', '#3', '#4')];
    expect(again(before, [of('m1', '#5', '#6'), of('m2', '#3', '#4')])).toEqual(['new', 1]);
    expect(again(before, [of('m1', 'Anna', 'Bob'), of('m2', '#3', '#4')])).toEqual([0, 1]);
    expect(again(PAIRS, [of('m1', '#5', '#6'), PAIRS[1]!])).toEqual(['new', 1]);
  });

  it('where the same two meet again under another id, and others show that ids stay', () => {
    expect(again(PAIRS, [PAIRS[1]!, of('m9', 'Anna', 'Bob')])).toEqual([1, 'new']);
    expect(again(PAIRS, [PAIRS[1]!, of('m9', 'Anna#1', 'Bob#2')])).toEqual([1, 'new']);
    const records = new Map(
      keyed(PAIRS).map(({ key, identity }): [string, MatchRecord] => [key, { state: 'known', ...identity }]),
    );
    const second = keyed([PAIRS[0]!, of('m9', 'Anna', 'Bob')])[1];
    expect(keyed([PAIRS[1]!, of('m9', 'Anna', 'Bob')], records)[1]?.key).toBe(second?.key);
  });

  it('where the same two meet again after the bracket has lost their match', () => {
    const [first] = PAIRS;
    const later = [of('m9', 'Anna', 'Bob')];
    expect(again([first!], later)).toEqual([0]);
    for (const gone of [true, 'back'] as const) {
      expect(again([first!], later, { gone })).toEqual(['new']);
      expect(again([first!], [first!], { gone })).toEqual([0]);
    }
  });

  it('where its earlier record is another match’s already, or names nobody', () => {
    expect(again(PAIRS.slice(0, 1), [of('n1', 'Anna#1', 'Bob#2'), of('m1', 'Anna_2', 'Bob')])).toEqual([
      0,
      'new',
    ]);
    const [one] = keyed(PAIRS.slice(0, 1));
    const records = new Map<string, MatchRecord>([
      ['old', { state: 'known', ...(one?.identity.id && { id: one.identity.id }) }],
    ]);
    expect(keyed(PAIRS.slice(0, 1), records)[0]?.key).toBe(one?.key);
  });
});

describe('the order of two players', () => {
  const identity = (...texts: [string, string]) => keyed([of('m1', ...texts)])[0]!.identity;
  const turned = (before: [string, string], now: [string, string]) =>
    isTurned({ state: 'known', ...identity(...before) }, identity(...now));

  it('turns with new names and with ids, on whichever side', () => {
    for (const [before, now, is] of [
      [['Anna', 'Bob'], ['Anna', 'Bob'], false],
      [['Anna', 'Bob'], ['Anna#2', 'Bob#1'], true],
      [['Anna#2', 'Bob#1'], ['Anna', 'Bob'], true],
      [['Anna', 'Bob'], ['Anna#1', 'Bob#2'], false],
      [['Anna', 'Bob'], ['Anna', 'Aaron'], true],
      [['Anna', 'Bob'], ['Zoe', 'Bob'], true],
      [['Anna', 'Bob'], ['Anna', 'Zoe'], false],
      [['Anna', 'Bob'], ['Aaron', 'Bob'], false],
      [['Anna', 'Bob'], ['Eve', 'Fay'], false],
      [['#1', '#2'], ['#1', '#2'], false],
      [['#2', '#3'], ['#1', '#2'], true],
      [['#1', '#2'], ['Anna', 'Bob'], false],
    ] as const)
      expect(turned([...before], [...now]), `${before.join()} ${now.join()}`).toBe(is);
    expect(isTurned({ state: 'known' }, identity('Anna', 'Bob'))).toBe(false);
  });

  it('is not known of two with one name', () => {
    expect(turned(['Anna#1', 'Anna#2'], ['Anna#2', 'Anna#1'])).toBe(false);
  });
});
