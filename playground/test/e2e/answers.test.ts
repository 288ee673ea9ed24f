import { expect } from 'vitest';
import { disappears, appears, browserTest as test } from '../support/chat-page.ts';
import { fakeRoom } from './fake-room.ts';

const room = fakeRoom();

test('an answer says who wrote it, when, and to whom', async () => {
  const chat = await room.open();
  await chat.send('/hello');
  const article = chat.page.getByRole('article', { name: /^Matchpoint, .+\d.+, answering Ana$/ }).last();
  await article.getByText('Hello!').waitFor();
  expect(await article.innerText()).toContain('/hello');
  await chat.close();
});

test('an embed is drawn as text: markup that is not ours does nothing', async () => {
  const chat = await room.open();
  await chat.send('/hello');
  const article = chat.last();
  await article.getByText('<img src=x onerror=alert(1)>').waitFor();
  expect(await article.getByText('*not italic*').count()).toBe(1);
  expect(await article.getByRole('link', { name: 'no' }).count()).toBe(0);
  expect(await article.getByText('@Bruno').count()).toBe(1);
  expect(await article.locator('time[title]').count()).toBeGreaterThan(1);
  expect(await article.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two']);
  const answers = await chat.page.getByRole('article').count();
  await article.getByRole('button', { name: '/hello' }).click();
  await chat.page.getByRole('article').nth(answers).waitFor();
  expect(chat.complaints).toEqual([]);
  await chat.close();
});

test('an ephemeral answer is marked, is seen by one member alone, and can be dismissed', async () => {
  const chat = await room.open();
  await chat.send('/secret');
  const article = chat.page.getByRole('article', { name: /Only you can see this$/ });
  await article.getByText('Only you can see this').waitFor();
  await chat.page.getByRole('radio', { name: 'Bruno' }).check();
  await article.waitFor({ state: 'detached' });
  await chat.page.getByRole('radio', { name: 'Ana' }).check();
  await article.getByRole('button', { name: 'Dismiss message' }).click();
  expect(await chat.page.getByText('For your eyes').count()).toBe(0);
  await chat.close();
});

test('thinking is shown, and the answer takes its place', async () => {
  const chat = await room.open();
  await chat.send('/think');
  await chat.page.getByText('Matchpoint is thinking…').waitFor();
  await chat.page.getByText('Done thinking').waitFor();
  expect(await chat.page.getByText('Matchpoint is thinking…').count()).toBe(0);
  await chat.close();
});

test('a message that is deleted is gone', async () => {
  const chat = await room.open();
  await chat.send('/vanish');
  await chat.page.getByText('Soon gone').waitFor();
  expect(await disappears(chat.page.getByText('Soon gone'))).toBe(true);
  await chat.close();
});

test('an unanswered command says so', async () => {
  const chat = await room.open();
  await chat.send('/silent');
  await chat.page.getByText('The application did not respond').waitFor();
  await chat.page.getByRole('button', { name: 'Dismiss message' }).last().click();
  expect(await chat.page.getByText('The application did not respond').count()).toBe(0);
  await chat.close();
});

test('buttons change their message and keep the focus; one that fails says so; a link opens a new tab', async () => {
  const chat = await room.open();
  await chat.send('/buttons');
  const article = chat.last();
  await article.getByRole('button', { name: 'Press me' }).focus();
  await chat.page.keyboard.press('Enter');
  await article.getByText('Pressed 1 times').waitFor();
  await chat.page.keyboard.press('Enter');
  await article.getByText('Pressed 2 times').waitFor();
  await article.getByText('(edited)').waitFor();
  await article.getByRole('button', { name: 'Press in vain' }).click();
  await article.getByText('This interaction failed').waitFor();
  expect(await article.getByRole('button', { name: 'Not now' }).isDisabled()).toBe(true);
  expect(await article.getByRole('link', { name: 'Read more' }).getAttribute('target')).toBe('_blank');
  await chat.close();
});

test('a select sends what is chosen, by mouse and by keyboard', async () => {
  const chat = await room.open();
  await chat.send('/buttons');
  const select = chat.last().getByRole('combobox', { name: 'Pick a fruit…' });
  await select.click();
  await chat.page.getByRole('option', { name: /Banana/ }).click();
  await chat.page.getByText('You picked b').waitFor();
  await chat.page.getByRole('combobox', { name: 'Pick a fruit…' }).last().focus();
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('ArrowDown');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText(/^You picked [ab]$/).nth(1))).toBe(true);
  await chat.close();
});

