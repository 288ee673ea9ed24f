import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../src/platform/error.ts';
import { createNames } from '../../src/platform/names.ts';
import type { Bracket } from '../../src/reading/records.ts';
import type { Ref } from '../../src/platform/unnamed.ts';

const MINUTE = 60_000;
const player = (id: string): Ref => ({ kind: 'player', id });
const failure = (kind: PlatformError['kind']) => new PlatformError(kind, { operation: 'GET /v1/users/:id' });

/** Lets what is under way go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Names of a platform that calls everybody by their id, unless `answer` says otherwise. */
function world(answer: (ref: Ref) => Promise<string | undefined> = async ({ id }) => `Name ${id}`) {
  const clock = { ms: 1_800_000_000_000 };
  const requests: string[] = [];
  const names = createNames({
    ask(ref) {
      requests.push(ref.id);
      return answer(ref);
    },
    now: () => clock.ms,
  });
  const lookUp = (...ids: string[]) => Promise.all(ids.map((id) => names.lookUp(player(id))));
  const missingNames = (...ids: string[]) => names.wanted(ids.map(player)).map(({ id }) => id);
  return { names, clock, asked: requests, lookUp, wanted: missingNames };
}

describe('a name', () => {
  test('is requested once in ten minutes; the old one is used until then', async () => {
    let suffix = '';
    const { names, clock, asked, lookUp, wanted } = world(async ({ id }) => `Name ${id}${suffix}`);
    expect(wanted('1')).toEqual(['1']);
    await lookUp('1');
    suffix = ' II';
    clock.ms += 10 * MINUTE - 1;
    expect(wanted('1')).toEqual([]);
    await lookUp('1');
    clock.ms += 1;
    expect(wanted('1', '2')).toEqual(['2', '1']);
    expect(names.of(player('1'))).toBe('Name 1');
    await lookUp('1');
    expect(names.of(player('1'))).toBe('Name 1 II');
    expect(asked).toEqual(['1', '1']);
  });

  test('is requested once for concurrent look-ups', async () => {
    const { asked, lookUp } = world();
    await lookUp('1', '1', '2', '1');
    expect(asked).toEqual(['1', '2']);
  });

  test('from another record is requested only once it is old', async () => {
    const { names, clock, asked, lookUp, wanted } = world();
    names.note('player', { id: '1', name: 'Ana' });
    names.note('player', { id: '2' });
    names.note('tournament', { id: '2', name: 'Cup' });
    expect(names.of(player('1'))).toBe('Ana');
    expect(wanted('1', '2')).toEqual(['2']);
    clock.ms += 6 * MINUTE;
    names.note('player', { id: '1', name: 'Ana' });
    clock.ms += 6 * MINUTE;
    await lookUp('1');
    expect(asked).toEqual([]);
    for (const name of ['Anna', 'Annie']) {
      names.note('player', { id: '1', name });
      expect(names.of(player('1'))).toBe(name);
    }
  });

  test('that was dropped does not return from an earlier look-up', async () => {
    const answers: ((name: string) => void)[] = [];
    const { names } = world(() => new Promise((resolve) => answers.push(resolve)));
    const before = names.lookUp(player('1'));
    await turn();
    names.forget(player('1'));
    const after = names.lookUp(player('1'));
    await turn();
    expect(answers).toHaveLength(2);
    answers[1]?.('Ana');
    await after;
    answers[0]?.('Anna');
    await before;
    expect(names.of(player('1'))).toBe('Ana');
  });

  test('is among the 10,000 most recently used of each kind', () => {
    const { names } = world();
    const note = (id: number) => names.note('player', { id: String(id), name: `Name ${id}` });
    for (let id = 0; id < 10_000; id += 1) note(id);
    names.of(player('0'));
    note(10_000);
    expect(names.of(player('0'))).toBe('Name 0');
    expect(names.of(player('1'))).toBeUndefined();
    names.note('player', { id: 'long', name: 'x'.repeat(2 * 1024 * 1024) });
    expect(names.of(player('long'))).toBeUndefined();
  });
});

describe('a look-up that fails', () => {
  test.each(['not-found', 'unavailable', 'unexpected-response'] as const)(
    'with %s is not repeated for a minute, and leaves others alone',
    async (kind) => {
      const { names, clock, asked, lookUp, wanted } = world(async ({ id }) => {
        if (id === 'bad') throw failure(kind);
        return `Name ${id}`;
      });
      await lookUp('bad', '1');
      await lookUp('bad');
      expect(names.of(player('bad'))).toBeUndefined();
      expect(wanted('bad', '2')).toEqual(['2']);
      clock.ms += MINUTE;
      expect(wanted('bad')).toEqual(['bad']);
      await lookUp('bad');
      expect(asked).toEqual(['bad', '1', 'bad']);
    },
  );

  test('preserves an older name, unless the id no longer exists', async () => {
    let kind: PlatformError['kind'] | undefined;
    const { names, clock, lookUp } = world(async ({ id }) => {
      if (kind !== undefined) throw failure(kind);
      return `Name ${id}`;
    });
    await lookUp('1');
    clock.ms += 10 * MINUTE;
    kind = 'unavailable';
    await lookUp('1');
    expect(names.of(player('1'))).toBe('Name 1');
    clock.ms += MINUTE;
    kind = 'not-found';
    await lookUp('1');
    expect(names.of(player('1'))).toBeUndefined();
  });
});

