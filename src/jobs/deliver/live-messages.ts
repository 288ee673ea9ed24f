<<<<<<< HEAD
import { podiumOf, shownBracket } from '../../brackets/night.ts';
import { channelUrl } from '../../message/channel-url.ts';
=======
import { shownBracket } from '../../brackets/night.ts';
>>>>>>> d89e35ce (feat(jobs): post ends of tables, postponements, moves and corrected champions)
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

/** The live post as a reading shows it. */
async function liveView({ feed, turn, work: { drawBracket, now, t } }: Delivery): Promise<Post> {
  const reading = feed.reading();
  const { bracket, stage, tournament } = reading;
  const visible = reading.lacksBracket ? undefined : shownBracket(stage, bracket);
  const picture =
    visible && !isHidden(turn)
      ? await drawBracket({ bracket: visible, name: tournamentTitle(tournament, t), t })
      : undefined;
  return livePost({ ...reading, bracket: visible, picture, isHidden: isHidden(turn), now: now() }, t);
}

/** Whether a notice may have been sent before: what was sent earlier under its nonce may show something else. */
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
    await feed.save({ ...record, ...present({ live }) });
  },
});

export const editLive = edits<Extract<Act, { kind: 'edit-live' }>>({
  kind: 'live',
  message: (_, { live }) => live,
  post: (_, delivery) => liveView(delivery),
  unclear: (_, feed) => (feed.live ? { ...feed, live: { ...feed.live, shows: '' } } : feed),
  shown: ({ shows }, feed, { work }) =>
    feed.live ? { ...feed, live: { ...feed.live, shows, editedAt: work.now() } } : feed,
});

<<<<<<< HEAD
/** Who has won, with the last bracket; or that nobody has, after all. */
async function championView(roleId: string | undefined, { turn, work }: Delivery): Promise<Post> {
  const { bracket, tournament } = turn.reading;
  const podium = bracket && podiumOf(tournament, bracket);
  if (bracket === undefined || podium === undefined) return noChampionPost(tournament, work.t);
  const picture = await work.drawBracket({ bracket, name: tournamentTitle(tournament, work.t), t: work.t });
  return championPost({ tournament, podium, bracket, picture, roleId, isHidden: isHidden(turn) }, work.t);
}

function startView(roleId: string | undefined, { feed, turn, work }: Delivery): Post {
  const { tournament } = turn.reading;
  const record = feed.record();
  const [first] = callable(record, feed.reading(), work.now());
  const round = first && feed.reading().roundsIn(work.t).get(first.match);
  const liveUrl = record.live && channelUrl(turn.guildId, turn.follow.channelId, record.live.messageId);
  return startPost({ tournament, roleId, ...present({ round, liveUrl }) }, work.t);
}

/** A post for a moment, which mentions the role that was chosen for it. */
export const sendMilestone = sends<Extract<Act, { kind: 'milestone' }>>({
  notice: (act) => act,
  post({ milestone }, delivery) {
    const { follow, leads, reading } = delivery.turn;
    const { now, t } = delivery.work;
    const roleId = leads.ping ? follow.topics.ping : undefined;
    switch (milestone) {
      case 'open':
        return openPost({ tournament: reading.tournament, roleId, now: now() }, t);
      case 'start':
        return startView(roleId, delivery);
      case 'champion':
        return championView(roleId, delivery);
    }
  },
  async after({ milestone }, { feed, turn }, before) {
    const record = feed.record();
    if (milestone !== 'champion' || record.champion === undefined) return;
    if (wasPending(before, (notice) => notice.kind === 'milestone' && notice.milestone === milestone)) return;
    await feed.save({ ...record, champion: { ...record.champion, shows: championShows(turn.reading) } });
  },
});

/** Edits the champion's post: another player has won, or the final is open again. */
export const editChampion = edits<Extract<Act, { kind: 'champion' }>>({
  kind: 'champion',
  message: (_, { champion }) => champion,
  post: (_, delivery) => championView(undefined, delivery),
  unclear: (_, feed) => withChampion(feed, ''),
  shown: ({ shows }, feed) => withChampion(feed, shows),
  gone: (_, { champion: _gone, ...feed }) => feed,
});

const withChampion = (feed: FeedRecord, shows: string): FeedRecord =>
  feed.champion ? { ...feed, champion: { ...feed.champion, shows } } : feed;

=======
>>>>>>> d89e35ce (feat(jobs): post ends of tables, postponements, moves and corrected champions)
export const sendLinkCall = sends<Extract<Act, { kind: 'link-call' }>>({
  notice: (act) => act,
  post: (_, { turn, work }) => linkCallPost(turn.reading.tournament, work.t),
});
