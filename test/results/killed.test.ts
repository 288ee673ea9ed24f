import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { retryMs } from '../../src/results/unfinished.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf, type ShownMessage } from '../support/shown-message.ts';

type World = ReturnType<typeof resultWorld>;
type Replica = ReturnType<World['replica']>;

const LOG = { logChannelId: '803' } as const;
const BOTH = { agreement: 'both', ...LOG } as const;

/** What a process does, which is killed at one of its calls of the store, of Discord and of the platform. */
interface Life {
  calls: number;
  isEnd: (call: number, name: string) => boolean;
  onDeath: () => void;
}
const life = new AsyncLocalStorage<Life>();

/** A dead process gets no answer. */
async function call(name: string): Promise<void> {
  const own = life.getStore();
  if (own === undefined) return;
  own.calls += 1;
  if (!own.isEnd(own.calls, name)) return;
  own.onDeath();
  await new Promise<never>(() => undefined);
}

/** Presses in a process that is killed at one of its calls, before that is taken; says whether it came so far. */
async function pressKilledAt(
  world: World,
  isEnd: Life['isEnd'],
  press: (replica: Replica) => Promise<unknown>,
): Promise<boolean> {
  world.stores.control.before = call;
  world.discord.before = () => call('discord');
  world.platform.before = () => call('platform');
  let isDead = false;
  const died = new Promise<void>((resolve) => {
    const onDeath = (): void => {
      isDead = true;
      resolve();
    };
    void life.run({ calls: 0, isEnd, onDeath }, async () => {
      await press(world.replica());
      // What the press left to be done beside its answer.
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      resolve();
    });
  });
  await died;
  return isDead;
}

const view = (message: ShownMessage): string =>
  [message.channelId, textOf(message), labelsOf(message).join()].join(' | ');

/** All that people read. */
const read = (world: World) => ({
  messages: world
    .messages()
    .map(view)
    .toSorted((a, b) => a.localeCompare(b)),
  log: world.lines().toSorted((a, b) => a.localeCompare(b)),
});

/** The owner looks after what is due each 15 s. */
async function waitMinute(world: World, owner: Replica = world.replica()): Promise<void> {
  for (let run = 0; run < 4; run++) {
    world.clock.time += 15_000;
    await owner.deadlines();
  }
}

interface Case {
  settings: Parameters<typeof resultWorld>[0];
  before: (world: World) => Promise<unknown>;
  press: (replica: Replica, world: World) => Promise<unknown>;
}
const at = (world: World, channelId: string): ShownMessage =>
  world.public().findLast((message) => message.channelId === channelId)!;

const report = (world: World): Promise<unknown> => world.replica().report('ana', 3, 1);
async function dispute(world: World): Promise<void> {
  await report(world);
  await world.replica().dispute('bruno', buttonIn(at(world, '800'), "That's wrong"), 1, 3);
}

const CASES: Record<string, Case> = {
  'a report that counts at once': {
    settings: { settings: LOG },
    before: () => Promise.resolve(),
    press: (replica) => replica.report('ana', 3, 1),
  },
  'a report that awaits the other side': {
    settings: { settings: BOTH },
    before: () => Promise.resolve(),
    press: (replica) => replica.report('ana', 3, 1),
  },
  'a report of which nobody may be asked': {
    settings: { settings: BOTH, hidden: ['bruno'] },
    before: () => Promise.resolve(),
    press: (replica) => replica.report('ana', 3, 1),
  },
  'the confirmation of the other side': {
    settings: { settings: BOTH },
    before: report,
    press: (replica, world) => replica.press('bruno', buttonIn(at(world, '800'), 'Confirm')),
  },
  'a correction': {
    settings: { settings: LOG },
    before: report,
    press: (replica) => replica.report('ana', 3, 2),
  },
  'a dispute': {
    settings: { settings: LOG },
    before: report,
    press: (replica, world) => replica.dispute('bruno', buttonIn(at(world, '800'), "That's wrong"), 1, 3),
  },
  'a ruling': {
    settings: { settings: LOG },
    before: dispute,
    press: (replica, world) =>
      replica.rule('olga', buttonIn(at(world, '803'), 'Rule for Bruno'), { reason: 'I saw it.' }),
  },
  'a ruling that leaves the match as it is': {
    settings: { settings: LOG },
    before: dispute,
    press: (replica, world) =>
      replica.rule('olga', buttonIn(at(world, '803'), 'Leave as it is'), { reason: 'I saw it.' }),
  },
};

it.each(Object.entries(CASES))(
  '%s is told whole and once within a minute, wherever its process is killed',
  async (_name, { settings, before, press }) => {
    const whole = resultWorld(settings);
    await before(whole);
    const untouched = read(whole);
    await press(whole.replica(), whole);
    await setImmediate();
    const told = read(whole);
    expect(told).not.toEqual(untouched);
    const wholeWrites = whole.writes.length;
    let kills = 0;
    for (;;) {
      const world = resultWorld(settings);
      await before(world);
      const writes = world.writes.length;
      const state = async () => (await world.replica().results.find(world.match(), '700'))?.state;
      const stateBefore = await state();
      const nth = kills + 1;
      const isKilled = await pressKilledAt(
        world,
        (count) => count >= nth,
        (replica) => press(replica, world),
      );
      if (!isKilled) break;
      kills = nth;
      const isDone = world.writes.length > writes || (await state()) !== stateBefore;
      const owner = world.replica();
      await waitMinute(world, owner);
      expect(read(world), `killed at call ${kills}`).toEqual(isDone ? told : untouched);
      expect(world.writes.length, `killed at call ${kills}`).toBe(isDone ? wholeWrites : writes);
      await waitMinute(world, owner);
      expect(read(world), `a minute later, killed at call ${kills}`).toEqual(isDone ? told : untouched);
    }
    expect(kills).toBeGreaterThan(20);
  },
);

