import { randomBytes } from 'node:crypto';
import { sha256 } from '../../store/sha256.ts';
import type { Post } from '../../message/reply.ts';
import { noteMessage, type Act } from '../plan/acts.ts';
import { baseline, withBaseline } from '../plan/changes.ts';
import { readingFor, type FeedReading } from '../plan/plan-input.ts';
import type { FeedRecord, PendingPost, Telling } from '../plan/feed-record.ts';
import { feedKeyOf, NotOwnerError } from './feeds.ts';
import { milestonesBefore, withMilestones } from '../plan/milestones.ts';
import { sameText } from '../plan/pending.ts';
import type { OwnMessage, Refused } from '../../message/channels.ts';
import type { Turn, Work } from '../work.ts';

/** Discord refused something in the channel that follows, for a reason that repeating does not change. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: Exclude<Refused, 'closed'>;

  constructor(reason: Exclude<Refused, 'closed'>) {
    super(`Discord refused: ${reason}`);
    this.reason = reason;
  }
}

/** The channel is to be told nothing more: it was stopped, or another server's admins changed what it follows. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** How far back to search, since the bot's and Discord's clocks may differ. */
const SLACK_MS = 60_000;
/** Within this time Discord takes the same nonce for the same message. It says "the past few minutes". */
const NONCE_MS = 2 * 60_000;

/** Discord trims the spaces around a text. */
const hashOf = (text: string): string => sha256(text.trim()).slice(0, 22);

/** As many texts as are known of one message that may have been sent. */
const TEXTS_MAX = 8;

/** The hashes of all texts under which a message may have been sent: it may say something else each time that it is tried. */
const withText = (before: string | undefined, hash: string): string =>
  [...new Set([...(before?.split(' ') ?? []), hash])].slice(-TEXTS_MAX).join(' ');

/** The messages that a feed knows, which are none that it looks for: two may have the same text. */
const knownIds = ({ champion, live, matches, posts }: FeedRecord): ReadonlySet<string | undefined> =>
  new Set([
    live?.messageId,
    champion?.messageId,
    ...Object.keys(posts),
    ...Object.values(matches).map(({ callId }) => callId),
  ]);

export type Delivery = Awaited<ReturnType<typeof openDelivery>>;

/**
 * Opens a channel's feed for one turn. Every message, edit and event of the turn goes through here: each is sent only while this
 * process is the owner and the channel still follows, and is stored before and after it is sent, so that a kill in between doubles
 * nothing. Throws `StoreError`, `NotOwnerError` and `UnreadableError`.
 */
