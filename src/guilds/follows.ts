import { own } from '../json.ts';
import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { present } from '../present.ts';
import { sha256 } from '../sha256.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { createServerIndex, type ServerIndex } from './server-index.ts';
import { FollowSwitches } from './switches.ts';

/**
 * Why a follow stopped. `over`: the tournament ended a week ago. `organizer`: an organizer pressed Stop. `forbidden`: the bot lacks
 * a permission in the channel. `refused`: Discord refused a request, and a retry would not help. `endless`: 30 days without an end
 * or a change. `unreadable`: its feed can't be read.
 */
export const STOP_REASONS = [
  'over',
  'organizer',
  'forbidden',
  'channel-gone',
  'post-gone',
  'archived',
  'tournament-gone',
  'endless',
  'unreadable',
  'refused',
] as const;
const StopReason = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof StopReason>;

/** A tournament that a channel follows. */
const Follow = storedObject({
  tournamentId: z.string(),
  channelId: z.string(),
  topics: FollowSwitches,
  /** The length of the scheduled event, if the platform gives no end of the tournament. */
  eventHours: z.number().exactOptional(),
  /** The language of its posts; without one, the server's. */
  language: z.string().exactOptional(),
  /** When it was followed or resumed (epoch milliseconds). */
  since: z.number(),
  /** When an organizer last asked for a post that invites players to link, epoch milliseconds. */
  linkCallAt: z.number().exactOptional(),
  /** When everything about the tournament's end was posted, epoch milliseconds: from then on, only corrections are posted. */
  endedAt: z.number().exactOptional(),
  /** A reason that this version does not know reads as `refused`. */
  stopped: storedObject({
    reason: StopReason.catch('refused'),
    at: z.number(),
    /** The message to the organizers about it, with Resume. */
    message: storedObject({ channelId: z.string(), messageId: z.string() }).exactOptional(),
    /** Everything that asks there has been closed. */
    isClosed: z.literal(true).exactOptional(),
  }).exactOptional(),
});
export type Follow = z.infer<typeof Follow>;

/** An organizer's choices for a follow. */
export type FollowChoice = Pick<Follow, 'tournamentId' | 'channelId' | 'topics' | 'eventHours' | 'language'>;

/** The follows of one server, by `followIdOf`. */
export const FollowRecord = z.record(z.string(), Follow);
export type FollowRecord = z.infer<typeof FollowRecord>;

export const followIdOf = ({ channelId, tournamentId }: Pick<Follow, 'channelId' | 'tournamentId'>): string =>
  sha256(`${channelId}:${tournamentId}`, 12);

/** The most active follows of one server, without those whose tournaments are over: as many as a select menu shows. */
export const FOLLOWS_MAX = 25;
const STOPPED_RETENTION_MS = 7 * DAY_MS;
/** How long the last follow of a channel is remembered: the next one there begins with its switches. */
const LAST_RETENTION_MS = 180 * DAY_MS;

/** What a new follow begins with. */
export type FollowDefaults = Pick<Follow, 'topics' | 'eventHours'>;

interface FollowsDeps {
  records: Store<FollowRecord>;
  index: Store<ServerIndex>;
  /** Adds a server to the list of servers that have records. Throws `StoreError`. */
  trackServer: (guildId: string) => Promise<void>;
  now: () => number;
}

export type Follows = ReturnType<typeof createFollows>;

