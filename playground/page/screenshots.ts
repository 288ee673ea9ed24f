import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { flagsOrExit } from '../../src/cli/flags.ts';
import { checkout } from '../checkout.ts';
import { startPlayground } from '../start.ts';
import { launchBrowser } from './launch-browser.ts';
import { takeGuides } from './guide-shots.ts';
import { takeNight } from './night-shots.ts';
import { savePicture } from './save-picture.ts';
import { startPage } from './server.ts';
import { fillForm, typeCommand, type FormValues } from './type-command.ts';

const THEMES = ['dark', 'light'] as const;
const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** Pictures of the page, or of a part of it, as a newcomer meets it, taken from a chat that holds the answers of `converse`. */
type Prepare = (page: Page) => Promise<Locator | void>;
const SHOTS: Readonly<Record<string, Prepare>> = {
  chat: async () => {},
  commands: async (page) => {
    await page.getByRole('textbox', { name: /^Message/ }).click();
    await page.keyboard.type('/');
  },
  options: async (page) => {
    await page.getByRole('textbox', { name: /^Message/ }).click();
    await page.keyboard.type('/score Friday');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  },
  filled: async (page) => {
    await page.getByRole('textbox', { name: /^Message/ }).click();
    await page.keyboard.type('/leaderboard ');
    await fillForm(page, { limit: '4' });
  },
  bracket: (page) => toArticle(page, 'My path'),
  // The picture alone.
  drawing: async (page) => page.getByRole('img', { name: /^Bracket of Friday/ }).last(),
  score: (page) => toArticle(page, 'Report this score?'),
  tournaments: (page) => toArticle(page, 'Upcoming tournaments'),
  wire: (page) => page.getByRole('button', { name: 'Behind the scenes', exact: true }).click(),
  form: async (page) => {
    await page.getByRole('button', { name: 'Edit profile' }).last().click();
    await page.getByRole('dialog').waitFor();
  },
};

const toArticle = (page: Page, text: string): Promise<void> =>
  page.getByRole('article').filter({ hasText: text }).last().scrollIntoViewIfNeeded();

/** Uses a command and waits for its answer. */
async function send(page: Page, line: string, values: FormValues = {}): Promise<void> {
  const articles = page.getByRole('article');
  const before = await articles.count();
  await typeCommand(page, line, values);
  await articles.nth(before).waitFor();
  await page.getByText('is thinking…').waitFor({ state: 'detached' });
}

/** Links Ana through all pages, and asks for the typical answers. */
async function converse(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(url);
  await send(page, '/link');
  const [linking] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Link account' }).click(),
  ]);
  await linking.getByRole('button', { name: 'Authorize' }).click();
  await linking.getByText('Ana Conceição').click();
  await linking.getByRole('button', { name: 'Allow' }).click();
  await linking.getByRole('button', { name: 'Link accounts' }).click();
  await linking.close();
  await page.getByText(/^Welcome, /).waitFor();
  await send(page, '/tournaments');
  await send(page, '/bracket', { tournament: 'Friday' });
  await send(page, '/account');
  await send(page, '/score', { match: 'Friday', player1_score: '3', player2_score: '1' });
  await send(page, '/rank');
  await send(page, '/leaderboard', { limit: '4' });
  await context.close();
}

const rejected = (family: string): string =>
  `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`;

/** A fontconfig file by which the browser finds none of the fonts that the page asks for. */
async function withoutFonts(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'matchpoint-')), 'fonts.conf');
  const families = ['gg sans', 'Noto Sans', 'Noto Color Emoji', 'Segoe UI', 'Roboto', 'Helvetica', 'Arial'];
  await writeFile(
    file,
    `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<selectfont><rejectfont>${families.map(rejected).join('')}</rejectfont></selectfont></fontconfig>`,
  );
  return file;
}

interface Shot {
  browser: Browser;
  url: string;
  file: string;
  viewport: { width: number; height: number };
  colorScheme: 'dark' | 'light';
  prepare: Prepare;
}

async function take({ browser, url, file, viewport, colorScheme, prepare }: Shot): Promise<void> {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US' });
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.getByRole('article').last().waitFor();
  await tab.waitForLoadState('networkidle', { timeout: 500 }).catch(() => {});
  const part = (await prepare(tab)) ?? tab;
  await savePicture(part, file);
  await context.close();
}

/** The page as it is in each theme and width. */
async function takePage(browser: Browser, folder: string): Promise<void> {
  const playground = await startPlayground({ platform: { platformName: 'Rally' } });
  const page = await startPage({ ...playground, platformName: 'Rally' });
  const { url } = page;
  // The page's own fonts are anybody's guess: this browser has none of those that it names.
  const plain = await launchBrowser({ FONTCONFIG_FILE: await withoutFonts() });
  try {
    await converse(browser, url);
    for (const colorScheme of THEMES)
      for (const viewport of WIDTHS)
        for (const [name, prepare] of Object.entries(SHOTS)) {
          const file = join(folder, `${name}-${viewport.width}-${colorScheme}.webp`);
          await take({ browser, url, file, viewport, colorScheme, prepare });
        }
    for (const viewport of WIDTHS) {
      const file = join(folder, `chat-${viewport.width}-plain-fonts.webp`);
      await take({ browser: plain, url, file, viewport, colorScheme: 'dark', prepare: async () => {} });
    }
  } finally {
    await plain.close();
    await page.close();
    await playground.close();
  }
}

const { values, positionals } = flagsOrExit({
  usage:
    'npm run screenshots -- [--guides | --night] [FOLDER]\n  Takes pictures of the playground into FOLDER, or else docs/screenshots; --guides: those of the guides alone, --night: of a night alone.',
  options: { guides: { type: 'boolean', default: false }, night: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(checkout(), 'docs/screenshots'));
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  const isAll = !values.guides && !values.night;
  if (isAll) await takePage(browser, folder);
  if (isAll || values.guides) await takeGuides(browser, folder);
  if (isAll || values.night) await takeNight(browser, folder);
  console.log(`The pictures are in ${folder}`);
} finally {
  await browser.close();
}
