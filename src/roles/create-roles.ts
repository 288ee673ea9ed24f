import { LRUCache } from 'lru-cache';
import type { Links } from '../accounts/links.ts';
import type { Sleep } from '../accounts/ports.ts';
import type { Vault } from '../accounts/vault.ts';
import { SECOND_MS } from '../durations.ts';
import { ServerIndex } from '../guilds/server-index.ts';
import type { createNaming } from '../members/naming.ts';
import { oneLine } from '../words/plain.ts';
import type { Stores, StoreLog } from '../store/store.ts';
import { CupsRecord, NO_CUPS } from './cups.ts';
import { createDebts, DebtsRecord } from './debts.ts';
import { GivenRecord } from './entries.ts';
import { createGiven } from './given.ts';
import { createLines, LinesRecord, type LinesDeps } from './lines.ts';
import { createMarks, MarksRecord } from './marks.ts';
import type { RolesPort } from './ports.ts';
import { createPopulation, holdersOf, type PopulationDeps } from './population.ts';
import { createRanks, RankRecord, type SeenRank } from './ranks.ts';
import { labelKey, needsOf, ServerRoles, type RoleRule } from './rules.ts';
import { changesIn, holdsIn, type ServerView } from './server.ts';
import { createServerRoles, withRule } from './server-roles.ts';

/** How long the list of servers with rules is used. */
const INDEX_MS = 10 * SECOND_MS;
/** How long a deletion waits for the roles to be taken, and how often it looks. */
const TAKE_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS / 2;
const PLAYERS_MAX = 20_000;
const LABELS_MAX = 100;

export interface RolesDeps extends Pick<LinesDeps, 'channels' | 'logChannelOf' | 'translator'> {
  stores: Pick<Stores, 'namespace'>;
  vault: Pick<Vault, 'seal' | 'open'>;
  discord: RolesPort;
  links: Pick<Links, 'read' | 'ownerOf'>;
  naming: Pick<PopulationDeps, 'members' | 'rosters'> & Pick<ReturnType<typeof createNaming>, 'nameable'>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  /** The rank of a linked user has changed. Throws `StoreError`. */
  onRank: ((discordId: string) => Promise<void>) | undefined;
  log: StoreLog;
  now: () => number;
  monotonic: () => number;
  sleep: Sleep;
}

/** What /settings shows of a server's rules. */
export interface RolesPage {
  roles: ServerRoles;
  /** How many members hold each role. */
  holds: ReadonlyMap<string, number>;
  /** Changes that are still to be made. */
  left: number;
  /** Members whose rank was never read, where a rule needs it. */
  unread: number;
  /** Rank labels that the platform has shown, the most frequent first. */
  labels: readonly string[];
}

/** How many members a change gives a role, and takes it from. */
export type RolesPreview = ReadonlyMap<string, { gives: number; takes: number }>;

/** What somebody was given in servers. */
export interface GivenRole {
  guildId: string;
  roleId: string;
  /** When its rule was made. */
  roleName: string | undefined;
}

/** What commands may use. */
export type Roles = Pick<
  ReturnType<typeof createRoles>,
  'discord' | 'page' | 'preview' | 'add' | 'remove' | 'resume' | 'toggle' | 'read' | 'rolesOf'
>;
/** What the background work shares with it. */
export type RoleStores = ReturnType<typeof createRoles>['stores'];

