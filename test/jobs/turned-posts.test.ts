import { expect, it } from 'vitest';
import { playersOf, type ShownResult } from '../../src/guilds/result-posts.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const POST = '**A** won, says a member';
const SCORES = { player1: 3, player2: 1 };

/** A channel whose feed has read this bracket; then a member's press posted a result there. */
async function posted(before: Bracket, post: Partial<ShownResult>, { calls }: { calls: boolean }) {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup(), bracket: before });
  await world.follow('1', 't1', { topics: { calls, results: true, event: false } });
  await world.pass(MINUTE_MS, 2000);
  const messageId = world.say('10', POST);
  await world.resultPosts.end('10', 'm1', { ...playersOf(match('m1', 'a-b')), messageId, ...post });
  return { messageId, world };
}

/** What the channel says of the match once its feed reads it in this order. */
async function after(post: Partial<ShownResult>, first: string): Promise<string[]> {
  const { world } = await posted(four('a-b', 'c-d', '-'), post, { calls: false });
  world.tournaments.set('t1', { tournament: cup(), bracket: four(first, 'c-d', '-') });
  await world.pass(2 * MINUTE_MS, 2000);
  return world.textsIn('10').filter((text) => /\bA\b/.test(text));
}

it('a result that a press posted is no other one where the platform turns its players before a feed reads it', async () => {
  for (const post of [{ scores: SCORES }, { winner: 1 }] as const)
    for (const first of ['a-b 3-1', 'b-a 1-3'])
      expect(await after(post, first), first).toEqual([expect.not.stringContaining('Corrected')]);
});

it('another result is corrected in any order', async () => {
  for (const first of ['a-b 1-3', 'b-a 3-1'])
    expect(await after({ scores: SCORES }, first), first).toEqual([expect.stringMatching(/^Corrected: /)]);
});

it('a call of a match that is open again leaves the post of a winner without a score to be withdrawn', async () => {
  const { messageId, world } = await posted(four('-', '-', '-'), { winner: 1 }, { calls: true });
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', '-', '-') });
  await world.pass(2 * MINUTE_MS, 2000);
  expect(world.textsIn('10').filter((text) => text.includes('your match is ready'))).toHaveLength(1);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ messageId, winner: 1 });
});
