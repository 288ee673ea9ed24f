import type { Links } from '../accounts/links.ts';
import type { Vault } from '../accounts/vault.ts';
import { SECOND_MS } from '../durations.ts';
import { ServerIndex } from '../guilds/server-index.ts';
import type { createNaming } from '../members/naming.ts';
import type { Stores, StoreLog } from '../store/store.ts';
import { CupsRecord, NO_CUPS } from './cups.ts';
import { createDebts, DebtsRecord } from './debts.ts';
import { GivenRecord } from './entries.ts';
import { createGiven } from './given.ts';
import { createGivenRoles } from './given-roles.ts';
import { createLines, LinesRecord, type LinesDeps } from './lines.ts';
import { createMarks, MarksRecord } from './marks.ts';
import type { RolesPort } from './ports.ts';
import { createPopulation, holdersOf, type PopulationDeps } from './population.ts';
import { createRanks, RankRecord, type SeenRank } from './ranks.ts';
import { createRolesPage } from './roles-page.ts';
import { ServerRoles, type RoleRule } from './rules.ts';
import { createSeenRanks } from './seen-ranks.ts';
import type { ServerView } from './server.ts';
import { createServerRoles } from './server-roles.ts';

/** How long the list of servers with rules is used. */
const INDEX_MS = 10 * SECOND_MS;

export interface RolesDeps extends Pick<LinesDeps, 'logChannelOf' | 'translator'> {
  stores: Pick<Stores, 'namespace'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  discord: RolesPort;
  links: Pick<Links, 'read' | 'memberOf'>;
  naming: Pick<PopulationDeps, 'members' | 'rosters'> & Pick<ReturnType<typeof createNaming>, 'nameable'>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  /** Called when the rank of a linked member has changed. Throws `StoreError`. */
  onRank: ((discordId: string) => Promise<void>) | undefined;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
}

/** The part for commands. */
export type Roles = Pick<
  ReturnType<typeof createRoles>,
  'discord' | 'page' | 'preview' | 'add' | 'remove' | 'resume' | 'toggle' | 'read' | 'rolesOf' | 'owedBy'
>;
/** The part for the background work. */
export type RoleStores = ReturnType<typeof createRoles>['stores'];