it('what could not be finished is tried again at the owner’s next look, and ever more seldom', () => {
  const LOOKS_MS = 15_000;
  expect(retryMs(0)).toBeLessThan(LOOKS_MS);
  expect(retryMs(35_000)).toBeLessThan(LOOKS_MS);
  expect(retryMs(4 * 60_000)).toBe(60_000);
});

it('a dispute that is pressed again after its process was killed is told once, as if it had been pressed once', async () => {
  const settings = { settings: { ...LOG, organizersChannelId: '804' } };
  const press = (replica: Replica) => replica.dispute('bruno', 'score:wrong:m1', 1, 3);
  const whole = resultWorld(settings);
  await report(whole);
  await press(whole.replica());
  await setImmediate();
  for (let nth = 1, isKilled = true; isKilled; nth++) {
    const world = resultWorld(settings);
    await report(world);
    isKilled = await pressKilledAt(world, (count) => count >= nth, press);
    world.clock.time += 5000;
    const owner = world.replica();
    if (labelsOf(at(world, '800')).includes("That's wrong")) await press(owner);
    for (let minute = 0; minute < 3; minute++) await waitMinute(world, owner);
    // An edit drops the mention, which was there once.
    const all = (one: World) => JSON.stringify(read(one)).replaceAll('<@&77> ', '');
    expect(all(world), `killed at call ${nth}`).toBe(all(whole));
  }
});

/** The platform has the score that both agreed to, and the message still asks. */
async function killedBeforeEdit(world: World): Promise<string> {
  await report(world);
  const confirm = buttonIn(at(world, '800'), 'Confirm');
  const isEnd = (_: number, name: string) => world.writes.length > 0 && name.startsWith('announced.');
  await pressKilledAt(world, isEnd, (replica) => replica.press('bruno', confirm));
  expect(world.writes).toHaveLength(1);
  expect(textOf(at(world, '800'))).toContain('is this right?');
  return confirm;
}

it('a press on a message that still asks repairs it, before the owner does', async () => {
  const world = resultWorld({ settings: BOTH });
  const confirm = await killedBeforeEdit(world);
  // Who presses at once does not disturb a process that is at it.
  await world.replica().press('bruno', confirm);
  expect(textOf(at(world, '800'))).toContain('is this right?');
  world.clock.time += 15_000;
  const answer = await world.replica().press('bruno', confirm);
  expect(textOf(answer)).toContain('Both sides agreed');
  expect(textOf(at(world, '800'))).toContain('confirmed by <@502>');
  expect(world.writes).toHaveLength(1);
});

it('a bot that was down for a night finishes what it left, and what was due since', async () => {
  const world = resultWorld({ settings: BOTH });
  await killedBeforeEdit(world);
  world.clock.time += 9 * 60 * 60_000;
  await world.replica().deadlines();
  expect(textOf(at(world, '800'))).toContain('confirmed by <@502>');
});

it('a result that the platform shows late is posted then, and what it never shows was not written', async () => {
  for (const shows of [true, false]) {
    const world = resultWorld({ settings: LOG });
    // The process dies while the platform takes the score, which it shows later.
    const isEnd = (_: number, name: string) => name === 'platform';
    await pressKilledAt(world, isEnd, (replica) => replica.report('ana', 3, 1));
    await waitMinute(world);
    expect(world.public(), String(shows)).toEqual([]);
    if (shows) world.show(3, 1);
    for (let minute = 0; minute < 6; minute++) await waitMinute(world);
    expect(world.public().map(({ channelId }) => channelId)).toEqual(shows ? ['800'] : []);
    expect(world.events).toEqual(shows ? ['reported'] : []);
    expect(world.stores.text()).not.toContain('writingSince');
  }
});

it('a message that Discord does not take is shown once it answers, and no one reads that it was lost', async () => {
  const world = resultWorld({ settings: LOG });
  await report(world);
  const replica = world.replica();
  world.discord.before = () => Promise.reject(new Error('no answer'));
  await replica.report('ana', 3, 2);
  await waitMinute(world);
  world.discord.before = () => Promise.resolve();
  await waitMinute(world);
  expect(textOf(at(world, '800'))).toContain('3 – 2');
  expect(world.lines().join()).not.toContain("couldn't be posted");
});

it('who unlinks stands in no press that was left', async () => {
  const world = resultWorld({ settings: BOTH });
  await killedBeforeEdit(world);
  await world.replica().forgetMember('502');
  expect(world.stores.textOf('reports')).not.toContain('"502"');
});
