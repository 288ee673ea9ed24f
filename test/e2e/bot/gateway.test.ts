import { RESTJSONErrorCodes } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBot, ownPorts, type PlaygroundBot } from '../../../playground/bot.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';
import { writtenBy } from '../../support/written.ts';

let world: Playground;
const { ana, posts, refusals, register, scoreQuestion, timesRegistered } = writtenBy(() => world);

beforeAll(async () => {
  world = await startPlayground();
  await linked(world, 'Ana', CAST.contender);
});
afterEach(() => {
  world.discord.mishaps.clear();
  world.platform.setFault(undefined);
});
afterAll(() => world.close());

describe('two bots under one token, on one store', () => {
  let second: PlaygroundBot;
  beforeAll(async () => {
    second = createBot({ ...world.bot.env, ...(await ownPorts()) }, world.dataFolder);
    await second.start();
  });
  afterAll(() => second.stop());

  test('both get every interaction, and one of them answers', async () => {
    expect(world.discord.gateway.sessions).toHaveLength(2);
    expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
    expect(await ana().slash('help').answer()).toRead('What I can do');
    expect(refusals()).toEqual([]);
  });

  test('a registration is made once', async () => {
    const before = posts(/\/register$/);
    const names = [
      'Sunday Social',
      'Women’s Masters',
      'Bank Pool Brawl',
      'Spring Grand Prix',
      'Round Robin Rumble',
    ];
    for (const message of await Promise.all(names.map((name) => register(name).answer())))
      expect(message).toReadAlone(ana().id, "You're registered for");
    expect(posts(/\/register$/) - before).toBe(names.length);
    expect(names.map(timesRegistered)).toEqual(names.map(() => 1));
    expect(refusals()).toEqual([]);
  });

  test('a report is made once, also when it is pressed twice', async () => {
    const { question, posted } = await scoreQuestion();
    const clicks = [ana().press(question, 'Confirm'), ana().press(question, 'Confirm')];
    await Promise.all(
      clicks.map((click) =>
        click.until(
          ({ message, followups }) => followups.length > 0 || /Reported/.test(message?.content ?? ''),
        ),
      ),
    );
    expect(posted()).toBe(1);
    expect(refusals()).toEqual([]);
  });

  test('the one that ends leaves the other working', async () => {
    expect(await second.stop()).toBe(0);
    expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
    expect(refusals()).toEqual([]);
  });
});

describe('what comes over the gateway', () => {
  test('malformed is survived', async () => {
    const { gateway } = world.discord;
    const good = ana().slash('help');
    await good.answer();
    const { raw } = good;
    const odd: unknown[] = [
      null,
      {},
      7,
      'x',
      [],
      [null],
      { id: 'x' },
      { ...raw, id: '1', data: null },
      { ...raw, id: '2', type: 99 },
      { ...raw, id: '3', member: null, user: null },
      { ...raw, id: '4', token: 5 },
      { ...raw, id: '5', data: { name: ['rank'], type: 1 } },
      { ...raw, id: '6', type: 3, data: { custom_id: 'x'.repeat(5000), component_type: 2 } },
      {
        ...raw,
        id: '7',
        type: 3,
        data: { custom_id: 'score:confirm:../../x', component_type: 2 },
        message: null,
      },
      { ...raw, id: '-8' },
    ];
    for (const payload of odd) gateway.dispatch('INTERACTION_CREATE', payload);
    for (const event of ['READY', 'GUILD_CREATE', 'MESSAGE_CREATE', 'RESUMED']) gateway.dispatch(event, null);
    for (const text of [
      '{{{',
      '',
      'null',
      '[]',
      '{"op":99}',
      '{"op":0,"t":null,"s":null,"d":null}',
      '\u0000',
    ])
      gateway.sendRaw(text);
    expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
    // Of the odd ones, those that look like interactions are answered, and Discord knows none of them.
    expect(refusals().filter(({ code }) => code !== RESTJSONErrorCodes.UnknownInteraction)).toEqual([]);
  });

  test.each([
    ['a dropped socket', () => world.discord.gateway.drop(4000)],
    ['a connection cut without a word', () => world.discord.gateway.cut()],
    ['a request to reconnect', () => world.discord.gateway.askReconnect()],
    ['an invalid session that may be resumed', () => world.discord.gateway.invalidate(true)],
    ['an invalid session that is gone', () => world.discord.gateway.invalidate(false)],
  ])('%s is followed by a new connection, and nothing is lost', async (_what, disturb) => {
    const { gateway } = world.discord;
    const before = gateway.identifies + gateway.resumes;
    disturb();
    await until(
      'the bot is back',
      () =>
        gateway.identifies + gateway.resumes > before &&
        gateway.sessions.some(({ socket }) => socket !== undefined),
    );
    expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
    // The library resumes on the very socket on which it was told so, which the stand-in closes with 4005.
    expect(refusals().filter(({ code }) => code !== 4005)).toEqual([]);
  });
});
