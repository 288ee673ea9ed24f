import { describe, expect, it } from 'vitest';
import type { BracketView } from '../../src/bot/pictures.ts';
import type { Bracket, Match, RankingEntry, Tournament } from '../../src/platform/records.ts';
import { StoreError } from '../../src/store/store.ts';
import { componentsOf, buttonOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakePlatform } from '../support/fakes.ts';
import { autocomplete, press, slash, submit } from '../support/interactions.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } });

describe('/rank', () => {
  const platform = fakePlatform({
    user: (id) =>
      value({ id, name: 'Ana *Souza*', elo: 2390, rank: 'Diamond', avatarUrl: 'https://x.example/a.png' }),
    userRank: () => value({ globalRank: 1, regionalRank: 3, elo: 2400, trend: '+12' }),
  });

  it('shows rating, rank, places and trend, publicly', async () => {
    const shown = await people({ platform, accounts: linked }).ask(slash('rank'));
    expect(shown.flags).toBeUndefined();
    expect(wordsOf(shown)).toMatch(/Ana \\\*Souza\\\*[^]*2,400[^]*Diamond[^]*▲ \+12[^]*#1[^]*#3/);
    expect(shown.embeds[0]?.thumbnail?.url).toBe('https://x.example/a.png');
  });

  it('a record of id alone still gives a decent answer', async () => {
    const bare = fakePlatform({
      user: (id) => value({ id }),
      userRank: () => value({}),
      userMatches: () => value([]),
    });
    const text = wordsOf(await people({ platform: bare, accounts: linked }).ask(slash('rank')));
    expect(text).toContain('no rating');
    expect(text).not.toMatch(/undefined|null|NaN/);
  });

  it.each(['http://x.example/a.png', 'javascript:alert(1)', 'nonsense'])(
    'never shows a picture from %s',
    async (avatarUrl) => {
      const odd = fakePlatform({ user: (id) => value({ id, avatarUrl }), userRank: () => value({}) });
      const shown = await people({ platform: odd, accounts: linked }).ask(slash('rank'));
      expect(shown.embeds[0]?.thumbnail).toBeUndefined();
    },
  );

  it('of an unlinked caller leads to linking, privately', async () => {
    const shown = await people({ platform }).ask(slash('rank'));
    expect(shown.flags).toBe(64);
    expect(componentsOf(shown)[0]?.url).toContain('/link/start?t=');
  });

  it('of another member who is not linked says so, privately, and pings nobody', async () => {
    const shown = await people({ platform }).ask(slash('rank', { player: '777' }));
    expect(shown.flags).toBe(64);
    expect(wordsOf(shown)).toContain('not linked');
    expect(shown).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('an unknown id is told in words', async () => {
    const gone = fakePlatform({
      user: () => Promise.reject(failing('not-found')),
      userRank: () => Promise.reject(failing('not-found')),
    });
    expect(wordsOf(await people({ platform: gone }).ask(slash('rank', { id: 'x' })))).toContain(
      'No player found',
    );
  });

  it('an answer from a failing platform says how old it is', async () => {
    const stale = fakePlatform({
      user: (id) => Promise.resolve({ value: { id, name: 'Ana' }, asOf: 1_800_000_000_000 }),
      userRank: () => value({ elo: 2400 }),
    });
    expect(wordsOf(await people({ platform: stale }).ask(slash('rank', { id: 'u1' })))).toContain(
      '<t:1800000000:R>',
    );
  });
});

const cup = (n: number): Tournament => ({
  id: `t_${n}`,
  name: `Open Cup ${n}`,
  status: 'upcoming',
  phase: 'upcoming',
  startsAt: { epochMs: Date.UTC(2027, 0, n, 18), precision: 'second' },
  entrants: 3,
  capacity: 16,
});
const cups = Array.from({ length: 14 }, (_, at) => cup(at + 1));

describe('/tournaments', () => {
  const asked: unknown[] = [];
  const platform = fakePlatform({
    tournaments: (query) => {
      asked.push(query);
      return value(cups);
    },
    tournament: (id) => value(cups.find((one) => one.id === id) ?? cup(99)),
  });

  it('lists the upcoming ones with times that Discord draws, and turns pages in place', async () => {
    const world = people({ platform });
    const shown = await world.ask(slash('tournaments'));
    expect(asked.at(-1)).toEqual({ status: 'upcoming' });
    expect(wordsOf(shown)).toMatch(/Open Cup 1\*\*[^]*<t:\d+:f>[^]*<t:\d+:R>[^]*3\/16 players[^]*Upcoming/);
    const next = await world.ask(press(buttonOf(shown, 'Next ›')));
    expect(wordsOf(next)).toContain('Open Cup 7');
    expect(wordsOf(next)).not.toContain('Open Cup 1*');
    const back = await world.ask(press(buttonOf(next, '‹ Previous')));
    expect(wordsOf(back)).toContain('Open Cup 1*');
  });

  it('status All asks for all, and a limit holds over the pages', async () => {
    const world = people({ platform });
    const shown = await world.ask(slash('tournaments', { status: 'all', limit: 8 }));
    expect(asked.at(-1)).toEqual({});
    expect(wordsOf(shown)).toContain('Page 1 of 2');
    const next = await world.ask(press(buttonOf(shown, 'Next ›')));
    expect(wordsOf(next)).toContain('Open Cup 8');
    expect(wordsOf(next)).not.toContain('Open Cup 9');
  });

  it('the select menu opens one', async () => {
    const world = people({ platform });
    const select = componentsOf(await world.ask(slash('tournaments'))).find((one) => one.type === 3);
    expect(select?.options?.[1]).toMatchObject({ label: 'Open Cup 2', value: 't_2' });
    const opened = await world.ask(press(select!.custom_id!, { values: ['t_2'] }));
    expect(wordsOf(opened)).toContain('Open Cup 2');
    expect(buttonOf(opened, 'Register')).toBe('register:run:tournament=t_2');
  });

  it('none at all is said kindly', async () => {
    const none = fakePlatform({ tournaments: () => value([]) });
    expect(wordsOf(await people({ platform: none }).ask(slash('tournaments')))).toMatch(
      /no upcoming tournaments/,
    );
  });

  it('a tournament that is over offers no registration', async () => {
    const over = fakePlatform({ tournament: () => value({ ...cup(1), phase: 'finished' as const }) });
    const shown = await people({ platform: over }).ask(slash('tournament', { tournament: 't_1' }));
    expect(componentsOf(shown).map((one) => one.label)).toEqual(['Bracket']);
  });

  it('a date without a time is drawn as a date', async () => {
    const dated = fakePlatform({
      tournament: () => value({ id: 't', startsAt: { epochMs: 0, precision: 'day' as const } }),
    });
    expect(
      wordsOf(await people({ platform: dated }).ask(slash('tournament', { tournament: 't' }))),
    ).toContain('<t:0:D>');
  });
});

describe('/leaderboard', () => {
  const entries: RankingEntry[] = Array.from({ length: 25 }, (_, at) => ({
    place: at + 1,
    player: { id: `u${at + 1}`, name: at === 0 ? 'Ana' : `Player ${at + 1}` },
    elo: 2400 - at,
  }));
  const platform = fakePlatform({
    rankings: ({ region }) =>
      region === 'atlantis' ? Promise.reject(failing('not-found')) : value(region === 'void' ? [] : entries),
    userRank: () => value({ globalRank: 312, elo: 1200 }),
  });
  const own = (playerId: string) =>
    fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId }) } });

  it('shows a page, with the caller’s own line marked', async () => {
    const text = wordsOf(await people({ platform, accounts: own('u1') }).ask(slash('leaderboard')));
    expect(text).toMatch(/🥇 `#1` \*\*Ana\*\* · 2,400 · ◂ your place/);
    expect(text).not.toContain('Player 11');
  });

  it('shows the caller’s place below where another page holds it', async () => {
    const text = wordsOf(await people({ platform, accounts: own('u21') }).ask(slash('leaderboard')));
    expect(text).toMatch(/Your place: `#21` \*\*Player 21/);
  });

  it('asks for the caller’s place where the window does not hold it', async () => {
    const text = wordsOf(await people({ platform, accounts: own('u999') }).ask(slash('leaderboard')));
    expect(text).toMatch(/Your place: `#312`/);
  });

  it('on a regional board tells only what the list shows', async () => {
    const text = wordsOf(
      await people({ platform, accounts: own('u999') }).ask(slash('leaderboard', { region: 'ha-noi' })),
    );
    expect(text).toContain('Leaderboard: Ha Noi');
    expect(text).not.toContain('Your place');
  });

  it.each(['atlantis', 'void'])('a region %s that is not there is told privately', async (region) => {
    const shown = await people({ platform }).ask(slash('leaderboard', { region }));
    expect(shown.flags).toBe(64);
    expect(wordsOf(shown)).toMatch(/region/);
  });

  it('is shown while the store is down', async () => {
    const accounts = fakeAccounts({}, { find: () => Promise.reject(new StoreError('down')) });
    expect(wordsOf(await people({ platform, accounts }).ask(slash('leaderboard')))).toContain('Ana');
  });

  it('names the members of this chat beside their names, and pings nobody', async () => {
    const accounts = fakeAccounts({}, { ownerOf: (id) => Promise.resolve(id === 'u2' ? '777' : undefined) });
    const shown = await people({ platform, accounts }).ask(slash('leaderboard'));
    expect(wordsOf(shown)).toMatch(/Player 2\*\*[^\n]*<@!777>/);
    expect(shown).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('"My place" opens the page that holds the caller, and a form leads to any page', async () => {
    const world = people({ platform, accounts: own('u21') });
    const shown = await world.ask(slash('leaderboard'));
    expect(wordsOf(await world.ask(press(buttonOf(shown, 'My place'))))).toMatch(
      /Player 21[^]*your place[^]*Page 3 of 3/,
    );
    const form = await world.ask(press(buttonOf(shown, 'Go to page…')));
    expect(form).toMatchObject({ custom_id: 'leaderboard:to::' });
    expect(wordsOf(await world.ask(submit('leaderboard:to::', { page: '2' })))).toContain('Page 2 of 3');
    expect(wordsOf(await world.ask(submit('leaderboard:to::', { page: 'x' })))).toMatch(/page number/);
  });

  it('a limit is kept over its pages', async () => {
    const shown = await people({ platform }).ask(slash('leaderboard', { limit: 3 }));
    expect(wordsOf(shown)).not.toContain('Player 4');
    expect(componentsOf(shown)).toEqual([]);
  });
});

