import { expect, it, vi } from 'vitest';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

/**
 * Bruno disputes Ana's report, and Discord takes nothing more once the organizers have their message, until `goOn` is called; Olga has
 * opened the form of a ruling.
 */
async function disputing() {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  const toOrganizers = () => world.public().find(({ channelId }) => channelId === '803');
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  world.discord.before = async () => {
    if (toOrganizers() !== undefined) await gate;
  };
  const dispute = world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  const message = await vi.waitFor(() => toOrganizers() ?? Promise.reject(new Error('none')));
  const form = await world.replica().press('olga', buttonIn(message, 'Rule for Bruno'));
  return {
    world,
    toOrganizers,
    goOn: async (): Promise<void> => {
      open();
      await dispute;
    },
    rule: () => world.replica().fill('olga', form, { reason: 'Rewatched.' }),
  };
}

it('a ruling is not refused because what the dispute before it did is noted at the same moment', async () => {
  const { goOn, rule, toOrganizers, world } = await disputing();
  world.stores.control.before = async (call) => {
    if (!call.startsWith('owners.get')) return;
    world.stores.control.before = () => Promise.resolve();
    await goOn();
  };
  expect(textOf(await rule())).not.toContain('being decided right now');
  expect(world.writes.map(({ score }) => score)).toEqual(['3-1', '1-3']);
  expect(textOf(toOrganizers()!)).toContain('Settled');
});

it('what tells of a dispute goes with the ruling, although both were sent at the same moment', async () => {
  const { goOn, rule, toOrganizers, world } = await disputing();
  world.platform.before = goOn;
  await rule();
  const notices = world.notices().map(textOf);
  expect(notices.filter((text) => text.includes('disputed'))).toEqual([]);
  expect(notices.filter((text) => text.includes('ruled on'))).toHaveLength(1);
  expect(textOf(toOrganizers()!)).toContain('Settled');
  expect(labelsOf(toOrganizers()!)).toEqual(['Change this ruling']);
});

it('an organizers’ message that arrives once its dispute is ruled on says so', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const isDisputed = () => world.stores.textOf('reports').includes('"disputed"');
  world.discord.before = async () => {
    if (!isDisputed()) return;
    world.discord.before = () => Promise.resolve();
    await late;
  };
  const dispute = world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  await vi.waitFor(() => (isDisputed() ? undefined : Promise.reject(new Error('not yet'))));
  await world.replica().rule('olga', 'score:rule:m1:::::1:3', { reason: 'Rewatched.' });
  expect(world.writes.map(({ score }) => score)).toEqual(['3-1', '1-3']);
  arrive();
  await dispute;
  const toOrganizers = world.public().filter(({ channelId }) => channelId === '803');
  expect(toOrganizers.map(textOf)).toEqual([expect.stringContaining('Settled')]);
});
