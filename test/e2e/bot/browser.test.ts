import { AxeBuilder } from '@axe-core/playwright';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { linkAddress } from '../../../playground/tour/link-member.ts';
import { browserTest as test, launchBrowser, PHONE } from '../../../playground/test/support/chat-page.ts';
import { createWords } from '../../../src/words/words.ts';
import { CAST } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

let world: Playground;
let chromiumBrowser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-pages-'));
  world = await startPlayground();
  chromiumBrowser = await launchBrowser();
});
afterAll(async () => {
  await chromiumBrowser.close();
  await world.close();
});

/** A page of a fresh browser profile, and what its console complains of. */
async function openPage(width: number) {
  const context: BrowserContext = await chromiumBrowser.newContext({
    viewport: { width, height: width < 600 ? 844 : 800 },
    isMobile: width < 600,
    locale: 'en-US',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOurs = message.location().url.startsWith(world.bot.url);
    if (isOurs && message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { context, page, complaints };
}

/** Takes a picture, and looks whether anything stands out over the side. */
async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(over, `${name} is wider than the window`).toBeLessThanOrEqual(0);
}

/** What a screen reader, or an eye for contrast, would stumble over. */
async function accessFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;

test.each(createWords().locales)(
  'a phone shows the button for a code on its first screen, in %s',
  async (locale) => {
    const context = await chromiumBrowser.newContext({ viewport: PHONE, locale });
    const page = await context.newPage();
    await page.goto(`${world.bot.url}/link/device`);
    const { y = PHONE.height, height = 0 } = (await page.locator('a.button').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(PHONE.height);
    await context.close();
  },
);

describe.each([
  { width: 390, member: 'Ana', player: 'Ana Conceição', tournament: 'Late Break' },
  { width: 1280, member: 'Bruno', player: 'Jürgen Weiß', tournament: 'Sunday Social' },
])('in Chromium, $width pixels wide', ({ width, member, player, tournament }) => {
  test('a member links, comes back to a welcome, and is registered for that very tournament', async () => {
    onTestFailed(() => console.error(`pictures of the pages: ${folder}`));
    const acting = world.discord.member(member);
    const invitation = await acting.slash('register', { tournament: idOf(tournament) }).answer();
    const { context, page, complaints } = await openPage(width);
    const picture = (name: string) => look(page, `${width}-${name}`);

    await page.goto(linkAddress(invitation));
    await page.getByText(member, { exact: true }).click();
    await picture('1-discord');
    await page.getByRole('button', { name: 'Authorize' }).click();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await picture('2-sign-in');
    await page.getByRole('button', { name: player }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await picture('3-consent');
    await page.getByRole('button', { name: 'Allow' }).click();

    const connect = page.getByRole('button', { name: 'Link accounts' });
    await connect.waitFor();
    await picture('4-question');
    expect(await page.locator('main').innerText()).toContain(member);
    expect(await page.locator('main').innerText()).toContain(player);
    expect(await accessFaults(page)).toEqual([]);
    // The form as Chromium sends it is let in.
    await connect.click();

    await page.getByRole('heading', { name: "You're linked" }).waitFor();
    await picture('5-done');
    expect(await accessFaults(page)).toEqual([]);
    const back = page.getByRole('link', { name: 'Back to Discord' });
    expect(await back.getAttribute('href')).toBe(
      `${world.discord.url}/channels/${world.discord.guilds[0]?.id}/${invitation.channelId}`,
    );
    await page.reload();
    expect(await page.getByRole('heading').innerText()).toBe("You're linked");
    expect(complaints).toEqual([]);
    await context.close();

    const welcome = () => world.discord.message(invitation.id)!;
    await until('the private message becomes the welcome', () => welcome().content.startsWith('Welcome'));
    expect(welcome()).toReadAlone(acting.id, `Register for ${tournament}`);
    expect(await acting.press(welcome(), `Register for ${tournament}`).answer()).toReadAlone(
      acting.id,
      `You're registered for ${tournament}`,
    );
    expect(world.platform.world.tournaments.get(idOf(tournament))?.entrantIds).toContain(
      width === 390 ? CAST.contender : CAST.rival,
    );
    expect(world.discord.problems).toEqual([]);
  });

  test('refusals are pages that anybody can read', async () => {
    onTestFailed(() => console.error(`pictures of the pages: ${folder}`));
    const { context, page } = await openPage(width);
    const address = linkAddress(await world.discord.member(member).slash('link').answer());

    await page.goto(`${world.bot.url}/link/start?t=nonsense`);
    await page.getByRole('heading', { name: "We don't know this link" }).waitFor();
    await look(page, `${width}-6-unknown`);
    expect(await accessFaults(page)).toEqual([]);

    await page.goto(address);
    await page.getByText('Chloé', { exact: true }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'This link is not yours' }).waitFor();
    await look(page, `${width}-7-other-user`);
    expect(await accessFaults(page)).toEqual([]);

    await context.close();
  });

  test('a member who said no may begin again, and sees which links a new one would end', async () => {
    onTestFailed(() => console.error(`pictures of the pages: ${folder}`));
    const { context, page } = await openPage(width);
    await page.goto(linkAddress(await world.discord.member(member).slash('link').answer()));
    await page.getByText(member, { exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'You said no at Discord' }).waitFor();
    await look(page, `${width}-8-said-no`);
    // Discord knows the member by now, and asks no second time.
    await page.getByRole('link', { name: 'Start again' }).click();
    // Both accounts are linked already: the question says what it would end.
    await page.getByRole('button', { name: width === 390 ? 'Jürgen Weiß' : 'Linh Nguyễn' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Link accounts' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('Your Discord account is currently linked to');
    await look(page, `${width}-9-replaces`);
    expect(await accessFaults(page)).toEqual([]);
    await context.close();
  });
});
