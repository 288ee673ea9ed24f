import { expect, it } from 'vitest';
import { afterTurn, intervals, nextRead, NO_TURNS, type Turns } from '../../../src/jobs/watch/schedule.ts';
import {
  afterBracket,
  afterFailure,
  afterRecord,
  afterRequest,
} from '../../../src/jobs/watch/after-reads.ts';
import type { Watch } from '../../../src/jobs/watch/watch.ts';
import { newWatch } from '../../../src/jobs/watch/stored-watch.ts';
import { cup, four, T0 } from '../../support/night-records.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const START = { now: T0, monotonic: 0 };
const running = (id: string): Watch =>
  afterBracket(afterRecord(newWatch(id, START), cup({ id }), START), four('a-b', 'c-d', '-'), START);

it('what runs is found again soon after an outage in which the platform showed nothing', () => {
  const at = (ms: number) => ({ now: T0 + ms, monotonic: ms });
  const ended = Array.from({ length: 240 }, (_, index) =>
    afterFailure(
      afterRecord(running(`e${index}`), cup({ id: `e${index}`, phase: 'finished' }), START),
      'record',
      'not-found',
      at(2 * HOUR_MS),
    ),
  );
  const lost = afterFailure(running('r'), 'record', 'not-found', at(2 * HOUR_MS));
  const watches = new Map(
    [...ended, lost].map((one) => [one.tournamentId, afterRequest(one, 'record', 2 * HOUR_MS)]),
  );
  let turns: Turns = NO_TURNS;
  const found: number[] = [];
  for (let ms = 2 * HOUR_MS; ms < 2.5 * HOUR_MS; ms += 2 * SECOND_MS) {
    // As many servers as each has few.
    const followers = (id: string) => [{ guildId: id === 'r' ? '0' : String(Number(id.slice(1)) % 24) }];
    const next = nextRead({ watches: watches.values(), followers, turns }, at(ms), 30);
    if (next === undefined) continue;
    turns = afterTurn(turns, next, ms);
    const asked = afterRequest(watches.get(next.tournamentId)!, next.part, ms);
    watches.set(next.tournamentId, afterFailure(asked, 'record', 'not-found', at(ms)));
    if (next.tournamentId === 'r') found.push((ms - 2 * HOUR_MS) / MINUTE_MS);
  }
  const gaps = found.map((one, index) => one - (found[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3);
});

it('what has failed for days since a restart, and had no news before, is read seldom', () => {
  const stored = newWatch('r', START, { stage: 'running', changedAt: T0 - 5 * 24 * HOUR_MS });
  const failing = afterFailure(stored, 'record', 'unavailable', START);
  const later = { now: T0 + 24 * HOUR_MS, monotonic: 24 * HOUR_MS };
  expect(intervals(failing, later, 30).record).toBeGreaterThanOrEqual(5 * MINUTE_MS);
});

it('private tournaments of one server starve nobody after a restart', () => {
  // Followed, and then hidden from the bot: their records answer 403.
  const hidden = Array.from({ length: 25 }, (_, index) =>
    newWatch(`x${index}`, START, { stage: 'registration', changedAt: T0 - 48 * HOUR_MS }),
  );
  const soon = cup({ phase: 'open', startsAt: { epochMs: T0 + 90 * MINUTE_MS, precision: 'second' } });
  const good = afterRequest(
    afterRecord(newWatch('good', START), { ...soon, id: 'good' }, START),
    'record',
    0,
  );
  const watches = new Map([...hidden, good].map((one) => [one.tournamentId, one]));
  const followers = (id: string) => [{ guildId: id === 'good' ? '1' : '666' }];
  let turns: Turns = NO_TURNS;
  let reads = 0;
  for (let ms = 0; ms < HOUR_MS; ms += 2 * SECOND_MS) {
    const clocks = { now: T0 + ms, monotonic: ms };
    const next = nextRead({ watches: watches.values(), followers, turns }, clocks, 30);
    if (next === undefined) continue;
    turns = afterTurn(turns, next, ms);
    const asked = afterRequest(watches.get(next.tournamentId)!, next.part, ms);
    if (next.tournamentId === 'good') reads++;
    watches.set(
      next.tournamentId,
      next.tournamentId === 'good'
        ? afterRecord(asked, { ...soon, id: 'good' }, clocks)
        : afterFailure(asked, next.part, 'forbidden', clocks),
    );
  }
  expect(reads).toBeGreaterThan(10);
});
