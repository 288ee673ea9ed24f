import { describe, expect, it } from 'vitest';
import { newFeed } from '../../../src/jobs/plan/baseline.ts';
import { codeOf, noteQuestioned, questionedAnew } from '../../../src/jobs/plan/questioned.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { MatchRecord } from '../../../src/jobs/plan/match-record.ts';
import { readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { ReportView, ShownReport } from '../../../src/replies/report-view.ts';
import { reading } from '../../support/told-channel.ts';
import { keyIn, reported, round } from '../../support/told-input.ts';

const shown = (more: Partial<ReportView>, ruler?: string): ShownReport => ({
  report: { state: 'disputed', policy: 'both', ...more },
  mentions: { ruler },
});

const before: FeedRecord = {
  ...newFeed(reading(round('a-b', 'c-d'))),
  epoch: 1,
  matches: new Map([
    ['aa', { state: 'posted' }],
    ['bb', { state: 'posted', questioned: 'old' }],
  ]),
};

describe('a dispute or a ruling', () => {
  it('is another one with each part that its message shows', () => {
    const scores = { player1: 3, player2: 1 };
    const codes = [
      shown({}),
      shown({ state: 'ruled' }),
      shown({ counter: { side: 2, scores } }),
      shown({ seen: scores }),
      shown({ state: 'ruled', ruling: { scores, reason: 'x' } }),
      shown({ state: 'ruled', ruling: { scores, reason: 'y' } }),
      shown({ state: 'ruled' }, '<@9>'),
    ].map(codeOf);
    expect(codes.every((code) => code?.length === 10)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codeOf(shown({}))).toBe(codes[0]);
  });

  it('is none in another report, or without one', () => {
    for (const state of ['open', 'written', 'agreed'] as const)
      expect(codeOf(shown({ state }))).toBeUndefined();
    expect(codeOf(undefined)).toBeUndefined();
  });
});

describe('a match', () => {
  it('is questioned anew where a result is shown, and no member’s result post shows that', () => {
    const bracket = round('a-b', 'c-d');
    const key = keyIn(bracket, 'a-b');
    const anew = (record: MatchRecord | undefined, isMembers = false) => {
      const feed = { matches: new Map(record && [[key, record]]) };
      return questionedAnew({
        feed: { ...before, ...feed },
        reading: readingFor(feed, reading(bracket)),
        ...reported(key, 'disputed', { isMembers }),
      });
    };
    const result = { code: '1', changes: 0 };
    expect(anew({ state: 'posted', result })).toEqual([key]);
    expect(anew({ state: 'posted', result }, true)).toEqual([]);
    expect(anew({ state: 'posted', result, questioned: codeOf(shown({})) ?? '' })).toEqual([]);
    expect(anew({ state: 'called', result: { code: '', changes: 1 } })).toEqual([]);
    expect(anew({ state: 'called' })).toEqual([]);
    expect(anew(undefined)).toEqual([]);
  });
});

describe('the feed', () => {
  const reports = new Map([['aa', shown({})]]);

  it('notes who questioned a result, and that nobody does anymore', () => {
    const { matches } = noteQuestioned(before, ['aa', 'bb'], reports);
    expect(Object.fromEntries(matches)).toStrictEqual({
      aa: { state: 'posted', questioned: codeOf(shown({})) },
      bb: { state: 'posted' },
    });
    expect(noteQuestioned(before, ['bb'], reports).matches.get('aa')).toEqual({ state: 'posted' });
  });

  it('stays the same where nothing changed', () => {
    const after = noteQuestioned(before, ['aa'], reports);
    expect(noteQuestioned(after, ['aa', 'cc'], reports)).toBe(after);
    expect(noteQuestioned(after, ['aa', 'bb'], reports).matches.get('aa')).toBe(after.matches.get('aa'));
  });
});
