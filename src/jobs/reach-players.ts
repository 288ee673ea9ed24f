import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../accounts/alerts.ts';
import type { Naming } from '../accounts/naming.ts';
import type { Post } from '../words/reply.ts';
import type { Store } from '../store/store.ts';
import type { KeyedMatch } from './changes.ts';
import type { Channels, JobsLog } from './ports.ts';
import { sha256 } from '../store/sha256.ts';

/** A match is called in less time everywhere that it is followed. */
const DIRECT_TTL_MS = 2 * 24 * 60 * 60_000;

interface ReachDeps {
  accounts: Pick<Accounts, 'ownerOf'>;
  naming: Pick<Naming, 'nameable'>;
  alerts: Pick<Alerts, 'read' | 'noteClosed'>;
  channels: Pick<Channels, 'postDirect'>;
  /** Under a hash: direct messages that were sent. */
  sent: Store<true>;
  log: JobsLog;
}

/**
 * Gives the players of a match who are to be mentioned in a server, in the order of the sides. Whoever asked for a direct
 * message gets `direct` instead, once, however many servers call the match. Throws `StoreError`.
 */
export type ReachPlayers = (request: {
  guildId: string;
  tournamentId: string;
  call: KeyedMatch;
  direct: Post;
}) => Promise<[string | undefined, string | undefined]>;

export function createReachPlayers(deps: ReachDeps): ReachPlayers {
  const { accounts, alerts, channels, log, naming, sent } = deps;

  /** `false` where the member is mentioned instead. */
  async function sendDirect(discordId: string, matchKey: string, direct: Post): Promise<boolean> {
    const name = sha256(`${discordId}:${matchKey}`);
    if ((await sent.get(name)) === true) return true;
    try {
      // Two servers that call at once send one nonce, which Discord takes once.
      const answer = await channels.postDirect(discordId, direct, name.slice(0, 25));
      if ('id' in answer) {
        await sent.set(name, true, DIRECT_TTL_MS);
        return true;
      }
      if (answer.refused === 'closed') await alerts.noteClosed(discordId);
    } catch (error) {
      log.warn({ err: error }, 'a direct message could not be sent');
    }
    return false;
  }

  return async ({ guildId, tournamentId, call: { key, match }, direct }) => {
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
          how === 'off' || (how === 'dm' && (await sendDirect(discordId, `${tournamentId}:${key}`, direct)));
        return !isReached && named.has(discordId) ? discordId : undefined;
      }),
    );
    return [first, second];
  };
}
