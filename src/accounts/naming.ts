import { LRUCache } from 'lru-cache';
import { present } from '../present.ts';
import { createLookUps, type LookUpDeps } from './look-ups.ts';
import { createMembers, MemberRecord } from './members.ts';
import type { Tools } from './ports.ts';
import { createPlayerOf, LOOK_UP_WAIT_MS } from './player-of.ts';
import { createRecent } from './recent.ts';
import { createRosters, RosterRecord } from './rosters.ts';
import type { ServerPlayer } from './server-ranking.ts';
import { verdictOf, type KnownLink, type Verdict } from './verdict.ts';

/** How often a sighting is written again. */
const RENEW_MS = 60 * 60_000;
const MAX_RECENT_WRITES = 50_000;
/** The most players on a server's leaderboard: those seen last. */
const MAX_PLAYERS = 1000;

/** `absent`: a look-up of the last ten minutes found no member. `unknown`: may not be named for any other reason. */
type Standing = 'nameable' | 'absent' | 'unknown';

export interface NamingDeps extends LookUpDeps, Pick<Tools, 'sleep'> {
  /** The link of a Discord user, if it is valid. */
  readLink: (discordId: string) => Promise<KnownLink | undefined>;
}

/** What this process last wrote about a user in a server. */
interface RecentWrite {
  at: number;
  used: boolean;
}

type WholeNaming = ReturnType<typeof createNaming>;
/** What commands may use. */
export type Naming = Pick<
  WholeNaming,
  'recordInteraction' | 'nameable' | 'isHidden' | 'standings' | 'playersOf' | 'playerOf'
>;
/** What /privacy shows and deletes. */
export type NamingRecords = Pick<WholeNaming, 'members' | 'rosters' | 'forget'>;

/**
 * Decides who may be shown beside a platform name. A server is known by its Discord id; `undefined` stands for direct
 * messages and for servers where the bot is not installed.
 *
 * A user is named where they are linked, do not hide, and were seen as a member within 24 hours. A user whose link is older
 * than the notice about this rule is named only after they used the bot in that server.
 */