/** A server's roles follow the platform: what admins set, and what others have to tell the background work. */
export function createRoles(deps: RolesDeps) {
  const { discord, links, naming, now, monotonic, sleep, log } = deps;
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

  let guildIds: { ids: Promise<string[]>; readAt: number } | undefined;
  /** What was last seen of each player, also of those who are not linked yet. */
  const seen = new LRUCache<string, SeenRank>({ max: PLAYERS_MAX });
  const labels = new LRUCache<string, string>({ max: LABELS_MAX });

  const readIndex = (): Promise<string[]> => serverRoles.index.read().then(Object.keys);

  /** The servers with rules, at most ten seconds ago: nothing else costs anything where there are none. */
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
    const owner = await links.ownerOf(rank.playerId);
    if (owner === undefined) return;
    const before = await ranks.read(rank.playerId);
    const hasMoved = rank.place !== undefined && rank.place !== before.place;
    const isNews =
      (rank.elo !== undefined && rank.elo !== before.elo) ||
      (rank.rank !== undefined && rank.rank !== before.rank);
    await ranks.note(rank);
    if (isNews && hasRules) await marks.add(owner);
    if (isNews || hasMoved) await deps.onRank?.(owner);
  }

  /** What is known of a linked user has changed: their link, whether they hide, where they were seen. */
  async function mark(discordId: string): Promise<void> {
    if ((await readIndex()).length === 0) return;
    const link = await links.read(discordId);
    const rank = link && seen.get(link.playerId);
    if (rank !== undefined) await ranks.note(rank);
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

  /** With ranks that were seen lately, of members whose rank is not stored: without rules none is. */
  const withSeen = (view: ServerView): ServerView => ({
    ...view,
    residents: new Map(
      [...view.residents].map(([discordId, resident]) => {
        const { holder } = resident;
        const last = holder && seen.get(holder.playerId);
        if (holder === undefined || last === undefined) return [discordId, resident];
        const { elo = last.elo, rank = last.rank } = holder;
        return [discordId, { ...resident, holder: { ...holder, elo, rank, isRead: true } }];
      }),
    ),
  });

  async function noteSeen(guildId: string): Promise<void> {
    const { residents } = await viewOf(guildId);
    const unread = holdersOf(residents).filter(({ elo, rank }) => elo === undefined && rank === undefined);
    for (const { playerId } of unread) {
      const last = seen.get(playerId);
      if (last !== undefined) await ranks.note(last);
    }
    await serverRoles.index.mark(guildId);
  }

  function labelsIn({ residents }: Pick<ServerView, 'residents'>): string[] {
    const counts = new Map<string, { label: string; count: number }>();
    const add = (label: string, by: number): void => {
      const entry = counts.get(labelKey(label)) ?? { label, count: 0 };
      entry.count += by;
      counts.set(labelKey(label), entry);
    };
    for (const { rank } of residents.values()) if (rank.rank !== undefined) add(rank.rank, 1);
    for (const label of labels.values()) add(label, 0);
    return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ label }) => label);
  }

  async function rolesOf(discordId: string): Promise<GivenRole[]> {
    const found = await Promise.all(
      (await readIndex()).map(async (guildId) => {
        const record = await given.read(guildId, discordId);
        const own = Object.entries(record?.roles ?? {}).filter(
          ([, { state }]) => state === 'ours' || state === 'pending',
        );
        if (own.length === 0) return [];
        const { rules } = await serverRoles.read(guildId);
        return own.map(([roleId]) => ({
          guildId,
          roleId,
          roleName: Object.values(rules).find((rule) => rule.roleId === roleId)?.roleName,
        }));
      }),
    );
    return found.flat();
  }

  return {
    stores: { cups, debts, given, lines, marks, population, ranks, serverRoles },
    discord,
    rolesOf,

    /** What the page shows. Throws `StoreError`. */
    async page(guildId: string): Promise<RolesPage> {
      const view = await viewOf(guildId);
      const holders = holdersOf(view.residents);
      const needs = needsOf(Object.values(view.roles.rules));
      const isUnread = ({ elo, isRead, rank }: (typeof holders)[number]): boolean =>
        (needs.rating && elo === undefined && !isRead) || (needs.label && rank === undefined);
      const changes = [...changesIn(view, now()).values()];
      return {
        roles: view.roles,
        holds: holdsIn(view),
        left: changes.reduce((sum, { gives, takes }) => sum + gives + takes, 0),
        unread: holders.filter(isUnread).length,
        labels: labelsIn(view),
      };
    },
    /** What a rule would change, beyond what is under way, by all ranks that were seen lately. Throws `StoreError`. */
    async preview(guildId: string, rule: RoleRule): Promise<RolesPreview> {
      const view = withSeen(await viewOf(guildId));
      const before = changesIn(view, now());
      const after = changesIn({ ...view, roles: withRule(view.roles, rule) }, now());
      const preview = new Map<string, { gives: number; takes: number }>();
      for (const [roleId, { gives, takes }] of after) {
        const old = before.get(roleId) ?? { gives: 0, takes: 0 };
        const change = { gives: Math.max(0, gives - old.gives), takes: Math.max(0, takes - old.takes) };
        if (change.gives + change.takes > 0 || roleId === rule.roleId) preview.set(roleId, change);
      }
      return preview;
    },
    /** Throws `StoreError`. */
    async add(guildId: string, rule: RoleRule): Promise<'added' | 'already' | 'full'> {
      const outcome = await serverRoles.add(guildId, rule);
      if (outcome === 'added') await noteSeen(guildId);
      return outcome;
    },
    remove: (guildId: string, ruleId: string, how: { keep: boolean }) =>
      serverRoles.remove(guildId, ruleId, how),
    resume: serverRoles.resume,
    toggle: serverRoles.toggle,
    read: serverRoles.read,

    /** Tells the background work of a change. Never rejects: all members are looked at now and then. */
    mark: (discordId: string): Promise<void> =>
      mark(discordId).catch((error: unknown) =>
        log.warn({ err: error }, 'whose roles change could not be noted'),
      ),

    /** An answer of the platform shows ranks. Returns at once. */
    noteRanks(ranksSeen: readonly SeenRank[]): void {
      for (const rank of ranksSeen) {
        if (rank.rank !== undefined) labels.set(labelKey(rank.rank), oneLine(rank.rank, 60));
        const before = seen.get(rank.playerId);
        const merged = {
          ...rank,
          elo: rank.elo ?? before?.elo,
          rank: rank.rank ?? before?.rank,
          place: rank.place ?? before?.place,
        };
        seen.set(rank.playerId, merged);
        if (
          before !== undefined &&
          before.elo === merged.elo &&
          before.rank === merged.rank &&
          before.place === merged.place
        )
          continue;
        void noteRank(rank).catch((error: unknown) => log.warn({ err: error }, 'a rank could not be noted'));
      }
    },

    /** Before everything about somebody is deleted: their link is gone, so the background work takes their roles. Throws `StoreError`. */
    async takeAll(discordId: string): Promise<void> {
      const until = monotonic() + TAKE_MS;
      for (let looks = 0; looks < TAKE_MS / LOOK_MS && monotonic() < until; looks++) {
        if ((await rolesOf(discordId)).length === 0) return;
        await sleep(LOOK_MS);
      }
      const left = await rolesOf(discordId);
      for (const guildId of new Set(left.map((one) => one.guildId)))
        await debts.add({
          guildId,
          discordId,
          roleIds: left.filter((one) => one.guildId === guildId).map(({ roleId }) => roleId),
        });
    },

    /** Removes what is stored of a server. Throws `StoreError`. */
    async forgetServer(guildId: string): Promise<void> {
      await serverRoles.forget(guildId);
      await given.forget(guildId);
      await lines.forget(guildId);
      await cupRecords.delete(guildId);
    },
  };
}
