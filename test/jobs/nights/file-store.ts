import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Driver } from '../../../src/store/driver.ts';
import { openSqliteDriver } from '../../../src/store/sqlite-driver.ts';
import { wrapped } from '../../support/night-process.ts';
import { T0 } from '../../support/night-records.ts';

interface FileClock {
  now: () => number;
  /** Time stands still until the function that it gives is called. */
  hold: () => () => void;
}

/** A store in an SQLite file, for whose calls time waits. `start` gives it the time of a night. */
export async function openFileStore() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matchpoint-night-'));
  let clock: FileClock = { now: () => T0, hold: () => () => undefined };
  const log = { info: () => undefined, warn: () => undefined };
  const driver = await openSqliteDriver(path.join(folder, 'night.sqlite'), {
    log,
    now: () => clock.now(),
    version: '0.0.0',
  });
  // What the driver begins with is done before the night has its own timers.
  await driver.namespace('probe').delete('probe');
  await new Promise((resolve) => void setImmediate(resolve));
  const held = async <R>(call: () => Promise<R>): Promise<R> => {
    const release = clock.hold();
    return call().finally(release);
  };
  return {
    driver: {
      ...driver,
      call: (what, step) => held(() => driver.call(what, step)),
      namespace: (name) => wrapped(driver.namespace(name), held),
    } satisfies Driver,
    start: (next: FileClock) => void (clock = next),
    async close(): Promise<void> {
      await driver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;
