import { describe, expect, it } from 'vitest';
import { othersClaim, pressOfReport, roleOf, type Presser } from '../../src/results/presser-role.ts';
import type { Claim, Report } from '../../src/results/report.ts';
import type { Role } from '../../src/results/rules.ts';
import { match } from '../support/night-records.ts';

const MATCH = match('m1', 'ana-bruno');
const SCORES = { player1: 3, player2: 1 };
const claim = (playerId: string, more: Partial<Claim> = {}): Claim => ({
  playerId,
  scores: SCORES,
  at: 0,
  ...more,
});
const report = (more: Partial<Report>): Report => ({
  matchId: 'm1',
  state: 'open',
  policy: 'both',
  reportedAt: 0,
  ...more,
});
const role = (playerId: string, of?: Partial<Report>, presser: Partial<Presser> = {}) =>
  roleOf(MATCH, of && report(of), {
    playerId,
    isOrganizer: false,
    isTeammate: false,
    hasClaimed: false,
    ...presser,
  });

describe('the role of a presser', () => {
  it('is organizer only for who certainly has no part in the match', () => {
    expect(role('olga', undefined, { isOrganizer: true })).toBe('organizer');
    expect(role('olga')).toBe('other');
    expect(role('olga', undefined, { isOrganizer: true, isTeammate: undefined })).toBe('other');
    expect(role('olga', undefined, { isOrganizer: true, hasClaimed: true })).toBe('other');
    expect(role('olga', undefined, { isOrganizer: true, isTeammate: true })).toBe('opponent');
    expect(role('ana', undefined, { isOrganizer: true })).toBe('opponent');
  });

  it('is reporter for the side that claimed a score, and for who claimed it, whatever side they were on', () => {
    const ofFirst = { claim: claim('teammate', { side: 1 }) };
    expect([role('ana', ofFirst), role('bruno', ofFirst)]).toEqual(['reporter', 'opponent']);
    const ofSecond = { claim: claim('teammate', { side: 2 }) };
    expect([role('ana', ofSecond), role('bruno', ofSecond)]).toEqual(['opponent', 'reporter']);
    const ofTeammate = { claim: claim('tom') };
    expect(role('tom', ofTeammate, { isTeammate: true })).toBe('reporter');
    expect(role('tim', ofTeammate, { isTeammate: true })).toBe('opponent');
    expect(role('ana', ofTeammate)).toBe('opponent');
  });

  it('is opponent of an organizer’s score, and once one side disputed it, the other side is its reporter', () => {
    const byOrganizer = { claim: claim('olga', { byOrganizer: true }) };
    expect([role('ana', byOrganizer), role('bruno', byOrganizer)]).toEqual(['opponent', 'opponent']);
    const disputed = { ...byOrganizer, counter: claim('bruno', { side: 2 }) };
    expect([role('ana', disputed), role('bruno', disputed)]).toEqual(['reporter', 'opponent']);
  });
});

describe('a reported score', () => {
  const press = (of?: Partial<Report>, scores = SCORES, by: Role = 'opponent') =>
    pressOfReport(of && report(of), by, { scores, policy: 'at-once' });
  const OTHER = { player1: 1, player2: 3 };

  it('counts at once or is proposed, as the policy says, while nothing is under way', () => {
    for (const of of [undefined, report({ state: 'written', claim: claim('ana') })]) {
      const under = (policy: Report['policy']) => pressOfReport(of, 'opponent', { scores: SCORES, policy });
      expect([under('at-once'), under('platform'), under('both')]).toEqual(['report', 'report', 'propose']);
    }
  });

  it('confirms the same score of the other side, and of an open report whoever claimed it', () => {
    expect(press({ claim: claim('ana') })).toBe('confirm');
    expect(press({ claim: claim('ana') }, OTHER)).toBe('propose');
    expect(press({ claim: claim('ana') }, SCORES, 'reporter')).toBe('propose');
    expect(press({ state: 'disputed', claim: claim('ana', { side: 1 }) })).toBe('confirm');
    expect(press({ state: 'disputed', claim: claim('ana', { side: 1 }) }, OTHER)).toBe('propose');
  });

  it('does not confirm a third person’s claim in a dispute', () => {
    expect(press({ state: 'disputed', claim: claim('olga') })).toBe('propose');
    expect(press({ state: 'disputed' })).toBe('propose');
  });

  it('of a reporter is compared with the counter-claim', () => {
    const of = report({
      state: 'disputed',
      claim: claim('ana', { side: 1 }),
      counter: claim('b', { side: 2 }),
    });
    expect(othersClaim(of, 'reporter')).toBe(of.counter);
    expect(othersClaim(of, 'opponent')).toBe(of.claim);
    expect(othersClaim(of, 'organizer')).toBeUndefined();
    expect(othersClaim(undefined, 'reporter')).toBeUndefined();
    expect(othersClaim(undefined, 'opponent')).toBeUndefined();
  });
});
