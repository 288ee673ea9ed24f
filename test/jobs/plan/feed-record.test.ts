import { describe, expect, it } from 'vitest';
import { FeedRecord, storedFeed } from '../../../src/jobs/plan/feed-record.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';

const NOW = { epoch: 3, bracketAt: 5, matches: {}, posts: {}, pending: [] };

describe('what a channel was told', () => {
  it('is read as it was written', () => {
    const record: FeedRecord = {
      ...NOW,
      matches: new Map<string, MatchRecord>([
        ['aa', { state: 'late', id: 'x', players: ['p', 'q'], call: { at: 1, reminded: 'organizers' } }],
        ['bb', { state: 'corrected', result: { code: '1:3-1', before: '2:1-3', changes: 1, postId: '9' } }],
        ['cc', { state: 'called', call: {} }],
      ]),
      awaitsBracket: true,
      posts: { '9': { channelId: '10', keys: ['bb'], gap: { from: 1, to: 2 } } },
      overAt: 7,
      live: { messageId: '8', shows: 'h', editedAt: 4 },
      event: { eventId: '44', shows: 'h', status: 'active' },
      pending: [
        {
          notice: { kind: 'results', results: [{ key: 'bb', result: '1:3-1' }], gap: { from: 1, to: 2 } },
          channelId: '10',
          nonce: 'n',
          text: 't',
          at: 3,
        },
      ],
    };
    const read = FeedRecord.parse(JSON.parse(JSON.stringify(storedFeed(record))));
    expect(read).toEqual(record);
    // In this order, too: what a pending message says is compared as text.
    expect(JSON.stringify(read.pending)).toBe(JSON.stringify(record.pending));
  });

  it('by 1.0.0 goes on: its matches get their states, and a message that may be on its way its name', () => {
    const { posts: _posts, pending: _pending, bracketAt, ...older } = NOW;
    const telling = { kind: 'call', keys: ['aa'] };
    const pending = { telling, channelId: '10', nonce: 'n', text: 't', at: 3 };
    const read = FeedRecord.parse({
      ...older,
      readAt: bracketAt,
      matches: {
        known: { id: 'x', gone: true },
        running: { wasRunning: true },
        called: { calledAt: 1, waitedMs: 7, callId: '8', thread: { id: '8', state: 'open' } },
        late: { calledAt: 1, reminded: true },
        overdue: { calledAt: 1, reminded: true, overdue: true },
        posted: { calledAt: 1, callId: '8', callShows: '1:3-1', result: '1:3-1' },
        corrected: { result: '1:3-1', before: '2:1-3', changes: 5, postId: '9' },
        withdrawn: { calledAt: 1, overdue: true, result: '', before: '2:1-3', changes: 1 },
        closed: { result: '1:3-1', before: '2:1-3', changes: 6 },
      },
      pending: [pending],
    });
    expect(storedFeed(read)).toEqual({
      ...NOW,
      matches: {
        known: { state: 'known', id: 'x', gone: true },
        running: { state: 'called', call: {} },
        called: {
          state: 'called',
          call: { at: 1, waitedMs: 7, messageId: '8' },
          thread: { id: '8', state: 'open' },
        },
        late: { state: 'late', call: { at: 1, reminded: 'players' } },
        overdue: { state: 'late', call: { at: 1, reminded: 'organizers' } },
        posted: {
          state: 'posted',
          call: { at: 1, messageId: '8', shows: '1:3-1' },
          result: { code: '1:3-1', changes: 0 },
        },
        corrected: {
          state: 'corrected',
          result: { code: '1:3-1', before: '2:1-3', changes: 5, postId: '9' },
        },
        withdrawn: {
          state: 'late',
          call: { at: 1, reminded: 'organizers' },
          result: { code: '', before: '2:1-3', changes: 1 },
        },
        closed: { state: 'closed', result: { code: '1:3-1', before: '2:1-3', changes: 6 } },
      },
      pending: [{ notice: telling, channelId: '10', nonce: 'n', text: 't', at: 3 }],
    });
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
      { ...NOW, matches: { aa: { state: 'else' } } },
      { ...NOW, matches: { aa: { state: 'called', call: { at: 'now' } } } },
      { ...NOW, pending: [null] },
      { ...NOW, pending: 5 },
      { ...NOW, event: { shows: '', status: 'else' } },
      { ...NOW, live: { messageId: 8 } },
    ];
    for (const value of broken)
      expect(FeedRecord.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });
});
