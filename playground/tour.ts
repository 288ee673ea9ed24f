import { Locale } from 'discord.js';
import { startPlayground, type Playground } from './start.ts';
import { TourStage, TourError } from './tour/stage.ts';
import { tellStory } from './tour/story.ts';

interface TourOptions {
  write?: (line: string) => void;
  /** Settings of the bot that are to differ. */
  env?: Record<string, string>;
  /** How interactions reach the bot. */
  mode?: 'gateway' | 'http';
  /** Of all members and servers. */
  locale?: Locale;
}

const REGIONS = 'ha-noi=Ha Noi,sao-paulo=Sao Paulo,berlin,seoul';

/**
 * Starts the whole small world, lets two members type every command, and prints what they see. Gives the exit code: 0
 * where every answer came and was right, 1 with a line that says what was not.
 */
export async function runTour({
  write = console.log,
  env = {},
  mode = 'gateway',
  locale = Locale.EnglishUS,
}: TourOptions = {}): Promise<number> {
  const from = performance.now();
  let world: Playground | undefined;
  let answers = 0;
  try {
    world = await startPlayground({
      mode,
      discord: { locale },
      env: { PLATFORM_REGIONS: REGIONS, ...env },
    });
    const stage = new TourStage({ discord: world.discord, write, locale });
    stage.tell(
      'Matchpoint on this machine alone: the bot as it is shipped, between stand-ins for Discord and for the platform (called Rally here). Two members, Ana and Bruno, type; this is what they see.',
    );
    await tellStory(stage, world);
    ({ answers } = stage);
    const [problem] = world.discord.problems;
    if (problem !== undefined)
      throw new TourError(`Discord refused ${problem.where}: ${problem.code} ${problem.message}`);
    const code = await world.bot.stop();
    if (code !== 0) throw new TourError(`the bot ended with code ${code} when it was asked to stop`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`\nThe tour in ${locale} stopped: ${reason}`);
    return 1;
  } finally {
    await world?.close();
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  write(`\nThe tour in ${locale} is over: ${answers} answers, every one as it has to be (${seconds} s).`);
  return 0;
}
