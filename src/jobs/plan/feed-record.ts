import { z } from 'zod';
import { isObject } from '../../json.ts';
import { storedObject } from '../../store/schema.ts';
import { StoredMatch, type MatchRecord } from './match-record.ts';

const Gap = z.object({ from: z.number(), to: z.number() });
/** The time in which the platform was not read, epoch milliseconds. */
export type Gap = z.infer<typeof Gap>;

/** A message with results. */
const ResultsPost = z.object({
  channelId: z.string(),
  keys: z.array(z.string()),
  gap: Gap.exactOptional(),
  /** Hash of the round whose results it shows; more of its results are added to it. */
  round: z.string().exactOptional(),
  /** By match key: the last result shown here of matches that another message shows now. */
  moved: z.record(z.string(), z.string()).exactOptional(),
  /** Its buttons were removed. */
  isQuiet: z.literal(true).exactOptional(),
  /** An edit may or may not have reached it. */
  unsure: z.literal(true).exactOptional(),
});
export type ResultsPost = z.infer<typeof ResultsPost>;

const NewResult = z.object({ key: z.string(), result: z.string() });
export type NewResult = z.infer<typeof NewResult>;

/** A moment that gets one post: registration is open, the first matches are called, the winner is proved. */
export const Milestone = z.enum(['open', 'start', 'champion']);
export type Milestone = z.infer<typeof Milestone>;

/** A message that is edited when what it shows changes. */
const ShownMessage = z.object({
  messageId: z.string(),
  /** Hash of what it shows; empty while an edit may or may not have reached it. */
  shows: z.string(),
});

/** Whether a tournament goes on as planned, and when it starts, epoch milliseconds. */
const Schedule = z.object({
  state: z.enum(['planned', 'postponed', 'canceled']),
  startsAt: z.number().exactOptional(),
  /** Only its day is known. */
  isDay: z.literal(true).exactOptional(),
});
export type Schedule = z.infer<typeof Schedule>;

const Keys = z.object({ keys: z.array(z.string()) });

/** What a schedule post says: how it is now, and if relevant, how it was before. */
const Plan = z.object({ schedule: Schedule, before: Schedule.exactOptional() });
export type Plan = z.infer<typeof Plan>;

/** Hashes of the current winner, and of the one posted before. */
const Winners = z.object({ winner: z.string(), before: z.string() });
export type Winners = z.infer<typeof Winners>;

/** A new message in a channel, with what must be stored once it is sent (`notices.ts`). */
const ChannelNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('milestone'), milestone: Milestone }),
  z.object({ kind: z.literal('schedule'), ...Plan.shape }),
  z.object({ kind: z.literal('new-winner'), ...Winners.shape }),
  z.object({ kind: z.literal('call'), ...Keys.shape }),
  z.object({ kind: z.literal('thread'), ...Keys.shape }),
  z.object({ kind: z.literal('link-call'), at: z.number() }),
  z.object({ kind: z.literal('late'), ...Keys.shape, asks: z.literal('one').exactOptional() }),
  // From an earlier version, which had no desk.
  z.object({ kind: z.literal('overdue'), ...Keys.shape }),
  z.object({ kind: z.literal('often'), ...Keys.shape }),
  z.object({
    kind: z.literal('results'),
    results: z.array(NewResult),
    gap: Gap.exactOptional(),
    round: z.string().exactOptional(),
    table: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('table'), round: z.string() }),
]);
export type ChannelNotice = z.infer<typeof ChannelNotice>;

