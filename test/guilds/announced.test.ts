import { expect, it } from 'vitest';
import { Announcement, createAnnounced } from '../../src/guilds/announced.ts';
import { memoryStores } from '../support/memory-stores.ts';

const first = { player1: 3, player2: 1 };
const second = { player1: 1, player2: 3 };
const posted = { scores: first, messageId: '55' };

function world() {
  const clock = { time: 0 };
  const stores = memoryStores({ now: () => clock.time });
  return { clock, announced: createAnnounced(stores.replica().namespace('announced', Announcement)) };
}

it('racing reports never lose the message that stands', async () => {
  const { announced } = world();
  await announced.end('8', 'm1', posted);
  const known = await Promise.all([announced.begin('8', 'm1', second), announced.begin('8', 'm1', second)]);
  expect(known).toMatchObject([posted, posted]);
  expect(await announced.find('8', 'm1')).toEqual({ state: 'writing', scores: second });
  expect(await announced.begin('8', 'm1', second)).toMatchObject(posted);
  await announced.cancel('8', 'm1');
  expect(await announced.find('8', 'm1')).toEqual({ ...posted, state: 'posted' });
});

it('a process that ends while it reports leaves the message that stands', async () => {
  const { announced, clock } = world();
  await announced.end('8', 'm1', posted);
  await announced.begin('8', 'm1', second);
  clock.time += 61_000;
  expect(await announced.find('8', 'm1')).toEqual({ ...posted, state: 'posted' });
});
