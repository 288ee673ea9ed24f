import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openChat } from '../../support/chat-page.ts';
import { startFakeWorld, type FakeWorld } from './world.ts';

/** One browser and one world with a bot of its own, for all tests of a file; each test opens its own page. */
export function fakeRoom(): { open: () => ReturnType<typeof openChat> } {
  let browser: Browser;
  let world: FakeWorld;
  beforeAll(async () => {
    [browser, world] = await Promise.all([launchBrowser(), startFakeWorld()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  return { open: () => openChat(browser, world.url) };
}
