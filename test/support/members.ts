import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { Playground } from '../../playground/start.ts';
import { Browser, type Page } from '../../playground/tour/browser.ts';
import { goThroughLinking, linkAddress } from '../../playground/tour/link-member.ts';

export { CAST };

type World = Pick<Playground, 'discord'>;

/** Types /link and goes through all pages as that member and that player; gives the last page. */
async function link(
  { discord }: World,
  name: string,
  player: string,
  browser = new Browser(),
): Promise<Page> {
  const invitation = await discord.member(name).slash('link').answer();
  return goThroughLinking(browser, linkAddress(invitation), { discord: name, player });
}

/** The same, where anything but success is a fault of the test's. */
export async function linked(
  world: World,
  name: string,
  player: string,
  browser = new Browser(),
): Promise<void> {
  const page = await link(world, name, player, browser);
  if (page.status !== 200) throw new Error(`linking ended with ${page.status}: ${page.text}`);
}
