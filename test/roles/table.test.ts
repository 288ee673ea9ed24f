import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTable, type CupStandings, type Holder } from '../../src/roles/table.ts';
import { NICKNAME, ruleIdOf, ROLE_KINDS, type RoleRule, type ServerRoles } from '../../src/roles/rules.ts';

const rule = (roleId: string, kind: RoleRule['kind'], more: Partial<RoleRule> = {}): RoleRule => ({
  roleId,
  roleName: roleId,
  kind,
  ...more,
});
const rulesOf = (...rules: RoleRule[]) => ({
  rules: Object.fromEntries(rules.map((one) => [ruleIdOf(one), one])),
});
const holder = (discordId: string, more: Partial<Holder> = {}): Holder => ({
  discordId,
  playerId: `p${discordId}`,
  name: `Player ${discordId}`,
  linkedAt: 1,
  isRead: true,
  ...more,
});
const NO_CUPS: CupStandings = { plays: {} };

/** The rules one at a time, without regard for speed. */
function oracle(
  { rules, everyRating }: { rules: RoleRule[]; everyRating: boolean },
  holders: readonly Holder[],
  cups: CupStandings,
  one: Holder,
  roleId: string,
): 'yes' | 'no' | 'kept' {
  const verdicts = rules
    .filter((each) => each.roleId === roleId)
    .map((each): 'yes' | 'no' | 'kept' => {
      if (each.ended !== undefined) return 'kept';
      const number = each.number ?? 0;
      switch (each.kind) {
        case 'linked':
          return 'yes';
        case 'rank':
          if (one.rank === undefined) return 'kept';
          return one.rank.toLowerCase() === each.label?.toLowerCase() ? 'yes' : 'no';
        case 'rating': {
          const { elo } = one;
          if (elo === undefined) return 'kept';
          if (elo < number) return 'no';
          const isBeaten = rules.some(
            (other) =>
              other.kind === 'rating' &&
              other.ended === undefined &&
              (other.number ?? 0) > number &&
              elo >= (other.number ?? 0),
          );
          return isBeaten && !everyRating ? 'no' : 'yes';
        }
        case 'first': {
          const { elo } = one;
          if (elo === undefined || holders.some(({ isRead }) => !isRead)) return 'kept';
          return holders.filter((other) => (other.elo ?? -1) > elo).length < number ? 'yes' : 'no';
        }
        case 'plays':
          return Object.values(cups.plays).some((players) => players.has(one.playerId)) ? 'yes' : 'no';
        case 'won':
          return cups.won?.playerId === one.playerId ? 'yes' : 'no';
        case 'name':
        case 'nameRating':
          throw new Error('no role follows a name');
      }
    });
  if (verdicts.includes('yes')) return 'yes';
  return verdicts.includes('kept') ? 'kept' : 'no';
}

