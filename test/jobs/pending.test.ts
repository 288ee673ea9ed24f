import { expect, it } from 'vitest';
import type { Bracket, Match, Tournament } from '../../src/reading/records.ts';
import { cup, match, namesAlone, T0, withoutIds } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
/** Within the lease of the owner. */
const STEP_MS = 12_000;

/** A match that waits as the platform says, until it has a winner. */
const pending = (id: string, text: string, more: Partial<Match> = {}): Match =>
  match(id, text, text.includes(' ') ? {} : { phase: 'upcoming', ...more });

const four = (first: Match, second: Match, final: Match): Bracket => ({
  rounds: [
    { section: 'main', number: 1, matches: [first, second] },
    { section: 'main', number: 2, matches: [final] },
  ],
});

const WAITING = four(pending('m1', 'a-b'), pending('m2', 'c-d'), pending('m3', '-'));
const FINAL = four(pending('m1', 'a-b 3-1'), pending('m2', 'c-d 3-0'), pending('m3', 'a-c'));

async function followed(topics: object = {}): Promise<NightWorld> {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ...topics } });
  await world.pass(2 * MINUTE_MS, STEP_MS);
  return world;
}

async function show(world: NightWorld, bracket: Bracket, more: Partial<Tournament> = {}, minutes = 2) {
  world.tournaments.set('t1', { tournament: cup(more), bracket });
  await world.pass(minutes * MINUTE_MS, STEP_MS);
}

const textsOf = (world: NightWorld) =>
  world
    .textsIn('10')
    .slice(1)
    .map((text) => plainSpaces(text));
const callsOf = (world: NightWorld): number =>
  world.changes.filter(({ kind, post }) => kind === 'post' && post.content.includes('is ready')).length;

it('matches that are pending until they are played are called once both players are known, and late like others', async () => {
  const world = await followed({ late: 10 });
  await show(world, WAITING);
  await show(world, FINAL, {}, 15);
  expect(textsOf(world)).toMatchInlineSnapshot(`
    [
      "**Cup** has started with **Semifinals**.
    [See the live bracket](https://discord.com/channels/1/10/1001)",
      "**A** 3 – 1 B · Semifinals",
      "**C** 3 – 0 D · Semifinals",
      "**A** vs **C**: your match is ready.
    -# Cup",
      "**A** vs **C**: nobody has reported a score yet.
    -# Cup",
    ]
  `);
});

it('nothing that is pending is called before its tournament has begun, by the record or by a match', async () => {
  for (const phase of ['open', undefined] as const) {
    const world = await followed();
    const { phase: _phase, ...rest } = cup();
    const show = async (bracket: Bracket) => {
      world.tournaments.set('t1', { tournament: { ...rest, ...(phase && { phase }) }, bracket });
      await world.pass(5 * MINUTE_MS, STEP_MS);
    };
    await show(WAITING);
    expect(callsOf(world), phase).toBe(0);
    await show(four(pending('m1', 'a-b 3-1'), pending('m2', 'c-d'), pending('m3', 'a-')));
    expect(callsOf(world), phase).toBe(1);
  }
});

it('a match that is pending waits for its own time, and for as long as it is postponed', async () => {
  const world = await followed();
  const startsAt = { epochMs: T0 + 60 * MINUTE_MS, precision: 'second' as const };
  const held = { isHeld: true as const, status: 'postponed' };
  await show(world, four(pending('m1', 'a-b', { startsAt }), pending('m2', 'c-d', held), pending('m3', '-')));
  expect(callsOf(world)).toBe(0);
});

it('where a match was open once, one that is pending waits to be open, also for a new owner between two rounds', async () => {
  const world = await followed();
  await show(world, four(match('m1', 'a-b'), pending('m2', 'c-d'), pending('m3', '-')));
  expect(callsOf(world)).toBe(1);
  await show(world, FINAL, {}, 3);
  await world.stopAll('one');
  world.start('two');
  await show(world, FINAL, {}, 10);
  expect(callsOf(world)).toBe(1);
  await show(world, four(pending('m1', 'a-b 3-1'), pending('m2', 'c-d 3-0'), match('m3', 'a-c')));
  expect(callsOf(world)).toBe(2);
});

it('a score below zero is printed nowhere: the remaining player has won, and of two disqualified neither', async () => {
  const world = await followed();
  await show(world, four(match('m1', 'a-b'), match('m2', 'c-d'), match('m3', '-')));
  const out = (id: string, text: string, scores: [number, number], more: Partial<Match>): Match => {
    const { sides, winner: _winner, ...rest } = match(id, text);
    const [first, second] = sides;
    return {
      ...rest,
      phase: 'finished',
      sides: [
        { ...first, score: scores[0] },
        { ...second, score: scores[1] },
      ],
      ...more,
    };
  };
  const first = out('m1', 'a-b', [0, -1], { winner: 1 });
  await show(world, four(first, out('m2', 'c-d', [-1, -1], {}), match('m3', 'a-')));
  expect(textsOf(world)).toMatchInlineSnapshot(`
    [
      "**Cup** has started with **Semifinals**.
    [See the live bracket](https://discord.com/channels/1/10/1001)",
      "**A** beat B · no score · Semifinals",
      "**C** vs **D**: this match is over without a result. · Semifinals",
    ]
  `);
});

it.each<[what: string, before: Bracket]>([
  ['calls', four(match('m1', 'a-b'), match('m2', 'c-d'), match('m3', '-'))],
  ['results', four(match('m1', 'a-b 3-1'), match('m2', 'c-d'), match('m3', 'a-'))],
])(
  '%s on their way when their process dies are still known where only names are left',
  async (_what, before) => {
    for (let act = 1; act <= 6; act += 1) {
      const world = nightWorld();
      const owner = world.start('one');
      world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
      await world.follow('1', 't1', { topics: { calls: true, results: true, event: false } });
      await world.pass(2 * MINUTE_MS, STEP_MS);
      await show(world, four(match('m1', 'a-b'), match('m2', '-'), match('m3', '-')));
      owner.killAt(act, true);
      await show(world, before);
      world.start('two');
      await show(world, withoutIds(namesAlone(before)), {}, 10);
      const texts = textsOf(world);
      expect(new Set(texts).size, texts.join('\n')).toBe(texts.length);
      expect(texts.join('\n')).not.toMatch(/changed|canceled|gone/);
    }
  },
);
