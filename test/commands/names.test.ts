import { describe, expect, it } from 'vitest';
import type { BracketRequest } from '../../src/pictures/create-pictures.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeMember, fakePlatform } from '../support/fakes.ts';
import { autocomplete, press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });

const between = (first: number, second: number, given: Partial<Match> = {}): Match => ({
  id: `m${first}-${second}`,
  sides: [{ player: { id: `u${first}` } }, { player: { id: `u${second}` } }],
  tournament: { id: 't1' },
  phase: 'open',
  ...given,
});
const withScore = (first: number, second: number): Match => {
  const match = between(1, 2, { phase: 'finished' });
  return {
    ...match,
    sides: [
      { ...match.sides[0], score: first },
      { ...match.sides[1], score: second },
    ],
  };
};

/** A platform whose records hold ids alone, so that each name has to be looked up. */
function world(given: Partial<Platform> = {}) {
  const lookUps: string[] = [];
  const pictureRequests: BracketRequest[] = [];
  const platform = fakePlatform({
    match: () => value(between(1, 2)),
    user(id) {
      lookUps.push(id);
      return value({ id, name: `*Player* ${id.slice(1)}`, elo: 1234 });
    },
    tournament(id) {
      lookUps.push(id);
      return value({ id, name: 'Night _Open_', phase: 'running' as const });
    },
    ...given,
  });
  const reportScore = () => Promise.resolve({ outcome: 'done' as const, now: withScore(3, 1) });
  const account = accountOf('501', { playerId: 'u1', platform: fakeMember({ reportScore }) });
  const pictures = {
    bracket(view: BracketRequest) {
      pictureRequests.push(view);
      return Promise.resolve(undefined);
    },
    takeCard: () => true,
    card: () => Promise.resolve(undefined),
    podium: () => Promise.resolve(undefined),
  };
  const accounts = fakeAccounts({ '501': { state: 'linked', account } });
  const crowd = people({ platform, accounts, pictures });
  return {
    ask: (raw: object) => crowd.ask(raw),
    all: (raw: object) => crowd.all(raw),
    lookUps,
    drawn: pictureRequests,
    platform,
  };
}

