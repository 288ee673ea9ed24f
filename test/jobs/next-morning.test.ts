import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { FOLLOWS_MAX } from '../../src/guilds/follows.ts';
import { ORGANIZER, press, slash, submit } from '../support/interactions.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { productWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';

const [ARENA, BACKYARD] = ['700', '701'];
const [CUP, YARD, NEWS, DESK] = ['810', '811', '812', '803'];
const [ANA, BRUNO] = [
  { id: 'p1', name: 'Ana' },
  { id: 'p2', name: 'Bruno' },
];
const TOPICS = { calls: true, results: true, event: false, ping: '77' };

/** A cup of one final, followed in two servers. Ana has won it 3–2, and both channels were told. */
async function won() {
  const world = productWorld();
  await world.member('501', ANA, { guildIds: [ARENA, BACKYARD] });
  await world.member('502', BRUNO, { guildIds: [ARENA, BACKYARD] });
  await world.member('503', { id: 'p3', name: 'Olga' });
  const bot = world.start();
  for (const userId of ['501', '502']) await world.interact(bot, slash('help', {}, { userId }));
  const final: Record<string, unknown> = { id: 'm1', status: 'open', player1: ANA, player2: BRUNO };
  const record: Record<string, unknown> = {
    id: 't1',
    name: 'Cup',
    status: 'registration',
    starts_at: new Date(world.now() + HOUR_MS).toISOString(),
  };
  world.platform.tournaments.set('t1', { record });
  const { follows } = bot.services.guilds;
  await follows.add(ARENA, { tournamentId: 't1', channelId: CUP, topics: TOPICS });
  await follows.add(BACKYARD, { tournamentId: 't1', channelId: YARD, topics: TOPICS });
  await world.pass(MINUTE_MS);
  record['status'] = 'in_progress';
  world.platform.tournaments.get('t1')!.bracket = { rounds: [{ name: 'Final', matches: [final] }] };
  await world.pass(3 * MINUTE_MS);
  const score = (player1: number, player2: number): void =>
    void Object.assign(final, { status: 'finished', player1_score: player1, player2_score: player2 });
  score(3, 2);
  record['status'] = 'finished';
  await world.pass(3 * MINUTE_MS);
  /** Time passes in which the owner runs once an hour. */
  const rest = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour++) {
      await world.leap(HOUR_MS - 40_000);
      await world.pass(40_000, 4000);
    }
  };
  const texts = (channelId: string): string[] => world.textsIn(channelId).map(plainSpaces);
  const reads = (): number => world.platform.requests.filter((request) => /GET .*t1/.test(request)).length;
  return { world, bot, record, final, rest, score, texts, reads };
}

const CHAMPION = '<@&77> <@501> (**Ana**) is the champion of **Cup**!';
const CORRECTED = 'Corrected: <@502> (**Bruno**) is the champion of **Cup**! ~~Ana~~';
const CHANGED = '<@&77> Correction: <@502> (**Bruno**) won **Cup**, not Ana.';
const firstLines = (texts: readonly string[]): (string | undefined)[] =>
  texts.map((text) => text.split('\n')[0]);

describe('a final that is corrected after the end', () => {
  test.each([7, 30, 6.5 * 24])('reaches everything that shows it, %s hours later', async (hours) => {
    const { bot, rest, score, texts, world } = await won();
    expect(firstLines(texts(CUP))).toContain(CHAMPION);
    await rest(hours);
    score(2, 4);
    await rest(hours > 24 ? 25 : 2);
    for (const channelId of [CUP, YARD]) {
      expect(firstLines(texts(channelId)), channelId).toEqual([
        '**Bruno** won **Cup**!',
        expect.stringContaining('has started'),
        expect.stringMatching(/^Corrected: Ana 2 – 4 \*\*Bruno\*\* ~~3 – 2~~/),
        CORRECTED,
        CHANGED,
      ]);
    }
    const { post } = world.discord.messages.find(({ post: { content } }) => content.includes('Correction'))!;
    expect(post.mentions).toEqual({ roles: ['77'], users: ['502'] });
    const season = await bot.services.guilds.season.read(ARENA);
    expect(season.map(({ places }) => places[0]?.id)).toEqual(['p2']);
  });

  test('by a ruling in the organizers’ channel of one server is posted in both within a minute', async () => {
    const { bot, rest, texts, world } = await won();
    await bot.services.guilds.settings.change(ARENA, () => ({ organizersChannelId: DESK }));
    await rest(30);
    const olga = { userId: '503', permissions: ORGANIZER };
    const [form] = await world.interact(bot, {
      ...press('score:rule:m1', { ...olga, ownerId: '503' }),
      channel_id: DESK,
    });
    const fields = { first: '1', second: '4', reason: 'Screenshots.' };
    const { custom_id: id = '' } = form as { custom_id?: string };
    const asked = await world.interact(bot, { ...submit(id, fields, olga), channel_id: DESK });
    const replace = buttonIn({ channelId: DESK, body: asked.at(-1) as never, files: [] }, 'Replace with');
    await world.interact(bot, {
      ...press(replace, { ...olga, ownerId: '503', ephemeral: true }),
      channel_id: DESK,
    });
    await world.pass(MINUTE_MS);
    expect(texts(DESK)).toEqual([]);
    for (const channelId of [CUP, YARD]) {
      expect(firstLines(texts(channelId)), channelId).toContain(CHANGED);
      expect(texts(channelId).join('\n'), channelId).toMatch(/Corrected: Ana 1 – 4 \*\*Bruno\*\* ~~3 – 2~~/);
      expect(
        texts(channelId).filter((text) => text.includes('3 – 2') && !text.includes('~~3 – 2~~')),
      ).toEqual([]);
    }
  });

  test('is posted once, although the owner is killed in between, and struck once it is no longer so', async () => {
    const { bot, rest, score, texts, world } = await won();
    await rest(30);
    world.stop(bot);
    await world.leap(MINUTE_MS);
    score(2, 4);
    world.start();
    await rest(25);
    expect(firstLines(texts(CUP)).filter((text) => text === CHANGED)).toHaveLength(1);
    score(3, 2);
    await rest(26);
    expect(firstLines(texts(CUP)).slice(-3)).toEqual([
      'Corrected: <@501> (**Ana**) is the champion of **Cup**! ~~Bruno~~',
      '~~Correction: **Bruno** won **Cup**, not Ana.~~',
      '<@&77> Correction: <@501> (**Ana**) won **Cup**, not Bruno.',
    ]);
  });

  test('is posted although the live post was deleted', async () => {
    const { rest, score, texts, world } = await won();
    await rest(2);
    const at = world.discord.messages.findIndex(({ channelId }) => channelId === CUP);
    world.discord.messages.splice(at, 1);
    score(2, 4);
    await rest(2);
    expect(firstLines(texts(CUP))).toEqual([
      expect.stringContaining('has started'),
      expect.stringMatching(/^Corrected: /),
      CORRECTED,
      CHANGED,
    ]);
  });
});

