import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startPage, type PlaygroundPage } from '../../page/server.ts';
import { startPlayground, type Playground } from '../../start.ts';
import enUS from '../../../src/words/en-US.json' with { type: 'json' };
import {
  appears,
  disappears,
  browserTest as test,
  launchBrowser,
  openChat,
  PHONE,
  sidewaysPx,
  violations,
  type ChatPage,
} from '../support/chat-page.ts';

/** The built bot: run `npm run build` before. */
let browser: Browser;
let playground: Playground;
let page: PlaygroundPage;
let chat: ChatPage;

beforeAll(async () => {
  [browser, playground] = await Promise.all([
    launchBrowser(),
    startPlayground({ platform: { platformName: 'Rally' }, env: { PLATFORM_REGIONS: 'berlin=Berlin' } }),
  ]);
  page = await startPage({ ...playground, platformName: 'Rally' });
  chat = await openChat(browser, page.url);
});

afterAll(async () => {
  await chat.close();
  await browser.close();
  await page.close();
  await playground.close();
});

const { failure, register } = enUS;

/** The longest part of a sentence that does not depend on its placeholders. */
const wording = (sentence: string): string =>
  sentence
    .split(/\*\*|\{\{\w+\}\}|\n/)
    .toSorted((a, b) => b.length - a.length)[0]
    ?.trim() ?? sentence;

const answers = (tab: Page, member = 'Ana'): Locator =>
  tab.getByRole('article', { name: new RegExp(`^Matchpoint, .*answering ${member}`) });

/** Uses a command and waits for its answer. */
async function ask(line: string, values: Record<string, string> = {}): Promise<Locator> {
  const before = await answers(chat.page).count();
  await chat.send(line, values);
  const answer = answers(chat.page).nth(before);
  await answer.waitFor();
  await answer.getByText('is thinking…').waitFor({ state: 'detached' });
  return answer;
}

async function turn(label: string, option: string): Promise<void> {
  const select = chat.page.getByRole('combobox', { name: label });
  if (!(await select.isVisible()))
    await chat.page.getByRole('button', { name: 'Behind the scenes', exact: true }).click();
  await select.selectOption({ label: option });
}

test('a member links in the same browser, as the member of the page', async () => {
  const answer = await ask('/rank');
  const [tab] = await Promise.all([
    chat.context.waitForEvent('page'),
    answer.getByRole('link', { name: 'Link account' }).click(),
  ]);
  expect(await tab.getByRole('radio', { name: /Ana/ }).isChecked()).toBe(true);
  await tab.getByRole('button', { name: 'Authorize' }).click();
  await tab.getByText('Ana Conceição').click();
  await tab.getByRole('button', { name: 'Allow' }).click();
  await tab.getByRole('button', { name: 'Link accounts' }).click();
  await tab.getByText("You're linked").waitFor();
  await tab.close();
  await answer.getByText(/^Welcome, /).waitFor();
  await answer.getByRole('button', { name: /^Continue/ }).click();
  await chat.last().getByText('Ana Conceição').waitFor();
});

