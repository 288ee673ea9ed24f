import { LRUCache } from 'lru-cache';
import { present } from '../present.ts';
import type { LinkRecord } from './links.ts';
import { createLookUps, type LookUpDeps } from './look-ups.ts';
import { createMembers, type MemberRecord } from './members.ts';
import type { Tools } from './ports.ts';
import { createRecent } from './recent.ts';
import { createRosters } from './rosters.ts';
import type { ServerPlayer } from './server-ranking.ts';

/** How long a sighting proves that somebody is a member. */
const PROOF_MS = 24 * 60 * 60_000;
/** How often a sighting is written: a stored one is at most an hour older than the last. */
const RENEW_MS = 60 * 60_000;
/** How long an answer waits for Discord to say who is a member. */
const PATIENCE_MS = 300;
const MEMBERS = 50_000;
/** On a server's leaderboard: those seen last. */
const MAX_PLAYERS = 1000;

/** `absent`: no member, as Discord said within the last ten minutes. `unknown`: may not be named for any other reason. */
type Standing = 'nameable' | 'absent' | 'unknown';

export interface NamingDeps extends LookUpDeps, Pick<Tools, 'sleep'> {
  /** The link of a Discord user, if it holds. */
  readLink: (discordId: string) => Promise<KnownLink | undefined>;
}

type KnownLink = Pick<LinkRecord, 'playerId' | 'playerName' | 'namingShown'>;

/** What this process has written about a user in a server. */
interface Sighting {
  at: number;
  used: boolean;
}

type WholeNaming = ReturnType<typeof createNaming>;
/** What commands may use. */
export type Naming = Pick<WholeNaming, 'seen' | 'nameable' | 'standings' | 'playersOf'>;
/** What /privacy shows and deletes. */
export type NamingRecords = Pick<WholeNaming, 'members' | 'rosters' | 'forget'>;

/**
 * Decides who may be shown beside a platform name. A server is known by its Discord id; `undefined` stands for direct
 * messages and for servers where the bot is not installed.
 *
 * A user is named where they are linked, do not hide, and were proved a member within 24 hours. One who linked before
 * linking showed this rule is named only after they used the bot in that server.
 */
