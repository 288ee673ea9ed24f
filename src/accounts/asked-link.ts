import type { Notice } from './link-flow.ts';
import type { Links } from './links.ts';
import type { Sleep } from './ports.ts';

/** For three seconds. */
const OTHER_PRESS_POLLS = 30;
const OTHER_PRESS_POLL_MS = 100;

/** A link that a member was asked about, at the time `since`. */
export interface AskedLink {
  discordId: string;
  playerId: string;
  since: number;
}

/** What ends with a link: to be told before anybody agrees to it. */
export async function consequences(
  links: Links,
  { discordId, playerId }: Pick<AskedLink, 'discordId' | 'playerId'>,
): Promise<{ notices: Notice[]; replacedName?: string }> {
  const [owner, link] = await Promise.all([links.ownerOf(playerId), links.read(discordId)]);
  const notices: Notice[] = [];
  if (owner !== undefined && owner !== discordId) notices.push('moves');
  if (link === undefined || link.playerId === playerId) return { notices };
  notices.push('replaces');
  return { notices, replacedName: link.playerName ?? link.playerId };
}

/** Whether the member, when they agreed, had been told all that ends. */
export const wereTold = (notices: readonly Notice[], told: readonly string[]): boolean =>
  notices.every((notice) => told.includes(notice));

/** Whether what was asked about has been linked since. */
export async function isLinked(links: Links, { discordId, playerId, since }: AskedLink): Promise<boolean> {
  const link = await links.read(discordId);
  return link !== undefined && link.playerId === playerId && link.linkedAt >= since;
}

/** The same for a press that came second: it waits for the first one, and sees what that one did. */
export async function isLinkedMeanwhile(
  { links, sleep }: { links: Links; sleep: Sleep },
  asked: AskedLink,
): Promise<boolean> {
  for (let poll = 0; poll < OTHER_PRESS_POLLS; poll++) {
    if (await isLinked(links, asked)) return true;
    await sleep(OTHER_PRESS_POLL_MS);
  }
  return false;
}
