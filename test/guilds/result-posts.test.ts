import { expect, it } from 'vitest';
import { ResultPostRecord, createResultPosts, inOrderOf, playersOf } from '../../src/guilds/result-posts.ts';
import { match } from '../support/night-records.ts';
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

it('a post is turned, and what is beside it, where the players are listed the other way around', () => {
  const [there, turned] = [playersOf(match('m1', 'a-b')), playersOf(match('m1', 'b-a'))];
  const scores = { player1: 3, player2: 1 };
  const post = { ...there, scores, beside: { messageId: '1', winner: 2 } } as const;
  const now = { ...turned, scores: { player1: 1, player2: 3 }, beside: { messageId: '1', winner: 1 } };
  expect(inOrderOf(turned, post)).toEqual(now);
  expect(inOrderOf(there, post)).toEqual(post);
  // Of others, of nobody known, and of before the order was stored.
  expect(inOrderOf(playersOf(match('m1', 'c-a')), post)).toEqual(post);
  expect(inOrderOf({}, post)).toEqual(post);
  expect(inOrderOf(turned, { pair: there.pair!, scores })).toEqual({ pair: there.pair, scores });
});