/** Makes a server's roles follow the platform: holds what admins set, and passes changes to the background work. */
export function createRoles(deps: RolesDeps) {
  const { discord, links, naming, now, monotonic, log } = deps;
  const open = deps.stores;
  const serverRoles = createServerRoles({
    records: open.namespace('roles', ServerRoles),
    index: open.namespace('rolesindex', ServerIndex),
    trackServer: deps.trackServer,
    now,
  });
  const given = createGiven(open.namespace('given', GivenRecord));
  const ranks = createRanks({ store: open.namespace('ranks', RankRecord), now });
  const marks = createMarks(open.namespace('rolemarks', MarksRecord), now);
  const debts = createDebts({ store: open.namespace('roledebts', DebtsRecord), vault: deps.vault });
  const cupRecords = open.namespace('rolecups', CupsRecord);
  const cups = {
    read: async (guildId: string): Promise<CupsRecord> => (await cupRecords.get(guildId)) ?? NO_CUPS,
    write: (guildId: string, record: CupsRecord): Promise<void> => cupRecords.set(guildId, record),
  };
  const lines = createLines({
    ...deps,
    store: open.namespace('rolelines', LinesRecord),
    nameable: (guildId, discordIds) => naming.nameable(guildId, discordIds),
  });
  const { members, rosters } = naming;
  const population = createPopulation({ links, members, rosters, given, ranks, now });

  const readIndex = (): Promise<string[]> => serverRoles.index.read().then(Object.keys);
  const givenRoles = createGivenRoles({ given, debts, lines, serverRoles, guildIds: readIndex, now });

  let guildIds: { ids: Promise<string[]>; readAt: number } | undefined;
  const seen = createSeenRanks(now);
  const notes = new Set<Promise<void>>();

  /** The servers with rules, at most ten seconds old: without rules, nothing else is read. */
  function recentServers(): Promise<string[]> {
    if (guildIds === undefined || monotonic() - guildIds.readAt >= INDEX_MS) {
      const ids = readIndex();
      ids.catch(() => (guildIds = undefined));
      guildIds = { ids, readAt: monotonic() };
    }
    return guildIds.ids;
  }

  async function noteRank(rank: SeenRank): Promise<void> {
    const hasRules = (await recentServers()).length > 0;
    if (!hasRules && deps.onRank === undefined) return;
    const discordId = await links.memberOf(rank.playerId);
    if (discordId === undefined) return;
    const before = await ranks.read(rank.playerId);
    const hasMoved = rank.place !== undefined && rank.place !== before.place;
    const isNews =
      (rank.elo !== undefined && rank.elo !== before.elo) ||
      (rank.rank !== undefined && rank.rank !== before.rank);
    await ranks.note(rank);
    // A server with a brand-new first rule is not on the list yet.
    if (isNews && (hasRules || (await readIndex()).length > 0)) await marks.add(discordId);
    if (isNews || hasMoved) await deps.onRank?.(discordId);
  }

  /** Something about a linked member has changed: their link, whether they hide, where they were seen. */
  async function mark(discordId: string): Promise<void> {
    if ((await readIndex()).length === 0) return;
    const link = await links.read(discordId);
    if (link) await givenRoles.takeBack(discordId);
    const rank = link && seen.of(link.playerId);
    if (link && rank) await ranks.catchUp(link.playerId, rank);
    await marks.add(discordId);
  }

  async function viewOf(guildId: string): Promise<ServerView> {
    const [roles, record, residents] = await Promise.all([
      serverRoles.read(guildId),
      cups.read(guildId),
      population.all(guildId),
    ]);
    return { roles, cups: record, residents };
  }

  async function noteSeen(guildId: string): Promise<void> {
    const { residents } = await viewOf(guildId);
    const unread = holdersOf(residents).filter(({ elo, rank }) => elo === undefined && rank === undefined);
    for (const { playerId } of unread) {
      const last = seen.of(playerId);
      if (last !== undefined) await ranks.catchUp(playerId, last);
    }
    await serverRoles.index.mark(guildId);
  }

  return {
    stores: { cups, debts, given, lines, marks, population, ranks, serverRoles },
    discord,
    rolesOf: (discordId: string) => givenRoles.rolesOf(discordId),
    owedBy: (discordId: string) => givenRoles.owedBy(discordId),
    /** They hide or have unlinked. Throws `StoreError`. */
    async leave(discordId: string, { isUnlinked }: { isUnlinked: boolean }): Promise<void> {
      if (isUnlinked) await givenRoles.leave(discordId);
      await mark(discordId);
    },
    /** Removes what is stored about a player who is no longer linked. Throws `StoreError`. */
    forgetPlayer: (playerId: string): Promise<void> => ranks.forget(playerId),

    ...createRolesPage({ discord, now, seen, viewOf }),
    /** Throws `StoreError`. */
    async add(guildId: string, rule: RoleRule): Promise<'added' | 'already' | 'full'> {
      const outcome = await serverRoles.add(guildId, rule);
      guildIds = undefined;
      if (outcome === 'added') await noteSeen(guildId);
      return outcome;
    },
    remove: (guildId: string, ruleId: string, how: { keep: boolean }) =>
      serverRoles.remove(guildId, ruleId, how),
    resume: serverRoles.resume,
    toggle: serverRoles.toggle,
    read: serverRoles.read,

    /** Reports a change to the background work. Never rejects: all members are checked regularly anyway. */
    mark: (discordId: string): Promise<void> =>
      mark(discordId).catch((error: unknown) =>
        log.warn({ err: error }, 'a member whose roles may change could not be noted'),
      ),

    /** An answer of the platform showed ranks. Returns at once. */
    noteRanks(ranksSeen: readonly SeenRank[]): void {
      for (const rank of ranksSeen) {
        if (!seen.note(rank)) continue;
        const note = noteRank(rank)
          .catch((error: unknown) => log.warn({ err: error }, 'a rank could not be noted'))
          .finally(() => notes.delete(note));
        notes.add(note);
      }
    },

    /** Stores what the bot read about a player before they linked. Throws `StoreError`. */
    async storeSeen(playerId: string): Promise<void> {
      // Wait for these first: they decide what is news to a server's rules.
      await Promise.all(notes);
      const last = seen.of(playerId);
      if (last !== undefined) await ranks.catchUp(playerId, last);
    },

    /** Removes everything stored about a server. Throws `StoreError`. */
    async forgetServer(guildId: string): Promise<void> {
      await serverRoles.forget(guildId);
      await given.forget(guildId);
      await lines.forget(guildId);
      await debts.forgetServer(guildId);
      await cupRecords.delete(guildId);
    },
  };
}
