import { createVault } from '../../../src/accounts/vault.ts';
import { OLD } from '../../support/filled-store.ts';
import { describe, expect, it } from 'vitest';
import { createFeeds } from '../../../src/jobs/deliver/feeds.ts';
import { openFeed } from '../../../src/jobs/deliver/open-feed.ts';
import { createOutbox, DirectMark } from '../../../src/jobs/deliver/outbox.ts';
import { NotOwnerError } from '../../../src/jobs/owner/lease.ts';
import { StoredFeed, type ChannelNotice } from '../../../src/jobs/plan/feed-record.ts';
import { UnreadableError } from '../../../src/store/errors.ts';
import type { OwnMessage, SendOutcome } from '../../../src/message/channels.ts';
import type { Turn } from '../../../src/jobs/work.ts';
import { silent } from '../../support/fakes.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { four, T0 } from '../../support/night-records.ts';
import { reading } from '../../support/told-channel.ts';

const EMPTY = { bracketAt: 0, matches: new Map(), posts: {}, pending: [] };
const MINUTE_MS = 60_000;

describe('feeds', () => {
  const opening = { isOwner: () => Promise.resolve(false), make: async () => EMPTY };
  const both = () => {
    const stores = memoryStores();
    const feeds = () => createFeeds(stores.replica().namespace('feeds', StoredFeed, { strict: true }));
    return {
      store: stores.replica().namespace('feeds', StoredFeed, { strict: true }),
      feeds: [feeds(), feeds()] as const,
    };
  };

  it('that a later owner opened are closed to an older one, even if it knew them', async () => {
    const [older, later] = both().feeds;
    const known = await older.open('1:a', 1, opening);
    await later.open('1:a', 2, opening);
    await expect(older.save('1:a', known, { ...known, bracketAt: 5 })).rejects.toThrow(NotOwnerError);
    await expect(older.open('1:a', 1, opening)).rejects.toThrow(NotOwnerError);
    expect(await later.open('1:a', 2, opening)).toMatchObject({ epoch: 2, bracketAt: 0 });
  });

  it('are written only from their current state', async () => {
    const [one] = both().feeds;
    const first = await one.open('1:a', 1, opening);
    const second = await one.save('1:a', first, { ...first, bracketAt: 5 });
    await expect(one.save('1:a', first, { ...first, bracketAt: 6 })).rejects.toThrow(NotOwnerError);
    expect(second.bracketAt).toBe(5);
  });

  it('that were forgotten start from the beginning, even if this process knew them', async () => {
    const [one] = both().feeds;
    const first = await one.open('1:a', 1, opening);
    await one.save('1:a', first, { ...first, bracketAt: 5 });
    await one.forget({ guildId: '1', followId: 'a' });
    expect(await one.open('1:a', 1, opening)).toMatchObject({ bracketAt: 0 });
  });

  it('of an older build, or of another store’s later owner, are opened by the owner', async () => {
    const { store, feeds } = both();
    await store.set('1:a', { epoch: 9, readAt: 5, matches: { k: { result: '1:2-0' } } });
    await expect(feeds[0].open('1:a', 2, opening)).rejects.toThrow(NotOwnerError);
    const isOwner = () => Promise.resolve(true);
    expect(await feeds[0].open('1:a', 2, { ...opening, isOwner })).toMatchObject({
      epoch: 2,
      bracketAt: 5,
      matches: new Map([['k', { state: 'posted', result: { code: '1:2-0', changes: 0 } }]]),
    });
  });

  it('that are broken say so, and stay as they are', async () => {
    const { store, feeds } = both();
    await store.set('1:a', { epoch: 1, bracketAt: 'never' });
    await expect(feeds[0].open('1:a', 2, opening)).rejects.toThrow(UnreadableError);
  });
});

const CALL: ChannelNotice = { kind: 'call', keys: ['x'] };
const LIVE: ChannelNotice = { kind: 'live' };

/** One channel's turn, with a Discord that a test steers. */
function channel() {
  let time = T0;
  const stores = memoryStores({ now: () => time }).replica();
  const store = stores.namespace('feeds', StoredFeed, { strict: true });
  const sent: string[] = [];
  const control = {
    answer: (): SendOutcome => ({ id: String(sent.length) }),
    history: undefined as OwnMessage[] | undefined,
    looks: 0,
  };
  const turn: Turn = {
    guildId: '1',
    followId: 'a',
    follow: {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: true, results: true, event: false },
      since: 0,
    },
    leads: { calls: true, results: true, event: true, ping: false, end: true },
    reading: reading(four('a-b', 'c-d', '-')),
    epoch: 1,
  };
  const post = (what: string) => (_channel: string, second: unknown, third: unknown) => {
    const { content } = (typeof second === 'string' ? third : second) as { content: string };
    sent.push(`${what} ${content} ${typeof third === 'string' ? third : ''}`.trim());
    return Promise.resolve().then(control.answer);
  };
  const channels = {
    post: post('post'),
    edit: post('edit'),
    openDirect: () => Promise.resolve({ id: '99' }),
    since: () => {
      control.looks++;
      return Promise.resolve(control.history);
    },
  };
  const open = () =>
    openFeed(turn, {
      channels,
      outbox: createOutbox({
        channels,
        directs: stores.namespace('directs', DirectMark),
        vault: createVault([OLD]),
        now: () => time,
      }),
      feeds: createFeeds(store),
      lease: { isOwner: () => Promise.resolve(true) },
      now: () => time,
      events: { onPost: () => {} },
      log: silent,
      announcedIn: async () => undefined,
    } as never);
  const texts = () => sent.map((one) => one.split(' ').slice(0, 2).join(' '));
  const nonces = () => sent.map((one) => one.split(' ').at(-1));
  return { open, control, sent, texts, nonces, pass: (ms: number) => void (time += ms) };
}

