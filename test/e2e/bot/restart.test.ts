import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser, type Page } from '../../../playground/tour/browser.ts';
import { goToQuestion, linkAddress } from '../../../playground/tour/link-member.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

let world: Playground;
/** Messages of before the restart. */
let before: Record<'list' | 'board' | 'question' | 'tournament' | 'unlink' | 'asked', ChatMessage>;
/** A link that was in the middle of it. */
let browser: Browser;
let page: Page;
let publishedAt: number;

const ana = () => world.discord.member('Ana');
const bruno = () => world.discord.member('Bruno');
const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;

beforeAll(async () => {
  world = await startPlayground({ mode });
  await linked(world, 'Ana', CAST.contender);
  const [choice] = await ana().autocomplete('score', 'match', { match: 'weiß' }).suggestions();
  before = {
    list: await ana().slash('tournaments').answer(),
    board: await bruno().slash('leaderboard').answer(),
    question: await ana()
      .slash('score', { match: String(choice?.value), player1_score: 1, player2_score: 3 })
      .answer(),
    tournament: await ana()
      .slash('tournament', { tournament: idOf('Late Break') })
      .answer(),
    unlink: await ana().slash('unlink').answer(),
    asked: await bruno()
      .slash('register', { tournament: idOf('Sunday Social') })
      .answer(),
  };
  browser = new Browser();
  page = await goToQuestion(browser, linkAddress(before.asked), { discord: 'Bruno', player: CAST.rival });
  expectEnd(await world.bot.stop());
  publishedAt = world.discord.wire.length;
  await world.bot.start();
});
afterAll(() => world.close());

function expectEnd(code: number | null): void {
  if (code !== 0) throw new Error(`the bot ended with ${code}`);
}

describe('after a restart', () => {
  test('the gateway’s session is taken up again, and commands are not published again', () => {
    const { identifies, resumes } = world.discord.gateway;
    expect([identifies, resumes]).toEqual(mode === 'http' ? [0, 0] : [1, 1]);
    const since = world.discord.wire.slice(publishedAt);
    expect(since.filter((one) => one.via === 'rest' && one.method === 'PUT')).toEqual([]);
  });

  test('pages turn, in place for their owner and as a copy for others', async () => {
    const turned = await ana().press(before.list, 'Next ›').answer();
    expect(turned).toRead('Page 2');
    expect(turned.id).toBe(before.list.id);
    const copy = await ana().press(before.board, 'Next ›').answer();
    expect(copy).toReadAlone(ana().id, '#11');
    expect(copy.id).not.toBe(before.board.id);
  });

  test('menus open', async () => {
    const opened = await ana().select(before.list, 'Open a tournament…', idOf('Late Break')).answer();
    expect(opened).toReadAlone(ana().id, 'Late Break');
  });

  test('a question about a score can still be swapped and confirmed by its caller', async () => {
    expect(before.question.visibleTo).toBe(ana().id);
    const swapped = await ana().press(before.question, 'Swap').answer();
    expect(swapped).toReadAlone(ana().id, '3 – 1');
    expect(await ana().press(swapped, 'Confirm').answer()).toReadAlone(ana().id, 'Reported to Rally');
  });

  test('Register registers, with the link of before', async () => {
    expect(await ana().press(before.tournament, 'Register').answer()).toReadAlone(
      ana().id,
      "You're registered for Late Break",
    );
  });

  test('a link that was under way is finished, and what was asked for taken up again', async () => {
    const last = await browser.press(page, 'Link accounts');
    expect(last.heading).toBe("You're linked");
    const welcome = () => world.discord.message(before.asked.id)!;
    await until('the message becomes the welcome', () => welcome().content.startsWith('Welcome'));
    expect(await bruno().press(welcome(), 'Register for Sunday Social').answer()).toReadAlone(
      bruno().id,
      "You're registered for Sunday Social",
    );
  });

  test('Unlink unlinks', async () => {
    expect(await ana().press(before.unlink, 'Unlink').answer()).toReadAlone(ana().id, 'no longer linked');
  });

  test('Discord takes every answer', () => {
    expect(world.discord.problems).toEqual([]);
  });
});
