import { randomBytes } from 'node:crypto';
import { sha256 } from '../store/sha256.ts';
import type { Post } from '../words/reply.ts';
import { baseline, noteCalls, noteOverdue, noteResults } from './changes.ts';
import { feedKeyOf, NotOwnerError, type FeedRecord, type PendingPost, type Telling } from './feeds.ts';
import type { Channels, JobsEvents, Refused } from './ports.ts';
import type { Turn, Work } from './work.ts';

/** Discord refused a post, for a reason that repeating does not change. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: Refused;

  constructor(reason: Refused) {
    super(`Discord refused a post: ${reason}`);
    this.reason = reason;
  }
}

interface PosterDeps extends Pick<Work, 'feeds' | 'lease' | 'log' | 'now'> {
  channels: Pick<Channels, 'post' | 'edit' | 'since'>;
  events: Pick<JobsEvents, 'onPost'>;
}

/** How far the clocks of the bot and of Discord may differ. */
const SLACK_MS = 60_000;

/** Discord trims the spaces around a text. */
const hashOf = (text: string): string => sha256(text.trim()).slice(0, 22);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A feed as it is once a message was posted. */
function feedAfter(feed: FeedRecord, telling: Telling, messageId: string, at: number): FeedRecord {
  const { pending: _done, ...rest } = feed;
  switch (telling.kind) {
    case 'live':
      return { ...rest, live: { messageId, shows: '', editedAt: at } };
    case 'call':
      return { ...rest, matches: noteCalls(feed.matches, telling.keys, at) };
    case 'overdue':
      return { ...rest, matches: noteOverdue(feed.matches, telling.keys) };
    case 'results':
      return { ...rest, matches: noteResults(feed.matches, telling.results) };
  }
}

export type Poster = Awaited<ReturnType<typeof openPoster>>;

/**
 * Opens a feed for one turn; every post of it goes through here. A post is stored with its nonce before it is sent, and noted
 * as sent afterwards: where a kill came in between, the channel shows what became of it, and Discord takes a nonce once.
 * Throws `StoreError` and `NotOwnerError`.
 */
export async function openPoster(turn: Turn, { channels, events, feeds, lease, log, now }: PosterDeps) {
  const { epoch, guildId, reading } = turn;
  const key = feedKeyOf(turn);
  const isOwner = () => lease.isOwner(epoch);
  const make = () => ({ readAt: reading.resultsAt, matches: baseline(reading) });
  let feed = await feeds.open(key, epoch, { isOwner, make });

  const save = async (next: FeedRecord): Promise<void> => {
    feed = await feeds.save(key, feed, next);
  };
  /** Right before each post: an owner that slept too long stays silent. */
  const checkOwner = async (): Promise<void> => {
    if (!(await isOwner())) throw new NotOwnerError('the lease is gone');
  };
  const notePost = ({ kind }: Telling, channelId: string): void => {
    const delayMs = now() - reading.readAt;
    events.onPost(kind, delayMs);
    log.info({ kind, guildId, channelId, tournamentId: reading.tournament.id, delayMs }, 'posted');
  };

  return {
    feed: (): FeedRecord => feed,
    save,

    /** Finds out what became of a post that may have been made. Where it was not, it stays pending. */
    async settle(): Promise<void> {
      const { pending } = feed;
      if (pending === undefined) return;
      const messages = await channels.since(pending.channelId, pending.at - SLACK_MS);
      const found = messages.find(
        ({ nonce, content }) => nonce === pending.nonce || hashOf(content) === pending.text,
      );
      if (found !== undefined) await save(feedAfter(feed, pending.telling, found.id, pending.at));
    },

    /** Posts once. Throws `RefusedError`, `NotOwnerError`, `StoreError`, and what is thrown where Discord does not answer. */
    async tell(telling: Telling, channelId: string, post: Post): Promise<void> {
      await checkOwner();
      const before = feed.pending;
      const isAgain = before?.channelId === channelId && isSame(before.telling, telling);
      const pending: PendingPost = {
        telling,
        channelId,
        nonce: isAgain ? before.nonce : randomBytes(12).toString('base64url'),
        text: hashOf(post.content),
        at: isAgain ? before.at : now(),
      };
      if (!isSame(before, pending)) await save({ ...feed, pending });
      const sent = await channels.post(channelId, post, pending.nonce);
      if ('refused' in sent) {
        const { pending: _refused, ...rest } = feed;
        await save(rest);
        throw new RefusedError(sent.refused);
      }
      await save(feedAfter(feed, telling, sent.id, now()));
      notePost(telling, channelId);
    },

    /** Edits the live post. Throws as `tell` does. */
    async edit(channelId: string, shows: string, post: Post): Promise<void> {
      const { live } = feed;
      if (live === undefined) return;
      await checkOwner();
      const sent = await channels.edit(channelId, live.messageId, post);
      if ('refused' in sent) {
        const { live: _gone, ...rest } = feed;
        // A resumed follow then gets a new post.
        if (sent.refused === 'post-gone') await save(rest);
        throw new RefusedError(sent.refused);
      }
      await save({ ...feed, live: { ...live, shows, editedAt: now() } });
      notePost({ kind: 'live' }, channelId);
    },
  };
}
