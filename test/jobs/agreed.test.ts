import { expect, it } from 'vitest';
import { pairOf } from '../../src/guilds/result-posts.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const QUESTION = '**A** 3 – 1 B\n<@5098>, is this right?';
const SCORES = { player1: 3, player2: 1 };
const pair = pairOf(match('m1', 'a-b')) ?? '';

/** A tournament that is followed before its first match. */
async function followed() {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS, 2000);
  return world;
}

/** Both players were called, and one reported a score to which the other has to agree. */
async function reported(topics: object = {}) {
  const world = nightWorld();
  const owner = world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ...topics } });
  await world.pass(MINUTE_MS, 2000);
  await show(world, 'a-b');
  const call = (await world.resultPosts.shown('10', 'm1'))?.messageId ?? '';
  const messageId = world.say('10', QUESTION);
  const beside = { messageId: call };
  await world.resultPosts.end('10', 'm1', { scores: SCORES, pair, isOpen: true, messageId, beside });
  return { ...world, owner, messageId, call };
}

async function show(world: NightWorld, first: string): Promise<void> {
  world.tournaments.set('t1', { tournament: cup(), bracket: four(first, 'c-d', '-') });
  await world.pass(2 * MINUTE_MS, 2000);
}

const about = (world: NightWorld) => world.textsIn('10').filter((text) => /\bA\b/.test(text));

it('a question whose match the platform decided goes, and the call alone shows the result', async () => {
  for (const score of ['3-1', '1-3']) {
    const world = await reported();
    expect(about(world)).toEqual(['**A** vs **B**: your match is ready.\n-# Cup', QUESTION]);
    await show(world, `a-b ${score}`);
    const result = score === '3-1' ? '**A** 3 – 1 B' : 'A 1 – 3 **B**';
    expect(about(world)).toEqual([`${result} · Semifinals`]);
    expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({
      messageId: world.call,
      isFollowed: true,
    });
  }
});

it('the same where results are not told, after an outage, after a restart and after lost answers', async () => {
  const quiet = await reported({ results: false });
  await show(quiet, 'a-b 3-1');
  expect(about(quiet)).toEqual(['**A** 3 – 1 B · Semifinals']);

  const gap = await reported();
  gap.platform.failure = () => undefined;
  gap.owner.sleep(true);
  await gap.pass(10 * MINUTE_MS, 5000);
  gap.start('two');
  await show(gap, 'a-b 3-1');
  expect(about(gap)).toEqual(['**A** 3 – 1 B · Semifinals']);

  const lost = await reported();
  let losses = 3;
  lost.control.lose = () => losses-- > 0;
  await show(lost, 'a-b 3-1');
  expect(about(lost)).toEqual(['**A** 3 – 1 B · Semifinals']);
});

it('a question about a result that stands stays, until the platform shows another one', async () => {
  const world = await reported();
  world.remove(world.messageId);
  await world.resultPosts.end('10', 'm1', { messageId: world.call, pair });
  // Discord fails: the call is edited once more later.
  world.control.fail = () => true;
  await show(world, 'a-b 3-1');
  const question = 'A 1 – 3 **B**\nis this right?';
  world.control.fail = () => false;
  const messageId = world.say('10', question);
  const beside = { messageId: world.call, scores: SCORES, isFollowed: true } as const;
  const scores = { player1: 1, player2: 3 };
  await world.resultPosts.end('10', 'm1', { scores, pair, isOpen: true, messageId, beside });
  await show(world, 'a-b 3-1');
  expect(about(world)).toEqual(['**A** 3 – 1 B · Semifinals', question]);
  await show(world, 'a-b 1-3');
  expect(about(world)).toEqual(['Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals']);
});

it('a winner alone that the channel shows is known, so that a question that is found later goes', async () => {
  const world = await reported();
  await world.resultPosts.end('10', 'm1', { messageId: world.call, pair });
  const decided = match('m1', 'a-b', { phase: 'finished', winner: 1 });
  const [first, ...rest] = four('a-b', 'c-d', 'a-').rounds;
  const matches = [decided, ...(first?.matches.slice(1) ?? [])];
  world.tournaments.set('t1', { tournament: cup(), bracket: { rounds: [{ ...first!, matches }, ...rest] } });
  await world.pass(2 * MINUTE_MS, 2000);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ winner: 1, isFollowed: true });
});

it('a question that was closed with a winner alone is the result, and is not posted again', async () => {
  const world = nightWorld();
  world.start('one');
  await world.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
  await show(world, 'a-b');
  const messageId = world.say('10', '**B** beat A · no score');
  await world.resultPosts.end('10', 'm1', { winner: 2, pair, messageId });
  const bracket = four('a-b', 'c-d', '-');
  Object.assign(bracket.rounds[0]?.matches[0] ?? {}, { phase: 'finished', winner: 2, decided: 'walkover' });
  world.tournaments.set('t1', { tournament: cup(), bracket });
  await world.pass(2 * MINUTE_MS, 2000);
  expect(about(world)).toEqual(['**B** beat A · no score']);
});

