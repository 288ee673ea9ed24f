import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/errors.ts';
import { CALLER, EPHEMERAL, firstOf, hiddenWorld } from '../support/hidden-world.ts';
import { press, slash, submit } from '../support/interactions.ts';

const [REPLY, DEFER, DEFER_UPDATE, UPDATE] = [4, 5, 6, 7];
const MARKS = /◂ |You: |<@\d+>: |My path|(?:You're|is) registered/;
const cup = { tournament: 't1' };

/** Answers about others, in which the caller may be marked. */
const marking: Record<string, object> = {
  '/leaderboard': slash('leaderboard'),
  '/leaderboard of a region': slash('leaderboard', { region: 'ha-noi' }),
  'a page of a leaderboard': press('leaderboard:page:1:::'),
  'a page by its number': submit('leaderboard:to:::', { page: '1' }),
  'another page of a leaderboard': press('leaderboard:page:2:::'),
  '/bracket': slash('bracket', cup),
  'a round of a bracket': press('bracket:window:t1', { values: ['round:1'] }),
  'a page of a round': press('bracket:page:0:0:t1'),
  "another player's path": submit('bracket:player:t1', { player: 'Name u3' }),
  '/tournaments': slash('tournaments'),
  'a page of tournaments': press('tournaments:page:1:all:'),
};

describe('a caller who may not be named', () => {
  it.each(Object.entries(marking))('is not marked in public: %s', async (_, raw) => {
    const hidden = await hiddenWorld();
    const hiddenAnswers = await hidden.ask(raw);
    expect(hiddenAnswers).toHaveLength(1);
    expect(firstOf(hiddenAnswers).isPublic).toBe(true);
    expect(JSON.stringify(hiddenAnswers)).not.toMatch(MARKS);
    expect(hidden.drawn.map(({ playerId }) => playerId)).not.toContain('u1');

    const visibleAnswers = await (await hiddenWorld({ hides: false })).ask(raw);
    expect(firstOf(visibleAnswers).type).toBe(firstOf(hiddenAnswers).type);
    expect(JSON.stringify(visibleAnswers)).toMatch(MARKS);
  });

  it.each(Object.entries(marking))('is marked in private, as ever: %s', async (_, raw) => {
    const elsewhere = await hiddenWorld({ settings: { publicChannelIds: ['801'] } });
    const pressed = 'message' in raw;
    const others = pressed
      ? { ...raw, message: { ...(raw.message as object), interaction_metadata: { user: { id: '999' } } } }
      : raw;
    const answers = await elsewhere.ask(others);
    expect(firstOf(answers)).toEqual({ type: REPLY, isPublic: false });
    expect(JSON.stringify(answers)).toMatch(MARKS);
  });

  it('is marked only in private replies', async () => {
    const { ask } = await hiddenWorld();
    const { guild_id: _server, ...direct } = slash('leaderboard');
    expect(JSON.stringify(await ask({ ...direct, context: 1 }))).toMatch(MARKS);
    const brought = { authorizing_integration_owners: { '1': CALLER } };
    for (const place of [
      { ...direct, context: 2 },
      { ...slash('leaderboard'), ...brought },
    ])
      expect(JSON.stringify(await ask(place))).not.toMatch(MARKS);
    const visibleWorld = await hiddenWorld({ hides: false });
    expect(JSON.stringify(await visibleWorld.ask({ ...slash('leaderboard'), ...brought }))).toMatch(MARKS);
  });

  it('is not on the server’s leaderboard', async () => {
    const scope = { scope: 'this-server' };
    expect(JSON.stringify(await (await hiddenWorld()).ask(slash('leaderboard', scope)))).not.toContain(
      'Name u1',
    );
    const text = JSON.stringify(await (await hiddenWorld({ hides: false })).ask(slash('leaderboard', scope)));
    expect(text).toMatch(/Name u1[^]*◂ <@/);
  });

  it('is not marked while the store fails', async () => {
    const { ask, memory } = await hiddenWorld({ hides: false });
    memory.control.before = async (call) => {
      if (/^(?:members|rosters|absent)\./.test(call)) throw new StoreError('down');
    };
    for (const options of [{}, { scope: 'this-server' }])
      expect(JSON.stringify(await ask(slash('leaderboard', options)))).not.toMatch(MARKS);
  });
});

/** Answers about the caller. */
const about: Record<string, [raw: object, shows: RegExp]> = {
  '/rank': [slash('rank'), /Name u1/],
  '/rank of oneself as a member': [slash('rank', { player: CALLER }), /Name u1/],
  '/rank of oneself by the id': [slash('rank', { id: 'u1' }), /Name u1/],
  '/matches': [slash('matches'), /matches: Name u1/],
  '/matches of oneself by the id': [slash('matches', { id: 'u1' }), /matches: Name u1/],
  'another page of them': [press('matches:page:2:u1::'), /matches: Name u1/],
  'one opponent of them': [press('matches:against:u1::', { values: ['v1'] }), /matches: Name u1/],
  'My rank': [press('leaderboard:mine:::'), /◂ (?:you|<@)/],
  'My path': [press('bracket:mine:t1'), /Name u1's path/],
};

describe('a reply about a caller who may not be named', () => {
  it.each(Object.entries(about))('is for them alone, and turns no message: %s', async (_, [raw, shows]) => {
    const hidden = await hiddenWorld();
    const hiddenAnswers = await hidden.ask(raw);
    expect(hiddenAnswers).toHaveLength(1);
    expect(firstOf(hiddenAnswers)).toEqual({ type: REPLY, isPublic: false });
    expect(JSON.stringify(hiddenAnswers)).toMatch(shows);

    const visibleAnswers = await (await hiddenWorld({ hides: false })).ask(raw);
    expect(firstOf(visibleAnswers)).toEqual({ type: 'message' in raw ? UPDATE : REPLY, isPublic: true });
    expect(JSON.stringify(visibleAnswers)).toMatch(shows);
  });

  it.each(Object.entries(about))('is so as well where it takes long: %s', async (_, [raw, shows]) => {
    const ways: Record<string, object> = {};
    const flags: unknown[] = [];
    for (const slow of ['platform', 'naming'] as const) {
      const { ask } = await hiddenWorld({ slow });
      const answers = await ask(raw);
      const last = answers.at(-1);
      flags.push(last && 'message' in last ? last.message.body.flags : undefined);
      expect(JSON.stringify(answers.slice(0, -1))).not.toMatch(shows);
      expect(JSON.stringify(last)).toMatch(shows);
      ways[slow] = { ...firstOf(answers), routes: answers.slice(1).map(({ route }) => route) };
    }
    expect(ways).toEqual({
      // It is known before the deferral, which is private then.
      platform: { type: DEFER, isPublic: false, routes: ['edit'] },
      naming:
        'message' in raw
          ? { type: DEFER_UPDATE, isPublic: true, routes: ['follow-up'] }
          : { type: DEFER, isPublic: true, routes: ['delete', 'follow-up'] },
    });
    expect(flags).toEqual([undefined, EPHEMERAL]);
  });

  it('about other players stays public', async () => {
    const { ask } = await hiddenWorld();
    for (const raw of [
      slash('rank', { id: 'u2' }),
      slash('matches', { id: 'u2' }),
      press('matches:page:1:u2::'),
      slash('match', { match: 'm9' }),
      slash('tournament', cup),
      slash('tournaments'),
    ])
      expect(firstOf(await ask(raw)).isPublic).toBe(true);
  });

  it('on a private message updates that message', async () => {
    const { ask } = await hiddenWorld();
    for (const [raw, shows] of Object.values(about)) {
      if (!('message' in raw)) continue;
      const answers = await ask({ ...raw, message: { ...(raw.message as object), flags: EPHEMERAL } });
      expect(firstOf(answers).type).toBe(UPDATE);
      expect(JSON.stringify(answers)).toMatch(shows);
    }
  });
});
