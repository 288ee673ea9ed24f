import { describe, expect, it } from 'vitest';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const MINUTE = 60_000;
const LOG = { logChannelId: '803' };
const APART = { ...LOG, organizersChannelId: '804' };
const BOTH = { ...LOG, agreement: 'both' } as const;
const score = (player1_score: number, player2_score: number) => ({
  match: 'm1',
  player1_score,
  player2_score,
});

type World = ReturnType<typeof resultWorld>;
const wrongIn = (world: World) => buttonIn(world.public()[0]!, "That's wrong");
const toOrganizers = (world: World) =>
  textOf(world.public().find((one) => textOf(one).includes('needs you'))!);
const leaveIn = (world: World) =>
  buttonIn(
    world.public().find((one) => textOf(one).includes('needs you'))!,
    'Leave as it is',
  );

/** Ana reports 3–1, and Bruno says 1–3. */
async function disputed(settings: object = LOG): Promise<World> {
  const world = resultWorld({ settings });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', wrongIn(world), 1, 3);
  world.clock.time += 5000;
  return world;
}

describe('a score that was said before', () => {
  it('is not replaced with itself when a dispute is taken back, or a correction', async () => {
    const back = await disputed();
    expect(textOf(await back.replica().type('bruno', 'score', score(3, 1)))).not.toContain('replaces');
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
    await world.replica().report('ana', 1, 3);
    expect(textOf(await world.replica().type('ana', 'score', score(3, 1)))).not.toContain('replaced');
  });

  it.each(['the platform', 'an organizer'])(
    'is known to the organizers, also if %s said it',
    async (from) => {
      const world = resultWorld({ settings: LOG });
      if (from === 'the platform') world.show(3, 1);
      else await world.replica().report('olga', 3, 1);
      const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
      await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 1, 3);
      world.clock.time += 5000;
      const said = 'The organizers have this score already';
      expect(textOf(await world.replica().type('bruno', 'score', score(3, 1)))).toContain(said);
      expect(textOf(await world.replica().type('bruno', 'score', score(1, 3)))).toContain(said);
      const other = await world.replica().type('bruno', 'score', score(2, 3));
      expect(textOf(other)).toContain('Reported so far: Ana wins 3–1.');
    },
  );

  it('is reported once by two players who confirm it at the same time', async () => {
    const world = resultWorld({ settings: LOG });
    const questions = await Promise.all(
      (['ana', 'bruno'] as const).map((who) => world.replica().type(who, 'score', score(3, 1))),
    );
    await world.replica().press('ana', buttonIn(questions[0]!, 'Confirm'));
    world.clock.time += 5000;
    const second = await world.replica().press('bruno', buttonIn(questions[1]!, 'Confirm'));
    expect(textOf(second)).toContain('This score stands already');
    expect(world.writes).toHaveLength(1);
    expect(world.events).toEqual(['reported']);
    expect(textOf(world.public()[0]!)).toContain('Reported by <@501>');
  });

  it('is ruled again with another reason, and only so', async () => {
    const world = await disputed();
    const rule = buttonIn(world.public()[1]!, 'Rule for Bruno');
    await world.replica().rule('olga', rule, { reason: 'Screnshot' });
    const change = buttonIn(world.public()[1]!, 'Change this ruling');
    const ruling = (reason: string) => ({ first: '1', second: '3', reason });
    const same = await world.replica().rule('olga', change, ruling('Screnshot'));
    expect(textOf(same)).toContain('This ruling stands already');
    await world.replica().rule('olga', change, ruling('Screenshot'));
    expect(textOf(world.public()[0]!)).toContain('Screenshot');
    expect(world.writes).toHaveLength(2);
  });
});

