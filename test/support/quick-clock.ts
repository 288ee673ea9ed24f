import { pathToFileURL } from 'node:url';
import type { PlaygroundOptions } from '../../playground/start.ts';

/** In one second of ours, so many pass for the bot and for both stand-ins. */
const SPEED = 10;

/** A playground in which a night of many minutes passes within one. */
export function quickClock() {
  const from = Date.now();
  const now = (): number => Math.floor(from + (Date.now() - from) * SPEED);
  return {
    now,
    /** How long so much of the quick time lasts for us. */
    lasts: (quickMs: number): number => quickMs / SPEED,
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL('test/support/quick-clock.mjs').href}`,
      CLOCK_FROM: String(from),
      CLOCK_SPEED: String(SPEED),
    },
    // A night is quick, but an answer takes as long as ever: 3 s are 3 s.
    standIns: {
      platform: { now },
      discord: { now, elapsed: () => performance.now() },
    } satisfies PlaygroundOptions,
  };
}
