import { describe, expect, test } from 'vitest';
import type { Reading } from '../../src/jobs/plan/reading.ts';
import {
  championOf,
  NO_CUPS,
  standingsOf,
  UNKNOWN,
  withReadings,
  type CupsRecord,
} from '../../src/roles/cups.ts';
import { cup, four, match, T0 } from '../support/night-records.ts';
import { reading as told } from '../support/told-channel.ts';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const reading = (id: string, more: Partial<Reading> = {}): Reading => ({
  ...told(more.bracket, { tournament: cup({ id, ...more.tournament }) }),
  stage: 'running',
  isCurrent: true,
  ...more,
});
const at = (epochMs: number) => ({ epochMs, precision: 'second' as const });
const wonBy = (playerId: string) => ({
  kind: 'final' as const,
  winner: { id: playerId, name: playerId },
  final: match('final', `${playerId}-x 2-0`),
});
const playing = (record: CupsRecord, now: number): string[] =>
  Object.values(standingsOf(record, now).plays).flatMap((players) => [...players]);

describe('who plays', () => {
  test('stands in the list of entrants or in the bracket, in either order, and stays', () => {
    const ids = new Set(['t1']);
    const listed = reading('t1', { tournament: cup({ entrantIds: ['a'] }), stage: 'registration' });
    const first = withReadings(NO_CUPS, ids, [listed], T0);
    expect(playing(first, T0)).toEqual(['a']);
    const drawn = reading('t1', { bracket: four('b-c', 'd-e', '-') });
    expect(playing(withReadings(first, ids, [drawn], T0), T0)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('counts for 24 hours after the end, or after its follow ends, despite later reads', () => {
    const over = reading('t1', { bracket: four('b-c', 'd-e', '-'), stage: 'over' });
    for (const [ids, readings] of [
      [new Set(['t1']), [over]],
      [new Set<string>(), []],
    ] as const) {
      const before = withReadings(
        NO_CUPS,
        new Set(['t1']),
        [reading('t1', { bracket: four('b-c', 'd-e', '-') })],
        T0,
      );
      const ended = withReadings(before, ids, readings, T0);
      const later = withReadings(ended, ids, readings, T0 + 23 * HOUR);
      expect(playing(later, T0 + 24 * HOUR - 1)).toHaveLength(4);
      expect(playing(later, T0 + 24 * HOUR)).toEqual([]);
      expect(playing(withReadings(later, ids, readings, T0 + 25 * HOUR), T0 + 25 * HOUR)).toEqual([]);
    }
  });
});

describe('who won', () => {
  const won = (id: string, playerId: string, endsAt?: number): Reading =>
    reading(id, {
      stage: 'over',
      ending: wonBy(playerId),
      // The planned end says nothing of the real one.
      tournament: cup({ id, endsAt: at(T0 - 9 * HOUR) }),
      bracket: {
        rounds: [
          {
            section: 'main',
            matches: [match('f', `${playerId}-x 2-0`, endsAt === undefined ? {} : { endsAt: at(endsAt) })],
          },
        ],
      },
    });

  test('may have an id that is a word', () => {
    const ids = new Set(['t1']);
    const readings = [won('t1', 'unknown')];
    expect(withReadings(NO_CUPS, ids, readings, T0).won?.playerId).toBe('unknown');
  });

  test('counts until another has a champion: of two at once, the one that ended last', () => {
    const ids = new Set(['t1', 't2']);
    const both = [won('t1', 'a', T0 - HOUR), won('t2', 'b', T0 - 2 * HOUR)];
    for (const readings of [both, both.toReversed()])
      expect(withReadings(NO_CUPS, ids, readings, T0).won?.playerId).toBe('a');
    const first = withReadings(NO_CUPS, ids, both, T0);
    expect(withReadings(first, new Set(), [], T0 + 1000 * HOUR).won?.playerId).toBe('a');
    expect(withReadings(first, ids, [...both, won('t3', 'c')], T0 + HOUR).won?.playerId).toBe('c');
    // Corrected by the platform.
    expect(withReadings(first, ids, [won('t1', 'd', T0 - HOUR)], T0 + HOUR).won?.playerId).toBe('d');
  });

  test('ended when that was seen, where the platform still shows a later end that was planned', () => {
    const early = won('t1', 'a', T0 + 48 * HOUR);
    const first = withReadings(NO_CUPS, new Set(['t1']), [early], T0);
    const next = withReadings(
      first,
      new Set(['t1', 't2']),
      [early, won('t2', 'b', T0 + HOUR)],
      T0 + 2 * HOUR,
    );
    expect(next.won?.playerId).toBe('b');
  });

  test('is noted once, and counts in any order of follows', () => {
    const ids = new Set(['league', 'cup']);
    const cupWon = won('cup', 'b');
    const first = withReadings(NO_CUPS, ids, [reading('league'), cupWon], T0);
    expect(first.won).toEqual({ tournamentId: 'cup', playerId: 'b', endedAt: T0 });
    for (const readings of [
      [won('league', 'a'), cupWon],
      [cupWon, won('league', 'a')],
    ]) {
      const both = withReadings(first, ids, readings, T0 + HOUR);
      expect(both.won?.playerId).toBe('a');
      expect(withReadings(both, ids, readings, T0 + 2 * HOUR)).toBe(both);
    }
  });

  test('is taken back with its end: then the one before counts', () => {
    const ids = new Set(['t1', 't2']);
    const first = withReadings(NO_CUPS, ids, [won('t1', 'a')], T0);
    const second = withReadings(first, ids, [won('t1', 'a'), won('t2', 'b')], T0 + HOUR);
    expect(second.won?.playerId).toBe('b');
    for (const stage of ['running', 'cancelled'] as const) {
      const undone = reading('t2', { stage });
      expect(withReadings(second, ids, [won('t1', 'a'), undone], T0 + 2 * HOUR).won?.playerId).toBe('a');
      expect(
        withReadings(withReadings(NO_CUPS, ids, [won('t2', 'b')], T0), ids, [undone], T0).won,
      ).toBeUndefined();
    }
    // What cannot be read takes nothing.
    const unread = reading('t2', { stage: 'over', isCurrent: false });
    expect(withReadings(second, ids, [unread], T0 + 2 * HOUR).won?.playerId).toBe('b');
  });

  test('of an earlier version stays', () => {
    const earlier: CupsRecord = {
      plays: { t1: { players: ['a'], endedAt: T0 } },
      won: { tournamentId: 't1', playerId: 'a', endedAt: T0 - HOUR },
    };
    const unread = reading('t1', { stage: 'over', isCurrent: false });
    expect(withReadings(earlier, new Set(['t1']), [unread], T0 + HOUR).won).toEqual(earlier.won);
  });

  test('stands alone at the top of a table that is over', () => {
    const league = (...results: string[]): Reading =>
      reading('t1', {
        stage: 'over',
        tournament: cup({ phase: 'finished', format: 'round-robin' }),
        bracket: {
          rounds: [
            {
              section: 'main',
              number: 1,
              matches: results.map((text, index) => match(`m${index}`, text)),
            },
          ],
        },
      });
    expect(championOf(league('a-b 2-0', 'a-c 2-0', 'b-c 2-1'))).toBe('a');
    expect(championOf(league('a-b 2-0', 'c-a 2-0', 'b-c 2-1'))).toBeUndefined();
    const whole = league('a-b 2-0', 'a-c 2-0', 'b-c 2-1');
    expect(championOf({ ...whole, isCurrent: false })).toBe(UNKNOWN);
    expect(championOf({ ...whole, stage: 'running' })).toBeUndefined();
    const { bracket: _gone, ...over } = whole;
    const gone = { ...over, isCurrent: false, hasNoBracket: true };
    expect(championOf({ ...gone, ending: { kind: 'table', places: [], standings: undefined } })).toBe(
      UNKNOWN,
    );
    expect(championOf({ ...gone, ending: wonBy('a') })).toBe('a');
  });
});

test('roles of a tournament are given at first sight, and taken a day after its end and after the next one', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.join(1);
  await world.join(2);
  await world.roles.add(GUILD, roleRule('cup', 'plays'));
  await world.roles.add(GUILD, roleRule('champion', 'won'));
  const player = (id: string) => ({ id, name: id });
  /** The platform shows this final, which player 1 or 2 has won, or neither yet. */
  function show(id: string, winner?: 1 | 2): void {
    const final = {
      id: `${id}-final`,
      status: winner === undefined ? 'in_progress' : 'finished',
      player1: player('p1'),
      player2: player('p2'),
      ...(winner !== undefined && {
        player1_score: winner === 1 ? 2 : 0,
        player2_score: winner === 2 ? 2 : 0,
      }),
    };
    world.platform.tournaments.set(id, {
      record: { id, name: id, status: winner === undefined ? 'in_progress' : 'finished' },
      bracket: { tournament_id: id, rounds: [{ name: 'Final', matches: [final] }] },
    });
  }
  async function play(id: string): Promise<void> {
    show(id);
    const topics = { calls: false, results: true, event: false };
    await world.guilds.follows.add(GUILD, { tournamentId: id, channelId: '800', topics });
    await world.pass(MINUTE);
  }
  await play('t1');
  expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['cup'], ['cup']]);
  show('t1', 1);
  await world.pass(10 * MINUTE);
  expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['champion', 'cup'], ['cup']]);
  await world.pass(25 * HOUR, MINUTE);
  expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['champion'], []]);
  await play('t2');
  show('t2', 2);
  await world.pass(10 * MINUTE);
  expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['cup'], ['champion', 'cup']]);
});
