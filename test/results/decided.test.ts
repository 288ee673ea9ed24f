import { describe, expect, it } from 'vitest';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const DIRECT = { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': '501' } };
const HOUR = 60 * 60_000;

/** A match that Ana won and reported, and a button of before. */
async function decided(settings: object = {}) {
  const world = resultWorld({ settings });
  await world.replica().report('ana', 3, 1);
  return world;
}

describe('Report score on a match that is over', () => {
  it('opens no form, and says what came out, where it stands, and how to question it', async () => {
    const world = await decided();
    const answer = await world.replica().press('bruno', 'score:form:m1');
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      (private)
      This match is already decided.
      If the score is wrong, press **That's wrong**.
      https://discord.com/channels/700/800/1001
      | # Ana vs Bruno
      | Cup
      | Ana: **3**
      | Bruno: **1**
      | Status: Finished
      [That's wrong]
    `);
    expect(labelsOf(answer)).toEqual(["That's wrong"]);
  });

  it('in a direct message leads to the server where it stands', async () => {
    const world = await decided();
    await world.guilds.follows.add('700', {
      tournamentId: 't1',
      channelId: '800',
      topics: { calls: true, results: true, event: false },
    });
    const answer = await world.replica().press('bruno', 'score:form:m1', undefined, DIRECT);
    expect(messageText(answer.body)).toMatchInlineSnapshot(`
      (private)
      This match is already decided.
      If the score is wrong, say so in the server where it stands:
      https://discord.com/channels/700/800/1001
      | # Ana vs Bruno
      | Cup
      | Ana: **3**
      | Bruno: **1**
      | Status: Finished
    `);
  });

  it('offers the reporter to fix the score', async () => {
    const world = await decided();
    const answer = await world.replica().press('ana', 'score:form:m1');
    expect(labelsOf(answer)).toEqual(['Fix score']);
    const form = await world.replica().press('ana', buttonIn(answer, 'Fix score'));
    const asked = await world.replica().fill('ana', form, { first: '3', second: '2' });
    await world.replica().press('ana', buttonIn(asked, 'Confirm'));
    expect(world.writes.at(-1)).toEqual({ playerId: 'u1', score: '3-2' });
  });

  it('asks for an organizer where both sides agreed, and offers to fix it if no one disputes', async () => {
    const agreed = resultWorld({ settings: { agreement: 'both' } });
    await agreed.replica().report('ana', 3, 1);
    await agreed.replica().report('bruno', 3, 1);
    const asked = await agreed.replica().press('bruno', 'score:form:m1');
    expect(messageText(asked.body).text).toContain('ask an organizer');
    expect(labelsOf(asked)).toEqual([]);
    expect(labelsOf(await agreed.replica().press('olga', 'score:form:m1'))).toEqual(["That's wrong"]);

    const alone = await decided({ agreement: 'platform' });
    const fix = await alone.replica().press('bruno', 'score:form:m1');
    expect(labelsOf(fix)).toEqual(['Fix score']);
    const form = await alone.replica().press('bruno', 'score:formAgain:m1');
    expect(form.body).toHaveProperty('custom_id');
  });

  it('opens the form of Fix score, and one more press later that of a match that is open again', async () => {
    const world = await decided();
    const fix = await world.replica().press('bruno', 'score:form:m1:Ana:Bruno:3:1');
    expect(fix.body).toHaveProperty('custom_id');
    world.reopen();
    const open = await world.replica().press('bruno', 'score:form:m1');
    expect(labelsOf(open)).toEqual(['Enter score']);
    const form = await world.replica().press('bruno', 'score:formAgain:m1');
    expect(form.body).toHaveProperty('custom_id');
  });

  it('opens the form where the store fails', async () => {
    const world = await decided();
    const replica = world.replica();
    replica.services.guilds.resultPosts.isDecided = () => Promise.reject(new Error('down'));
    expect((await replica.press('bruno', 'score:form:m1')).body).toHaveProperty('custom_id');
  });
});

describe('a score that stands', () => {
  it('is not replaced by the same score, for any reporter and policy', async () => {
    for (const agreement of ['at-once', 'both', 'platform'] as const) {
      const world = resultWorld({ settings: { agreement } });
      world.show(3, 1);
      const answer = await world
        .replica()
        .type('bruno', 'score', { match: 'm1', player1_score: 3, player2_score: 1 });
      expect(textOf(answer), agreement).toContain(
        'This score stands already: Ana wins 3–1. There is nothing to report.',
      );
      expect(world.writes, agreement).toEqual([]);
    }
  });

  it('settles a dispute all the same', async () => {
    const world = await decided();
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    world.clock.time += HOUR;
    const answer = await world.replica().report('bruno', 3, 1);
    expect(messageText(answer.body).text).toContain('Both sides agree');
    expect(world.events.at(-1)).toBe('agreed');
  });
});
