import { expect, test } from 'vitest';
import { labelsOf, resultWorld, textOf } from '../support/result-world.ts';

const HOUR_MS = 3_600_000;

type World = ReturnType<typeof resultWorld>;

/** A score that waits for its word, in a server that follows nothing, and what the platform shows then: for thirty hours. */
async function after(show: (world: World) => void): Promise<string[]> {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  show(world);
  for (let hour = 0; hour < 30; hour++) {
    world.clock.time += HOUR_MS;
    await bot.deadlines();
  }
  return [...world.messages.values()].map(
    (message) => `${message.channelId}: ${textOf(message)} [${labelsOf(message).join(', ')}]`,
  );
}

test('a score that waits for a word closes into what the platform shows, with no word to anybody', async () => {
  const shown = {
    same: await after((world) => world.show(3, 1)),
    other: await after((world) => world.show(1, 3)),
    canceled: await after((world) => void Object.assign(world.match(), { phase: 'cancelled' })),
    walkover: await after((world) => void Object.assign(world.match(), { phase: 'finished', winner: 2 })),
  };
  expect(shown).toMatchInlineSnapshot(`
    {
      "canceled": [
        "800: **Ana** vs **Bruno**: this match was called off. · Cup []",
      ],
      "other": [
        "800: Ana 1 – 3 **Bruno** · Cup []",
      ],
      "same": [
        "800: **Ana** 3 – 1 Bruno · Cup []",
      ],
      "walkover": [
        "800: **Bruno** beat Ana · no score · Cup []",
      ],
    }
  `);
});
