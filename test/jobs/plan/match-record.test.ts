import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  KNOWN,
  MATCH_EVENTS,
  MATCH_STATES,
  MAX_CHANGES,
  withCall,
  withReminder,
  withResult,
  type MatchRecord,
} from '../../../src/jobs/plan/match-record.ts';

const states = (...steps: ((record: MatchRecord) => MatchRecord)[]): string[] => {
  let record = KNOWN;
  return steps.map((step) => (record = step(record)).state);
};
const call = (record: MatchRecord) => withCall(record, 5, '8');
const remind = (record: MatchRecord) => withReminder(record, 'players');
const result = (code: string) => (record: MatchRecord) => withResult(record, code, '9');
const giveUp = (record: MatchRecord) => afterEvent(record, 'give-up', {});

describe('the state of a match', () => {
  it('goes from its call to its result, and on with each change', () => {
    expect(states(call, remind, result('1:3-1'), result('2:1-3'), giveUp)).toEqual([
      'called',
      'late',
      'posted',
      'corrected',
      'closed',
    ]);
  });

  it('is what it was before its result once that is withdrawn', () => {
    expect(states(result('1:3-1'), result(''))).toEqual(['posted', 'known']);
    expect(states(call, result('1:3-1'), result(''))).toEqual(['called', 'posted', 'called']);
    expect(states(call, remind, result('1:3-1'), result(''), result('1:3-1'))).toEqual([
      'called',
      'late',
      'posted',
      'late',
      'corrected',
    ]);
  });

  it('stays when a pending message is found after its match went on', () => {
    expect(states(result('1:3-1'), call, remind)).toEqual(['posted', 'posted', 'posted']);
    expect(states(giveUp, result('1'), call)).toEqual(['closed', 'closed', 'closed']);
  });

  it('does not change with scores that come after the winner', () => {
    const record = withResult(withResult(KNOWN, '1', '9'), '1:3-1', undefined);
    expect(record).toEqual({ state: 'posted', result: { code: '1:3-1', changes: 0, postId: '9' } });
  });

  it('leads nowhere from `closed`, and to no state but the six', () => {
    for (const event of MATCH_EVENTS) {
      expect(afterEvent({ state: 'closed' }, event, {}).state).toBe('closed');
      for (const state of MATCH_STATES)
        expect(MATCH_STATES).toContain(afterEvent({ state }, event, {}).state);
    }
  });
});

it('stays with the organizers, in either order of two reminders', () => {
  const record = withReminder(withReminder(withCall(KNOWN, 5, '8'), 'organizers'), 'players');
  expect(record.call?.reminded).toBe('organizers');
});

describe('the result of a match', () => {
  it('counts its changes, a withdrawal and a return to an earlier one too', () => {
    const record = ['1:3-1', '2:1-3', '', '1:3-1'].reduce((one, code) => withResult(one, code, '9'), KNOWN);
    expect(record.result).toEqual({ code: '1:3-1', before: '2:1-3', changes: 3, postId: '9' });
    expect(record.result?.changes).toBeLessThan(MAX_CHANGES);
  });
});
