import { z } from 'zod';
import { FIRST_RULE_ID } from '../../guilds/earlier-announcements.ts';
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
  /** Hash of what it shows of the tournament. */
  shows: z.string(),
  /** Its tournament has left the list, and it shows that. */
  unlisted: z.literal(true).exactOptional(),
});
export type Announcement = z.infer<typeof Announcement>;

/** The announcements of one rule, by hashes of tournament ids. */
const RuleAnnouncements = storedObject({
  /** Announced, or listed already when the rule began; the latest last. */
  known: z.array(z.string()),
  pending: z.record(z.string(), PendingMessage),
  /** One message about many tournaments, by the hashes of their ids. */
  digest: storedObject({ keys: z.array(z.string()), message: PendingMessage }).exactOptional(),
  /** The last announcements' message ids. */
  posts: z.array(z.string()),
  /** The length of the last list, and the last start in it, epoch milliseconds. The first release did not store it. */
  window: storedObject({ count: z.number(), endsAt: z.number() }).exactOptional(),
  /** The announcements that are kept up to date. The first release did not store them. */
  shown: z.record(z.string(), Announcement).exactOptional(),
  /** The rule announces nothing now: when it does again, it gets a new baseline. */
  isOff: z.literal(true).exactOptional(),
});
export type RuleAnnouncements = z.infer<typeof RuleAnnouncements>;

/** A server's announcements, by rule. Versions before the series stored one entry for all. */
export const AnnouncementsRecord = z.union([
  storedObject({ rules: z.record(z.string(), RuleAnnouncements) }),
  RuleAnnouncements,
]);
export type AnnouncementsRecord = z.infer<typeof AnnouncementsRecord>;

export const announcementKeyOf = (tournamentId: string): string => sha256(tournamentId, 16);

/** By rule. */
export function announcementsOf(
  record: AnnouncementsRecord | undefined,
): Readonly<Record<string, RuleAnnouncements>> {
  if (record === undefined) return {};
  return 'rules' in record ? record.rules : { [FIRST_RULE_ID]: record };
}

/** Whether a tournament was new or listed while the server announced tournaments. */
export const isKnown = (record: AnnouncementsRecord | undefined, tournamentId: string): boolean =>
  Object.values(announcementsOf(record)).some(({ known }) => known.includes(announcementKeyOf(tournamentId)));

/** The announcement of a tournament in a channel. */
export const announcementIn = (
  record: AnnouncementsRecord | undefined,
  { channelId, tournamentId }: Pick<Announcement, 'channelId' | 'tournamentId'>,
): Announcement | undefined =>
  Object.values(announcementsOf(record))
    .map(({ shown }) => shown?.[announcementKeyOf(tournamentId)])
    .find((announcement) => announcement?.channelId === channelId);
