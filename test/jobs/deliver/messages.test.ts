import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/jobs/deliver/delivery.ts';
import { RefusedError } from '../../../src/jobs/deliver/errors.ts';
import { edits, sends } from '../../../src/jobs/deliver/messages.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { Refused } from '../../../src/message/channels.ts';

const OWN = '10';
const EMPTY: FeedRecord = { epoch: 1, bracketAt: 0, matches: new Map(), posts: {}, pending: [] };

/** A turn whose feed writes down what happens; `answer` is what Discord says. What is noted is stored with what follows. */
function turn(answer: (channelId: string) => Refused | undefined = () => undefined) {
  const events: string[] = [];
  let record: FeedRecord = { ...EMPTY, champion: { messageId: '7', shows: 'old' } };
  const delivery = {
    turn: { follow: { channelId: OWN } },
    work: { now: () => 5 },
    feed: {
      record: () => record,
      note(next: FeedRecord) {
        record = next;
        events.push(`noted ${record.champion === undefined ? 'gone' : record.champion.shows || 'unclear'}`);
      },
      send: async (_notice: object, channelId: string) => {
        events.push(`sent to ${channelId}`);
        return answer(channelId);
      },
      edit: async (_kind: string, { channelId }: { channelId: string }) => {
        events.push(`edited in ${channelId}`);
        return answer(channelId);
      },
    },
  } as unknown as Delivery;
  return { delivery, events };
}

const withShows = (feed: FeedRecord, shows: string): FeedRecord => ({
  ...feed,
  champion: { messageId: '7', shows },
});

const edit = (channelId?: string) =>
  edits<string>({
    kind: 'champion',
    message: (_, { champion }) => champion && { ...champion, ...(channelId ? { channelId } : {}) },
    post: (text) => ({ content: text }),
    unclear: (_, feed) => withShows(feed, ''),
    shown: (text, feed) => withShows(feed, text),
    gone: (_, { champion: _gone, ...feed }) => feed,
    otherwise: async (text, { feed }) => void (await feed.send({ kind: 'live' }, OWN, { content: text })),
    after: async (_, { feed }, before) =>
      feed.note(withShows(feed.record(), `${before.champion?.shows} to ${feed.record().champion?.shows}`)),
  });

describe('an edit', () => {
  it('is unclear in the feed before it, so that a kill is followed by another edit, and where no message stands is not', () => {
    const { delivery } = turn();
    const unclear = (feed: FeedRecord) => edit().unclear?.(['new'], feed);
    expect(unclear(delivery.feed.record())?.champion).toEqual({ messageId: '7', shows: '' });
    expect(unclear(EMPTY)).toBe(EMPTY);
  });

  it('is noted once it is done, and what follows knows the feed of before', async () => {
    const { delivery, events } = turn();
    await edit()('new', delivery);
    expect(events).toEqual(['edited in 10', 'noted new', 'noted old to new']);
  });

  it('that Discord did not answer stays unclear', async () => {
    const { delivery, events } = turn(() => {
      throw new Error('killed');
    });
    await expect(edit()('new', delivery)).rejects.toThrow('killed');
    expect(events).toEqual(['edited in 10']);
  });

  it('of a message that is gone, or refused for its content, is replaced by a new one', async () => {
    for (const refused of ['post-gone', 'refused'] as const) {
      const { delivery, events } = turn((channelId) => (channelId === OWN ? refused : undefined));
      await edit()('new', delivery);
      expect(events).toEqual(['edited in 10', 'noted gone', 'sent to 10']);
    }
  });

  it('that the channel that follows refuses ends the turn; another channel’s message is replaced by a new one', async () => {
    const { delivery } = turn(() => 'forbidden');
    await expect(edit()('new', delivery)).rejects.toThrow(RefusedError);
    const elsewhere = turn((channelId) => (channelId === '11' ? 'forbidden' : undefined));
    await edit('11')('new', elsewhere.delivery);
    expect(elsewhere.events).toEqual(['edited in 11', 'noted gone', 'sent to 10']);
  });
});

describe('a new message', () => {
  const send = sends<string>({
    notice: () => ({ kind: 'live' }),
    post: (text) => ({ content: text }),
    channel: { of: async () => '11', refused: async (_channelId, { feed }) => feed.note(feed.record()) },
    after: async (_, { feed }) => feed.note(withShows(feed.record(), 'new')),
  });

  it('goes to another channel of the server, and to the one that follows if that refuses', async () => {
    const first = turn();
    await send('text', first.delivery);
    expect(first.events).toEqual(['sent to 11', 'noted new']);
    const second = turn((channelId) => (channelId === '11' ? 'forbidden' : undefined));
    await send('text', second.delivery);
    expect(second.events).toEqual(['sent to 11', 'noted old', 'sent to 10', 'noted new']);
  });

  it('that both refuse ends the turn', async () => {
    const { delivery } = turn(() => 'forbidden');
    await expect(send('text', delivery)).rejects.toThrow(RefusedError);
  });
});
