import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/bot/command.ts';
import { directCustomId } from '../../src/message/custom-id.ts';
import type { MemberPlatform, Platform } from '../../src/platform/platform.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { callPost } from '../../src/replies/feed-calls.ts';
import { StoreError } from '../../src/store/errors.ts';
import { createWords } from '../../src/words/words.ts';
import type { Post } from '../../src/message/reply.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeGuilds, fakeMember, fakePlatform } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });

const duel = (given: Partial<Match> = {}, scores?: [number, number]): Match => ({
  id: 'm1',
  sides: [
    { player: { id: 'u1', name: 'Ana' }, ...(scores && { score: scores[0] }) },
    { player: { id: 'u2', name: 'Bruno' }, ...(scores && { score: scores[1] }) },
  ],
  tournament: { id: 't1', name: 'Cup' },
  ...given,
});
const others = (given: Partial<Match> = {}) =>
  duel({
    sides: [{ player: { id: 'u8', name: 'Chloé' } }, { player: { id: 'u9', name: 'Dmitri' } }],
    ...given,
  });

interface ScoreSetup {
  match?: Match;
  own?: Match[];
  platform?: Partial<Platform>;
  reportScore?: MemberPlatform['reportScore'];
  services?: Partial<Services>;
}

/** Ana is linked as u1. */
function world({ match = duel(), own = [match], platform = {}, reportScore, services }: ScoreSetup = {}) {
  const member = fakeMember(reportScore && { reportScore });
  const account = accountOf('501', { playerId: 'u1', platform: member });
  return people({
    platform: fakePlatform({
      match: () => value(match),
      userMatches: () => value(own),
      tournaments: () => value([]),
      tournament: () => value({ id: 't1' }),
      bracket: () => value({ rounds: [{ section: 'main', matches: [match] }] }),
      ...platform,
    }),
    accounts: fakeAccounts({ '501': { state: 'linked', account } }),
    ...services,
  });
}
type World = ReturnType<typeof world>;
type Shown = Awaited<ReturnType<World['ask']>>;

const report = (player1: number, player2: number) =>
  slash('score', { match: 'm1', player1_score: player1, player2_score: player2 });
const labelsOf = (shown: Shown) => componentsOf(shown).map(({ label }) => label);
/** What /score with both scores is called again by. */
const CALL = 'score:run:match=m1:player1_score=3:player2_score=1';
const english = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const buttonIn = ({ rows = [] }: Post): string => {
  const { action, args = [] } = rows[0]![0]!;
  return directCustomId(action, args)!;
};
const PRIMARY = 1;
const SECONDARY = 2;
const styleOf = (shown: Shown, label: string) =>
  (componentsOf(shown).find((one) => one.label === label) as { style?: number } | undefined)?.style;

interface Input {
  label: string;
  component: {
    type: number;
    custom_id: string;
    value?: string;
    required?: boolean;
    options?: { label: string; value: string }[];
  };
}
const inputsOf = (form: Shown) => form.components as unknown as Input[];
const TEXT = 4;
/** The texts in the inputs of a form. */
const typedIn = (form: Shown): (string | undefined)[] =>
  inputsOf(form).flatMap(({ component }) => (component.type === TEXT ? [component.value] : []));
const formBehind = async (on: World, shown: Shown, label: string) =>
  typedIn(await on.ask(press(buttonOf(shown, label), { ephemeral: true })));

