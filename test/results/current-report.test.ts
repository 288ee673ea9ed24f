import { pairOf } from '../../src/guilds/result-posts.ts';
import { describe, expect, it } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import {
  currentReport,
  isEnded,
  isFresh,
  isOvertaken,
  isRedrawn,
  resultScores,
  sidesOf,
} from '../../src/results/current-report.ts';
import type { Claim, Report } from '../../src/results/report.ts';
import { match } from '../support/night-records.ts';

const NOW = Date.UTC(2027, 0, 20);
const MINUTE = 60_000;
const OPEN = match('m1', 'ana-bruno');
const [WON, LOST] = [match('m1', 'ana-bruno 3-1'), match('m1', 'ana-bruno 1-3')];
const CANCELED: Match = { ...OPEN, phase: 'cancelled' };
const THREE_ONE = { player1: 3, player2: 1 };
const ONE_THREE = { player1: 1, player2: 3 };
const claim = (at: number, more: Partial<Claim> = {}): Claim => ({
  playerId: 'ana',
  side: 1,
  scores: THREE_ONE,
  at,
  ...more,
});
const ruling = (at: number, more: Partial<Report['ruling']> = {}) => ({
  playerId: 'olga',
  reason: 'late',
  scores: THREE_ONE,
  at,
  ...more,
});
/** Made five minutes ago. */
const LONG_AGO = NOW - 5 * MINUTE;
const report = (more: Partial<Report> = {}): Report => ({
  matchId: 'm1',
  state: 'written',
  policy: 'at-once',
  reportedAt: LONG_AGO,
  ...more,
});

describe('the players of a match', () => {
  it('are its sides only if both are known by id', () => {
    expect(sidesOf(OPEN)).toEqual(['ana', 'bruno']);
    expect([sidesOf(match('m1', 'ana-')), sidesOf(match('m1', '-bruno'))]).toEqual([undefined, undefined]);
  });

  it('make a redraw if they are known to be others, in any order', () => {
    const of = report({ pair: pairOf(OPEN)! });
    expect(isRedrawn(of, match('m1', 'xu-yi'))).toBe(true);
    expect(isRedrawn(of, match('m1', 'bruno-ana'))).toBe(false);
    expect(isRedrawn(of, match('m1', '-'))).toBe(false);
    expect(isRedrawn(report(), match('m1', 'xu-yi'))).toBe(false);
  });
});

describe('a report is fresh for a minute', () => {
  it('after its last claim, its ruling, or else its making', () => {
    expect(isFresh(report({ reportedAt: NOW - MINUTE + 1 }), NOW)).toBe(true);
    expect(isFresh(report({ reportedAt: NOW - MINUTE }), NOW)).toBe(false);
    for (const part of ['claim', 'counter', 'ruling'] as const) {
      const of = (at: number) => report({ [part]: { ...ruling(at), ...claim(at) } });
      expect([isFresh(of(NOW - 1), NOW), isFresh(of(NOW - MINUTE), NOW)], part).toEqual([true, false]);
    }
    expect(isFresh(report({ claim: claim(LONG_AGO), counter: claim(NOW) }), NOW)).toBe(true);
  });

  it('and not for good once the clock was set back', () => {
    expect(isFresh(report({ reportedAt: NOW + MINUTE - 1 }), NOW)).toBe(true);
    expect(isFresh(report({ reportedAt: NOW + MINUTE }), NOW)).toBe(false);
  });
});

