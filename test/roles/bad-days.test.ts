import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleIdOf, type RoleRule } from '../../src/roles/rules.ts';
import { fixedRuns } from '../fuzz/runs.ts';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const RULES: readonly RoleRule[] = [
  roleRule('linked', 'linked'),
  roleRule('gold', 'rating', { number: 1500 }),
  roleRule('silver', 'rating', { number: 1000 }),
  roleRule('top', 'first', { number: 1 }),
];
const PEOPLE = ['1', '2', '3'];

type World = ReturnType<typeof rolesWorld>;

/** Per member and role, gives and takes alternate. */
function expectNothingTwice(world: World): void {
  const last = new Map<string, string>();
  for (const { act, discordId, roleId } of world.discord.changes) {
    const key = `${discordId} ${roleId}`;
    expect(`${key}: ${act} after ${last.get(key) ?? 'take'}`).toBe(
      `${key}: ${act} after ${act === 'give' ? 'take' : 'give'}`,
    );
    last.set(key, act);
  }
}

type Event =
  | { what: 'link' | 'unlink' | 'hide' | 'show'; who: number }
  | { what: 'rate'; who: number; elo: number }
  | { what: 'rule' | 'unrule'; at: number }
  | { what: 'kill'; after: number; isMade: boolean }
  | { what: 'lose'; count: number; isApplied: boolean }
  | { what: 'pass'; ms: number };

const who = fc.integer({ min: 0, max: 2 });
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constantFrom('link' as const, 'unlink' as const, 'hide' as const, 'show' as const),
    who,
  }),
  fc.record({ what: fc.constant('rate' as const), who, elo: fc.constantFrom(900, 1200, 1600) }),
  fc.record({
    what: fc.constantFrom('rule' as const, 'unrule' as const),
    at: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    what: fc.constant('kill' as const),
    after: fc.integer({ min: 1, max: 12 }),
    isMade: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('lose' as const),
    count: fc.integer({ min: 1, max: 2 }),
    isApplied: fc.boolean(),
  }),
  fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(1000, 3000, 20_000, 90_000) }),
);

/** What everybody should hold in the end, from the events alone. */
async function play(events: readonly Event[]): Promise<{ world: World; expected: Record<string, string[]> }> {
  const world = rolesWorld({ pollsPerMinute: 120 });
  const state = { linked: new Set<string>(), hidden: new Set<string>(), rules: new Set<number>() };
  const rate = (id: string, elo: number) => (world.platform.ranks[`p${id}`] = { elo });
  for (const id of PEOPLE) {
    // Everybody had this one before.
    world.discord.members.set(id, new Set(['champion']));
    rate(id, 1200);
  }
  const changed = world.discord.changes;
  let seen = 0;
  const checkHidden = (): void => {
    const given = changed.slice(seen).filter(({ act }) => act === 'give');
    expect(given.filter(({ discordId }) => state.hidden.has(discordId))).toEqual([]);
    seen = changed.length;
  };
  await world.roles.add(GUILD, roleRule('champion', 'linked'));
  let processes = [world.start('p0'), world.start('p1')];
  let started = 2;
  for (const event of events) {
    checkHidden();
    switch (event.what) {
      case 'link': {
        const id = PEOPLE[event.who] ?? '';
        const before = world.discord.members.get(id) ?? new Set();
        await world.join(Number(id), [...before]);
        state.linked.add(id);
        break;
      }
      case 'unlink':
        await world.unlink(PEOPLE[event.who] ?? '');
        state.linked.delete(PEOPLE[event.who] ?? '');
        break;
      case 'hide':
      case 'show':
        await world.hide(PEOPLE[event.who] ?? '', event.what === 'hide');
        state.hidden[event.what === 'hide' ? 'add' : 'delete'](PEOPLE[event.who] ?? '');
        break;
      case 'rate':
        rate(PEOPLE[event.who] ?? '', event.elo);
        break;
      case 'rule':
        await world.roles.add(GUILD, RULES[event.at] as RoleRule);
        state.rules.add(event.at);
        break;
      case 'unrule':
        await world.roles.remove(GUILD, ruleIdOf(RULES[event.at] as RoleRule), { keep: false });
        state.rules.delete(event.at);
        break;
      case 'kill': {
        const owner = processes.find((one) => one.owns() && !one.isDead());
        owner?.killAt(event.after, event.isMade);
        processes = [...processes, world.start(`p${started++}`)];
        break;
      }
      case 'lose': {
        let left = event.count;
        world.discord.mishap = () =>
          left-- > 0 ? { error: world.wait(), isApplied: event.isApplied } : undefined;
        break;
      }
      case 'pass':
        await world.pass(event.ms);
    }
  }
  world.discord.mishap = () => undefined;
  processes.push(world.start('last'));
  await world.pass(13 * 60 * MINUTE, 30_000);
  checkHidden();
  const holders = PEOPLE.filter((id) => state.linked.has(id) && !state.hidden.has(id));
  const elos = holders.map((id) => world.platform.ranks[`p${id}`]?.elo ?? 0);
  const expected = Object.fromEntries(
    PEOPLE.map((id) => {
      const elo = world.platform.ranks[`p${id}`]?.elo ?? 0;
      const isHolder = holders.includes(id);
      const roles = [
        'champion',
        ...(isHolder && state.rules.has(0) ? ['linked'] : []),
        ...(isHolder && state.rules.has(1) && elo >= 1500 ? ['gold'] : []),
        ...(isHolder && state.rules.has(2) && elo >= 1000 && !(state.rules.has(1) && elo >= 1500)
          ? ['silver']
          : []),
        ...(isHolder && state.rules.has(3) && elo === Math.max(...elos) ? ['top'] : []),
      ];
      return [id, roles.toSorted()];
    }),
  );
  return { world, expected };
}

describe('a bad day', () => {
  test(
    'with kills, two processes, lost answers and changing rules ends as an oracle says, and nothing is done twice',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyEvent, { minLength: 4, maxLength: 24 }), async (events) => {
          const { world, expected } = await play(events);
          expect(Object.fromEntries(PEOPLE.map((id) => [id, world.rolesOf(id)]))).toEqual(expected);
          expectNothingTwice(world);
          expect(world.told().filter((what) => what.includes('champion'))).toEqual([]);
        }),
        fixedRuns(8),
      );
    },
  );

  test('with a kill at any act of a rise forgets nothing and does nothing twice', async () => {
    for (let act = 1; act <= 14; act++)
      for (const isMade of [true, false]) {
        const world = rolesWorld();
        const first = world.start('a');
        await world.join(1);
        world.platform.ranks['p1'] = { elo: 1200 };
        for (const rule of RULES) await world.roles.add(GUILD, rule);
        await world.pass(MINUTE);
        expect(world.rolesOf('1')).toEqual(['linked', 'silver', 'top']);
        world.start('b');
        await world.pass(20_000);
        first.killAt(act, isMade);
        // A command read it.
        world.roles.noteRanks([{ playerId: 'p1', elo: 1600 }]);
        await world.pass(3 * MINUTE, 2000);
        expect([act, isMade, world.rolesOf('1')]).toEqual([act, isMade, ['gold', 'linked', 'top']]);
        expectNothingTwice(world);
      }
  });
});
