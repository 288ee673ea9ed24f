import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../tools/platform-stand-in/http/fault.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';

let world: Playground;
const ana = () => world.discord.member('Ana');
const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;

beforeAll(async () => {
  world = await startPlayground({ mode });
  await linked(world, 'Ana', CAST.contender);
});
afterEach(() => world.platform.setFault(undefined));
afterAll(() => world.close());

/** Suggestions that were given up are still asked for again, and their answers kept once all is well: it forgets all lists. */
async function restartBot(): Promise<void> {
  await world.bot.stop();
  await world.bot.start();
}

/** The match that waits for her score. */
const duel = () =>
  [...world.platform.world.matches.values()].find(
    ({ seats, state }) =>
      state === 'pending' &&
      [CAST.contender, CAST.rival].every((id) => seats.some(({ playerId }) => playerId === id)),
  )!;
const ask = (player1_score: number, player2_score: number) =>
  ana().slash('score', { match: duel().id, player1_score, player2_score }).answer();

const FAULTS: [string, Fault, string | RegExp][] = [
  ['errors', { kind: 'error500' }, "isn't responding"],
  ['dropped connections', { kind: 'dropped' }, "isn't responding"],
  ['a page of HTML', { kind: 'garbage', as: 'html' }, "sent an answer I can't read"],
  ['broken JSON', { kind: 'garbage', as: 'broken-json' }, "sent an answer I can't read"],
  ['nothing, being down', { kind: 'down' }, "isn't responding"],
  ['too many requests', { kind: 'rate-limited', retryAfterSeconds: 1 }, 'is very busy'],
];

describe.each(FAULTS)('a platform that answers with %s', (_what, fault, sentence) => {
  beforeAll(restartBot);

  test('is answered with one clear private sentence, for every command', async () => {
    const before = world.platform.world.tournaments.get(idOf('Late Break'))!.entrantIds.length;
    world.platform.setFault(fault);
    const reads = [
      ana().slash('rank'),
      ana().slash('rank', { id: CAST.rival }),
      ana().slash('tournaments'),
      ana().slash('tournament', { tournament: idOf('Late Break') }),
      ana().slash('score', { match: duel().id, player1_score: 3, player2_score: 1 }),
      ana().slash('leaderboard'),
      ana().slash('leaderboard', { region: 'berlin' }),
    ];
    const registered = ana().slash('register', { tournament: idOf('Late Break') });
    for (const interaction of reads) expect(await interaction.answer()).toReadAlone(ana().id, sentence);
    // A write without a clear answer may or may not have been done: the bot must not claim that it was.
    expect(await registered.answer()).toReadAlone(ana().id, /not sure|didn't register you/);
    expect(world.platform.world.tournaments.get(idOf('Late Break'))!.entrantIds).toHaveLength(before);
    expect(world.discord.problems).toEqual([]);
  });

  test('leaves the suggestions empty, in time', async () => {
    world.platform.setFault(fault);
    const interactions = [
      ana().autocomplete('tournament', 'tournament'),
      ana().autocomplete('register', 'tournament', { tournament: 'cup' }),
      ana().autocomplete('score', 'match'),
    ];
    for (const interaction of interactions) expect(await interaction.suggestions()).toEqual([]);
    expect(world.discord.problems).toEqual([]);
  });

  test('never makes a result of a report that got lost', async () => {
    const question = await ask(3, 1);
    const inChannel = world.discord.member('Bruno').sees().length;
    world.platform.setFault(fault);
    const answer = await ana().press(question, 'Confirm').answer();
    expect(answer).toReadAlone(ana().id, /not sure|wasn't reported/);
    world.platform.setFault(undefined);
    expect(duel().scores).toBe(null);
    expect(world.discord.member('Bruno').sees()).toHaveLength(inChannel);
  });
});

describe('a slow platform', () => {
  beforeAll(restartBot);

  test('is waited for: answers are deferred, then there', async () => {
    world.platform.setFault({ kind: 'slow', ms: 1700 });
    const cases = [
      [ana().slash('rank'), 'Ana Conceição'],
      [ana().slash('tournament', { tournament: idOf('Late Break') }), 'Late Break'],
      [ana().slash('tournaments'), 'Upcoming tournaments'],
      [ana().slash('leaderboard'), '@somebody: #'],
      [ana().slash('register', { tournament: idOf('Sunday Social') }), "You're registered for Sunday Social"],
    ] as const;
    const failing = ana().slash('rank', { id: 'nobody' });
    for (const [sent, says] of cases) {
      expect(await sent.answer()).toRead(says);
      expect(sent.deferred).toBe(true);
    }
    // A public "thinking" that ends in a failure goes away; the reason goes to the caller alone.
    expect(await failing.answer()).toReadAlone(ana().id, 'No player found');
    expect(failing.message?.deleted).toBe(true);
    expect(world.discord.problems).toEqual([]);
  });
});

describe('a write whose answer is lost', () => {
  test('is read back where the platform shows it, and told as done', async () => {
    const question = await ask(3, 2);
    world.platform.setFault({ kind: 'lost-writes' });
    const pressed = ana().press(question, 'Confirm');
    expect(await pressed.answer()).toReadAlone(ana().id, 'Reported to Rally', '3 – 2');
    expect(world.platform.wire.filter((one) => one.fault === 'lost-writes')).toHaveLength(1);
    await pressed.until(({ followups }) => followups.length === 1);
    expect(pressed.followups[0]?.visibleTo).toBe(null);
    expect(pressed.followups[0]).toRead('3 – 2');
  });

  test('is reported as uncertain if the platform does not show it, and not repeated', async () => {
    world.platform.setShape('minimal');
    world.platform.setFault({ kind: 'lost-writes' });
    const before = world.platform.wire.length;
    const answer = await ana()
      .slash('register', { tournament: idOf('Women’s Masters') })
      .answer();
    world.platform.setShape('documented');
    expect(answer).toReadAlone(ana().id, "I'm not sure your registration");
    expect(world.platform.wire.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

test('once the platform is well again, so is everything', async () => {
  for (const name of ['rank', 'tournaments', 'leaderboard']) {
    const message = await ana().slash(name).answer();
    expect(message).toRead();
    expect(message.visibleTo).toBe(null);
  }
  expect(
    await ana()
      .slash('register', { tournament: idOf('Late Break') })
      .answer(),
  ).toReadAlone(ana().id, "You're registered");
});
