import { describe, expect, it } from 'vitest';
import { newFeed } from '../../../src/jobs/plan/baseline.ts';
import { codeOf, noteQuestioned } from '../../../src/jobs/plan/questioned.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { ReportView, ShownReport } from '../../../src/replies/results.ts';
import { reading } from '../../support/told-channel.ts';
import { round } from '../../support/told-input.ts';

const shown = (more: Partial<ReportView>, ruler?: string): ShownReport => ({
  report: { state: 'disputed', policy: 'both', ...more },
  mentions: { ruler },
});

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

describe('the feed', () => {
  const before: FeedRecord = {
    ...newFeed(reading(round('a-b', 'c-d'))),
    epoch: 1,
    matches: new Map([
      ['aa', { state: 'posted' }],
      ['bb', { state: 'posted', questioned: 'old' }],
    ]),
  };
  const reports = new Map([['aa', shown({})]]);

  it('notes who questioned a result, and that nobody does anymore', () => {
    const { matches } = noteQuestioned(before, ['aa', 'bb'], reports);
    expect(Object.fromEntries(matches)).toEqual({
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
