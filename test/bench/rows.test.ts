import { expect, test } from 'vitest';
import type { BenchRow } from '../../bench/rows/row.ts';
import { pace } from '../../bench/rows/pace.ts';
import { reading } from '../../bench/rows/reading.ts';
import { roles } from '../../bench/rows/roles.ts';
import { sharedPolls } from '../../bench/rows/shared-polls.ts';
import type { BenchWorld } from '../../bench/world.ts';

/** Those that play in virtual time, and so with the bot's own rooms: what they look for may have changed its form. */
const ROWS: readonly BenchRow[] = [sharedPolls, pace, roles, reading];

test.each(ROWS)('$name measures something', async (row) => {
  // None of these has programs to start.
  const results = await row.run({} as BenchWorld, { quick: true, rounds: 1 });
  expect(results.length).toBeGreaterThan(0);
  for (const { what, figure } of results) expect(Number.isFinite(figure), `${what}: ${figure}`).toBe(true);
});