describe('what can be reported', () => {
  const cases: [string, Match, 'report' | 'fix' | 'none'][] = [
    ['ready', duel({ phase: 'open' }), 'report'],
    ['pending', duel({ phase: 'upcoming' }), 'report'],
    ['live', duel({ phase: 'running' }, [1, 0]), 'report'],
    ['without a state', duel(), 'report'],
    ['finished', duel({ phase: 'finished', winner: 1 }, [3, 1]), 'fix'],
    ['without a state, with a score', duel({}, [3, 1]), 'fix'],
    ['canceled', duel({ phase: 'cancelled' }), 'none'],
    [
      'without an opponent',
      duel({ phase: 'open', sides: [{ player: { id: 'u1', name: 'Ana' } }, {}] }),
      'none',
    ],
  ];

  it('is the same in /match, /next, /score and the live post', async () => {
    for (const [title, match, what] of cases) {
      const on = world({ match });
      const shown = await on.ask(slash('match', { match: 'm1' }));
      expect(styleOf(shown, 'Report score'), title).toBe(what === 'report' ? PRIMARY : undefined);
      expect(styleOf(shown, 'Fix score'), title).toBe(what === 'fix' ? PRIMARY : undefined);
      // Where no record shows a state, a match in the past may be over: /next calls it open nowhere.
      const isListed = what === 'report' && title !== 'without a state';
      expect(labelsOf(await on.ask(slash('next'))).includes('Report score'), title).toBe(isListed);
      const list = await on.ask(slash('score'));
      expect(wordsOf(list), title).toMatch(what === 'report' ? /Which match/ : /no open matches/);
      const live = await on.ask(press('score:mine:t1', { ownerId: '999' }));
      expect(labelsOf(live).includes('Enter score'), title).toBe(what === 'report');
      const form = await on.ask(slash('score', { match: 'm1' }));
      const label = { report: 'Enter score', fix: 'Fix score', none: undefined }[what];
      expect(labelsOf(form), title).toEqual(label === undefined ? [] : [label]);
      const question = await on.ask(report(3, 2));
      expect(labelsOf(question).includes('Confirm'), title).toBe(what !== 'none');
    }
  });

  it('says why there is nothing to report', async () => {
    const answerFor = async (match: Match) => messageText(await world({ match }).ask(report(3, 1)));
    const against = (side: Match['sides'][1]) => duel({ sides: [{ player: { id: 'u1' } }, side] });
    expect(await answerFor(duel({ phase: 'cancelled' }))).toMatchInlineSnapshot(`
      (private)
      This match was canceled, so it has no score to report.
    `);
    expect(await answerFor(against({ from: { text: 'x' } }))).toMatchInlineSnapshot(`
      (private)
      This match doesn't have both players yet. Report its score once it does.
    `);
    expect(await answerFor(against({ bye: true }))).toMatchInlineSnapshot(`
      (private)
      This match is a bye, so it has no score to report.
    `);
  });

  it('is listed by /score in the order of /next', async () => {
    const startsAt = (hours: number) => ({ epochMs: hours * 3_600_000, precision: 'second' as const });
    const own = [
      duel({ id: 'late', startsAt: startsAt(9) }),
      duel({ id: 'soon', startsAt: startsAt(2) }),
      duel({ id: 'live', phase: 'running' }),
      duel({ id: 'over' }, [3, 0]),
    ];
    const list = await world({ own }).ask(slash('score', { player1_score: 3, player2_score: 1 }));
    const [select] = componentsOf(list);
    expect(select?.options?.map((one) => one.value)).toEqual(['live', 'soon', 'late']);
  });

  it('of matches without facts is distinguished by id', async () => {
    const bare = (id: string): Match => ({ id, sides: [{}, {}] });
    const platform = { match: (id: string) => value(bare(id)) };
    const list = await world({ own: [bare('7'), bare('8')], platform }).ask(slash('score'));
    const [select] = componentsOf(list);
    expect(select?.options?.map((one) => one.description)).toEqual(['7', '8']);
  });

  it('replaces no live 0–0', async () => {
    const live = world({ match: duel({ phase: 'running' }, [0, 0]) });
    expect(wordsOf(await live.ask(report(3, 1)))).not.toMatch(/already has a score/);
    const over = world({ match: duel({ phase: 'finished' }, [0, 0]) });
    expect(wordsOf(await over.ask(report(3, 1)))).toMatch(/already has a score.*0 – 0/);
  });
});

