import { present } from '../present.ts';
import { UnreadableError, unlessUnreadable } from '../store/errors.ts';
import { createLookUps, type LookUpDeps, type LookUpPurpose } from './look-ups.ts';
import { createMembers, MemberRecord } from './members.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { createPlayerOf, LOOK_UP_WAIT_MS } from './player-of.ts';
import { createRecent } from '../accounts/recent.ts';
import { createRosters, RosterRecord } from './rosters.ts';
import type { ServerPlayer } from './server-ranking.ts';
import { createSightings } from './sightings.ts';
import { verdictOf, type KnownLink, type NamingVerdict } from './verdict.ts';

/** How long a match call, a result, or an answer for members alone waits for look-ups. */
const CALL_WAIT_MS = 5000;
const WAITS: ReadonlySet<LookUpPurpose> = new Set(['calls', 'results']);
/** The most players on a server's leaderboard: those seen last. */
const MAX_PLAYERS = 1000;

/**
 * `absent`: a look-up of the last ten minutes found no member. `pending`: may be named once Discord confirms that they are a
 * member. `unknown`: may not be named for any other reason.
 */
export type NameStanding = 'nameable' | 'absent' | 'pending' | 'unknown';

export interface NamingDeps extends Omit<LookUpDeps, 'isLinked'>, Pick<AccountTools, 'sleep'> {
  /** The link of a Discord user, if it is valid. */
  readLink: (discordId: string) => Promise<KnownLink | undefined>;
  /** A linked user was seen in a server for the first time. Never rejects. */
  onChange: (discordId: string) => Promise<void>;
}

type WholeNaming = ReturnType<typeof createNaming>;
/** The part for commands. */
export type Naming = Pick<
  WholeNaming,
  | 'recordInteraction'
  | 'nameable'
  | 'isHidden'
  | 'isMember'
  | 'standings'
  | 'lookAhead'
  | 'serversOf'
  | 'playersOf'
  | 'playerOf'
>;
/** The part for /privacy. */
export type NamingRecords = Pick<WholeNaming, 'members' | 'forget' | 'serversOf'>;

/**
 * Decides who may be shown beside a platform name. A server is known by its Discord id; `undefined` stands for direct
 * messages and for servers where the bot is not installed.
 *
 * A user is named where they are linked, do not hide, and were seen as a member within 24 hours. A user whose link is older
 * than the notice about this rule is named only after they used the bot in that server.
 */
