import { z } from 'zod';
import { sha256 } from '../../sha256.ts';
import { storedObject } from '../../store/schema.ts';
import { PendingMessage } from '../plan/feed-record.ts';

/** An announcement that is edited as its tournament goes on. */
const Announcement = storedObject({
  tournamentId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  /** When it was posted, epoch milliseconds. */
  at: z.number(),
  /** The role that it mentioned. */
  roleId: z.string().exactOptional(),
  /** Hash of what it says of the tournament. */
  shows: z.string(),
});
export type Announcement = z.infer<typeof Announcement>;

/** What a server was told of new tournaments, by hashes of their ids. */
export const NewsRecord = storedObject({
  /** Announced, or listed already when it began; the latest last. */
  known: z.array(z.string()),
  pending: z.record(z.string(), PendingMessage),
  /** One message about many, by the hashes of their ids. */
  digest: storedObject({ keys: z.array(z.string()), message: PendingMessage }).exactOptional(),
  /** The last announcements' message ids. */
  posts: z.array(z.string()),
  /** How many the list had when it was told last, and the last start in it, epoch milliseconds. The first release had none. */
  window: storedObject({ count: z.number(), endsAt: z.number() }).exactOptional(),
  /** Those that are kept true. The first release had none. */
  shown: z.record(z.string(), Announcement).exactOptional(),
});
export type NewsRecord = z.infer<typeof NewsRecord>;

export const newsKeyOf = (tournamentId: string): string => sha256(tournamentId, 16);

/** Whether a tournament was new, or listed, while the server announced tournaments. */
export const isKnown = (record: NewsRecord | undefined, tournamentId: string): boolean =>
  record?.known.includes(newsKeyOf(tournamentId)) === true;

/** The announcement of a tournament in a channel. */
export function announcementIn(
  record: NewsRecord | undefined,
  { channelId, tournamentId }: Pick<Announcement, 'channelId' | 'tournamentId'>,
): Announcement | undefined {
  const announcement = record?.shown?.[newsKeyOf(tournamentId)];
  return announcement?.channelId === channelId ? announcement : undefined;
}
