import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/jobs/deliver/delivery.ts';
import { RefusedError } from '../../../src/jobs/deliver/errors.ts';
import { edits, sends } from '../../../src/jobs/deliver/messages.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { Refused } from '../../../src/message/channels.ts';

const OWN = '10';
const EMPTY: FeedRecord = { epoch: 1, bracketAt: 0, matches: {}, posts: {}, pending: [] };

/** A turn whose feed writes down what happens; `answer` is what Discord says. */
function turn(answer: (channelId: string) => Refused | undefined = () => undefined) {
  const events: string[] = [];
  let record: FeedRecord = { ...EMPTY, champion: { messageId: '7', shows: 'old' } };
  const delivery = {
    turn: { follow: { channelId: OWN } },
    work: { now: () => 5 },
    feed: {
      record: () => record,
      save: async (next: FeedRecord) => {
        record = next;
        events.push(`saved ${record.champion === undefined ? 'gone' : record.champion.shows || 'unclear'}`);
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
  return { delivery, events, shows: () => record.champion?.shows };
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
      feed.save(withShows(feed.record(), `${before.champion?.shows} to ${feed.record().champion?.shows}`)),
  });

describe('an edit', () => {
  it('is unclear in the feed until Discord answers, so that a kill in between is followed by another edit', async () => {
    const { delivery, events, shows } = turn(() => {
      throw new Error('killed');
    });
    await expect(edit()('new', delivery)).rejects.toThrow('killed');
    expect(events).toEqual(['saved unclear', 'edited in 10']);
    expect(shows()).toBe('');
  });

  it('is noted once it is done, and what follows knows the feed of before', async () => {
    const { delivery, events } = turn();
    await edit()('new', delivery);
    expect(events).toEqual(['saved unclear', 'edited in 10', 'saved new', 'saved old to new']);
  });

  it('of a message that is gone, or refused for its content, gives way to a new one', async () => {
    for (const refused of ['post-gone', 'refused'] as const) {
      const { delivery, events } = turn((channelId) => (channelId === OWN ? refused : undefined));
      await edit()('new', delivery);
      expect(events).toEqual(['saved unclear', 'edited in 10', 'saved gone', 'sent to 10']);
    }
  });

  it('that the channel that follows refuses ends the turn; another channel’s message gives way to a new one', async () => {
    const { delivery } = turn(() => 'forbidden');
    await expect(edit()('new', delivery)).rejects.toThrow(RefusedError);
    const elsewhere = turn((channelId) => (channelId === '11' ? 'forbidden' : undefined));
    await edit('11')('new', elsewhere.delivery);
    expect(elsewhere.events).toEqual(['saved unclear', 'edited in 11', 'saved gone', 'sent to 10']);
  });
});

describe('a new message', () => {
  const send = sends<string>({
    notice: () => ({ kind: 'live' }),
    post: (text) => ({ content: text }),
    channel: { of: async () => '11', refused: async (_channelId, { feed }) => feed.save(feed.record()) },
    after: async (_, { feed }) => feed.save(withShows(feed.record(), 'new')),
  });

  it('goes to another channel of the server, and to the one that follows if that refuses', async () => {
    const first = turn();
    await send('text', first.delivery);
    expect(first.events).toEqual(['sent to 11', 'saved new']);
    const second = turn((channelId) => (channelId === '11' ? 'forbidden' : undefined));
    await send('text', second.delivery);
    expect(second.events).toEqual(['sent to 11', 'saved old', 'sent to 10', 'saved new']);
  });

  it('that both refuse ends the turn', async () => {
    const { delivery } = turn(() => 'forbidden');
    await expect(send('text', delivery)).rejects.toThrow(RefusedError);
  });
});