export function createNaming(deps: NamingDeps) {
  const { stores, readLink, now, sleep, onError } = deps;
  // Strict: a hidden member must not be shown because their record can't be read.
  const members = createMembers({ store: stores.namespace('members', MemberRecord, { strict: true }), now });
  const rosters = createRosters({ store: stores.namespace('rosters', RosterRecord), now });
  const isLinked = async (discordId: string): Promise<boolean> => (await readLink(discordId)) !== undefined;
  const { lookUpAll, isMember } = createLookUps({ ...deps, isLinked });
  const links = createRecent<KnownLink | undefined>(now);
  const linkOf = (discordId: string) => links.get(discordId, () => readLink(discordId));
  const sightings = createSightings({
    members,
    rosters,
    wasLinked: async (discordId) => (await linkOf(discordId)) !== undefined,
    isLinked,
    onFirst: deps.onChange,
    now,
    onError,
  });

  /** `isNow`: by what is stored now, not by what was a few seconds ago. */
  async function judge(guildId: string, discordId: string, isNow = false): Promise<NamingVerdict> {
    // The current interaction may prove that a user is a member.
    await sightings.settled(guildId, discordId);
    const [record, link] = await Promise.all(
      isNow
        ? [members.readNow(discordId), readLink(discordId)]
        : [members.read(discordId), linkOf(discordId)],
    );
    return verdictOf({ guildId, record, link, now: now() });
  }

  /** Discord has just shown them as a member. */
  const proveMember = (guildId: string, discordId: string): Promise<void> =>
    sightings.record(guildId, discordId, { used: false, always: true });

  /** A player on a server's leaderboard; `undefined` for those who hide, unlinked, or have unreadable records. */
  async function boardPlayer(guildId: string, discordId: string): Promise<ServerPlayer | undefined> {
    const verdict = await judge(guildId, discordId).catch(unlessUnreadable);
    const link = verdict === 'no' || verdict === undefined ? undefined : await linkOf(discordId);
    return link && present({ discordId, playerId: link.playerId, playerName: link.playerName });
  }

  /** Waits for the look-ups, but in an answer only briefly; a later result counts next time. */
  async function lookUpStandings(
    guildId: string,
    discordIds: readonly string[],
    purpose: LookUpPurpose,
  ): Promise<Map<string, NameStanding>> {
    const standings = new Map<string, NameStanding>();
    const lookUps = lookUpAll(guildId, discordIds, purpose, async (discordId, presence) => {
      standings.set(discordId, presence === 'member' ? 'nameable' : 'absent');
      if (presence === 'left') await sightings.leave(guildId, discordId);
      if (presence === 'member') await proveMember(guildId, discordId);
    }).catch(onError);
    await Promise.race([lookUps, sleep(WAITS.has(purpose) ? CALL_WAIT_MS : LOOK_UP_WAIT_MS)]);
    return new Map(standings);
  }

  const judgeAll = (guildId: string, discordIds: readonly string[], isNow = false) =>
    Promise.all(
      discordIds.map((discordId) => judge(guildId, discordId, isNow).catch(unlessUnreadable).catch(onError)),
    );

  /** `none`: only by what is stored; `now`: by what is stored at this moment. */
  async function standingsOf(
    guildId: string | undefined,
    discordIds: readonly string[],
    purpose: LookUpPurpose | 'none' | 'now' = 'answers',
  ): Promise<ReadonlyMap<string, NameStanding>> {
    const standings = new Map(discordIds.map((discordId): [string, NameStanding] => [discordId, 'unknown']));
    if (guildId === undefined) return standings;
    const verdicts = await judgeAll(guildId, discordIds, purpose === 'now');
    for (const [at, discordId] of discordIds.entries()) {
      if (verdicts[at] === 'yes') standings.set(discordId, 'nameable');
      if (verdicts[at] === 'unproved') standings.set(discordId, 'pending');
    }
    const unproved = discordIds.filter((_, at) => verdicts[at] === 'unproved');
    if (purpose === 'none' || purpose === 'now' || unproved.length === 0) return standings;
    return new Map([...standings, ...(await lookUpStandings(guildId, unproved, purpose))]);
  }

  return {
    members,
    rosters,
    /** Discord no longer shows the user as a member. Throws `StoreError`. */
    leave: (guildId: string, discordId: string): Promise<void> => sightings.leave(guildId, discordId),
    /** The linked members seen in a server who do not hide, the caller included. Throws `StoreError`. */
    async playersOf(guildId: string, callerId: string): Promise<ServerPlayer[]> {
      // The current interaction may put its caller on the roster.
      await sightings.settled(guildId, callerId);
      const roster = (await rosters.rosterOf(guildId)).slice(0, MAX_PLAYERS);
      const players = await Promise.all(roster.map(({ discordId }) => boardPlayer(guildId, discordId)));
      return players.filter((player) => player !== undefined);
    },
    /** The servers where a user was seen as a member, for the user's own requests. Throws `StoreError`. */
    serversOf: async (discordId: string): Promise<string[]> =>
      Object.keys((await members.read(discordId).catch(unlessUnreadable))?.guilds ?? {}),
    /** The name in their link has changed. */
    forgetName: (discordId: string): void => links.delete(discordId),
    /** Removes all sightings of a user, who is no longer linked. Throws `StoreError`. */
    async forgetSightings(discordId: string): Promise<void> {
      links.delete(discordId);
      await sightings.forget(discordId);
    },
    /** Removes the records of a user. Rosters of servers that the member record no longer names may remain. */
    async forget(discordId: string): Promise<void> {
      links.delete(discordId);
      await sightings.forget(discordId).catch(unlessUnreadable);
      await members.remove(discordId);
    },
    /** A user has linked, in this server where it is known: they may be named at once. Never rejects. */
    async recordLink(discordId: string, guildId: string | undefined): Promise<void> {
      links.delete(discordId);
      if (guildId !== undefined) await sightings.record(guildId, discordId, { used: true, always: true });
    },
    /** Records an interaction of a user in a server, and the members that came with it: those who are linked. Never rejects. */
    async recordInteraction(
      guildId: string | undefined,
      discordId: string,
      others: readonly string[] = [],
    ): Promise<void> {
      if (guildId === undefined) return;
      const otherIds = others.filter((other) => other !== discordId);
      await Promise.all([
        sightings.record(guildId, discordId, { used: true }),
        ...otherIds.map((other) => sightings.record(guildId, other, { used: false })),
      ]);
    },
    playerOf: createPlayerOf({ members, readLink, isMember, now, sleep, onError, proveMember }),
    /** For actions of members only, hidden or not; `undefined` if Discord does not answer in time. Never rejects. */
    isMember: (guildId: string, discordId: string): Promise<boolean | undefined> =>
      Promise.race([isMember(guildId, discordId), sleep(CALL_WAIT_MS).then(() => undefined)]),
    /** If the store does not answer, everyone counts as hidden. */
    isHidden: (discordId: string): Promise<boolean> =>
      members.read(discordId).then(
        (record) => record?.hidden === true,
        (error: unknown) => {
          if (!(error instanceof UnreadableError)) onError(error);
          return true;
        },
      ),
    /** Looks up members whom a match call may have to name soon. Never rejects. */
    async lookAhead(guildId: string, discordIds: readonly string[]): Promise<void> {
      const verdicts = await judgeAll(guildId, discordIds);
      const unproved = discordIds.filter((_, at) => verdicts[at] === 'unproved');
      if (unproved.length > 0) await lookUpStandings(guildId, unproved, 'calls');
    },
    /** Whether each of the users may be named, for organizers and match calls. */
    standings: standingsOf,
    /** The users who may be named in this server. Empty if the store does not answer. */
    async nameable(guildId: string | undefined, discordIds: readonly string[]): Promise<ReadonlySet<string>> {
      const standings = await standingsOf(guildId, discordIds);
      return new Set(discordIds.filter((discordId) => standings.get(discordId) === 'nameable'));
    },
  };
}