test('a form is a dialog: it holds the focus, Escape closes it, and it is sent', async () => {
  const chat = await room.open();
  await chat.send('/form');
  const dialog = chat.page.getByRole('dialog', { name: 'Your feedback' });
  await dialog.waitFor();
  await chat.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await chat.field.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);

  await chat.send('/form');
  await dialog.waitFor();
  await chat.page.keyboard.type('Ana B');
  for (let step = 0; step < 12; step += 1) await chat.page.keyboard.press('Tab');
  expect(
    await chat.page.evaluate(
      'document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement)',
    ),
  ).toBe(true);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await chat.page.getByText('Thanks, Ana B').waitFor();
  expect(await dialog.count()).toBe(0);
  await chat.close();
});

test('the commands of a member are behind a right click and behind a button', async () => {
  const chat = await room.open();
  const members = chat.page.getByRole('complementary', { name: 'Members' });
  await members.getByText('Bruno').click({ button: 'right' });
  await chat.page.getByRole('menuitem', { name: /Wave/ }).click();
  await chat.page.getByText('Waves at 200000000000000002').waitFor();
  await members.getByRole('button', { name: 'More for Chloé' }).focus();
  await chat.page.keyboard.press('Enter');
  await chat.page.keyboard.press('Enter');
  expect(await appears(chat.page.getByText('Waves at 200000000000000003'))).toBe(true);
  await chat.close();
});

test('several tabs see the same chat, and a new one sees what was before', async () => {
  const first = await room.open();
  const second = await room.open();
  await first.page.getByRole('button', { name: 'Matchpoint', exact: true }).click();
  await second.page.getByRole('button', { name: 'Matchpoint', exact: true }).click();
  await first.page.getByRole('textbox', { name: 'Message @Matchpoint' }).waitFor();
  await first.send('/hello');
  await second.page.getByText('Hello!').waitFor();
  const third = await room.open();
  expect(await third.page.getByRole('article').count()).toBeGreaterThan(0);
  await Promise.all([first.close(), second.close(), third.close()]);
});

test('others are shown nothing of a private message, and no raw markup', async () => {
  const chat = await room.open();
  await chat.send('/ask');
  await chat.last().getByRole('button', { name: 'Tell all' }).click();
  const article = chat.page.getByRole('article').filter({ hasText: 'Told to all' }).last();
  await article.getByText('Shall I tell /hello all?').waitFor();
  await chat.page.getByRole('radio', { name: 'Bruno' }).check();
  await article.getByText('a message that only one person sees').waitFor();
  expect(await chat.page.getByText('Shall I').count()).toBe(0);
  const link = article.getByRole('link', { name: 'http://127.0.0.1:9/more' });
  expect(await link.getAttribute('href')).toBe('http://127.0.0.1:9/more');
  await chat.close();
});

test('what a press makes known is in sight, however far up it was made', async () => {
  const chat = await room.open();
  await chat.send('/ask');
  const tell = chat.page.getByRole('button', { name: 'Tell all' }).last();
  for (let nth = 0; nth < 6; nth += 1) await chat.send('/hello');
  await tell.scrollIntoViewIfNeeded();
  await tell.click();
  const post = chat.page.getByText(/^Told to all/).last();
  await post.waitFor();
  await chat.page.waitForFunction(
    (element) => {
      const { bottom } = element!.getBoundingClientRect();
      return bottom <= element!.closest('.log')!.getBoundingClientRect().bottom;
    },
    await post.elementHandle(),
  );
  await chat.close();
});

test('servers have channels that only some see, and native selects offer roles and channels', async () => {
  const chat = await room.open();
  const { page } = chat;
  await page.getByRole('button', { name: 'match-night', exact: true }).click();
  await chat.send('/panel');
  await chat.last().getByRole('combobox', { name: 'Organizer role' }).selectOption('Organizer');
  await page.getByText('native-role: @Organizer').waitFor();
  const panel = page.getByRole('article').filter({ hasText: 'Panel' });
  await panel.getByRole('combobox', { name: 'Results channel' }).selectOption('#results');
  await page.getByText('#results').last().waitFor();
  expect(await page.getByRole('button', { name: 'staff', exact: true }).count()).toBe(1);
  await page.getByRole('radio', { name: 'Chloé' }).check();
  expect(await page.getByRole('button', { name: 'staff', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'lobby', exact: true }).click();
  const members = page.getByRole('complementary', { name: 'Members' });
  expect(await members.getByText('Ana').count()).toBe(0);
  await chat.close();
});
