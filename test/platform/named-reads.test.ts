import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { json, standIn, type HandleRequest } from './stand-in.ts';

/** A match between two ids. */
const pair = (id: string, first: string, second: string, tournament?: string) => ({
  id,
  player1_id: first,
  player2_id: second,
  ...(tournament !== undefined && { tournament_id: tournament }),
});
const user = (id: string) => ({
  id,
  name: `Name ${id}`,
  phone: '+8490****123',
  spa_balance: 7,
  email: 'x@y.z',
});
const idOf = (url: string) => url.split('?')[0]?.split('/')[3] ?? '';
const isLookUp = (url: string) => /^\/v1\/(users|tournaments)\/[^/?]+$/.test(url);

/** A platform whose matches hold ids alone, with a clock and waits that the test moves. */
async function world(handle: HandleRequest) {
  const clock = { ms: 1_800_000_000_000 };
  const waits: { ms: number; end: () => void }[] = [];
  const { platform, received } = await standIn(handle, {
    now: () => clock.ms,
    monotonic: () => clock.ms,
    sleep: (ms) => new Promise((end) => waits.push({ ms, end })),
  });
  return {
    platform,
    clock,
    waits,
    received,
    lookUps: () => received.map(({ url }) => url).filter(isLookUp),
    until: async (isThere: () => boolean) => {
      while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Answers users and tournaments by name, and everything else by `records`. */
const serving =
  (records: Record<string, unknown>): HandleRequest =>
  ({ url, method }, response) => {
    const path = url.split('?')[0] ?? '';
    if (method !== 'GET') return json(response, 200, { ok: true });
    if (Object.hasOwn(records, path)) return json(response, 200, records[path]);
    return isLookUp(path) ? json(response, 200, user(idOf(path))) : json(response, 404);
  };

const namesOf = ({ sides }: Match) => sides.map(({ player }) => player?.name ?? player?.id);
/** One round of `count` matches: 1 against 2, 3 against 4 …; a bracket shows no tournament of a match's own. */
const roundOf = (count: number) => ({
  rounds: [
    Array.from({ length: count }, (_, at) => pair(`m${at}`, String(at * 2 + 1), String(at * 2 + 2), 'cup')),
  ],
});
const all = { shown: (matches: Match[]) => matches };

test('a match gets the names of its players and its tournament, and nothing else of their records', async () => {
  const { platform, lookUps, received } = await world(
    serving({ '/v1/matches/m1': pair('m1', '1', '2', '9') }),
  );
  const { value } = await platform.forAnswer().match('m1');
  expect(value).toEqual({
    id: 'm1',
    sides: [{ player: { id: '1', name: 'Name 1' } }, { player: { id: '2', name: 'Name 2' } }],
    tournament: { id: '9', name: 'Name 9' },
  });
  expect(lookUps().toSorted()).toEqual(['/v1/tournaments/9', '/v1/users/1', '/v1/users/2']);
  expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer the-api-key']),
  );
});

test('names from other records and earlier look-ups are not looked up', async () => {
  const { platform, lookUps, clock } = await world(
    serving({
      '/v1/matches/m1': pair('m1', '1', '2', '9'),
      '/v1/matches/m2': pair('m2', '1', '3', '9'),
      '/v1/rankings': [{ id: '1', name: 'Ana' }],
      '/v1/tournaments': [{ id: '9', name: 'Cup' }],
    }),
  );
  await platform.rankings({});
  await platform.tournaments({});
  const { value } = await platform.forAnswer().match('m1');
  expect(namesOf(value)).toEqual(['Ana', 'Name 2']);
  expect(value.tournament?.name).toBe('Cup');
  expect(lookUps()).toEqual(['/v1/users/2']);
  clock.ms += 9 * 60_000;
  await platform.forAnswer().match('m1');
  expect(lookUps()).toHaveLength(1);
  clock.ms += 60_000;
  await platform.forAnswer().match('m1');
  expect(lookUps()).toHaveLength(4);
});

test('a platform with all names gets no look-ups', async () => {
  const match = { id: 'm1', player1: { id: '1', name: 'Ana' }, player2: { id: '2', name: 'Bảo' } };
  const { platform, received } = await world(
    serving({
      '/v1/matches/m1': match,
      '/v1/users/1/matches': [match],
      '/v1/tournaments/9/bracket': { rounds: [[match]] },
    }),
  );
  const answer = platform.forAnswer();
  await answer.match('m1');
  await answer.userMatches('1', all);
  await answer.bracket('9', { shown: () => expect.fail('nothing lacks a name') });
  expect(received).toHaveLength(3);
});

describe('one reply', () => {
  test('makes at most 12 concurrent look-ups, in the order of what it shows', async () => {
    const waiting: (() => void)[] = [];
    const { platform, lookUps, until } = await world((request, response) =>
      isLookUp(request.url)
        ? waiting.push(() => json(response, 200, user(idOf(request.url))))
        : json(response, 200, roundOf(16)),
    );
    const visibleMatches = ({ rounds }: { rounds: { matches: Match[] }[] }) =>
      rounds[0]?.matches.slice(4, 14) ?? [];
    const reading = platform.forAnswer().bracket('9', { shown: visibleMatches });
    await until(() => waiting.length === 12);
    expect(lookUps().map(idOf)).toEqual(Array.from({ length: 12 }, (_, at) => String(at + 9)));
    for (const answer of waiting) answer();
    const { value } = await reading;
    expect(value.rounds[0]?.matches.map(namesOf).slice(3, 6)).toEqual([
      ['7', '8'],
      ['Name 9', 'Name 10'],
      ['Name 11', 'Name 12'],
    ]);
    expect(lookUps()).toHaveLength(12);
    // The next one goes on with those that are left.
    const next = platform.forAnswer().bracket('9', { shown: visibleMatches });
    await until(() => waiting.length === 20);
    for (const answer of waiting.slice(12)) answer();
    expect((await next).value.rounds[0]?.matches.slice(4, 14).flatMap(namesOf).join()).not.toMatch(/,\d/);
  });

  test('has 12 over all its reads', async () => {
    const { platform, lookUps } = await world(
      serving({
        '/v1/tournaments/9/bracket': roundOf(5),
        '/v1/users/1/matches': [pair('m1', '21', '22', 't1'), pair('m2', '23', '24', 't2')],
        '/v1/matches/m1': pair('m1', '31', '32'),
      }),
    );
    const answer = platform.forAnswer();
    await answer.bracket('9', { shown: ({ rounds }) => rounds[0]?.matches ?? [] });
    const { value } = await answer.userMatches('1', all);
    expect(value.map(namesOf)).toEqual([
      ['Name 21', 'Name 22'],
      ['23', '24'],
    ]);
    expect(namesOf((await answer.match('m1')).value)).toEqual(['31', '32']);
    expect(lookUps()).toHaveLength(12);
    expect(namesOf((await platform.forAnswer().match('m1')).value)).toEqual(['Name 31', 'Name 32']);
  });

  test('waits 700 ms for its look-ups; later names are cached for the next reply', async () => {
    const waiting: (() => void)[] = [];
    const { platform, waits, clock, lookUps, until } = await world(({ url }, response) => {
      if (isLookUp(url)) return waiting.push(() => json(response, 200, user(idOf(url))));
      return json(response, 200, url.includes('m1') ? pair('m1', '1', '2') : pair('m2', '3', '4'));
    });
    const answer = platform.forAnswer();
    const first = answer.match('m1');
    await until(() => waiting.length === 2);
    expect(waits.map(({ ms }) => ms)).toEqual([700]);
    clock.ms += 500;
    for (const one of waiting) one();
    expect(namesOf((await first).value)).toEqual(['Name 1', 'Name 2']);
    const second = answer.match('m2');
    await until(() => waiting.length === 4);
    expect(waits.map(({ ms }) => ms)).toEqual([700, 200]);
    clock.ms += 200;
    waits[1]?.end();
    expect(namesOf((await second).value)).toEqual(['3', '4']);
    for (const one of waiting.slice(2)) one();
    await until(() => platform.names.of({ kind: 'player', id: '4' }) !== undefined);
    expect(namesOf((await platform.forAnswer().match('m2')).value)).toEqual(['Name 3', 'Name 4']);
    expect(lookUps()).toHaveLength(4);
  });
});

test('a failing users operation is tried once a minute without retries', async () => {
  const { platform, lookUps, clock } = await world(({ url }, response) =>
    isLookUp(url) ? json(response, 500) : json(response, 200, pair('m', `${idOf(url)}a`, `${idOf(url)}b`)),
  );
  for (const id of ['1', '2', '3', '4']) {
    const { value } = await platform.forAnswer().match(id);
    expect(namesOf(value)).toEqual([`${id}a`, `${id}b`]);
  }
  expect(lookUps()).toHaveLength(4);
  clock.ms += 60_000;
  for (const id of ['5', '6']) await platform.forAnswer().match(id);
  expect(lookUps()).toHaveLength(5);
});

test('suggestions use cached names without look-ups', async () => {
  const soon = { patienceMs: 50 };
  const { platform, lookUps } = await world(
    serving({
      '/v1/tournaments/9/bracket': roundOf(1),
      '/v1/users/1/matches': [pair('m1', '1', '3')],
      '/v1/rankings': [{ id: '1', name: 'Ana' }],
      '/v1/tournaments': [{ id: '9' }, { id: '8' }],
      '/v1/matches/m1': { id: 'm1', tournament: { id: '8', name: 'Cup 8' } },
    }),
  );
  await platform.rankings({});
  await platform.match('m1');
  const reads = platform.forAnswer();
  expect((await reads.bracket('9', soon)).value.rounds[0]?.matches.map(namesOf)).toEqual([['Ana', '2']]);
  expect((await reads.userMatches('1', soon)).value.map(namesOf)).toEqual([['Ana', '3']]);
  expect((await reads.tournaments({}, soon)).value.map(({ name }) => name)).toEqual([undefined, 'Cup 8']);
  expect(lookUps()).toEqual([]);
});

test('entries of rankings and tournament lists get names, too', async () => {
  const { platform, lookUps } = await world(serving({}));
  const reads = platform.forAnswer();
  const entries = [
    { place: 1, player: { id: '1' } },
    { place: 2, player: { id: '2', name: 'Own' } },
  ];
  expect(await reads.namePlayers(entries)).toEqual([
    { place: 1, player: { id: '1', name: 'Name 1' } },
    { place: 2, player: { id: '2', name: 'Own' } },
  ]);
  const tournaments = [{ id: '9', phase: 'open' as const }];
  expect(await reads.nameTournaments(tournaments)).toEqual([{ id: '9', phase: 'open', name: 'Name 9' }]);
  expect(lookUps()).toEqual(['/v1/users/1', '/v1/tournaments/9']);
});

describe('a history of bare ids', () => {
  const ids = Array.from({ length: 14 }, (_, at) => `m${at}`);
  const matchReads = (urls: readonly { url: string }[]) =>
    urls.map(({ url }) => url).filter((url) => url.startsWith('/v1/matches/'));
  const matchOf = (id: string) => ({
    id,
    status: 'finished',
    player1: { id: '1', name: 'Ana' },
    player2: { id: '2', name: 'Bo' },
  });
  const served = (list: unknown) =>
    serving({
      '/v1/users/1/matches': list,
      ...Object.fromEntries(ids.map((id) => [`/v1/matches/${id}`, matchOf(id)])),
    });

  test.each([
    ['texts', ids],
    ['objects', { data: ids.map((id) => ({ id })) }],
  ])('as %s is read through the matches, at most 12 an answer', async (_, list) => {
    const { platform, received } = await world(served(list));
    const first = (await platform.forAnswer().userMatches('1', all)).value;
    expect(first.map(({ id }) => id)).toEqual(ids);
    expect(first.slice(0, 12).map(namesOf)).toEqual(Array.from({ length: 12 }, () => ['Ana', 'Bo']));
    expect(first[12]).toEqual({ id: 'm12', sides: [{}, {}] });
    expect(matchReads(received)).toHaveLength(12);
  });

  test('asks for a finished match again after ten minutes, and for an open one after 15 s', async () => {
    const open = { ...matchOf('m1'), status: 'open' };
    const { platform, received, clock } = await world(
      serving({
        '/v1/users/1/matches': ['m0', 'm1'],
        '/v1/matches/m0': matchOf('m0'),
        '/v1/matches/m1': open,
      }),
    );
    const read = () => platform.forAnswer().userMatches('1', all);
    await read();
    clock.ms += 16_000;
    await read();
    expect(matchReads(received)).toEqual(['/v1/matches/m0', '/v1/matches/m1', '/v1/matches/m1']);
  });

  test('stays one of ids where matches cannot be read, and is tried once a minute', async () => {
    const { platform, received, clock } = await world(serving({ '/v1/users/1/matches': ids.slice(0, 3) }));
    const read = async () => (await platform.forAnswer().userMatches('1', all)).value;
    expect(await read()).toEqual(ids.slice(0, 3).map((id) => ({ id, sides: [{}, {}] })));
    clock.ms += 16_000;
    await read();
    expect(matchReads(received)).toHaveLength(3);
    clock.ms += 60_000;
    await read();
    expect(matchReads(received).length).toBeGreaterThan(3);
  });

  test('shows a score that a member reported', async () => {
    let score = 0;
    const { platform } = await world(({ url, method }, response) => {
      if (method === 'POST') score = 3;
      if (url.startsWith('/v1/users/1/matches')) return json(response, 200, ['m0']);
      return json(response, 200, { ...matchOf('m0'), player1_score: score, player2_score: 1 });
    });
    const scoreShown = async () =>
      (await platform.forAnswer().userMatches('1', all)).value[0]?.sides[0].score;
    expect(await scoreShown()).toBe(0);
    const member = platform.as({ token: async () => 'ana', renew: async () => 'ana', playerId: '1' });
    await member.reportScore('m0', { player1: 3, player2: 1 });
    expect(await scoreShown()).toBe(3);
  });

  test('costs suggestions nothing', async () => {
    const { platform, received } = await world(served(ids));
    await platform.forAnswer().userMatches('1', { patienceMs: 500 });
    expect(matchReads(received)).toEqual([]);
  });
});
