import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBalancer, type Balancer } from '../../../playground/balancer.ts';
import { createBot, ownPorts, type PlaygroundBot } from '../../../playground/bot.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Report } from '../../../src/results/report.ts';
import { openDuels, written, type Duel, type DuelStep } from './duels.ts';
import { openAt } from '../../support/filled-store.ts';
import '../../support/readable.ts';
import { noRedis, startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const RACE = 3;
const RATE_LIMITED = 429;
/** Each restart takes a second or two, on a busy machine several. */
const RESTARTS_MS = 240_000;

let world: Playground;
let duels: Awaited<ReturnType<typeof openDuels>>;
/** Between two presses. */
let between: () => Promise<void>;
/** How many times at once a press is made. */
let times = 1;

/** What is pressed in each duel, and what the channel shows in the end. */
interface Script {
  duel: Duel;
  steps: DuelStep[];
  shows: RegExp;
  /** Whether the organizers were called, and it is settled. */
  isCalled?: boolean;
}

/** Each press has its message in the channel, as the store says. What else follows the next process may do. */
async function allShown(): Promise<void> {
  const stores = await openAt(`sqlite://${join(world.dataFolder, 'matchpoint.sqlite')}`);
  const isLeft = async (): Promise<boolean> => {
    for await (const batch of stores.records.walk({ isWanted: (namespace) => namespace === 'reports' }))
      if (batch.some(({ value }) => Report.parse(value).unfinished?.steps.includes('post') === true))
        return true;
    return false;
  };
  await until('all results are shown', async () => !(await isLeft()));
  await stores.close();
}

/** Does all first steps, then all second ones; the platform has to get what each step says. */
async function pressAll(scripts: readonly Script[]): Promise<void> {
  const longest = Math.max(...scripts.map(({ steps }) => steps.length));
  for (let index = 0; index < longest; index += 1) {
    await between();
    for (const { duel, steps } of scripts) {
      const step = steps[index];
      if (step === undefined) continue;
      await step.run(times);
      if (step.writes !== undefined) duel.expected.push(step.writes);
      expect(duel.writes(), `${duel.name}: ${step.what}`).toEqual(duel.expected);
    }
  }
}

/** What of the channels is not as it has to be in the end. */
async function faultsOf(scripts: readonly Script[]): Promise<string[]> {
  const faults = scripts.map(async ({ duel, shows, isCalled = false }) => {
    const isShown = () => shows.test(duel.post()?.content ?? '');
    const isClosed = () => !isCalled || duel.call()?.content.includes('Settled') === true;
    await until('', () => isShown() && isClosed()).catch(() => undefined);
    const call = duel.call();
    return [
      isShown() ? '' : `does not show ${shows}, but ${duel.post()?.content}`,
      duel.posts().length === 1 ? '' : `has ${duel.posts().length} messages`,
      duel.calls().length === (isCalled ? 1 : 0) ? '' : `has ${duel.calls().length} calls`,
      isClosed() &&
      !/Rule for|Other score|Leave as it is|Confirm/.test(JSON.stringify(call?.components ?? []))
        ? ''
        : 'has an open call',
      call === undefined || call.attachments.length === 1
        ? ''
        : `shows the organizers ${call.attachments.length} screenshots`,
    ]
      .filter((fault) => fault !== '')
      .map((fault) => `${duel.name} ${fault}`);
  });
  return (await Promise.all(faults)).flat();
}

async function atOnce(): Promise<Script[]> {
  const [ruled, left, corrected] = ['Ruled Once', 'Left Once', 'Corrected Once'].map(duels.duel) as [
    Duel,
    Duel,
    Duel,
  ];
  const reports = (duel: Duel, score: readonly [number, number]) => [
    duel.asks('Ana', score),
    duel.writing('Ana', score, duel.confirms('Ana', 'Reported to Rally')),
  ];
  const [openRule, rule] = ruled.rules('Rule for Jürgen Weiß 4–\u20602', 'Ruled') as [DuelStep, DuelStep];
  return [
    {
      duel: ruled,
      steps: [
        ...reports(ruled, [4, 2]),
        ...(await ruled.disputes('Chloé', [2, 4])),
        openRule,
        ruled.writing('Bruno', [2, 4], rule),
      ],
      shows: /2\s–\s4 \*\*Jürgen Weiß\*\*[^]*~~4\s–\s2~~[^]*Ruled by <@\d+>: I saw it/,
      isCalled: true,
    },
    {
      duel: left,
      steps: [
        ...reports(left, [4, 2]),
        ...(await left.disputes('Chloé', [2, 4])),
        ...left.rules('Leave as it is', 'stays as it is'),
      ],
      shows: /\*\*Ana Conceição\*\*\s4\s–\s2[^]*Ruled by <@\d+>: I saw it/,
      isCalled: true,
    },
    {
      duel: corrected,
      steps: [
        ...reports(corrected, [4, 2]),
        ...reports(corrected, [4, 1]),
        corrected.press('Guest 1', "That's wrong", "don't play in this match", corrected.post),
      ],
      shows: /4\s–\s1[^]*~~4\s–\s2~~[^]*Corrected by/,
    },
  ];
}

async function bothAgree(): Promise<Script[]> {
  const [agreed, conceded, other, open] = ['Agreed', 'Conceded', 'Other Score', 'Ruled Open'].map(
    duels.duel,
  ) as [Duel, Duel, Duel, Duel];
  const reports = (duel: Duel) => [duel.asks('Ana', [4, 2]), duel.confirms('Ana', "It's sent to Rally once")];
  const [openOther, ruleOther] = other.rules('Other score', 'Ruled', { first: '4', second: '3' }) as [
    DuelStep,
    DuelStep,
  ];
  return [
    {
      duel: agreed,
      steps: [
        ...reports(agreed),
        agreed.press('Ana', 'Confirm', "your own side's report", agreed.post),
        agreed.press('Guest 1', 'Confirm', "don't play in this match", agreed.post),
        agreed.writing('Chloé', [4, 2], agreed.press('Chloé', 'Confirm', 'Both sides agree', agreed.post)),
      ],
      shows: /4\s–\s2 Jürgen Weiß[^]*Reported by <@\d+>\s· confirmed by <@\d+>/,
    },
    {
      duel: conceded,
      steps: [
        ...reports(conceded),
        ...(await conceded.disputes('Chloé', [2, 4])),
        conceded.asks('Ana', [2, 4]),
        conceded.writing('Ana', [2, 4], conceded.confirms('Ana', 'Both sides agree')),
      ],
      shows: /2\s–\s4 \*\*Jürgen Weiß\*\*[^]*(confirmed by|Both sides agree)/,
      isCalled: true,
    },
    {
      duel: other,
      steps: [
        ...reports(other),
        ...(await other.disputes('Chloé', [2, 4])),
        openOther,
        other.writing('Bruno', [4, 3], ruleOther),
      ],
      shows: /4\s–\s3 Jürgen Weiß[^]*Ruled by <@\d+>: I saw it/,
      isCalled: true,
    },
    {
      duel: open,
      steps: [
        ...reports(open),
        open.press('Bruno', 'Confirm', "You're an organizer here, so you decide", open.post),
        open.open('Bruno', 'Rule for Ana Conceição 4–\u20602', open.answer),
        open.writing('Bruno', [4, 2], open.submit('Bruno', 'Ruled', { reason: 'I saw it.' })),
      ],
      shows: /4\s–\s2 Jürgen Weiß[^]*Ruled by <@\d+>: I saw it/,
    },
  ];
}

/** But for its rate limit, after which the bot tries again. */
const refusals = () => world.discord.problems.filter(({ status }) => status !== RATE_LIMITED);

/** A message pings the players whom it asks, or the organizers' role; nothing else. */
function expectFewMentions(): void {
  const players = [duels.member('Ana').id, duels.member('Chloé').id];
  const roleId = world.discord.guilds[0]!.roles.find(({ name }) => name === 'Organizer')!.id;
  expect(duels.mentions.length).toBeGreaterThan(20);
  for (const { content, allowed } of duels.mentions) {
    const { parse, users = [], roles = [] } = allowed ?? {};
    expect(parse ?? ['everyone'], content).toEqual([]);
    const isNotice =
      /^<@\d+>(?: <@\d+>)*\n(?:The result of|An organizer (?:ruled|left|dropped|entered))/.test(content);
    const isAsked = (id: string) =>
      isNotice ||
      [', is this right?', ', if this is wrong'].some((words) => content.includes(`<@${id}>${words}`));
    const named = users.every((id) => players.includes(id) && isAsked(id));
    expect(named, content).toBe(true);
    expect(
      roles.every((id) => id === roleId && content.includes('needs you')),
      content,
    ).toBe(true);
  }
}

describe('results on SQLite, with a restart between any two presses', () => {
  beforeAll(async () => {
    world = await startPlayground({ mode: 'http', discord: { crowd: 1 } });
    duels = await openDuels(world);
    times = 1;
    between = async () => {
      await allShown();
      await world.bot.kill();
      await world.bot.start();
    };
  });
  afterAll(() => world.close());

  test(
    'every state of both policies is reached by presses alone',
    async () => {
      const REPORTED = 2;
      const once = (await atOnce()).filter(({ duel }) => duel.name !== 'Corrected Once');
      await pressAll(once.map((script) => ({ ...script, steps: script.steps.slice(0, REPORTED) })));
      await duels.setAgreement('Both agree');
      const both = await bothAgree();
      const rest = once.map((script) => ({ ...script, steps: script.steps.slice(REPORTED) }));
      await pressAll([...rest, ...both]);
      expect(await faultsOf([...once, ...both])).toEqual([]);
    },
    RESTARTS_MS,
  );

  test('a hidden opponent is never named, and can confirm', async () => {
    const chloe = duels.member('Chloé');
    const privacy = await chloe.slash('privacy').answer();
    await chloe.press(privacy, 'Hide me').answer();
    const duel = duels.duel('Hidden');
    between = () => Promise.resolve();
    const steps = [duel.asks('Ana', [4, 2]), duel.confirms('Ana', "It's sent to Rally once")];
    await pressAll([{ duel, steps, shows: /./ }]);
    await until('both messages', () => duel.call() !== undefined && duel.post() !== undefined);
    const told = () => JSON.stringify([...duel.posts(), ...duel.calls()]);
    expect(told()).toMatch(/Jürgen Weiß or an organizer confirms it/);
    expect(told()).not.toContain(chloe.id);
    const confirmed = duel.press('Chloé', 'Confirm', 'Both sides agree', duel.post);
    await pressAll([{ duel, steps: [duel.writing('Chloé', [4, 2], confirmed)], shows: /./ }]);
    await until('the result', () => told().includes('Both sides agree'));
    expect(told()).not.toContain(chloe.id);
  });

  test('only a player who is asked is pinged, and Discord takes every answer', () => {
    expectFewMentions();
    expect(refusals()).toEqual([]);
  });
});

describe.skipIf(noRedis)('results on two replicas over Redis, with racing presses', () => {
  let redis: TestRedis;
  let other: PlaygroundBot;
  let balancer: Balancer;
  /** What one replica was told, the other reads within 15 s, or at its start. */
  const restart = async () => {
    await Promise.all([world.bot, other].map((bot) => bot.kill().then(() => bot.start())));
    await until('both are ready', () => [world.bot, other].every(({ url }) => balancer.isReady(url)));
  };

  beforeAll(async () => {
    redis = await startRedis();
    world = await startPlayground({ mode: 'http', discord: { crowd: 1 }, env: { STORE_URL: redis.url } });
    other = createBot({ ...world.bot.env, ...(await ownPorts()) }, world.dataFolder);
    await other.start();
    balancer = await startBalancer({ keepAlive: true, checkEveryMs: 250 });
    for (const { url } of [world.bot, other]) await balancer.add(url);
    world.discord.interactionsUrl = `${balancer.url}/interactions`;
    duels = await openDuels(world);
    await restart();
    between = () => Promise.resolve();
    times = RACE;
  });
  afterAll(async () => {
    await balancer?.close();
    await other?.stop();
    await world?.close();
    await redis?.close();
  });

  test('"at once" writes each report and each ruling once', async () => {
    const scripts = await atOnce();
    await pressAll(scripts);
    expect(await faultsOf(scripts)).toEqual([]);
  });

  test('"both agree" writes each agreement and each ruling once', async () => {
    await duels.setAgreement('Both agree');
    await restart();
    const scripts = await bothAgree();
    await pressAll(scripts);
    expect(await faultsOf(scripts)).toEqual([]);
  });

  test('both opponents of each other, and the organizer, at once: one of them acts', async () => {
    const duel = duels.duel('Raced');
    for (const step of [duel.asks('Ana', [4, 2]), duel.confirms('Ana', "It's sent to Rally once")])
      await step.run(1);
    await until('the report', () => duel.post() !== undefined);
    const post = duel.post()!;
    const presses = (['Chloé', 'Chloé', 'Bruno', 'Ana', 'Guest 1'] as const).map((who) =>
      duels.member(who).press(post, 'Confirm').answer(),
    );
    await Promise.all(presses);
    expect(duel.writes()).toEqual([written('Chloé', [4, 2])]);
  });

  test('only a player who is asked is pinged, and Discord takes every answer', () => {
    expectFewMentions();
    expect(refusals()).toEqual([]);
  });
});