describe('a dispute', () => {
  it('leaves what stands in the result post, whatever a side says then', async () => {
    const world = await disputed();
    const asked = await world.replica().type('ana', 'score', score(3, 2));
    await world.replica().press('ana', buttonIn(asked, 'Confirm'));
    expect(textOf(world.public()[0]!).split('\n')[0]).toBe('**Ana** 3 – 1 Bruno');
    expect(textOf(world.public()[1]!)).toContain('Ana says: Ana wins 3–2');
    await world
      .replica()
      .rule('olga', buttonIn(world.public()[1]!, 'Rule for Bruno'), { reason: 'Seen it.' });
    expect(textOf(world.public()[0]!)).toContain('Corrected: Ana 1 – 3 **Bruno** ~~3 – 1~~');
  });

  it('shows what a report within the minute wrote, though the platform shows the score before', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    world.show(2, 1);
    await world.replica().dispute('bruno', wrongIn(world), 1, 3);
    expect(textOf(world.public()[0]!).split('\n')[0]).toBe('**Ana** 3 – 1 Bruno');
  });

  it('names an organizer, and calls no two teams the other side', async () => {
    const entered = resultWorld({ settings: LOG });
    await entered.replica().report('olga', 3, 1);
    await entered.replica().dispute('bruno', wrongIn(entered), 1, 3);
    expect(toOrganizers(entered)).toContain('An organizer says: Ana wins 3–1');
    expect(entered.notices().map(textOf).join('\n')).toContain('An organizer says: Ana wins 3–1');
    const sides = [
      { player: { id: 'ta', name: 'Team A' } },
      { player: { id: 'tb', name: 'Team B' } },
    ] as const;
    const teams = resultWorld({ settings: LOG, match: { sides: [...sides] } });
    teams.platform.history = [teams.match()];
    await teams.replica().report('ana', 3, 1);
    const own = await teams.replica().press('bruno', wrongIn(teams));
    await teams.replica().dispute('bruno', buttonIn(own, "That's wrong"), 1, 3);
    expect(toOrganizers(teams)).toMatch(/One side says: .*\nThe other side says: /);
  });

  it('of both sides with a third person keeps what each said', async () => {
    const world = resultWorld({ settings: LOG });
    const asked = await world.replica().type('chris', 'score', score(3, 1));
    await world.replica().press('chris', buttonIn(asked, 'Report anyway'));
    const wrong = wrongIn(world);
    await world.replica().dispute('bruno', wrong, 1, 3);
    await world.replica().dispute('ana', wrong, 3, 0);
    expect(toOrganizers(world)).toMatch(/Ana says: Ana wins 3–0\nBruno says: Bruno wins 3–1/);
  });

  it('needs a result: not of a match that is open again or canceled, nor of a dropped report', async () => {
    for (const how of ['open', 'canceled'] as const) {
      const world = resultWorld({ settings: LOG });
      await world.replica().report('ana', 3, 1);
      const button = wrongIn(world);
      world.clock.time += 60 * MINUTE;
      if (how === 'open') world.reopen();
      else Object.assign(world.match(), { phase: 'cancelled' });
      const answer = await world.replica().dispute('bruno', button, 1, 3);
      expect(textOf(answer), how).toContain("There's no report to decide on");
      expect(world.events, how).toEqual(['reported']);
    }
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    const need = await world.replica().press('olga', buttonIn(world.public()[0]!, 'Confirm'));
    await world.replica().rule('olga', buttonIn(need, 'Leave as it is'), { reason: 'Play it' });
    await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 1, 3);
    expect(world.events).toEqual(['proposed', 'left']);
  });
});