describe('the platform overtakes a report', () => {
  const written = report({ seen: THREE_ONE });

  it('with another score, with a cancellation, or by showing the match open again', () => {
    expect(isOvertaken(written, WON, NOW)).toBe(false);
    expect(isOvertaken(written, LOST, NOW)).toBe(true);
    expect(isOvertaken(written, { ...WON, phase: 'cancelled' }, NOW)).toBe(true);
    expect(isOvertaken(report(), CANCELED, NOW)).toBe(true);
    expect(isOvertaken(written, OPEN, NOW)).toBe(true);
    expect(isOvertaken(report(), WON, NOW)).toBe(true);
    expect(isOvertaken(written, match('m1', 'ana-bruno 3-2'), NOW)).toBe(true);
  });

  it('and not while the report is fresh', () => {
    for (const later of [LOST, CANCELED, OPEN])
      expect(isOvertaken({ ...written, reportedAt: NOW }, later, NOW)).toBe(false);
  });

  it('of which the ruling’s score counts before the one last read', () => {
    const ruled = report({ seen: ONE_THREE, ruling: ruling(LONG_AGO) });
    expect([isOvertaken(ruled, WON, NOW), isOvertaken(ruled, LOST, NOW)]).toEqual([false, true]);
  });

  it('with a walkover only if it has another winner', () => {
    const walkover = (winner: 1 | 2): Match => ({ ...OPEN, phase: 'finished', winner, decided: 'walkover' });
    expect(resultScores(walkover(1))).toBeUndefined();
    expect([isOvertaken(written, walkover(1), NOW), isOvertaken(written, walkover(2), NOW)]).toEqual([
      false,
      true,
    ]);
    const second = report({ seen: ONE_THREE });
    expect([isOvertaken(second, walkover(1), NOW), isOvertaken(second, walkover(2), NOW)]).toEqual([
      true,
      false,
    ]);
    const even = report({ seen: { player1: 2, player2: 2 } });
    for (const winner of [1, 2] as const)
      for (const of of [even, report()]) expect(isOvertaken(of, walkover(winner), NOW)).toBe(true);
  });

  it('and not by an open match where it shows no phases, or had no score before', () => {
    const { phase: _phase, ...bare } = OPEN;
    expect(isOvertaken(written, bare, NOW)).toBe(false);
    expect(isOvertaken(report(), OPEN, NOW)).toBe(false);
    const over: Match = { ...OPEN, phase: 'finished' };
    expect(isOvertaken(written, over, NOW)).toBe(false);
  });

  it('shows no result with the score of a match that goes on', () => {
    const running: Match = { ...WON, phase: 'running' };
    const { winner: _winner, ...undecided } = running;
    expect(resultScores(undecided)).toBeUndefined();
    expect(resultScores(WON)).toEqual(THREE_ONE);
  });
});

describe('the organizers’ decision', () => {
  it('ends where the platform shows another result, and no other state ends so', () => {
    for (const state of ['disputed', 'ruled', 'written', 'agreed', 'open'] as const)
      expect(isEnded(report({ state, seen: THREE_ONE }), LOST, NOW), state).toBe(
        state === 'disputed' || state === 'ruled',
      );
  });

  it('of a match that was drawn again does not end, for it is another’s', () => {
    const of = report({ state: 'ruled', seen: THREE_ONE, pair: pairOf(OPEN)! });
    expect(isEnded(of, match('m1', 'xu-yi 1-3'), NOW)).toBe(false);
  });

  it('does not end where the sides only swapped', () => {
    const of = report({ state: 'ruled', seen: THREE_ONE, sides: ['ana', 'bruno'] });
    expect(isEnded(of, match('m1', 'bruno-ana 1-3'), NOW)).toBe(false);
    expect(isEnded(of, match('m1', 'bruno-ana 3-1'), NOW)).toBe(true);
  });
});

