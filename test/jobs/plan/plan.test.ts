import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyMatches } from '../../../src/jobs/plan/match-keys.ts';
import type { Bracket, Match } from '../../../src/reading/records.ts';
import { cup, four, match, T0 } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';

const MINUTE_MS = 60_000;

/** A night of eight players, state after state. */
function states(): Bracket[] {
  const scores = ['a-b 2-0', 'c-d 1-2', 'e-f 2-1', 'g-h 0-2', 'a-d 2-1', 'e-h 2-0', 'a-e 1-2'];
  return Array.from({ length: scores.length + 1 }, (_, decided) => {
    const matches = scores.map((text, at) => {
      const isKnown = at < 4 || (at < 6 ? decided >= (at - 3) * 2 : decided >= 6);
      return match(`m${at}`, !isKnown ? '-' : at < decided ? text : (text.split(' ')[0] ?? ''));
    });
    return {
      rounds: [matches.slice(0, 4), matches.slice(4, 6), matches.slice(6)].map((round, number) => ({
        section: 'main' as const,
        number: number + 1,
        matches: round,
      })),
    };
  });
}

/** The same matches under other ids, sides swapped. */
const redrawn = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((round) => ({
    ...round,
    matches: round.matches.map(({ winner, sides: [first, second], ...rest }): Match => ({
      ...rest,
      id: `other-${rest.id}`,
      sides: [second, first],
      ...(winner !== undefined && { winner: winner === 1 ? 2 : 1 }),
    })),
  })),
});

/** "a-b" of "b-a:1:2-0". */
const pairOf = (word: string): string =>
  (word.split(':')[0] ?? '')
    .split('-')
    .toSorted((a, b) => a.localeCompare(b))
    .join('-');

