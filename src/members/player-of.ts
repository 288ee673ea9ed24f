import { unlessUnreadable } from '../store/errors.ts';
import type { createMembers } from './members.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { verdictOf, type KnownLink } from './verdict.ts';

/** How long an answer waits for a look-up at Discord. */
export const LOOK_UP_WAIT_MS = 300;

const HIDDEN = { hidden: true as const, guilds: {} };

interface PlayerOfDeps extends Pick<AccountTools, 'now' | 'sleep'> {
  members: Pick<ReturnType<typeof createMembers>, 'readNow'>;
  readLink: (discordId: string) => Promise<KnownLink | undefined>;
  isMember: (guildId: string, discordId: string) => Promise<boolean | undefined>;
  proveMember: (guildId: string, discordId: string) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Finds the player of a user whom a member names, if that user may be named in this server. Others take the same way, be
 * they hidden, absent or not linked: the same reads, past all caches, and then the same look-up. Otherwise the time that a refusal
 * takes would tell them apart. `isMember`: Discord has just shown them to be one. Throws `StoreError`.
 */
export function createPlayerOf(deps: PlayerOfDeps) {
  const { members, readLink, now, sleep, onError } = deps;

  return async function playerOf(
    guildId: string | undefined,
    { discordId, isMember }: { discordId: string; isMember: boolean },
  ): Promise<string | undefined> {
    if (guildId === undefined) return undefined;
    // What cannot be read is an error to the one whose it is, and hides them from all others.
    const read = () => readLink(discordId).catch(unlessUnreadable);
    const [record, link] = await Promise.all([
      members.readNow(discordId).catch((error: unknown) => unlessUnreadable(error) ?? HIDDEN),
      // A link is two reads, one after the other, and none is one.
      read().then((found) => found ?? read()),
    ]);
    const verdict = verdictOf({ guildId, record, link, now: now() });
    if (verdict === 'yes' || (verdict === 'unproved' && isMember)) return link?.playerId;
    const isHere = await Promise.race([deps.isMember(guildId, discordId), sleep(LOOK_UP_WAIT_MS)]);
    // Nothing more is done about those who are refused.
    if (isHere !== true || verdict === 'no') return undefined;
    void deps.proveMember(guildId, discordId).catch(onError);
    return link?.playerId;
  };
}
