import { NIGHT_ENV, runNight } from './night/run.ts';
import { startPlayground, type Playground } from './start.ts';

interface PlayNightOptions {
  lengthMs: number;
  seed?: number;
  write?: (line: string) => void;
  /** How interactions reach the bot. */
  mode?: 'gateway' | 'http';
}

/** One player is not in the second server, and the live post is deleted there. */
const EXPECTED: ReadonlySet<number> = new Set([10_007, 10_008]);

/** The night in a world that runs already, to be looked at; says at its end what was wrong. */
export async function showNight(
  world: Playground,
  { lengthMs, signal }: { lengthMs: number; signal: AbortSignal },
): Promise<void> {
  const faults = await runNight(world, { lengthMs, signal, write: console.log });
  console.log(faults.length === 0 ? '\nThe night is over. The page stays open.' : `\n${faults.join('\n')}`);
}

/**
 * Starts the whole small world, lets a tournament's night happen in it, and prints it. Gives the exit code: 0 where the
 * channels were told all of it once and nothing that is no longer so, 1 with what was not.
 */
export async function runHeadlessNight({
  lengthMs,
  seed,
  write = console.log,
  mode = 'gateway',
}: PlayNightOptions): Promise<number> {
  const { signal } = new AbortController();
  let world: Playground | undefined;
  try {
    world = await startPlayground({ mode, env: NIGHT_ENV });
    const faults = await runNight(world, {
      lengthMs,
      write,
      signal,
      ...(seed !== undefined && { seed }),
    });
    const refused = world.discord.problems
      .filter(({ code }) => !EXPECTED.has(code))
      .map(({ where, message }) => `Discord refused ${where}: ${message}`);
    const code = await world.bot.stop();
    const found = [...faults, ...refused, ...(code === 0 ? [] : [`the bot ended with code ${code}`])];
    for (const fault of found) console.error(fault);
    if (found.length === 0) write('\nThe night is over, and the channels were told all of it once.');
    return found.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`\nThe night stopped: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await world?.close();
  }
}