describe('the table of rules', () => {
  test('gives each member what an oracle says, for any rules, ranks and tournaments', () => {
    const anyRule = fc.record(
      {
        roleId: fc.constantFrom('a', 'b', 'c', 'd'),
        roleName: fc.constant('x'),
        kind: fc.constantFrom(...ROLE_KINDS),
        label: fc.constantFrom('Gold', 'gold', 'Silver'),
        number: fc.integer({ min: 1, max: 6 }),
        ended: fc.constantFrom('above' as const, 'gone' as const),
      },
      { requiredKeys: ['roleId', 'roleName', 'kind', 'label', 'number'] },
    );
    const anyHolder = fc.record({
      number: fc.integer({ min: 0, max: 9 }),
      elo: fc.option(fc.integer({ min: 0, max: 7 }), { nil: undefined }),
      rank: fc.constantFrom(undefined, 'GOLD', 'Silver', 'Bronze'),
      isRead: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 20 }),
        fc.uniqueArray(anyHolder, { selector: ({ number }) => number, maxLength: 10 }),
        fc.boolean(),
        fc.dictionary(fc.constantFrom('t1', 't2'), fc.array(fc.constantFrom('p1', 'p2', 'p3'))),
        fc.option(fc.constantFrom('p1', 'p2'), { nil: undefined }),
        (rules, people, everyRating, entrants, winner) => {
          // A platform with ratings shows them to whom it was asked about, or shows none.
          const holders = people.map(({ number, ...rest }) =>
            holder(String(number), { ...rest, isRead: rest.isRead || rest.elo !== undefined }),
          );
          const cups: CupStandings = {
            plays: Object.fromEntries(
              Object.entries(entrants).map(([id, players]) => [id, new Set(players)]),
            ),
            won: winner === undefined ? undefined : { tournamentId: 't', playerId: winner },
          };
          const known = rulesOf(...rules);
          const unique = Object.values(known.rules);
          const table = createTable({ ...known, ...(everyRating && { everyRating }) }, holders, cups);
          for (const one of holders)
            for (const roleId of new Set(unique.map((each) => each.roleId))) {
              const verdict = table(one).get(roleId)?.verdict ?? 'no';
              expect(verdict === 'unknown' || verdict === 'ended' ? 'kept' : verdict).toBe(
                oracle({ rules: unique, everyRating }, holders, cups, one, roleId),
              );
            }
        },
      ),
      { numRuns: 400 },
    );
  });

  test('names the rule that gives a role, and what earned it', () => {
    const gold = rule('gold', 'rating', { number: 1500 });
    const table = createTable(rulesOf(gold, rule('gold', 'rank', { label: 'Gold' })), [], NO_CUPS);
    expect(table(holder('1', { elo: 1600, rank: 'Gold' })).get('gold')).toEqual({
      verdict: 'yes',
      earned: ['rating:1500', 'rank:gold'],
      rule: gold,
    });
  });

  test('shares a place among equals, and counts those without a rating out', () => {
    const holders = [8, 9, 7, 8, 6].map((elo, at) => holder(String(at), { elo }));
    const table = createTable(
      rulesOf(rule('top', 'first', { number: 3 })),
      [...holders, holder('x')],
      NO_CUPS,
    );
    expect(holders.map((one) => table(one).get('top')?.verdict)).toEqual(['yes', 'yes', 'no', 'yes', 'no']);
    expect(table(holder('x')).get('top')?.verdict).toBe('unknown');
    const unread = [...holders, holder('y', { isRead: false })];
    const early = createTable(rulesOf(rule('top', 'first', { number: 3 })), unread, NO_CUPS);
    expect(early(holders[1]!).get('top')?.verdict).toBe('unknown');
  });

  test('gives only the highest rating that a member reaches, unless the server gives every one', () => {
    const rules = rulesOf(
      rule('1000', 'rating', { number: 1000 }),
      rule('1500', 'rating', { number: 1500 }),
      rule('2000', 'rating', { number: 2000 }),
      rule('any', 'rating'),
      rule('top', 'first', { number: 3000 }),
    );
    const verdicts = (more: Partial<ServerRoles>, elo?: number) =>
      ['any', '1000', '1500', '2000', 'top'].map(
        (roleId) =>
          createTable({ ...rules, ...more }, [], NO_CUPS)(holder('1', { elo })).get(roleId)?.verdict,
      );
    expect(verdicts({}, 1600)).toEqual(['no', 'no', 'yes', 'no', 'yes']);
    expect(verdicts({ everyRating: true }, 1600)).toEqual(['yes', 'yes', 'yes', 'no', 'yes']);
    expect(verdicts({}, 1500)).toEqual(['no', 'no', 'yes', 'no', 'yes']);
    expect(new Set(verdicts({}))).toEqual(new Set(['unknown']));
  });

  test('a rating whose rule has ended takes no lower one away', () => {
    const rules = rulesOf(
      rule('low', 'rating', { number: 1000 }),
      rule('high', 'rating', { number: 1500, ended: 'gone' }),
    );
    const wanted = createTable(rules, [], NO_CUPS)(holder('1', { elo: 1600 }));
    expect(wanted.get('low')?.verdict).toBe('yes');
    expect(wanted.get('high')).toEqual({ verdict: 'ended', earned: [] });
  });

  test('a role of two rules is kept while either gives it or is unknown', () => {
    const verdict = (...rules: RoleRule[]) =>
      createTable(rulesOf(...rules), [], NO_CUPS)(holder('1', { rank: 'Silver' })).get('a')?.verdict;
    const [yes, no, unknown, ended] = [
      rule('a', 'linked'),
      rule('a', 'won'),
      rule('a', 'rating', { number: 1 }),
      rule('a', 'rank', { label: 'Gold', ended: 'gone' }),
    ];
    expect([verdict(no, yes), verdict(yes, no), verdict(unknown, yes)]).toEqual(['yes', 'yes', 'yes']);
    expect([verdict(no, unknown), verdict(unknown, no)]).toEqual(['unknown', 'unknown']);
    expect([verdict(no, ended), verdict(ended, no), verdict(ended, yes)]).toEqual(['ended', 'ended', 'yes']);
    expect(verdict(no, rule('a', 'rank', { label: 'Gold' }))).toBe('no');
  });

  test('says what earned a role by its occasion: a link, a tournament', () => {
    const earned = (kind: RoleRule['kind'], cups: CupStandings = NO_CUPS) =>
      createTable(rulesOf(rule('a', kind)), [], cups)(holder('1', { linkedAt: 7 })).get('a')?.earned;
    expect(earned('linked')).toEqual(['linked:7']);
    const plays = { t1: new Set(['p1']), t2: new Set(['p2']), t3: new Set(['p1']) };
    expect(earned('plays', { plays })).toEqual(['plays:t1', 'plays:t3']);
    expect(earned('won', { plays: {}, won: { tournamentId: 't9', playerId: 'p1' } })).toEqual(['won:t9']);
    expect(earned('won', { plays: {}, won: { tournamentId: 't9', playerId: 'p2' } })).toEqual([]);
    const unknown = createTable(rulesOf(rule('a', 'rank')), [], NO_CUPS)(holder('1')).get('a');
    expect(unknown).toEqual({ verdict: 'unknown', earned: [] });
  });

  test('gives a nickname, made anew by each making of its rule and by each link', () => {
    const wanted = (kind: RoleRule['kind'], more: Partial<Holder> = {}, rules: Partial<RoleRule> = {}) =>
      createTable(rulesOf(rule(NICKNAME, kind, rules)), [], NO_CUPS)(holder('1', more)).get(NICKNAME);
    expect(wanted('name')).toMatchObject({ verdict: 'yes', earned: ['name:0:1'], nickname: 'Player 1' });
    expect(wanted('name', { linkedAt: 5 }, { madeAt: 9 })?.earned).toEqual(['name:9:5']);
    expect(wanted('nameRating', { elo: 1500 })).toMatchObject({
      verdict: 'yes',
      nickname: 'Player 1 · 1500',
    });
    expect(wanted('nameRating', { isRead: false })).toEqual({ verdict: 'unknown', earned: [] });
    expect(wanted('name', { name: '\u200b' })).toEqual({ verdict: 'no', earned: [] });
    expect(wanted('name', {}, { ended: 'nicknames' })).toEqual({ verdict: 'ended', earned: [] });
    const ofRole = createTable(rulesOf(rule('a', 'linked')), [], NO_CUPS)(holder('1'));
    expect([...ofRole.keys()]).toEqual(['a']);
  });
});
