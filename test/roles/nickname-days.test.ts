import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleIdOf, type RoleRule } from '../../src/roles/rules.ts';
import { fixedRuns } from '../fuzz/runs.ts';
import { GUILD, nicknameRule, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const PEOPLE = ['1', '2'];
const RULES: readonly [RoleRule['kind'], RoleRule['kind']] = ['name', 'nameRating'];

type Event =
  | { what: 'link' | 'unlink' | 'hide' | 'show' | 'byHand'; who: number }
  | { what: 'rate'; who: number; elo: number }
  | { what: 'rule'; at: number }
  | { what: 'unrule' | 'role' }
  | { what: 'kill'; after: number; isMade: boolean }
  | { what: 'lose'; count: number; isApplied: boolean }
  | { what: 'pass'; ms: number };

const who = fc.integer({ min: 0, max: 1 });
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: fc.constantFrom('link', 'unlink', 'hide', 'show', 'byHand', 'byHand'), who }),
  fc.record({ what: fc.constant('rate'), who, elo: fc.constantFrom(900, 1200, 1600) }),
  fc.record({ what: fc.constant('rule'), at: who }),
  fc.record({ what: fc.constantFrom('unrule', 'role') }),
  fc.record({ what: fc.constant('kill'), after: fc.integer({ min: 1, max: 8 }), isMade: fc.boolean() }),
  fc.record({ what: fc.constant('lose'), count: fc.integer({ min: 1, max: 2 }), isApplied: fc.boolean() }),
  fc.record({ what: fc.constant('pass'), ms: fc.constantFrom(1000, 3000, 20_000, 90_000) }),
);

/**
 * The possible final nicknames, from changes by hand and the bot's requests. A name that a member chose while
 * a change of the bot was under way is theirs, or what they had before it: both lose nothing.
 */
async function play(events: readonly Event[]) {
  const world = rolesWorld({ pollsPerMinute: 120 });
  const linked = new Set<string>();
  const hidden = new Set<string>();
  const own = new Map<string, string | undefined>(PEOPLE.map((id) => [id, id === '1' ? 'Anya' : undefined]));
  /** Since when the bot may rename a member again, and when they changed their nickname by hand. */
  const freeAt = new Map<string, number>();
  const handAt = new Map<string, number>();
  const { nicks, renames } = world.discord;
  let kind: RoleRule['kind'] | undefined;
  let hands = 0;
  const free = (ids: readonly string[]): void => ids.forEach((id) => void freeAt.set(id, renames.length));
  for (const id of PEOPLE) {
    world.discord.members.set(id, new Set());
    world.platform.ranks[`p${id}`] = { elo: 1200 };
  }
  nicks.set('1', 'Anya');
  world.start('p0');
  const processes = [world.start('p1')];
  for (const [at, event] of events.entries()) {
    const id = 'who' in event ? (PEOPLE[event.who] ?? '') : '';
    switch (event.what) {
      case 'link':
        await world.join(Number(id), world.rolesOf(id));
        if (!linked.has(id)) free([id]);
        linked.add(id);
        break;
      case 'unlink':
        await world.unlink(id);
        linked.delete(id);
        break;
      case 'hide':
      case 'show':
        await world.hide(id, event.what === 'hide');
        hidden[event.what === 'hide' ? 'add' : 'delete'](id);
        break;
      case 'byHand':
        nicks.set(id, `hand ${(hands += 1)}`);
        own.set(id, nicks.get(id));
        handAt.set(id, renames.length);
        break;
      case 'rate':
        world.platform.ranks[`p${id}`] = { elo: event.elo };
        world.roles.noteRanks([{ playerId: `p${id}`, elo: event.elo }]);
        break;
      case 'rule':
        kind = RULES[event.at] ?? 'name';
        await world.roles.add(GUILD, nicknameRule(kind === 'name' ? 'name' : 'nameRating', at + 1));
        free(PEOPLE);
        break;
      case 'unrule': {
        const { rules } = await world.roles.read(GUILD);
        for (const rule of Object.values(rules))
          if (rule.kind === kind) await world.roles.remove(GUILD, ruleIdOf(rule), { keep: false });
        kind = undefined;
        break;
      }
      case 'role':
        await world.roles.add(GUILD, roleRule('gold', 'rating', { number: 1500 }));
        break;
      case 'kill':
        processes.at(-1)?.killAt(event.after, event.isMade);
        processes.push(world.start(`k${at}`));
        break;
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
  world.start('last');
  await world.pass(7 * 60 * MINUTE, 30_000);
  const may = (id: string): (string | undefined)[] => {
    if (kind === undefined || !linked.has(id) || hidden.has(id)) return [own.get(id)];
    const elo = world.platform.ranks[`p${id}`]?.elo ?? 0;
    const given = `Player ${id} 🏆${kind === 'name' ? '' : ` · ${elo}`}`;
    const isFree = (handAt.get(id) ?? -1) <= (freeAt.get(id) ?? 0);
    return isFree ? [given, ...(handAt.has(id) ? [own.get(id)] : [])] : [own.get(id), given];
  };
  return {
    world,
    own,
    may,
    isRuled: (id: string) => kind !== undefined && linked.has(id) && !hidden.has(id),
  };
}

test(
  'with any rules, ranks, renames by hand, hides and kills, no member’s own name is lost',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 4, maxLength: 20 }), async (events) => {
        const { world, own, may, isRuled } = await play(events);
        for (const id of PEOPLE)
          expect([id, may(id).includes(world.nickOf(id)), world.nickOf(id), may(id)]).toEqual([
            id,
            true,
            world.nickOf(id),
            may(id),
          ]);
        // What is theirs comes back in the end, also to those who are renamed.
        const { rules } = await world.roles.read(GUILD);
        for (const rule of Object.values(rules))
          await world.roles.remove(GUILD, ruleIdOf(rule), { keep: false });
        await world.pass(2 * MINUTE);
        expect(PEOPLE.map((id) => [id, isRuled(id), world.nickOf(id)])).toEqual(
          PEOPLE.map((id) => [id, isRuled(id), own.get(id)]),
        );
      }),
      fixedRuns(8),
    );
  },
);
