import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  appears,
  browserTest as test,
  DESKTOP,
  launchBrowser,
  openChat,
  PHONE,
  sidewaysPx,
  SMALLEST,
  violations,
} from '../support/chat-page.ts';
import { startFakeWorld, type FakeWorld } from './world.ts';

let browser: Browser;
let world: FakeWorld;

beforeAll(async () => {
  [browser, world] = await Promise.all([launchBrowser(), startFakeWorld()]);
  const chat = await openChat(browser, world.url);
  for (const line of ['/hello', '/buttons', '/secret']) await chat.send(line);
  await chat.last().waitFor();
  await chat.close();
});

afterAll(async () => {
  await browser.close();
  await world.close();
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`axe finds nothing in the ${colorScheme} chat, its lists, panels and forms`, async () => {
    const chat = await openChat(browser, world.url, { colorScheme });
    const { page } = chat;
    expect(await violations(page)).toEqual([]);
    await chat.field.click();
    await page.keyboard.type('/');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('order ');
    await page.getByRole('option', { name: 'Feijoada' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await chat.form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More for Bruno' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Behind the scenes', exact: true }).click();
    await page.locator('summary').first().click();
    expect(await violations(page)).toEqual([]);
    await chat.send('/form');
    await chat.form.waitFor();
    expect(await violations(page)).toEqual([]);
    await chat.close();
  });

  test(`axe finds nothing in the ${colorScheme} chat on a phone`, async () => {
    const chat = await openChat(browser, world.url, { colorScheme, viewport: PHONE });
    for (const drawer of ['Channels and you', 'Members', 'Behind the scenes']) {
      await chat.page.getByRole('button', { name: drawer, exact: true }).click();
      expect(await violations(chat.page)).toEqual([]);
      await chat.page.keyboard.press('Escape');
    }
    expect(await violations(chat.page)).toEqual([]);
    await chat.close();
  });
}

for (const viewport of [DESKTOP, PHONE, SMALLEST]) {
  test(`nothing is cut off or scrolls sideways at ${viewport.width} px`, async () => {
    const chat = await openChat(browser, world.url, { viewport });
    const { page } = chat;
    expect(await sidewaysPx(page)).toBe(0);
    await chat.field.click();
    await page.keyboard.type('/order ');
    const offered = await chat.form.getByRole('option', { name: 'Feijoada' }).boundingBox();
    expect(offered!.x + offered!.width).toBeLessThanOrEqual(viewport.width);
    expect(offered!.y + offered!.height).toBeLessThanOrEqual(viewport.height);
    const send = await chat.form.getByRole('button', { name: 'Send' }).boundingBox();
    expect(send!.y + send!.height).toBeLessThanOrEqual(viewport.height);
    expect(await sidewaysPx(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Behind the scenes', exact: true }).click();
    await page.locator('summary').first().click();
    expect(await sidewaysPx(page)).toBe(0);
    await chat.close();
  });
}

test('the keyboard alone is enough: member, channel, command, button, form', async () => {
  const chat = await openChat(browser, world.url);
  const { page } = chat;
  const tabTo = async (name: string): Promise<void> => {
    const here = 'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText';
    for (let step = 0; step < 150; step += 1) {
      await page.keyboard.press('Tab');
      if (String(await page.evaluate(here)).trim() === name) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  await page.getByRole('radio', { name: 'Ana' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Bruno' }).isChecked()).toBe(true);
  await tabTo('Message #general');
  await page.keyboard.type('/buttons');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: /answering Bruno/ }).waitFor();
  await page.getByRole('log').focus();
  await tabTo('Press in vain');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await page.getByText('Pressed 1 times').waitFor();
  await tabTo('Message #general');
  await page.keyboard.type('/form');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Ana B');
  await page.keyboard.press('Enter');
  await page.getByText('Thanks, Ana B').waitFor();
  await tabTo('Message #general');
  await page.keyboard.type('/order f');
  await page.getByRole('option', { name: 'Feijoada' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('L');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('dish=dish-2 count=2').waitFor();
  await chat.close();
});

test('the theme can be chosen, and the choice stays', async () => {
  const chat = await openChat(browser, world.url, { colorScheme: 'light' });
  await chat.page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await chat.page.reload();
  expect(await appears(chat.page.getByRole('button', { name: 'Switch to the light theme' }))).toBe(true);
  await chat.close();
});
