import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/durations.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { productWorld } from '../support/product/product-world.ts';

const NAMES = ['Ana', 'Bruno', 'Chloé', 'Đạt', 'Eva', 'Finn'];
const player = (at: number) => ({ id: `p${at}`, name: NAMES[at] });

/** A Swiss of six in a followed channel. Its first round is drawn. */
async function swiss(topics: object) {
  const world = productWorld();
  let bot = world.start();
  const round = (number: number, pairs: readonly (readonly [number, number])[]) => ({
    number,
    matches: pairs.map(([a, b], at): Record<string, unknown> => ({
      id: `m${number}${at}`,
      status: 'open',
      player1: player(a),
      player2: player(b),
    })),
  });
  const rounds = [
    round(1, [
      [0, 1],
      [2, 3],
      [4, 5],
    ]),
  ];
  const record = { id: 't1', name: 'Open', status: 'in_progress', format: 'swiss' };
  world.platform.tournaments.set('t1', { record, bracket: { rounds } });
  await bot.services.guilds.follows.add('700', {
    tournamentId: 't1',
    channelId: '800',
    topics: { calls: false, results: true, event: false, ...topics },
  });
  await world.pass(2 * MINUTE_MS);
  return {
    world,
    record,
    draw: (number: number, pairs: readonly (readonly [number, number])[]) =>
      void rounds.push(round(number, pairs)),
    score: (number: number, at: number, player1_score: number, player2_score: number) =>
      Object.assign(rounds[number - 1]!.matches[at]!, { status: 'finished', player1_score, player2_score }),
    restart: () => {
      world.stop(bot);
      bot = world.start();
    },
    texts: () => world.textsIn('800').map(plainSpaces),
    tables: () =>
      world
        .textsIn('800')
        .map(plainSpaces)
        .filter((text) => text.includes('**Standings**')),
  };
}

test('the results of a round end with the first five, once it is over, and follow corrections', async () => {
  const { draw, restart, score, tables, texts, world } = await swiss({});
  score(1, 0, 3, 1);
  score(1, 1, 3, 0);
  await world.pass(MINUTE_MS);
  expect(tables()).toEqual([]);
  score(1, 2, 3, 2);
  await world.pass(MINUTE_MS);
  expect(tables()).toMatchInlineSnapshot(`
    [
      "**Round 1** in **Open**
    **Ana** 3 – 1 Bruno
    **Chloé** 3 – 0 Đạt
    **Eva** 3 – 2 Finn
    **Standings**
    **Chloé** · 1W 0L · +3
    **Ana** · 1W 0L · +2
    **Eva** · 1W 0L · +1
    **Finn** · 0W 1L · −1
    **Bruno** · 0W 1L · −2",
    ]
  `);
  const { length } = texts();
  draw(2, [
    [0, 2],
    [4, 1],
    [3, 5],
  ]);
  score(2, 0, 3, 0);
  restart();
  await world.pass(2 * MINUTE_MS);
  score(2, 1, 0, 3);
  score(2, 2, 1, 3);
  await world.pass(MINUTE_MS);
  expect(texts().length).toBe(length + 1);
  expect(tables().at(-1)).toMatchInlineSnapshot(`
    "**Round 2** in **Open**
    **Ana** 3 – 0 Chloé
    Eva 0 – 3 **Bruno**
    Đạt 1 – 3 **Finn**
    **Standings**
    1\\. **Ana** · 2W 0L · +5
    **Bruno** · 1W 1L · +1
    **Finn** · 1W 1L · +1
    **Chloé** · 1W 1L · 0
    **Eva** · 1W 1L · −2"
  `);
  // A correction of the first round is one of both tables.
  score(1, 1, 0, 3);
  await world.pass(2 * MINUTE_MS);
  expect(texts().length).toBe(length + 1);
  expect(tables()).toMatchInlineSnapshot(`
    [
      "**Round 1** in **Open**
    **Ana** 3 – 1 Bruno
    Corrected: Chloé 0 – 3 **Đạt** ~~3 – 0~~
    **Eva** 3 – 2 Finn
    **Standings**
    **Đạt** · 1W 0L · +3
    **Ana** · 1W 0L · +2
    **Eva** · 1W 0L · +1
    **Finn** · 0W 1L · −1
    **Bruno** · 0W 1L · −2",
      "**Round 2** in **Open**
    **Ana** 3 – 0 Chloé
    Eva 0 – 3 **Bruno**
    Đạt 1 – 3 **Finn**
    **Standings**
    1\\. **Ana** · 2W 0L · +5
    **Bruno** · 1W 1L · +1
    **Đạt** · 1W 1L · +1
    **Finn** · 1W 1L · +1
    **Eva** · 1W 1L · −2",
    ]
  `);
});

test('where calls become the results, the table has a separate message', async () => {
  const { restart, score, tables, texts, world } = await swiss({ calls: true, spoilers: true });
  await world.pass(2 * MINUTE_MS);
  for (const at of [0, 1, 2]) score(1, at, 3, at);
  await world.pass(MINUTE_MS);
  restart();
  await world.pass(2 * MINUTE_MS);
  expect(tables()).toMatchInlineSnapshot(`
    [
      "**Standings** · Round 1
    ||**Ana** · 1W 0L · +3||
    ||**Chloé** · 1W 0L · +2||
    ||**Eva** · 1W 0L · +1||
    ||**Finn** · 0W 1L · −1||
    ||**Đạt** · 0W 1L · −2||
    -# Open",
    ]
  `);
  const { length } = texts();
  score(1, 0, 0, 3);
  await world.pass(2 * MINUTE_MS);
  expect(texts().length).toBe(length);
  expect(tables()[0]?.split('\n')[1]).toContain('||**Bruno**');
});

test('a process that dies around the post of a table doubles nothing', async () => {
  for (const lost of [true, false]) {
    const { restart, score, tables, world } = await swiss({ calls: true });
    await world.pass(2 * MINUTE_MS);
    for (const at of [0, 1, 2]) score(1, at, 3, at);
    world.discord.control.lose = () => lost;
    await world.pass(MINUTE_MS);
    restart();
    world.discord.control.lose = () => false;
    await world.pass(3 * MINUTE_MS);
    expect(tables(), String(lost)).toHaveLength(1);
  }
});

test('nothing of what was over when following began, of an ended one, or where results are off', async () => {
  const off = await swiss({ results: false });
  for (const at of [0, 1, 2]) off.score(1, at, 3, at);
  await off.world.pass(2 * MINUTE_MS);
  expect(off.tables()).toEqual([]);
  const ended = await swiss({});
  ended.record.status = 'finished';
  await ended.world.pass(MINUTE_MS);
  for (const at of [0, 1, 2]) ended.score(1, at, 3, at);
  await ended.world.pass(2 * MINUTE_MS);
  expect(ended.tables()).toEqual([]);
  const late = await swiss({});
  for (const at of [0, 1, 2]) late.score(1, at, 3, at);
  await late.world.pass(MINUTE_MS);
  const bot = late.world.start();
  await bot.services.guilds.follows.add('700', {
    tournamentId: 't1',
    channelId: '801',
    topics: { calls: false, results: true, event: false },
  });
  await late.world.pass(3 * MINUTE_MS);
  expect(late.world.textsIn('801').join()).not.toContain('Standings');
});