it('a call that comes after the report becomes its result', async () => {
  const world = await followed();
  const messageId = world.say('10', QUESTION);
  await world.resultPosts.end('10', 'm1', { scores: SCORES, pair, isOpen: true, messageId });
  await show(world, 'a-b');
  const shown = await world.resultPosts.shown('10', 'm1');
  expect(shown).toMatchObject({ isOpen: true, messageId });
  expect(world.messages.find(({ id }) => id === shown?.beside?.messageId)?.post.content).toMatch(/is ready/);
  await show(world, 'a-b 3-1');
  expect(about(world)).toEqual(['**A** 3 – 1 B · Semifinals']);
});

it('a call that was closed before its players reported there shows their result, and a correction edits it', async () => {
  const world = await reported();
  world.remove(world.messageId);
  const called = four('a-b', 'c-d', '-');
  Object.assign(called.rounds[0]?.matches[0] ?? {}, { phase: 'cancelled' });
  world.tournaments.set('t1', { tournament: cup(), bracket: called });
  await world.pass(2 * MINUTE_MS, 2000);
  expect(about(world)).toEqual(['**A** vs **B**: this match was called off. · Semifinals']);
  await world.resultPosts.end('10', 'm1', { scores: SCORES, pair, messageId: world.call });
  await show(world, 'a-b 3-1');
  expect(about(world)).toEqual(['**A** 3 – 1 B · Semifinals']);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ isFollowed: true, scores: SCORES });
});

it('a score that a member corrects in the call stays theirs, with its buttons', async () => {
  const world = await reported();
  world.remove(world.messageId);
  const theirs = async (text: string, scores: { player1: number; player2: number }) => {
    world.rewrite(world.call, text);
    await world.resultPosts.end('10', 'm1', { scores, pair, messageId: world.call });
  };
  await theirs('Reported: **A** 3 – 1 B', SCORES);
  await show(world, 'a-b 3-1');
  await theirs('Corrected by B: **A** 3 – 2 B', { player1: 3, player2: 2 });
  await show(world, 'a-b 3-2');
  expect(about(world)).toEqual(['Corrected by B: **A** 3 – 2 B']);
  expect((await world.resultPosts.shown('10', 'm1'))?.isFollowed).toBeUndefined();
});

it('a call whose channel tells no results is not registered as one', async () => {
  const world = await reported({ results: false });
  world.remove(world.messageId);
  await world.resultPosts.end('10', 'm1', { messageId: world.call, pair });
  await show(world, 'a-b 3-1');
  expect(about(world)).toEqual(['**A** 3 – 1 B · Semifinals']);
  expect(await world.resultPosts.shown('10', 'm1')).toEqual({ state: 'posted', messageId: world.call, pair });
});

/** The match was between others when one of them reported a score. */
async function askedBefore() {
  const world = await followed();
  const messageId = world.say('10', '**A** 3 – 1 E\nis this right?');
  const others = pairOf(match('m1', 'a-e')) ?? '';
  await world.resultPosts.end('10', 'm1', { scores: SCORES, pair: others, isOpen: true, messageId });
  return world;
}

it('a question about players who no longer have the match goes with the next call', async () => {
  const world = await askedBefore();
  await show(world, 'a-b');
  expect(about(world)).toEqual(['**A** vs **B**: your match is ready.\n-# Cup']);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ pair });
});

it('the call is known as such though that question can’t be deleted', async () => {
  const world = await askedBefore();
  let failures = 1;
  world.control.fail = () => world.textsIn('10').some((text) => text.includes('is ready')) && failures-- > 0;
  await show(world, 'a-b');
  expect(failures).toBeLessThan(0);
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ pair });
});

it('a report that was made while the call was on its way keeps its message: a correction edits it too', async () => {
  const world = await followed();
  const messageId = world.say('10', 'Reported: **A** 3 – 1 B');
  await world.resultPosts.end('10', 'm1', { scores: SCORES, pair, messageId });
  await show(world, 'a-b');
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ messageId, scores: SCORES });
  await show(world, 'a-b 3-1');
  await show(world, 'a-b 2-3');
  const corrected = 'Corrected: A 2 – 3 **B** ~~3 – 1~~ · Semifinals';
  expect(about(world)).toEqual([`${corrected}\n-# Cup`, corrected]);
});

it('a call and results that are found after a lost answer are known to who reports there', async () => {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false } });
  await world.pass(MINUTE_MS, 2000);
  let lost = 'is ready';
  const loses = () => {
    const isLost = lost !== '' && (world.messages.at(-1)?.post.content.includes(lost) ?? false);
    if (isLost) lost = '';
    return isLost;
  };
  world.control.lose = loses;
  await show(world, 'a-b');
  const call = world.messages.find(({ post }) => /A.*B.*is ready/.test(post.content));
  expect(lost).toBe('');
  expect(await world.resultPosts.shown('10', 'm1')).toMatchObject({ pair, messageId: call?.id });

  const quiet = nightWorld();
  quiet.start('one');
  await quiet.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
  await show(quiet, 'a-b');
  let losses = 1;
  quiet.control.lose = () => quiet.textsIn('10').some((text) => text.includes('3 – 1')) && losses-- > 0;
  await show(quiet, 'a-b 3-1');
  const post = quiet.messages.find((one) => /3.–.1/.test(one.post.content));
  expect(losses).toBeLessThan(1);
  expect(await quiet.resultPosts.shown('10', 'm1')).toMatchObject({ messageId: post?.id, isFollowed: true });
});
