import { describe, expect, it } from 'vitest';
import { canBePlayed, isOpen, marksOpen, nextMatches } from '../../src/brackets/playable.ts';
import {
  hasBegun,
  hasEnded,
  shownBracket,
  stageOf,
  type TournamentStage,
} from '../../src/brackets/tournament-stage.ts';
import type { Bracket, Match, Phase } from '../../src/reading/records.ts';
import { cup, four, match } from '../support/night-records.ts';

const NOW = Date.UTC(2027, 0, 20);
const MINUTE = 60_000;
const at = (epochMs: number, precision: 'day' | 'second' = 'second') => ({
  startsAt: { epochMs, precision },
});
/** With this phase, or with none. */
function a(phase: Phase | undefined, more: Partial<Match> = {}): Match {
  const { phase: _phase, ...rest } = match('m', 'a-b');
  return { ...rest, ...(phase && { phase }), ...more };
}
const idsOf = (matches: readonly Match[]) => matches.map(({ id }) => id);

describe('a match can be played', () => {
  it('by two known players without a result', () => {
    expect([isOpen(match('m', 'a-b')), isOpen(match('m', 'a-')), isOpen(match('m', 'a-b 3-1'))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      canBePlayed(match('m', 'a-'), { now: NOW }),
      canBePlayed(match('m', 'a-b 3-1'), { now: NOW }),
    ]).toEqual([false, false]);
  });

  it('by its phase, whatever its time, else from five minutes before its start', () => {
    const later = at(NOW + 60 * MINUTE);
    expect([
      canBePlayed(a('open', later), { now: NOW }),
      canBePlayed(a('running', later), { now: NOW }),
    ]).toEqual([true, true]);
    for (const phase of ['upcoming', undefined] as const) {
      expect(canBePlayed(a(phase, at(NOW + 5 * MINUTE)), { now: NOW }), phase).toBe(true);
      expect(canBePlayed(a(phase, at(NOW + 5 * MINUTE + 1)), { now: NOW }), phase).toBe(false);
    }
  });

  it('without a time of day only if it has no phase, or its tournament plays pending ones', () => {
    const day = at(NOW + 60 * MINUTE, 'day');
    expect([
      canBePlayed(a(undefined, day), { now: NOW }),
      canBePlayed(a('upcoming', day), { now: NOW }),
    ]).toEqual([true, false]);
    const pending = { now: NOW, playsPending: true };
    expect([
      canBePlayed(a('upcoming'), pending),
      canBePlayed(a('upcoming', { isHeld: true }), pending),
    ]).toEqual([true, false]);
  });

  it('and the platform marks some match as open, or none', () => {
    const bracket: Bracket = { rounds: [{ section: 'main', matches: [a('upcoming'), a('open')] }] };
    expect([
      marksOpen(bracket),
      marksOpen({ rounds: [{ section: 'main', matches: [a('running')] }] }),
    ]).toEqual([true, false]);
  });
});

describe('the next matches', () => {
  const next = (matches: Match[], isFirst?: (one: Match) => boolean) =>
    idsOf(nextMatches(matches, { now: NOW }, isFirst));

  it('are the running ones, then those to come first, then the others in order', () => {
    const matches = [match('m1', 'a-b'), match('m2', 'c-d'), match('m3', 'e-f', { phase: 'running' })];
    expect(next(matches)).toEqual(['m3', 'm1', 'm2']);
    expect(next(matches, ({ id }) => id === 'm2')).toEqual(['m3', 'm2', 'm1']);
    expect(next([...matches, match('m4', 'g-h 3-1')])).toEqual(['m3', 'm1', 'm2']);
  });

  it('are in the order of their times only if each has one', () => {
    const timed = [match('m1', 'a-b', at(NOW)), match('m2', 'c-d', at(NOW - MINUTE))];
    expect(next(timed)).toEqual(['m2', 'm1']);
    expect(next([...timed, match('m3', 'e-f')])).toEqual(['m1', 'm2', 'm3']);
  });

  it('are one for each player', () => {
    expect(next([match('m1', 'a-b'), match('m2', 'b-c'), match('m3', 'c-d'), match('m4', 'e-f')])).toEqual([
      'm1',
      'm4',
    ]);
  });
});

describe('the stage of a tournament', () => {
  const stage = (phase: Phase | undefined, bracket?: Bracket) =>
    stageOf(phase ? cup({ phase }) : { id: 't1' }, bracket);
  const bare = (one: Match): Bracket => ({ rounds: [{ section: 'main', matches: [one] }] });

  it('is its phase, and a match that is played shows that it has begun', () => {
    const phases = ['upcoming', 'open', 'running', 'finished', 'cancelled'] as const;
    expect(phases.map((phase) => stage(phase, four('a-b', 'c-d', '-')))).toEqual([
      'registration',
      'registration',
      'running',
      'over',
      'cancelled',
    ]);
    for (const begun of [match('m', 'a-b 3-1'), a('running')])
      expect(stage('open', bare(begun))).toBe('running');
    expect(stage('finished', bare(a('running')))).toBe('over');
    expect([hasBegun({ phase: 'running' }, undefined), hasBegun({}, undefined)]).toEqual([true, false]);
  });

  it('is running without a phase once two players are to meet', () => {
    expect([
      stage(undefined),
      stage(undefined, bare(match('m', 'a-'))),
      stage(undefined, bare(a('open'))),
    ]).toEqual(['registration', 'registration', 'running']);
  });

  it('shows a bracket while it runs and after, and ends in two ways', () => {
    const all: TournamentStage[] = ['registration', 'running', 'over', 'cancelled'];
    expect(all.filter((one) => shownBracket(one, four('', '', '')) !== undefined)).toEqual([
      'running',
      'over',
    ]);
    expect(all.filter(hasEnded)).toEqual(['over', 'cancelled']);
  });
});