describe('the current report', () => {
  it('is the stored one until it is written, redrawn or ended', () => {
    expect(currentReport(undefined, OPEN, NOW)).toBeUndefined();
    const open = report({ state: 'open', pair: pairOf(OPEN)! });
    expect(currentReport(open, OPEN, NOW)).toBe(open);
    expect(currentReport({ ...open, isFirst: true }, OPEN, NOW)).toBeUndefined();
    expect(currentReport(open, match('m1', 'xu-yi'), NOW)).toBeUndefined();
    const ruled = report({ state: 'ruled', seen: THREE_ONE });
    expect([currentReport(ruled, WON, NOW), currentReport(ruled, LOST, NOW)]).toEqual([ruled, undefined]);
  });

  it('of an open score ends with a result elsewhere, but not before it is sure', () => {
    const open = report({ state: 'open' });
    expect(currentReport(open, WON, NOW)).toBeUndefined();
    expect(currentReport({ ...open, reportedAt: NOW }, WON, NOW)).toBeDefined();
    expect(currentReport(report(), WON, NOW)).toBeDefined();
  });

  it('of an open score ends with a cancellation at once', () => {
    const open = report({ state: 'open', reportedAt: NOW });
    expect(currentReport(open, CANCELED, NOW)).toBeUndefined();
    expect(currentReport({ ...open, state: 'written' }, CANCELED, NOW)).toBeDefined();
  });

  it('of an open score stays where the platform still shows the result that it corrects', () => {
    expect(currentReport(report({ state: 'open', seen: ONE_THREE }), LOST, NOW)).toBeDefined();
    expect(currentReport(report({ state: 'open', seen: THREE_ONE }), LOST, NOW)).toBeUndefined();
    const bye: Match = { ...OPEN, sides: [{ player: { id: 'ana' } }, { bye: true }] };
    expect(currentReport(report({ state: 'open' }), bye, NOW)).toBeUndefined();
    const walkover: Match = { ...OPEN, phase: 'finished', winner: 1, decided: 'walkover' };
    expect(currentReport(report({ state: 'open' }), walkover, NOW)).toBeUndefined();
    const canceled: Match = { ...LOST, phase: 'cancelled' };
    expect(currentReport(report({ state: 'open', seen: ONE_THREE }), canceled, NOW)).toBeUndefined();
  });

  it('has every score on the side of its player once the sides have swapped', () => {
    const parts: Partial<Report> = {
      sides: ['ana', 'bruno'],
      claim: claim(LONG_AGO),
      counter: claim(LONG_AGO, { playerId: 'bruno', side: 2, scores: ONE_THREE }),
      seen: THREE_ONE,
      ruling: ruling(LONG_AGO, { before: ONE_THREE }),
    };
    const turned: Partial<Report> = {
      sides: ['bruno', 'ana'],
      claim: claim(LONG_AGO, { side: 2, scores: ONE_THREE }),
      counter: claim(LONG_AGO, { playerId: 'bruno', side: 1, scores: THREE_ONE }),
      seen: ONE_THREE,
      ruling: ruling(LONG_AGO, { scores: ONE_THREE, before: THREE_ONE }),
    };
    const press = { pressId: 'p', at: 0, by: { discordId: '1', playerId: 'olga' }, steps: [] };
    const whole = (of: Partial<Report>) => ({
      ...report(of),
      unfinished: { ...press, before: report(of), ended: report(of) },
    });
    const swapped = match('m1', 'bruno-ana');
    expect(currentReport(whole(parts), swapped, NOW)).toEqual(whole(turned));
    expect(currentReport(whole(parts), OPEN, NOW)).toEqual(whole(parts));
    const bare = report({ sides: ['ana', 'bruno'], unfinished: press });
    expect(currentReport(bare, swapped, NOW)).toEqual({ ...bare, sides: ['bruno', 'ana'] });
    const ofNoSide: Claim = { playerId: 'olga', scores: THREE_ONE, at: LONG_AGO };
    expect(currentReport(report({ sides: ['ana', 'bruno'], claim: ofNoSide }), swapped, NOW)?.claim).toEqual({
      ...ofNoSide,
      scores: ONE_THREE,
    });
  });

  it('keeps its scores where the match does not say that the same two swapped', () => {
    const of = report({ sides: ['ana', 'bruno'], seen: THREE_ONE });
    for (const text of ['bruno-', '-ana']) expect(currentReport(of, match('m1', text), NOW), text).toBe(of);
    const { sides: _sides, ...unknown } = of;
    expect(currentReport(unknown, match('m1', 'bruno-ana'), NOW)).toBe(unknown);
  });
});
