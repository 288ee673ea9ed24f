import { expect, it } from 'vitest';
import { directCustomId } from '../../src/message/custom-id.ts';
import type { Match } from '../../src/reading/records.ts';
import { rulingButton } from '../../src/replies/rulings.ts';
import { formArgs, RULING_FORM } from '../../src/replies/score-forms.ts';
import { Report } from '../../src/results/report.ts';
import { sha256 } from '../../src/sha256.ts';
import { createWords } from '../../src/words/words.ts';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf, type ShownMessage } from '../support/shown-message.ts';

const RULE = 'score:rule:m1:::::3:1';
const OPEN = [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }];
const reportOf = (world: ReturnType<typeof resultWorld>) =>
  world.stores.replica().namespace('reports', Report).get(sha256('700:m1'));

/** Olga sends the form of a ruling that she has open. */
const ruleBy = async (world: ReturnType<typeof resultWorld>): Promise<string> => {
  const body = { custom_id: 'score:ruled:m1:3:1' };
  return textOf(await world.replica().fill('olga', { channelId: '', body, files: [] }, { reason: 'Mine.' }));
};

it('who claimed a score rules nowhere in that match, though they unlinked and came back with another account', async () => {
  const world = resultWorld();
  world.link('olga', 'u1');
  await world.replica().report('olga', 3, 1);
  await world.replica().forgetMember('503');
  expect(JSON.stringify(await reportOf(world))).not.toContain('"503"');
  // Who claimed, and who is linked to the other side.
  expect((await reportOf(world))?.marks).toHaveLength(2);
  world.link('olga', 'u3');
  expect(textOf(await world.replica().press('olga', RULE))).toContain('You play in this match');
  expect(await ruleBy(world)).toContain('You play in this match');
  expect(world.writes).toHaveLength(1);
});

it('a player who never claimed rules nowhere in that match, though they unlinked and came back with another account', async () => {
  const world = resultWorld();
  // Olga, who organizes, plays as u1. She reported nothing.
  world.link('olga', 'u1');
  await world.replica().report('bruno', 1, 3);
  await world.replica().forgetMember('503');
  expect(JSON.stringify(await reportOf(world))).not.toContain('"503"');
  world.link('olga', 'u77');
  expect(await ruleBy(world)).toContain('You play in this match');
  expect(world.writes).toHaveLength(1);
});

it('who was refused as a player stays one, though they linked after the report', async () => {
  const world = resultWorld();
  await world.replica().report('bruno', 1, 3);
  for (const playerId of ['u1', 'u77']) {
    world.link('olga', playerId);
    expect(await ruleBy(world), playerId).toContain('You play in this match');
  }
  expect(world.writes).toHaveLength(1);
});

it('a ruling ends once the platform shows the match open again, or another result', async () => {
  for (const score of [undefined, 2]) {
    const world = resultWorld();
    await world.replica().rule('olga', RULE, { reason: 'Seen.' });
    const typed = { match: 'm1', player1_score: 1, player2_score: 3 };
    expect(textOf(await world.replica().type('ana', 'score', typed))).toContain('has ruled');
    if (score === undefined) Object.assign(world.match(), { phase: 'open', winner: undefined, sides: OPEN });
    else world.show(score, 0);
    world.clock.time += 61_000;
    expect(await world.replica().results.find(world.match(), '700')).toBeUndefined();
    expect(textOf(await world.replica().type('ana', 'score', typed))).toContain('Report this score?');
  }
});

it('a ruling whose process was killed while it wrote does not count', async () => {
  const world = resultWorld();
  await new Promise<void>((begun) => {
    world.platform.instead = () => {
      begun();
      return new Promise(() => undefined);
    };
    void world.replica().rule('olga', RULE, { reason: 'Seen.' });
  });
  world.platform.instead = undefined;
  world.clock.time += 61_000;
  expect(textOf(await world.replica().type('bruno', 'match', { match: 'm1' }))).not.toContain('ruled');
  await world.replica().report('bruno', 1, 3);
  expect(world.writes.at(-1)).toEqual({ playerId: 'u2', score: '1-3' });
});

it('the log names who hides by the platform’s name alone', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' }, hidden: ['ana'] });
  await world.replica().report('ana', 3, 1);
  expect(world.lines().join()).toContain('Ana reported');
  expect(world.lines().join()).not.toContain('501');
});

const callOf = (world: ReturnType<typeof resultWorld>): ShownMessage =>
  world.public().find(({ channelId }) => channelId === '803')!;