describe('what is over', () => {
  test('costs next to nothing, also over restarts, until its follows stop after a week', async () => {
    const { bot, reads, rest, world } = await won();
    await rest(6);
    const perDay: number[] = [];
    let process = bot;
    for (let day = 0; day < 9; day++) {
      const before = reads();
      for (let part = 0; part < 4; part++) {
        await rest(6);
        world.stop(process);
        await world.leap(MINUTE_MS);
        process = world.start();
      }
      perDay.push(reads() - before);
    }
    // Its record and its bracket, once an hour, then once a day.
    expect(perDay[0]).toBeLessThanOrEqual(60);
    expect(Math.max(...perDay.slice(1))).toBeLessThanOrEqual(4);
    expect(perDay.at(-1)).toBe(0);
    expect(
      Object.values(await process.services.guilds.follows.read(ARENA)).map(({ stopped }) => stopped?.reason),
    ).toEqual(['over']);
  });

  test('does not count among the active ones, and /follow lists it below them as over', async () => {
    const { bot, record, world } = await won();
    const { follows } = bot.services.guilds;
    for (let count = 0; count < FOLLOWS_MAX; count++) {
      const tournamentId = `x${count}`;
      world.platform.tournaments.set(tournamentId, {
        record: { id: tournamentId, name: `X${count}`, status: 'registration' },
      });
      expect(
        await follows.add(ARENA, { tournamentId, channelId: NEWS, topics: TOPICS }),
        tournamentId,
      ).toBeDefined();
    }
    expect(
      await follows.add(ARENA, { tournamentId: 'more', channelId: NEWS, topics: TOPICS }),
    ).toBeUndefined();
    await follows.change(ARENA, Object.keys(await follows.read(ARENA))[1]!, (follow) => ({
      ...follow,
      stopped: { reason: 'organizer', at: world.now() },
    }));
    const [list] = await world.interact(bot, slash('follow', {}, { userId: '503', permissions: ORGANIZER }));
    const text = JSON.stringify(list);
    expect(text).toContain('I keep correcting what I posted until <t:');
    // An end that is undone counts again.
    record['status'] = 'in_progress';
    await world.pass(5 * MINUTE_MS);
    expect(Object.values(await follows.read(ARENA)).filter(({ endedAt }) => endedAt !== undefined)).toEqual(
      [],
    );
  });
});

test('a post of the schedule strikes the one before, and says how it was', async () => {
  const world = productWorld();
  const bot = world.start();
  const record: Record<string, unknown> = { id: 't1', name: 'Cup', status: 'registration' };
  const startsAt = (hours: number): void =>
    void (record['starts_at'] = new Date(Date.UTC(2027, 0, 2, hours)).toISOString());
  startsAt(18);
  world.platform.tournaments.set('t1', { record });
  await bot.services.guilds.follows.add(ARENA, { tournamentId: 't1', channelId: CUP, topics: TOPICS });
  await world.pass(MINUTE_MS);
  const steps: (() => void)[] = [
    () => startsAt(20),
    () => startsAt(17),
    () => void (record['status'] = 'postponed'),
    () => (startsAt(19), void (record['status'] = 'registration')),
    () => void (record['status'] = 'canceled'),
  ];
  for (const step of steps) {
    step();
    await world.pass(10 * MINUTE_MS, MINUTE_MS);
  }
  const at = (hours: number): string => `<t:${Date.UTC(2027, 0, 2, hours) / 1000}:f>`;
  const plans = world
    .textsIn(CUP)
    .slice(1)
    .map((text) => text.replaceAll(/ \(<t:\d+:R>\)/g, ''));
  expect(plans).toEqual([
    `~~**Cup** now starts ${at(20)}. Before: ${at(18)}.~~`,
    `~~**Cup** now starts ${at(17)}. Before: ${at(20)}.~~`,
    `~~**Cup** is postponed. It was to start ${at(17)}. I'll say here when it's on again.~~`,
    `~~**Cup** is on again. It starts ${at(19)}.~~`,
    `<@&77> **Cup** has been canceled. It was to start ${at(19)}.`,
  ]);
  const struck = world.discord.changes.filter(
    ({ kind, post }) => kind === 'edit' && post.content.startsWith('~~'),
  );
  expect(
    struck.flatMap(({ post }) => [...(post.mentions?.roles ?? []), ...(post.mentions?.users ?? [])]),
  ).toEqual([]);
});