describe('/match and /matches', () => {
  const versus = (id: string, opponent: string, own: number, other: number): Match => ({
    id,
    sides: [
      { player: { id: 'u1', name: 'Ana' }, score: own },
      { player: { id: opponent, name: `Opponent ${opponent}` }, score: other },
    ],
    phase: 'finished',
  });
  const history = [versus('m1', 'u2', 3, 1), versus('m2', 'u3', 0, 2), versus('m3', 'u2', 1, 1)];
  const platform = fakePlatform({
    userMatches: () => value(history),
    user: (id) => value({ id, name: 'Ana' }),
    match: (id) =>
      value({
        ...versus(id, 'u2', 3, 1),
        winner: 1 as const,
        tournament: { id: 't_1', name: 'Open Cup' },
        round: 2,
      }),
  });

  it('shows the results with the form in letters and shapes', async () => {
    const text = wordsOf(await people({ platform, accounts: linked }).ask(slash('matches')));
    expect(text).toContain('▲W ▼L ■D');
    expect(text).toMatch(/Won against[^]*Opponent u2[^]*3 – 1[^]*Lost to[^]*Opponent u3/);
  });

  it('a menu narrows to one opponent', async () => {
    const world = people({ platform, accounts: linked });
    const select = componentsOf(await world.ask(slash('matches'))).find((one) => one.type === 3);
    const narrowed = wordsOf(await world.ask(press(select!.custom_id!, { values: ['u3'] })));
    expect(narrowed).toContain('Opponent u3');
    expect(narrowed).not.toContain('Opponent u2');
  });

  it('a match names both players, the score, the winner and where it belongs', async () => {
    const text = wordsOf(await people({ platform }).ask(slash('match', { match: 'm1' })));
    expect(text).toMatch(/Ana vs Opponent u2[^]*Open Cup · Round 2[^]*\*\*3\*\* · Winner/);
  });

  it('"Show rank" on a member’s menu is the private twin of /rank', async () => {
    const ranked = fakePlatform({
      user: (id) => value({ id, name: 'Ana' }),
      userRank: () => value({ elo: 2400 }),
    });
    const accounts = fakeAccounts({ '777': { state: 'linked', account: accountOf('777') } });
    const raw = { ...slash('x'), data: { id: '1', type: 2, name: 'Show rank', target_id: '777' } };
    const shown = await people({ platform: ranked, accounts }).ask(raw);
    expect(shown.flags).toBe(64);
    expect(wordsOf(shown)).toContain('2,400');
  });
});

