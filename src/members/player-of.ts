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
 * Finds the player of a user whom a member names, if that user may be named in this server. For all other users, hidden, absent or
 * not linked, it takes the same steps: the same reads, past all caches, and the same look-up. Otherwise the duration of a refusal
 * would tell them apart. `isMember`: Discord has just shown them as a member. Throws `StoreError`.
 */
export function createPlayerOf(deps: PlayerOfDeps) {
  const { members, readLink, now, sleep, onError } = deps;

  return async function playerOf(
    guildId: string | undefined,
    { discordId, isMember }: { discordId: string; isMember: boolean },
  ): Promise<string | undefined> {
    if (guildId === undefined) return undefined;
    // An unreadable record is an error for its member, and hides them from everyone else.
    const read = () => readLink(discordId).catch(unlessUnreadable);
    const [record, link] = await Promise.all([
      members.readNow(discordId).catch((error: unknown) => unlessUnreadable(error) ?? HIDDEN),
      // A link takes two reads, one after the other, and a missing link only one.
      read().then((found) => found ?? read()),
    ]);
    const verdict = verdictOf({ guildId, record, link, now: now() });
    if (verdict === 'yes' || (verdict === 'unproved' && isMember)) return link?.playerId;
    const isHere = await Promise.race([deps.isMember(guildId, discordId), sleep(LOOK_UP_WAIT_MS)]);
    // Nothing more is done for refused users.
    if (isHere !== true || verdict === 'no') return undefined;
    void deps.proveMember(guildId, discordId).catch(onError);
    return link?.playerId;
  };
}
