import { Locale } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { goToQuestion, linkAddress } from '../../../playground/tour/link-member.ts';
import { createWords, type WordKey } from '../../../src/words/words.ts';
import { CAST, linked } from '../../support/members.ts';
import { mode } from '../../support/mode.ts';
import '../../support/readable.ts';

const words = createWords({ strict: true, platformName: 'Rally' });
const sentence = (locale: Locale, key: WordKey): string => words.in(locale)(key);

let world: Playground;
const ana = () => world.discord.member('Ana');
const chloe = () => world.discord.member('Chloé');

beforeAll(async () => {
  world = await startPlayground({ mode });
  for (const [name, locale] of [
    ['Ana', Locale.German],
    ['Chloé', Locale.Japanese],
  ] as const)
    world.discord.world.members.find((member) => member.name === name)!.locale = locale;
  await linked(world, 'Ana', CAST.contender);
});
afterAll(() => world.close());

const publicTitle = async (member: typeof ana): Promise<string> =>
  (await member().slash('leaderboard').answer()).embeds[0]?.title ?? '';

test('in one channel, each member reads private answers in their own language and public ones in the server’s', async () => {
  for (const member of [ana, chloe]) {
    const { id, locale } = member();
    expect(await member().slash('help').answer()).toReadAlone(id, sentence(locale, 'help.title'));
    expect(await publicTitle(member)).toContain(sentence(Locale.EnglishUS, 'leaderboard.global'));
  }
});

test('the language that an admin chooses for the server holds at once, and after a restart', async () => {
  const panel = await ana().slash('settings').answer();
  const page = await ana().press(panel, sentence(Locale.German, 'server.pages.language')).answer();
  await ana().select(page, sentence(Locale.German, 'server.choose.language'), [Locale.French]).answer();
  expect(await publicTitle(chloe)).toContain(sentence(Locale.French, 'leaderboard.global'));
  await world.bot.stop();
  await world.bot.start();
  expect(await publicTitle(chloe)).toContain(sentence(Locale.French, 'leaderboard.global'));
  expect(await ana().slash('help').answer()).toReadAlone(ana().id, sentence(Locale.German, 'help.title'));
});

test('direct messages are in the member’s language', async () => {
  const board = await chloe().slash('leaderboard', {}, { place: 'dm' }).answer();
  expect(board.embeds[0]?.title).toContain(sentence(Locale.Japanese, 'leaderboard.global'));
});

test('the pages of linking are in the member’s language, not in the browser’s', async () => {
  const invitation = await chloe().slash('link').answer();
  const browser = new Browser();
  const person = { discord: 'Chloé', player: CAST.rival };
  const question = await goToQuestion(browser, linkAddress(invitation), person);
  expect(question.heading).toBe(sentence(Locale.Japanese, 'pages.confirm.title'));
  const done = await browser.press(question, sentence(Locale.Japanese, 'pages.confirm.agree'));
  expect(done.heading).toBe(sentence(Locale.Japanese, 'pages.done.title'));
  expect(done.html).toContain('lang="ja"');
});