describe('/bracket', () => {
  const side = (id: string, score?: number) => ({
    player: { id, name: `Name ${id}` },
    ...(score !== undefined && { score }),
  });
  const bracket: Bracket = {
    rounds: [
      {
        section: 'main',
        name: 'Semi-finals',
        matches: [
          { id: 'm1', sides: [side('u1', 2), side('u2', 0)], winner: 1, phase: 'finished' },
          { id: 'm2', sides: [side('u3'), side('u4')], phase: 'open' },
        ],
      },
      {
        section: 'main',
        name: 'Final',
        matches: [{ id: 'm3', sides: [side('u1'), { from: 'Winner of M2' }] }],
      },
    ],
  };
  const picture = { name: 'bracket.png', bytes: Buffer.from('png'), description: 'A bracket of four' };
  const drawn: BracketView[] = [];
  const pictures = {
    bracket: (view: BracketView) => {
      drawn.push(view);
      return Promise.resolve(picture);
    },
    card: () => Promise.resolve(undefined),
  };
  const platform = fakePlatform({ bracket: () => value(bracket), tournament: () => value(cup(1)) });

  it('shows the picture with its alt text, and what is on and next in words', async () => {
    const shown = await people({ platform, pictures }).ask(slash('bracket', { tournament: 't_1' }));
    expect(shown.embeds[0]).toMatchObject({
      image: { url: 'attachment://bracket.png', description: 'A bracket of four' },
    });
    expect(shown).toMatchObject({
      attachments: [{ id: 0, filename: 'bracket.png', description: 'A bracket of four' }],
    });
    expect(wordsOf(shown)).toMatch(/On now and next[^]*Name u3\*\* vs \*\*Name u4/);
  });

  it('a menu shows one round', async () => {
    const world = people({ platform, pictures });
    const select = componentsOf(await world.ask(slash('bracket', { tournament: 't_1' }))).find(
      (one) => one.type === 3,
    );
    expect(select?.options?.map((option) => option.label)).toEqual([
      'The whole bracket',
      'Semi-finals',
      'Final',
    ]);
    const round = await world.ask(press(select!.custom_id!, { values: ['round:1'] }));
    expect(wordsOf(round)).toMatch(/\*\*Final\*\*[^]*Winner of M2/);
    expect(drawn.at(-1)?.window).toEqual({ kind: 'round', round: 1 });
  });

  it('"My path" shows the caller’s matches, and a form anybody’s by name', async () => {
    const world = people({ platform, pictures, accounts: linked });
    const shown = await world.ask(slash('bracket', { tournament: 't_1' }));
    const mine = wordsOf(await world.ask(press(buttonOf(shown, 'My path'))));
    expect(mine).toMatch(/The way of Name u1[^]*2 – 0[^]*Winner of M2/);
    expect(mine).not.toContain('Name u3');
    const form = await world.ask(press(buttonOf(shown, "A player's path…")));
    expect(form).toMatchObject({ custom_id: 'bracket:player:t_1' });
    expect(wordsOf(await world.ask(submit('bracket:player:t_1', { player: 'NAME U4' })))).toContain(
      'The way of Name u4',
    );
    expect(wordsOf(await world.ask(submit('bracket:player:t_1', { player: 'nobody' })))).toContain(
      'No player found',
    );
  });

  it('without a picture the words still say it', async () => {
    const shown = await people({ platform }).ask(slash('bracket', { tournament: 't_1' }));
    expect(wordsOf(shown)).toContain('Name u3');
    expect(shown.embeds[0]?.image).toBeUndefined();
  });

  it('a tournament without a bracket says so', async () => {
    const none = fakePlatform({ bracket: () => value({ rounds: [] }), tournament: () => value(cup(1)) });
    expect(wordsOf(await people({ platform: none }).ask(slash('bracket', { tournament: 't_1' })))).toContain(
      'no bracket yet',
    );
  });
});

