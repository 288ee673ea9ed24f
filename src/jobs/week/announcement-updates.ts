import { registrationOf } from '../../brackets/registration.ts';
import { DAY_MS } from '../../durations.ts';
import { followIdOf } from '../../guilds/follows.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { announcementPost, type AnnouncementView } from '../../replies/announcements.ts';
import { sha256 } from '../../sha256.ts';
import type { Store } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';
import { feedKeyOf } from '../deliver/feeds.ts';
import { FeedRecord } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { Channels } from '../../message/channels.ts';
import type { List } from './list-reads.ts';
import { isFollowedAt, type Listing } from './listing.ts';
import type { Announcement } from './announcement-record.ts';

/** An announcement is left alone this long after its tournament's start, or after it was posted. */
const OLD_MS = 7 * DAY_MS;

export interface AnnouncementUpdatesDeps {
  guilds: Pick<JobsDeps['guilds'], 'follows' | 'settings'>;
  listing: Pick<Listing, 'card'>;
  /** The feeds of channels, which may have adopted an announcement. */
  feeds: Store<unknown>;
  /** A tournament that the list lacks, as last read by its id. */
  readById: (tournamentId: string) => Tournament | undefined;
  now: () => number;
}

/** Hash of what an announcement shows of its tournament. The number of players alone is not worth an edit. */
export const announcementShows = ({ isCurrent, isHidden, now, tournament }: AnnouncementView): string => {
  const { champion, name, phase, startsAt } = tournament;
  const registration = isCurrent ? registrationOf(tournament, now) : undefined;
  const shown = [isCurrent, phase, registration, startsAt?.epochMs, name, isHidden ? '' : champion];
  return sha256(JSON.stringify(shown), 16);
};

interface KnownTournament {
  tournament: AnnouncementView['tournament'];
  /**
   * The record's source: the platform's list, a channel that follows it, or a read by its id; `none`: what was known before it left
   * the list.
   */
  from: 'list' | 'channel' | 'read' | 'none';
}

/** Keeps announcements up to date: full, closed, postponed, started, canceled, over, won. */
export function createAnnouncementUpdates({
  feeds,
  guilds,
  listing,
  now,
  readById,
}: AnnouncementUpdatesDeps) {
  async function knownOf(tournamentId: string, list: List): Promise<KnownTournament> {
    const card = await listing.card(tournamentId);
    if (card !== undefined && isFollowedAt(card, now())) return { tournament: card, from: 'channel' };
    // A list older than a channel's reading says less.
    const isOlder = (card?.followedAt ?? 0) > list.readAt;
    const listed = isOlder ? undefined : list.tournaments.find(({ id }) => id === tournamentId);
    if (listed !== undefined) return { tournament: listed, from: 'list' };
    const read = readById(tournamentId);
    if (read === undefined) return { tournament: card ?? { id: tournamentId }, from: 'none' };
    const champion = read.phase === 'finished' ? card?.champion : undefined;
    return { tournament: { ...read, ...present({ champion }) }, from: 'read' };
  }

  async function viewOf(
    guildId: string,
    one: Announcement,
    { tournament, from }: KnownTournament,
  ): Promise<AnnouncementView> {
    const { channelId, roleId, tournamentId } = one;
    return {
      tournament,
      isCurrent: from !== 'none',
      isHidden: await hidesResults(guilds, { guildId, channelId, tournamentId }),
      now: now(),
      roleId,
    };
  }

  /** An end may be undone: until it is old, it is checked. */
  const isDone = ({ now, tournament }: AnnouncementView, { at }: Announcement): boolean =>
    now - Math.max(at, tournament.startsAt?.epochMs ?? 0) >= OLD_MS;

  /** How the channel's own follow relates to its announcement; `waits`: it has not had its first turn. */
  async function followOf(
    guildId: string,
    announcement: Announcement,
  ): Promise<'none' | 'waits' | 'adopted' | 'other'> {
    const followId = followIdOf(announcement);
    const follow = (await guilds.follows.read(guildId))[followId];
    if (follow === undefined) return 'none';
    const { data } = FeedRecord.safeParse(await feeds.get(feedKeyOf({ guildId, followId })));
    if (data === undefined) return follow.stopped === undefined ? 'waits' : 'none';
    return data.live?.messageId === announcement.messageId ? 'adopted' : 'other';
  }

  return {
    /**
     * The announcement as it is now; `undefined` once it needs no more edits. `isUnlisted`: only a read by its id shows how its
     * tournament goes. Throws what Discord and the store throw.
     */
    async update(
      guildId: string,
      announcement: Announcement,
      { channels, list, t }: { channels: Pick<Channels, 'edit'>; list: List; t: Translate },
    ): Promise<{ after: Announcement | undefined; isUnlisted: boolean }> {
      const follow = await followOf(guildId, announcement);
      // It is that channel's live post now.
      if (follow === 'adopted') return { after: undefined, isUnlisted: false };
      if (follow === 'waits') return { after: announcement, isUnlisted: false };
      const known = await knownOf(announcement.tournamentId, list);
      const isUnlisted = known.from === 'none' || known.from === 'read';
      const view = await viewOf(guildId, announcement, known);
      if (isDone(view, announcement)) return { after: undefined, isUnlisted: false };
      // What another owner read after it left the list stays until it is read again.
      if (known.from === 'none' && announcement.unlisted === true) return { after: announcement, isUnlisted };
      const shows = announcementShows(view);
      if (shows !== announcement.shows) {
        const { channelId, messageId } = announcement;
        const outcome = await channels.edit(channelId, messageId, announcementPost(view, t));
        if ('refused' in outcome) return { after: undefined, isUnlisted: false };
      }
      const { unlisted: _before, ...others } = announcement;
      const unlisted = isUnlisted ? (true as const) : undefined;
      return { after: { ...others, shows, ...present({ unlisted }) }, isUnlisted };
    },
  };
}