describe('a walkover, which has no score', () => {
  it('is disputed until the organizers decide, and stands when they leave it', async () => {
    const world = resultWorld({ settings: APART, match: { phase: 'finished', winner: 1 } });
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 0, 2);
    expect(toOrganizers(world)).toContain('Playhouse shows: **Ana** beat Bruno\nBruno says: Bruno wins 2–0');
    const leave = leaveIn(world);
    world.clock.time += 20 * MINUTE;
    await world.replica().deadlines();
    expect(textOf(await world.replica().type('bruno', 'match', { match: 'm1' }))).toContain('Disputed');
    await world.replica().rule('olga', leave, { reason: 'No-show' });
    expect(world.notices().map(textOf).at(-1)).toContain(
      'left **Ana vs Bruno** as it is: **Ana** beat Bruno',
    );
    expect(world.lines().at(-1)).toContain('left Ana vs Bruno as it is');
  });

  it('ends its dispute once the platform shows the other winner, and not with a score of the same', async () => {
    const world = resultWorld({ settings: LOG, match: { phase: 'finished', winner: 1 } });
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 0, 2);
    world.clock.time += 2 * MINUTE;
    world.show(1, 0);
    expect(textOf(await world.replica().type('bruno', 'match', { match: 'm1' }))).toContain('Disputed');
    world.show(0, 1);
    Object.assign(world.match(), { winner: 2 });
    expect(textOf(await world.replica().type('bruno', 'match', { match: 'm1' }))).not.toContain('Disputed');
  });

  it('is asked about before a score replaces it, with what it shows', async () => {
    const world = resultWorld({ settings: LOG });
    const asked = await world.replica().type('ana', 'score', score(3, 1));
    Object.assign(world.match(), { phase: 'finished', winner: 2 });
    const kept = await world.replica().press('ana', buttonIn(asked, 'Confirm'));
    expect(textOf(kept)).toContain('Playhouse now shows: **Bruno** beat Ana.');
    expect(world.writes).toEqual([]);
    const again = await world.replica().type('ana', 'score', score(3, 1));
    expect(textOf(again)).toContain('Playhouse shows: **Bruno** beat Ana');
    await world.replica().press('ana', buttonIn(again, 'Confirm'));
    expect(world.writes).toHaveLength(1);
    const other = resultWorld({ settings: LOG });
    const early = await other.replica().type('ana', 'score', score(3, 1));
    Object.assign(other.match(), { phase: 'finished', winner: 2 });
    const shows = await other.replica().press('ana', buttonIn(early, 'Confirm'));
    await other.replica().press('ana', buttonIn(shows, 'Replace with'));
    expect(other.writes).toHaveLength(1);
  });

  it('gets the score of its winner without a question', async () => {
    const world = resultWorld({ settings: LOG });
    const asked = await world.replica().type('ana', 'score', score(3, 1));
    Object.assign(world.match(), { phase: 'finished', winner: 1 });
    await world.replica().press('ana', buttonIn(asked, 'Confirm'));
    expect(world.writes).toHaveLength(1);
  });
});

it('a winner who does not have the higher score is still the winner', async () => {
  const sides = [
    { player: { id: 'u1', name: 'Ana' }, score: 1 },
    { player: { id: 'u2', name: 'Bruno' }, score: 1 },
  ] as const;
  const world = resultWorld({ settings: LOG, match: { phase: 'finished', winner: 2, sides: [...sides] } });
  const shown = await world.replica().type('ana', 'match', { match: 'm1' });
  await world.replica().dispute('ana', buttonIn(shown, "That's wrong"), 2, 1);
  expect(toOrganizers(world)).toContain('Playhouse shows: Bruno wins at 1–1');
  await world.replica().rule('olga', leaveIn(world), { reason: 'Penalties' });
  expect(world.notices().map(textOf).join('\n')).toContain('as it is: Bruno wins at 1–1');
});

it.each(['asked about', 'disputed'])('a report that was %s and then dropped is called so', async (from) => {
  const world = resultWorld({ settings: { ...APART, agreement: 'both' } as const });
  await world.replica().report('ana', 3, 1);
  const isDisputed = from === 'disputed';
  if (isDisputed) await world.replica().dispute('bruno', wrongIn(world), 1, 3);
  const own = isDisputed
    ? undefined
    : await world.replica().press('olga', buttonIn(world.public()[0]!, 'Confirm'));
  const leave = own === undefined ? leaveIn(world) : buttonIn(own, 'Leave as it is');
  await world.replica().rule('olga', leave, { reason: 'Replay it' });
  expect(world.lines().at(-1)).toContain('dropped the report of Ana vs Bruno: 3 – 1. Replay it');
  const told = world.messages().map(textOf).join('\n');
  expect(told).not.toContain('left it as it is');
});

it('a reminder does not outlive the score that it shows', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  world.clock.time += 13 * 60 * MINUTE;
  await world.replica().deadlines();
  expect(world.messages().map(textOf).join('\n')).toContain('still waits for your word');
  await world.replica().report('ana', 1, 3);
  expect(world.messages().map(textOf).join('\n')).not.toContain('still waits for your word');
});

