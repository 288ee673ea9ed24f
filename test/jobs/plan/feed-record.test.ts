import { describe, expect, it } from 'vitest';
import {
  FeedRecord,
  storedFeed,
  StoredFeed,
  type ChannelNotice,
} from '../../../src/jobs/plan/feed-record.ts';
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

  it('holds every kind of message that may be on its way, and everything that it shows', () => {
    const schedule = { state: 'postponed' as const, startsAt: 1, isDay: true as const };
    const before = { state: 'planned' as const };
    const notices: ChannelNotice[] = [
      { kind: 'live' },
      ...(['open', 'start', 'champion'] as const).map((milestone) => ({
        kind: 'milestone' as const,
        milestone,
      })),
      { kind: 'schedule', schedule: { state: 'canceled' }, before },
      { kind: 'new-winner', winner: 'x', before: 'y' },
      { kind: 'call', keys: ['aa'] },
      { kind: 'thread', keys: ['aa'] },
      { kind: 'link-call', at: 1 },
      { kind: 'late', keys: ['aa'], asks: 'one' },
      { kind: 'overdue', keys: ['aa'] },
      { kind: 'often', keys: ['aa'] },
      { kind: 'results', results: [], round: 'r', table: 'r' },
      { kind: 'table', round: 'r' },
    ];
    const record: FeedRecord = {
      ...NOW,
      matches: new Map<string, MatchRecord>([
        [
          'aa',
          {
            state: 'closed',
            players: ['p', 'q'],
            names: ['n', 'o'],
            gone: 'back',
            undone: true,
            questioned: 'h',
            call: {
              at: 1,
              messageId: '8',
              shows: '1',
              isMembers: true,
              waitedMs: 2,
              reminder: { messageId: '7', asks: 'both' },
              reminded: 'players',
            },
            thread: { id: '30', state: 'wanted', messageId: '31', shows: 'h' },
            direct: { shows: '1' },
          },
        ],
        [
          'bb',
          {
            state: 'known',
            gone: true,
            call: { reminder: { messageId: '7', asks: 'one' } },
            thread: { state: 'open' },
            direct: {},
          },
        ],
        ['cc', { state: 'posted', thread: { state: 'done' } }],
      ]),
      posts: {
        '9': { channelId: '10', keys: [], round: 'r', moved: { aa: '1' }, isQuiet: true, unsure: true },
      },
      tables: { r: { messageId: '9', channelId: '10', shows: 'h' }, s: { shows: '' } },
      toldAt: 8,
      isRemade: true,
      linkCallAt: 2,
      milestones: ['open', 'start', 'champion'],
      open: { messageId: '3' },
      start: { messageId: '4', shows: '8' },
      champion: { messageId: '6', shows: 'h', winner: 'x', before: 'y' },
      winner: { told: 'x', changes: 1, post: { messageId: '7', winner: 'x', before: 'y' } },
      plans: [{ messageId: '5', schedule, before }],
      schedule,
      event: { shows: 'h', startsAt: 1, status: 'scheduled' },
      pending: notices.map((notice) => ({ notice, channelId: '10', nonce: 'n', text: 't', at: 3 })),
    };
    expect(FeedRecord.parse(JSON.parse(JSON.stringify(storedFeed(record))))).toEqual(record);
    const refused: FeedRecord = { ...record, event: { shows: 'h', status: 'refused' } };
    expect(FeedRecord.parse(storedFeed(refused))).toEqual(refused);
    expect(StoredFeed.safeParse(storedFeed(record)).success).toBe(true);
    expect(StoredFeed.safeParse({}).success).toBe(false);
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
    expect(FeedRecord.parse({ ...older, bracketAt })).toMatchObject({ posts: {}, pending: [] });
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
