import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PermissionFlagsBits as Permission } from 'discord.js';
import type { Browser } from 'playwright-core';
import { startDuel } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { ratingIn } from '../../tools/platform-stand-in/world/ratings.ts';
import { startPlayground } from '../start.ts';
import { Browser as TextBrowser } from '../tour/browser.ts';
import { goThroughLinking, linkAddress } from '../tour/link-member.ts';
import { takeScreenshot } from '../tour/screenshot.ts';
import { until } from '../tour/waiting.ts';
import { article, goTo, saveArticle, type PageScene } from './guide-scene.ts';
import { namesAndFiles } from './names-shots.ts';
import { savePicture } from './save-picture.ts';
import { startPage } from './server.ts';

/** A phone's width; so high that every answer is seen whole. */
const PHONE = { width: 390, height: 1480 };
const SCALE = 1.5;
const ORGANIZERS = 'organizers';

/** Pictures for the pages of members, organizers and admins: each shows one answer as Ana sees it on a phone. */
export async function takeGuides(browser: Browser, folder: string): Promise<void> {
  const playground = await startPlayground({ platform: { platformName: 'Rally' } });
  const page = await startPage({ ...playground, platformName: 'Rally' });
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: SCALE,
    colorScheme: 'dark',
    locale: 'en-US',
  });
  try {
    const tab = await context.newPage();
    await tab.goto(page.url);
    const scene: PageScene = {
      playground,
      context,
      tab,
      url: page.url,
      save: (part, name) => savePicture(part, join(folder, `guide-${name}.webp`)),
    };
    await linking(scene);
    await answers(scene);
    await results(scene);
    await server(scene);
    await roles(scene);
    await namesAndFiles(scene);
  } finally {
    await context.close();
    await page.close();
    await playground.close();
  }
}

async function linking(scene: PageScene): Promise<void> {
  const { playground, context, tab, save } = scene;
  await playground.discord.member('Ana').slash('link').answer();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    tab.getByRole('link', { name: 'Link account' }).click(),
  ]);
  await saveArticle(scene, 'Link account', 'link');
  await opened.getByRole('button', { name: 'Authorize' }).click();
  await opened.getByText('Ana Conceição').click();
  await opened.getByRole('button', { name: 'Allow' }).click();
  await opened.getByRole('button', { name: 'Link accounts' }).waitFor();
  await save(opened.locator('main'), 'question');
  await opened.getByRole('button', { name: 'Link accounts' }).click();
  await opened.close();
  await article(scene, 'Welcome, ').waitFor();
  const rival = { discord: 'Bruno', player: CAST.rival };
  const invitation = await playground.discord.member('Bruno').slash('link').answer();
  await goThroughLinking(new TextBrowser(), linkAddress(invitation), rival);
}

async function answers(scene: PageScene): Promise<void> {
  const ana = scene.playground.discord.member('Ana');
  await ana.slash('rank').answer();
  await saveArticle(scene, 'Leaderboard', 'rank');
  await ana.slash('next').answer();
  await saveArticle(scene, "What's next", 'next');
}

async function results(scene: PageScene): Promise<void> {
  const { playground, tab, save } = scene;
  const { discord, platform } = playground;
  const [ana, bruno] = [discord.member('Ana'), discord.member('Bruno')];
  const panel = await ana.slash('settings', {}, { place: ORGANIZERS }).answer();
  const saved = await ana.select(panel, 'Organizer role: none', ['Organizer']).answer();
  const logged = await ana.select(saved, 'Log channel: none', [ORGANIZERS]).answer();
  const page = await ana.press(logged, 'Results').answer();
  await ana.select(page, 'Agreement', 'Both agree').answer();

  const duel = startDuel(platform.world, {
    name: 'Duel of the Week',
    playerIds: [CAST.contender, CAST.rival],
    at: Date.now(),
  });
  const scores = { match: duel.id, player1_score: 2, player2_score: 4 };
  const question = await bruno.slash('score', scores).answer();
  await bruno.press(question, 'Confirm').answer();
  await saveArticle(scene, 'is this right?', 'confirm');
  await article(scene, 'is this right?').getByRole('button', { name: "That's wrong" }).click();
  const form = tab.getByRole('dialog');
  await form.waitFor();
  await save(form, 'wrong');
  await tab.keyboard.press('Escape');

  const report = ana.sees().findLast(({ content }) => content.includes('is this right?'));
  if (report === undefined) throw new Error('nobody asks Ana');
  const claim = ana.press(report, "That's wrong");
  await claim.opened();
  const screenshots = [await takeScreenshot('4 – 2')];
  await ana.submitModal(claim, { first: '4', second: '2', screenshots }).answer();
  const call = () => ana.sees(ORGANIZERS).findLast(({ content }) => content.includes('needs you'));
  await until(discord, () => call() !== undefined);
  await goTo(scene, call()?.channelId);
  await saveArticle(scene, 'needs you', 'ruling');
  await goTo(scene);

  const own = startDuel(platform.world, {
    name: 'Duel of the Month',
    playerIds: [CAST.contender, CAST.rival],
    at: Date.now(),
  });
  await ana.slash('score', { match: own.id, player1_score: 4, player2_score: 1 }).answer();
  await saveArticle(scene, 'Report this score?', 'score');
}

async function server(scene: PageScene): Promise<void> {
  const ana = scene.playground.discord.member('Ana');
  await ana.slash('settings').answer();
  await saveArticle(scene, 'Server settings', 'settings');
  const suggested = ana.autocomplete('follow', 'tournament', { tournament: 'sprint' });
  const [cup] = await suggested.suggestions();
  const tournament = String(cup?.value);
  await ana.slash('follow', { tournament, channel: 'match-night' }).answer();
  await saveArticle(scene, '#match-night will show', 'follow');
}

/** A rule for @Gold, in which both players are. */
async function roles(scene: PageScene): Promise<void> {
  const { discord, platform } = scene.playground;
  for (const id of [CAST.contender, CAST.rival]) {
    const player = platform.world.players.get(id);
    if (player !== undefined) player.elo = ratingIn('Gold');
  }
  const [guild] = discord.guilds;
  const bot = guild?.roles.find(({ botId }) => botId !== undefined);
  if (guild === undefined || bot === undefined) throw new Error('the bot is in no server');
  bot.permissions |= Permission.ManageRoles;
  const ana = discord.member('Ana');
  // Shows her rank, so that the menu offers it.
  await ana.slash('account').answer();
  const panel = await ana.slash('settings').answer();
  const page = await ana.press(panel, 'Roles').answer();
  const kinds = await ana.select(page, 'Add a rule: choose its role', ['Gold']).answer();
  const preview = await ana.select(kinds, 'Members who…', ['rank is Gold']).answer();
  await saveArticle(scene, 'What this rule would do', 'preview');
  let shown = await ana.press(preview, 'Start').answer();
  // About one change a second.
  for (let looks = 0; looks < 10 && !JSON.stringify(shown.embeds).includes('2 members'); looks++) {
    await sleep(1000);
    const other = await ana.press(shown, 'Server').answer();
    shown = await ana.press(other, 'Roles').answer();
  }
  await article(scene, '2 members').waitFor();
  await saveArticle(scene, 'Roles that follow the platform', 'roles');
}
