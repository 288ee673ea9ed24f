import { describe, expect, it } from 'vitest';
import { settleMenu } from '../../src/replies/rulings.ts';
import { createWords } from '../../src/words/words.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf, type Message } from '../support/shown-message.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

/** Olga has chosen something of the desk's menu, and sees the form. `fields`: what she fills in besides a reason. */
async function chosen(choice: string) {
  const world = resultWorld();
  const value = settleMenu([world.match()], t).options.find(({ label }) => label === choice)?.value ?? '';
  const form = await world.replica().press('olga', 'score:rule', [value]);
  const fill = (one: Message, fields: Record<string, string> = {}) =>
    world.replica().fill('olga', one, { reason: 'Not there.', ...fields });
  return { world, form, fill };
}

describe('a ruling', () => {
  it('is for the players whom its form named, and not for players who have the match since', async () => {
    const { fill, form, world } = await chosen("Bruno didn't show up");
    world.redraw();
    expect(textOf(await fill(form))).toBe('This match has other players now. I changed nothing.');
    expect(world.writes).toEqual([]);
  });

  it('counts for the same players where the platform shows them the other way round', async () => {
    for (const [choice, fields] of [
      ["Bruno didn't show up", {}],
      ['Enter a score', { first: '1', second: '0' }],
    ] as const) {
      const { fill, form, world } = await chosen(choice);
      world.swapSides();
      expect(textOf(await fill(form, fields)), choice).toContain('Bruno 0 – 1 **Ana**');
    }
  });
});
