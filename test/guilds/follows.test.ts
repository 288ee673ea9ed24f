import { describe, expect, it } from 'vitest';
import { createFollows, followIdOf, FOLLOWS_MAX } from '../../src/guilds/follows.ts';
import { memoryStores } from '../support/memory-stores.ts';

const TOPICS = { calls: true, results: true, event: false };
const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  let time = 1_000_000;
  const stores = memoryStores({ now: () => time });
  const trackedServers: string[] = [];
  const replica = () => {
    const own = stores.replica();
    return createFollows({
      records: own.namespace('follows'),
      index: own.namespace('followed'),
      trackServer: (guildId) => Promise.resolve(void trackedServers.push(guildId)),
      now: () => time,
    });
  };
  return { follows: replica(), replica, trackedServers, stores, pass: (ms: number) => (time += ms) };
}

const follow = (tournamentId: string, channelId = '7') => ({ tournamentId, channelId, topics: TOPICS });

describe('the follows of a server', () => {
  it('contain a tournament once per channel, with the latest topics', async () => {
    const { follows, trackedServers } = setUp();
    const first = await follows.add('1', follow('t1'));
    const again = await follows.add('1', { ...follow('t1'), topics: { ...TOPICS, calls: false } });
    const elsewhere = await follows.add('1', follow('t1', '8'));
    expect([again, elsewhere === first]).toEqual([first, false]);
    expect(Object.keys(await follows.read('1'))).toHaveLength(2);
    expect((await follows.read('1'))[first ?? '']?.topics.calls).toBe(false);
    expect(trackedServers).toContain('1');
  });

  it('are in the order in which they were made, although the clock was set back', async () => {
    const { follows, pass } = setUp();
    const first = (await follows.add('1', follow('t1'))) ?? '';
    pass(-3_600_000);
    const second = (await follows.add('1', follow('t1', '8'))) ?? '';
    const later = (await follows.add('1', follow('t1', '9'))) ?? '';
    const record = await follows.read('1');
    const order = Object.keys(record).toSorted((a, b) => (record[a]?.since ?? 0) - (record[b]?.since ?? 0));
    expect(order).toEqual([first, second, later]);
  });

  it('keep both of two that replicas add at once', async () => {
    const { replica } = setUp();
    const [one, other] = [replica(), replica()];
    await Promise.all([one.add('1', follow('t1')), other.add('1', follow('t2'))]);
    expect(Object.keys(await one.read('1')).toSorted()).toEqual(
      [followIdOf(follow('t1')), followIdOf(follow('t2'))].toSorted(),
    );
  });

  it('get a higher revision in the index with each change', async () => {
    const { follows } = setUp();
    const id = (await follows.add('1', follow('t1'))) ?? '';
    const before = (await follows.index())['1'] ?? 0;
    await follows.change('1', id, (one) => ({ ...one, stopped: { reason: 'organizer', at: 5 } }));
    expect((await follows.index())['1']).toBeGreaterThan(before);
    expect((await follows.read('1'))[id]?.stopped?.reason).toBe('organizer');
  });

  it('leave the index only if they have not changed since', async () => {
    const { follows } = setUp();
    await follows.add('1', follow('t1'));
    const revision = (await follows.index())['1'] ?? 0;
    await follows.add('1', follow('t2'));
    await follows.leave('1', revision);
    expect(await follows.index()).toHaveProperty('1');
    await follows.leave('1', (await follows.index())['1'] ?? 0);
    expect(await follows.index()).toEqual({});
  });

  it('count against the limit while active, and again when they are resumed', async () => {
    const { follows } = setUp();
    for (let at = 0; at < FOLLOWS_MAX; at++) await follows.add('1', follow(`t${at}`));
    const id = followIdOf(follow('t0'));
    expect(await follows.add('1', { ...follow('t0'), topics: { ...TOPICS, calls: false } })).toBe(id);
    await follows.change('1', id, (one) => ({ ...one, stopped: { reason: 'over', at: 1_000_000 } }));
    expect(await follows.add('1', follow('more'))).toBe(followIdOf(follow('more')));
    expect(await follows.add('1', follow('t0'))).toBeUndefined();
    expect((await follows.read('1'))[id]?.stopped?.reason).toBe('over');
    await follows.change('1', followIdOf(follow('t1')), (one) => ({
      ...one,
      stopped: { reason: 'over', at: 1_000_000 },
    }));
    expect(await follows.add('1', follow('t0'))).toBe(id);
    expect((await follows.read('1'))[id]).not.toHaveProperty('stopped');
  });

  it('enter the index before their record is written, so that a crash in between loses nothing', async () => {
    const { stores, follows } = setUp();
    const records = stores.replica().namespace('follows');
    const index = stores.replica().namespace<Record<string, number>>('followed');
    const crashing = createFollows({
      records: { ...records, add: () => Promise.reject(new Error('crash')) } as never,
      index: index as never,
      trackServer: () => Promise.resolve(),
      now: () => 1_000_000,
    });
    await expect(crashing.add('1', follow('t1'))).rejects.toThrow('crash');
    expect(await follows.index()).toHaveProperty('1');
  });

  it('are limited to one menu, and dropped a week after they stopped', async () => {
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

  it('are removed with their server', async () => {
    const { follows } = setUp();
    const id = (await follows.add('1', follow('t1'))) ?? '';
    expect(Object.keys(await follows.forget('1'))).toEqual([id]);
    expect([await follows.read('1'), await follows.index()]).toEqual([{}, {}]);
  });
});
