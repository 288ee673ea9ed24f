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
  /** Hash of the round whose results it shows; further ones are added to it. */
  round: z.string().exactOptional(),
  /** The last results here of matches that another message shows by now, by their keys. */
  moved: z.record(z.string(), z.string()).exactOptional(),
  /** It has no buttons any more. */
  isQuiet: z.literal(true).exactOptional(),
  /** An edit may or may not have reached it. */
  unsure: z.literal(true).exactOptional(),
});
export type ResultsPost = z.infer<typeof ResultsPost>;

const NewResult = z.object({ key: z.string(), result: z.string() });
export type NewResult = z.infer<typeof NewResult>;

/** A moment with a post of its own, once: registration is open, the first matches are called, somebody has won. */
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
  /** Its day alone is known. */
  isDay: z.literal(true).exactOptional(),
});
export type Schedule = z.infer<typeof Schedule>;

const Keys = z.object({ keys: z.array(z.string()) });

/** What a post of the schedule says: how it is now, and if it matters, how it was before. */
const Plan = z.object({ schedule: Schedule, before: Schedule.exactOptional() });
export type Plan = z.infer<typeof Plan>;

/** Hashes of who won, and of who was told to have won. */
const Winners = z.object({ winner: z.string(), before: z.string() });
export type Winners = z.infer<typeof Winners>;

/** A new message in a channel: what has to be known of it afterwards. `notices.ts` says what follows from each. */
const ChannelNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('milestone'), milestone: Milestone }),
  z.object({ kind: z.literal('schedule'), ...Plan.shape }),
  z.object({ kind: z.literal('new-winner'), ...Winners.shape }),
  z.object({ kind: z.literal('call'), ...Keys.shape }),
  z.object({ kind: z.literal('thread'), ...Keys.shape }),
  z.object({ kind: z.literal('link-call'), at: z.number() }),
  z.object({ kind: z.literal('late'), ...Keys.shape, asks: z.literal('one').exactOptional() }),
  // Of an older version, which had no desk.
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
  /** Hashes of the texts that it was tried with, with spaces between: Discord shows a nonce only for a short time. */
  text: z.string(),
  /** When it was first about to be sent, epoch milliseconds. */
  at: z.number(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** The table after a round: the message that shows it, if any does, and a hash of what it shows; empty while an edit may be on its way. */
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
  /** Hash of its name and times. */
  shows: z.string(),
  /** When it starts, epoch milliseconds; absent if it is under way and the tournament has moved since. */
  startsAt: z.number().exactOptional(),
  /** `refused`: Discord refused it, or a person deleted it; it is not created again until it is switched on again. */
  status: z.enum(['scheduled', 'active', 'refused']),
});
export type PlannedEvent = z.infer<typeof PlannedEvent>;

const LivePost = z.object({
  ...ShownMessage.shape,
  /** Epoch milliseconds. */
  editedAt: z.number(),
});

/** A pending message as older versions stored it. */
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
 * What a channel was told of a tournament. Matches go by hashes of the platform's ids: no name and no Discord user is in it.
 * Older versions cannot read it, and leave such a channel alone while both run.
 */
export const FeedRecord = z.preprocess(
  upgraded,
  z.object({
    /** Of the owner that wrote it last. An older owner's writes fail. */
    epoch: z.number(),
    /** When the bracket was last read, epoch milliseconds. */
    bracketAt: z.number(),
    /** By their keys. */
    matches: z
      .record(z.string(), StoredMatch)
      .transform((matches): ReadonlyMap<string, MatchRecord> => new Map(Object.entries(matches))),
    /** Following began under way, and its bracket was not read yet. */
    awaitsBracket: z.literal(true).exactOptional(),
    /** Messages with results, by their ids. */
    posts: z.record(z.string(), ResultsPost).default({}),
    /** By the hashes of rounds that are over, or were when following began; absent before the first bracket, and in a feed of an older build. */
    tables: z.record(z.string(), TablePost).exactOptional(),
    /** When the tournament was first seen over or cancelled, epoch milliseconds. */
    overAt: z.number().exactOptional(),
    /** When all of its end had been told, epoch milliseconds. */
    toldAt: z.number().exactOptional(),
    live: LivePost.exactOptional(),
    /** Somebody deleted the live post under way, and it was made anew. */
    isRemade: z.literal(true).exactOptional(),
    /** The request for a post that invites players to link that was done last, epoch milliseconds. */
    linkCallAt: z.number().exactOptional(),
    /** What was told, or was so already when following began; absent in a feed of an older build. */
    milestones: z.array(Milestone).exactOptional(),
    /** The post of the start; it shows the way to the live post of this id. */
    start: ShownMessage.exactOptional(),
    /** The post of the end. */
    champion: ShownMessage.extend({
      /** Hashes of who is first there, and of who was before. */
      winner: z.string().exactOptional(),
      before: z.string().exactOptional(),
    }).exactOptional(),
    /** Who was told to have won by a post that notifies, how often that changed, and the post that said so last. */
    winner: z
      .object({
        told: z.string(),
        changes: z.number(),
        post: Winners.extend({ messageId: z.string() }).exactOptional(),
      })
      .exactOptional(),
    /** Posts of the schedule: all but the last are to be struck. */
    plans: z.array(Plan.extend({ messageId: z.string() })).exactOptional(),
    /** As it was told last, or was when following began; absent in a feed of an older build. */
    schedule: Schedule.exactOptional(),
    event: PlannedEvent.exactOptional(),
    pending: z.array(PendingNotice).default([]),
  }),
);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** The feed in the form that is stored. */
export const storedFeed = ({ matches, ...feed }: FeedRecord): unknown => ({
  ...feed,
  matches: Object.fromEntries(matches),
});

/** A feed as it is stored, by this version or an older one. */
export const StoredFeed = z.custom((value) => FeedRecord.safeParse(value).success);
