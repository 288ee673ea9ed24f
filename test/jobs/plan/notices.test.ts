import { describe, expect, it } from 'vitest';
import { newFeed } from '../../../src/jobs/plan/baseline.ts';
import type { ChannelNotice, FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import {
  keysOf,
  noteMilestones,
  noteOverdue,
  noteResults,
  noteSent,
  noteShown,
  noteThread,
  noteUnreminded,
  withCallShown,
} from '../../../src/jobs/plan/notices.ts';
import { cup } from '../../support/night-records.ts';
import { reading } from '../../support/told-channel.ts';

const feedOf = (record?: MatchRecord, more: Partial<FeedRecord> = {}): FeedRecord => ({
  ...newFeed(reading(undefined, { tournament: cup({ phase: 'open' }) })),
  epoch: 1,
  matches: new Map(record && [['aa', record]]),
  ...more,
});
const SENT = { messageId: '5', channelId: '10', at: 7 };
const LOST = { ...SENT, messageId: undefined };
const sent = (notice: ChannelNotice, message: typeof SENT | typeof LOST = SENT, feed = feedOf()) =>
  noteSent(feed, notice, message);
/** The record of the match that a notice is about. */
const after = (notice: ChannelNotice, record: MatchRecord, message: typeof SENT | typeof LOST = SENT) =>
  sent(notice, message, feedOf(record)).matches.get('aa');

describe('a message that was sent', () => {
  it('is about these matches', () => {
    expect(keysOf({ kind: 'call', keys: ['aa'] })).toEqual(['aa']);
    expect(keysOf({ kind: 'results', results: [{ key: 'bb', result: '1' }] })).toEqual(['bb']);
    expect(keysOf({ kind: 'live' })).toEqual([]);
  });

  it('is the live post, which may show something else by now', () => {
    expect(sent({ kind: 'live' }).live).toEqual({ messageId: '5', shows: '', editedAt: 7 });
    expect(sent({ kind: 'live' }, LOST)).toEqual(feedOf());
  });

  it('is the post of a moment, which has its own place', () => {
    const live = { messageId: '3', shows: 'x', editedAt: 1 };
    const at = (milestone: 'open' | 'start' | 'champion', message: typeof SENT | typeof LOST = SENT) => {
      const feed = sent(
        { kind: 'milestone', milestone },
        message,
        feedOf(undefined, { milestones: [], live }),
      );
      const { open, start, champion, milestones } = feed;
      return { open, start, champion, milestones };
    };
    const none = { open: undefined, start: undefined, champion: undefined };
    expect(at('open')).toEqual({ ...none, open: { messageId: '5' }, milestones: ['open'] });
    expect(at('start')).toEqual({ ...none, start: { messageId: '5', shows: '3' }, milestones: ['start'] });
    expect(at('champion')).toEqual({
      ...none,
      champion: { messageId: '5', shows: '' },
      milestones: ['champion'],
    });
    expect(at('start', LOST)).toEqual({ ...none, milestones: ['start'] });
    expect(sent({ kind: 'milestone', milestone: 'start' }).start).toEqual({ messageId: '5', shows: '' });
  });

  it('is one of the schedule, after those before', () => {
    const schedule = { state: 'postponed' as const };
    const before = { state: 'planned' as const, startsAt: 1 };
    const first = sent({ kind: 'schedule', schedule });
    expect([first.schedule, first.plans]).toEqual([schedule, [{ messageId: '5', schedule }]]);
    const second = sent(
      { kind: 'schedule', schedule: before, before: schedule },
      { ...SENT, messageId: '6' },
      first,
    );
    expect(second.plans).toEqual([
      { messageId: '5', schedule },
      { messageId: '6', schedule: before, before: schedule },
    ]);
    const lost = sent({ kind: 'schedule', schedule: before }, LOST, first);
    expect([lost.schedule, lost.plans]).toEqual([before, first.plans]);
    expect(sent({ kind: 'schedule', schedule }, LOST)).not.toHaveProperty('plans');
  });

  it('is one about the winner, and counts', () => {
    const first = sent({ kind: 'new-winner', winner: 'x', before: 'y' });
    expect(first.winner).toEqual({
      told: 'x',
      changes: 1,
      post: { messageId: '5', winner: 'x', before: 'y' },
    });
    expect(sent({ kind: 'new-winner', winner: 'y', before: 'x' }, LOST, first).winner).toEqual({
      told: 'y',
      changes: 2,
    });
  });

  it('is a call', () => {
    expect(after({ kind: 'call', keys: ['aa'] }, { state: 'known' })).toEqual({
      state: 'called',
      call: { at: 7, messageId: '5' },
    });
    expect(after({ kind: 'call', keys: ['aa'] }, { state: 'known' }, LOST)?.call).toEqual({ at: 7 });
  });

  it('is the first one of a thread, or is in the channel where there is none', () => {
    const thread = { id: '30', state: 'wanted' as const };
    const notice = { kind: 'thread' as const, keys: ['aa'] };
    expect(after(notice, { state: 'called', thread }, { ...SENT, channelId: '30' })).toEqual({
      state: 'called',
      thread: { id: '30', state: 'open', messageId: '5' },
    });
    expect(after(notice, { state: 'called', thread })?.thread).toEqual({ id: '30', state: 'open' });
    expect(after(notice, { state: 'called', thread: { state: 'wanted' } })?.thread).toEqual({
      state: 'done',
    });
    expect(after(notice, { state: 'called' })?.thread).toEqual({ state: 'done' });
  });

  it('is a reminder, of both or of one, and is deleted later', () => {
    const called: MatchRecord = { state: 'called', call: { at: 1 } };
    const late = after({ kind: 'late', keys: ['aa'] }, called);
    expect(late).toEqual({
      state: 'late',
      call: { at: 1, reminded: 'players', reminder: { messageId: '5', asks: 'both' } },
    });
    expect(after({ kind: 'late', keys: ['aa'], asks: 'one' }, called)?.call?.reminder?.asks).toBe('one');
    expect(after({ kind: 'late', keys: ['aa'] }, called, LOST)?.call).toEqual({ at: 1, reminded: 'players' });
    const [feed] = [feedOf(late)];
    expect(noteUnreminded(feed, 'aa').matches.get('aa')?.call).toEqual({ at: 1, reminded: 'players' });
    expect(noteUnreminded(feed, 'aa').matches.size).toBe(1);
    expect(noteUnreminded(feedOf({ state: 'called' }), 'aa').matches.get('aa')?.call).toEqual({});
  });

  it('tells the organizers', () => {
    const called: MatchRecord = { state: 'called', call: { at: 1 } };
    const overdue = { state: 'late', call: { at: 1, reminded: 'organizers' } };
    expect(after({ kind: 'overdue', keys: ['aa'] }, called)).toEqual(overdue);
    expect(noteOverdue(feedOf(called), ['aa']).matches.get('aa')).toEqual(overdue);
    expect(after({ kind: 'often', keys: ['aa'] }, called)?.state).toBe('closed');
  });

  it('invites to link', () => {
    expect(sent({ kind: 'link-call', at: 9 }).linkCallAt).toBe(9);
  });

  it('has results, and the table of their round', () => {
    const results = [{ key: 'aa', result: '1:3-1' }];
    const gap = { from: 1, to: 2 };
    const table = { messageId: '5', channelId: '10', shows: '' };
    const first = sent({ kind: 'results', results, round: 'r', table: 'r' });
    expect(first.posts).toEqual({ '5': { channelId: '10', keys: ['aa'], round: 'r' } });
    expect(first.matches.get('aa')?.result).toEqual({ code: '1:3-1', changes: 0, postId: '5' });
    expect(first.tables).toEqual({ r: table });
    const second = sent({ kind: 'results', results, gap });
    expect(second.posts).toEqual({ '5': { channelId: '10', keys: ['aa'], gap } });
    expect(second.tables).toEqual({});
    const lost = sent({ kind: 'results', results, table: 'r' }, LOST);
    expect([lost.posts, lost.tables]).toEqual([{}, { r: { shows: '' } }]);
    expect(lost.matches.get('aa')?.result).toEqual({ code: '1:3-1', changes: 0 });
    expect(sent({ kind: 'table', round: 'r' }).tables).toEqual({ r: table });
    expect(sent({ kind: 'table', round: 'r' }, LOST).tables).toEqual({ r: { shows: '' } });
  });
});

describe('a result that is shown', () => {
  const post = (postId: string) => ({ postId, channelId: '10' });
  const shown = noteResults(feedOf(), [{ key: 'aa', result: '1:3-1' }], post('5'));

  it('joins the others of its message', () => {
    const both = noteResults(shown, [{ key: 'bb', result: '2' }], post('5'));
    expect(both.posts).toEqual({ '5': { channelId: '10', keys: ['aa', 'bb'] } });
    expect(noteResults(both, [{ key: 'aa', result: '2:1-3' }], post('5')).posts).toEqual(both.posts);
  });

  it('in another message leaves the earlier one to say so', () => {
    const moved = noteResults(shown, [{ key: 'aa', result: '2:1-3' }], post('6'));
    expect(moved.posts).toEqual({
      '5': { channelId: '10', keys: ['aa'], moved: { aa: '1:3-1' }, unsure: true },
      '6': { channelId: '10', keys: ['aa'] },
    });
    const withdrawn = noteResults(shown, [{ key: 'aa', result: '' }], post('5'));
    expect(noteResults(withdrawn, [{ key: 'aa', result: '2' }], post('6')).posts['5']?.moved).toEqual({
      aa: '1:3-1',
    });
    const never: MatchRecord = { state: 'known', result: { code: '', changes: 0, postId: '5' } };
    const empty = feedOf(never, { posts: { '5': { channelId: '10', keys: ['aa'] } } });
    expect(noteResults(empty, [{ key: 'aa', result: '2' }], post('6')).posts['5']).toEqual({
      channelId: '10',
      keys: ['aa'],
    });
  });

  it('may be in the call of its match', () => {
    const called = feedOf({ state: 'called', call: { at: 1, messageId: '8' } });
    const record = (isInCall: boolean) =>
      noteShown(called, { key: 'aa', result: '1', ...(isInCall && { isInCall }) }).matches.get('aa');
    expect(record(true)?.call).toEqual({ at: 1, messageId: '8', shows: '1', isMembers: true });
    expect(record(false)?.call).toEqual({ at: 1, messageId: '8' });
    expect(record(true)?.state).toBe('posted');
  });
});

describe('a call that was edited', () => {
  it('shows this, or was deleted', () => {
    const record: MatchRecord = { state: 'called', call: { at: 1, messageId: '8', shows: 'open' } };
    expect(withCallShown(record, '1').call).toEqual({ at: 1, messageId: '8', shows: '1' });
    expect(withCallShown(record, undefined).call).toEqual({ at: 1 });
    expect(withCallShown({ state: 'known' }, '1').call).toEqual({ shows: '1' });
  });
});

it('keeps each moment once, and a thread as it is now', () => {
  const { milestones: _none, ...older } = feedOf();
  expect(noteMilestones(older, ['open', 'start']).milestones).toEqual(['open', 'start']);
  expect(noteMilestones(noteMilestones(older, ['open']), ['open', 'start']).milestones).toEqual([
    'open',
    'start',
  ]);
  const feed = feedOf({ state: 'called', thread: { state: 'wanted' } });
  expect(noteThread(feed, 'aa', { state: 'done' }).matches.get('aa')?.thread).toEqual({ state: 'done' });
  expect(noteThread(feed, 'aa', undefined).matches.get('aa')).toEqual({ state: 'called' });
});