describe('a night', () => {
  it('is a list of acts', () => {
    const channel = toldChannel();
    const at = (minutes: number) => ({
      readAt: T0 + minutes * MINUTE_MS,
      bracketAt: T0 + minutes * MINUTE_MS,
    });
    const open = cup({ phase: 'open' });
    expect(channel.see(reading(undefined, { tournament: open, ...at(0) }))).toEqual(['live']);
    expect(channel.see(reading(four('a-b', 'c-d', '-'), at(1)))).toEqual([
      'start',
      'call a-b',
      'call c-d',
      'live',
    ]);
    expect(channel.see(reading(four('a-b', 'c-d', '-'), at(2)))).toEqual([]);
    expect(channel.see(reading(four('a-b 3-1', 'c-d', 'a-'), at(3)))).toEqual(['close a-b:1:3-1', 'live']);
    expect(channel.see(reading(four('a-b 3-1', 'c-d 0-2', 'a-d'), at(4)))).toEqual([
      'close c-d:2:0-2',
      'call a-d',
      'live',
    ]);
    const decided = four('a-b 3-1', 'c-d 0-2', 'a-d 2-3');
    expect(channel.see(reading(decided, at(5)))).toEqual(['close a-d:2:2-3', 'live']);
    const over = { tournament: cup({ phase: 'finished' }) };
    expect(channel.see(reading(decided, { ...over, ...at(6) }))).toEqual(['live', 'champion']);
    expect(channel.see(reading(decided, { ...over, ...at(60) }))).toEqual([]);
  });

  it('calls and posts each match once, in any order of readings: repeated, missing, with other ids', () => {
    const all = states();
    fc.assert(
      fc.property(
        fc.array(fc.record({ state: fc.nat(all.length - 1), isRedrawn: fc.boolean() }), { maxLength: 30 }),
        (picks) => {
          const channel = toldChannel();
          channel.see(reading(undefined));
          const acts: string[] = [];
          let state = 0;
          // A platform goes on; what it answers may be of a moment ago.
          for (const pick of [...picks, { state: all.length - 1, isRedrawn: false }]) {
            state = Math.max(state, pick.state);
            const bracket = all[state] ?? { rounds: [] };
            acts.push(...channel.see(reading(pick.isRedrawn ? redrawn(bracket) : bracket)));
          }
          const told = acts
            .filter((one) => /^(results|close|call|correct)/.test(one))
            .flatMap((one) => {
              const [kind, ...words] = one.split(' ');
              return words.map((word) => `${kind} ${pairOf(word)}`);
            });
          expect(new Set(told).size).toBe(told.length);
          expect(told.filter((one) => /^(results|close)/.test(one))).toHaveLength(7);
          expect(told.filter((one) => one.startsWith('correct'))).toEqual([]);
        },
      ),
    );
  });

  it('ends as the platform does, despite all it showed in between, and is bounded', () => {
    const all = states();
    fc.assert(
      fc.property(fc.array(fc.nat(all.length - 1), { maxLength: 12 }), (picks) => {
        const channel = toldChannel();
        channel.see(reading(undefined));
        // What is there again takes two readings.
        const last = all.length - 1;
        const acts = [...picks, last, last].flatMap((state) => channel.see(reading(all[state])));
        const calls = acts.filter((one) => one.startsWith('call'));
        expect(new Set(calls).size).toBe(calls.length);
        const shown = [...(channel.feed()?.matches.values() ?? [])].map(({ result }) => result?.code ?? '');
        const often = acts.filter((one) => one.startsWith('often'));
        const edits = acts
          .filter((one) => /^(correct|close)/.test(one) && !one.includes('told elsewhere'))
          .flatMap((one) => one.split(' ').slice(1));
        for (const name of ['a-b', 'c-d', 'e-f', 'g-h', 'a-d', 'e-h', 'a-e'])
          expect(edits.filter((one) => one.startsWith(name)).length).toBeLessThanOrEqual(6);
        fc.pre(often.length === 0);
        expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual(FINAL);
      }),
    );
  });
  const FINAL = ['1:2-0', '1:2-0', '1:2-1', '1:2-1', '2:0-2', '2:1-2', '2:1-2'];

  it('first seen is no change: what is decided stays untold, what can be played is called', () => {
    const channel = toldChannel();
    expect(channel.see(reading(four('a-b 3-1', 'c-d', 'a-')))).toEqual(['live', 'call c-d']);
  });

  it('first seen without its bracket has its baseline once that is read', () => {
    const channel = toldChannel();
    channel.see(reading(undefined, { stage: 'running' }));
    channel.change((feed) => ({ ...feed, awaitsBracket: true }));
    expect(channel.see(reading(four('a-b 3-1', 'c-d', 'a-')))).not.toContain('results a-b:1:3-1');
    expect(channel.see(reading(four('a-b 3-1', 'c-d 2-0', 'a-c')))).toContain('close c-d:1:2-0');
  });

  it('has a separate call and result for two who meet again', () => {
    const twice = (second: string): Bracket => ({
      rounds: [
        { section: 'winners', number: 1, matches: [match('m1', 'a-b 2-0')] },
        { section: 'final', number: 1, matches: [match('m2', second)] },
      ],
    });
    const channel = toldChannel();
    channel.see(reading(undefined));
    const acts = [twice('-'), twice('a-b'), twice('a-b 0-2')].flatMap((one) => channel.see(reading(one)));
    expect(acts.filter((one) => !['live', 'start', 'champion'].includes(one))).toEqual([
      'results a-b:1:2-0',
      'call a-b',
      'close a-b:2:0-2',
    ]);
  });

  it('names no one: keys are hashes', () => {
    const matches = keyMatches(four('anna-bob', 'c-d', '-'), new Map());
    expect(JSON.stringify(matches.map(({ key, identity }) => [key, identity]))).not.toMatch(/anna|bob/i);
    expect(new Set(matches.map(({ key }) => key)).size).toBe(2);
  });

  it('takes no running score and no 0–0 for a result', () => {
    const scored = (player1: number, player2: number): Match['sides'] => [
      { player: { id: 'a' }, score: player1 },
      { player: { id: 'b' }, score: player2 },
    ];
    const undecided: [string, Partial<Match>][] = [
      ['running', { phase: 'running', sides: scored(1, 0) }],
      ['empty', { sides: scored(0, 0) }],
      ['short of the majority', { bestOf: 5, sides: scored(2, 0) }],
    ];
    for (const [name, more] of undecided) {
      const { phase: _open, ...bare } = match('m', 'a-b');
      const channel = toldChannel();
      channel.see(reading(undefined));
      const acts = channel.see(reading({ rounds: [{ section: 'main', matches: [{ ...bare, ...more }] }] }));
      expect(
        acts.filter((one) => one.startsWith('results')),
        name,
      ).toEqual([]);
    }
  });

  it('with more than two minutes between readings says so once, and not after the end', () => {
    const bracket = [
      four('a-b', 'c-d', '-'),
      four('a-b 3-1', 'c-d', 'a-'),
      four('a-b 3-1', 'c-d 0-2', 'a-d'),
    ];
    const after = (ms: number, more: object = {}) => {
      const channel = toldChannel();
      channel.see(reading(bracket[0]));
      channel.change((feed) => ({ ...feed, ...more }));
      return channel.see(reading(bracket[1], { readAt: T0 + ms, bracketAt: T0 + ms }))[0];
    };
    expect(after(2 * MINUTE_MS)).toBe('close a-b:1:3-1');
    expect(after(2 * MINUTE_MS + 1)).toBe('results a-b:1:3-1 (gap)');
    expect(after(60 * MINUTE_MS, { overAt: T0 })).toBe('close a-b:1:3-1');
  });
});