export function createNaming(deps: NamingDeps) {
  const { stores, readLink, now, sleep, onError } = deps;
  const members = createMembers({ store: stores.namespace('members'), now });
  const rosters = createRosters({ store: stores.namespace('rosters'), now });
  const lookUpAll = createLookUps(deps);
  const links = createRecent<KnownLink | undefined>(now);
  const written = new LRUCache<string, Sighting>({ max: MEMBERS });
  /** Sightings that are being written: an answer to the very interaction that proves a member waits for them. */
  const writing = new Map<string, Promise<void>>();
  const keyOf = (guildId: string, discordId: string): string => `${guildId}:${discordId}`;
  const linkOf = (discordId: string) => links.get(discordId, () => readLink(discordId));

  async function write(guildId: string, discordId: string, used: boolean): Promise<void> {
    const key = keyOf(guildId, discordId);
    const last = written.get(key);
    if (last !== undefined && now() - last.at < RENEW_MS && (last.used || !used)) return;
    // Nothing is stored about people who never used the bot.
    if (!used && (await linkOf(discordId)) === undefined) return;
    await members.change(discordId, (record) => sighted(record, guildId, used, now()));
    // After the record: a link that is made between the two finds the server in it, see `linked`.
    if ((await linkOf(discordId)) !== undefined) await rosters.put(guildId, discordId);
    written.set(key, { at: now(), used: used || last?.used === true });
  }

  function sight(guildId: string, discordId: string, used: boolean): Promise<void> {
    const key = keyOf(guildId, discordId);
    const work = (writing.get(key) ?? Promise.resolve())
      .then(() => write(guildId, discordId, used))
      .catch(onError)
      .finally(() => {
        if (writing.get(key) === work) writing.delete(key);
      });
    writing.set(key, work);
    return work;
  }

  async function left(guildId: string, discordId: string): Promise<void> {
    written.delete(keyOf(guildId, discordId));
    await members.change(discordId, ({ guilds: { [guildId]: _gone, ...guilds }, ...record }) => ({
      ...record,
      guilds,
    }));
    await rosters.remove(guildId, discordId);
  }

  /** `unproved`: may be named if Discord says that they are a member. */
  async function judge(guildId: string, discordId: string): Promise<'yes' | 'no' | 'unproved'> {
    await writing.get(keyOf(guildId, discordId));
    const [record, link] = await Promise.all([members.read(discordId), linkOf(discordId)]);
    if (link === undefined || record?.hidden === true) return 'no';
    const sighting = record?.guilds[guildId];
    if (link.namingShown !== true && sighting?.used !== true) return 'no';
    return sighting !== undefined && now() - sighting.at < PROOF_MS ? 'yes' : 'unproved';
  }

  /** What Discord says of those in time; what it says later counts next time. */
  async function prove(guildId: string, discordIds: readonly string[]): Promise<Map<string, Standing>> {
    const standings = new Map<string, Standing>();
    const looked = lookUpAll(guildId, discordIds, async (discordId, presence) => {
      standings.set(discordId, presence === 'member' ? 'nameable' : 'absent');
      if (presence === 'left') await left(guildId, discordId);
      if (presence !== 'member') return;
      written.delete(keyOf(guildId, discordId)); // the store knows of no recent sighting, whatever was written
      await sight(guildId, discordId, false);
    }).catch(onError);
    await Promise.race([looked, sleep(PATIENCE_MS)]);
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
    const proved = unproved.length === 0 ? [] : await prove(guildId, unproved);
    return new Map([...standings, ...proved]);
  }

  return {
    members,
    rosters,
    /** The linked members seen in a server who do not hide, the caller included. Throws `StoreError`. */
    async playersOf(guildId: string, callerId: string): Promise<ServerPlayer[]> {
      // The interaction that asks for them puts its own caller among them.
      await writing.get(keyOf(guildId, callerId));
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
    /** Removes what was recorded of a user; only rosters of servers that their record no longer names may be left. */
    async forget(discordId: string): Promise<void> {
      const mine = (key: string): boolean => key.endsWith(`:${discordId}`);
      await Promise.all([...writing].flatMap(([key, work]) => (mine(key) ? [work] : [])));
      const guilds = await members.guildsOf(discordId);
      await Promise.all(guilds.map((guildId) => rosters.remove(guildId, discordId)));
      await members.remove(discordId);
      links.delete(discordId);
      for (const key of [...written.keys()].filter(mine)) written.delete(key);
    },
    /** Records an interaction of a user in a server, and the members that came with it. Never rejects. */
    async seen(
      guildId: string | undefined,
      discordId: string,
      others: readonly string[] = [],
    ): Promise<void> {
      if (guildId === undefined) return;
      const shown = others.filter((other) => other !== discordId);
      await Promise.all([
        sight(guildId, discordId, true),
        ...shown.map((other) => sight(guildId, other, false)),
      ]);
    },
    /** Puts a user who has just linked on the rosters of the servers where they were seen. Never rejects. */
    async linked(discordId: string): Promise<void> {
      const put = async (guildIds: string[]) =>
        Promise.all(guildIds.map((guildId) => rosters.put(guildId, discordId)));
      await members.guildsOf(discordId).then(put).catch(onError);
    },
    /** The rule, for organizers: what stands against naming each of the users. */
    standings: standingsOf,
    /** Those of the users who may be named in this server. A store that does not answer names nobody. */
    async nameable(guildId: string | undefined, discordIds: readonly string[]): Promise<ReadonlySet<string>> {
      const standings = await standingsOf(guildId, discordIds);
      return new Set(discordIds.filter((discordId) => standings.get(discordId) === 'nameable'));
    },
  };
}

function sighted(record: MemberRecord, guildId: string, used: boolean, at: number): MemberRecord {
  const before = record.guilds[guildId];
  const isUser = used || before?.used === true;
  const sighting = { since: before?.since ?? at, at, ...(isUser && { used: true as const }) };
  return { ...record, guilds: { ...record.guilds, [guildId]: sighting } };
}
