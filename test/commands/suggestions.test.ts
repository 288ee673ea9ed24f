import { describe, expect, it } from 'vitest';
import type { Tournament } from '../../src/platform/records.ts';
import { people } from '../support/ask.ts';
import { accountOf, fakeAccounts, fakePlatform } from '../support/fakes.ts';
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
});
