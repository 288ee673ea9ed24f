import type { resultWorld } from './result-world.ts';
import { buttonIn, labelsOf, textOf } from './shown-message.ts';

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

/** A follow in the channel of the presses. */
export const FOLLOW = {
  tournamentId: 't1',
  channelId: '800',
  topics: { calls: true, results: true, event: false },
};

/** An organizer leaves a disputed match as it is. */
export async function leaveAsItIs(world: World, bot: ReturnType<World['replica']>): Promise<void> {
  const message = world.public().find((one) => JSON.stringify(one.body).includes('Leave as it is'))!;
  await bot.rule('olga', buttonIn(message, 'Leave as it is'), { reason: 'Seen.' });
}
