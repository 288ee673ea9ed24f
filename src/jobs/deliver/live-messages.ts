import { hasEnded, shownBracket } from '../../brackets/tournament-stage.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import { livePost } from '../../replies/feed.ts';
import { linkCallPost } from '../../replies/feed-milestones.ts';
import { tournamentTitle } from '../../replies/format.ts';
import type { Act } from '../plan/acts.ts';
import type { FeedRecord, ChannelNotice } from '../plan/feed-record.ts';
import { liveShows } from '../plan/plan-input.ts';
import { isHidden, type Delivery } from './delivery.ts';
import { edits, sends } from './messages.ts';

/** By then, the last edit of a live post has shown the end. */
const ENDING_MS = 2 * MINUTE_MS;

/** The live post for a reading. */
async function liveView({ feed, turn, work: { drawBracket, now, t } }: Delivery): Promise<Post> {
  const reading = feed.reading();
  const { bracket, stage, tournament } = reading;
  const visible = shownBracket(stage, bracket);
  const picture =
    visible && !isHidden(turn)
      ? await drawBracket({ bracket: visible, name: tournamentTitle(tournament, t), t })
      : undefined;
  return livePost({ ...reading, bracket: visible, picture, isHidden: isHidden(turn), now: now() }, t);
}

/** Whether a notice may have been sent before: an earlier message with its nonce may show something else. */
export const wasPending = ({ pending }: FeedRecord, isSame: (notice: ChannelNotice) => boolean): boolean =>
  pending.some(({ notice }) => isSame(notice));

export const sendLive = sends<Extract<Act, { kind: 'live' }>>({
  notice: (act) => act,
  post: (_, delivery) => liveView(delivery),
  async after(_, { feed, turn, work }, before) {
    if (wasPending(before, ({ kind }) => kind === 'live')) return;
    const record = feed.record();
    const live = record.live && {
      ...record.live,
      shows: liveShows(turn.reading, turn),
      editedAt: work.now(),
    };
    feed.note({ ...record, ...present({ live }) });
  },
});

export const editLive = edits<Extract<Act, { kind: 'edit-live' }>>({
  kind: 'live',
  message: (_, { live }) => live,
  post: (_, delivery) => liveView(delivery),
  unclear: (_, feed) => (feed.live ? { ...feed, live: { ...feed.live, shows: '' } } : feed),
  shown: ({ shows }, feed, { work }) =>
    feed.live ? { ...feed, live: { ...feed.live, shows, editedAt: work.now() } } : feed,
  // Recreate a deleted live post once, until it has shown the end. Always recreate it after Resume.
  gone(act, { live, ...feed }, { turn, work }, refused) {
    const { stage } = turn.reading;
    const isEnding = stage === 'over' && Math.abs(work.now() - (feed.overAt ?? work.now())) < ENDING_MS;
    const isFirst = (stage === 'running' || isEnding) && feed.isRemade !== true;
    const isResumed = live !== undefined && live.editedAt < turn.follow.since;
    if (refused !== 'post-gone') return undefined;
    const stays = live === undefined ? feed : { ...feed, live: { ...live, shows: act.shows } };
    if (turn.reading.isLast === true) return stays;
    if (isResumed) return feed;
    if (isFirst) return { ...feed, isRemade: true };
    // A post deleted after the end stays deleted; corrections are still posted.
    return hasEnded(stage) && live !== undefined ? stays : undefined;
  },
  otherwise: async (_, delivery) =>
    delivery.feed.record().live === undefined ? sendLive({ kind: 'live' }, delivery) : undefined,
});

export const sendLinkCall = sends<Extract<Act, { kind: 'link-call' }>>({
  notice: (act) => act,
  post: (_, { turn, work }) => linkCallPost(turn.reading.tournament, work.t),
});
