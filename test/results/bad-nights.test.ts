import { describe, expect, it } from 'vitest';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import { resultWorld } from '../support/result-world.ts';
import { pass } from '../support/looks.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const BOTH = { agreement: 'both' } as const;
const HOUR = 60 * 60_000;
const LOG = { logChannelId: '803' } as const;
type World = ReturnType<typeof resultWorld>;
const channelsOf = (world: World) => world.public().map(({ channelId }) => channelId);

/** A ruling on a dispute, of which one request fails. `told`: the organizers' message, which is in this channel. */
async function ruled(settings: GuildSettings, organizersId: string, failing: number) {
  const world = resultWorld({ settings });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  const told = () => world.public().find(({ channelId }) => channelId === organizersId)!;
  let requests = 0;
  world.discord.before = () =>
    ++requests === failing ? Promise.reject(new Error('Discord: 503')) : Promise.resolve();
  await bot.rule('olga', buttonIn(told(), 'Rule for Bruno'), { reason: 'Rewatched.' });
  return { bot, requests: () => requests, told, world };
}

/** The process ends right after the first store call of this kind: nothing of it goes on. */
async function killAfter(world: World, call: string, press: () => Promise<unknown>): Promise<void> {
  const { control } = world.stores;
  let isDone = false;
  await new Promise<void>((ended) => {
    control.before = (name) => {
      if (isDone) return new Promise(() => undefined);
      isDone = name.startsWith(call);
      // What the press began beside its own steps ends with it.
      if (isDone)
        setTimeout(() => {
          control.before = () => Promise.resolve();
          ended();
        }, 50);
      return Promise.resolve();
    };
    void press();
  });
}

describe('a process that ends', () => {
  it('right after a report was stored still reminds and escalates', async () => {
    const world = resultWorld({ settings: { ...BOTH, ...LOG } });
    await killAfter(world, 'reports.add', () => world.replica().report('ana', 3, 1));
    world.clock.time += 25 * HOUR;
    await world.replica().deadlines();
    expect(channelsOf(world)).toEqual(['800', '803']);
  });

  it('after a dispute was stored still tells the organizers, once', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    const wrong = buttonIn(world.public()[0]!, "That's wrong");
    await killAfter(world, 'reports.replace', () => world.replica().dispute('bruno', wrong, 1, 3));
    world.clock.time += 5 * 60_000;
    await world.replica().deadlines();
    await world.replica().deadlines();
    expect(channelsOf(world)).toEqual(['800', '803']);
    expect(textOf(world.public()[1]!)).toContain('the two sides report different scores');
  });

  it('while it corrects leaves the message that the next correction edits', async () => {
    const world = resultWorld();
    await world.replica().report('ana', 3, 1);
    await new Promise<void>((begun) => {
      world.platform.instead = () => {
        begun();
        return new Promise(() => undefined);
      };
      void world.replica().report('ana', 3, 2);
    });
    world.platform.instead = undefined;
    world.clock.time += 61_000;
    await world.replica().report('ana', 3, 2);
    expect(channelsOf(world)).toEqual(['800']);
    expect(textOf(world.public()[0]!)).toContain('3 – 2');
  });
});

