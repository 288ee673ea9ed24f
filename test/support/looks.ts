import type { resultWorld } from './result-world.ts';
import { labelsOf, textOf } from './shown-message.ts';

type World = ReturnType<typeof resultWorld>;

/** Lets time pass in which the owner looks at what is due. */
export async function pass(world: World, bot: ReturnType<World['replica']>, ms: number): Promise<void> {
  for (const end = world.clock.time + ms; world.clock.time < end;) {
    world.clock.time += 5 * 60_000;
    await bot.deadlines();
  }
}

/** What everybody reads, with the buttons. */
export const shown = (world: World): string[] =>
  world.public().map((message) => `${textOf(message)} [${labelsOf(message).join(', ')}]`);
