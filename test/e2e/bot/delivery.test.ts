import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';
import { writtenBy } from '../../support/written.ts';

let world: Playground;
const { ana, posts, refusals, register, scoreQuestion, timesRegistered } = writtenBy(() => world);

beforeAll(async () => {
  world = await startPlayground({ mode });
  await linked(world, 'Ana', CAST.contender);
});
afterEach(() => {
  world.discord.mishaps.clear();
  world.platform.setFault(undefined);
});
afterAll(() => world.close());

describe('the same interaction', () => {
  test('delivered twice writes once', async () => {
    const interaction = register('Late Break');
    interaction.redeliver();
    interaction.redeliver();
    expect(await interaction.answer()).toReadAlone(ana().id, "You're registered for Late Break");
    expect(posts(/\/register$/)).toBe(1);
    expect(timesRegistered('Late Break')).toBe(1);
    await until('all deliveries are done', () => logLines('register').length === 3);
    expect(
      logLines('register')
        .map(({ outcome }) => outcome)
        .toSorted((a = '', b = '') => a.localeCompare(b)),
    ).toEqual(['ok', 'theirs', 'theirs']);
    expect(refusals()).toEqual([]);
  });

  test('delivered twice, one acknowledgement of which is lost on its way back, writes once', async () => {
    const before = posts(/\/register$/);
    world.discord.mishaps.add({ path: /callback/, status: 502, delayMs: 300 });
    const interaction = register('Women’s Masters');
    interaction.redeliver();
    expect(await interaction.answer()).toReadAlone(ana().id, "You're registered for");
    await until('both deliveries are done', () => logLines('register').length >= 5);
    expect(posts(/\/register$/) - before).toBe(1);
    expect(refusals()).toEqual([]);
  });

  test('as a double click on Confirm reports once, with one post in the channel', async () => {
    const { question, posted } = await scoreQuestion();
    const clicks = [ana().press(question, 'Confirm'), ana().press(question, 'Confirm')];
    await Promise.all(clicks.map((click) => click.acknowledged));
    await Promise.all(
      clicks.map((click) =>
        click.until(
          ({ message, followups }) => followups.length > 0 || /Reported/.test(message?.content ?? ''),
        ),
      ),
    );
    expect(posted()).toBe(1);
    const results = () =>
      world.discord
        .member('Bruno')
        .sees()
        .filter(({ content }) => content.includes('Reported by')).length;
    await until('the channel is told', () => results() > 0);
    expect(results()).toBe(1);
    expect(refusals()).toEqual([]);
  });
});

/** The bot's lines about one command. */
const logLines = (command: string) =>
  world.bot
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; command?: string; outcome?: string })
    .filter((line) => line.msg === 'interaction' && line.command === command);

describe('an acknowledgement that goes wrong on the way', () => {
  const callback = { method: 'POST', path: /\/callback$/ };

  test.each([
    ['a 502, and Discord never heard of it', { status: 502 }],
    ['a 502, though Discord took it', { status: 502, applied: true }],
    ['a connection cut before Discord heard of it', { drop: true }],
    ['a connection cut after Discord took it', { drop: true, applied: true }],
  ])('%s: the write is made once, and answered', async (what, mishap) => {
    const { question, posted } = await scoreQuestion();
    world.discord.mishaps.add({ ...callback, ...mishap });
    expect(await ana().press(question, 'Confirm').answer(), what).toReadAlone(ana().id, 'Reported to Rally');
    expect(posted()).toBe(1);
    world.discord.mishaps.add({ ...callback, ...mishap });
    expect(await ana().slash('rank').answer()).toRead('Ana Conceição');
    expect(refusals()).toEqual([]);
  });

  test('that stays without an answer writes nothing', async () => {
    const { question, posted } = await scoreQuestion();
    world.discord.mishaps.add({ ...callback, status: 502, times: 2 });
    const pressed = ana().press(question, 'Confirm');
    await expect(pressed.final).rejects.toThrow('did not respond');
    expect(posted()).toBe(0);
    // The question is still there, and works.
    expect(await ana().press(question, 'Confirm').answer()).toReadAlone(ana().id, 'Reported to Rally');
    expect(posted()).toBe(1);
  });
});
