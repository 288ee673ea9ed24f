import { describe, expect, it } from 'vitest';
import { createFollows, followIdOf, FOLLOWS_MAX } from '../../src/guilds/follows.ts';
import { memoryStores } from '../support/memory-stores.ts';

const TOPICS = { calls: true, results: true, event: false };
const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  let time = 1_000_000;
  const stores = memoryStores({ now: () => time });
  const enlisted: string[] = [];
  const replica = () => {
    const own = stores.replica();
    return createFollows({
      records: own.namespace('follows'),
      index: own.namespace('followed'),
      enlist: (guildId) => Promise.resolve(void enlisted.push(guildId)),
      now: () => time,
    });
  };
  return { follows: replica(), replica, enlisted, stores, pass: (ms: number) => (time += ms) };
}

const follow = (tournamentId: string, channelId = '7') => ({ tournamentId, channelId, topics: TOPICS });

describe('what a server follows', () => {
  it('holds one tournament in one channel once, and takes the new topics', async () => {
    const { follows, enlisted } = setUp();
    const first = await follows.add('1', follow('t1'));
    const again = await follows.add('1', { ...follow('t1'), topics: { ...TOPICS, calls: false } });
    const elsewhere = await follows.add('1', follow('t1', '8'));
    expect([again, elsewhere === first]).toEqual([first, false]);
    expect(Object.keys(await follows.read('1'))).toHaveLength(2);
    expect((await follows.read('1'))[first ?? '']?.topics.calls).toBe(false);
    expect(enlisted).toContain('1');
  });

  it('keeps both of two that replicas add at once', async () => {
    const { replica } = setUp();
    const [one, other] = [replica(), replica()];
    await Promise.all([one.add('1', follow('t1')), other.add('1', follow('t2'))]);
    expect(Object.keys(await one.read('1')).toSorted()).toEqual(
      [followIdOf(follow('t1')), followIdOf(follow('t2'))].toSorted(),
    );
  });

  it('shows each change in the index by a higher number', async () => {
    const { follows } = setUp();
    const id = (await follows.add('1', follow('t1'))) ?? '';
    const before = (await follows.index())['1'] ?? 0;
    await follows.change('1', id, (one) => ({ ...one, stopped: { reason: 'organizer', at: 5 } }));
    expect((await follows.index())['1']).toBeGreaterThan(before);
    expect((await follows.read('1'))[id]?.stopped?.reason).toBe('organizer');
  });

  it('leaves the index only where nothing changed since', async () => {
    const { follows } = setUp();
    await follows.add('1', follow('t1'));
    const seen = (await follows.index())['1'] ?? 0;
    await follows.add('1', follow('t2'));
    await follows.leave('1', seen);
    expect(await follows.index()).toHaveProperty('1');
    await follows.leave('1', (await follows.index())['1'] ?? 0);
    expect(await follows.index()).toEqual({});
  });

  it('has room for one menu of what goes on; what stopped takes no place, but does when it is resumed', async () => {
    const { follows } = setUp();
    for (let at = 0; at < FOLLOWS_MAX; at++) await follows.add('1', follow(`t${at}`));
    const id = followIdOf(follow('t0'));
    expect(await follows.add('1', { ...follow('t0'), topics: { ...TOPICS, calls: false } })).toBe(id);
    await follows.change('1', id, (one) => ({ ...one, stopped: { reason: 'over', at: 1_000_000 } }));
    expect(await follows.add('1', follow('more'))).toBe(followIdOf(follow('more')));
    expect(await follows.resume('1', id)).toBe('full');
    expect(await follows.add('1', follow('t0'))).toBeUndefined();
    expect((await follows.read('1'))[id]?.stopped?.reason).toBe('over');
    await follows.change('1', followIdOf(follow('t1')), (one) => ({
      ...one,
      stopped: { reason: 'over', at: 1_000_000 },
    }));
    expect(await follows.resume('1', id)).not.toHaveProperty('stopped');
    expect(await follows.resume('1', 'none')).toBeUndefined();
  });

  it('is entered in the index before its record is written, so that a kill in between loses nothing', async () => {
    const { stores, follows } = setUp();
    const records = stores.replica().namespace('follows');
    const index = stores.replica().namespace<Record<string, number>>('followed');
    const killed = createFollows({
      records: { ...records, add: () => Promise.reject(new Error('killed')) } as never,
      index: index as never,
      enlist: () => Promise.resolve(),
      now: () => 1_000_000,
    });
    await expect(killed.add('1', follow('t1'))).rejects.toThrow('killed');
    expect(await follows.index()).toHaveProperty('1');
  });

  it('has room for one menu, and forgets what stopped a week ago', async () => {
    const { follows, pass } = setUp();
    for (let at = 0; at < FOLLOWS_MAX; at++) await follows.add('1', follow(`t${at}`));
    expect(await follows.add('1', follow('more'))).toBeUndefined();
    await follows.change('1', followIdOf(follow('t0')), (one) => ({
      ...one,
      stopped: { reason: 'over', at: 1_000_000 },
    }));
    pass(7 * DAY_MS);
    expect(await follows.add('1', follow('more'))).toBe(followIdOf(follow('more')));
    expect(await follows.read('1')).not.toHaveProperty(followIdOf(follow('t0')));
  });

  it('goes with its server', async () => {
    const { follows } = setUp();
    const id = (await follows.add('1', follow('t1'))) ?? '';
    expect(Object.keys(await follows.forget('1'))).toEqual([id]);
    expect([await follows.read('1'), await follows.index()]).toEqual([{}, {}]);
  });
});