it('an old "Report score" says what a decided match waits for, to who plays', async () => {
  const world = resultWorld({ settings: BOTH });
  const early = buttonIn(await world.replica().type('ana', 'match', { match: 'm1' }), 'Report score');
  await world.replica().report('ana', 3, 1);
  await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
  await world.replica().report('ana', 1, 3);
  const asked = await world.replica().press('bruno', early);
  expect(textOf(asked)).not.toContain('ask an organizer');
  expect(labelsOf(asked)).toEqual(['Confirm', "That's wrong"]);
  expect(labelsOf(await world.replica().press('ana', early))).toEqual([]);
  const stranger = await world.replica().press('chris', early);
  expect(labelsOf(stranger)).toEqual([]);
  expect(textOf(stranger)).toContain('ask an organizer');
  world.platform.history = [world.match()];
  const teammate = await world.replica().press('chris', early);
  expect(labelsOf(teammate)).toEqual(['Confirm', "That's wrong"]);
  const once = await disputed();
  expect(textOf(await once.replica().press('bruno', early))).not.toContain('If the score is wrong');
});

describe('a dispute that goes on', () => {
  const isDisputed = async (world: World) =>
    textOf(await world.replica().type('bruno', 'match', { match: 'm1' })).includes('Disputed');

  it('lasts although the platform showed another score within the minute, or took another one', async () => {
    const changed = resultWorld({ settings: LOG });
    await changed.replica().report('ana', 3, 1);
    changed.show(2, 1);
    await changed.replica().dispute('bruno', wrongIn(changed), 1, 3);
    changed.clock.time += 2 * MINUTE;
    expect(await isDisputed(changed)).toBe(true);
    const taken = resultWorld({ settings: LOG });
    taken.platform.instead = async () => {
      taken.show(1, 0);
      return { outcome: 'done', now: taken.match() };
    };
    await taken.replica().report('ana', 3, 1);
    const shown = await taken.replica().type('bruno', 'match', { match: 'm1' });
    await taken.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 1, 3);
    taken.clock.time += 2 * MINUTE;
    expect(await isDisputed(taken)).toBe(true);
  });

  it('lasts once the platform shows late what was reported', async () => {
    const world = resultWorld({ settings: LOG });
    world.show(2, 1);
    await world.replica().report('ana', 3, 1);
    world.show(2, 1);
    await world.replica().dispute('bruno', wrongIn(world), 1, 3);
    world.show(3, 1);
    world.clock.time += 20 * MINUTE;
    await world.replica().deadlines();
    expect(await isDisputed(world)).toBe(true);
    expect(toOrganizers(world)).not.toContain('now shows');
  });

  it('of what nobody agreed to yet follows what its side says', async () => {
    const world = resultWorld({ settings: { ...APART, agreement: 'both' } });
    await world.replica().report('ana', 3, 1);
    await world.replica().dispute('bruno', wrongIn(world), 1, 3);
    world.clock.time += 5000;
    const asked = await world.replica().type('ana', 'score', score(3, 2));
    await world.replica().press('ana', buttonIn(asked, 'Confirm'));
    expect(textOf(world.public()[0]!)).toContain('**Ana** 3 – 2 Bruno');
    await world.replica().rule('olga', leaveIn(world), { reason: 'Replay it' });
    expect(world.lines().at(-1)).toContain('dropped the report of Ana vs Bruno: 3 – 2.');
  });

  it('of a correction says which, and of what stands by then nothing', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
    await world.replica().report('ana', 1, 3);
    const asked = world.public().find((one) => labelsOf(one).includes('Confirm'))!;
    await world.replica().dispute('bruno', buttonIn(asked, "That's wrong"), 3, 1);
    expect(textOf(world.public()[1]!)).toContain('Ana 1 – 3 **Bruno**');
    const since = resultWorld({ settings: LOG });
    await since.replica().report('ana', 3, 1);
    const button = wrongIn(since);
    since.clock.time += 10 * MINUTE;
    since.show(2, 1);
    expect(textOf(await since.replica().dispute('bruno', button, 2, 1))).toContain(
      'This score stands already',
    );
  });

  it('lets the other side stand behind what the platform shows', async () => {
    const world = resultWorld({ settings: LOG });
    world.show(3, 1);
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 1, 3);
    await world.replica().report('ana', 3, 1);
    expect(toOrganizers(world)).toContain('Ana says: Ana wins 3–1');
  });

  it('left after another claim leaves the post as it was, for good', async () => {
    const world = await disputed(APART);
    await world.replica().report('ana', 3, 2);
    await world.replica().rule('olga', leaveIn(world), { reason: 'x' });
    for (let look = 0; look < 4; look++) {
      world.clock.time += 20 * MINUTE;
      await world.replica().deadlines();
    }
    expect(textOf(world.public()[0]!).split('\n')[0]).toBe('**Ana** 3 – 1 Bruno');
  });

  it('of a match that is only finished is possible', async () => {
    const world = resultWorld({ settings: LOG, match: { phase: 'finished' } });
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 1, 3);
    expect(world.events).toEqual(['disputed']);
  });
});

