import { describe, expect, it } from 'vitest';
import { settleMenu } from '../../src/replies/rulings.ts';
import { formValue, scoreButton, wrongButton } from '../../src/replies/score-forms.ts';
import { createWords } from '../../src/words/words.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, textOf, type ShownMessage } from '../support/shown-message.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

/** Olga has chosen something of the desk's menu, and sees the form. `fields`: what she fills in besides a reason. */
async function chosen(choice: string) {
  const world = resultWorld();
  const value = settleMenu([world.match()], t).options.find(({ label }) => label === choice)?.value ?? '';
  const form = await world.replica().press('olga', 'score:rule', [value]);
  const fill = (one: ShownMessage, fields: Record<string, string> = {}) =>
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

/** What a form shows, by the labels of its inputs. */
const valuesOf = ({ body }: ShownMessage) =>
  Object.fromEntries(
    (body.components as { label: string; component: { value?: string } }[]).map((one) => [
      one.label,
      one.component.value,
    ]),
  );

describe('a report', () => {
  /** Ana opens the form of a call, or types /score, and sends the form. */
  async function reported(from: 'call' | '/score', change: 'redraw' | 'swapSides', first = '1') {
    const world = resultWorld();
    const replica = world.replica();
    const call = scoreButton(world.match(), '', t, { isShared: true });
    const typed = async () => buttonIn(await replica.type('ana', 'score', { match: 'm1' }), 'Enter score');
    const form = await replica.press('ana', from === 'call' ? formValue(call) : await typed());
    world[change]();
    return { world, replica, answer: await replica.fill('ana', form, { first, second: '0' }) };
  }

  it('counts for the players whom its form named', async () => {
    for (const from of ['call', '/score'] as const) {
      const { answer, replica, world } = await reported(from, 'swapSides');
      expect(textOf(answer), from).toContain('**Ana** wins 1–0. Right?');
      await replica.press('ana', buttonIn(answer, 'Confirm'));
      expect(world.writes, from).toEqual([{ playerId: 'u1', score: '0-1' }]);
      expect(textOf((await reported(from, 'redraw')).answer), from).toContain(
        'This match has other players now.',
      );
    }
  });

  it('that has to be typed again names each number’s player', async () => {
    const { answer, replica } = await reported('call', 'swapSides', 'one');
    const form = await replica.press('ana', buttonIn(answer, 'Change score'));
    expect(valuesOf(form)).toEqual({ Bruno: '0', Ana: 'one' });
  });

  it('counts for the players whom its question named', async () => {
    for (const change of ['swapSides', 'redraw'] as const) {
      const world = resultWorld();
      const replica = world.replica();
      const score = { match: 'm1', player1_score: 1, player2_score: 0 };
      const question = await replica.type('ana', 'score', score);
      world[change]();
      await replica.press('ana', buttonIn(question, 'Confirm'));
      expect(world.writes, change).toEqual(change === 'redraw' ? [] : [{ playerId: 'u1', score: '0-1' }]);
    }
  });
});

describe('a dispute', () => {
  /** Bruno says that Ana's 3–1 is wrong, and sends the form. */
  async function disputed(change: 'redraw' | 'swapSides', fields: Record<string, string>) {
    const world = resultWorld({ match: { bestOf: 5 } });
    const replica = world.replica();
    await replica.report('ana', 3, 1);
    const form = await replica.press('bruno', formValue(wrongButton(world.match(), t)));
    world[change]();
    return { world, replica, answer: await replica.fill('bruno', form, fields) };
  }
  const organizersText = (world: ReturnType<typeof resultWorld>) =>
    textOf(world.messages().find((one) => textOf(one).includes('different scores'))!);

  it('counts for the players whom its form named', async () => {
    const { world } = await disputed('swapSides', { first: '1', second: '3' });
    expect(organizersText(world)).toContain('Bruno says: Bruno wins 3–1');
    const redrawn = await disputed('redraw', { first: '1', second: '3' });
    expect(textOf(redrawn.answer)).toBe('This match has other players now. I changed nothing.');
  });

  it('with a doubtful score counts for them as well', async () => {
    for (const [change, shown] of [
      ['swapSides', 'Bruno says: Bruno wins 4–1'],
      ['redraw', 'This match has other players now. I changed nothing.'],
    ] as const) {
      const { answer, replica, world } = await disputed('swapSides', { first: '1', second: '4' });
      world[change]();
      const done = await replica.press('bruno', buttonIn(answer, 'Report anyway'));
      expect([done, ...world.messages()].map(textOf).join('\n'), change).toContain(shown);
    }
  });
});
