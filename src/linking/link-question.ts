import { unlessUnreadable } from '../store/errors.ts';
import type { Consequences, Notice } from './link-flow.ts';
import type { Links } from '../accounts/links.ts';
import type { Sleep } from '../accounts/ports.ts';

const WAIT_POLLS = 30;
const WAIT_POLL_MS = 100;

/** The link that a member is asked to accept; `since`: when the question was shown. */
export interface LinkQuestion {
  discordId: string;
  playerId: string;
  since: number;
}

export async function consequences(
  links: Links,
  { discordId, playerId }: Pick<LinkQuestion, 'discordId' | 'playerId'>,
): Promise<Consequences> {
  const [isTaken, link] = await Promise.all([
    links.memberOf(playerId).then(
      (memberId) => memberId !== undefined && memberId !== discordId,
      // A record that cannot be read may be another user's link.
      (error: unknown) => unlessUnreadable(error) ?? true,
    ),
    links.read(discordId),
  ]);
  const notices: Notice[] = [];
  if (isTaken) notices.push('moves');
  if (link === undefined || link.playerId === playerId) return { notices };
  notices.push('replaces');
  return { notices, replacedName: link.playerName ?? link.playerId };
}

/** Whether the member saw every notice. */
export const allShown = (notices: readonly Notice[], shown: readonly string[]): boolean =>
  notices.every((notice) => shown.includes(notice));

/** Whether the link has been stored since the question. */
export async function isLinked(links: Links, { discordId, playerId, since }: LinkQuestion): Promise<boolean> {
  const link = await links.read(discordId);
  return link !== undefined && link.playerId === playerId && link.linkedAt >= since;
}

/** The same for a second press: waits up to three seconds for the first one to store the link. */
export async function waitUntilLinked(
  { links, sleep }: { links: Links; sleep: Sleep },
  question: LinkQuestion,
): Promise<boolean> {
  for (let poll = 0; poll < WAIT_POLLS; poll++) {
    if (await isLinked(links, question)) return true;
    await sleep(WAIT_POLL_MS);
  }
  return false;
}