it('who repeats a score that stands can fix it', async () => {
  const world = resultWorld({ settings: LOG });
  await world.replica().report('ana', 3, 1);
  world.clock.time += 5000;
  const again = await world.replica().type('ana', 'score', score(3, 1));
  expect(labelsOf(again)).toEqual(['Fix score']);
});

it('a score that the platform has by then is shown to who confirms it', async () => {
  const world = resultWorld({ settings: LOG });
  const asked = await world.replica().type('ana', 'score', score(3, 1));
  world.show(3, 1);
  const done = await world.replica().press('ana', buttonIn(asked, 'Confirm'));
  expect(textOf(done)).toContain('**Ana** 3 – 1 Bruno');
  expect(world.writes).toEqual([]);
});

it('another reason for a ruling keeps what it corrected, and tells nobody again', async () => {
  const world = await disputed(APART);
  await world.replica().rule('olga', buttonIn(world.public()[1]!, 'Rule for Bruno'), { reason: 'Screnshot' });
  const told = world.notices().length;
  const change = buttonIn(world.public()[1]!, 'Change this ruling');
  await world.replica().rule('olga', change, { first: '1', second: '3', reason: 'Screenshot' });
  expect(textOf(world.public()[0]!)).toContain('~~3 – 1~~');
  expect(textOf(world.public()[1]!)).toContain('(before: 3 – 1)');
  expect(world.notices()).toHaveLength(told);
});

it('a score that was proposed against a walkover, and left, is not the result', async () => {
  const world = resultWorld({
    settings: { ...APART, agreement: 'both' },
    match: { phase: 'finished', winner: 2 },
  });
  await world.replica().report('ana', 3, 1);
  const need = await world.replica().press('olga', buttonIn(world.public()[0]!, 'Confirm'));
  await world.replica().rule('olga', buttonIn(need, 'Leave as it is'), { reason: 'No-show' });
  expect(textOf(world.public()[0]!)).toContain('**Bruno** beat Ana');
  expect(world.lines().at(-1)).toContain('as it is');
});

it('who disputes a walkover again is shown it, and a score of its winner does not stand when it is left', async () => {
  const world = resultWorld({ settings: APART, match: { phase: 'finished', winner: 1 } });
  const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
  await world.replica().dispute('bruno', buttonIn(shown, "That's wrong"), 0, 2);
  const other = await world.replica().type('bruno', 'score', score(1, 2));
  expect(textOf(other)).toContain('Reported so far: **Ana** beat Bruno.');
  await world.replica().report('ana', 2, 1);
  await world.replica().rule('olga', leaveIn(world), { reason: 'No-show' });
  expect(world.lines().at(-1)).toContain('as it is');
});

it('an organizer who plays is asked like any player behind an old "Report score"', async () => {
  const world = resultWorld({ settings: BOTH });
  const early = buttonIn(await world.replica().type('ana', 'match', { match: 'm1' }), 'Report score');
  await world.replica().report('ana', 3, 1);
  await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
  await world.replica().report('ana', 1, 3);
  const user = { id: '502', username: 'bruno', global_name: 'Bruno' };
  const asOrganizer = { member: { user, roles: ['77'], permissions: '0' } };
  const asked = await world.replica().press('bruno', early, undefined, asOrganizer);
  expect(labelsOf(asked)).toEqual(['Confirm', "That's wrong"]);
});

it('an organizer gets the ways to rule behind an old "Report score" of a disputed match', async () => {
  const world = resultWorld({ settings: LOG });
  const early = buttonIn(await world.replica().type('olga', 'match', { match: 'm1' }), 'Report score');
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', wrongIn(world), 1, 3);
  expect(labelsOf(await world.replica().press('olga', early))).toEqual(["That's wrong"]);
});
