import { expect } from 'vitest';
import { NIGHT_ENV, runNight } from '../../night/run.ts';
import { startPage } from '../../page/server.ts';
import { startPlayground } from '../../start.ts';
import {
  browserTest as test,
  launchBrowser,
  openChat,
  PHONE,
  sidewaysPx,
  violations,
} from '../support/chat-page.ts';

/** The bot reads a tournament that is about to start every 30 s, and a running bracket every 15 s. */
const LONG = 180_000;

test(
  'a player of the night is called on their phone and reports from there, and the channel is told once',
  async () => {
    const world = await startPlayground({ platform: { platformName: 'Rally' }, env: NIGHT_ENV });
    const page = await startPage({ ...world, platformName: 'Rally' });
    const browser = await launchBrowser();
    const ending = new AbortController();
    const options = { lengthMs: 120_000, write: () => {} };
    const night = runNight(world, { ...options, signal: ending.signal });
    const end = night.then(
      () => 'the night went on to its end',
      (error: unknown) => String(error),
    );
    const chat = await openChat(browser, page.url, { viewport: PHONE });
    try {
      const call = chat.page.locator('article.mentioned').filter({ hasText: 'your match is ready' });
      await call.waitFor({ timeout: LONG });
      await call.getByRole('button', { name: 'Report score' }).click();
      const form = chat.page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'Ana Conceição' }).fill('3');
      await form.getByRole('textbox', { name: /^(?!.*Ana Conceição)/ }).fill('0');
      await form.getByRole('button', { name: 'Submit' }).click();
      await chat.page.getByRole('button', { name: 'Confirm' }).click();
      await chat.page.getByText('Reported to Rally').first().waitFor();
      const articles = chat.page.getByRole('article');
      const own = articles
        .filter({ hasText: /Ana Conceição\s3\s–\s0/ })
        .filter({ hasText: 'Reported by @Ana' });
      await own.waitFor();
      const results = articles
        .filter({ hasText: /\s· Round of 16|\s· Quarter-finals/ })
        .filter({ hasText: /\d\s–\s\d/ });
      await results.first().waitFor({ timeout: LONG });
      const shown = articles
        .filter({ hasText: /Ana Conceição\s3\s–\s0/ })
        .filter({ hasNotText: 'Reported to Rally' });
      expect(await shown.allInnerTexts()).toHaveLength(1);
      expect(await sidewaysPx(chat.page)).toBe(0);
      expect(await violations(chat.page)).toEqual([]);
      expect(chat.complaints).toEqual([]);
    } finally {
      ending.abort();
      expect(await end).toMatch(/abort/i);
      await browser.close();
      await page.close();
      await world.close();
    }
  },
  LONG,
);
