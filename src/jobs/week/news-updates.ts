import { registrationOf } from '../../brackets/registration.ts';
import { DAY_MS } from '../../durations.ts';
import { followIdOf } from '../../guilds/follows.ts';
import { hidesResults } from '../../guilds/spoilers.ts';
import { present } from '../../present.ts';
import { newsPost, type NewsView } from '../../replies/news.ts';
import { sha256 } from '../../sha256.ts';
import type { Translate } from '../../words/words.ts';
import type { JobsDeps } from '../work.ts';
import type { Channels } from '../../message/channels.ts';
import type { List } from './list-reads.ts';
import { isFollowedAt, type Listing } from './listing.ts';
import type { Announcement } from './news-record.ts';

/** An announcement is left alone so long after its tournament's start, or after it was posted. */
const OLD_MS = 7 * DAY_MS;

interface NewsUpdatesDeps {
  guilds: Pick<JobsDeps['guilds'], 'follows' | 'settings'>;
  listing: Pick<Listing, 'card'>;
  now: () => number;
}

/** What an announcement says of its tournament, as a hash. The number of players alone is not worth an edit. */
export const newsShows = ({ isCurrent, isHidden, now, tournament }: NewsView): string => {
  const { champion, name, phase, startsAt } = tournament;
  const registration = isCurrent ? registrationOf(tournament, now) : undefined;
  const shown = [isCurrent, phase, registration, startsAt?.epochMs, name, isHidden ? '' : champion];
  return sha256(JSON.stringify(shown), 16);
};

/** Keeps announcements true: full, closed, postponed, started, canceled, over, won. */
export function createNewsUpdates({ guilds, listing, now }: NewsUpdatesDeps) {
  /** What is known of its tournament. The list has what is to come; of what is followed, its channels know. */
  async function viewOf(guildId: string, one: Announcement, list: List): Promise<NewsView> {
    const { channelId, roleId, tournamentId } = one;
    const card = await listing.card(tournamentId);
    const isFollowed = card !== undefined && isFollowedAt(card, now());
    // A list of before says nothing of what a channel has read since.
    const isOlder = (card?.followedAt ?? 0) > list.readAt;
    const listed = isOlder ? undefined : list.tournaments.find(({ id }) => id === tournamentId);
    const tournament = (isFollowed ? card : (listed ?? card)) ?? { id: tournamentId };
    return {
      tournament,
      isCurrent: listed !== undefined || isFollowed,
      isHidden: await hidesResults(guilds, { guildId, channelId, tournamentId }),
      now: now(),
      roleId,
    };
  }

  /** An end may be undone: until it is old, it is looked at. */
  const isDone = ({ now, tournament }: NewsView, { at }: Announcement): boolean =>
    now - Math.max(at, tournament.startsAt?.epochMs ?? 0) >= OLD_MS;

  return {
    /** The announcement as it stands now; `undefined` once it needs no more edits. Throws what Discord and the store throw. */
    async update(
      guildId: string,
      announcement: Announcement,
      { channels, list, t }: { channels: Pick<Channels, 'edit'>; list: List; t: Translate },
    ): Promise<Announcement | undefined> {
      // It is that channel's live post now.
      if (followIdOf(announcement) in (await guilds.follows.read(guildId))) return undefined;
      const view = await viewOf(guildId, announcement, list);
      const shows = newsShows(view);
      if (shows !== announcement.shows) {
        const { channelId, messageId } = announcement;
        const outcome = await channels.edit(channelId, messageId, newsPost(view, t));
        if ('refused' in outcome) return undefined;
      }
      return isDone(view, announcement) ? undefined : present({ ...announcement, shows });
    },
  };
}
