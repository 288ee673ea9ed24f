import { expect, it } from 'vitest';
import { createStateWatch } from '../../src/platform/state.ts';

const ok = { operation: 'GET /v1/x', outcome: 'ok', ms: 30 } as const;
const slow = { ...ok, ms: 2500 };
const limited = { ...ok, outcome: 'rate-limited' } as const;
const down = { ...ok, outcome: 'unavailable' } as const;
const keyRefused = { ...ok, operation: 'GET /v1/tournaments', outcome: 'unauthorised' } as const;
const memberRefused = { ...keyRefused, operation: 'GET /v1/me' } as const;
const refused = { ...ok, outcome: 'not-found' } as const;

it('is the majority of the last five calls', () => {
  const cases = [
    [[], undefined],
    [[{ ...ok, cached: true }], undefined],
    [[ok], 'reachable'],
    [[refused], 'reachable'],
    [[down], 'failing'],
    [[keyRefused], 'failing'],
    [[memberRefused], 'reachable'],
    [[slow, limited, ok], 'slow'],
    [[slow, down, ok], 'slow'],
    [[down, ok], 'reachable'],
    [[down, down, down, down, ok, ok, ok], 'reachable'],
  ] as const;
  for (const [calls, state] of cases) {
    const watch = createStateWatch(() => 0);
    for (const call of calls) watch.note(call);
    expect(watch.read(), JSON.stringify(calls)).toBe(state);
  }
});

it('ignores calls older than five minutes', () => {
  let now = 0;
  const watch = createStateWatch(() => now);
  watch.note(down);
  now = 5 * 60_000;
  expect(watch.read()).toBeUndefined();
});
