import type { REST } from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openChat } from '../support/chat-page.ts';
import { startFakeWorld, type FakeWorld } from './world.ts';
import { plainRest } from '../../../tools/discord-stand-in/test/plain-rest.ts';

/** One browser and one world with its own bot per test file; each test opens its own page. */
export function fakeRoom(): {
  open: (options?: Parameters<typeof openChat>[2]) => ReturnType<typeof openChat>;
  /** As the bot speaks with it: by REST alone. */
  rest: () => REST;
} {
  let browser: Browser;
  let world: FakeWorld;
  beforeAll(async () => {
    [browser, world] = await Promise.all([launchBrowser(), startFakeWorld()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  return {
    open: (options) => openChat(browser, world.url, options),
    rest: () => plainRest(world.discord.apiUrl).setToken(world.discord.token),
  };
}