/** The tournaments that channels follow, by server. Every method throws `StoreError`. */
export function createFollows({ records, index: indexStore, trackServer, now }: FollowsDeps) {
  const index = createServerIndex(indexStore, now);

  const isActive = ({ stopped }: Follow): boolean => stopped === undefined;
  const isOver = ({ endedAt }: Follow): boolean => endedAt !== undefined;
  const latest = (entries: [string, Follow][], atOf: (follow: Follow) => number): [string, Follow][] =>
    entries.toSorted(([, a], [, b]) => atOf(b) - atOf(a)).slice(0, FOLLOWS_MAX);

  /** All active follows, and the latest that are over or stopped, as many of each as a select menu shows. */
  function listed(record: FollowRecord): FollowRecord {
    const entries = Object.entries(record);
    const active = entries.filter(([, follow]) => isActive(follow));
    const stopped = entries.filter(
      ([, follow]) => follow.stopped && now() - follow.stopped.at < STOPPED_RETENTION_MS,
    );
    return Object.fromEntries([
      ...active.filter(([, follow]) => !isOver(follow)),
      ...latest(
        active.filter(([, follow]) => isOver(follow)),
        ({ endedAt = 0 }) => endedAt,
      ),
      ...latest(stopped, (follow) => follow.stopped?.at ?? 0),
    ]);
  }

  /** The last follow of each channel, as many as a server may have. */
  function lastOfChannels(record: FollowRecord): FollowRecord {
    const last = new Map<string, [string, Follow]>();
    const entries = Object.entries(record).toSorted(([, a], [, b]) => b.since - a.since);
    for (const entry of entries)
      if (now() - entry[1].since < LAST_RETENTION_MS && !last.has(entry[1].channelId))
        last.set(entry[1].channelId, entry);
    return Object.fromEntries([...last.values()].slice(0, FOLLOWS_MAX));
  }

  /** Tournaments that are over have their own limit. */
  const isFull = (record: FollowRecord): boolean =>
    Object.values(record).filter((follow) => isActive(follow) && !isOver(follow)).length >= FOLLOWS_MAX;

  /** Never before another follow, even if the clock was set back: the first one leads. */
  function sinceAfter(follows: FollowRecord): number {
    const last = Math.max(0, ...Object.values(follows).map(({ since }) => since));
    return last > now() ? last + 1 : now();
  }

  return {
    /** By follow id. */
    read: async (guildId: string): Promise<FollowRecord> => listed((await records.get(guildId)) ?? {}),
    /** The tournaments that a server follows, or followed to their end. */
    tournamentsOf: async (guildId: string): Promise<string[]> =>
      Object.values(listed((await records.get(guildId)) ?? {})).flatMap((follow) =>
        isActive(follow) || follow.stopped?.reason === 'over' ? [follow.tournamentId] : [],
      ),
    /** The choices of the last follow in a channel, active or not. */
    async last(guildId: string, channelId: string): Promise<FollowDefaults | undefined> {
      const follows = Object.values(lastOfChannels((await records.get(guildId)) ?? {}));
      const follow = follows.find((one) => one.channelId === channelId);
      return follow && present({ topics: follow.topics, eventHours: follow.eventHours });
    },
    /**
     * Follows a tournament in a channel; resumes or changes the follow that exists. Returns the follow id; `undefined` if the
     * server follows as many as it may.
     */
    async add(
      guildId: string,
      { tournamentId, channelId, topics, eventHours, language }: FollowChoice,
    ): Promise<string | undefined> {
      const followId = followIdOf({ channelId, tournamentId });
      await trackServer(guildId);
      const { after } = await index.around(guildId, () =>
        changeRecord(records, guildId, (before) => {
          const follows = { ...lastOfChannels(before ?? {}), ...listed(before ?? {}) };
          const existing = follows[followId];
          if ((existing === undefined || !isActive(existing)) && isFull(follows)) return before;
          // A stopped follow that is added again counts as new.
          const since = existing && isActive(existing) ? existing.since : sinceAfter(follows);
          const endedAt = existing && isActive(existing) ? existing.endedAt : undefined;
          const follow: Follow = present({
            tournamentId,
            channelId,
            topics,
            since,
            eventHours,
            endedAt,
            language: language ?? existing?.language,
          });
          return { ...follows, [followId]: follow };
        }),
      );
      const follow = after?.[followId];
      return follow !== undefined && isActive(follow) ? followId : undefined;
    },
    /** Applies an edit and returns the result; `undefined` if there is no such follow. */
    async change(
      guildId: string,
      followId: string,
      edit: (follow: Follow) => Follow,
    ): Promise<Follow | undefined> {
      const { after } = await changeRecord(records, guildId, (before) => {
        const follow = before && own(before, followId);
        return follow === undefined ? before : { ...before, [followId]: edit(follow) };
      });
      await index.mark(guildId);
      return after && own(after, followId);
    },
    /** The servers that may have follows, with their revisions. */
    index: index.read,
    leave: index.leave,
    /** Removes the record of a server and returns it. */
    async forget(guildId: string): Promise<FollowRecord> {
      const before = await records.take(guildId);
      await index.leave(guildId);
      return before ?? {};
    },
  };
}
