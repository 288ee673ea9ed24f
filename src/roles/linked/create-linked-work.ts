import { SECOND_MS } from '../../durations.ts';
import { every } from '../../jobs/every.ts';
import type { JobPart, Owner } from '../../jobs/part.ts';
import type { Links } from '../../accounts/links.ts';
import type { StoreLog } from '../../store/store.ts';
import { championOf, UNKNOWN } from '../cups.ts';
import type { LinkedRoles } from './linked-roles.ts';
import type { ConnectionsPort } from './ports.ts';

const EVERY_MS = 10 * SECOND_MS;
/** A tournament counts as won only if this many servers follow it, or the platform marks it as official. */
const SERVERS_MIN = 2;

interface LinkedWorkDeps {
  linkedRoles: Pick<LinkedRoles, 'noteChange' | 'noteWinner' | 'work'>;
  discord: ConnectionsPort;
  links: Pick<Links, 'memberOf'>;
  log: StoreLog;
  monotonic: () => number;
}

/** The background work that pushes what Linked Roles show. */
export function createLinkedWork(
  { discord, linkedRoles, links, log, monotonic }: LinkedWorkDeps,
  { followed, run }: Owner,
): JobPart {
  /** The winners that are stored, by tournament. */
  const winners = new Map<string, string | undefined>();

  async function noteWinners(): Promise<void> {
    for (const tournamentId of followed.tournamentIds()) {
      const reading = followed.reading(tournamentId);
      // Anyone can create a tournament and follow it in their own server.
      const servers = new Set(followed.of(tournamentId).map(({ guildId }) => guildId));
      const isOfficial = reading?.tournament.official === true;
      if (servers.size < SERVERS_MIN && !isOfficial) continue;
      const winnerId = reading === undefined ? UNKNOWN : championOf(reading);
      if (winnerId === UNKNOWN) continue;
      if (winners.has(tournamentId) && winners.get(tournamentId) === winnerId) continue;
      for (const playerId of await linkedRoles.noteWinner(tournamentId, winnerId)) {
        const discordId = await links.memberOf(playerId);
        if (discordId !== undefined) await linkedRoles.noteChange(discordId);
      }
      winners.set(tournamentId, winnerId);
    }
  }

  const part = every({
    everyMs: EVERY_MS,
    async work(epoch) {
      await noteWinners();
      await run(epoch, ({ guard }) => linkedRoles.work(guard(discord)));
    },
    failure: 'what Linked Roles show could not be updated',
    log,
    monotonic,
  });
  return {
    ...part,
    clear() {
      part.clear();
      winners.clear();
    },
  };
}
