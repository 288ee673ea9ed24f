import { describe, expect, it } from 'vitest';
import { createRegistrations } from '../../src/members/registrations.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';

const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  let time = 1_000_000;
  const now = () => time;
  const stores = memoryStores({ now });
  const log = recordingLog();
  const linked = new Set(['1', '2']);
  const isLinked = async (discordId: string) => linked.has(discordId);
  const replica = () =>
    createRegistrations({ store: stores.replica().namespace('registrations'), isLinked, now, log });
  return { stores, linked, log, replica, registrations: replica(), pass: (ms: number) => (time += ms) };
}

const ANA = { discordId: '1', playerId: 'u1' };

describe('what a member registered for through the bot', () => {
  it('is each tournament once, the last first, until it is forgotten', async () => {
    const { registrations, stores } = setUp();
    for (const id of ['a', '__proto__', '7', 'a']) await registrations.note(ANA, id);
    expect(await registrations.read(ANA)).toEqual(['a', '7', '__proto__']);
    await registrations.forget('1', ['7', 'unknown']);
    expect(await registrations.read(ANA)).toEqual(['a', '__proto__']);
    await registrations.forget('1', ['a', '__proto__']);
    expect(stores.keys('registrations')).toEqual([]);
  });

  it('keeps nothing about a member who unlinks during a platform call', async () => {
    const { registrations, linked, stores } = setUp();
    const leave = () => void linked.delete('1');
    stores.control.before = async (call) => (call.startsWith('registrations.') ? leave() : undefined);
    await registrations.note(ANA, 'a');
    expect(stores.keys('registrations')).toEqual([]);
    const calls: string[] = [];
    stores.control.before = async (call) => void calls.push(call);
    await registrations.note(ANA, 'b');
    expect(calls).toEqual([]);
  });

  it('belongs to the account that it was made with, and is there again with it', async () => {
    const { registrations } = setUp();
    await registrations.note(ANA, 'a');
    const other = { ...ANA, playerId: 'u2' };
    expect(await registrations.read(other)).toEqual([]);
    await registrations.note(other, 'a');
    await registrations.note(other, 'b');
    expect(await registrations.read(ANA)).toEqual(['a']);
    expect(await registrations.read(other)).toEqual(['b', 'a']);
    expect(await registrations.count('1')).toBe(3);
    await registrations.forget('1', ['a']);
    expect([await registrations.read(ANA), await registrations.read(other)]).toEqual([[], ['b']]);
  });

  it('of a record without an account belongs to no account', async () => {
    const { registrations, stores } = setUp();
    await stores
      .replica()
      .namespace('registrations')
      .set('1', [{ tournamentId: 'old', at: 999_999 }]);
    expect(await registrations.read(ANA)).toEqual([]);
    await registrations.note(ANA, 'old');
    expect(await registrations.read(ANA)).toEqual(['old']);
  });

  it('holds fifty at most, each for 90 days from its own registration', async () => {
    const { registrations, pass } = setUp();
    await registrations.note(ANA, 'first');
    pass(DAY_MS);
    for (let n = 0; n < 49; n++) await registrations.note(ANA, `t${n}`);
    expect(await registrations.read(ANA)).toHaveLength(50);
    await registrations.note(ANA, 'one more');
    expect(await registrations.read(ANA)).not.toContain('first');
    pass(89 * DAY_MS);
    await registrations.note(ANA, 'late');
    pass(DAY_MS);
    expect(await registrations.read(ANA)).toEqual(['late']);
    pass(89 * DAY_MS);
    expect(await registrations.read(ANA)).toEqual([]);
  });

  it('keeps both of two that replicas note at once', async () => {
    const { replica } = setUp();
    const [one, other] = [replica(), replica()];
    await Promise.all([one.note(ANA, 'a'), other.note(ANA, 'b')]);
    expect((await one.read(ANA)).toSorted()).toEqual(['a', 'b']);
  });

  it('a store that is down fails no registration', async () => {
    const { registrations, stores, log } = setUp();
    stores.control.down = true;
    await registrations.note(ANA, 'a');
    expect(log.text()).toContain('could not be stored');
  });
});
