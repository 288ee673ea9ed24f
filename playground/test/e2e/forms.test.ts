import { Routes } from 'discord.js';
import type { FileChooser } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest as test, PHONE, sidewaysPx, violations } from '../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

const GENERAL = '400000000000000001';
/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, buffer = PNG) => ({ name, mimeType: 'image/png', buffer });

test('a form takes a choice and files by keyboard: more of them, fewer, and at most as many as it says', async () => {
  const chat = await room.open();
  const { page, form } = chat;
  // Before the key press: the browser takes a moment to hand its pickers over.
  const picker = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await chat.send('/report');
  await form.getByRole('heading', { name: 'That’s wrong' }).waitFor();
  await form.getByRole('button', { name: 'Submit' }).click();
  expect(await form.locator('select:invalid').count()).toBe(1);
  await form.getByLabel('Who won').focus();
  await page.keyboard.type('Bruno');
  const upload = form.getByLabel('Screenshots');
  expect(await upload.getAttribute('accept')).toBe('.png,.jpg');
  await page.keyboard.press('Tab');
  expect(await upload.evaluate((control) => control === control.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await (await picker).setFiles([file('a.png'), file('b.png')]);
  // A second choice adds to the first.
  await upload.setInputFiles([file('c.png'), file('d.png')]);
  const names = form.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
  expect(await names.allInnerTexts()).toEqual(
    ['a.png', 'b.png', 'c.png'].map((name) => expect.stringContaining(name) as unknown),
  );
  await form.getByText('This form takes 3 files at most.').waitFor();
  await form.getByRole('button', { name: 'Remove b.png' }).focus();
  await page.keyboard.press('Enter');
  expect(await names.count()).toBe(2);
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Reported bruno with a.png,c.png').waitFor();
  await form.waitFor({ state: 'detached' });
  expect(chat.complaints).toEqual([]);
  await chat.close();
});

test('a form on a phone names its files, and says what it does not take', async () => {
  const chat = await room.open({ viewport: PHONE });
  const { page, form } = chat;
  await chat.send('/report');
  await form.getByLabel('Who won').selectOption({ label: 'Ana' });
  const upload = form.getByLabel('Screenshots');
  await upload.setInputFiles([file('large.png', Buffer.alloc(10 * 2 ** 20 + 1))]);
  await form.getByText('large.png is larger than 10.0 MB.').waitFor();
  await upload.setInputFiles([file(`${'long-name-'.repeat(20)}.png`)]);
  expect(await sidewaysPx(page)).toBe(0);
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Choosing "all files" in the picker gets around what it offers.
  await upload.setInputFiles([file('evil.svg')]);
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByText('evil.svg is not one of .png, .jpg').waitFor();
  await form.getByRole('button', { name: 'Remove evil.svg' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(/^Reported ana with long-name/).waitFor();
  await chat.close();
});

test('a form is sent without files that it does not require', async () => {
  const chat = await room.open();
  await chat.send('/report');
  await chat.form.getByLabel('Who won').selectOption({ label: 'Ana' });
  await chat.form.getByRole('button', { name: 'Submit' }).click();
  await chat.page.getByText('Reported ana with').last().waitFor();
  await chat.form.waitFor({ state: 'detached' });
  await chat.close();
});

test('the files of a post are shown as pictures', async () => {
  const chat = await room.open();
  const names = ['screenshot-1.png', 'screenshot-2.png'];
  const { id } = (await room.rest().post(Routes.channelMessages(GENERAL), {
    body: {
      content: 'Both claims',
      attachments: names.map((filename, at) => ({
        id: String(at),
        filename,
        description: `Claim ${at + 1}`,
      })),
    },
    files: names.map((name) => ({ name, data: PNG })),
  })) as { id: string };
  const article = chat.page.locator(`[data-message="${id}"]`);
  for (const name of ['Claim 1', 'Claim 2']) await article.getByRole('img', { name }).waitFor();
  const widths = `[...document.querySelectorAll('[data-message="${id}"] .attached-picture img')].map((image) => image.naturalWidth)`;
  await expect.poll(() => chat.page.evaluate(widths)).toEqual([1, 1]);
  expect(chat.complaints).toEqual([]);
  await chat.close();
});
