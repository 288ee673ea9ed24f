import { describe, expect, it } from 'vitest';
import { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';

const NOW = { epoch: 3, readAt: 5, matches: {}, posts: {}, pending: [] };

describe('what a channel was told', () => {
  it('is read as it was written', () => {
    const record: FeedRecord = {
      ...NOW,
      matches: {
        aa: { id: 'x', players: ['p', 'q'], calledAt: 1, overdue: true },
        bb: { result: '1:3-1', before: '2:1-3', changes: 1, postId: '9' },
        cc: { wasRunning: true },
      },
      awaitsBracket: true,
      posts: { '9': { channelId: '10', keys: ['bb'], gap: { from: 1, to: 2 } } },
      overAt: 7,
      live: { messageId: '8', shows: 'h', editedAt: 4 },
      event: { eventId: '44', shows: 'h', status: 'active' },
      pending: [
        {
          telling: { kind: 'results', results: [{ key: 'bb', result: '1:3-1' }], gap: { from: 1, to: 2 } },
          channelId: '10',
          nonce: 'n',
          text: 't',
          at: 3,
        },
      ],
    };
    const read = FeedRecord.parse(JSON.parse(JSON.stringify(record)));
    expect(read).toEqual(record);
    // In this order, too: what a pending message says is compared as text.
    expect(JSON.stringify(read.pending)).toBe(JSON.stringify(record.pending));
  });

  it('by an older build goes on: its last results, its post on the way, its event', () => {
    const telling = { kind: 'call', keys: ['aa'] };
    const pending = { telling, channelId: '10', nonce: 'n', text: 't', at: 3 };
    const { posts: _posts, ...older } = NOW;
    const read = FeedRecord.parse({
      ...older,
      matches: { aa: { calledAt: 1, results: ['1', '1:3-1'] }, bb: { calledAt: 2, results: [] }, cc: {} },
      live: { messageId: '8', shows: 'h', editedAt: 4 },
      event: { eventId: '44', shows: 'h', status: 'ended' },
      pending,
    });
    expect(read).toEqual({
      ...NOW,
      matches: { aa: { calledAt: 1, result: '1:3-1' }, bb: { calledAt: 2 }, cc: {} },
      live: { messageId: '8', shows: 'h', editedAt: 4 },
      event: { eventId: '44', shows: 'h', status: 'refused' },
      pending: [pending],
    });
    expect(FeedRecord.parse({ epoch: 1, readAt: 2, matches: {} })).toMatchObject({ posts: {}, pending: [] });
  });

  it('is no feed where anything in it is broken, and reading it throws nothing', () => {
    const broken: unknown[] = [
      undefined,
      null,
      'text',
      [],
      {},
      { ...NOW, matches: null },
      { ...NOW, matches: { aa: null } },
      { ...NOW, matches: { aa: 'text' } },
      { ...NOW, matches: { aa: { results: [5] } } },
      { ...NOW, pending: [null] },
      { ...NOW, pending: 5 },
      { ...NOW, event: { shows: '', status: 'else' } },
      { ...NOW, live: { messageId: 8 } },
    ];
    for (const value of broken)
      expect(FeedRecord.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });
});