/** A message that may or may not have reached Discord. */
export const PendingMessage = storedObject({
  channelId: z.string(),
  nonce: z.string(),
  /** Hashes of all texts tried so far, separated by spaces: Discord remembers a nonce only briefly. */
  text: z.string(),
  /** When the first attempt began, epoch milliseconds. */
  at: z.number(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/**
 * The table after a round: the message that shows it, if any, and a hash of what it shows; empty while an edit may or may not have
 * reached it.
 */
const TablePost = z.object({
  messageId: z.string().exactOptional(),
  channelId: z.string().exactOptional(),
  shows: z.string(),
});
export type TablePost = z.infer<typeof TablePost>;

const PendingNotice = z.object({ notice: ChannelNotice, ...PendingMessage.shape });
export type PendingNotice = z.infer<typeof PendingNotice>;

const PlannedEvent = z.object({
  /** Absent while it may or may not have reached Discord. */
  eventId: z.string().exactOptional(),
  /** While its id is absent: the hash that finds it (`attemptOf`). Earlier versions did not store it. */
  attempt: z.string().exactOptional(),
  /** Hash of its name and times. */
  shows: z.string(),
  /** When it starts, epoch milliseconds; absent if it is running and the tournament has moved since. */
  startsAt: z.number().exactOptional(),
  /** `refused`: Discord refused it, or a person deleted it; it is created again only after the switch was off. */
  status: z.enum(['scheduled', 'active', 'refused']),
});
export type PlannedEvent = z.infer<typeof PlannedEvent>;

const LivePost = z.object({
  ...ShownMessage.shape,
  /** Epoch milliseconds. */
  editedAt: z.number(),
});

/** A pending message as earlier versions stored it. */
function upgradedPending(pending: unknown): unknown {
  if (!isObject(pending) || !('telling' in pending)) return pending;
  const { telling, ...rest } = pending;
  return { notice: telling, ...rest };
}

/** What the first release stored. */
function upgraded(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { readAt, ...rest } = value;
  const record: Record<string, unknown> = { ...rest };
  if (readAt !== undefined) record['bracketAt'] = readAt;
  const { pending } = record;
  if (Array.isArray(pending)) record['pending'] = pending.map(upgradedPending);
  return record;
}

/**
 * What a channel shows of a tournament. Matches are stored by hashes of the platform's ids, and players who were called directly by
 * their ids: it holds no name and no Discord user. Earlier versions can't read it, and skip such channels while both run.
 */
export const FeedRecord = z.preprocess(
  upgraded,
  z.object({
    /** The epoch of its last writer. An older owner's writes fail. */
    epoch: z.number(),
    /** When the bracket was last read, epoch milliseconds. */
    bracketAt: z.number(),
    /** By their keys. */
    matches: z
      .record(z.string(), StoredMatch)
      .transform((matches): ReadonlyMap<string, MatchRecord> => new Map(Object.entries(matches))),
    /** When the follow began that it was last opened for, epoch milliseconds; absent in a feed of an earlier version. */
    since: z.number().exactOptional(),
    /** Following began during the tournament, before its bracket was read. */
    awaitsBracket: z.literal(true).exactOptional(),
    /** Messages with results, by their ids. */
    posts: z.record(z.string(), ResultsPost).default({}),
    /** By the hashes of finished rounds; absent before the first bracket, and in a feed of an earlier version. */
    tables: z.record(z.string(), TablePost).exactOptional(),
    /** When the tournament was first seen over or cancelled, epoch milliseconds. */
    overAt: z.number().exactOptional(),
    /** When everything about its end was posted, epoch milliseconds. */
    toldAt: z.number().exactOptional(),
    live: LivePost.exactOptional(),
    /** A live post deleted during the tournament was posted again. */
    isRemade: z.literal(true).exactOptional(),
    /** When the latest handled request for an invitation to link was made, epoch milliseconds. */
    linkCallAt: z.number().exactOptional(),
    /** The milestones that were posted, or past when following began; absent in a feed of an earlier version. */
    milestones: z.array(Milestone).exactOptional(),
    /** The post that registration is open, while it offers to register. */
    open: z.object({ messageId: z.string() }).exactOptional(),
    /** The post of the start; it links to the live post of this id. */
    start: ShownMessage.exactOptional(),
    /** The post of the end. */
    champion: ShownMessage.extend({
      /** Hashes of the current first, and of the one before. */
      winner: z.string().exactOptional(),
      before: z.string().exactOptional(),
    }).exactOptional(),
    /** The winner in the last notifying post, how often that changed, and the last post that said so. */
    winner: z
      .object({
        told: z.string(),
        changes: z.number(),
        post: Winners.extend({ messageId: z.string() }).exactOptional(),
      })
      .exactOptional(),
    /** Schedule posts: all but the last get struck. */
    plans: z.array(Plan.extend({ messageId: z.string() })).exactOptional(),
    /** The schedule as last posted, or as it was when following began; absent in a feed of an earlier version. */
    schedule: Schedule.exactOptional(),
    event: PlannedEvent.exactOptional(),
    pending: z.array(PendingNotice).default([]),
  }),
);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** The feed in its stored form. */
export const storedFeed = ({ matches, ...feed }: FeedRecord): unknown => ({
  ...feed,
  matches: Object.fromEntries(matches),
});

/** A feed as stored by this or an earlier version. */
export const StoredFeed = z.custom((value) => FeedRecord.safeParse(value).success);
