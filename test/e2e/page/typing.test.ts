import { expect } from 'vitest';
import { appears, browserTest as test } from '../../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

test('the list of commands opens at a slash and narrows', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/');
  const options = chat.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  expect(await options.count()).toBe(11);
  await chat.page.keyboard.type('he');
  expect(await options.allInnerTexts()).toEqual([
    expect.stringContaining('/hello'),
    expect.stringContaining('/helper'),
  ]);
  await chat.close();
});

test('arrow keys move in the list, Tab takes, Escape closes and then empties', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/he');
  await chat.page.keyboard.press('ArrowDown');
  const active = await chat.field.getAttribute('aria-activedescendant');
  expect(await chat.page.locator(`[id="${active}"]`).innerText()).toContain('/helper');
  await chat.page.keyboard.press('Tab');
  expect(await chat.field.inputValue()).toBe('/helper ');
  await chat.field.fill('/he');
  await chat.page.keyboard.press('Escape');
  expect(await chat.page.getByRole('listbox').count()).toBe(0);
  await chat.page.keyboard.press('Escape');
  expect(await chat.field.inputValue()).toBe('');
  await chat.close();
});

test('options are asked for in order, with suggestions, choices, members and numbers', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/order ');
  expect(await chat.field.inputValue()).toBe('/order dish:');
  await chat.page.getByText('What to eat').waitFor();
  await chat.page.keyboard.type('ph');
  await chat.page.getByRole('option', { name: 'Phở bò' }).click();
  expect(await chat.field.inputValue()).toBe('/order dish:Phở bò count:');
  await chat.page.keyboard.type('3 size:');
  expect(
    await chat.page.getByRole('listbox', { name: 'Values for size' }).getByRole('option').allInnerTexts(),
  ).toEqual(['Small', 'Large']);
  await chat.page.keyboard.press('ArrowDown');
  await chat.page.keyboard.press('Enter');
  const options = chat.page.getByRole('listbox', { name: 'Options' });
  await options.getByRole('option', { name: /friend/ }).click();
  await chat.page.keyboard.type('@bru');
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.type('hot:t');
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('Enter');
  await chat.page.getByText('dish=dish-1 count=3 size=l friend=200000000000000002 hot=true').waitFor();
  await chat.close();
});

test('a whole line that is pasted is understood', async () => {
  const chat = await room.open();
  await chat.field.fill('/order count:2 dish:my own dish');
  await chat.page.keyboard.press('Escape');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText('dish=my own dish count=2'))).toBe(true);
  await chat.close();
});

test('Enter that comes before the suggestions waits for them', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/order count:4 dish:fei');
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText('dish=dish-1 count=4'))).toBe(true);
  await chat.close();
});

test('what is missing or wrong is said, and nothing is sent', async () => {
  const chat = await room.open();
  const before = await chat.page.getByRole('article').count();
  const alert = chat.page.getByRole('alert').filter({ hasText: /./ });
  await chat.field.fill('/order dish:x ');
  await chat.page.keyboard.press('Escape');
  await chat.page.keyboard.press('Enter');
  expect(await alert.innerText()).toBe('count: this option is required. Specify a value.');
  await chat.field.fill('/order dish:x count:12');
  await chat.page.keyboard.press('Enter');
  expect(await alert.innerText()).toBe('count: type a whole number between 1 and 9.');
  await chat.field.fill('/nothing');
  await chat.page.keyboard.press('Enter');
  expect(await alert.innerText()).toBe('There is no command /nothing.');
  await chat.field.fill('hello there');
  await chat.page.keyboard.press('Enter');
  expect(await alert.innerText()).toContain('Only commands');
  expect(await chat.page.getByRole('article').count()).toBe(before);
  await chat.close();
});

test('a line that is typed in whole is understood, whatever the field puts in by itself', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/order dish:plain count:7 size:Large friend:Ana');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText('dish=plain count=7 size=l friend=200000000000000001'))).toBe(
    true,
  );
  await chat.close();
});

test('a step back takes an empty option away as a whole', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/order ');
  await chat.page.keyboard.press('Backspace');
  expect(await chat.field.inputValue()).toBe('/order ');
  await chat.close();
});

test('commands are those of the language and the place of the one who types', async () => {
  const chat = await room.open();
  await chat.page.getByRole('radio', { name: 'Chloé' }).check();
  await chat.page.getByRole('button', { name: 'Matchpoint', exact: true }).click();
  const field = chat.page.getByRole('textbox', { name: 'Message @Matchpoint' });
  await field.fill('/hello');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByRole('article', { name: /répon|answering Chloé/ }))).toBe(true);
  await chat.close();
});
