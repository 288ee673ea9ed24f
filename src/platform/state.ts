import type { CallEvent } from './calls.ts';

/** How the platform does, as members notice it. */
export type PlatformState = 'reachable' | 'slow' | 'failing';

const RECENT_MS = 5 * 60_000;
/** Few, so that an outage and its end both show after a handful of calls. */
const CALLS = 5;
const SLOW_MS = 2000;

function judge({ outcome, ms }: CallEvent): PlatformState {
  if (outcome === 'unavailable' || outcome === 'unexpected-response') return 'failing';
  return outcome === 'rate-limited' || ms >= SLOW_MS ? 'slow' : 'reachable';
}

/** Judges the platform by the calls that were made anyway: the majority of the last few decides. */
export function createStateWatch(now: () => number) {
  const calls: { at: number; state: PlatformState }[] = [];
  return {
    note(event: CallEvent): void {
      // An answer from the cache says nothing about the platform.
      if (event.cached === true) return;
      calls.push({ at: now(), state: judge(event) });
      if (calls.length > CALLS) calls.shift();
    },
    /** From the last calls of the last five minutes; `undefined` where there were none. */
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