it('a dispute or ruling that the website ends closes its organizers’ message', async () => {
  const settings = { logChannelId: '803' };
  for (const isRuled of [false, true])
    for (const score of [undefined, 2]) {
      const world = resultWorld({ settings });
      await world.replica().report('ana', 3, 1);
      await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
      if (isRuled)
        await world.replica().rule('olga', buttonIn(callOf(world), 'Rule for Bruno'), { reason: 'Seen.' });
      const standing = textOf(callOf(world));
      world.clock.time += 2 * 60_000;
      await world.replica().deadlines();
      expect(textOf(callOf(world))).toBe(standing);
      if (score === undefined)
        Object.assign(world.match(), { phase: 'open', winner: undefined, sides: OPEN });
      else world.show(score, 0);
      world.clock.time += 11 * 60_000;
      await world.replica().deadlines();
      const shown =
        score === undefined ? 'Playhouse shows this match open again.' : 'Playhouse now shows: Ana wins 2–0';
      expect(textOf(callOf(world))).toContain(shown);
      expect(textOf(callOf(world))).not.toContain('needs you');
      expect(labelsOf(callOf(world))).toEqual([]);
      const closed = textOf(callOf(world));
      world.show(3, 2);
      world.clock.time += 3_600_000;
      await world.replica().deadlines();
      expect(textOf(callOf(world)), 'closed once').toBe(closed);
    }
});

it('a press on a match whose dispute the website ended closes the message of that one', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  world.show(2, 0);
  world.clock.time += 61_000;
  await world.replica().report('ana', 3, 2);
  expect(textOf(callOf(world))).toContain('Playhouse now shows: Ana wins 3–2');
  expect(labelsOf(callOf(world))).toEqual([]);
});

it('a changed ruling is shown in the same message', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  await world.replica().rule('olga', RULE, { reason: 'Seen.' });
  await world.replica().rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen again.' });
  expect(textOf(callOf(world))).toContain('Seen again.');
  expect(world.public().filter(({ channelId }) => channelId === '803')).toHaveLength(1);
});

it('what awaits the organizers is checked less and less often', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  const { deadlines } = world.replica();
  const before = world.platform.reads;
  for (let minute = 0; minute < 29 * 24 * 60; minute += 5) {
    world.clock.time += 5 * 60_000;
    await deadlines();
  }
  expect(world.platform.reads - before).toBeGreaterThan(10);
  expect(world.platform.reads - before).toBeLessThan(25);
});

it('an organizer who plays reads so before a form opens, also without a report', async () => {
  const world = resultWorld({ settings: { organizerRoleId: '77' } });
  const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
  const [side] = world.match().sides;
  const mine = { ...world.match(), sides: [side, { player: { id: 'u3', name: 'Olga' } }] } as Match;
  const idOf = (match: Match) => {
    const { action, args = [] } = rulingButton(match, 'Rule', ['3', '1'], t);
    return directCustomId(action, args) ?? '';
  };
  const told = await world.replica().press('olga', idOf(mine));
  expect(textOf(told)).toContain('You play in this match');
  const form = await world.replica().press('olga', idOf(world.match()));
  expect(form.body).toHaveProperty('custom_id');
  // With a long id, the winner's name comes before the mark.
  const { shortArgs } = formArgs(RULING_FORM, mine, { texts: ['3', '1'] }, t);
  expect(shortArgs[1]?.slice(0, 4)).toEqual(['m1', 'Ana', 'Olga', '']);
});

it('says that who rules needs rights at the platform, where it refuses them', async () => {
  const world = resultWorld();
  world.refuse('Only the two players may report');
  const answer = await world.replica().rule('olga', RULE, { reason: 'Seen.' });
  expect(messageText(answer.body)).toMatchInlineSnapshot(`
    Your ruling wasn't accepted, so nothing changed.
    Playhouse says: Only the two players may report
    You don't play in this match, so your Playhouse account needs organizer rights there. Ask whoever runs Playhouse, or an organizer who has them.
    [Try again]
  `);
  const own = await world.replica().report('ana', 3, 1);
  expect(textOf(own)).not.toContain('rights');
});

it('who played the match before it was drawn anew may rule on it as an organizer', async () => {
  const sides = [{ player: { id: 'u3', name: 'Olga' } }, { player: { id: 'u2', name: 'Bruno' } }];
  const world = resultWorld({ match: { sides: sides as never } });
  await world.replica().report('olga', 3, 1);
  world.redraw();
  const asked = await world
    .replica()
    .type('chris', 'score', { match: 'm1', player1_score: 3, player2_score: 1 });
  await world.replica().press('chris', buttonIn(asked, 'Report anyway'));
  const ways = await world.replica().press('olga', buttonIn(world.public().at(-1)!, "That's wrong"));
  expect(labelsOf(ways)).toEqual(['Other score']);
});

it('an organizer of whom the platform did not say whether they play rules once it shows that they do not', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  world.platform.history = undefined;
  expect(await ruleBy(world)).not.toContain('Ruled');
  expect(world.writes).toHaveLength(1);
  world.platform.history = [];
  await ruleBy(world);
  expect((await reportOf(world))?.state).toBe('ruled');
});
