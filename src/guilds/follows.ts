import { z } from 'zod';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import { sha256 } from '../store/sha256.ts';
import type { Store } from '../store/store.ts';

/** What a channel may be told of a tournament, beside its live post. */
const Topics = storedObject({ calls: z.boolean(), results: z.boolean(), event: z.boolean() });
export type Topic = keyof z.infer<typeof Topics>;

/**
 * Why a channel is told nothing more. `over`: the tournament ended a while ago. `organizer`: somebody pressed Stop. `forbidden`:
 * the bot lacks a permission there. `refused`: Discord refused what was sent, for a reason that repeating does not change.
 * `endless`: no end and no news for 30 days.
 */
const StopReason = z.enum([
  'over',
  'organizer',
  'forbidden',
  'channel-gone',
  'post-gone',
  'archived',
  'tournament-gone',
  'endless',
  'refused',
]);
export type StopReason = z.infer<typeof StopReason>;

/** A tournament that a channel follows. */
const Follow = storedObject({
  tournamentId: z.string(),
  channelId: z.string(),
  topics: Topics,
  /** How long the scheduled event lasts, where the platform does not say when the tournament ends. */
  eventHours: z.number().exactOptional(),
  /** When it was followed, or resumed, epoch milliseconds. */
  since: z.number(),
  /** A reason of a later version counts as a refusal. */
  stopped: storedObject({ reason: StopReason.catch('refused'), at: z.number() }).exactOptional(),
});
export type Follow = z.infer<typeof Follow>;

/** Under its id, which is short and the same for the same tournament in the same channel. */
export const FollowRecord = z.record(z.string(), Follow);
export type FollowRecord = z.infer<typeof FollowRecord>;

/** By server: a number that rises with each change of its record. */
export const FollowIndex = z.record(z.string(), z.number());
export type FollowIndex = z.infer<typeof FollowIndex>;

export const followIdOf = ({ channelId, tournamentId }: Pick<Follow, 'channelId' | 'tournamentId'>): string =>
  sha256(`${channelId}:${tournamentId}`).slice(0, 12);

/** Of one server, without those that stopped. As many as one menu shows. */
export const FOLLOWS_MAX = 25;
const FORGET_MS = 7 * 24 * 60 * 60_000;
/** One key: the owner of the background work reads it every few seconds, for all servers at once. */
const INDEX = 'all';

interface FollowsDeps {
  records: Store<FollowRecord>;
  index: Store<FollowIndex>;
  /** Enters a server in the list of those that have records. Throws `StoreError`. */
  enlist: (guildId: string) => Promise<void>;
  now: () => number;
}

export type Follows = ReturnType<typeof createFollows>;

/** What channels follow, by server. Every method throws `StoreError`. */
export function createFollows({ records, index, enlist, now }: FollowsDeps) {
  /** After the record: whoever reads the index first reads the record anew the next time. */
  const bump = (guildId: string) =>
    changeRecord(index, INDEX, (servers = {}) => ({
      ...servers,
      [guildId]: Math.max(now(), (servers[guildId] ?? 0) + 1),
    }));

  const isActive = ({ stopped }: Follow): boolean => stopped === undefined;

  /** Without what stopped long ago, and of what stopped as many as there is room for in a menu of the latest. */
  function recent(record: FollowRecord): FollowRecord {
    const entries = Object.entries(record);
    const active = entries.filter(([, follow]) => isActive(follow));
    const stopped = entries
      .filter(([, follow]) => follow.stopped && now() - follow.stopped.at < FORGET_MS)
      .toSorted(([, a], [, b]) => (b.stopped?.at ?? 0) - (a.stopped?.at ?? 0))
      .slice(0, FOLLOWS_MAX);
    return Object.fromEntries([...active, ...stopped]);
  }

  const isFull = (record: FollowRecord): boolean =>
    Object.values(record).filter(isActive).length >= FOLLOWS_MAX;

  /** Takes a server from the index; where a revision is given, unless its record changed since. */
  async function leave(guildId: string, revision?: number): Promise<void> {
    await changeRecord(index, INDEX, (servers) => {
      if (servers === undefined || !(guildId in servers)) return servers;
      if (revision !== undefined && servers[guildId] !== revision) return servers;
      const { [guildId]: _gone, ...others } = servers;
      return others;
    });
  }

  return {
    /** By id. */
    read: async (guildId: string): Promise<FollowRecord> => recent((await records.get(guildId)) ?? {}),
    /**
     * Follows a tournament in a channel, or what was followed there already with these topics. `undefined` where the
     * server's record is full.
     */
    async add(
      guildId: string,
      {
        tournamentId,
        channelId,
        topics,
        eventHours,
      }: Pick<Follow, 'tournamentId' | 'channelId' | 'topics' | 'eventHours'>,
    ): Promise<string | undefined> {
      const followId = followIdOf({ channelId, tournamentId });
      await enlist(guildId);
      // Before the record, too: a server whose entry was lost would never be read.
      await bump(guildId);
      const { after } = await changeRecord(records, guildId, (before) => {
        const known = recent(before ?? {});
        const existing = known[followId];
        if ((existing === undefined || !isActive(existing)) && isFull(known)) return before;
        // What stopped and goes on comes after those that went on in its place.
        const since = existing && isActive(existing) ? existing.since : now();
        const follow: Follow = present({ tournamentId, channelId, topics, since, eventHours });
        return { ...known, [followId]: follow };
      });
      await bump(guildId);
      const follow = after?.[followId];
      return follow !== undefined && isActive(follow) ? followId : undefined;
    },
    /** Goes on with one that stopped. `full`: the server follows as many as it may. `undefined` where it is gone. */
    async resume(guildId: string, followId: string): Promise<Follow | 'full' | undefined> {
      let isRefused = false;
      const { after } = await changeRecord(records, guildId, (before) => {
        const follow = before?.[followId];
        isRefused = follow !== undefined && !isActive(follow) && isFull(before ?? {});
        if (follow === undefined || isActive(follow) || isRefused) return before;
        const { stopped: _over, ...active } = follow;
        return { ...before, [followId]: { ...active, since: now() } };
      });
      await bump(guildId);
      return isRefused ? 'full' : after?.[followId];
    },
    /** Changes one. Gives it as it is then, `undefined` where it is gone. */
    async change(
      guildId: string,
      followId: string,
      edit: (follow: Follow) => Follow,
    ): Promise<Follow | undefined> {
      const { after } = await changeRecord(records, guildId, (before) => {
        const follow = before?.[followId];
        return follow === undefined ? before : { ...before, [followId]: edit(follow) };
      });
      await bump(guildId);
      return after?.[followId];
    },
    /** The servers that may follow something. */
    index: async (): Promise<FollowIndex> => (await index.get(INDEX)) ?? {},
    leave,
    /** Removes the record of a server, and gives what was in it. */
    async forget(guildId: string): Promise<FollowRecord> {
      const before = await records.take(guildId);
      await leave(guildId);
      return before ?? {};
    },
  };
}
