import type { Consequences, Notice } from './link-flow.ts';
import type { Links } from './links.ts';
import type { Sleep } from './ports.ts';

/** For three seconds. */
const OTHER_PRESS_POLLS = 30;
const OTHER_PRESS_POLL_MS = 100;

/** The link that a member is asked to agree to; `since`: when they were asked. */
export interface LinkQuestion {
  discordId: string;
  playerId: string;
  since: number;
}

export async function consequences(
  links: Links,
  { discordId, playerId }: Pick<LinkQuestion, 'discordId' | 'playerId'>,
): Promise<Consequences> {
  const [owner, link] = await Promise.all([links.ownerOf(playerId), links.read(discordId)]);
  const notices: Notice[] = [];
  if (owner !== undefined && owner !== discordId) notices.push('moves');
  if (link === undefined || link.playerId === playerId) return { notices };
  notices.push('replaces');
  return { notices, replacedName: link.playerName ?? link.playerId };
}

/** Whether the question that the member agreed to showed all that ends. */
export const allShown = (notices: readonly Notice[], shown: readonly string[]): boolean =>
  notices.every((notice) => shown.includes(notice));

/** Whether what was asked about has been linked since. */
export async function isLinked(links: Links, { discordId, playerId, since }: LinkQuestion): Promise<boolean> {
  const link = await links.read(discordId);
  return link !== undefined && link.playerId === playerId && link.linkedAt >= since;
}

/** The same for a press that came second: it waits for the first one, and sees what that one did. */
export async function isLinkedMeanwhile(
  { links, sleep }: { links: Links; sleep: Sleep },
  question: LinkQuestion,
): Promise<boolean> {
  for (let poll = 0; poll < OTHER_PRESS_POLLS; poll++) {
    if (await isLinked(links, question)) return true;
    await sleep(OTHER_PRESS_POLL_MS);
  }
  return false;
}
