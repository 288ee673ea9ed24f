import { Routes } from 'discord.js';
import { expect } from 'vitest';
import {
  appears,
  browserTest as test,
  disappears,
  PHONE,
  sidewaysPx,
  violations,
} from '../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

const RESULTS = '400000000000000003';
const THREAD = '400000000000000007';

const post = async (channelId: string, content: string) =>
  (await room.rest().post(Routes.channelMessages(channelId), { body: { content } })) as { id: string };

test("a moderator deletes a bot's message from its menu, which others don't have", async () => {
  const chat = await room.open({ viewport: PHONE });
  await chat.send('/hello');
  const message = chat.last();
  await message.getByText('Hello!').waitFor();
  const menu = message.getByRole('button', { name: 'More for this message' });
  await menu.click();
  expect(await violations(chat.page)).toEqual([]);
  await chat.page.keyboard.press('Escape');
  await chat.page.getByRole('button', { name: 'Channels and you' }).click();
  await chat.page.getByRole('radio', { name: 'Bruno' }).check();
  await chat.page.keyboard.press('Escape');
  expect(await menu.count()).toBe(0);
  await chat.page.getByRole('button', { name: 'Channels and you' }).click();
  await chat.page.getByRole('radio', { name: 'Ana' }).check();
  await chat.page.keyboard.press('Escape');
  const id = await message.getAttribute('data-message');
  await menu.click();
  await chat.page.getByRole('menuitem', { name: 'Delete message' }).click();
  expect(await disappears(chat.page.locator(`[data-message="${id}"]`))).toBe(true);
  expect(await sidewaysPx(chat.page)).toBe(0);
  await chat.close();
});

test('who looks at a channel that is deleted is led to another one', async () => {
  const chat = await room.open();
  await post(RESULTS, 'M1: 3 – 1');
  await chat.page.getByRole('button', { name: /^results/ }).click();
  await chat.page.getByText('M1: 3 – 1').waitFor();
  await chat.page.getByRole('button', { name: 'More for results' }).click();
  await chat.page.getByRole('menuitem', { name: 'Delete channel' }).click();
  expect(await appears(chat.page.getByRole('heading', { name: 'general', exact: false }).first())).toBe(true);
  expect(await chat.page.getByRole('button', { name: /^results/ }).count()).toBe(0);
  await expect(post(RESULTS, 'M2')).rejects.toMatchObject({ code: 10_003 });
  await chat.page.getByRole('button', { name: 'More for friday-cup' }).click();
  await chat.page.getByRole('menuitem', { name: 'Delete thread' }).click();
  await disappears(chat.page.getByRole('button', { name: /^friday-cup/ }));
  await expect(post(THREAD, 'M2')).rejects.toMatchObject({ code: 10_003 });
  await chat.close();
});
