import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';
import type { Night } from '../../tools/platform-stand-in/world/night.ts';

/** A step in which members act takes its time, and all that follows comes as much later. */
export type PlayedStep = Omit<Night['steps'][number], 'run'> & {
  run: (now: number) => string | undefined | Promise<string | undefined>;
};

interface Playing {
  platform: PlatformStandIn;
  lengthMs: number;
  /** What happened, in one line. */
  tell: (line: string) => void;
  signal: AbortSignal;
}

/** Longer than the bot lets pass between two readings of a bracket; a bot that reads none holds nothing up for longer. */
const READING_WITHIN_MS = 90_000;

/**
 * Lets the night happen. A step that can be told only by those who have read the bracket before waits for the bot's next
 * reading, and all that follows comes as much later.
 */
export async function playNight(
  { tournament, steps }: Pick<Night, 'tournament'> & { steps: readonly PlayedStep[] },
  { platform, lengthMs, tell, signal }: Playing,
): Promise<void> {
  const path = `/v1/tournaments/${tournament.id}/bracket`;
  let beginsAt = Date.now();
  let changedAt = beginsAt;
  for (const step of steps) {
    const dueAt = () => beginsAt + step.at * lengthMs;
    await sleep(Math.max(0, dueAt() - Date.now()), undefined, { signal });
    if (step.afterReading) await untilRead(platform, path, changedAt, signal);
    const line = await step.run(Date.now());
    beginsAt += Math.max(0, Date.now() - dueAt());
    if (line === undefined) continue;
    changedAt = Date.now();
    tell(line);
  }
}

async function untilRead(
  platform: PlatformStandIn,
  path: string,
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const isReading = (entry: PlatformStandIn['wire'][number]): boolean =>
    entry.path === path && entry.at >= since && entry.status === 200;
  if (platform.wire.some(isReading)) return;
  const waiting = new AbortController();
  const stop = platform.onWire((entry) => {
    if (isReading(entry)) waiting.abort();
  });
  await sleep(READING_WITHIN_MS, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
    },
  );
  stop();
}
