import { sha256 } from '../store/sha256.ts';
import type { Post } from '../words/reply.ts';
import type { KeyedMatch } from './changes.ts';
import type { Turn, Work } from './work.ts';

/** By then, every server that follows a tournament has called the match. */
const DIRECT_TTL_MS = 2 * 24 * 60 * 60_000;

/** Sends a direct message once. `false` where it could not be sent, and the member is to be mentioned instead. */
async function sendDirect(
  { discordId, matchKey, direct }: { discordId: string; matchKey: string; direct: Post },
  { alerts, channels, directs, log }: Work,
): Promise<boolean> {
  const name = sha256(`${discordId}:${matchKey}`);
  if ((await directs.get(name)) === true) return true;
  try {
    // Two servers that call at once send one nonce, which Discord takes once.
    const answer = await channels.postDirect(discordId, direct, name.slice(0, 25));
    if ('id' in answer) {
      await directs.set(name, true, DIRECT_TTL_MS);
      return true;
    }
    if (answer.refused === 'closed') await alerts.noteClosed(discordId);
  } catch (error) {
    log.warn({ err: error }, 'a direct message could not be sent');
  }
  return false;
}

/**
 * Gives the players of a match who are to be mentioned in a server, in the order of the sides. Whoever asked for a direct
 * message gets `direct` instead, once, however many servers call the match. Throws `StoreError`.
 */
export async function reachPlayers(
  { guildId, reading }: Turn,
  { key, match }: KeyedMatch,
  direct: Post,
  work: Work,
): Promise<[string | undefined, string | undefined]> {
  const { accounts, alerts, naming } = work;
  const matchKey = `${reading.tournament.id}:${key}`;
  const owners = await Promise.all(
    match.sides.map(async ({ player }) =>
      player?.id === undefined ? undefined : accounts.ownerOf(player.id),
    ),
  );
  const named = await naming.nameable(
    guildId,
    owners.filter((discordId) => discordId !== undefined),
  );
  const [first, second] = await Promise.all(
    owners.map(async (discordId) => {
      if (discordId === undefined) return undefined;
      const { how } = await alerts.read(discordId);
      const isReached =
        how === 'off' || (how === 'dm' && (await sendDirect({ discordId, matchKey, direct }, work)));
      return !isReached && named.has(discordId) ? discordId : undefined;
    }),
  );
  return [first, second];
}
