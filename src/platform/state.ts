import { MINUTE_MS } from '../durations.ts';
import type { CallEvent } from './calls.ts';
import { PUBLIC_READS } from './operations.ts';

/** The state of the platform as members experience it. */
export type PlatformState = 'reachable' | 'slow' | 'failing';

const RECENT_MS = 5 * MINUTE_MS;
/** Few, so that an outage and its end show after a handful of calls. */
const CALLS = 5;
const SLOW_MS = 2000;

/** The platform refuses the bot's API key: no member can read anything. */
export const isKeyRefusal = ({ operation, outcome }: CallEvent): boolean =>
  outcome === 'unauthorised' && PUBLIC_READS.has(operation);

function judge(event: CallEvent): PlatformState {
  const { outcome, ms } = event;
  if (outcome === 'unavailable' || outcome === 'unexpected-response' || isKeyRefusal(event)) return 'failing';
  return outcome === 'rate-limited' || ms >= SLOW_MS ? 'slow' : 'reachable';
}

/** Derives the platform's state from the majority of the last calls. `now`: monotonic milliseconds. */
export function createStateWatch(now: () => number) {
  const calls: { at: number; state: PlatformState }[] = [];
  return {
    note(event: CallEvent): void {
      // A cache hit says nothing about the platform.
      if (event.cached === true) return;
      calls.push({ at: now(), state: judge(event) });
      if (calls.length > CALLS) calls.shift();
    },
    /** From the calls of the last five minutes; `undefined` without any. */
    read(): PlatformState | undefined {
      const recent = calls.filter(({ at }) => now() - at < RECENT_MS);
      if (recent.length === 0) return undefined;
      const bad = (...states: PlatformState[]) =>
        recent.filter(({ state }) => states.includes(state)).length * 2 > recent.length;
      if (bad('failing')) return 'failing';
      return bad('failing', 'slow') ? 'slow' : 'reachable';
    },
  };
}