describe('suggestions', () => {
  const platform = fakePlatform({ tournaments: () => value([{ id: 'x', name: 'Đà Nẵng Open' }, ...cups]) });

  it('find by name, accents and case ignored', async () => {
    const world = people({ platform });
    const choices = (await world.ask(autocomplete('register', 'tournament', { tournament: 'da NANG' })))
      .choices;
    expect(choices).toEqual([{ name: 'Đà Nẵng Open', value: 'x' }]);
    const cupsFound = (await world.ask(autocomplete('register', 'tournament', { tournament: 'CUP 1' })))
      .choices;
    expect(cupsFound?.[0]?.name).toContain('Cup 1');
  });

  it('offer own matches first, the open ones before all, then those of running tournaments', async () => {
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
                { id: 'm2', sides: sides('Ana', 'Chloé') },
                { id: 'm3', sides: sides('Dmitri', 'Igor') },
                { id: 'm4', sides: [{ player: { name: 'Gus' } }, {}] as [object, object] },
              ],
            },
          ],
        }),
    });
    const world = people({ platform: withMatches, accounts: linked });
    const choices = (await world.ask(autocomplete('score', 'match'))).choices;
    expect(choices?.map((choice) => choice.value)).toEqual(['m2', 'm1', 'm3']);
    expect(choices?.[0]?.name).toBe('Ana vs Chloé');
    // An own match comes first, though a foreign one begins with what was typed.
    const igor = (await world.ask(autocomplete('score', 'match', { match: 'o' }))).choices;
    expect(igor?.[0]?.value).toBe('m2');
    for (const typed of ['ana vs chl', 'chloe', 'ANA CHLO']) {
      const found = (await world.ask(autocomplete('score', 'match', { match: typed }))).choices;
      expect(
        found?.map((choice) => choice.value),
        typed,
      ).toEqual(['m2']);
    }
  });

  it('offer the regions of the settings by label, and those that records have shown', async () => {
    const seen = fakePlatform({ seenRegions: () => ['sao-paulo', 'ha-noi'] });
    const world = people({ platform: seen, regions: [{ slug: 'ha-noi', label: 'Hà Nội' }] });
    const choices = (await world.ask(autocomplete('leaderboard', 'region'))).choices;
    expect(choices).toEqual([
      { name: 'Hà Nội', value: 'ha-noi' },
      { name: 'Sao Paulo', value: 'sao-paulo' },
    ]);
  });
});

describe('/help', () => {
  it('lists every command, privately', async () => {
    const shown = await people().ask(slash('help'));
    expect(shown.flags).toBe(64);
    for (const name of ['link', 'rank', 'tournaments', 'score', 'unlink'])
      expect(wordsOf(shown)).toContain(`/${name} — `);
  });

  it('says where to take a failure, where the settings name a place', async () => {
    const shown = await people({ supportUrl: 'https://help.example/' }).ask(slash('help'));
    expect(componentsOf(shown)[0]).toMatchObject({ label: 'Get help', url: 'https://help.example/' });
    expect(componentsOf(await people().ask(slash('help')))).toEqual([]);
  });
});