describe('Discord', () => {
  it('does not answer when the deadline ends: the organizers are notified later', async () => {
    const world = resultWorld({ settings: { ...BOTH, ...LOG } });
    await world.replica().report('ana', 3, 1);
    world.clock.time += 25 * HOUR;
    world.discord.isDown = true;
    await world.replica().deadlines();
    world.discord.isDown = false;
    world.clock.time += 60_000;
    await world.replica().deadlines();
    await world.replica().deadlines();
    expect(channelsOf(world)).toEqual(['800', '803']);
    expect(world.events).toEqual(['proposed', 'escalated']);
  });

  it('does not answer during a dispute: the organizers are notified later', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    const wrong = buttonIn(world.public()[0]!, "That's wrong");
    world.discord.isDown = true;
    await world.replica().dispute('bruno', wrong, 1, 3);
    world.discord.isDown = false;
    world.clock.time += 5 * 60_000;
    await world.replica().deadlines();
    expect(channelsOf(world)).toEqual(['800', '803']);
  });

  it('is slow with a dispute that is settled meanwhile: its message says so', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    const wrong = buttonIn(world.public()[0]!, "That's wrong");
    world.discord.before = () => {
      world.discord.before = () => Promise.resolve();
      return world.replica().report('ana', 1, 3);
    };
    await world.replica().dispute('bruno', wrong, 1, 3);
    expect(world.events.slice(-1)).toEqual(['agreed']);
    const toOrganizers = world.public().find(({ channelId }) => channelId === '803')!;
    expect(labelsOf(toOrganizers)).toEqual([]);
    expect(textOf(toOrganizers)).toContain('Settled: Both sides agreed: Bruno wins 3–1');
  });

  it('fails once during a ruling: all is said all the same, each thing once', async () => {
    let isAll = false;
    const late: number[] = [];
    for (let failing = 1; !isAll; failing++) {
      const { bot, requests, told, world } = await ruled(
        { ...LOG, organizersChannelId: '804' },
        '804',
        failing,
      );
      isAll = requests() < failing;
      const lines = () => world.lines().filter((line) => line.includes('ruled'));
      if (lines().length === 0) late.push(failing);
      await pass(world, bot, HOUR);
      expect(labelsOf(told()), `request ${failing}`).toEqual(['Change this ruling']);
      expect(textOf(told()), `request ${failing}`).toContain('ruled: Bruno wins');
      expect(textOf(world.public()[0]!), `request ${failing}`).toContain('Ruled by');
      expect(lines(), `request ${failing}`).toHaveLength(1);
    }
    // The organizers' message stands elsewhere: the line waits for nothing but itself.
    expect(late.length).toBeLessThanOrEqual(1);
  });

  it('fails once during a ruling, and the organizers have their message in the log channel: it alone says it', async () => {
    for (let failing = 1; failing <= 6; failing++) {
      const { bot, told, world } = await ruled(LOG, '803', failing);
      await pass(world, bot, HOUR);
      expect(textOf(told()), `request ${failing}`).toContain('ruled: Bruno wins');
      expect(world.lines().filter((line) => line.includes('ruled'))).toEqual([]);
    }
  });

  it('refuses the channel of the answer: the log channel says so, and nothing hangs', async () => {
    const world = resultWorld({ settings: { ...BOTH, ...LOG } });
    world.discord.refuses.add('800');
    await world.replica().report('ana', 3, 1);
    expect(world.lines()).toContainEqual(expect.stringContaining("couldn't be posted in <#800>"));
  });
});

it('a clock that was set back delays nothing', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  const confirm = buttonIn(world.public()[0]!, 'Confirm');
  await new Promise<void>((begun) => {
    world.platform.instead = () => {
      begun();
      return new Promise(() => undefined);
    };
    void world.replica().press('bruno', confirm);
  });
  world.platform.instead = undefined;
  world.clock.time -= HOUR;
  await world.replica().press('bruno', confirm);
  expect(world.writes).toHaveLength(2);
});

it('no one is asked about a result that the website settled meanwhile', async () => {
  const world = resultWorld({ settings: { ...BOTH, ...LOG } });
  await world.replica().report('ana', 3, 1);
  world.show(3, 1);
  world.clock.time += 25 * HOUR;
  await world.replica().deadlines();
  expect(channelsOf(world)).toEqual(['800']);
});