export async function openDelivery(turn: Turn, work: Work) {
  const { channels, events, feeds, guilds, lease, log, now } = work;
  const { epoch, followId, guildId, reading } = turn;
  const key = feedKeyOf(turn);
  const isOwner = () => lease.isOwner(epoch);
  const make = (): Omit<FeedRecord, 'epoch'> => ({
    readAt: reading.bracketAt,
    matches: baseline(reading),
    posts: {},
    pending: [],
    milestones: milestonesBefore(reading),
    ...(reading.stage === 'running' && !reading.bracket && { awaitsBracket: true as const }),
  });
  let stored = await feeds.open(key, epoch, { isOwner, make });
  let feed = withMilestones(withBaseline(stored, reading), reading);
  /** The reading as the feed last saw it: its keys are hashes, and cost time. */
  let cache: { matches: FeedRecord['matches']; reading: FeedReading } | undefined;

  const save = async (next: FeedRecord): Promise<void> => {
    if (next === stored) return;
    stored = await feeds.save(key, stored, next);
    feed = stored;
  };

  /** Right before each act. Throws `NotOwnerError` where this process slept too long, `StoppedError` if the tournament is no longer followed. */
  async function check(): Promise<void> {
    const follow = (await guilds.follows.read(guildId))[followId];
    if (follow === undefined || follow.stopped !== undefined) throw new StoppedError('no longer followed');
    // Last: a process that was suspended in between must not send afterwards.
    if (!(await isOwner())) throw new NotOwnerError('the lease is gone');
  }

  const withoutPending = (telling: Telling): FeedRecord => ({
    ...feed,
    pending: feed.pending.filter((one) => !sameText(one.telling, telling)),
  });

  /** Whether Discord still knows a nonce. The distance, so that a clock that was set back trusts none that is forgotten. */
  const isFresh = (at: number): boolean => Math.abs(now() - at) <= NONCE_MS;

  /** What became of a message that may have been sent. `unsure`: it can no longer be determined. `undefined`: its nonce will tell. */
  function findSent(
    { at, nonce, text }: PendingPost,
    messages: OwnMessage[] | undefined,
  ): OwnMessage | 'unsure' | 'unsent' | undefined {
    const ownIds = knownIds(feed);
    const message = messages?.find(
      (one) => !ownIds.has(one.id) && (one.nonce === nonce || text.split(' ').includes(hashOf(one.content))),
    );
    if (message !== undefined) return message;
    if (isFresh(at)) return undefined;
    return messages === undefined ? 'unsure' : 'unsent';
  }

  return {
    feed: (): FeedRecord => feed,
    reading(): FeedReading {
      if (cache?.matches !== feed.matches)
        cache = { matches: feed.matches, reading: readingFor(feed, reading) };
      return cache.reading;
    },
    save,
    check,

    /**
     * Finds out what became of messages that may have been sent. Those that are not found stay pending while Discord knows their
     * nonces. After that, where the channel's history cannot be read, all but a live post count as sent, so that no player is called twice.
     */
    async settle(): Promise<void> {
      for (const channelId of new Set(feed.pending.map((one) => one.channelId))) {
        const pending = feed.pending.filter((one) => one.channelId === channelId);
        const since = Math.min(...pending.map(({ at }) => at)) - SLACK_MS;
        const messages = await channels.since(channelId, since);
        for (const { telling, at, ...one } of pending) {
          const outcome = findSent({ telling, at, ...one }, messages);
          if (outcome === undefined) continue;
          if (outcome === 'unsent' || (outcome === 'unsure' && telling.kind === 'live')) {
            await save(withoutPending(telling));
            continue;
          }
          const messageId = outcome === 'unsure' ? undefined : outcome.id;
          await save(noteMessage(withoutPending(telling), telling, { messageId, channelId, at }));
        }
      }
    },

    /** Sends a new message once. Gives why Discord refused it. Throws what is thrown where Discord does not answer. */
    async send(telling: Telling, channelId: string, post: Post): Promise<Refused | undefined> {
      await check();
      const before = feed.pending.find(
        (one) => one.channelId === channelId && sameText(one.telling, telling),
      );
      // It was not settled in this turn: the same again could be a second one.
      if (before !== undefined && !isFresh(before.at)) throw new Error('a message may have been sent before');
      const pending: PendingPost = {
        telling,
        channelId,
        nonce: before?.nonce ?? randomBytes(12).toString('base64url'),
        text: withText(before?.text, hashOf(post.content)),
        at: before?.at ?? now(),
      };
      if (!sameText(before, pending)) {
        const rest = withoutPending(telling);
        await save({ ...rest, pending: [...rest.pending, pending] });
      }
      const outcome = await channels.post(channelId, post, pending.nonce);
      if ('refused' in outcome && outcome.refused === 'refused' && telling.kind !== 'live') {
        // Something in this message alone: the same again would be refused again.
        log.warn({ kind: telling.kind, guildId, channelId }, 'Discord refused a message for what is in it');
        const at = now();
        await save(noteMessage(withoutPending(telling), telling, { messageId: undefined, channelId, at }));
        return undefined;
      }
      if ('refused' in outcome) {
        await save(withoutPending(telling));
        return outcome.refused;
      }
      await save(
        noteMessage(withoutPending(telling), telling, { messageId: outcome.id, channelId, at: now() }),
      );
      noteSent(telling.kind, channelId);
      return undefined;
    },

    /** Edits a message of the bot's own. Gives why Discord refused it. */
    async edit(
      kind: Act['kind'],
      { channelId, messageId }: { channelId: string; messageId: string },
      post: Post,
    ): Promise<Refused | undefined> {
      await check();
      const outcome = await channels.edit(channelId, messageId, post);
      if ('refused' in outcome) return outcome.refused;
      noteSent(kind, channelId);
      return undefined;
    },
  };

  function noteSent(kind: Act['kind'], channelId: string): void {
    const delayMs = now() - reading.readAt;
    events.onPost(kind, delayMs);
    log.info({ kind, guildId, channelId, tournamentId: reading.tournament.id, delayMs }, 'posted');
  }
}
