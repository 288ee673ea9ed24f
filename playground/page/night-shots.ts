import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { NIGHT_ENV, runNight } from '../night/run.ts';
import { startPlayground } from '../start.ts';
import { savePicture } from './save-picture.ts';
import { startPage } from './server.ts';

const PHONE = { width: 390, height: 844 };
const LENGTH_MS = 60_000;
/** The players who get far in this night have names that any machine's fonts can draw. */
const SEED = 156;
/** By then, the live post shows a bracket with results, and its newest calls are on the screen. */
const SHOWN_ROUND = 'Semi-finals';
const WITHIN_MS = 180_000;

interface NightShot {
  member: string;
  place: string;
  colorScheme: 'dark' | 'light';
}
const MORNING: readonly NightShot[] = [
  { member: 'Ana', place: 'general', colorScheme: 'dark' },
  { member: 'Ana', place: 'general', colorScheme: 'light' },
  { member: 'Bruno', place: 'organizers', colorScheme: 'dark' },
  { member: 'Ana', place: 'results', colorScheme: 'dark' },
];

/** The whole channel, as those see it who scroll through it the next morning. */
async function takeMorning(browser: Browser, url: string, file: string, look: NightShot): Promise<void> {
  const { member, place, colorScheme } = look;
  const context = await browser.newContext({ viewport: PHONE, colorScheme, locale: 'en-US' });
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.getByRole('button', { name: 'Channels and you' }).click();
  await tab.getByRole('radio', { name: member }).check();
  await tab.locator('.place').filter({ hasText: place }).click();
  const log = tab.getByRole('log');
  const hidden = await log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await tab.setViewportSize({ ...PHONE, height: PHONE.height + hidden });
  await tab.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {});
  await savePicture(tab, file);
  await context.close();
}

/**
 * Pictures of a tournament's night as one of its players sees it on a phone: the live post, calls and results, and the next
 * morning the channel and the organizers' log.
 */
export async function takeNight(browser: Browser, folder: string): Promise<void> {
  const playground = await startPlayground({ platform: { platformName: 'Rally' }, env: NIGHT_ENV });
  const page = await startPage({ ...playground, platformName: 'Rally' });
  const context = await browser.newContext({ viewport: PHONE, colorScheme: 'dark', locale: 'en-US' });
  const ending = new AbortController();
  const night = runNight(playground, {
    lengthMs: LENGTH_MS,
    seed: SEED,
    signal: ending.signal,
    write: () => {},
  }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  try {
    const tab = await context.newPage();
    await tab.goto(page.url);
    const articles = tab.getByRole('article');
    const call = articles.filter({ hasText: SHOWN_ROUND }).filter({ hasText: 'your match is ready' });
    await call.nth(1).waitFor({ timeout: WITHIN_MS });
    const live = articles.first();
    // Edited every 30 seconds at most: it shows the matches of now, or of the round before.
    await live
      .getByText(/M\d+\s·/)
      .first()
      .waitFor();
    await tab.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {});
    await showNewest(tab);
    await savePicture(tab, join(folder, 'night-calls-390-dark.webp'));
    // It would hide a part of the picture.
    await tab.locator('.to-newest').evaluate((element) => (element.style.visibility = 'hidden'));
    await live.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await savePicture(tab, join(folder, 'night-live-390-dark.webp'));
    await night;
    await showNewest(tab);
    await savePicture(tab, join(folder, 'night-morning-390-dark.webp'));
    for (const look of MORNING) {
      const file = join(folder, `morning-${look.place}-390-${look.colorScheme}.webp`);
      await takeMorning(browser, page.url, file, look);
    }
  } finally {
    ending.abort();
    await night;
    await context.close();
    await page.close();
    await playground.close();
  }
}

/** Follows the chat again, as after a press on "Jump to the newest message". */
async function showNewest(tab: Page): Promise<void> {
  await tab.getByRole('article').last().scrollIntoViewIfNeeded();
  await tab.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {});
}
