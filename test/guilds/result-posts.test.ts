import { expect, it } from 'vitest';
import { ResultPostRecord, createResultPosts } from '../../src/guilds/result-posts.ts';
import { memoryStores } from '../support/memory-stores.ts';

const first = { player1: 3, player2: 1 };
const second = { player1: 1, player2: 3 };
const posted = { scores: first, messageId: '55' };

function world() {
  const clock = { time: 0 };
  const stores = memoryStores({ now: () => clock.time });
  return { clock, resultPosts: createResultPosts(stores.replica().namespace('announced', ResultPostRecord)) };
}

it('racing reports never lose the message that stands', async () => {
  const { resultPosts } = world();
  await resultPosts.end('8', 'm1', posted);
  const known = await Promise.all([
    resultPosts.begin('8', 'm1', second),
    resultPosts.begin('8', 'm1', second),
  ]);
  expect(known).toMatchObject([posted, posted]);
  expect(await resultPosts.find('8', 'm1')).toEqual({ state: 'writing', scores: second });
  expect(await resultPosts.begin('8', 'm1', second)).toMatchObject(posted);
  await resultPosts.cancel('8', 'm1');
  expect(await resultPosts.find('8', 'm1')).toEqual({ ...posted, state: 'posted' });
});

it('a process that ends while it reports leaves the message that stands', async () => {
  const { resultPosts, clock } = world();
  await resultPosts.end('8', 'm1', posted);
  await resultPosts.begin('8', 'm1', second);
  clock.time += 61_000;
  expect(await resultPosts.find('8', 'm1')).toEqual({ ...posted, state: 'posted' });
});
