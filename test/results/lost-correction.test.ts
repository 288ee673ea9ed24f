import { expect, test } from 'vitest';
import { leaveAsItIs, pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BOTH = { settings: { agreement: 'both', logChannelId: '803' } } as const;

/** The website's result is asked to be replaced, and Discord's answer to that question is lost or not. */
async function asked({ isLost, isPosted }: { isLost: boolean; isPosted: boolean }) {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  if (isPosted) {
    await bot.report('ana', 3, 1);
    await bot.press('bruno', 'score:agree:m1');
    await pass(world, bot, 20 * MINUTE_MS);
  } else world.show(3, 1);
  world.discord.isMute = isLost;
  await bot.report('ana', 3, 2);
  return { world, bot };
}

for (const isLost of [false, true])
  for (const isPosted of [false, true]) {
    test(`website decides otherwise: ${isLost ? 'lost' : 'answered'}, ${isPosted ? 'posted' : 'not posted'}`, async () => {
      const { world, bot } = await asked({ isLost, isPosted });
      await pass(world, bot, 5 * MINUTE_MS);
      world.show(1, 3);
      await pass(world, bot, 5 * MINUTE_MS);
      world.discord.isMute = false;
      await pass(world, bot, 24 * HOUR_MS);
      expect(shown(world).filter((text) => /~~3 – 2~~|is this right/.test(text))).toEqual([]);
      expect(shown(world).filter((text) => /1 – 3/.test(text)).length).toBeLessThanOrEqual(1);
    });
    test(`disputed and left: ${isLost ? 'lost' : 'answered'}, ${isPosted ? 'posted' : 'not posted'}`, async () => {
      const { world, bot } = await asked({ isLost, isPosted });
      world.discord.isMute = false;
      await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
      await pass(world, bot, 5 * MINUTE_MS);
      await leaveAsItIs(world, bot);
      await pass(world, bot, 24 * HOUR_MS);
      expect(shown(world).filter((text) => /~~3 – 2~~|is this right|\*\*Ana\*\* 3 – 2/.test(text))).toEqual(
        [],
      );
    });
  }
