import { expect, it, vi } from 'vitest';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';
import { BEGUN, joinCup, pressOn, showCup, type CupMatch } from '../support/weekly-cup.ts';

vi.setConfig({ testTimeout: 120_000 });

const MINUTE_MS = 60_000;
const GUILD = '700';

/** The platform shows these matches of the cup. */
const show = (made: ProductWorld, matches: readonly CupMatch[], status?: string): void =>
  showCup(made, { Semifinals: matches }, status);

/** A player asked for help with a match of a running cup. `isLost`: Discord's answer was lost. */
async function asked({ isLost = false } = {}) {
  const made = productWorld();
  await joinCup(made);
  show(made, BEGUN);
  const bot = made.start();
  await bot.services.guilds.settings.change(GUILD, () => ({
    organizersChannelId: '810',
    organizerRoleId: '55',
  }));
  await bot.services.guilds.follows.add(GUILD, {
    tournamentId: 't1',
    channelId: '800',
    topics: { calls: true, results: true, event: false },
  });
  await made.pass(2 * MINUTE_MS);
  const call = made.discord.messages.find(({ post }) => post.content.includes('your match is ready'))!;
  const request = () => made.discord.messages.filter(({ post }) => post.content.includes('needs help'));
  made.discord.control.lose = () => isLost && request().length > 0;
  const ask = () => pressOn(made, bot, 'follow:help:m1:t1', '501', call.id);
  await ask();
  made.discord.control.lose = () => false;
  await made.pass(MINUTE_MS);
  expect(request().map(({ post }) => post.rows?.flat().length)).toEqual([2]);
  return { made, ask, bot, request };
}

it('a request for help closes once a second reading lacks its match', async () => {
  const { made, request } = await asked();
  show(made, [{ id: 'm7', players: ['p1', 'p5'] }, BEGUN[1]]);
  await made.pass(5 * MINUTE_MS);
  expect(request().map(({ post }) => post.rows?.flat().length)).toEqual([0]);
});

it('a request for help with a match that was drawn away closes at the end of its tournament at the latest', async () => {
  const { made, request } = await asked();
  const later: CupMatch[] = [
    { id: 'm7', players: ['p1', 'p5'], score: [3, 1] },
    { ...BEGUN[1], score: [3, 1] },
  ];
  show(made, later);
  await made.pass(5 * MINUTE_MS);
  show(made, later, 'finished');
  await made.pass(10 * MINUTE_MS);
  expect(request().map(({ post }) => post.rows?.flat().length)).toEqual([0]);
});

it('a request for help closes once its tournament is no longer followed', async () => {
  const { made, bot, request } = await asked();
  const [followId = ''] = Object.keys(await bot.services.guilds.follows.read(GUILD));
  await bot.services.guilds.follows.change(GUILD, followId, (follow) => ({
    ...follow,
    stopped: { reason: 'organizer', at: made.now() },
  }));
  await made.pass(5 * MINUTE_MS);
  expect(request().map(({ post }) => post.rows?.flat().length)).toEqual([0]);
});

it('a request for help whose answer was lost is on the desk once, and closes with its match', async () => {
  const { ask, made, request } = await asked({ isLost: true });
  const desk = () => made.discord.messages.find(({ post }) => post.content.includes("organizers' desk"));
  const items = () => desk()?.post.content.split('\n').slice(2);
  expect(items()).toEqual(['**Need help**', expect.stringContaining('[message](')]);
  await ask();
  await made.pass(MINUTE_MS);
  expect(request()).toHaveLength(1);
  expect(items()).toHaveLength(2);
  show(made, [{ ...BEGUN[0], score: [3, 1] }, BEGUN[1]]);
  await made.pass(3 * MINUTE_MS);
  expect(request().map(({ post }) => post.rows?.flat().length)).toEqual([0]);
});
