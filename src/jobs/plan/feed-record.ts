import { z } from 'zod';

const CallThread = z.object({
  /** Absent until Discord has made it. */
  id: z.string().exactOptional(),
  /** `wanted`: its first message, which mentions the players, is still to come. `done`: nothing is to be done about it any more. */
  state: z.enum(['wanted', 'open', 'done']),
});
/** The thread that starts from the call of a match. */
export type CallThread = z.infer<typeof CallThread>;

/** A match that a channel was told of, by its key (`match-keys.ts`). Hashes are of the platform's ids and names. */
export const MatchRecord = z.object({
  /** Hash of the match's id. */
  id: z.string().exactOptional(),
  /** Hashes of both players, in the order of their keys. */
  players: z.tuple([z.string(), z.string()]).exactOptional(),
  /** It is no longer in the bracket: the same two under another id play another match. */
  gone: z.literal(true).exactOptional(),
  /** When both were called to play, epoch milliseconds. */
  calledAt: z.number().exactOptional(),
  /** For how long it has been open since, as far as the bracket was read. */
  waitedMs: z.number().exactOptional(),
  /** The message that called them, where it is known. */
  callId: z.string().exactOptional(),
  /** What that message shows (`closing.ts`); absent while it calls them. Empty while an edit may or may not have reached it. */
  callShows: z.string().exactOptional(),
  /** Its call mentions nobody: the thread does. Absent for a match without a thread. */
  thread: CallThread.exactOptional(),
  /** It was already being played when following began, so its players are not called. */
  wasRunning: z.literal(true).exactOptional(),
  /** Both players were reminded that their report is late. */
  reminded: z.literal(true).exactOptional(),
  /** The organizers were notified that its report is overdue. */
  overdue: z.literal(true).exactOptional(),
  /** The latest result (`results.ts`); empty once it was withdrawn. */
  result: z.string().exactOptional(),
  /** The result before that one. */
  before: z.string().exactOptional(),
  /** How often the result has changed since it was posted. */
  changes: z.number().exactOptional(),
  /** The message that shows the result, by its key in `posts`. */
  postId: z.string().exactOptional(),
});
export type MatchRecord = z.infer<typeof MatchRecord>;

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
  /** An edit may or may not have reached it. */
  unsure: z.literal(true).exactOptional(),
});

export type ResultsPost = z.infer<typeof ResultsPost>;

const NewResult = z.object({ key: z.string(), result: z.string() });
export type NewResult = z.infer<typeof NewResult>;

/** What a post of its own tells, once: registration is open, the first matches are called, somebody has won. */
export const Milestone = z.enum(['open', 'start', 'champion']);
export type Milestone = z.infer<typeof Milestone>;

const ChampionPost = z.object({
  messageId: z.string(),
  /** Hash of what it shows; empty while an edit may or may not have reached it. */
  shows: z.string(),
});

/** What a new message says, as far as it has to be known afterwards. */
export const Telling = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('milestone'), milestone: Milestone }),
  z.object({ kind: z.literal('call'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('thread'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('link-call'), at: z.number() }),
  z.object({ kind: z.literal('late'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('overdue'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('often'), keys: z.array(z.string()) }),
  z.object({
    kind: z.literal('results'),
    results: z.array(NewResult),
    gap: Gap.exactOptional(),
    round: z.string().exactOptional(),
  }),
]);
export type Telling = z.infer<typeof Telling>;

/** A message that may or may not have reached Discord. */
const PendingPost = z.object({
  telling: Telling,
  channelId: z.string(),
  nonce: z.string(),
  /** Hashes of the texts that it was tried with, with spaces between: Discord shows a nonce only for a short time. */
  text: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type PendingPost = z.infer<typeof PendingPost>;

const PlannedEvent = z.object({
  /** Absent while it may or may not have reached Discord. */
  eventId: z.string().exactOptional(),
  /** Hash of its name and times. */
  shows: z.string(),
  /** `refused`: Discord refused it, or a person deleted it; it is not created again until it is switched on again. */
  status: z.enum(['scheduled', 'active', 'refused']),
});
export type PlannedEvent = z.infer<typeof PlannedEvent>;

const LivePost = z.object({
  messageId: z.string(),
  /** Hash of what it shows. */
  shows: z.string(),
  /** Epoch milliseconds. */
  editedAt: z.number(),
});

type JsonFields = Record<string, unknown>;
const isFields = (value: unknown): value is JsonFields => typeof value === 'object' && value !== null;

/** All results of a match, of which an older build stored a list. */
function upgradedMatch(match: unknown): unknown {
  if (!isFields(match) || !Array.isArray(match['results'])) return match;
  const { results, ...rest } = match;
  return results.length > 0 ? { ...rest, result: results.at(-1) } : rest;
}

/** What an older build stored: one pending post, and an event's end. */
function upgraded(value: unknown): unknown {
  if (!isFields(value)) return value;
  const record = { ...value };
  const { event, matches, pending } = record;
  if (pending !== undefined && !Array.isArray(pending)) record['pending'] = [pending];
  if (isFields(event) && event['status'] === 'ended') record['event'] = { ...event, status: 'refused' };
  if (isFields(matches))
    record['matches'] = Object.fromEntries(
      Object.entries(matches).map(([key, match]) => [key, upgradedMatch(match)]),
    );
  return record;
}

/**
 * What a channel was told of a tournament. Matches go by hashes of the platform's ids: no name and no Discord user is in it.
 */
export const FeedRecord = z.preprocess(
  upgraded,
  z.object({
    /** Of the owner that wrote it last. An older owner's writes fail. */
    epoch: z.number(),
    /** When the bracket was last read, epoch milliseconds. */
    readAt: z.number(),
    matches: z.record(z.string(), MatchRecord),
    /** Following began under way, and its bracket was not read yet. */
    awaitsBracket: z.literal(true).exactOptional(),
    /** Messages with results, by their ids. */
    posts: z.record(z.string(), ResultsPost).default({}),
    /** When the tournament was first seen over or cancelled, epoch milliseconds. */
    overAt: z.number().exactOptional(),
    live: LivePost.exactOptional(),
    /** The request for a post that invites players to link that was done last, epoch milliseconds. */
    linkCallAt: z.number().exactOptional(),
    /** What was told, or was so already when following began; absent in a feed of an older build. */
    milestones: z.array(Milestone).exactOptional(),
    champion: ChampionPost.exactOptional(),
    event: PlannedEvent.exactOptional(),
    pending: z.array(PendingPost).default([]),
  }),
);
export type FeedRecord = z.infer<typeof FeedRecord>;

/** A feed as it is stored, by this build or an older one. */
export const StoredFeed = z.custom((value) => FeedRecord.safeParse(value).success);
