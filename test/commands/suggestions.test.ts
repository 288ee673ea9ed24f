import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../src/platform/records.ts';
import { people } from '../support/ask.ts';
import { accountOf, fakeAccounts, fakePlatform } from '../support/fakes.ts';
import { json, standIn } from '../platform/stand-in.ts';
import { autocomplete } from '../support/interactions.ts';

const value = <T>(record: T) => Promise.resolve({ value: record });
const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501', { playerId: 'u1' }) } });
const cup = (n: number): Tournament => ({ id: `t_${n}`, name: `Open Cup ${n}` });
const cups = [cup(1), cup(2)];

describe('suggestions', () => {
  const platform = fakePlatform({ tournaments: () => value([{ id: 'x', name: 'Đà Nẵng Open' }, ...cups]) });

  it('find by name, accents and case ignored', async () => {
    const world = people({ platform });
    const choices = (await world.ask(autocomplete('register', 'tournament', { tournament: 'da NANG' })))
      .choices;
    expect(choices).toEqual([{ name: 'Đà Nẵng Open', value: 'x' }]);
    const cupsFound = (await world.ask(autocomplete('register', 'tournament', { tournament: 'CUP 1' })))
      .choices;
    expect(cupsFound?.[0]?.name).toContain('Cup 1');
  });

  it('offer own matches first, the open ones before all, then those of running tournaments', async () => {
    const sides = (first: string, second: string) =>
      [{ player: { name: first } }, { player: { name: second } }] as [object, object];
    const withMatches = fakePlatform({
      userMatches: () =>
        value([
          { id: 'm1', sides: sides('Ana', 'Bảo'), phase: 'finished' as const },
          { id: 'm2', sides: sides('Ana', 'Chloé'), phase: 'open' as const },
        ]),
      tournaments: () => value([{ ...cup(1), phase: 'running' as const }]),
      bracket: () =>
        value({
          rounds: [
            {
              section: 'main' as const,
              matches: [
                { id: 'm2', sides: sides('Ana', 'Chloé') },
                { id: 'm3', sides: sides('Dmitri', 'Igor') },
                { id: 'm4', sides: [{ player: { name: 'Gus' } }, {}] as [object, object] },
              ],
            },
          ],
        }),
    });
    const world = people({ platform: withMatches, accounts: linked });
    const choices = (await world.ask(autocomplete('score', 'match'))).choices;
    expect(choices?.map((choice) => choice.value)).toEqual(['m2', 'm1', 'm3']);
    expect(choices?.[0]?.name).toBe('Ana vs Chloé');
    // An own match comes first, though a foreign one begins with what was typed.
    const igor = (await world.ask(autocomplete('score', 'match', { match: 'o' }))).choices;
    expect(igor?.[0]?.value).toBe('m2');
    for (const typed of ['ana vs chl', 'chloe', 'ANA CHLO']) {
      const found = (await world.ask(autocomplete('score', 'match', { match: typed }))).choices;
      expect(
        found?.map((choice) => choice.value),
        typed,
      ).toEqual(['m2']);
    }
  });

  it('offer the regions of the settings by label, and those that records have shown', async () => {
    const seen = fakePlatform({ seenRegions: () => ['sao-paulo', 'ha-noi'] });
    const world = people({ platform: seen, regions: [{ slug: 'ha-noi', label: 'Hà Nội' }] });
    const choices = (await world.ask(autocomplete('leaderboard', 'region'))).choices;
    expect(choices).toEqual([
      { name: 'Hà Nội', value: 'ha-noi' },
      { name: 'Sao Paulo', value: 'sao-paulo' },
    ]);
  });

  it('come from what is kept while the platform hangs, after 300 ms at most', async () => {
    const clock = { ms: 0 };
    let isHanging = false;
    const waits: number[] = [];
    const { platform: real } = await standIn(
      ({ url }, response) => {
        if (isHanging) return;
        const side = (name: string) => ({ id: name, name });
        const match = { id: `m-${url.length}`, player1: side('Ana'), player2: side('Bảo'), status: 'open' };
        const body = url.endsWith('/bracket')
          ? { rounds: [{ matches: [match] }] }
          : url.includes('/matches')
            ? [{ ...match, id: 'own' }]
            : [{ id: 't1', name: 'Open Cup', status: 'running' }];
        json(response, 200, body);
      },
      {
        now: () => clock.ms,
        sleep: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    );
    const world = people({ platform: real, accounts: linked });
    const ask = async (command: string, option: string) =>
      (await world.ask(autocomplete(command, option))).choices;
    const matches = await ask('score', 'match');
    const tournaments = await ask('tournament', 'tournament');
    expect(matches).toHaveLength(2);
    expect(tournaments).toHaveLength(1);
    isHanging = true;
    for (const laterMs of [1, 3_600_000]) {
      clock.ms += laterMs;
      expect(await ask('score', 'match')).toEqual(matches);
      expect(await ask('tournament', 'tournament')).toEqual(tournaments);
    }
    // Own matches beside tournaments and then brackets, and tournaments alone: the longest way is two waits.
    expect(waits).toHaveLength(4);
    expect(2 * Math.max(...waits)).toBeLessThanOrEqual(300);
  });
});
