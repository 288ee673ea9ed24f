import { describe, expect, it } from 'vitest';
import { createRegistrations } from '../../src/accounts/registrations.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';

const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  let time = 1_000_000;
  const now = () => time;
  const stores = memoryStores({ now });
  const log = recordingLog();
  const replica = () => createRegistrations({ store: stores.replica().namespace('registrations'), now, log });
  return { stores, log, replica, registrations: replica(), pass: (ms: number) => (time += ms) };
}

describe('what a member registered for through the bot', () => {
  it('is each tournament once, the last first, until it is forgotten', async () => {
    const { registrations, stores } = setUp();
    for (const id of ['a', '__proto__', '7', 'a']) await registrations.note('1', id);
    expect(await registrations.read('1')).toEqual(['a', '7', '__proto__']);
    await registrations.forget('1', ['7', 'unknown']);
    expect(await registrations.read('1')).toEqual(['a', '__proto__']);
    await registrations.forget('1', ['a', '__proto__']);
    expect(stores.keys('registrations')).toEqual([]);
  });

  it('holds fifty at most, each for 90 days from its own registration', async () => {
    const { registrations, pass } = setUp();
    await registrations.note('1', 'first');
    pass(DAY_MS);
    for (let n = 0; n < 49; n++) await registrations.note('1', `t${n}`);
    expect(await registrations.read('1')).toHaveLength(50);
    await registrations.note('1', 'one more');
    expect(await registrations.read('1')).not.toContain('first');
    pass(89 * DAY_MS);
    await registrations.note('1', 'late');
    pass(DAY_MS);
    expect(await registrations.read('1')).toEqual(['late']);
    pass(89 * DAY_MS);
    expect(await registrations.read('1')).toEqual([]);
  });

  it('keeps both of two that replicas note at once', async () => {
    const { replica } = setUp();
    const [one, other] = [replica(), replica()];
    await Promise.all([one.note('1', 'a'), other.note('1', 'b')]);
    expect((await one.read('1')).toSorted()).toEqual(['a', 'b']);
  });

  it('a store that is down fails no registration', async () => {
    const { registrations, stores, log } = setUp();
    stores.control.down = true;
    await registrations.note('1', 'a');
    expect(log.text()).toContain('not noted');
  });
});
