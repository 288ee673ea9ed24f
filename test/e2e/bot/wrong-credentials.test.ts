import { expect, onTestFinished, test } from 'vitest';
import { createBot, type PlaygroundBot } from '../../../playground/bot.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { goToQuestion, linkAddress } from '../../../playground/tour/link-member.ts';
import { CAST } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

/** A world whose bot runs with other settings. */
async function worldWith(...[options]: Parameters<typeof startPlayground>): Promise<Playground> {
  const world = await startPlayground(options);
  onTestFinished(() => world.close());
  return world;
}

const linesOf = (bot: PlaygroundBot): Record<string, unknown>[] =>
  bot
    .log()
    .split('\n')
    // The last may be half of one.
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
/** The settings that the log's error lines name. */
const namedBy = (bot: PlaygroundBot) =>
  linesOf(bot).flatMap(({ level, settings }) =>
    level === 'error' && settings !== undefined ? [settings] : [],
  );

test.each([
  ['DISCORD_CLIENT_SECRET', ['DISCORD_CLIENT_SECRET']],
  ['PLATFORM_CLIENT_SECRET', ['PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET']],
])(
  'a wrong %s is no outage: a page says whom to tell, and the log names the setting',
  async (name, named) => {
    const world = await worldWith({ env: { [name]: 'marked-secret' } });
    const address = linkAddress(await world.discord.member('Ana').slash('link').answer());
    const page = await goToQuestion(new Browser(), address, { discord: 'Ana', player: CAST.contender });
    expect([page.status, page.heading]).toEqual([500, "This bot isn't set up right"]);
    expect(page.text).toContain('Tell an admin');
    expect(namedBy(world.bot)).toEqual([named]);
    expect(world.bot.log()).not.toContain('marked-secret');
  },
);

test('a wrong PLATFORM_API_KEY is named in the log once a minute, and /help says that the platform fails', async () => {
  const world = await worldWith({ env: { PLATFORM_API_KEY: 'marked-key' } });
  const ana = world.discord.member('Ana');
  for (const region of ['eu', 'na', 'asia'])
    expect(await ana.slash('leaderboard', { region }).answer()).toRead("doesn't accept this bot's key");
  expect(await ana.slash('help').answer()).toRead("Rally isn't working right now");
  expect(namedBy(world.bot)).toEqual([['PLATFORM_API_KEY']]);
  expect(world.bot.log()).not.toContain('marked-key');
});

test('a wrong DISCORD_PUBLIC_KEY is named at the start; what it refuses is counted and logged', async () => {
  const world = await worldWith({ mode: 'http' });
  // Discord takes the address of a right one alone.
  await world.bot.kill();
  const bot = createBot({ ...world.bot.env, DISCORD_PUBLIC_KEY: 'ab'.repeat(32) }, world.dataFolder);
  onTestFinished(() => bot.kill());
  await bot.start();
  // The start does not wait for the comparison.
  await until('the key is compared', () => namedBy(bot).length > 0);
  expect(namedBy(bot)).toEqual([['DISCORD_PUBLIC_KEY']]);
  await expect(world.discord.probe()).resolves.toBeDefined();
  await until('the log has a line', () =>
    Promise.resolve(linesOf(bot).some(({ level, wrong }) => level === 'warn' && wrong !== undefined)),
  );
  const metrics = await fetch(`http://127.0.0.1:${bot.env['METRICS_PORT']}/metrics`);
  expect(await metrics.text()).toMatch(/^matchpoint_signatures_refused_total\{reason="wrong"\} [1-9]/m);
});

test('the right DISCORD_PUBLIC_KEY, in capitals too, is no fault', async () => {
  const { bot, discord } = await worldWith({
    mode: 'http',
    env: async (standIns) => ({ DISCORD_PUBLIC_KEY: standIns.discord.publicKey.toUpperCase() }),
  });
  const reads = () =>
    discord.wire.filter((entry) => entry.via === 'rest' && entry.path.endsWith('/applications/@me'));
  // One for the application's id, one for its key.
  await until('the key is compared', () => reads().length >= 2);
  await bot.stop();
  expect(namedBy(bot)).toEqual([]);
});
