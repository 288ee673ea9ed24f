import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';

let world: Playground;
beforeAll(async () => {
  // How fast it is, is for the benchmark to say: here, bot, stand-ins and other tests share a machine that may be busy.
  world = await startPlayground({ discord: { crowd: 40, deadlines: { acknowledgeMs: 15_000 } } });
  await linked(world, 'Ana', CAST.contender);
});
afterAll(() => world.close());

test('200 commands at once are all answered, each with its own answer', async () => {
  const players = [...world.platform.world.players.values()];
  const ana = world.discord.member('Ana');
  const interactions = Array.from({ length: 200 }, (_, at) => {
    // No member exceeds the rate limit.
    const guest = world.discord.member(`Guest ${(at % 40) + 1}`);
    switch (at % 5) {
      case 0:
        return { one: guest.slash('rank', { id: players[at]!.id }), says: /globally|Global rank/ };
      case 1:
        return { one: guest.slash('leaderboard'), says: 'Leaderboard' };
      case 2:
        return { one: guest.slash('tournaments'), says: 'Upcoming tournaments' };
      case 3:
        return at < 80
          ? { one: ana.slash('rank'), says: 'Ana Conceição' }
          : { one: guest.slash('help'), says: 'What I can do' };
      default:
        return { one: guest.slash('help'), says: 'What I can do' };
    }
  });
  for (const { one, says } of interactions) {
    expect(await one.answer()).toRead(says);
  }
  // If an acknowledgement got no answer in time, its retry gets 40060: the first had got through.
  expect(world.discord.problems.filter(({ code }) => code !== 40_060)).toEqual([]);
  // Equal reads share one request: 40 leaderboards and 40 lists are a handful.
  const lists = world.platform.wire.filter(({ path }) => /^\/v1\/(rankings|tournaments)/.test(path));
  expect(lists.length).toBeLessThan(10);
});