describe('an open feed', () => {
  it('that was cut off sends the same message under the same nonce', async () => {
    const { open, control, nonces } = channel();
    control.answer = () => {
      throw new Error('503');
    };
    for (let at = 0; at < 3; at++) {
      const feed = await open();
      await feed.settle();
      await expect(feed.send(CALL, '10', { content: 'call' })).rejects.toThrow('503');
    }
    expect(new Set(nonces()).size).toBe(1);
    control.answer = () => ({ id: '7' });
    const feed = await open();
    await feed.send(CALL, '10', { content: 'call' });
    expect(feed.record()).toMatchObject({
      pending: [],
      matches: new Map([['x', { state: 'called', call: { at: T0 } }]]),
    });
  });

  it('that was cut off is found by its nonce or its text, where the channel can be read', async () => {
    for (const found of [{ nonce: 'same' }, { content: 'call' }]) {
      const { open, control, nonces, texts } = channel();
      control.answer = () => {
        throw new Error('closed');
      };
      const first = await open();
      await expect(first.send(CALL, '10', { content: 'call ' })).rejects.toThrow('closed');
      const message = { id: '9', content: 'else', ...found };
      control.history = [{ ...message, ...('nonce' in found && { nonce: nonces()[0] ?? '' }) }];
      const second = await open();
      await second.settle();
      expect(second.record()).toMatchObject({
        pending: [],
        matches: new Map([['x', { state: 'called', call: { at: T0 } }]]),
      });
      expect(texts()).toEqual(['post call']);
    }
  });

  it('that was cut off counts as made after the nonce’s time, if it can’t be known: no player is called twice', async () => {
    const { open, control, pass } = channel();
    control.answer = () => {
      throw new Error('closed');
    };
    const first = await open();
    await expect(first.send(LIVE, '10', { content: 'live' })).rejects.toThrow('closed');
    await expect(first.send(CALL, '10', { content: 'call' })).rejects.toThrow('closed');
    pass(MINUTE_MS);
    const second = await open();
    await second.settle();
    expect(second.record().pending).toHaveLength(2);
    pass(MINUTE_MS + 1);
    await second.settle();
    expect(second.record()).toMatchObject({
      matches: new Map([['x', { state: 'called', call: { at: T0 } }]]),
    });
    // A live post calls no one: better twice than never.
    expect(second.record().pending).toEqual([]);
    expect(second.record().live).toBeUndefined();
  });

  it('that was cut off is still looked for after a channel has refused to take it again', async () => {
    const { open, control, pass, texts } = channel();
    control.answer = () => {
      throw new Error('closed');
    };
    const first = await open();
    await expect(first.send(CALL, '10', { content: 'call' })).rejects.toThrow('closed');
    control.answer = () => ({ refused: 'forbidden' });
    const second = await open();
    await second.settle();
    expect(await second.send(CALL, '10', { content: 'call' })).toBe('forbidden');
    control.history = [{ id: '9', content: 'call' }];
    pass(10 * MINUTE_MS);
    const third = await open();
    await third.settle();
    expect(third.record()).toMatchObject({
      pending: [],
      matches: new Map([['x', { state: 'called', call: { messageId: '9' } }]]),
    });
    expect(texts()).toEqual(['post call', 'post call']);
  });

  it('that was cut off is not sent again under a nonce that Discord may have forgotten, until it was looked for', async () => {
    const { open, control, pass, texts } = channel();
    control.answer = () => {
      throw new Error('closed');
    };
    const feed = await open();
    await expect(feed.send(CALL, '10', { content: 'call' })).rejects.toThrow('closed');
    pass(2 * MINUTE_MS + 1);
    await expect(feed.send(CALL, '10', { content: 'call' })).rejects.toThrow('may have been sent');
    expect(texts()).toEqual(['post call']);
    control.history = [];
    await feed.settle();
    await expect(feed.send(CALL, '10', { content: 'call' })).rejects.toThrow('closed');
    expect(texts()).toEqual(['post call', 'post call']);
  });

  it('that was not made, and has nothing to say any more, is not searched for anymore', async () => {
    const { open, control, pass } = channel();
    control.answer = () => {
      throw new Error('closed');
    };
    const first = await open();
    await expect(first.send(CALL, '10', { content: 'call' })).rejects.toThrow('closed');
    control.history = [];
    const second = await open();
    await second.settle();
    expect(second.record().pending).toHaveLength(1);
    pass(2 * MINUTE_MS + 1);
    await second.settle();
    expect(second.record().pending).toEqual([]);
    const { looks } = control;
    await second.settle();
    expect(control.looks).toBe(looks);
  });

  it('that is refused is no longer on its way, and one refused for what is in it is not sent again', async () => {
    const { open, control } = channel();
    const feed = await open();
    control.answer = () => ({ refused: 'forbidden' });
    expect(await feed.send(CALL, '10', { content: 'call' })).toBe('forbidden');
    expect(feed.record()).toMatchObject({ pending: [], matches: new Map() });
    control.answer = () => ({ refused: 'refused' });
    expect(await feed.send(CALL, '10', { content: 'call' })).toBeUndefined();
    expect(feed.record()).toMatchObject({
      pending: [],
      matches: new Map([['x', { state: 'called', call: { at: T0 } }]]),
    });
    expect(await feed.send(LIVE, '10', { content: 'live' })).toBe('refused');
  });
});
