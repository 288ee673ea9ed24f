import { expect, test } from 'vitest';
import { createOutageLog } from '../../src/platform/outage-log.ts';
import { recordingLog } from '../support/recording-log.ts';

const OK = { operation: 'GET /v1/rankings', outcome: 'ok', status: 200, ms: 1 } as const;
const DOWN = { operation: 'GET /v1/matches', outcome: 'unavailable', status: 503, ms: 1 } as const;

test('an outage of five minutes has one line, and one when it is over', () => {
  let time = 0;
  const log = recordingLog();
  const note = createOutageLog({ log, now: () => time });
  const pass = (minutes: number, event: Parameters<typeof note>[0]) => {
    for (const end = time + minutes * 60_000; time < end; time += 10_000) note(event);
  };
  pass(4, DOWN);
  pass(1, OK);
  expect(log.lines).toEqual([]);
  pass(10, DOWN);
  note({ ...OK, cached: true });
  expect(log.lines).toEqual([
    {
      level: 'warn',
      fields: { operation: 'GET /v1/matches', status: 503, since: '1970-01-01T00:05:00.000Z' },
      message: 'no call to the platform works',
    },
  ]);
  // Also a refusal is an answer.
  note({ ...OK, outcome: 'not-found', status: 404 });
  pass(1, OK);
  expect(log.lines.slice(1)).toEqual([
    { level: 'info', fields: { minutes: 10 }, message: 'the platform answers again' },
  ]);
});
