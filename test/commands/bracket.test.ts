import { describe, expect, it } from 'vitest';
import { contentOf, type WindowContent } from '../../src/brackets/windows.ts';
import { bracketSvg } from '../../src/pictures/bracket-svg.ts';
import type { BracketRequest } from '../../src/pictures/create-pictures.ts';
import { atOnce } from '../../src/async/slices.ts';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { pagedTitleText, placedText } from '../../src/brackets/texts.ts';
import { doubleElimination, groupStage, singleElimination } from '../pictures/brackets.ts';
import { matchesIn, readSvg } from '../pictures/svg-reader.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakePlatform } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } });

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
        matches: [{ id: 'm3', sides: [side('u1'), { from: { outcome: 'winner', matchId: 'm2' } }] }],
      },
    ],
  };
  const picture = { name: 'bracket.png', bytes: Buffer.from('png'), description: 'A bracket of four' };
  const pictureRequests: BracketRequest[] = [];
  const pictures = {
    bracket: (view: BracketRequest) => {
      pictureRequests.push(view);
      return Promise.resolve(picture);
    },
    takeCard: () => true,
    card: () => Promise.resolve(undefined),
    podium: () => Promise.resolve(undefined),
  };
  const platform = fakePlatform({
    bracket: () => value(bracket),
    tournament: () => value({ id: 't_1', name: 'Open Cup' }),
  });

  it('shows the picture with alt text, and the current matches as text', async () => {
    const answer = await people({ platform, pictures }).ask(slash('bracket', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Open Cup
      | **Full bracket** · 1 of 3 matches played
      |
      | **On now and next**
      | M2 · **Name u3** vs **Name u4**
      | (picture: attachment://bracket.png)
      (select: Show another part…)
        ○ Full bracket
        ○ Semi-finals
        ○ Final
      (select: Open a match…)
        ○ M2 · Name u3 vs Name u4
      [A player's path…]
      (file: bracket.png – A bracket of four)
    `);
    expect(answer.embeds[0]?.image).toMatchObject({ description: 'A bracket of four' });
  });

  it('a select shows one round, with its matches tagged as in the picture', async () => {
    const world = people({ platform, pictures });
    const select = componentsOf(await world.ask(slash('bracket', { tournament: 't_1' })))[0]!;
    const round = (at: number) => world.ask(press(select.custom_id!, { values: [`round:${at}`] }));
    expect(messageText(await round(0))).toMatchInlineSnapshot(`
      | # Open Cup
      | **Semi-finals**
      | **Name u1** 2 – 0 **Name u2**
      | M2 · **Name u3** vs **Name u4**
      | (picture: attachment://bracket.png)
      (select: Show another part…)
        ○ Full bracket
        ○ Semi-finals
        ○ Final
      (select: Open a match…)
        ○ Name u1 vs Name u2
        ○ M2 · Name u3 vs Name u4
      [‹ Previous – disabled] [Next ›] [A player's path…]
      (file: bracket.png – A bracket of four)
    `);
    expect(messageText(await round(1))).toMatchInlineSnapshot(`
      | # Open Cup
      | **Final**
      | **Name u1** vs **Winner of M2**
      | (picture: attachment://bracket.png)
      (select: Show another part…)
        ○ Full bracket
        ○ Semi-finals
        ○ Final
      (select: Open a match…)
        ○ Name u1 vs Winner of M2
      [‹ Previous] [Next › – disabled] [A player's path…]
      (file: bracket.png – A bracket of four)
    `);
    expect(pictureRequests.at(-1)?.window).toEqual({ kind: 'round', round: 1 });
  });

  it('select, text and picture use the same title for every round', async () => {
    const double = doubleElimination(8);
    const world = people({
      platform: fakePlatform({ bracket: () => value(double), tournament: () => value({ id: 't_1' }) }),
      pictures,
    });
    const menu = componentsOf(await world.ask(slash('bracket', { tournament: 't_1' })))[0]!;
    const titles = menu
      .options!.filter((option) => option.value.startsWith('round:'))
      .map(({ label }) => label);
    expect(titles).toEqual(expect.arrayContaining(['Losers round 2', 'Grand final']));
    expect(titles).toHaveLength(double.rounds.length);
    for (const [round, title] of titles.entries()) {
      const answer = await world.ask(press(menu.custom_id!, { values: [`round:${round}`] }));
      expect(wordsOf(answer)).toContain(plainSpaces(`**${title}**`));
      const { bracket, window, t } = pictureRequests.at(-1)!;
      expect(readSvg(atOnce(bracketSvg(bracket, { window, t }))).texts.map(({ text }) => text)).toContain(
        title,
      );
    }
  });

  it.each([
    ['256 players', singleElimination(256, { played: 0 })],
    ['double elimination of 256', doubleElimination(256)],
    ['more rounds than a menu holds', groupStage(8, 4)],
  ])('Next leads through every match of %s, in words and picture alike', async (_, whole) => {
    const world = people({
      platform: fakePlatform({ bracket: () => value(whole), tournament: () => value({ id: 't_1' }) }),
      pictures,
    });
    const menu = componentsOf(await world.ask(slash('bracket', { tournament: 't_1' })))[0]!;
    const inWords: Match[] = [];
    let answer = await world.ask(press(menu.custom_id!, { values: ['round:0'] }));
    for (let at = 0; at < 99; at += 1) {
      const { bracket, window, t } = pictureRequests.at(-1)!;
      const page = contentOf(bracket, window) as Extract<WindowContent, { kind: 'round' }>;
      const title = pagedTitleText(placedText(page.title, t), page, t);
      expect(wordsOf(answer)).toContain(plainSpaces(`**${title}**`));
      expect(wordsOf(answer).match(/\*\* (?:vs|\d+ – \d+) \*\*/g)).toHaveLength(page.matches.length);
      expect(matchesIn(readSvg(atOnce(bracketSvg(bracket, { window, t }))))).toHaveLength(
        page.matches.length,
      );
      inWords.push(...page.matches);
      const next = componentsOf(answer).find(({ label }) => label === 'Next ›')!;
      if (next.disabled === true) break;
      answer = await world.ask(press(next.custom_id!));
    }
    expect(inWords).toEqual(whole.rounds.flatMap(({ matches }) => matches));
    const back = await world.ask(press(buttonOf(answer, '‹ Previous')));
    expect(wordsOf(back)).not.toBe(wordsOf(answer));
    const options = componentsOf(answer)[0]!.options!;
    expect(options.length).toBeLessThanOrEqual(25);
    expect(options.at(-1)?.value).toBe(`round:${whole.rounds.length - 1}`);
  });

  it.each([
    ['32 players', singleElimination(32, { played: 0 }), 2, 31],
    ['double elimination of 16', doubleElimination(16), 2, 31],
    ['eight groups of four', groupStage(8, 4), 2, 8],
  ])(
    'Next leads through the full bracket of %s, with at most three pictures a page',
    async (_, whole, pages, all) => {
      const world = people({
        platform: fakePlatform({ bracket: () => value(whole), tournament: () => value({ id: 't_1' }) }),
        pictures,
      });
      let answer = await world.ask(press('bracket:window:t_1', { values: ['whole'] }));
      const turn = async (label: string) => {
        const { custom_id, disabled = false } = componentsOf(answer).find((one) => one.label === label)!;
        if (!disabled) answer = await world.ask(press(custom_id!));
        return !disabled;
      };
      while (await turn('‹ Previous'));
      let drawn = 0;
      for (let at = 1; at <= pages; at += 1) {
        expect(wordsOf(answer)).toContain(plainSpaces(`**Full bracket · page ${at} of ${pages}**`));
        const shown = answer.embeds.filter(({ image }) => image !== undefined);
        expect(shown.length).toBeLessThanOrEqual(3);
        for (const { bracket, window, t } of pictureRequests.slice(-shown.length)) {
          const { boxes } = readSvg(atOnce(bracketSvg(bracket, { window, t })));
          drawn += boxes.filter(({ kind }) => kind === 'match' || kind === 'group').length;
        }
        expect(await turn('Next ›')).toBe(at < pages);
      }
      expect(drawn).toBe(all);
    },
  );

  it('"My path" tells who does not play so', async () => {
    const spectator = fakeAccounts({
      '501': { state: 'linked', account: accountOf('501', { playerId: 'u9' }) },
    });
    const told = await people({ platform, accounts: spectator }).ask(press('bracket:mine:t_1'));
    expect(messageText(told)).toMatchInlineSnapshot(`
      (private)
      I can't find you in this bracket.
    `);
  });

  it('a path by name also finds players without ids', async () => {
    const nameless: Bracket = {
      rounds: [
        {
          section: 'main',
          name: 'Semi-finals',
          matches: [
            { id: 'm1', sides: [{ player: { name: 'Ana' } }, { player: { name: 'Bo' } }], winner: 1 },
            { id: 'm2', sides: [{ player: { name: 'Cy' } }, { player: { name: 'Di' } }] },
          ],
        },
        { section: 'main', name: 'Final', matches: [{ id: 'm3', sides: [{ player: { name: 'Ana' } }, {}] }] },
      ],
    };
    const tournament = () => value({ id: 't_1', name: 'Open Cup' });
    const world = people({ platform: fakePlatform({ bracket: () => value(nameless), tournament }) });
    const shown = wordsOf(await world.ask(submit('bracket:player:t_1', { player: 'ana' })));
    expect(shown).toMatch(/Ana's path\*\*\n.*Bo.*\n.*To be decided/);
    expect(shown).not.toContain('Cy');
  });

  it('"My path" shows the caller’s matches; a form shows those of any player by name', async () => {
    const world = people({ platform, pictures, accounts: linked });
    const answer = await world.ask(slash('bracket', { tournament: 't_1' }));
    expect(messageText(await world.ask(press(buttonOf(answer, 'My path'))))).toMatchInlineSnapshot(`
      | # Open Cup
      | **Name u1's path**
      | **Name u1** 2 – 0 **Name u2** · Semi-finals
      | **Name u1** vs **Winner of M2** · Final
      | (picture: attachment://bracket.png)
      (select: Show another part…)
        ○ Full bracket
        ○ Semi-finals
        ○ Final
      (select: Open a match…)
        ○ Name u1 vs Name u2
        ○ Name u1 vs Winner of M2
      [My path] [A player's path…]
      (file: bracket.png – A bracket of four)
    `);
    const form = await world.ask(press(buttonOf(answer, "A player's path…")));
    expect(form).toMatchObject({ custom_id: 'bracket:player:t_1' });
    expect(wordsOf(await world.ask(submit('bracket:player:t_1', { player: 'NAME U4' })))).toContain(
      "Name u4's path",
    );
    const unknown = await world.ask(submit('bracket:player:t_1', { player: 'nobody' }));
    expect(messageText(unknown)).toMatchInlineSnapshot(`
      (private)
      Couldn't find “nobody” in this bracket. Check the spelling.
    `);
  });

  it('a large bracket opens with the current matches and has a window for the whole', async () => {
    const whole = singleElimination(64, { played: 1 });
    const world = people({
      platform: fakePlatform({ bracket: () => value(whole), tournament: () => value({ id: 't_1' }) }),
      pictures,
    });
    const answer = await world.ask(slash('bracket', { tournament: 't_1' }));
    expect(pictureRequests.at(-1)?.window).toEqual({ kind: 'now' });
    expect(wordsOf(answer)).toMatch(/On now and next[^]*Nguyễn/);
    const menu = componentsOf(answer)[0]!;
    expect(menu.options!.slice(0, 3).map(({ label }) => label)).toEqual([
      'On now and next',
      'Full bracket',
      'Round 1',
    ]);
    await world.ask(press(menu.custom_id!, { values: ['whole'] }));
    expect(pictureRequests.at(-1)?.window).toEqual({ kind: 'whole', page: 0, sheet: 2 });
  });

  it('a select opens each match in the text', async () => {
    const match = { id: 'm2', sides: bracket.rounds[0]!.matches[1]!.sides } as Match;
    const opened = fakePlatform({
      bracket: () => value(bracket),
      tournament: () => value({ id: 't_1', name: 'Open Cup' }),
      match: () => value(match),
    });
    const world = people({ platform: opened, pictures });
    const menu = componentsOf(await world.ask(slash('bracket', { tournament: 't_1' })))[1]!;
    expect(menu.options).toEqual([{ value: 'm2', label: 'M2 · Name u3 vs Name u4' }]);
    expect(wordsOf(await world.ask(press(menu.custom_id!, { values: ['m2'] })))).toContain('Name u4');
  });

  /** /bracket of this one, and what each choice of its menu leads to. */
  async function walk(read: Bracket) {
    const world = people({
      platform: fakePlatform({ bracket: () => value(read), tournament: () => value({ id: 't_1' }) }),
      pictures,
    });
    const opened = await world.ask(slash('bracket', { tournament: 't_1' }));
    const menu = componentsOf(opened)[0]!;
    const choose = async (wanted: string) => {
      const { value: chosen } = menu.options!.find(({ label }) => label === wanted)!;
      const answer = await world.ask(press(menu.custom_id!, { values: [chosen] }));
      const { bracket, window, t } = pictureRequests.at(-1)!;
      const { texts, boxes } = readSvg(atOnce(bracketSvg(bracket, { window, t })));
      return { shown: answer, words: wordsOf(answer), inPicture: texts.map(({ text }) => text), boxes };
    };
    return { world, opened, labels: menu.options!.map(({ label }) => label), choose };
  }

  it('a round with a full name from the platform has its title once, including the number', async () => {
    const rounds = doubleElimination(16).rounds.map((round): Bracket['rounds'][number] =>
      round.section === 'main' || round.section === 'final'
        ? round
        : {
            ...round,
            name: `${round.section === 'winners' ? 'Winners' : 'Lower bracket'} round ${round.number}`,
          },
    );
    const { labels, opened } = await walk({ rounds });
    expect(labels).toEqual(expect.arrayContaining(['Winners round 2', 'Lower bracket round 3']));
    expect(wordsOf(opened)).toMatch(/ · Winners round 2$/m);
    expect(wordsOf(opened)).not.toMatch(/…$|Winners bracket/m);
  });

  it('a name that is cut preserves the number at its end', async () => {
    const long = 'Winners Bracket of the Last Chance Qualification';
    const sides: Match['sides'] = [side('u1'), { from: { outcome: 'winner', label: `${long} 12` } }];
    const rounds = singleElimination(32, { played: 0 }).rounds.map((round) => ({
      ...round,
      name: `${long} Round ${round.number}`,
    }));
    rounds[1]!.matches[0] = { id: 'x', sides, phase: 'running' };
    expect(wordsOf((await walk({ rounds })).opened)).toMatch(/Winner of .*… 12\*\* · .*… 2$/m);
  });

  it('every option of the select changes text and picture, and the text names it', async () => {
    const playoffs = singleElimination(4, { played: 1 });
    const brackets = [
      { rounds: [...groupStage(4, 4).rounds, ...playoffs.rounds] },
      groupStage(4, 4),
      doubleElimination(8),
      singleElimination(4),
    ];
    for (const readBracket of brackets) {
      const { labels, choose } = await walk(readBracket);
      const textByLabel = new Map<string, string>();
      for (const label of labels) {
        const { words } = await choose(label);
        expect(words).toContain(`**${label}`);
        expect([...textByLabel].find(([, other]) => other === words)?.[0], label).toBeUndefined();
        textByLabel.set(label, words);
      }
    }
  });

  it('a stage shows only its current matches; a group stage is chosen by its groups', async () => {
    const playoffs = singleElimination(4, { played: 1 });
    const { labels, choose } = await walk({ rounds: [...groupStage(4, 4).rounds, ...playoffs.rounds] });
    expect(labels.slice(0, 4)).toEqual(['On now and next', 'Full bracket', 'Playoffs', 'Group A']);
    expect((await choose('Full bracket')).words).toMatch(/Live · Group A[^]* · Playoffs · Final$/m);
    expect((await choose('Playoffs')).words).not.toContain('Group');
  });

  it('a group is a table in the picture, with its standings as text', async () => {
    const { labels, choose, opened, world } = await walk(groupStage(4, 4));
    expect(labels.slice(0, 6)).toEqual([
      'On now and next',
      'Full bracket',
      'Group A',
      'Group B',
      'Group C',
      'Group D',
    ]);
    const group = await choose('Group B');
    expect(group.boxes.filter(({ kind }) => kind === 'group')).toHaveLength(1);
    expect(group.inPicture.filter((text) => text === 'Group B')).toHaveLength(1);
    expect(group.words).toMatch(
      /\*\*Group B\*\* · 5 of 6 matches played[^]*\*\*.+\*\* · 2W 1D 0L · \+2\n(\*\*.+\*\* · \dW \dD \dL · [+−]?\d\n){3}/,
    );
    expect(group.words).not.toContain('Group A');
    const next = wordsOf(await world.ask(press(buttonOf(group.shown, 'Next ›'))));
    expect(next).toContain('**Group C**');
    expect(pictureRequests.at(-1)?.window).toEqual({ kind: 'table', table: 2, page: 0 });
    const all = (await choose('Full bracket')).words;
    for (const name of ['Group A', 'Group B', 'Group C', 'Group D']) expect(all).toContain(`**${name}**`);
    expect(wordsOf(opened)).toContain('On now');
  });

  it('without current matches, groups open with the caller’s group or the first', async () => {
    const over: Bracket = {
      rounds: groupStage(4, 4).rounds.map((round) => ({
        ...round,
        matches: round.matches.map((match) => ({ ...match, phase: 'finished' as const })),
      })),
    };
    const platform = fakePlatform({ bracket: () => value(over), tournament: () => value({ id: 't_1' }) });
    for (const [playerId, group] of [
      ['p9', 'Group C'],
      ['somebody', 'Group A'],
    ] as const) {
      const accounts = fakeAccounts({
        '501': { state: 'linked', account: accountOf('501', { playerId }) },
      });
      const answer = await people({ platform, pictures, accounts }).ask(
        slash('bracket', { tournament: 't_1' }),
      );
      expect(wordsOf(answer)).toContain(`**${group}** · 6 of 6 matches played`);
    }
  });

  it('a large table has pages', async () => {
    const one: Bracket = {
      rounds: [1, 2].map((number) => ({
        number,
        section: 'main' as const,
        matches: Array.from({ length: 32 }, (_, at): Match => ({
          id: `${number}-${at}`,
          sides: [side(`u${2 * at}`, 2), side(`u${2 * at + 1}`, 0)],
          winner: 1,
          phase: 'finished',
        })),
      })),
    };
    const { choose, world } = await walk(one);
    const players: string[] = [];
    let { shown, inPicture } = await choose('Standings');
    for (let page = 1; page <= 4; page += 1) {
      expect(wordsOf(shown)).toContain(`**Standings · page ${page} of 4**`);
      const onPage = wordsOf(shown).match(/Name u\d+(?=\*\* · \dW)/g) ?? [];
      expect(onPage).toHaveLength(16);
      players.push(...onPage);
      const next = componentsOf(shown).find(({ label }) => label === 'Next ›')!;
      expect(next.disabled === true).toBe(page === 4);
      if (page < 4) shown = await world.ask(press(next.custom_id!));
    }
    expect(new Set(players).size).toBe(64);
    expect(inPicture).toContain('Standings · page 1 of 4');
  });

  it('shows the progress of a bracket without current matches', async () => {
    const sides: Match['sides'] = [side('u1', 1), side('u2', 0)];
    const of = (...matches: Match[]): Bracket => ({ rounds: [{ section: 'main', matches }] });
    const running: Tournament = { id: 't_1' };
    const over: Tournament = { id: 't_1', phase: 'finished' };
    const brackets: [Bracket, Tournament, string][] = [
      [
        of({ id: '1', sides, bestOf: 3 }, { id: '2', sides: [side('u3'), {}] }),
        running,
        "2 matches aren't decided yet.",
      ],
      [of({ id: '1', sides, winner: 1 }), over, '**Name u1** won it all.'],
      [of({ id: '1', sides: [side('u1', 1), side('u2', 1)], phase: 'finished' }), over, 'have been played'],
    ];
    const answerTo = async (read: Bracket, record: Tournament): Promise<string> => {
      const world = people({
        platform: fakePlatform({ bracket: () => value(read), tournament: () => value(record) }),
      });
      return wordsOf(await world.ask(slash('bracket', { tournament: 't_1' })));
    };
    for (const [read, record, sentence] of brackets) expect(await answerTo(read, record)).toContain(sentence);
    // Another round may be listed.
    expect(await answerTo(of({ id: '1', sides, winner: 1 }), running)).not.toContain('have been played');
    // What was called off was not played.
    const calledOff = of({ id: '1', sides, winner: 1 }, { id: '2', sides, phase: 'cancelled' });
    expect(await answerTo(calledOff, over)).not.toContain('have been played');
  });

  it('shows the text without a picture', async () => {
    const answer = await people({ platform }).ask(slash('bracket', { tournament: 't_1' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # Open Cup
      | **Full bracket** · 1 of 3 matches played
      |
      | **On now and next**
      | M2 · **Name u3** vs **Name u4**
      (select: Show another part…)
        ○ Full bracket
        ○ Semi-finals
        ○ Final
      (select: Open a match…)
        ○ M2 · Name u3 vs Name u4
      [A player's path…]
    `);
  });

  const noBracket = [() => value({ rounds: [] }), () => Promise.reject(failing('not-found'))];

  it('a tournament without a bracket says so', async () => {
    for (const bracket of noBracket) {
      const tournament = () => value({ id: 't_1', name: 'Open Cup' });
      const none = people({ platform: fakePlatform({ bracket, tournament }) });
      expect(wordsOf(await none.ask(slash('bracket', { tournament: 't_1' })))).toBe(
        "**Open Cup** doesn't have a bracket yet. It's drawn once registration closes.",
      );
    }
  });

  it('without a bracket, the tournament’s own record decides whether there is such a tournament', async () => {
    for (const bracket of noBracket)
      for (const [kind, says] of [
        ['not-found', 'No tournament found. Start typing'],
        ['unavailable', "Playhouse isn't responding."],
      ] as const) {
        const tournament = () => Promise.reject(failing(kind));
        const none = people({ platform: fakePlatform({ bracket, tournament }) });
        expect(wordsOf(await none.ask(slash('bracket', { tournament: 't_1' })))).toContain(says);
      }
  });

  it('a tournament that is over without a bracket promises none', async () => {
    for (const phase of ['cancelled', 'finished'] as const) {
      const none = fakePlatform({
        bracket: () => value({ rounds: [] }),
        tournament: () => value({ id: 't_1', name: 'Open Cup', phase }),
      });
      const answer = await people({ platform: none }).ask(slash('bracket', { tournament: 't_1' }));
      expect(wordsOf(answer), phase).toBe('**Open Cup** has no bracket.');
    }
  });
});