describe('a correction', () => {
  it('edits the result post wherever it is in the server, from a direct message too', async () => {
    for (const place of [
      { channel_id: '820' },
      { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': '501' } },
    ]) {
      const world = resultWorld();
      await world.replica().report('ana', 3, 1);
      await world.replica().report('ana', 3, 2, place);
      const [posted] = world.public();
      expect(textOf(posted!), JSON.stringify(place)).toContain('3 – 2');
      expect(textOf(posted!)).toContain('~~3 – 1~~');
      for (const { body } of world.public()) expect(plainSpaces(JSON.stringify(body))).toContain('3 – 2');
    }
  });

  it('that races another one leaves one message', async () => {
    const world = resultWorld();
    const [first, second] = [world.replica(), world.replica()];
    await Promise.all([first.report('ana', 3, 1), second.report('bruno', 3, 1)]);
    expect(world.public()).toHaveLength(1);
  });
});

it('a report that no channel shows goes to the organizers', async () => {
  const world = resultWorld({ settings: { ...BOTH, ...LOG, publicChannelIds: ['899'] } });
  await world.replica().report('ana', 3, 1);
  expect(channelsOf(world)).toEqual(['803']);
});

it('unreadable settings never let one side write alone', async () => {
  const world = resultWorld({ settings: BOTH });
  world.stores.control.before = async (call) => {
    if (call === 'guilds.get 700') throw new StoreError('down');
  };
  await world
    .replica()
    .report('ana', 3, 1)
    .catch(() => undefined);
  expect(world.writes).toEqual([]);
});

it('a reminder says which score it is about', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  world.clock.time += 13 * HOUR;
  await world.replica().deadlines();
  const reminder = world.public()[1]!;
  expect(textOf(reminder)).toContain('**Ana** 3 – 1 Bruno');
  await world.replica().report('ana', 3, 2);
  const answer = await world.replica().press('bruno', buttonIn(reminder, 'Confirm'));
  expect(textOf(answer)).toContain('now says: Ana wins 3–2');
  expect(labelsOf(answer)).toEqual(['Confirm', "That's wrong"]);
  expect(world.writes).toEqual([]);
});

it('a reminder of whom Discord does not know yet comes again', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  world.clock.time += 13 * HOUR;
  world.discord.slow.add('502');
  await world.replica().deadlines();
  expect(world.public()).toHaveLength(1);
  world.discord.slow.clear();
  world.clock.time += HOUR / 4;
  await world.replica().deadlines();
  expect(textOf(world.public()[1]!)).toContain('still waits for your word');
});

it('a reminder goes once its result is settled, here or on the website', async () => {
  for (const settle of ['here', 'website'] as const) {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1);
    world.clock.time += 13 * HOUR;
    await world.replica().deadlines();
    const reminders = () => world.public().filter((one) => textOf(one).includes('still waits'));
    const [reminder] = reminders();
    expect(reminder).toBeDefined();
    if (settle === 'here') await world.replica().press('bruno', buttonIn(reminder!, 'Confirm'));
    else {
      Object.assign(world.match(), {
        phase: 'finished',
        winner: 2,
        sides: world.match().sides.map((side, at) => ({ ...side, score: 2 + at })),
      });
      world.clock.time += 13 * HOUR;
      await world.replica().deadlines();
    }
    expect(reminders(), settle).toEqual([]);
  }
});

it('a press whose write took minutes leaves what another one has settled since', async () => {
  const world = resultWorld();
  let end = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    world.platform.instead = () => {
      world.platform.instead = undefined;
      resolve();
      return new Promise((done) => (end = () => done({ outcome: 'done', now: world.match() } as never)));
    };
  });
  const slow = world.replica().report('ana', 3, 1);
  await begun;
  world.clock.time += 2 * 60_000;
  await world.replica().report('bruno', 1, 3);
  end();
  await slow;
  const record = await world.replica().results.find(world.match(), '700');
  expect(record?.claim?.playerId).toBe('u2');
});

it('a correction whose channel was deleted is shown where it was made', async () => {
  const world = resultWorld({ settings: { resultsChannelId: '804' } });
  await world.replica().report('ana', 3, 1);
  world.discord.gone.add('804');
  await world.replica().report('ana', 3, 2);
  expect(
    world
      .public()
      .filter(({ channelId }) => channelId === '800')
      .map(textOf)
      .join(),
  ).toContain('3 – 2');
});
