import { expect } from 'vitest';
import { appears, browserTest as test, disappears } from '../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

test('the list of commands opens at a slash and narrows', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/');
  const options = chat.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  expect(await options.count()).toBe(13);
  await chat.page.keyboard.type('he');
  expect(await options.allInnerTexts()).toEqual([
    expect.stringContaining('/hello'),
    expect.stringContaining('/helper'),
  ]);
  await chat.close();
});

test('arrow keys move in the list, Escape closes it and then empties the field, Tab takes a command', async () => {
  const chat = await room.open();
  const { page, field } = chat;
  await field.click();
  await page.keyboard.type('/he');
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).innerText()).toContain('/helper');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('');
  await page.keyboard.type('/ord');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog', { name: '/order' }).waitFor();
  expect(await field.inputValue()).toBe('');
  await chat.close();
});

test('a command without options is sent as soon as it is chosen', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/');
  await chat.page.getByRole('option', { name: '/secret' }).click();
  expect(await appears(chat.page.getByText('For your eyes'))).toBe(true);
  await chat.close();
});

test('a form asks for the options, with suggestions, choices, members and numbers', async () => {
  const chat = await room.open();
  const { page, form } = chat;
  await chat.field.click();
  // As in Discord, the space after the name goes on to the options.
  await page.keyboard.type('/order ph');
  await form.getByText('What to eat').waitFor();
  await form.getByRole('option', { name: 'Phở bò' }).click();
  const dish = form.getByRole('textbox', { name: 'dish' });
  expect(await dish.inputValue()).toBe('Phở bò');
  expect(await form.getByRole('listbox').count()).toBe(0);
  // The next one that is required has the focus.
  await page.keyboard.type('3');
  const size = form.getByRole('combobox', { name: 'size' });
  expect(await size.getByRole('option').allInnerTexts()).toEqual(['Not set', 'Small', 'Large']);
  await size.selectOption('Small');
  await size.selectOption('Not set');
  await form.getByRole('combobox', { name: 'friend' }).selectOption('Bruno');
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByText('dish=dish-1 count=3 friend=200000000000000002', { exact: true }).waitFor();
  await form.waitFor({ state: 'detached' });
  await chat.close();
});

test('the keys of a list stay within it, and the text of no suggestion is sent as it is', async () => {
  const chat = await room.open();
  const { page, form } = chat;
  await chat.field.click();
  await page.keyboard.type('/order my own dish');
  const list = form.getByRole('listbox', { name: 'Values for dish' });
  const options = list.getByRole('option');
  await options.first().waitFor();
  // Those for the whole text replace those for its first words.
  await expect.poll(() => list.getAttribute('aria-busy')).toBe('false');
  await page.keyboard.press('ArrowUp');
  expect(await options.last().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  expect([await options.count(), await form.count()]).toEqual([0, 1]);
  await form.getByRole('spinbutton', { name: 'count' }).fill('2');
  await page.keyboard.press('Enter');
  expect(await appears(page.getByText('dish=my own dish count=2'))).toBe(true);
  await chat.close();
});

test('Enter that comes before the suggestions waits for them', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/order ');
  await chat.form.getByRole('spinbutton', { name: 'count' }).fill('4');
  await chat.form.getByRole('textbox', { name: 'dish' }).click();
  await chat.page.keyboard.type('fei');
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText('dish=dish-1 count=4'))).toBe(true);
  await chat.close();
});

test('an optional field is not filled with a suggestion that was not chosen', async () => {
  const chat = await room.open();
  const { page, form } = chat;
  await chat.field.click();
  await page.keyboard.type('/greet');
  await page.keyboard.press('Enter');
  await form.waitFor();
  expect(await form.getByRole('listbox').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await form.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  expect(await appears(page.getByText('Greets nobody'))).toBe(true);
  await chat.close();
});

test('what is missing or wrong is said, and nothing is sent', async () => {
  const chat = await room.open();
  const { page, field, form } = chat;
  const before = await page.getByRole('article').count();
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await field.fill('/nothing');
  await page.keyboard.press('Enter');
  expect(await alert.innerText()).toBe('There is no command /nothing.');
  await field.fill('hello there');
  await page.keyboard.press('Enter');
  expect(await alert.innerText()).toContain('Only commands');
  await field.fill('');
  await page.keyboard.type('/order ');
  await form.getByRole('textbox', { name: 'dish' }).fill('x');
  await page.keyboard.press('Escape');
  const count = form.getByRole('spinbutton', { name: 'count' });
  for (const [value, fault] of [
    ['', 'valueMissing'],
    ['12', 'rangeOverflow'],
    ['1.5', 'stepMismatch'],
  ]) {
    await count.fill(value!);
    await form.getByRole('button', { name: 'Send' }).click();
    const validity = `document.activeElement.validity.${fault}`;
    expect([value, await page.evaluate(validity), await form.count()]).toEqual([value, true, 1]);
  }
  expect(await page.getByRole('article').count()).toBe(before);
  await chat.close();
});

test('what Discord refuses is said in the form, which keeps its values', async () => {
  const chat = await room.open();
  const { page, form } = chat;
  await chat.send('/order', { count: '5' });
  const dish = form.getByRole('textbox', { name: 'dish' });
  await dish.fill('x'.repeat(41));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect(await appears(form.getByText('option dish: has to have 0 to 40 characters'))).toBe(true);
  await dish.fill('x');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect(await appears(page.getByText('dish=x count=5'))).toBe(true);
  await chat.close();
});

test('a form that is closed gives the focus back to the message field', async () => {
  const chat = await room.open();
  await chat.field.click();
  await chat.page.keyboard.type('/greet ');
  await chat.form.waitFor();
  await chat.page.keyboard.press('Escape');
  expect(await disappears(chat.form)).toBe(true);
  expect(await chat.field.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
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