describe('Fix score', () => {
  it('opens the form with the current score', async () => {
    const on = world({ match: duel({ phase: 'finished' }, [3, 1]) });
    const shown = await on.ask(slash('match', { match: 'm1' }));
    expect(await formBehind(on, shown, 'Fix score')).toEqual(['3', '1']);
    expect(await formBehind(on, await on.ask(slash('score', { match: 'm1' })), 'Fix score')).toEqual([
      '3',
      '1',
    ]);
  });

  it('is below a report', async () => {
    const on = world({
      reportScore: () => Promise.resolve({ outcome: 'done', now: duel({ phase: 'running' }, [3, 1]) }),
    });
    const question = await on.ask(report(3, 1));
    const [done] = await on.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(styleOf(done!, 'Fix score')).toBe(SECONDARY);
    expect(await formBehind(on, done!, 'Fix score')).toEqual(['3', '1']);
  });

  it('with a long id drops the names first, then the score', async () => {
    const named = (id: string) => world({ match: duel({ id, phase: 'finished' }, [12, 10]) });
    const buttonFor = async (length: number) => {
      const on = named('x'.repeat(length));
      return buttonOf(await on.ask(slash('match', { match: 'm1' })), 'Fix score');
    };
    expect(await buttonFor(40)).toMatch(/:Ana:Bruno:12:10:[\w-]{8}\.[\w-]{8}$/);
    expect(await buttonFor(75)).toMatch(/x:::12:10$/);
    expect(await buttonFor(85)).toMatch(/^score:form:x+$/);
    const on = named('x'.repeat(75));
    const form = await on.ask(press(await buttonFor(75)));
    expect(JSON.stringify(form)).toMatch(/Player 1[^]*Player 2/);
    expect(typedIn(form)).toEqual(['12', '10']);
  });
});

