import { expect, test } from 'vitest';
import { memoryStores } from '../support/memory-stores.ts';
import { peopleWorld } from '../support/people-world.ts';
import { until } from '../support/until.ts';

const ANA = '80351110224678912';
const GUILD = '700000000000000001';

function world() {
  let time = Date.UTC(2027, 0, 1);
  const stores = memoryStores().replica();
  const people = peopleWorld(stores, { now: () => time });
  const nameOf = async () => (await people.links.read(ANA))?.playerName;
  return { stores, people, nameOf, pass: (ms: number) => (time += ms) };
}

test('a name that the platform shows of a linked player is the name in the link, in /privacy and on boards', async () => {
  const { people, nameOf } = world();
  await people.link(ANA, 1, GUILD);
  expect((await people.naming.playersOf(GUILD, ANA))[0]?.playerName).not.toBe('Ana C.');
  people.learnName('p1', 'Ana C.');
  await until('learned', async () => (await nameOf()) === 'Ana C.');
  expect((await people.naming.playersOf(GUILD, ANA))[0]?.playerName).toBe('Ana C.');
  expect((await people.personalData.read(ANA)).link?.playerName).toBe('Ana C.');
});

test('a leaderboard that stands in a channel shows the new name, and is due at once', async () => {
  const { people, stores } = world();
  await people.link(ANA, 1, GUILD);
  const board = { channelId: '800', scope: 'server' as const };
  await stores.namespace('keptboards').set(GUILD, { b1: board });
  const row = { place: 1, player: { id: 'p1', name: 'Ana Conceição' } };
  const other = { place: 2, player: { id: 'p2', name: 'Bruno' } };
  await stores.namespace('shownboards').set(`${GUILD}:b1`, { shown: { title: 'Board', rows: [row, other] } });
  people.learnName('p1', 'Ana C.');
  const rows = async () =>
    (await stores.namespace<{ shown: { rows: (typeof row)[] } }>('shownboards').get(`${GUILD}:b1`))?.shown
      .rows;
  await until('renamed', async () => (await rows())?.[0]?.player.name === 'Ana C.');
  expect((await rows())?.[1]).toEqual(other);
});

test('names of players who are not linked change nothing, and a name that returns is learned again', async () => {
  const { people, nameOf, pass } = world();
  await people.link(ANA, 1, GUILD);
  people.learnName('p2', 'Nobody');
  for (const name of ['A', 'B', 'A']) {
    people.learnName('p1', name);
    await until(`learned ${name}`, async () => (await nameOf()) === name);
    pass(1);
  }
  await people.accounts.unlink(ANA);
  people.learnName('p1', 'C');
  pass(120_000);
  people.learnName('p1', 'C');
  expect(await nameOf()).toBeUndefined();
});