export function createNaming(deps: NamingDeps) {
  const { stores, readLink, now, sleep, onError } = deps;
  // Strict: who hides must not be shown because their record cannot be read.
  const members = createMembers({ store: stores.namespace('members', MemberRecord, { strict: true }), now });
  const rosters = createRosters({ store: stores.namespace('rosters', RosterRecord), now });
  const { lookUpAll, isMember } = createLookUps(deps);
  const links = createRecent<KnownLink | undefined>(now);
  const recentWrites = new LRUCache<string, RecentWrite>({ max: MAX_RECENT_WRITES });
  /** An answer waits for these: its own interaction may prove that a user is a member. */
  const pendingWrites = new Map<string, Promise<void>>();
  const keyOf = (guildId: string, discordId: string): string => `${guildId}:${discordId}`;
  const linkOf = (discordId: string) => links.get(discordId, () => readLink(discordId));

  async function write(guildId: string, discordId: string, used: boolean): Promise<void> {
    const key = keyOf(guildId, discordId);
    const last = recentWrites.get(key);
    if (last !== undefined && now() - last.at < RENEW_MS && (last.used || !used)) return;
    // Nothing is stored about people who never used the bot.
    if (!used && (await linkOf(discordId)) === undefined) return;
    await members.change(discordId, (record) => withSighting(record, guildId, used, now()));
    // After the record: a link that is stored between the two finds the server in it, see `addToRosters`.
    if ((await linkOf(discordId)) !== undefined) await rosters.put(guildId, discordId);
    recentWrites.set(key, { at: now(), used: used || last?.used === true });
  }

  function recordSighting(guildId: string, discordId: string, used: boolean): Promise<void> {
    const key = keyOf(guildId, discordId);
    const work = (pendingWrites.get(key) ?? Promise.resolve())
      .then(() => write(guildId, discordId, used))
      .catch(onError)
      .finally(() => {
        if (pendingWrites.get(key) === work) pendingWrites.delete(key);
      });
    pendingWrites.set(key, work);
    return work;
  }

  async function recordDeparture(guildId: string, discordId: string): Promise<void> {
    recentWrites.delete(keyOf(guildId, discordId));
    await members.change(discordId, ({ guilds: { [guildId]: _sighting, ...guilds }, ...record }) => ({
      ...record,
      guilds,
    }));
    await rosters.remove(guildId, discordId);
  }

  async function judge(guildId: string, discordId: string): Promise<Verdict> {
    await pendingWrites.get(keyOf(guildId, discordId));
    const [record, link] = await Promise.all([members.read(discordId), linkOf(discordId)]);
    return verdictOf({ guildId, record, link, now: now() });
  }

  /** Discord has just said that they are one. */
  async function proveMember(guildId: string, discordId: string): Promise<void> {
    recentWrites.delete(keyOf(guildId, discordId)); // the store has no recent sighting, so write one
    await recordSighting(guildId, discordId, false);
  }

  /** Waits briefly for the look-ups; a later result counts next time. */
  async function lookUpStandings(
    guildId: string,
    discordIds: readonly string[],
  ): Promise<Map<string, Standing>> {
    const standings = new Map<string, Standing>();
    const lookUps = lookUpAll(guildId, discordIds, async (discordId, presence) => {
      standings.set(discordId, presence === 'member' ? 'nameable' : 'absent');
      if (presence === 'left') await recordDeparture(guildId, discordId);
      if (presence === 'member') await proveMember(guildId, discordId);
    }).catch(onError);
    await Promise.race([lookUps, sleep(LOOK_UP_WAIT_MS)]);
    return new Map(standings);
  }

  async function standingsOf(
    guildId: string | undefined,
    discordIds: readonly string[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const standings = new Map(discordIds.map((discordId): [string, Standing] => [discordId, 'unknown']));
    if (guildId === undefined) return standings;
    const verdicts = await Promise.all(
      discordIds.map((discordId) => judge(guildId, discordId).catch((error: unknown) => onError(error))),
    );
    for (const [at, discordId] of discordIds.entries())
      if (verdicts[at] === 'yes') standings.set(discordId, 'nameable');
    const unproved = discordIds.filter((_, at) => verdicts[at] === 'unproved');
    const updates = unproved.length === 0 ? [] : await lookUpStandings(guildId, unproved);
    return new Map([...standings, ...updates]);
  }

  return {
    members,
    rosters,
    /** The linked members seen in a server who do not hide, the caller included. Throws `StoreError`. */
    async playersOf(guildId: string, callerId: string): Promise<ServerPlayer[]> {
      // The current interaction may put its caller on the roster.
      await pendingWrites.get(keyOf(guildId, callerId));
      const roster = (await rosters.rosterOf(guildId)).slice(0, MAX_PLAYERS);
      const players = await Promise.all(
        roster.map(async ({ discordId }) => {
          const [verdict, link] = await Promise.all([judge(guildId, discordId), linkOf(discordId)]);
          if (verdict === 'no' || link === undefined) return [];
          const { playerId, playerName } = link;
          return [present({ discordId, playerId, playerName })];
        }),
      );
      return players.flat();
    },
    /** Removes the records of a user. Rosters of servers that the member record no longer names may remain. */
    async forget(discordId: string): Promise<void> {
      const isOfUser = (key: string): boolean => key.endsWith(`:${discordId}`);
      await Promise.all([...pendingWrites].flatMap(([key, work]) => (isOfUser(key) ? [work] : [])));
      const guilds = await members.guildsOf(discordId);
      await Promise.all(guilds.map((guildId) => rosters.remove(guildId, discordId)));
      await members.remove(discordId);
      links.delete(discordId);
      for (const key of [...recentWrites.keys()].filter(isOfUser)) recentWrites.delete(key);
    },
    /** Records an interaction of a user in a server, and the members that came with it. Never rejects. */
    async recordInteraction(
      guildId: string | undefined,
      discordId: string,
      others: readonly string[] = [],
    ): Promise<void> {
      if (guildId === undefined) return;
      const otherIds = others.filter((other) => other !== discordId);
      await Promise.all([
        recordSighting(guildId, discordId, true),
        ...otherIds.map((other) => recordSighting(guildId, other, false)),
      ]);
    },
    /** Adds a user who has just linked to the rosters of the servers where they were seen. Never rejects. */
    async addToRosters(discordId: string): Promise<void> {
      const addToAll = async (guildIds: string[]) =>
        Promise.all(guildIds.map((guildId) => rosters.put(guildId, discordId)));
      await members.guildsOf(discordId).then(addToAll).catch(onError);
    },
    playerOf: createPlayerOf({
      members,
      readLink,
      isMember,
      now,
      sleep,
      onError,
      proveMember,
    }),
    /** A store that does not answer hides everybody. */
    isHidden: (discordId: string): Promise<boolean> =>
      members.read(discordId).then(
        (record) => record?.hidden === true,
        (error: unknown) => {
          onError(error);
          return true;
        },
      ),
    /** Whether each of the users may be named, for organizers. */
    standings: standingsOf,
    /** Those of the users who may be named in this server. A store that does not answer names nobody. */
    async nameable(guildId: string | undefined, discordIds: readonly string[]): Promise<ReadonlySet<string>> {
      const standings = await standingsOf(guildId, discordIds);
      return new Set(discordIds.filter((discordId) => standings.get(discordId) === 'nameable'));
    },
  };
}

function withSighting(record: MemberRecord, guildId: string, used: boolean, at: number): MemberRecord {
  const before = record.guilds[guildId];
  const isUser = used || before?.used === true;
  const sighting = { since: before?.since ?? at, at, ...(isUser && { used: true as const }) };
  return { ...record, guilds: { ...record.guilds, [guildId]: sighting } };
}