describe('a score that can hardly be', () => {
  const knockout: Bracket = {
    rounds: [
      {
        section: 'winners',
        matches: [duel(), duel({ id: 'm2' })],
      },
    ],
  };

  it('is doubted with the rule before Confirm, and leads to the form with the input', async () => {
    const cases: [[number, number], ScoreSetup, RegExp][] = [
      [[7, 2], { match: duel({ bestOf: 5 }) }, /^Is 7 – 2 right\? A best of 5 is first to 3\.$/],
      [[2, 1], { match: duel({ bestOf: 5 }) }, /best of 5 is first to 3\.$/],
      [[3, 2], { match: duel({ bestOf: 4 }) }, /best of 4 is first to 3, or a draw at 2 – 2\.$/],
      [[-1, 3], {}, /negative/],
      [[1, 1], { platform: { bracket: () => value(knockout) } }, /^Is a draw right\? A knockout/],
      [
        [1, 1],
        {
          match: duel(),
          platform: {
            bracket: () => value({ rounds: [{ section: 'main', matches: [duel()] }] }),
            tournament: () => value({ id: 't1', format: 'single_elimination' }),
          },
        },
        /knockout/,
      ],
    ];
    for (const [[first, second], given, says] of cases) {
      const on = world(given);
      const shown = await on.ask(report(first, second));
      expect(shown.flags).toBe(64);
      expect(wordsOf(shown)).toMatch(says);
      expect(labelsOf(shown)).toEqual(first < 0 ? ['Change score'] : ['Change score', 'Report anyway']);
      expect(await formBehind(on, shown, 'Change score')).toEqual([String(first), String(second)]);
      const typed = await on.ask(submit('score:ask:m1', { first: String(first), second: String(second) }));
      expect(wordsOf(typed)).toMatch(says);
    }
  });

  it('is asked about with "Report anyway", and reported with Confirm', async () => {
    const reported: unknown[] = [];
    const match = duel({ bestOf: 5 });
    const on = world({
      match,
      reportScore: async (_id, scores) => {
        reported.push(scores);
        return { outcome: 'done', now: duel({ phase: 'finished' }, [7, 2]) };
      },
    });
    const doubt = await on.ask(report(7, 2));
    const [question, ...more] = await on.all(press(buttonOf(doubt, 'Report anyway'), { ephemeral: true }));
    expect(more).toEqual([]);
    expect(messageText(question!)).toMatchInlineSnapshot(`
      | # Report this score?
      | **Ana** 7 – 2 **Bruno**
      |
      | Cup
      |
      | **Ana** wins 7–2. Right?
      [Confirm] [Swap] [Cancel]
    `);
    expect(reported).toEqual([]);
    await on.all(press(buttonOf(question!, 'Confirm'), { ephemeral: true }));
    expect(reported).toEqual([{ player1: 7, player2: 2 }]);
  });

  it('a negative one is refused, even from a button', async () => {
    const shown = await world().ask(press('score:anyway:m1:-1:3', { ephemeral: true }));
    expect(wordsOf(shown)).toMatch(/negative/);
    expect(labelsOf(shown)).toEqual(['Change score']);
  });

  it('fault after fault edits one message, which becomes the question', async () => {
    const on = world({ match: duel({ bestOf: 5 }) });
    const first = await on.ask(submit('score:ask:m1', { first: 'x', second: '0' }));
    expect(buttonOf(first, 'Change score')).toMatch(/^score:formAgain:m1/);
    for (const [typed, says] of [
      [['7', '2'], /7 – 2/],
      [['-1', '3'], /negative/],
      [['y', '3'], /whole number/],
      [['', ''], /Choose a result/],
      [['3', '1'], /wins 3–1/],
    ] as const) {
      const raw = submit('score:askAgain:m1', { first: typed[0], second: typed[1] }, { ephemeral: true });
      const [shown, ...more] = await on.all(raw);
      expect(wordsOf(shown!)).toMatch(says);
      // An edit of a message sends no flags.
      expect([shown?.flags, more], says.source).toEqual([undefined, []]);
    }
  });

  it('is left to the platform if the records are incomplete', async () => {
    const down = () => Promise.reject(failing('unavailable'));
    const { tournament: _none, ...alone } = duel();
    const cases: ScoreSetup[] = [
      {},
      { platform: { bracket: down, tournament: down } },
      { platform: { bracket: () => value(knockout), match: () => value({ ...alone }) } },
      { platform: { tournament: () => value({ id: 't1', format: 'round_robin' }) } },
    ];
    for (const given of cases) expect(labelsOf(await world(given).ask(report(1, 1)))).toContain('Confirm');
  });

  it('reads no bracket unless it is a draw', async () => {
    const unread = () => Promise.reject(new Error('read'));
    let reads = 0;
    const bracket = () => {
      reads++;
      return unread();
    };
    await world({ platform: { bracket } }).ask(report(3, 1));
    expect(reads).toBe(0);
  });
});

const TWO_WAYS = "The result you chose isn't the score you entered. Choose a result, or enter both scores.";

