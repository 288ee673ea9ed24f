import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import { press, slash } from '../support/interactions.ts';
import { productWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';

it('an owner that is suspended before it posts a reminder, and wakes after another one took over, posts none', async () => {
  const world = productWorld();
  await world.member('501', { id: 'p1', name: 'Ana' });
  await world.member('502', { id: 'p2', name: 'Bruno' });
  world.platform.matches.set('m1', {
    id: 'm1',
    status: 'in_progress',
    player1: { id: 'p1', name: 'Ana' },
    player2: { id: 'p2', name: 'Bruno' },
  });
  let wake = (): void => undefined;
  let isSuspended = false;
  const platform = world.platform.open(world.clock, async (request) => {
    if (isSuspended) await new Promise<void>((resolve) => (wake = resolve));
    return world.platform.answer(request);
  });
  const first = world.start({ ...world.ports(), platform });
  await world.pass(MINUTE_MS);
  for (const userId of ['501', '502']) await world.interact(first, slash('help', {}, { userId }));
  await first.services.guilds.settings.change('700', () => ({ agreement: 'both' }));
  const typed = { match: 'm1', player1_score: 3, player2_score: 1 };
  const body = (await world.interact(first, slash('score', typed, { userId: '501' }))).at(-1);
  const confirm = buttonIn({ channelId: '800', body: body as never, files: [] }, 'Confirm');
  await world.interact(first, press(confirm, { userId: '501', ownerId: '501', ephemeral: true }));

  await world.leap(12 * HOUR_MS - 2 * MINUTE_MS);
  await world.pass(MINUTE_MS);
  isSuspended = true;
  for (let seconds = 0; seconds < 90; seconds++) {
    await world.leap(SECOND_MS);
    await first.step();
  }
  world.stop(first);
  world.start();
  await world.pass(10 * MINUTE_MS);
  isSuspended = false;
  wake();
  await world.finish(first.jobs.idle());
  expect(world.textsIn('800').filter((text) => text.includes('still waits'))).toHaveLength(1);
});