describe('where records hold ids alone', () => {
  it('/match names both players and the tournament, escaped', async () => {
    const { ask, lookUps } = world();
    const answer = await ask(slash('match', { match: 'm1-2' }));
    expect(messageText(answer)).toMatchInlineSnapshot(`
      | # \\*Player\\* 1 vs \\*Player\\* 2
      | Night \\_Open\\_
      | \\*Player\\* 1: <@501>
      | Status: Ready to play
      [Report score] [Bracket]
    `);
    expect(lookUps.toSorted()).toEqual(['t1', 'u1', 'u2']);
    const form = await ask(press(buttonOf(answer, 'Report score')));
    expect(JSON.stringify(form)).toMatch(/\*Player\* 1[^]*\*Player\* 2/);
  });

  it('/match shows ids if the platform has no names', async () => {
    const failed = () => Promise.reject(failing('not-found'));
    const { ask } = world({ user: failed, tournament: failed });
    expect(wordsOf(await ask(slash('match', { match: 'm1-2' })))).toMatch(/Player u1 vs Player u2/);
  });

  it('/score names both in the question, the result post and the next buttons', async () => {
    const { ask, all } = world({ userMatches: () => value([between(1, 2), between(3, 1)]) });
    const question = await ask(slash('score', { match: 'm1-2', player1_score: 3, player2_score: 1 }));
    expect(wordsOf(question)).toContain('**\\*Player\\* 1** 3 – 1 **\\*Player\\* 2**');
    const answers = await all(press(buttonOf(question, 'Confirm'), { ephemeral: true }));
    const [done] = answers;
    expect(wordsOf(done!)).toContain('**\\*Player\\* 1** 3 – 1 \\*Player\\* 2\n');
    expect(componentsOf(done!).map(({ label }) => label)).toContain('Next: *Player* 3');
    expect(wordsOf(answers.at(-1)!)).toMatch(/^\*\*\\\*Player\\\* 1\*\* 3 – 1 \\\*Player\\\* 2/);
  });

  it('/score names the open matches to choose from', async () => {
    const { ask, lookUps } = world({
      userMatches: () => value([between(8, 9, { phase: 'finished' }), between(1, 2), between(3, 1)]),
    });
    const choice = componentsOf(await ask(slash('score')))[0];
    expect(choice?.options?.map(({ label, description }) => [label, description])).toEqual([
      ['*Player* 1 vs *Player* 2', 'Night _Open_'],
      ['*Player* 3 vs *Player* 1', 'Night _Open_'],
    ]);
    expect(lookUps.toSorted()).toEqual(['t1', 'u1', 'u2', 'u3']);
    const form = await ask(press('score:enter', { values: [choice?.options?.[0]?.value ?? ''] }));
    expect(JSON.stringify(form)).toContain('*Player* 2');
  });

  it('/matches names those on its page first, then those to choose from', async () => {
    const history = Array.from({ length: 20 }, (_, at) => between(1, at + 2, { phase: 'finished' }));
    const { ask, lookUps } = world({ userMatches: () => value(history) });
    const first = await ask(slash('matches'));
    expect(wordsOf(first)).not.toMatch(/Player u\d/);
    // The player's own record is read for the title as well.
    expect(new Set(lookUps).size).toBe(12);
    const next = buttonOf(first, 'Next ›');
    const page = await ask(press(next));
    expect(wordsOf(page)).not.toMatch(/Player u\d/);
    const select = componentsOf(page).find((one) => one.custom_id?.startsWith('matches:against'));
    expect(select?.options?.slice(1, 12).map(({ label }) => label)).toEqual(
      Array.from({ length: 11 }, (_, at) => `*Player* ${at + 2}`),
    );
    const fresh = world({ userMatches: () => value(history) });
    await fresh.ask(press(next));
    expect(fresh.lookUps).toEqual(expect.arrayContaining(['u8', 'u9', 'u10', 'u11', 'u12', 'u13']));
  });

  it('/next names the opponents it lists, and tournaments that the list names by ids alone', async () => {
    const tournaments = () => value([{ id: 't5', phase: 'upcoming' as const, entrantIds: ['u1'] }]);
    const pending = Array.from({ length: 9 }, (_, at) => between(1, at + 2));
    const { ask, lookUps } = world({ userMatches: () => value(pending), tournaments });
    const answer = await ask(slash('next'));
    expect(wordsOf(answer)).toMatch(/\*\*\\\*Player\\\* 2\*\*[^]*Night \\_Open\\_/);
    expect(wordsOf(answer)).not.toMatch(/Player u\d|Tournament t5/);
    expect(lookUps.toSorted()).toEqual(['t1', 't5', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7']);
  });

  it('/tournaments and /leaderboard name those on their page', async () => {
    const { ask, lookUps } = world({
      tournaments: () => value(Array.from({ length: 8 }, (_, at) => ({ id: `t${at + 1}` }))),
      rankings: () =>
        value(Array.from({ length: 12 }, (_, at) => ({ place: at + 1, player: { id: `u${at + 1}` } }))),
      userRank: () => value({}),
    });
    expect(wordsOf(await ask(slash('tournaments')))).toContain('Night \\_Open\\_');
    expect(lookUps).toEqual(['t1', 't2', 't3', 't4', 't5', 't6']);
    expect(wordsOf(await ask(slash('leaderboard')))).toContain('\\*Player\\* 10');
    expect(lookUps).toHaveLength(16);
  });

  it('/rank looks up no names for its form', async () => {
    const { ask, lookUps } = world({
      userMatches: () => value([between(1, 2), between(1, 3)]),
      userRank: () => value({}),
    });
    await ask(slash('rank'));
    expect(lookUps).toEqual(['u1']);
  });
});

describe('/bracket where matches hold ids alone', () => {
  const round = (from: number, count: number, phase: Match['phase']) =>
    Array.from({ length: count }, (_, at) =>
      between(from + at * 2, from + at * 2 + 1, phase === undefined ? {} : { phase }),
    );
  const bracket: Bracket = {
    rounds: [
      {
        section: 'main',
        number: 1,
        matches: [...round(1, 12, 'finished'), ...round(25, 2, 'running'), ...round(29, 2, 'open')],
      },
      {
        section: 'main',
        number: 2,
        matches: Array.from({ length: 8 }, (_, at) => ({ id: `n${at}`, sides: [{}, {}] })),
      },
    ],
  };
  const readBracket = () => value(bracket);
  const idsIn = (shown: Parameters<typeof wordsOf>[0]) => wordsOf(shown).match(/Player u\d+/g) ?? [];

  it('names current matches first, in text and picture', async () => {
    const { ask, lookUps, drawn } = world({ bracket: readBracket });
    const answer = await ask(slash('bracket', { tournament: 't1' }));
    expect(idsIn(answer)).toEqual([]);
    const inOrder = [25, 26, 27, 28, 29, 30, 31, 32].map((id) => `u${id}`);
    expect(lookUps.filter((id) => id.startsWith('u'))).toEqual(inOrder);
    const [match] = drawn[0]?.bracket.rounds[0]?.matches.slice(12) ?? [];
    expect(match?.sides.map(({ player }) => player?.name)).toEqual(['*Player* 25', '*Player* 26']);
  });

  it('names twelve players of a round, and the next twelve when it is opened again', async () => {
    const { ask, lookUps } = world({ bracket: readBracket });
    const look = () => ask(press('bracket:window:t1', { values: ['round:0'] }));
    expect(idsIn(await look())).toHaveLength(4);
    expect(idsIn(await look())).toEqual([]);
    expect(lookUps.filter((id) => id.startsWith('u'))).toHaveLength(16);
  });

  it('in the whole bracket, names the matches of the text before those of the picture', async () => {
    const { ask, lookUps } = world({ bracket: readBracket });
    await ask(press('bracket:window:t1', { values: ['whole'] }));
    const inOrder = [25, 26, 27, 28, 29, 30, 31, 32].map((id) => `u${id}`);
    expect(lookUps.filter((id) => id.startsWith('u'))).toEqual(inOrder);
  });

  it('finds a player by a cached name without look-ups', async () => {
    const { ask, platform, lookUps } = world({ bracket: readBracket });
    platform.names.note('player', { id: 'u7', name: 'Bảo' });
    const answer = await ask(submit('bracket:player:t1', { player: 'bao' }));
    expect(wordsOf(answer)).toContain('Bảo');
    expect(lookUps.filter((id) => id.startsWith('u'))).toEqual(['u8']);
  });

  it('suggestions show cached names without look-ups', async () => {
    const { ask, platform, lookUps } = world({
      bracket: readBracket,
      tournaments: () => value([{ id: 't1', name: 'Cup', phase: 'running' as const }]),
    });
    platform.names.note('player', { id: 'u25', name: 'Bảo' });
    const { choices } = await ask(autocomplete('match', 'match', { match: 'bao' }));
    expect(choices?.map(({ name }) => name)).toEqual([expect.stringContaining('Bảo vs Player u26')]);
    expect(lookUps).toEqual([]);
  });
});
