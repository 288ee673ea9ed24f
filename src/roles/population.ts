import type { Links } from '../accounts/links.ts';
import { verdictOf } from '../members/verdict.ts';
import type { NamingRecords } from '../members/naming.ts';
import type { createRosters } from '../members/rosters.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { MemberRoles } from './entries.ts';
import type { Given } from './given.ts';
import { isRatingRead, type RankRecord, type Ranks } from './ranks.ts';
import type { Holder } from './table.ts';

/** How many members are read from the store at once, so that answers don't have to wait. */
const AT_ONCE = 100;

/** A person with a role record in a server: they were seen there, or the bot gave them a role. */
export interface Resident {
  discordId: string;
  /** Only if they may hold a role: linked, not hidden, in the server. */
  holder: Holder | undefined;
  /** Linked, even if they may hold no role. */
  isLinked: boolean;
  rank: RankRecord;
  record: MemberRoles | undefined;
}

export interface PopulationDeps {
  links: Pick<Links, 'read'>;
  members: Pick<NamingRecords['members'], 'readNow'>;
  rosters: Pick<ReturnType<typeof createRosters>, 'rosterOf'>;
  given: Given;
  ranks: Pick<Ranks, 'read'>;
  now: () => number;
}

export type Population = ReturnType<typeof createPopulation>;

/** The members of a server, read past all caches. Every method throws `StoreError`. */
export function createPopulation({ links, members, rosters, given, ranks, now }: PopulationDeps) {
  /** A member with an unreadable record counts as absent: nothing is given or taken. */
  async function residentOf(
    guildId: string,
    discordId: string,
    record: MemberRoles | undefined,
  ): Promise<Resident | undefined> {
    let isDamaged = false;
    const orDamaged = (error: unknown): undefined => {
      unlessUnreadable(error);
      isDamaged = true;
    };
    const [link, member] = await Promise.all([
      links.read(discordId).catch(orDamaged),
      members.readNow(discordId).catch(orDamaged),
    ]);
    if (isDamaged) return undefined;
    if (link === undefined && record === undefined) return undefined;
    const verdict = verdictOf({ guildId, record: member, link, now: now() });
    const wasSeen = member?.guilds[guildId] !== undefined;
    const holds = record !== undefined && record.left === undefined;
    const isHidden = member?.hidden === true;
    const mayHold = link !== undefined && !isHidden && (holds || (wasSeen && verdict !== 'no'));
    const rank = link === undefined ? {} : await ranks.read(link.playerId);
    return {
      discordId,
      isLinked: link !== undefined,
      rank,
      record,
      holder: mayHold
        ? {
            discordId,
            playerId: link.playerId,
            name: link.playerName ?? '',
            linkedAt: link.linkedAt,
            elo: rank.elo,
            rank: rank.rank,
            isRead: isRatingRead(rank),
          }
        : undefined,
    };
  }

  return {
    /** `undefined` if nothing is stored or to do about them. */
    one: async (guildId: string, discordId: string): Promise<Resident | undefined> =>
      residentOf(guildId, discordId, await given.read(guildId, discordId)),
    /** By Discord id. */
    async all(guildId: string): Promise<Map<string, Resident>> {
      const [roster, records] = await Promise.all([rosters.rosterOf(guildId), given.readAll(guildId)]);
      const discordIds = [...new Set([...roster.map(({ discordId }) => discordId), ...records.keys()])];
      const residents = new Map<string, Resident>();
      for (let from = 0; from < discordIds.length; from += AT_ONCE)
        await Promise.all(
          discordIds.slice(from, from + AT_ONCE).map(async (discordId) => {
            const resident = await residentOf(guildId, discordId, records.get(discordId));
            if (resident !== undefined) residents.set(discordId, resident);
          }),
        );
      return residents;
    },
  };
}

/** The members who may hold roles. */
export const holdersOf = (residents: ReadonlyMap<string, Resident>): Holder[] =>
  [...residents.values()].flatMap(({ holder }) => holder ?? []);
