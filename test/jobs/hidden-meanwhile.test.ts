import { expect, it } from 'vitest';
import { cup, four } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;

/**
 * The mentions that stand after two calls, where who is called second hides while Discord takes the message of this number. `isLost`:
 * its answer is lost.
 */
async function mentionsAfter(
  hidesAt: number,
  threads: boolean,
  isLost: boolean,
): Promise<{ users: string[]; count: number }> {
  const world = nightWorld();
  world.owners.set('a', '901').set('c', '902');
  world.start('one');
  world.tournaments.set('t1', { tournament: cup(), bracket: { rounds: [] } });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, threads } });
  await world.pass(2 * MINUTE_MS, 12_000);
  let count = 0;
  let from = 0;
  let losesAnswer = false;
  world.control.lose = () => {
    const loses = losesAnswer;
    losesAnswer = false;
    return loses;
  };
  world.control.refuse = ({ what }) => {
    if (what === 'post') count += 1;
    if (what !== 'post' || count !== hidesAt) return undefined;
    world.standings.set('902', 'unknown');
    // What stands by then is another's to edit.
    from = world.messages.length;
    losesAnswer = isLost;
    return undefined;
  };
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  await world.pass(3 * MINUTE_MS, 12_000);
  const users = world.messages
    .slice(from)
    .flatMap(({ post }) => [...(post.content.match(/<@\d+>/g) ?? []), ...(post.mentions?.users ?? [])]);
  return { users, count };
}

it.each([
  { threads: false, isLost: false },
  { threads: true, isLost: false },
  { threads: false, isLost: true },
  { threads: true, isLost: true },
])('who hides while a turn is at it is named in no call of it: %o', async ({ threads, isLost }) => {
  const { count, users } = await mentionsAfter(Infinity, threads, isLost);
  expect(users.join()).toContain('902');
  for (let at = 1; at <= count; at += 1) {
    const { users: left } = await mentionsAfter(at, threads, isLost);
    expect(left.join(), `${at} of ${count}`).not.toContain('902');
  }
});