test.each<[string, Record<string, string>, string | RegExp]>([
  ['/help', {}, 'What I can do'],
  ['/rank', {}, /#\d+ globally/],
  ['/rank', { player: 'Ana' }, 'Ana Conceição'],
  ['/tournaments', { status: 'All' }, 'All tournaments'],
  ['/tournament', { tournament: 'Friday' }, 'Friday Night Open'],
  ['/bracket', { tournament: 'World' }, 'World Series of Pool'],
  ['/match', { match: 'Jürgen' }, 'Jürgen'],
  ['/matches', {}, 'Page 1'],
  ['/next', {}, 'Your next match'],
  ['/leaderboard', {}, 'Leaderboard'],
  ['/leaderboard', { region: 'berlin' }, 'Berlin'],
  ['/account', {}, 'Edit profile'],
  ['/register', { tournament: 'Sunday' }, 'Sunday Social'],
  ['/link', {}, 'Ana Conceição'],
])('%s %o answers', async (line, values, text) => {
  const answer = await ask(line, values);
  expect(await appears(answer.getByText(text).first())).toBe(true);
});

test('while the bot is stopped, presses fail; started again, it knows everything', async () => {
  const answer = await ask('/tournaments');
  const scenes = chat.page.getByRole('button', { name: 'Behind the scenes', exact: true });
  const stop = chat.page.getByRole('button', { name: 'Stop Matchpoint' });
  if (!(await stop.isVisible())) await scenes.click();
  await stop.click();
  await chat.page.getByText('Matchpoint is offline: presses and commands fail.').waitFor();
  expect(await violations(chat.page)).toEqual([]);
  await answer.getByRole('button', { name: 'Next ›' }).click();
  await answer.getByText('This interaction failed').waitFor();
  await chat.page.getByRole('button', { name: 'Start Matchpoint' }).first().click();
  await disappears(chat.page.getByText('Matchpoint is offline: presses and commands fail.'));
  await answer.getByRole('button', { name: 'Next ›' }).click();
  await answer.getByText('Page 2').waitFor();
  const rank = await ask('/rank');
  expect(await appears(rank.getByText('Ana Conceição').first())).toBe(true);
});

test('a score is reported, confirmed, and told to the channel', async () => {
  const before = await answers(chat.page).count();
  await chat.field.click();
  await chat.page.keyboard.type('/score Friday');
  await chat.page.getByRole('option', { name: /Ana Conceição vs Jürgen Weiß.*Friday/ }).click();
  await chat.fill({ player1_score: '3', player2_score: '1' });
  await chat.page.keyboard.press('Enter');
  const question = answers(chat.page).nth(before);
  await question.getByRole('button', { name: 'Swap' }).click();
  await question.getByText('1 – 3').waitFor();
  await question.getByRole('button', { name: 'Swap' }).click();
  await question.getByText('3 – 1').waitFor();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' });
  const post = chat.page
    .getByRole('article', { name: /^Matchpoint, (?!.*only you)/ })
    .filter({ hasText: '3 – 1' });
  expect(await appears(post.first())).toBe(true);
});

test('Show rank is in the menu of a member', async () => {
  await chat.page.getByRole('button', { name: 'Members', exact: true }).click();
  const members = chat.page.getByRole('complementary', { name: 'Members' });
  if (!(await members.isVisible()))
    await chat.page.getByRole('button', { name: 'Members', exact: true }).click();
  const before = await answers(chat.page).count();
  await members.getByText('Ana', { exact: false }).first().click({ button: 'right' });
  await chat.page.getByRole('menuitem', { name: /Show rank/ }).click();
  expect(
    await appears(
      answers(chat.page)
        .nth(before)
        .getByText(/#\d+ globally/),
    ),
  ).toBe(true);
});

for (const shape of [
  'Wrapped in envelopes',
  'In camelCase',
  'With the least it can say',
  'As JSON:API',
  'Like GraphQL over HTTP',
]) {
  test(`the bot bears answers in another shape: ${shape}`, async () => {
    await turn('Shape of Rally’s answers', shape);
    const answer = await ask('/account');
    expect(await appears(answer.getByText('Ana Conceição').first())).toBe(true);
  });
}

test.each<[string, string, string, Record<string, string>?]>([
  ['Slow answers', '/account', 'Ana Conceição'],
  ['Errors (500)', '/account', wording(failure.unavailable)],
  ['Too many requests (429)', '/account', wording(failure.rateLimited)],
  ['Dropped connections', '/account', wording(failure.unavailable)],
  ['Garbage instead of JSON', '/account', wording(failure.unexpectedResponse)],
  ['Lost answers to writes', '/register', wording(register.doneStarts), { tournament: 'Saturday' }],
  ['Down', '/account', wording(failure.unavailable)],
])('the bot bears a platform with a fault: %s', async (fault, line, words, values) => {
  await turn('Shape of Rally’s answers', 'As its document shows');
  await turn('Fault at Rally', fault);
  const answer = await ask(line, values);
  expect(await answer.innerText()).toContain(words);
  expect(await chat.page.getByText('The application did not respond').count()).toBe(0);
  await turn('Fault at Rally', 'None: works well');
});

test('nothing secret is shown of what went over the wire', async () => {
  const lines = chat.page.getByRole('region', { name: 'Wire log' });
  for (const summary of (await lines.locator('summary').all()).slice(0, 60)) await summary.click();
  const text = await lines.innerText();
  const { discord, platform } = playground;
  for (const secret of [discord.token, discord.clientSecret, platform.apiKey, platform.clientSecret])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/link\/start\?t=[A-Za-z0-9_-]{8}/);
  expect(text).toContain('•••');
});

test('the real answers pass axe, and fit a phone', async () => {
  expect(await violations(chat.page)).toEqual([]);
  const phone = await openChat(browser, page.url, { viewport: PHONE });
  expect(await sidewaysPx(phone.page)).toBe(0);
  expect(await violations(phone.page)).toEqual([]);
  await phone.close();
});

test('Unlink asks first, and then forgets', async () => {
  const question = await ask('/unlink');
  await question.getByRole('button', { name: 'Unlink' }).click();
  expect(await appears(question.getByText(/no longer linked/))).toBe(true);
});

test('Discord refused nothing but the press that came while the bot was stopped', () => {
  const refused = playground.discord.problems.filter(({ code }) => code !== 10_062);
  expect(refused).toEqual([]);
  expect(playground.discord.problems.length).toBeLessThanOrEqual(1);
});
