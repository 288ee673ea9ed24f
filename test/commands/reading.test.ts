import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/error.ts';
import type { PodiumPicture } from '../../src/pictures/podium.ts';
import type { Match, RankingEntry, Tournament } from '../../src/reading/records.ts';
import { StoreError } from '../../src/store/errors.ts';
import { componentsOf, buttonOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakePlatform, fakeServices } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } });

describe('/rank', () => {
  const platform = fakePlatform({
    user: (id) =>
      value({ id, name: 'Ana *Souza*', elo: 2390, rank: 'Diamond', avatarUrl: 'https://x.example/a.png' }),
    userRank: () => value({ globalRank: 1, regionalRank: 3, elo: 2400, trend: '+12' }),
  });

  it('shows rating, rank, places and trend, publicly', async () => {
    const answer = await people({ platform, accounts: linked }).ask(slash('rank'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Ana \\*Souza\\*
      | Rating: 2,400
      | Rank: Diamond
      | Trend: ▲ +12
      | Global rank: #1
      | Regional rank: #3
      | (picture: https://x.example/a.png)
      [Matches] [Leaderboard]
    `);
  });

  it('handles a record with an id alone', async () => {
    const bare = fakePlatform({
      user: (id) => value({ id }),
      userRank: () => value({}),
      userMatches: () => value([]),
    });
    const answer = await people({ platform: bare, accounts: linked }).ask(slash('rank'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Player u1
      | Playhouse shows no rating for this player yet.
      [Matches] [Leaderboard]
    `);
  });

  it.each(['http://x.example/a.png', 'javascript:alert(1)', 'nonsense'])(
    'never shows a picture from %s',
    async (avatarUrl) => {
      const odd = fakePlatform({ user: (id) => value({ id, avatarUrl }), userRank: () => value({}) });
      const answer = await people({ platform: odd, accounts: linked }).ask(slash('rank'));
      expect(answer.embeds[0]?.thumbnail).toBeUndefined();
    },
  );

  it('for an unlinked caller leads to linking, privately', async () => {
    const answer = await people({ platform }).ask(slash('rank'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      (private)
      Link your Playhouse account first, then continue here.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
  });

  it('of a member who hides, is not here or is not linked says the same, privately, without their id', async () => {
    const naming = { ...fakeServices([]).naming, playerOf: () => Promise.resolve(undefined) };
    const world = people({ platform, naming });
    const menu = { ...slash('x'), data: { id: '1', type: 2, name: 'Show rank', target_id: '777' } };
    for (const raw of [slash('rank', { player: '777' }), slash('matches', { player: '777' }), menu]) {
      const answer = await world.ask(raw);
      expect(messageText(answer)).toMatchInlineSnapshot(`
        (private)
        This member doesn't share their account here, or hasn't linked one. They can with /link.
      `);
      expect(JSON.stringify(answer)).not.toContain('777');
      expect(answer).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  });

  it('for a member tells naming whether Discord sent them as a member', async () => {
    const calls: unknown[] = [];
    const naming = {
      ...fakeServices([]).naming,
      playerOf: (...given: unknown[]) => Promise.resolve(void calls.push(given)),
    };
    const raw = slash('rank', { player: '777' });
    for (const members of [{}, { '777': {} }])
      await people({ platform, naming }).ask({ ...raw, data: { ...raw.data, resolved: { members } } });
    expect(calls).toEqual([
      ['700', { discordId: '777', isMember: false }],
      ['700', { discordId: '777', isMember: true }],
    ]);
  });

  it('for the caller as a member needs no proof', async () => {
    const naming = { ...fakeServices([]).naming, nameable: () => Promise.resolve(new Set<string>()) };
    const answer = await people({ platform, accounts: linked, naming }).ask(slash('rank', { player: '501' }));
    expect(answer.embeds).toHaveLength(1);
  });

  describe('by a name instead of an id', () => {
    const players = [
      { id: 'u1', name: 'Ana' },
      { id: 'u2', name: 'Mariana' },
      { id: 'u3', name: 'Bảo' },
    ];
    const isKnown = (id: string): boolean => players.some((one) => one.id === id);
    const byId =
      <T>(kind: 'not-found' | 'invalid', of: (id: string) => T) =>
      (id: string) =>
        isKnown(id) ? value(of(id)) : Promise.reject(failing(kind));
    const nameOf = (id: string) => ({ id, ...players.find((one) => one.id === id) });
    const worldOf = (kind: 'not-found' | 'invalid', emptyMatches = false) => {
      const platform = fakePlatform({
        user: byId(kind, nameOf),
        userRank: byId(kind, () => ({ elo: 1200 })),
        userMatches: (id) =>
          emptyMatches && !isKnown(id)
            ? value([])
            : byId(kind, () => [{ id: 'm1', sides: [{ player: nameOf(id) }, {}] as [object, object] }])(id),
      });
      for (const player of players) platform.names.note('player', player);
      return people({ platform });
    };

    it('shows the only match, or the player with exactly this name', async () => {
      const cases = [
        ['bao', 'Bảo'],
        ['ANA', 'Ana'],
        ['ian', 'Mariana'],
      ] as const;
      const worlds = [worldOf('not-found'), worldOf('invalid'), worldOf('not-found', true)];
      for (const world of worlds)
        for (const command of ['rank', 'matches'])
          for (const [typed, name] of cases)
            expect(wordsOf(await world.ask(slash(command, { id: typed }))), typed).toContain(name);
    });

    it('offers several matches, privately', async () => {
      for (const command of ['rank', 'matches']) {
        const world = worldOf('not-found');
        const answer = await world.ask(slash(command, { id: 'a' }));
        expect(messageText(answer)).toMatchInlineSnapshot(`
          (private)
          Several players match “a”.
          (select: Choose a player…)
            ○ Ana
            ○ Bảo
            ○ Mariana
        `);
        const [menu] = componentsOf(answer);
        const chosen = press(menu!.custom_id!, { values: ['u2'], ephemeral: true });
        expect(wordsOf(await world.ask(chosen))).toContain('Mariana');
      }
    });

    it('reads the ranking for it but no brackets, which would be many reads', async () => {
      let reads = 0;
      const unread = () => Promise.reject(new Error(`read ${(reads += 1)}`));
      const platform = fakePlatform({
        user: () => Promise.reject(failing('not-found')),
        userRank: () => Promise.reject(failing('not-found')),
        rankings: () => value([]),
        tournaments: unread,
        bracket: unread,
      });
      const answer = await people({ platform }).ask(slash('rank', { id: 'nobody' }));
      expect(wordsOf(answer)).toContain('No player found');
      expect(reads).toBe(0);
    });

    it('without a match explains how to get an id', async () => {
      for (const command of ['rank', 'matches']) {
        const answer = await worldOf('not-found').ask(slash(command, { id: 'no*body' }));
        expect(messageText(answer)).toMatchInlineSnapshot(`
          (private)
          No player found for “no\\*body”. Start typing a name and pick one. Not listed? Paste their ID: it's usually in the address of their profile on Playhouse.
        `);
      }
    });
  });

  it('of a player without a rank or a match, for whom the platform answers 404, is shown as none yet', async () => {
    const none = () => Promise.reject(failing('not-found'));
    const platform = fakePlatform({
      user: (id) => value({ id, name: 'Zoe' }),
      userRank: none,
      userMatches: none,
    });
    const world = people({ platform, accounts: linked });
    for (const options of [{}, { id: 'u9' }]) {
      expect(wordsOf(await world.ask(slash('rank', options)))).toBe(
        'Zoe\nPlayhouse shows no rating for this player yet.',
      );
      expect(wordsOf(await world.ask(slash('matches', options)))).toBe(
        'Playhouse shows no matches for this player yet.',
      );
    }
  });

  it('for a bot says privately that bots have none', async () => {
    const world = people({ platform, accounts: linked });
    const resolved = { users: { '900': { id: '900', username: 'matchpoint', bot: true } } };
    const cases = [
      [slash('rank', { player: '900' }), "Bots don't have ranks."],
      [slash('matches', { player: '900' }), "Bots don't play matches."],
      [
        { ...slash('x'), data: { id: '1', type: 2, name: 'Show rank', target_id: '900' } },
        "Bots don't have ranks.",
      ],
    ] as const;
    for (const [raw, says] of cases) {
      const answer = await world.ask({ ...raw, data: { ...raw.data, resolved } });
      expect(answer.flags).toBe(64);
      expect(wordsOf(answer)).toBe(says);
    }
  });

  it('shows the age of a cached response during an outage', async () => {
    const stale = fakePlatform({
      user: (id) => Promise.resolve({ value: { id, name: 'Ana' }, asOf: 1_800_000_000_000 }),
      userRank: () => value({ elo: 2400 }),
    });
    expect(wordsOf(await people({ platform: stale }).ask(slash('rank', { id: 'u1' })))).toContain(
      '<t:1800000000:R>',
    );
  });
});

it('a button of a tournament or a match that was deleted meanwhile says so, and asks for no name', async () => {
  const gone = () => Promise.reject(failing('not-found'));
  const world = people({ platform: fakePlatform({ tournament: gone, bracket: gone, match: gone }) });
  for (const [id, what] of [
    ['tournament:run:tournament=t_1', 'tournament'],
    ['bracket:run:tournament=t_1', 'tournament'],
    ['bracket:window:t_1', 'tournament'],
    ['match:run:match=m_1', 'match'],
  ] as const)
    expect(wordsOf(await world.ask(press(id))), id).toBe(`Playhouse no longer has this ${what}.`);
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
  const requests: unknown[] = [];
  const platform = fakePlatform({
    tournaments: (query) => {
      requests.push(query);
      return value(cups);
    },
    tournament: (id) => value(cups.find((one) => one.id === id) ?? cup(99)),
    bracket: () => Promise.reject(failing('not-found')),
  });

  it('lists the upcoming ones with times that Discord draws, and turns pages in place', async () => {
    const world = people({ platform });
    const answer = await world.ask(slash('tournaments'));
    expect(requests.at(-1)).toEqual({ status: 'upcoming' });
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Upcoming tournaments
      | **Open Cup 1**
      | <t:1798826400:f> · <t:1798826400:R> · 3/16 players
      |
      | **Open Cup 2**
      | <t:1798912800:f> · <t:1798912800:R> · 3/16 players
      |
      | **Open Cup 3**
      | <t:1798999200:f> · <t:1798999200:R> · 3/16 players
      |
      | **Open Cup 4**
      | <t:1799085600:f> · <t:1799085600:R> · 3/16 players
      |
      | **Open Cup 5**
      | <t:1799172000:f> · <t:1799172000:R> · 3/16 players
      |
      | **Open Cup 6**
      | <t:1799258400:f> · <t:1799258400:R> · 3/16 players
      | Page 1 of 3
      (select: Open a tournament…)
        ○ Open Cup 1 – 3/16 players
        ○ Open Cup 2 – 3/16 players
        ○ Open Cup 3 – 3/16 players
        ○ Open Cup 4 – 3/16 players
        ○ Open Cup 5 – 3/16 players
        ○ Open Cup 6 – 3/16 players
      [‹ Previous – disabled] [Next ›]
    `);
    const next = await world.ask(press(buttonOf(answer, 'Next ›')));
    expect(wordsOf(next)).toContain('Open Cup 7');
    expect(wordsOf(next)).not.toContain('Open Cup 1*');
    const back = await world.ask(press(buttonOf(next, '‹ Previous')));
    expect(wordsOf(back)).toContain('Open Cup 1*');
  });

  it('counts places while players can join, and only players afterwards', async () => {
    const phases = ['upcoming', 'open', 'running', 'finished'] as const;
    for (const phase of phases) {
      const record = { ...cup(1), phase, entrants: 16 };
      const one = fakePlatform({ tournament: () => value(record), bracket: () => value({ rounds: [] }) });
      const words = wordsOf(await people({ platform: one }).ask(slash('tournament', { tournament: 't_1' })));
      expect(words.match(/Players\n(\S+)/)?.[1], phase).toBe(
        phase === 'upcoming' || phase === 'open' ? '16/16' : '16',
      );
    }
  });

  it('status All asks for every status, and a limit holds over the pages', async () => {
    const world = people({ platform });
    const answer = await world.ask(slash('tournaments', { status: 'all', limit: 8 }));
    expect(requests.at(-1)).toEqual({});
    expect(wordsOf(answer)).toContain('Page 1 of 2');
    const next = await world.ask(press(buttonOf(answer, 'Next ›')));
    expect(wordsOf(next)).toContain('Open Cup 8');
    expect(wordsOf(next)).not.toContain('Open Cup 9');
  });

  it('status Running lists what is being played, by its state alone', async () => {
    const mixed: Tournament[] = [
      ...Array.from({ length: 7 }, (_, at) => ({ ...cup(20 + at), phase: 'running' as const })),
      cup(1),
      { ...cup(2), phase: 'finished' },
      { id: 't_3', name: 'Stateless Cup' },
    ];
    const queries: unknown[] = [];
    const platform = fakePlatform({
      tournaments: (query) => {
        queries.push(query);
        return value(mixed);
      },
    });
    const world = people({ platform });
    const answer = await world.ask(slash('tournaments', { status: 'running' }));
    expect(wordsOf(answer)).toMatch(/^Running tournaments\n[^]*Open Cup 20[^]*Page 1 of 2$/);
    const next = await world.ask(press(buttonOf(answer, 'Next ›')));
    expect(wordsOf(next)).toContain('Open Cup 26');
    expect(`${wordsOf(answer)}${wordsOf(next)}`).not.toMatch(/Open Cup [12]\b|Stateless/);
    expect(queries).toEqual([{}, {}]);
    const limited = await world.ask(slash('tournaments', { status: 'running', limit: 1 }));
    expect(wordsOf(limited).match(/Open Cup \d+/g)).toEqual(['Open Cup 20']);
    const calm = fakePlatform({ tournaments: () => value([cup(1)]) });
    expect(
      wordsOf(await people({ platform: calm }).ask(slash('tournaments', { status: 'running' }))),
    ).toMatch(/No tournaments are running/);
  });

  it('marks what the caller is registered for, as the platform or the bot knows it', async () => {
    const listed = [cup(1), { ...cup(2), entrantIds: ['u1'] }, { ...cup(3), entrantIds: ['u7'] }];
    const platform = fakePlatform({ tournaments: () => value(listed) });
    const world = people({ platform, accounts: linked });
    await world.services.registrations.note(accountOf('501', { playerId: 'u1' }), 't_1');
    await world.services.registrations.note(accountOf('501', { playerId: 'u2' }), 't_3');
    const answer = await world.ask(slash('tournaments'));
    const marked = (text: string | undefined) => text?.includes('✓') === true;
    const describes = (shown: typeof answer) =>
      componentsOf(shown).flatMap(({ options = [] }) =>
        options.map(({ description }) => marked(description)),
      );
    // Others read it, too: it names who is registered, and a choice can't.
    expect(wordsOf(answer)).toContain('✓ <@501> is registered');
    expect(wordsOf(answer)).not.toContain('You');
    expect(wordsOf(answer).split('\n\n').map(marked)).toEqual([true, true, false]);
    expect(describes(answer)).toEqual([false, false, false]);
    const own = await world.ask(press('tournaments:run'));
    expect(wordsOf(own)).toContain("✓ You're registered");
    expect(describes(own)).toEqual([true, true, false]);
    const stranger = await people({ platform }).ask(slash('tournaments'));
    expect(marked(JSON.stringify(stranger))).toBe(false);
  });

  it('is listed without marks while the store is down', async () => {
    const accounts = fakeAccounts({}, { find: () => Promise.reject(new StoreError('down')) });
    expect(wordsOf(await people({ platform, accounts }).ask(slash('tournaments')))).toContain('Open Cup 1');
    const world = people({ platform, accounts: linked });
    world.services.registrations.read = () => Promise.reject(new StoreError('down'));
    expect(wordsOf(await world.ask(slash('tournaments')))).toContain('Open Cup 1');
  });

  it('the select menu opens one', async () => {
    const world = people({ platform });
    const select = componentsOf(await world.ask(slash('tournaments'))).find((one) => one.type === 3);
    expect(select?.options?.[1]?.value).toBe('t_2');
    const opened = await world.ask(press(select!.custom_id!, { values: ['t_2'] }));
    expect(messageText(opened)).toMatchInlineSnapshot(`
      (private)
      | # Open Cup 2
      | Starts: <t:1798912800:f> (<t:1798912800:R>)
      | Status: Upcoming
      | Players: 3/16
      [Register] [Link to share – https://bot.test/t/t_2]
    `);
    expect(buttonOf(opened, 'Register')).toBe('register:run:tournament=t_2');
  });

  it('none at all is said kindly', async () => {
    const none = fakePlatform({ tournaments: () => value([]) });
    expect(messageText(await people({ platform: none }).ask(slash('tournaments')))).toMatchInlineSnapshot(
      `No upcoming tournaments right now. For the others, use /tournaments with status All.`,
    );
  });

  it('buttons follow state, places and closing time, and so do the words', async () => {
    const bracketRecord = {
      rounds: [{ section: 'main' as const, matches: [{ id: 'm', sides: [{}, {}] as [object, object] }] }],
    };
    const past = { epochMs: Date.UTC(2026, 11, 31), precision: 'second' as const };
    const cases: [string, Partial<Tournament>, object | undefined, string[], RegExp][] = [
      ['open', {}, undefined, ['Register'], /Upcoming/],
      ['drawn before the start', {}, bracketRecord, ['Register', 'Bracket'], /Upcoming/],
      ['full', { entrants: 16 }, undefined, [], /Full/],
      ['closed', { registrationClosesAt: past }, bracketRecord, ['Bracket'], /Registration closed/],
      ['running', { phase: 'running' }, undefined, ['Bracket'], /Running/],
      [
        'begun, of an unknown state',
        { phase: undefined, startsAt: past } as object,
        undefined,
        ['Bracket'],
        /Started(?!.*Registration)/s,
      ],
      [
        'of an unknown state',
        { phase: undefined, status: 'zzz' } as object,
        undefined,
        ['Register', 'Bracket'],
        /^(?!.*zzz)/is,
      ],
    ];
    for (const [title, given, bracket, labels, words] of cases) {
      const one = fakePlatform({
        tournament: () => value({ ...cup(1), ...given }),
        tournaments: () => value([{ ...cup(1), ...given }]),
        bracket: () => (bracket === undefined ? Promise.reject(failing('not-found')) : value(bracketRecord)),
      });
      const answer = await people({ platform: one }).ask(slash('tournament', { tournament: 't_1' }));
      expect(
        componentsOf(answer).map(({ label }) => label),
        title,
      ).toEqual([...labels, 'Link to share']);
      expect(wordsOf(answer), title).toMatch(words);
      const listed = wordsOf(await people({ platform: one }).ask(slash('tournaments')));
      expect(/Full|Registration closed/.exec(listed)?.[0], title).toBe(
        /Full|Registration closed/.exec(wordsOf(answer))?.[0],
      );
    }
  });

  it('says what has been in the past tense, and of what is late when it was to start', async () => {
    const hours = (offset: number, precision: 'second' | 'day' = 'second') => ({
      epochMs: Date.UTC(2027, 0, 1, 12 + offset),
      precision,
    });
    const cases: [Partial<Tournament>, string[]][] = [
      [
        { startsAt: hours(4), registrationClosesAt: hours(3), endsAt: hours(9) },
        ['Starts', 'Registration closes', 'Ends'],
      ],
      [{ startsAt: hours(4), registrationClosesAt: hours(-6) }, ['Starts', 'Registration closed']],
      [
        { phase: 'running', startsAt: hours(-4), registrationClosesAt: hours(-6), endsAt: hours(2) },
        ['Started', 'Registration closed', 'Ends'],
      ],
      [{ phase: 'finished', startsAt: hours(-9), endsAt: hours(-4) }, ['Started', 'Finished']],
      [{ registrationClosesAt: hours(3), entrants: 16 }, ['Registration closes', 'Registration']],
      // Late.
      [{ phase: 'open', startsAt: hours(-1) }, ['Scheduled for']],
      // A day is over at its end.
      [{ phase: undefined, startsAt: hours(-5, 'day') } as object, ['Starts']],
      [{ phase: undefined, startsAt: hours(-29, 'day') } as object, ['Started']],
      // Begun before its time, and canceled.
      [{ phase: 'running', startsAt: hours(1), registrationClosesAt: hours(1) }, ['Scheduled for']],
      [
        { phase: 'cancelled', startsAt: hours(4), registrationClosesAt: hours(3), endsAt: hours(9) },
        ['Scheduled for'],
      ],
    ];
    const NAMES = /^(Start|Scheduled|Registration|End|Finish)/;
    for (const [given, names] of cases) {
      const { startsAt: _start, ...bare } = cup(1);
      const one = fakePlatform({
        tournament: () => value({ ...bare, ...given }),
        bracket: () => Promise.reject(failing('not-found')),
      });
      const { fields } = (await people({ platform: one }).ask(slash('tournament', { tournament: 't_1' })))
        .embeds[0]!;
      expect(
        fields?.map(({ name }) => name).filter((name) => NAMES.test(name)),
        JSON.stringify(given),
      ).toEqual(names);
    }
    const matches: [Partial<Match>, string[]][] = [
      [{ phase: 'upcoming', startsAt: hours(1) }, ['Starts']],
      [{ phase: 'open', startsAt: hours(-1) }, ['Scheduled for']],
      [{ phase: 'running', startsAt: hours(-1) }, ['Started']],
      [{ winner: 1, startsAt: hours(-2), endsAt: hours(-1) }, ['Started', 'Finished']],
    ];
    for (const [given, names] of matches) {
      const one = fakePlatform({
        match: () => value({ id: 'm', sides: [{}, {}] as Match['sides'], ...given }),
      });
      const { fields } = (await people({ platform: one }).ask(slash('match', { match: 'm' }))).embeds[0]!;
      expect(
        fields?.map(({ name }) => name).filter((name) => NAMES.test(name)),
        JSON.stringify(given),
      ).toEqual(names);
    }
  });

  it('a tournament that is over offers no registration', async () => {
    const over = fakePlatform({ tournament: () => value({ ...cup(1), phase: 'finished' as const }) });
    const answer = await people({ platform: over }).ask(slash('tournament', { tournament: 't_1' }));
    expect(componentsOf(answer).map((one) => one.label)).toEqual(['Bracket', 'Link to share']);
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
    user: (id) => value({ id, rank: 'Gold' }),
    userRank: () => value({ globalRank: 312, elo: 1200 }),
  });
  const own = (playerId: string) =>
    fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId }) } });

  it('shows a page, with the caller’s own line marked', async () => {
    const answer = await people({ platform, accounts: own('u1') }).ask(slash('leaderboard'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Leaderboard
      | 🥇 \`#1\` **Ana** · 2,400 · ◂ <@501>
      | 🥈 \`#2\` **Player 2** · 2,399
      | 🥉 \`#3\` **Player 3** · 2,398
      | \`#4\` **Player 4** · 2,397
      | \`#5\` **Player 5** · 2,396
      | \`#6\` **Player 6** · 2,395
      | \`#7\` **Player 7** · 2,394
      | \`#8\` **Player 8** · 2,393
      | \`#9\` **Player 9** · 2,392
      | \`#10\` **Player 10** · 2,391
      | Page 1 of 3
      [‹ Previous – disabled] [Next ›] [Go to page…]
    `);
  });

  it('begins with a picture of the first three, on its first page alone', async () => {
    const asked: unknown[] = [];
    const { pictures } = people({ platform }).services;
    const podium = ({ t: _t, ...view }: PodiumPicture) => {
      asked.push(view);
      return Promise.resolve({
        name: 'podium.png',
        bytes: Buffer.from('png'),
        description: 'The first three',
      });
    };
    const world = people({ platform, accounts: own('u1'), pictures: { ...pictures, podium } });
    const answer = await world.ask(slash('leaderboard'));
    expect(asked).toEqual([
      {
        title: 'Leaderboard',
        entries: [
          { place: 1, name: 'Ana', facts: ['2,400'] },
          { place: 2, name: 'Player 2', facts: ['2,399'] },
          { place: 3, name: 'Player 3', facts: ['2,398'] },
        ],
      },
    ]);
    expect(answer.embeds[0]?.image).toEqual({
      url: 'attachment://podium.png',
      description: 'The first three',
    });
    await world.ask(press(buttonOf(answer, 'Next ›')));
    expect(asked).toHaveLength(1);
  });

  it('shows the caller’s place below where another page holds it', async () => {
    const text = wordsOf(await people({ platform, accounts: own('u21') }).ask(slash('leaderboard')));
    expect(text).toMatch(/<@501>: `#21` \*\*Player 21/);
  });

  it('asks for the caller’s place where the window does not hold it', async () => {
    const text = wordsOf(await people({ platform, accounts: own('u999') }).ask(slash('leaderboard')));
    expect(text).toMatch(/<@501>: `#312` \*\*[^*]+\*\* · 1,200 · Gold$/m);
  });

  it('on a regional board tells only what the list shows', async () => {
    const world = people({ platform, accounts: own('u999') });
    const answer = await world.ask(slash('leaderboard', { region: 'ha-noi', limit: 2 }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Leaderboard: Ha Noi
      | 🥇 \`#1\` **Ana** · 2,400
      | 🥈 \`#2\` **Player 2** · 2,399
    `);
  });

  it('says privately that a region is unknown or has no players', async () => {
    const world = people({ platform });
    expect(messageText(await world.ask(slash('leaderboard', { region: 'atlantis' })))).toMatchInlineSnapshot(`
      (private)
      Playhouse has no region Atlantis. Pick one from the list, or check the spelling.
    `);
    expect(messageText(await world.ask(slash('leaderboard', { region: 'void' })))).toMatchInlineSnapshot(`
      (private)
      No players found in Void. Pick a region from the list, or check the spelling.
    `);
  });

  it('is shown while the store is down', async () => {
    const accounts = fakeAccounts({}, { find: () => Promise.reject(new StoreError('down')) });
    expect(wordsOf(await people({ platform, accounts }).ask(slash('leaderboard')))).toContain('Ana');
  });

  it('names a member only in a server where they used the bot, without notifying them', async () => {
    const accounts = fakeAccounts({}, { memberOf: (id) => Promise.resolve(id === 'u2' ? '777' : undefined) });
    const pairs = new Set(['700:777']);
    const nameable = (guildId: string | undefined, ids: readonly string[]) =>
      Promise.resolve(new Set(ids.filter((id) => pairs.has(`${guildId}:${id}`))));
    const world = people({
      platform,
      accounts,
      naming: { ...fakeServices([]).naming, nameable },
    });
    const answer = await world.ask(slash('leaderboard'));
    expect(wordsOf(answer)).toMatch(/Player 2\*\*[^\n]*<@777>/);
    expect(answer).toMatchObject({ allowed_mentions: { parse: [] } });
    const elsewhere = [
      { guild_id: '701' },
      { guild_id: undefined },
      { authorizing_integration_owners: { '1': '501' } },
    ];
    for (const place of elsewhere)
      expect(JSON.stringify(await world.ask({ ...slash('leaderboard'), ...place }))).not.toContain('777');
  });

  it('"My rank" opens the caller’s page, and a form opens any page', async () => {
    const world = people({ platform, accounts: own('u21') });
    const answer = await world.ask(slash('leaderboard'));
    expect(wordsOf(await world.ask(press(buttonOf(answer, 'My rank'))))).toMatch(
      /Player 21[^]*◂ <@501>[^]*Page 3 of 3/,
    );
    const form = await world.ask(press(buttonOf(answer, 'Go to page…')));
    expect(form).toMatchObject({ custom_id: 'leaderboard:to' });
    expect(wordsOf(await world.ask(submit('leaderboard:to:::', { page: '2' })))).toContain('Page 2 of 3');
    expect(wordsOf(await world.ask(submit('leaderboard:to:::', { page: '２' })))).toContain('Page 2 of 3');
    expect(wordsOf(await world.ask(submit('leaderboard:to:::', { page: 'x' })))).toMatch(/page number/);
  });

  it('"My rank" beyond the list shows the rank privately and does not change the page', async () => {
    const answer = await people({ platform }).ask(slash('leaderboard'));
    const world = people({ platform, accounts: own('u999') });
    for (const ownerId of ['501', '999']) {
      const ownView = await world.ask(press(buttonOf(answer, 'My rank'), { ownerId }));
      expect(messageText(ownView)).toMatchInlineSnapshot(`
        (private)
        You're ranked #312, below the players listed here.
      `);
    }
    expect(messageText(await world.ask(press('leaderboard:mine:ha-noi:')))).toMatchInlineSnapshot(`
      (private)
      You aren't among the players listed here.
    `);
  });

  it('"My rank" tells who is not ranked from whose rank cannot be read', async () => {
    for (const [kind, says] of [
      ['not-found', "You aren't on this leaderboard."],
      ['unavailable', "Playhouse isn't responding."],
    ] as const) {
      const userRank = () => Promise.reject(failing(kind));
      const one = fakePlatform({ rankings: () => value(entries), userRank, user: (id) => value({ id }) });
      const world = people({ platform: one, accounts: own('u999') });
      expect(wordsOf(await world.ask(slash('leaderboard'))), kind).toContain('Ana');
      const told = await world.ask(press('leaderboard:mine:::'));
      expect(wordsOf(told), kind).toContain(says);
      expect(componentsOf(told).map(({ label }) => label)).toEqual(kind === 'not-found' ? [] : ['Try again']);
    }
  });

  it('a right-to-left name does not reorder its line', async () => {
    const rightToLeft = fakePlatform({
      rankings: () =>
        value([{ place: 47, player: { id: 'u1', name: 'שירה כהן' }, elo: 1674, rank: 'Platinum' }]),
    });
    expect(wordsOf(await people({ platform: rightToLeft }).ask(slash('leaderboard')))).toContain(
      '`#47` **\u2068שירה כהן\u2069** · 1,674 · Platinum',
    );
  });

  it.each(['unavailable', 'rate-limited', 'unexpected-response'] as const)(
    'a failure that may pass (%s) offers a retry of the same request',
    async (kind) => {
      let answers = false;
      const flaky = fakePlatform({
        rankings: () => (answers ? value(entries) : Promise.reject(failing(kind))),
      });
      const world = people({ platform: flaky });
      const failed = await world.ask(slash('leaderboard', { region: 'ha-noi', limit: 3 }));
      expect(failed.flags).toBe(64);
      answers = true;
      const again = await world.ask(press(buttonOf(failed, 'Try again'), { ephemeral: true }));
      expect(wordsOf(again)).toMatch(/Leaderboard: Ha Noi[^]*Player 3/);
      expect(wordsOf(again)).not.toContain('Player 4');
    },
  );

  it('a rate limit of the platform says when to retry, as a time of day', async () => {
    const cases = [
      [2000, 'Try again in a few seconds.'],
      [undefined, 'Try again in a minute.'],
      [60_000, 'Try again in a minute.'],
      // At 12:00, to the minute.
      [100_000, `Try again after <t:${Date.UTC(2027, 0, 1, 12, 2) / 1000}:t>.`],
    ] as const;
    for (const [retryAfterMs, says] of cases) {
      const failure = new PlatformError('rate-limited', {
        operation: 'GET /v1/rankings',
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      });
      const busy = fakePlatform({ rankings: () => Promise.reject(failure) });
      expect(wordsOf(await people({ platform: busy }).ask(slash('leaderboard')))).toBe(
        `Playhouse is very busy. ${says}`,
      );
    }
  });

  it('a limit applies to all pages', async () => {
    const answer = await people({ platform }).ask(slash('leaderboard', { limit: 3 }));
    expect(wordsOf(answer)).not.toContain('Player 4');
    expect(componentsOf(answer)).toEqual([]);
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
    const answer = await people({ platform, accounts: linked }).ask(slash('matches'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Latest matches: Ana
      | Form, newest first: ▲W ▼L ■D
      |
      | ▲W **Opponent u2**
      | Won 3 – 1
      |
      | ▼L **Opponent u3**
      | Lost 0 – 2
      |
      | ■D **Opponent u2**
      | Draw 1 – 1
      (select: Open a match…)
        ○ Ana vs Opponent u2 – ✓ 3–1
        ○ Ana vs Opponent u3 – ✓ 0–2
        ○ Ana vs Opponent u2 – ✓ 1–1
      (select: Only against…)
        ○ Everybody
        ○ Opponent u2
        ○ Opponent u3
    `);
  });

  it('a select filters by opponent', async () => {
    const world = people({ platform, accounts: linked });
    const select = componentsOf(await world.ask(slash('matches'))).find((one) =>
      one.custom_id?.startsWith('matches:against'),
    );
    const narrowed = wordsOf(await world.ask(press(select!.custom_id!, { values: ['u3'] })));
    expect(narrowed).toContain('Opponent u3');
    expect(narrowed).not.toContain('Opponent u2');
  });

  it('matches with few facts are distinguishable, without invented players', async () => {
    const day = (date: number) => ({ epochMs: Date.UTC(2026, 9, date, 18), precision: 'second' as const });
    const ana = { player: { id: 'u1', name: 'Ana' } };
    const history: Match[] = [
      { id: '5012', sides: [{}, {}] },
      { id: '5013', label: '7', sides: [{}, {}], startsAt: day(3) },
      { id: '5014', sides: [{ score: 3 }, { score: 1 }], endsAt: day(4) },
      { id: '0192c0ff-ee00-7000-8000-000000000001', sides: [ana, {}], phase: 'finished' },
      { id: '5016', sides: [{ player: { name: 'Bảo' } }, { player: { name: 'Ana' } }] },
      { id: '5017', sides: [ana, { player: { id: 'u2', name: 'Bảo' } }] },
    ];
    const world = people({
      platform: fakePlatform({ userMatches: () => value(history), user: (id) => value({ id, name: 'Ana' }) }),
      accounts: linked,
    });
    const answer = await world.ask(slash('matches'));
    expect(plainSpaces(answer.embeds[0]?.description ?? '').split('\n\n')).toEqual([
      '▷ **Match 5012**',
      `▷ **M7**\n<t:${day(3).epochMs / 1000}:R>`,
      `▷ **Match 5014**\n3 – 1 · <t:${day(4).epochMs / 1000}:R>`,
      '▷ **Match 0192c0ff-ee00-700…**',
      '▷ **Bảo vs Ana**\nMatch 5016',
      '▷ **Bảo**\nMatch 5017',
    ]);
    const [menu] = componentsOf(answer);
    expect(menu?.options?.map(({ label, description }) => [label, description])).toEqual([
      ['Match 5012', undefined],
      ['M7', 'Oct 3, 2026'],
      ['Match 5014', 'Oct 4, 2026'],
      [expect.stringMatching(/^Match 0192c0ff/), '✓'],
      ['Bảo vs Ana', 'Match 5016'],
      ['Ana vs Bảo', 'Match 5017'],
    ]);
    const one = fakePlatform({ match: () => value(history[0]!) });
    expect(wordsOf(await people({ platform: one }).ask(slash('match', { match: '5012' })))).toContain(
      'Match 5012',
    );
  });

  it('a match names both players, the score, the winner and where it belongs', async () => {
    const answer = await people({ platform }).ask(slash('match', { match: 'm1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Ana vs Opponent u2
      | Open Cup · Round 2
      | Ana: **3** · Winner
      | Opponent u2: **1**
      | Status: Finished
      [Fix score] [That's wrong] [Bracket]
    `);
  });

  it('"Show rank" in a user’s menu is a private /rank', async () => {
    const ranked = fakePlatform({
      user: (id) => value({ id, name: 'Ana' }),
      userRank: () => value({ elo: 2400 }),
    });
    const raw = { ...slash('x'), data: { id: '1', type: 2, name: 'Show rank', target_id: '777' } };
    expect(messageText(await people({ platform: ranked }).ask(raw))).toMatchInlineSnapshot(`
      (private)
      | # Ana
      | <@777>
      | Rating: 2,400
      [Matches] [Leaderboard]
    `);
  });
});

describe('/help', () => {
  it('lists every command, privately', async () => {
    const answer = await people({ supportUrl: 'https://help.example/' }).ask(slash('help'));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      (private)
      | # What I can do
      | Playhouse, right here in Discord.
      | Link once with /link. I never see your password.
      | All but /follow and /settings work in direct messages, too.
      | You:
      | /link — Link your platform account to your Discord account
      | /account — Show and edit your profile; only you see it
      | /unlink — Unlink your account
      | /privacy — See, export, hide or delete what the bot stores about you
      | /help — See what this bot can do
      | Play:
      | /next — See your next match, what you registered for, and your alerts
      | /register — Register for a tournament
      | /match — Show a match
      | /matches — Show a player's latest matches
      | /score — Report the score of a match
      | Watch:
      | /rank — Show a player's rating, rank and trend
      | /tournaments — List tournaments
      | /tournament — Show a tournament
      | /bracket — Show a tournament's bracket
      | /leaderboard — Show the leaderboard: overall, by region, of this server or of its season
      | Organizers:
      | /follow — Show a tournament in a channel as it happens; organizers only
      | /settings — Set this server up: organizers, channels and log
      | Good to know:
      | In a member's menu: Apps › Show rank.
      | When something fails, you get a short reference. Share it with whoever runs this bot.
      | Status: Matchpoint 1.2.3 · Discord 42 ms · Playhouse is up
      [Link account]
      [Invite – https://discord.example/oauth2/authorize?client_id=900] [Privacy – https://bot.example/privacy] [Calendar – https://bot.example/calendar.ics] [Get help – https://help.example/]
    `);
  });

  it('lists no server commands in direct messages', async () => {
    const elsewhere = [
      { ...slash('help'), guild_id: undefined },
      { ...slash('help'), authorizing_integration_owners: { '1': '501' } },
    ];
    for (const raw of elsewhere) {
      const words = wordsOf(await people().ask(raw));
      expect(words).not.toContain('/settings — ');
      expect(words).not.toContain('/follow — ');
      expect(words).toContain('Servers that add me also get /follow and /settings.');
      expect(words).toContain('/rank — ');
    }
  });

  it('links to support only if the settings have a URL', async () => {
    expect(JSON.stringify(await people().ask(slash('help')))).not.toContain('Get help');
  });

  it('shows version, latency and platform state, and calls the platform only without recent calls', async () => {
    const about = {
      version: '1.2.3',
      latencyMs: 41.6,
      inviteUrl: 'https://a.example',
      privacyUrl: 'https://b.example',
      calendarUrl: 'https://c.example',
      rolesInviteUrl: 'https://r.example',
    };
    for (const [rankings, says] of [
      [() => value([]), 'is up'],
      [() => Promise.reject(failing('unavailable')), "isn't working right now"],
    ] as const) {
      const world = people({
        platform: fakePlatform({ rankings }),
        about: () => ({ ...about, latencyMs: undefined, platform: undefined }),
      });
      expect(wordsOf(await world.ask(slash('help')))).toContain(`Matchpoint 1.2.3 · Playhouse ${says}`);
    }
  });
});