describe('an operation that fails three times in a row', () => {
  test('is retried once a minute until it works', async () => {
    let works = false;
    const { clock, asked, lookUp, wanted } = world(async ({ id }) => {
      if (!works) throw failure('not-found');
      return `Name ${id}`;
    });
    await lookUp('1', '2', '3');
    expect(wanted('4')).toEqual([]);
    await lookUp('4');
    expect(asked).toHaveLength(3);
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      clock.ms += MINUTE;
      await lookUp(`${minutes}a`, `${minutes}b`, `${minutes}c`);
      expect(asked).toHaveLength(3 + minutes);
      expect(wanted('4')).toEqual([]);
    }
    clock.ms += MINUTE;
    works = true;
    await lookUp('5', '6');
    expect(wanted('6', '7')).toEqual(['6', '7']);
    await lookUp('6', '7');
    expect(asked.slice(6)).toEqual(['5', '6', '7']);
  });

  test('does not affect the other operation', async () => {
    const { names, lookUp } = world(async ({ kind, id }) => {
      if (kind === 'player') throw failure('not-found');
      return `Cup ${id}`;
    });
    await lookUp('1', '2', '3');
    const cup: Ref = { kind: 'tournament', id: '1' };
    expect(names.wanted([player('4'), cup])).toEqual([cup]);
    await names.lookUp(cup);
    expect(names.of(cup)).toBe('Cup 1');
  });

  test('counts users without a name, and a success resets the count', async () => {
    const { lookUp, wanted } = world(async ({ id }) => (id === 'ok' ? 'Ana' : undefined));
    await lookUp('1', '2');
    await lookUp('ok');
    await lookUp('3', '4');
    expect(wanted('5')).toEqual(['5']);
    await lookUp('5');
    expect(wanted('6')).toEqual([]);
  });

  test('a rate limit pauses look-ups at once', async () => {
    const { clock, lookUp, wanted } = world(async () => {
      throw failure('rate-limited');
    });
    await lookUp('1');
    expect(wanted('2')).toEqual([]);
    clock.ms += MINUTE;
    expect(wanted('2')).toEqual(['2']);
  });
});

test('at most 24 look-ups run at a time, and queued ones for a failing operation are skipped', async () => {
  const failures: ((error: Error) => void)[] = [];
  const { asked, lookUp } = world(() => new Promise((_resolve, reject) => failures.push(reject)));
  const all = lookUp(...Array.from({ length: 60 }, (_, at) => String(at)));
  await turn();
  expect(asked).toHaveLength(24);
  for (const fail of failures) fail(failure('unavailable'));
  await all;
  expect(asked).toHaveLength(24);
});

describe('a bracket', () => {
  const bracketOf = (...players: { id: string; name?: string }[]): Bracket => ({
    rounds: [
      {
        section: 'main',
        matches: players.map((one, at) => ({ id: `m${at}`, sides: [{ player: one }, {}] })),
      },
    ],
  });

  test('gets cached names and is the same object until these change', async () => {
    const { names, lookUp } = world();
    const bracket = bracketOf({ id: '1' }, { id: '2', name: 'Own' }, { id: '3' });
    await lookUp('1', '2');
    const withNames = names.inBracket(bracket);
    expect(withNames.rounds[0]?.matches.map(({ sides }) => sides[0].player)).toEqual([
      { id: '1', name: 'Name 1' },
      { id: '2', name: 'Own' },
      { id: '3' },
    ]);
    expect(bracket.rounds[0]?.matches[0]?.sides[0].player).toEqual({ id: '1' });
    expect(names.inBracket(bracket)).toBe(withNames);
    names.note('player', { id: '1', name: 'Name 1' });
    expect(names.inBracket(bracket)).toBe(withNames);
    await lookUp('3');
    expect(names.inBracket(bracket).rounds[0]?.matches[2]?.sides[0].player?.name).toBe('Name 3');
    names.forget(player('3'));
    expect(names.inBracket(bracket).rounds[0]?.matches[2]?.sides[0].player?.name).toBeUndefined();
  });

  test('with all names is unchanged', async () => {
    const { names, lookUp } = world();
    const bracket = bracketOf({ id: '1', name: 'Own' });
    await lookUp('1');
    expect(names.inBracket(bracket)).toBe(bracket);
    names.note('player', { id: '2', name: 'Other' });
    expect(names.inBracket(bracket)).toBe(bracket);
  });
});

test('players with cached names are listed by recent use, in a new array only after a name changes', async () => {
  const { names, lookUp } = world();
  for (const name of ['Ana', 'Bảo']) names.note('player', { id: name.toLowerCase(), name });
  names.note('tournament', { id: 't', name: 'Open Cup' });
  names.note('player', { id: 'nobody' });
  const listed = names.players();
  expect(listed).toEqual([
    { id: 'bảo', name: 'Bảo' },
    { id: 'ana', name: 'Ana' },
  ]);
  names.note('player', { id: 'ana', name: 'Ana' });
  expect(names.players()).toBe(listed);
  await lookUp('1');
  expect(names.players().map(({ name }) => name)).toEqual(['Name 1', 'Bảo', 'Ana']);
  for (let at = 0; at < 3000; at += 1) names.note('player', { id: `p${at}`, name: `Player ${at}` });
  expect(names.players()).toHaveLength(2000);
  expect(names.players()[0]).toEqual({ id: 'p2999', name: 'Player 2999' });
});
