import { expect, test } from 'vitest';
import { createKnownReports } from '../../../src/jobs/deliver/known-reports.ts';
import { match } from '../../support/night-records.ts';

test('a report that counts while it is fresh is read again a minute later; any other is not', async () => {
  let now = 0;
  let report: object | undefined = { state: 'disputed' };
  let looks = 0;
  const known = createKnownReports(
    {
      lookAt: () => Promise.resolve(),
      async standing() {
        looks += 1;
        return report && ({ report, mentions: {} } as never);
      },
    },
    () => now,
  );
  const look = () => known.of(match('m1', 'a-b 1-3'), '1');
  expect(await look()).toMatchObject({ report: { state: 'disputed' } });
  // The website has corrected its result: the dispute is over once it is no longer fresh.
  report = undefined;
  now = 59_000;
  expect([await look(), looks]).toMatchObject([{ report: { state: 'disputed' } }, 1]);
  now = 60_000;
  expect([await look(), looks]).toEqual([undefined, 2]);
  now = 24 * 3_600_000;
  expect([await look(), looks]).toEqual([undefined, 2]);
});
