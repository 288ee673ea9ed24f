import { describe, expect, it } from 'vitest';
import { createAlerts, type AlertRecord } from '../../src/members/alerts.ts';
import { StoreError } from '../../src/store/errors.ts';
import { memoryStores } from '../support/memory-stores.ts';

function setUp() {
  const stores = memoryStores();
  const replica = () => createAlerts(stores.replica().namespace<AlertRecord>('alerts'));
  return { stores, replica, alerts: replica() };
}

describe('how a member is alerted to a match', () => {
  it('is a mention unless they chose, and a mention leaves no record', async () => {
    const { alerts, stores } = setUp();
    expect(await alerts.read('1')).toEqual({ how: 'mention', closed: false });
    for (const how of ['dm', 'off'] as const) {
      await alerts.set('1', how);
      expect(await alerts.read('1')).toEqual({ how, closed: false });
    }
    await alerts.set('1', 'mention');
    expect([(await alerts.read('1')).how, stores.keys('alerts')]).toEqual(['mention', []]);
  });

  it('is a mention once a direct message was refused, which is to be told until it was', async () => {
    const { alerts } = setUp();
    await alerts.set('1', 'dm');
    expect((await alerts.read('1')).closed).toBe(false);
    await alerts.noteClosed('1');
    await alerts.noteClosed('1');
    expect(await alerts.read('1')).toEqual({ how: 'mention', closed: true });
    await alerts.forgetClosed('1');
    expect(await alerts.read('1')).toEqual({ how: 'mention', closed: false });
    await alerts.set('1', 'dm');
    expect(await alerts.read('1')).toEqual({ how: 'dm', closed: false });
  });

  it('has the member’s language for direct messages, also after one was refused', async () => {
    const { alerts } = setUp();
    await alerts.set('1', 'dm', 'vi');
    expect(await alerts.read('1')).toMatchObject({ how: 'dm', locale: 'vi' });
    await alerts.noteClosed('1');
    expect((await alerts.read('1')).locale).toBe('vi');
  });

  it('chosen again, direct messages count again', async () => {
    const { alerts } = setUp();
    await alerts.set('1', 'dm');
    await alerts.noteClosed('1');
    await alerts.set('1', 'dm');
    await alerts.forgetClosed('1');
    expect(await alerts.read('1')).toEqual({ how: 'dm', closed: false });
  });

  it('a refused message undoes no choice that another replica wrote at that moment', async () => {
    for (const [how, call] of [
      ['off', 'noteClosed'],
      ['mention', 'noteClosed'],
      ['dm', 'forgetClosed'],
    ] as const) {
      const { replica, stores } = setUp();
      const [member, jobs] = [replica(), replica()];
      await member.set('1', 'dm');
      if (call === 'forgetClosed') await jobs.noteClosed('1');
      // Between what was read and what is written of it, the member presses a button.
      stores.control.before = async (step) => {
        if (!step.startsWith('alerts.replace')) return;
        stores.control.before = async () => {};
        await member.set('1', how);
      };
      await jobs[call]('1');
      expect(await member.read('1'), `${how} ${call}`).toEqual({ how, closed: false });
    }
  });

  it('is never told from a store that is down', async () => {
    const { alerts, stores } = setUp();
    stores.control.down = true;
    await expect(alerts.read('1')).rejects.toThrow(StoreError);
    await expect(alerts.set('1', 'off')).rejects.toThrow(StoreError);
  });
});
