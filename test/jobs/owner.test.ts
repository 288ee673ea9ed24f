import { describe, expect, it } from 'vitest';
import { createFeeds, NotOwnerError, type FeedRecord } from '../../src/jobs/feeds.ts';
import { createLease, type OwnerRecord } from '../../src/jobs/lease.ts';
import { openPoster } from '../../src/jobs/poster.ts';
import type { Turn } from '../../src/jobs/work.ts';
import { silent } from '../support/fakes.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { cup } from '../support/night-world.ts';

const SECOND_MS = 1000;

function leases() {
  let time = 0;
  const stores = memoryStores({ now: () => time });
  const lease = (id: string) =>
    createLease({
      owners: stores.replica().namespace<OwnerRecord>('jobs'),
      id,
      monotonic: () => time,
    });
  return { stores, lease, pass: (ms: number) => void (time += ms) };
}

describe('the lease', () => {
  it('has one holder, who keeps it by renewing', async () => {
    const { lease, pass } = leases();
    const [one, other] = [lease('one'), lease('two')];
    for (let at = 0; at < 60; at++) {
      expect([await one.hold(), await other.hold()]).toEqual([1, undefined]);
      pass(SECOND_MS);
    }
    expect(await one.isOwner(1)).toBe(true);
  });

  it('goes to another within 30 s, with a higher epoch, and never back by itself', async () => {
    const { lease, pass } = leases();
    const [one, other] = [lease('one'), lease('two')];
    await one.hold();
    for (let at = 0; at < 30; at++) {
      pass(SECOND_MS);
      await other.hold();
    }
    expect(await other.hold()).toBe(2);
    expect([await one.isOwner(1), await one.hold()]).toEqual([false, undefined]);
  });

  it('is over by its holder’s own clock, be the store there or not', async () => {
    const { stores, lease, pass } = leases();
    const one = lease('one');
    await one.hold();
    stores.control.down = true;
    pass(SECOND_MS);
    expect(await one.hold()).toBe(1);
    pass(30 * SECOND_MS);
    await one.hold().catch(() => undefined);
    expect(await one.hold()).toBeUndefined();
    expect(await one.isOwner(1)).toBe(false);
  });
});

describe('feeds', () => {
  const opening = { isOwner: () => Promise.resolve(false), make: () => ({ readAt: 0, matches: {} }) };
  const both = () => {
    const stores = memoryStores();
    const feeds = () => createFeeds(stores.replica().namespace<FeedRecord>('feeds'));
    return [feeds(), feeds()] as const;
  };

  it('that a later owner opened are closed to an older one, whatever it knew', async () => {
    const [older, later] = both();
    const known = await older.open('1:a', 1, opening);
    await later.open('1:a', 2, opening);
    await expect(older.save('1:a', known, { ...known, readAt: 5 })).rejects.toThrow(NotOwnerError);
    await expect(older.open('1:a', 1, opening)).rejects.toThrow(NotOwnerError);
    expect(await later.open('1:a', 2, opening)).toMatchObject({ epoch: 2, readAt: 0 });
  });

  it('are written by whoever knows them as they are', async () => {
    const [one] = both();
    const first = await one.open('1:a', 1, opening);
    const second = await one.save('1:a', first, { ...first, readAt: 5 });
    await expect(one.save('1:a', first, { ...first, readAt: 6 })).rejects.toThrow(NotOwnerError);
    expect(second.readAt).toBe(5);
  });

  it('that were forgotten begin anew, also where they were known', async () => {
    const [one] = both();
    const first = await one.open('1:a', 1, opening);
    await one.save('1:a', first, { ...first, readAt: 5 });
    await one.forget({ guildId: '1', followId: 'a' });
    expect(await one.open('1:a', 1, opening)).toMatchObject({ readAt: 0 });
  });
});

describe('posting', () => {
  const turn: Turn = {
    guildId: '1',
    followId: 'a',
    follow: {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: true, results: true, event: false },
      since: 0,
    },
    isFirst: true,
    reading: { tournament: cup(), matches: [], stage: 'running', shows: '', readAt: 0, resultsAt: 0 },
    epoch: 1,
  };

  it('asks right before each post and edit whether it still is the owner', async () => {
    const feeds = createFeeds(memoryStores().replica().namespace<FeedRecord>('feeds'));
    const posted: string[] = [];
    const channels = {
      post: (_channel: string, { content }: { content: string }) => {
        posted.push(content);
        return Promise.resolve({ id: '1' });
      },
      edit: (_channel: string, _message: string, { content }: { content: string }) => {
        posted.push(content);
        return Promise.resolve({ id: '1' });
      },
      since: () => Promise.resolve([]),
    };
    let isOwner = true;
    const poster = await openPoster(turn, {
      channels,
      feeds,
      lease: { isOwner: () => Promise.resolve(isOwner) },
      now: () => 0,
      events: { onPost: () => {} },
      log: silent,
    });
    await poster.tell({ kind: 'live' }, '10', { content: 'first' });
    isOwner = false;
    const call = poster.tell({ kind: 'call', keys: ['x'] }, '10', { content: 'call' });
    await expect(call).rejects.toThrow(NotOwnerError);
    await expect(poster.edit('10', 'x', { content: 'edit' })).rejects.toThrow(NotOwnerError);
    expect(posted).toEqual(['first']);
  });
});
