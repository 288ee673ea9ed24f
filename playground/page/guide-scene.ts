import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Playground } from '../start.ts';

/** A page of the playground, whose parts become pictures. */
export interface PageScene {
  playground: Playground;
  context: BrowserContext;
  tab: Page;
  url: string;
  save: (part: Page | Locator, name: string) => Promise<void>;
}

/** The newest message that says this. */
export const article = ({ tab }: PageScene, text: string): Locator =>
  tab.getByRole('article').filter({ hasText: text }).last();

/** Takes a picture of it. */
export async function saveArticle(scene: PageScene, text: string, name: string): Promise<void> {
  const part = article(scene, text);
  await part.waitFor();
  await part.scrollIntoViewIfNeeded();
  await scene.tab.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {});
  await scene.save(part, name);
}

/** Opens a channel by its id, or the first one. */
export async function goTo({ tab, url }: PageScene, channelId = ''): Promise<void> {
  await tab.goto('about:blank');
  await tab.goto(`${url}#${channelId}`);
}
