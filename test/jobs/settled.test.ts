import { expect, it } from 'vitest';
import { pairOf } from '../../src/guilds/result-posts.ts';
import type { ShownReport } from '../../src/replies/report-view.ts';
import { postText } from '../support/message-text.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const pair = pairOf(match('m1', 'a-b')) ?? '';

async function show(world: NightWorld, first: string, second: string, final: string, tournamentId = 't1') {
  const tournament = cup({ id: tournamentId, name: tournamentId === 't1' ? 'Cup' : 'Other Cup' });
  world.tournaments.set(tournamentId, { tournament, bracket: four(first, second, final) });
  await world.pass(2 * MINUTE_MS, 2000);
}

async function followed(topics: object = {}) {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ...topics } });
  await world.pass(MINUTE_MS, 2000);
  await show(world, 'a-b', 'c-d', '-');
  return world;
}

const postOf = (world: NightWorld, id: string) => postText(world.messages.find((one) => one.id === id)!.post);

/** A member reports a score, by which the call becomes the result. */
async function reported(world: NightWorld): Promise<string> {
  const messageId = (await world.resultPosts.shown('10', 'm1'))?.messageId ?? '';
  world.rewrite(messageId, '**A** 3 – 1 B · Semifinals\n-# Cup · Reported by <@5>');
  await world.resultPosts.end('10', 'm1', { scores: { player1: 3, player2: 1 }, pair, messageId });
  return messageId;
}

it('a result that a member told becomes like all others once its winner is called to the next match, and is the feed’s', async () => {
  const world = await followed();
  const call = await reported(world);
  await show(world, 'a-b 3-1', 'c-d', 'a-');
  expect(await postOf(world, call)).toMatchInlineSnapshot(`
    **A** 3 – 1 B · Semifinals
    -# Cup · Reported by <@5>
  `);
  await show(world, 'a-b 3-1', 'c-d 0-2', 'a-d');
  expect(await postOf(world, call)).toMatchInlineSnapshot(`**A** 3 – 1 B · Semifinals`);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ isFollowed: true, messageId: call });
  const edits = world.changes.length;
  await world.pass(10 * MINUTE_MS, 5000);
  expect(world.changes).toHaveLength(edits);
  await show(world, 'a-b 3-2', 'c-d 0-2', 'a-d');
  expect(await postOf(world, call)).toMatchInlineSnapshot(`Corrected: **A** 3 – 2 B ~~3 – 1~~ · Semifinals`);
});

it('a result that is questioned keeps its message until that is over; a ruling stays with it', async () => {
  const world = await followed();
  const call = await reported(world);
  const claim = { side: 1 as const, scores: { player1: 3, player2: 1 } };
  const counter = { side: 2 as const, scores: { player1: 1, player2: 3 } };
  const shown = (report: Partial<ShownReport['report']>): ShownReport => ({
    report: { state: 'disputed', policy: 'at-once', claim, counter, seen: claim.scores, ...report },
    mentions: { ruler: '<@9>' },
  });
  world.reports.set('1:m1', shown({}));
  await show(world, 'a-b 3-1', 'c-d 0-2', 'a-d');
  expect(world.messages.find(({ id }) => id === call)?.post.content).toContain('Reported by');
  world.reports.set('1:m1', shown({ state: 'ruled', ruling: { scores: claim.scores, reason: 'Seen.' } }));
  await world.wakes.note('m1');
  await world.pass(2 * MINUTE_MS, 2000);
  expect(await postOf(world, call)).toMatchInlineSnapshot(`
    **A** 3 – 1 B · Semifinals
    -# Ruled by <@9>: Seen.
  `);
});

it('results of a round lose their buttons once all of their players have gone on', async () => {
  const world = nightWorld();
  world.settings.set('1', { resultsChannelId: '20' });
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS, 2000);
  await show(world, 'a-b', 'c-d', '-');
  await show(world, 'a-b 3-1', 'c-d 0-2', '-');
  const [results] = world.messages.filter(({ channelId }) => channelId === '20');
  expect(results?.post.rows?.flat()).toHaveLength(2);
  await show(world, 'a-b 3-1', 'c-d 0-2', 'a-d');
  expect(results?.post.rows).toEqual([]);
  await show(world, 'a-b 3-1', 'c-d 0-2', 'a-d 2-1');
  const last = world.messages.filter(({ channelId }) => channelId === '20').at(-1);
  expect(last?.post.rows?.flat()).toHaveLength(2);
});

it('a deleted message of results is edited once, neither for its buttons nor for a ruling again', async () => {
  const world = nightWorld();
  world.settings.set('1', { resultsChannelId: '20' });
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS, 2000);
  await show(world, 'a-b', 'c-d', '-');
  await show(world, 'a-b 3-1', 'c-d 0-2', '-');
  let edits = 0;
  world.control.refuse = ({ channelId, what }) => {
    if (channelId !== '20' || what !== 'edit') return undefined;
    edits += 1;
    return 'post-gone';
  };
  await show(world, 'a-b 3-1', 'c-d 0-2', 'a-d');
  await world.pass(10 * MINUTE_MS, 5000);
  expect(edits).toBe(1);
  const scores = { player1: 3, player2: 1 };
  world.reports.set('1:m1', {
    report: { state: 'ruled', policy: 'at-once', seen: scores, ruling: { scores, reason: 'Seen.' } },
    mentions: {},
  });
  await world.wakes.note('m1');
  await world.pass(10 * MINUTE_MS, 5000);
  expect(edits).toBe(2);
});

it('a closed call names its tournament where the channel follows two', async () => {
  const world = await followed();
  world.tournaments.set('t2', { tournament: cup({ id: 't2', name: 'Other Cup', phase: 'open' }) });
  await world.follow('1', 't2');
  await world.pass(MINUTE_MS, 2000);
  await show(world, 'e-f', 'g-h', '-', 't2');
  await show(world, 'e-f 3-1', 'g-h', 'e-', 't2');
  await show(world, 'a-b 3-1', 'c-d', 'a-');
  expect(world.textsIn('10').filter((text) => text.includes(' – '))).toEqual([
    '**A** 3 – 1 B · Semifinals · Cup',
    '**E** 3 – 1 F · Semifinals · Other Cup',
  ]);
});
