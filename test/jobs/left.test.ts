import { expect, it } from 'vitest';
import type { Bracket, Match, Side } from '../../src/reading/records.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;

const nameless = ({ player, ...side }: Side): Side => ({
  ...side,
  ...(player?.name && { player: { name: player.name } }),
});

/** The bracket without the ids of its players. */
const byNameAlone = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((round) => ({
    ...round,
    matches: round.matches.map((one): Match => ({
      ...one,
      sides: [nameless(one.sides[0]), nameless(one.sides[1])],
    })),
  })),
});

it('who is in no match any more is named as before where a call says that the pairing changed', async () => {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  world.tournaments.set('t1', { tournament: cup(), bracket: four('e-b', 'c-d', '-') });
  await world.pass(2 * MINUTE_MS);
  const closed = world.textsIn('10').filter((text) => text.includes('the pairing changed'));
  expect(closed).toEqual(['**A** vs **B**: the pairing changed, so this call no longer counts.']);
});

/** A channel in which two matches were called, with an owner that has not read the bracket yet. */
async function withNewOwner() {
  const world = nightWorld();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  const first = world.start('one');
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  await first.jobs.stop();
  first.killAt(0, false);
  world.start('two');
  return world;
}

it('who is in no match any more, and whom a new owner never read, is no open slot', async () => {
  const world = await withNewOwner();
  world.tournaments.set('t1', { tournament: cup(), bracket: four('e-b', 'c-d', '-') });
  await world.pass(3 * MINUTE_MS);
  const closed = world.textsIn('10').filter((text) => text.includes('the pairing changed'));
  expect(closed).toEqual([
    '**Unnamed player** vs **B**: the pairing changed, so this call no longer counts.',
  ]);
});

it('whom the platform knows by name alone by now is named where a call says that the pairing changed', async () => {
  const world = await withNewOwner();
  world.tournaments.set('t1', { tournament: cup(), bracket: byNameAlone(four('a-c', 'b-d', '-')) });
  await world.pass(3 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => text.includes('the pairing changed'))).toEqual([
    '**A** vs **B**: the pairing changed, so this call no longer counts.',
    '**C** vs **D**: the pairing changed, so this call no longer counts.',
  ]);
});

it('who was called is not called to another match by a part of the bracket, also where ids are gone since', async () => {
  const world = nightWorld();
  const show = (...rounds: string[]): Bracket => ({
    rounds: rounds.map((text, at) => ({ section: 'main', number: at + 1, matches: [match(text, text)] })),
  });
  const swiss = cup({ format: 'Swiss' });
  world.tournaments.set('t1', { tournament: swiss, bracket: show('a-b') });
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  world.tournaments.set('t1', { tournament: swiss, bracket: byNameAlone(show('a-c')) });
  await world.pass(15_000);
  world.tournaments.set('t1', { tournament: swiss, bracket: byNameAlone(show('a-b', 'a-c')) });
  await world.pass(2 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => text.includes('is ready'))).toEqual([
    '**A** vs **B**: your match is ready.\n-# Cup',
  ]);
});

it('who may have been called, as the answer was lost, is not called to an earlier match that is open again', async () => {
  const world = nightWorld();
  const show = (second: string): Bracket => ({
    rounds: [[second], ['a-d', 'b-c']].map((texts, at) => ({
      section: 'main',
      number: at + 1,
      matches: texts.map((text) => match(text.slice(0, 3), text)),
    })),
  });
  const swiss = cup({ format: 'Swiss' });
  const decided = { rounds: show('a-c 3-1').rounds.slice(0, 1) };
  world.tournaments.set('t1', { tournament: swiss, bracket: decided });
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  world.control.lose = () => true;
  world.tournaments.set('t1', { tournament: swiss, bracket: show('a-c 3-1') });
  await world.pass(MINUTE_MS);
  world.tournaments.set('t1', { tournament: swiss, bracket: show('a-c') });
  await world.pass(MINUTE_MS);
  world.control.lose = () => false;
  await world.pass(2 * MINUTE_MS);
  expect(world.textsIn('10').filter((text) => text.includes('is ready'))).toEqual([
    '**A** vs **D**: your match is ready.\n-# Cup',
    '**B** vs **C**: your match is ready.\n-# Cup',
  ]);
});
