import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { fillForm, typeCommand, type FormValues } from '../../page/type-command.ts';
import { missing } from '../../../test/support/programs.ts';

export { launchBrowser } from '../../page/launch-browser.ts';

/** A test in a browser, skipped on a machine without one. */
export const browserTest = test.skipIf(missing('browser'));

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const SMALLEST = { width: 320, height: 640 };
/** Of a page on which something did not appear: its newest messages, and the form that is open. */
const SHOWN_CHARACTERS = 2000;

/** The chat page as a person uses it: by what can be seen and by roles and names. */
export interface ChatPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly field: Locator;
  /** Faults that the browser's console told of. */
  readonly complaints: readonly string[];
  /** The form that is open. */
  readonly form: Locator;
  /** Fills in fields of the form. */
  fill(values: FormValues): Promise<void>;
  /** Uses a command, with the values of its form. */
  send(line: string, values?: FormValues): Promise<void>;
  /** The newest message. */
  last(): Locator;
  close(): Promise<void>;
}

export async function openChat(
  browser: Browser,
  url: string,
  options: { viewport?: { width: number; height: number }; colorScheme?: 'dark' | 'light' } = {},
): Promise<ChatPage> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  const field = page.getByRole('textbox', { name: /^Message / });
  await field.waitFor();
  return {
    page,
    context,
    field,
    complaints,
    last: () => page.getByRole('article').last(),
    form: page.getByRole('dialog'),
    fill: (values) => fillForm(page, values),
    send: (line, values) => typeCommand(page, line, values),
    close: () => context.close(),
  };
}

/** What axe finds wrong, in a form that a failed test can show. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** How far the page could be scrolled sideways. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Waits until something can be seen; throws where that does not come, with what the page shows instead. */
export async function appears(locator: Locator): Promise<boolean> {
  try {
    await locator.waitFor();
  } catch (error) {
    const shown = await locator.page().locator('body').innerText();
    throw new Error(`It does not appear. The page shows:\n${shown.slice(-SHOWN_CHARACTERS)}`, {
      cause: error,
    });
  }
  return true;
}

/** Waits until something is gone; throws where it stays. */

export async function disappears(locator: Locator): Promise<boolean> {
  await locator.waitFor({ state: 'detached' });
  return true;
}
