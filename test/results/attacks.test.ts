import { describe, expect, it } from 'vitest';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const BOTH = { agreement: 'both' } as const;

describe('a third person', () => {
  it('whose history cannot be read is no player of a match that names others', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    world.platform.history = undefined;
    await world
      .replica()
      .report('chris', 0, 3)
      .catch(() => undefined);
    await world.replica().dispute('chris', 'score:wrong:m1', 0, 3);
    await world.replica().press('chris', 'score:agree:m1');
    expect(world.events).toEqual(['proposed']);
    await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
  });
});

describe('a player', () => {
  it('confirms the score that the button was shown with, and no other', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 1, 3);
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    await world.replica().report('ana', 3, 1);
    const answer = await world.replica().press('bruno', buttonIn(shown, 'Confirm'));
    expect(world.writes).toEqual([]);
    expect(textOf(answer)).toContain('3–1');
    await world.replica().press('bruno', buttonIn(answer, 'Confirm'));
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
  });

  it('overwrites no result that came after their question', async () => {
    const world = resultWorld();
    const question = await world
      .replica()
      .type('ana', 'score', { match: 'm1', player1_score: 3, player2_score: 1 });
    await world.replica().report('bruno', 1, 3);
    const answer = await world.replica().press('ana', buttonIn(question, 'Confirm'));
    expect(textOf(answer)).toContain('shows: Bruno wins 3–1');
    expect(world.writes).toEqual([{ playerId: 'u2', score: '1-3' }]);
  });

  it('agrees to no score without a report', async () => {
    const world = resultWorld();
    world.show(3, 1);
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    await world.replica().press('bruno', 'score:agree:m1');
    expect(world.events).toEqual(['disputed']);
  });

  it('of two who both doubt what the website shows, each keeps their word', async () => {
    const world = resultWorld();
    world.show(3, 1);
    await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
    await world.replica().dispute('ana', 'score:wrong:m1', 3, 2);
    expect(textOf(world.public()[0]!)).toContain('Ana says: Ana wins 3–2\nBruno says: Bruno wins 3–1');
  });

  it('who gives in to the other claim confirms it, under the name of who made it', async () => {
    const world = resultWorld();
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
    await world.replica().report('ana', 1, 3);
    expect(world.writes.at(-1)).toEqual({ playerId: 'u1', score: '1-3' });
    expect(textOf(world.public()[0]!)).toContain('<@502> · confirmed by <@501>');
  });

  it('whose report was dropped can report the match again', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const ways = await world.replica().press('olga', buttonIn(world.public()[0]!, 'Confirm'));
    await world.replica().rule('olga', buttonIn(ways, 'Leave as it is'), { reason: 'Not played yet.' });
    await world.replica().report('bruno', 1, 3);
    expect(world.events).toEqual(['proposed', 'left', 'proposed']);
    expect(labelsOf(world.public()[0]!)).toContain('Confirm');
  });
});

it('organizers are not notified of a confirmation that was refused for its rate', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  world.refuse('Slow down', 'rate-limited');
  await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
  expect(world.public()).toHaveLength(1);
});

describe('a platform whose matches list teams', () => {
  const TEAMS = { sides: [{ player: { id: 'x1', name: 'Reds' } }, { player: { id: 'x2', name: 'Blues' } }] };
  const world = () => {
    const made = resultWorld({ match: { sides: [...TEAMS.sides] as never } });
    made.platform.history = [made.match()];
    return made;
  };

  it('lets the other team dispute, and only the organizers confirm', async () => {
    const teams = world();
    await teams.replica().report('ana', 3, 1);
    const wrong = buttonIn(teams.public()[0]!, "That's wrong");
    const way = await teams.replica().press('bruno', wrong);
    await teams.replica().dispute('bruno', buttonIn(way, "That's wrong"), 1, 3);
    expect(teams.events).toEqual(['reported', 'disputed']);
    const again = await teams.replica().type('chris', 'score', {
      match: 'm1',
      player1_score: 3,
      player2_score: 1,
    });
    expect(textOf(again)).toContain('organizer');
    expect(teams.writes).toHaveLength(1);
  });
});
