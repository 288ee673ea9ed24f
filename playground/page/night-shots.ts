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

/** Pictures of a tournament's night as one of its players sees it on a phone: the live post, calls and results, and its end. */
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
      .getByText(/M\d+ ·/)
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
