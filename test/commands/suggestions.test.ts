import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { people } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakePlatform } from '../support/fakes.ts';
import { json, standIn } from '../platform/stand-in.ts';
import { autocomplete } from '../support/interactions.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } });
const cup = (n: number): Tournament => ({ id: `t_${n}`, name: `Open Cup ${n}` });
const cups = [cup(1), cup(2)];

describe('suggestions', () => {
  const platform = fakePlatform({ tournaments: () => value([{ id: 'x', name: 'Đà Nẵng Open' }, ...cups]) });

  it('ignore accents and case in names', async () => {
    const world = people({ platform });
    const choices = (await world.ask(autocomplete('register', 'tournament', { tournament: 'da NANG' })))
      .choices;
    expect(choices).toEqual([{ name: 'Đà Nẵng Open', value: 'x' }]);
    const cupsFound = (await world.ask(autocomplete('register', 'tournament', { tournament: 'CUP 1' })))
      .choices;
    expect(cupsFound?.[0]?.name).toContain('Cup 1');
  });

  it('show the day on which a tournament starts', async () => {
    const startsAt = { epochMs: Date.UTC(2027, 0, 2, 23), precision: 'second' } as const;
    const world = people({ platform: fakePlatform({ tournaments: () => value([{ ...cup(1), startsAt }]) }) });
    const [choice] = (await world.ask(autocomplete('tournament', 'tournament'))).choices ?? [];
    expect(choice?.name).toBe('Open Cup 1 · Jan 2, 2027');
  });

  it('of /register begin with open tournaments, and mark those that take no players', async () => {
    const listed: Tournament[] = [
      { ...cup(1), phase: 'open' },
      { ...cup(2), phase: 'upcoming', entrants: 16, capacity: 16 },
      { ...cup(3), phase: 'upcoming', registration: 'closed' },
      { ...cup(4), phase: 'upcoming', registration: 'postponed' },
      { ...cup(5), phase: 'running' },
      cup(6),
    ];
    const world = people({ platform: fakePlatform({ tournaments: () => value(listed) }) });
    const namesFor = async (command: string) =>
      (await world.ask(autocomplete(command, 'tournament'))).choices?.map(({ name }) => name);
    expect(await namesFor('register')).toEqual([
      'Open Cup 1',
      'Open Cup 6',
      'Open Cup 2 · Full',
      'Open Cup 3 · Closed',
      'Open Cup 4 · Postponed',
      'Open Cup 5 · Closed',
    ]);
    expect(await namesFor('tournament')).toEqual(listed.map(({ name }) => name));
  });

  it('of /register know what the bot noted, where the list shows no entrants', async () => {
    const listed: Tournament[] = [
      { ...cup(1), phase: 'open' },
      { ...cup(2), phase: 'upcoming', entrants: 16, capacity: 16 },
      { ...cup(3), phase: 'open' },
    ];
    const world = people({ platform: fakePlatform({ tournaments: () => value(listed) }), accounts: linked });
    for (const id of ['t_1', 't_2'])
      await world.services.registrations.note(accountOf('501', { playerId: 'u1' }), id);
    const { choices } = await world.ask(autocomplete('register', 'tournament'));
    expect(choices?.map(({ name }) => name)).toEqual([
      'Open Cup 3',
      "Open Cup 1 · ✓ You're registered",
      "Open Cup 2 · ✓ You're registered",
    ]);
  });

  it('of tournaments are the upcoming ones while the whole list cannot be read', async () => {
    const tournaments = ({ status }: { status?: string }) =>
      status === 'upcoming' ? value(cups) : Promise.reject(failing('unavailable'));
    const world = people({ platform: fakePlatform({ tournaments }) });
    const { choices } = await world.ask(autocomplete('bracket', 'tournament'));
    expect(choices?.map(({ value: id }) => id)).toEqual(['t_1', 't_2']);
  });

  it('offer open matches first, own ones before others, finished ones last', async () => {
    const sides = (first: string, second: string) =>
      [{ player: { name: first } }, { player: { name: second } }] as [object, object];
    const withMatches = fakePlatform({
      userMatches: () =>
        value([
          { id: 'm1', sides: sides('Ana', 'Bảo'), phase: 'finished' as const },
          { id: 'm2', sides: sides('Ana', 'Chloé'), phase: 'open' as const },
        ]),
      tournaments: () => value([{ ...cup(1), phase: 'running' as const }]),
      bracket: () =>
        value({
          rounds: [
            {
              section: 'main' as const,
              matches: [
                { id: 'm2', label: '7', sides: sides('Ana', 'Chloé') },
                { id: 'm3', sides: sides('Dmitri', 'Igor') },
                { id: 'm4', sides: [{ player: { name: 'Gus' } }, {}] as [object, object] },
              ],
            },
          ],
        }),
    });
    const world = people({ platform: withMatches, accounts: linked });
    const choices = (await world.ask(autocomplete('score', 'match'))).choices;
    expect(choices?.map((choice) => choice.value)).toEqual(['m2', 'm3', 'm1']);
    expect(choices?.[0]?.name).toBe('Ana vs Chloé · M7 · Open Cup 1');
    // An own match comes first, though a foreign one begins with what was typed.
    const igor = (await world.ask(autocomplete('score', 'match', { match: 'o' }))).choices;
    expect(igor?.[0]?.value).toBe('m2');
    for (const typed of ['ana vs chl', 'chloe', 'ANA CHLO']) {
      const suggestions = (await world.ask(autocomplete('score', 'match', { match: typed }))).choices;
      expect(
        suggestions?.map((choice) => choice.value),
        typed,
      ).toEqual(['m2']);
    }
  });

  it('find a match of any running tournament by tournament, player or number, with its state', async () => {
    const NOW = Date.UTC(2027, 0, 1, 12);
    const sides = (first: string, second: string, ...scores: number[]): Match['sides'] => [
      { player: { id: first, name: first }, ...(scores[0] !== undefined && { score: scores[0] }) },
      { player: { id: second, name: second }, ...(scores[1] !== undefined && { score: scores[1] }) },
    ];
    const matches: Record<string, Match[]> = {
      t_7: [
        { id: 'live', label: '12', sides: sides('Zoë', 'Yan', 1, 1), phase: 'running' },
        { id: 'done', sides: sides('Zoë', 'Xu', 3, 2), phase: 'finished' },
        {
          id: 'soon',
          sides: sides('Zoë', 'Wim'),
          phase: 'upcoming',
          startsAt: { epochMs: NOW + 20 * 60_000, precision: 'second' },
        },
        { id: 'waits', label: '13', sides: [{ player: { name: 'Zoë' } }, {}] },
      ],
    };
    const running = Array.from({ length: 30 }, (_, at) => ({
      ...cup(at),
      ...(at === 7 && { name: 'Friday Night' }),
      phase: 'running' as const,
    }));
    let reads = 0;
    const world = people({
      platform: fakePlatform({
        tournaments: () => value([{ ...cup(50), phase: 'finished' as const }, ...running]),
        bracket: (id) => {
          reads++;
          return id === 't_3'
            ? Promise.reject(new Error('one that fails'))
            : value({ rounds: [{ section: 'main' as const, matches: matches[id] ?? [] }] });
        },
      }),
    });
    const suggestions = async (typed: string) =>
      (await world.ask(autocomplete('match', 'match', { match: typed }))).choices?.map(({ name }) => name);
    expect(await suggestions('zoe')).toEqual([
      'Zoë vs Yan · ● LIVE 1–1 · M12 · Friday Night',
      'Zoë vs Wim · in 20 min · Friday Night',
      'Zoë vs To be decided · M13 · Friday Night',
      'Zoë vs Xu · ✓ 3–2 · Friday Night',
    ]);
    expect(await suggestions('friday')).toHaveLength(4);
    expect(await suggestions('m12')).toEqual(['Zoë vs Yan · ● LIVE 1–1 · M12 · Friday Night']);
    expect(await suggestions('')).toHaveLength(3);
    expect(reads).toBe(4 * 20);
  });

  it('show the number of a match without players', async () => {
    const world = people({
      platform: fakePlatform({
        tournaments: () => value([]),
        userMatches: () =>
          value([
            { id: '5012', sides: [{}, {}] },
            { id: '5013', label: '7', sides: [{}, {}] },
          ]),
      }),
      accounts: linked,
    });
    const suggestions = async (typed: string) =>
      (await world.ask(autocomplete('match', 'match', { match: typed }))).choices?.map(({ name }) => name);
    expect(await suggestions('')).toEqual(['Match 5012', 'M7']);
    expect(await suggestions('501')).toEqual(['Match 5012']);
    expect(await suggestions('player')).toEqual([]);
  });

  it('find a player by name in rankings and brackets', async () => {
    const world = people({
      platform: fakePlatform({
        rankings: () => value([{ place: 3, player: { id: 'u3', name: 'Chloé' } }]),
        tournaments: () => value([{ ...cup(1), phase: 'running' as const }]),
        bracket: () =>
          value({
            rounds: [
              {
                section: 'main' as const,
                matches: [
                  {
                    id: 'm',
                    sides: [
                      { player: { id: 'u9', name: 'Chlodwig' } },
                      { player: { id: 'u3', name: 'Chloé' } },
                    ],
                  },
                ],
              },
            ],
          }),
      }),
    });
    for (const command of ['rank', 'matches'])
      expect((await world.ask(autocomplete(command, 'id', { id: 'chlo' }))).choices).toEqual([
        { name: 'Chloé · #3', value: 'u3' },
        { name: 'Chlodwig · Open Cup 1', value: 'u9' },
      ]);
  });

  it('fold the names of a bracket once per reading, not per keystroke', async () => {
    const folded = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => folded.mockRestore());
    /** Names that were folded since the last time. */
    const count = () => {
      const names = folded.mock.contexts.filter((text) => String(text).includes('zoë'));
      folded.mockClear();
      return names.length;
    };
    const reading = (name: string) => ({
      rounds: [
        {
          section: 'main' as const,
          matches: Array.from({ length: 40 }, (_, at) => ({
            id: `m${at}`,
            sides: [
              { player: { id: `a${at}`, name: `Zoë ${name}` } },
              { player: { id: `b${at}`, name: 'Yan' } },
            ] as Match['sides'],
          })),
        },
      ],
    });
    let bracket = reading('Ott');
    const ranking = [{ place: 1, player: { id: 'r', name: 'Zoë Roy' } }];
    const world = people({
      platform: fakePlatform({
        tournaments: () => value([{ ...cup(1), phase: 'running' as const }]),
        rankings: () => value(ranking),
        bracket: () => value(bracket),
      }),
    });
    const countOf = async (command: string, option: string, typed: string) =>
      (await world.ask(autocomplete(command, option, { [option]: typed }))).choices?.length;
    expect(await countOf('match', 'match', 'zo')).toBe(25);
    expect(count()).toBe(40);
    expect(await countOf('match', 'match', 'zoe ott')).toBe(25);
    expect(await countOf('match', 'match', 'zoe wick')).toBe(0);
    expect(count()).toBe(0);
    expect(await countOf('rank', 'id', 'zoe roy')).toBe(1);
    expect(count()).toBe(41);
    expect(await countOf('rank', 'id', 'zoe ott')).toBe(25);
    expect(count()).toBe(0);
    bracket = reading('Wick');
    expect(await countOf('match', 'match', 'zoe wick')).toBe(25);
    expect(count()).toBe(40);
  });

  it('find a player by any part of the name in all rankings, brackets and records', async () => {
    const match = (id: string, name: string): Match => ({
      id: `m-${id}`,
      sides: [{ player: { id, name } }, {}],
    });
    const platform = fakePlatform({
      rankings: ({ region }) =>
        value(
          region === undefined
            ? [{ place: 1, player: { id: 'u1', name: 'Ana Conceição' } }]
            : [{ place: 1, player: { id: 'u2', name: 'Marconi' } }],
        ),
      tournaments: () =>
        value([
          { ...cup(1), phase: 'upcoming' },
          { ...cup(2), phase: 'finished' },
          { ...cup(3), phase: 'running' },
          cup(4),
        ]),
      bracket: (id) =>
        id === 't_1'
          ? Promise.reject(new Error('not drawn yet'))
          : value({ rounds: [{ section: 'main', matches: [match(id, `Falconer ${id}`)] }] }),
    });
    platform.names.note('player', { id: 'u1', name: 'Ana Conceição' });
    platform.names.note('player', { id: 'u8', name: 'Bacon' });
    const world = people({ platform, regions: [{ slug: 'ha-noi', label: undefined }] });
    const suggestions = (await world.ask(autocomplete('rank', 'id', { id: 'CON' }))).choices;
    expect(suggestions?.map(({ name }) => name)).toEqual([
      'Ana Conceição · #1',
      'Marconi · Ha Noi',
      'Falconer t_3 · Open Cup 3',
      'Falconer t_4 · Open Cup 4',
      'Falconer t_2 · Open Cup 2',
      'Bacon',
    ]);
  });

  it('offer regions from the settings, by label, and from records', async () => {
    const withRegions = fakePlatform({ seenRegions: () => ['sao-paulo', 'ha-noi'] });
    const world = people({ platform: withRegions, regions: [{ slug: 'ha-noi', label: 'Hà Nội' }] });
    const choices = (await world.ask(autocomplete('leaderboard', 'region'))).choices;
    expect(choices).toEqual([
      { name: 'Hà Nội', value: 'ha-noi' },
      { name: 'Sao Paulo', value: 'sao-paulo' },
    ]);
  });

  it('come from the cache within 300 ms while the platform hangs', async () => {
    const clock = { ms: 0 };
    let isHanging = false;
    const waits: number[] = [];
    const { platform: real } = await standIn(
      ({ url }, response) => {
        if (isHanging) return;
        const side = (name: string) => ({ id: name, name });
        const match = { id: `m-${url.length}`, player1: side('Ana'), player2: side('Bảo'), status: 'open' };
        const body = url.endsWith('/bracket')
          ? { rounds: [{ matches: [match] }] }
          : url.includes('/matches')
            ? [{ ...match, id: 'own' }]
            : [{ id: 't1', name: 'Open Cup', status: 'running' }];
        json(response, 200, body);
      },
      {
        now: () => clock.ms,
        monotonic: () => clock.ms,
        sleep: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    );
    const world = people({ platform: real, accounts: linked });
    const ask = async (command: string, option: string) =>
      (await world.ask(autocomplete(command, option))).choices;
    const matches = await ask('score', 'match');
    const tournaments = await ask('tournament', 'tournament');
    expect(matches).toHaveLength(2);
    expect(tournaments).toHaveLength(1);
    isHanging = true;
    for (const laterMs of [1, 3_600_000]) {
      clock.ms += laterMs;
      expect(await ask('score', 'match')).toEqual(matches);
      expect(await ask('tournament', 'tournament')).toEqual(tournaments);
    }
    // Own matches beside tournaments and then brackets, and tournaments alone: the longest way is two waits.
    expect(waits).toHaveLength(4);
    expect(2 * Math.max(...waits)).toBeLessThanOrEqual(300);
  });
});
