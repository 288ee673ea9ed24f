import { PermissionFlagsBits as Permission } from 'discord.js';
import type { Browser as Chromium, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { CAST } from '../../../tools/platform-stand-in/world/players.ts';
import { ratingIn } from '../../../tools/platform-stand-in/world/ratings.ts';
import { startPage, type PlaygroundPage } from '../../page/server.ts';
import { startPlayground, type Playground } from '../../start.ts';
import { Browser } from '../../tour/browser.ts';
import { goThroughLinking, linkAddress } from '../../tour/link-member.ts';
import {
  appears,
  browserTest as test,
  disappears,
  launchBrowser,
  openChat,
  violations,
  type ChatPage,
} from '../support/chat-page.ts';

// Needs the built bot: run `npm run build` before.
let browser: Chromium;
let playground: Playground;
let page: PlaygroundPage;
let chat: ChatPage;

beforeAll(async () => {
  [browser, playground] = await Promise.all([launchBrowser(), startPlayground()]);
  page = await startPage({ ...playground, platformName: 'Rally' });
  const { discord, platform } = playground;
  const link = await discord.member('Ana').slash('link').answer();
  await goThroughLinking(new Browser(), linkAddress(link), { discord: 'Ana', player: CAST.contender });
  platform.world.players.get(CAST.contender)!.elo = ratingIn('Silver');
  const bot = discord.guilds[0]?.roles.find(({ botId }) => botId !== undefined);
  if (bot !== undefined) bot.permissions |= Permission.ManageRoles;
  chat = await openChat(browser, page.url);
});

afterAll(async () => {
  await chat.close();
  await browser.close();
  await page.close();
  await playground.close();
});

const rolesOf = (name: string): Locator =>
  chat.page.locator('.member', { hasText: name }).getByRole('list', { name: 'Roles' });

/** Chooses in the select of the newest message. */
async function choose(label: string, option: string): Promise<void> {
  const select = chat.last().getByRole('combobox', { name: label });
  await select.waitFor();
  await select.selectOption({ label: option });
}

test('the role of a member who rises to Gold appears beside the name, and goes when they fall', async () => {
  expect(await appears(rolesOf('Bruno').getByText('Organizer'))).toBe(true);
  await chat.send('/settings');
  await chat.last().getByRole('button', { name: 'Roles' }).click();
  await choose('Add a rule: choose its role', 'Gold');
  await chat.last().getByRole('button', { name: 'Another rank…' }).click();
  await chat.form.getByLabel('Rank').fill('Gold');
  await chat.form.getByRole('button', { name: 'Submit' }).click();
  await appears(chat.last().getByText('to 0 members'));
  await chat.last().getByRole('button', { name: 'Start' }).click();
  await appears(chat.last().getByText('Saved. Roles follow in the background.'));
  expect(await rolesOf('Ana').count()).toBe(0);

  await chat.page.getByRole('button', { name: 'Behind the scenes', exact: true }).click();
  const rank = chat.page.getByRole('combobox', { name: 'Ana Conceição' });
  expect(await rank.inputValue()).toBe('Silver');
  await rank.selectOption('Gold');
  expect(await violations(chat.page)).toEqual([]);
  const more = chat.page.getByRole('button', { name: 'More for Ana' });
  await chat.page.getByRole('button', { name: 'Members', exact: true }).click();
  await chat.send('/account');
  await more.focus();
  expect(await appears(rolesOf('Ana').getByText('Gold'))).toBe(true);
  // Who was looked at by keyboard stays.
  expect(await more.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await violations(chat.page)).toEqual([]);

  await chat.page.getByRole('button', { name: 'Behind the scenes', exact: true }).click();
  await chat.page.getByRole('combobox', { name: 'Ana Conceição' }).selectOption('Bronze');
  await chat.page.getByRole('button', { name: 'Members', exact: true }).click();
  await chat.send('/account');
  expect(await disappears(rolesOf('Ana'))).toBe(true);
  expect(chat.complaints).toEqual([]);
});