describe('the form of a match with a known best-of', () => {
  const bestOf3 = duel({ phase: 'open', bestOf: 3 });
  const formOf = async (on: World, label: string) =>
    on.ask(press(buttonOf(await on.ask(slash('match', { match: 'm1' })), label), { ephemeral: true }));

  it('has a menu of the results that it allows, beside two numbers', async () => {
    const form = await formOf(world({ match: bestOf3 }), 'Report score');
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Report a score)
      Result: [] – Choose a result here, or enter both scores below. One of the two is enough. – optional
        ○ Ana 2–0
        ○ Ana 2–1
        ○ Bruno 2–0
        ○ Bruno 2–1
      Or both scores: Ana: [] – hint: 0 – optional
      Bruno: [] – hint: 0 – optional
    `);
    const unknown = await formOf(world({ match: duel({ phase: 'open' }) }), 'Report score');
    expect(messageText(unknown)).toMatchInlineSnapshot(`
      (form: Report a score)
      Ana: [] – hint: 0
      Bruno: [] – hint: 0
    `);
  });

  it('takes a choice or two numbers, and refuses what contradicts', async () => {
    const on = world({ match: bestOf3 });
    const cases: [Record<string, string>, string][] = [
      [{ result: '1-2', first: '', second: '' }, '**Ana** 1 – 2 **Bruno**'],
      [{ result: '1-2', first: '1', second: '2' }, '**Ana** 1 – 2 **Bruno**'],
      [{ result: '1-2', first: '2', second: '0' }, TWO_WAYS],
      [{ first: '2', second: '0' }, '**Ana** 2 – 0 **Bruno**'],
      [{ result: '1-2', first: '2', second: '' }, TWO_WAYS],
      [{ result: '', first: '2', second: '' }, 'Choose a result, or enter both scores.'],
      [{ result: '', first: '', second: '' }, 'Choose a result, or enter both scores.'],
    ];
    for (const [fields, says] of cases)
      expect(wordsOf(await on.ask(submit('score:ask:m1', fields))), JSON.stringify(fields)).toContain(says);
  });

  it('opens with the current score, which counts less than a choice', async () => {
    const on = world({ match: duel({ phase: 'finished', winner: 1, bestOf: 3 }, [2, 1]) });
    const form = await formOf(on, 'Fix score');
    expect(typedIn(form)).toEqual(['2', '1']);
    const { custom_id: id } = form as unknown as { custom_id: string };
    const typed = { first: '2', second: '1' };
    const cases: [Record<string, string>, string][] = [
      [{ ...typed, result: '1-2' }, '**Ana** 1 – 2 **Bruno**'],
      [{ ...typed, second: '0', result: '1-2' }, TWO_WAYS],
      [{ ...typed, second: '0', result: '' }, '**Ana** 2 – 0 **Bruno**'],
      [{ ...typed, result: '' }, 'This score stands already: Ana wins 2–1.'],
    ];
    for (const [fields, says] of cases)
      expect(wordsOf(await on.ask(submit(id, fields))), JSON.stringify(fields)).toContain(says);
  });

  it('keeps the names rather than the menu if there is room for only one', async () => {
    const on = world({ match: duel({ id: 'x'.repeat(58), bestOf: 3 }) });
    expect(inputsOf(await formOf(on, 'Report score')).map(({ label }) => label)).toEqual(['Ana', 'Bruno']);
  });
});

it('a score may have wide digits, as a Japanese keyboard types them', async () => {
  const shown = await world().ask(submit('score:ask:m1', { first: '３', second: '１' }));
  expect(wordsOf(shown)).toContain('**Ana** 3 – 1 **Bruno**');
});

describe('a score that came to nothing', () => {
  it('that is not a number leads to the form with the input and both names', async () => {
    const on = world();
    const shown = await on.ask(submit('score:ask:m1', { first: ' 3: ', second: 'one' }));
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      “3:” isn't a whole number. Enter one for each player.
      [Change score]
    `);
    const form = await on.ask(press(buttonOf(shown, 'Change score')));
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Report a score)
      Ana: [3:] – hint: 0
      Bruno: [one] – hint: 0
    `);
  });

  it('that is not a number does so during an outage of the platform', async () => {
    const on = world({ platform: { match: () => Promise.reject(failing('unavailable')) } });
    const shown = await on.ask(submit('score:ask:m1', { first: 'x', second: '2' }));
    expect(await formBehind(on, shown, 'Change score')).toEqual(['x', '2']);
  });

  it('can be retried with the same score after an outage of the platform', async () => {
    let isDown = true;
    const match = () => (isDown ? Promise.reject(failing('unavailable')) : value(duel()));
    const on = world({ platform: { match } });
    for (const raw of [
      submit('score:ask:m1', { first: '3', second: '1' }),
      report(3, 1),
      press('score:pick:3:1', { values: ['m1'], ephemeral: true }),
    ]) {
      isDown = true;
      const shown = (await on.all(raw)).at(-1)!;
      expect(wordsOf(shown)).toMatch(/isn't responding/);
      const [label, id] = raw.type === 2 ? ['Try again', CALL] : ['Report again', 'score:again:m1:3:1'];
      const again = press(buttonOf(shown, label), { ephemeral: true });
      const still = (await on.all(again)).at(-1)!;
      expect(buttonOf(still, label)).toBe(id);
      isDown = false;
      expect(wordsOf(await on.ask(again))).toContain('**Ana** 3 – 1 **Bruno**');
    }
  });

  it('can be retried with the same score after an outage of the store', async () => {
    let isDown = true;
    const linked = world().services.accounts;
    const accounts = {
      ...linked,
      find: (id: string) => (isDown ? Promise.reject(new StoreError('down')) : linked.find(id)),
    };
    const on = world({ services: { accounts } });
    for (const raw of [
      submit('score:ask:m1', { first: '3', second: '1' }),
      press('score:pick:3:1', { values: ['m1'], ephemeral: true }),
      press('score:again:m1:3:1', { ephemeral: true }),
    ]) {
      isDown = true;
      const shown = (await on.all(raw)).at(-1)!;
      expect(wordsOf(shown)).toMatch(/My database isn't responding/);
      isDown = false;
      const again = await on.ask(press(buttonOf(shown, 'Report again'), { ephemeral: true }));
      expect(wordsOf(again)).toContain('**Ana** 3 – 1 **Bruno**');
    }
  });

  it('that the platform refuses leads to the form with it', async () => {
    const on = world({
      reportScore: () =>
        Promise.resolve({ outcome: 'refused', failure: failing('invalid', 'no draws here') }),
    });
    const question = await on.ask(report(2, 2));
    const [said] = await on.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(messageText(said!)).toMatchInlineSnapshot(`
      Your score wasn't reported.
      Playhouse says: no draws here
      [Change score]
    `);
    expect(await formBehind(on, said!, 'Change score')).toEqual(['2', '2']);
  });

  it('with a lost response names the outage, and leads to the match and to a retry', async () => {
    const on = world({
      reportScore: () => Promise.resolve({ outcome: 'unknown', failure: failing('unavailable') }),
    });
    const question = await on.ask(report(3, 1));
    const [said] = await on.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    expect(messageText(said!)).toMatchInlineSnapshot(`
      Playhouse isn't responding, so I'm not sure your score was reported. Check the match before trying again.
      [Match] [Report again]
    `);
    expect(buttonOf(said!, 'Match')).toBe('match:run:match=m1');
    const again = await on.ask(press(buttonOf(said!, 'Report again'), { ephemeral: true }));
    expect(wordsOf(again)).toContain('**Ana** wins 3–1');
  });

  it('on a button of an earlier version says that it expired', async () => {
    const shown = await world().ask(press('score:again:ticket1', { ephemeral: true }));
    expect(wordsOf(shown)).toMatch(/expired/);
  });
});

describe("another player's match", () => {
  const MANAGER = { permissions: String(1n << 5n) };
  const direct = ({ guild_id: _server, ...raw }: ReturnType<typeof report>) => raw;
  const given = { match: others(), own: [] };

  it('is not confirmed like one’s own', async () => {
    expect(messageText(await world(given).ask(report(3, 1)))).toMatchInlineSnapshot(`
      (private)
      You don't play in this match. Its players and this server's organizers report its score.
      | # Report this score?
      | **Chloé** 3 – 1 **Dmitri**
      |
      | Cup
      |
      | **Chloé** wins 3–1. Right?
      [Report anyway] [Swap] [Cancel]
    `);
    const form = await world(given).ask(slash('score', { match: 'm1' }));
    expect(messageText(form)).toMatchInlineSnapshot(`
      (private)
      You don't play in this match. Its players and this server's organizers report its score.
      | # Chloé vs Dmitri
      | Cup
      [Enter score]
    `);
  });

  it('can be reported if the platform allows it', async () => {
    const sent: unknown[] = [];
    const on = world({
      ...given,
      reportScore: (matchId, scores) => {
        sent.push([matchId, scores]);
        return Promise.resolve({ outcome: 'refused', failure: failing('forbidden', 'players only') });
      },
    });
    const question = await on.ask(report(3, 1));
    const swapped = await on.ask(press(buttonOf(question, 'Swap'), { ephemeral: true }));
    expect(wordsOf(swapped)).toContain("don't play in this match");
    const [said] = await on.all(press(buttonOf(swapped, 'Report anyway'), { ephemeral: true }));
    expect(wordsOf(said!)).toContain('players only');
    expect(sent).toEqual([['m1', { player1: 1, player2: 3 }]]);
  });

  it('on a public button is refused before the form opens', async () => {
    const call = (match: Match) =>
      buttonIn(
        callPost({ match, tournament: { id: 't1' }, members: [undefined, undefined], now: 0 }, english),
      );
    const shared = async (match: Match): Promise<string[]> => [
      call(match),
      buttonOf(await world({ match }).ask(slash('match', { match: 'm1' })), 'Report score'),
    ];
    for (const id of await shared(others())) {
      const shown = await world(given).ask(press(id, { ownerId: '999' }));
      expect(shown.flags).toBe(64);
      expect(wordsOf(shown)).toBe(
        "You don't play in this match. Its players and this server's organizers report its score.",
      );
      expect(componentsOf(shown)).toEqual([]);
      const organizer = await world(given).ask(press(id, { ownerId: '999', ...MANAGER }));
      expect(wordsOf(organizer)).toContain('You report it as an organizer');
      expect(await formBehind(world(given), organizer, 'Enter score')).toEqual([undefined, undefined]);
      // A platform may name teams: the history has the match.
      const teammate = await world({ match: others(), own: [others()] }).ask(press(id, { ownerId: '999' }));
      expect(await formBehind(world(given), teammate, 'Enter score')).toEqual([undefined, undefined]);
    }
    const unnamed = others({ sides: [{ player: { name: 'Chloé' } }, { player: { id: 'u9' } }] });
    for (const id of [...(await shared(duel())), ...(await shared(unnamed)), 'score:form:m1:Chloé:Dmitri'])
      expect(typedIn(await world(given).ask(press(id, { ownerId: '999' })))).toEqual([undefined, undefined]);
  });

  it('can be confirmed by organizers, with a note that it is not theirs', async () => {
    const roles = fakeGuilds({ organizerRoleId: '77' });
    for (const [who, guilds] of [
      [MANAGER, fakeGuilds()],
      [{ roles: ['77'] }, roles],
    ] as const) {
      const raw = slash('score', { match: 'm1', player1_score: 3, player2_score: 1 }, who);
      const question = await world({ ...given, services: { guilds } }).ask(raw);
      expect(wordsOf(question)).toMatch(/You report it as an organizer/);
      expect(labelsOf(question)).toContain('Confirm');
    }
  });

  it('is refused outside servers', async () => {
    const brought = { ...report(3, 1), authorizing_integration_owners: { '1': '501' } };
    for (const raw of [direct(report(3, 1)), brought]) {
      const shown = await world(given).ask(raw);
      expect(wordsOf(shown)).toMatch(/don't play in this match.*\/score in your server/);
      expect(componentsOf(shown)).toEqual([]);
    }
    expect(labelsOf(await world().ask(direct(report(3, 1))))).toContain('Confirm');
  });

  it('does not apply if the records are incomplete or the history has the match', async () => {
    const unnamed = duel({ sides: [{ player: { name: 'Chloé' } }, { player: { id: 'u9' } }] });
    const cases: ScoreSetup[] = [
      { match: unnamed, own: [] },
      { match: others(), own: [others()] },
      { match: others(), platform: { userMatches: () => Promise.reject(failing('unavailable')) } },
    ];
    for (const one of cases) {
      const question = await world(one).ask(report(3, 1));
      expect(wordsOf(question)).not.toContain("don't play");
      expect(labelsOf(question)).toContain('Confirm');
    }
  });
});

describe('the question', () => {
  it('shows the meaning of the score, winner first', async () => {
    const asks = async (first: number, second: number) => wordsOf(await world().ask(report(first, second)));
    expect(await asks(3, 1)).toMatch(/\*\*Ana\*\* wins 3–1\. Right\?$/);
    expect(await asks(1, 3)).toMatch(/\*\*Bruno\*\* wins 3–1\. Right\?$/);
    expect(await asks(2, 2)).toMatch(/It's a 2–2 draw\. Right\?$/);
  });
});

describe('the receipt', () => {
  it('bolds only the winner', async () => {
    const scores: [number, number][] = [
      [3, 1],
      [1, 3],
      [2, 2],
    ];
    const receipts = scores.map(async ([first, second]) => {
      const on = world({
        reportScore: () =>
          Promise.resolve({ outcome: 'done', now: duel({ phase: 'finished' }, [first, second]) }),
      });
      const question = await on.ask(report(first, second));
      const [done] = await on.all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
      return plainSpaces(done!.embeds[0]?.description ?? '').split('\n')[0];
    });
    expect(await Promise.all(receipts)).toEqual([
      '**Ana** 3 – 1 Bruno',
      'Ana 1 – 3 **Bruno**',
      '**Ana** 2 – 2 **Bruno**',
    ]);
  });
});

it('a refused score is explained by what the match shows by then, in the reader’s language', async () => {
  const refused = async (given: Partial<Match>, locale = 'en-US') => {
    let match = duel();
    const member = world({
      reportScore: () => {
        match = duel(given);
        return Promise.resolve({ outcome: 'refused', failure: failing('conflict', 'no') });
      },
      platform: { match: () => value(match), userMatches: () => value([match]) },
    });
    const question = await member.ask({ ...report(3, 1), locale });
    const confirm = componentsOf(question)[0] as { custom_id: string };
    return wordsOf(await member.ask({ ...press(confirm.custom_id, { ephemeral: true }), locale }));
  };
  const bye = { sides: [{ player: { id: 'u1', name: 'Ana' } }, { bye: true }] } as Partial<Match>;
  const open = { sides: [{ player: { id: 'u1', name: 'Ana' } }, {}] } as Partial<Match>;
  const said = [];
  for (const locale of ['en-US', 'de'])
    for (const state of [{}, { phase: 'cancelled' as const }, bye, open])
      said.push(await refused(state, locale));
  expect(said.join('\n---\n')).toMatchInlineSnapshot(`
    "Your score wasn't reported.
    Playhouse says: no
    ---
    Your score wasn't reported.
    This match was canceled, so it has no score to report.
    Playhouse says: no
    ---
    Your score wasn't reported.
    This match is a bye, so it has no score to report.
    Playhouse says: no
    ---
    Your score wasn't reported.
    This match doesn't have both players yet. Report its score once it does.
    Playhouse says: no
    ---
    Dein Ergebnis wurde nicht gemeldet.
    Playhouse sagt: no
    ---
    Dein Ergebnis wurde nicht gemeldet.
    Dieses Match wurde abgesagt, also gibt es kein Ergebnis zu melden.
    Playhouse sagt: no
    ---
    Dein Ergebnis wurde nicht gemeldet.
    Dieses Match ist ein Freilos, also gibt es kein Ergebnis zu melden.
    Playhouse sagt: no
    ---
    Dein Ergebnis wurde nicht gemeldet.
    Bei diesem Match stehen noch nicht beide Spieler fest. Melde das Ergebnis, sobald es so weit ist.
    Playhouse sagt: no"
  `);
});
