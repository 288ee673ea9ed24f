import { meetingsOf, type Meetings } from '../../brackets/meetings.ts';
import { isCall, isOfOthers, playersOf } from '../../guilds/result-posts.ts';
import { present } from '../../present.ts';
import type { Post } from '../../message/reply.ts';
import type { Match } from '../../reading/records.ts';
import { callPost, latePost, oftenPost, owedPost } from '../../replies/feed-calls.ts';
import type { Act } from '../plan/acts.ts';
import { pendingOf } from '../plan/pending.ts';
import { KNOWN } from '../plan/match-record.ts';
import { noteThread, noteUnreminded } from '../plan/notices.ts';
import { makesThreads, type CallOrThread } from './call-threads.ts';
import type { MatchReport } from '../plan/plan-input.ts';
import { isHidden, membersLeft, membersOf, throwRefused, type Delivery, type Members } from './delivery.ts';
import { sends, type Deliver } from './messages.ts';

/** Decided before a call is sent, so that every retry of the call mentions the same players. */
async function settleThread(key: string, delivery: Delivery): Promise<void> {
  const { feed } = delivery;
  if (pendingOf(feed.record(), 'call').some(({ keys }) => keys.includes(key))) return;
  const makes = await makesThreads(delivery);
  if (makes === (feed.record().matches.get(key)?.thread !== undefined)) return;
  feed.note(noteThread(feed.record(), key, makes ? { state: 'wanted' } : undefined));
}

/** From the players' histories, if a command read them recently, and from this bracket, which may be newer. */
const meetingsBefore = (match: Match, { turn: { reading }, work }: Delivery): Meetings | undefined =>
  meetingsOf(
    match,
    match.sides.map(({ player }) =>
      player?.id === undefined ? undefined : work.platform.recentMatches(player.id),
    ),
    reading.bracket?.rounds.flatMap(({ matches }) => matches),
  );

function postOf({ call: { key, match } }: CallOrThread, members: Members, delivery: Delivery): Post {
  const { feed, turn, work } = delivery;
  const { tournament } = turn.reading;
  const { mentions, ...quiet } = callPost(
    {
      match,
      tournament,
      members,
      now: work.now(),
      isHidden: isHidden(turn),
      ...present({ meetings: meetingsBefore(match, delivery) }),
    },
    work.t,
  );
  const isInThread = feed.record().matches.get(key)?.thread !== undefined;
  return isInThread ? quiet : { ...quiet, ...present({ mentions }) };
}

const newCall = sends<CallOrThread>({
  notice: ({ call: { key } }) => ({ kind: 'call', keys: [key] }),
  post: async (act, delivery) => postOf(act, await membersOf(act.sides, act.call.key, delivery), delivery),
  async after(act, delivery) {
    const { key } = act.call;
    const { feed, turn } = delivery;
    const { messageId } = feed.record().matches.get(key)?.call ?? {};
    if (messageId === undefined) return;
    const left = await membersLeft(act.sides, key, delivery);
    if (left !== undefined)
      await feed.edit('call', { channelId: turn.follow.channelId, messageId }, postOf(act, left, delivery));
    await registerCall(key, delivery);
  },
});

/** A member who reports a score in the call of a match, or agrees to one reported before, turns it into its result. */
export async function registerCall(key: string, { feed, turn, work }: Delivery): Promise<void> {
  const { call, result } = feed.record().matches.get(key) ?? KNOWN;
  const match = feed.reading().byKey.get(key)?.match;
  const messageId = call?.messageId;
  if (messageId === undefined || match === undefined || match.id === '') return;
  const players = playersOf(match);
  const { resultPosts } = work.guilds;
  const { channelId } = turn.follow;
  const shown = await resultPosts.shown(channelId, match.id);
  const isOwn = shown !== undefined && !isOfOthers(shown, players.pair);
  // A member reported while the call was being sent: the next reading edits that message and every correction.
  if (isOwn && !isCall(shown) && shown.isOpen !== true && result?.code !== '') return;
  const isAsked = isOwn && shown.isOpen === true;
  await resultPosts.end(
    channelId,
    match.id,
    isAsked ? { ...shown, beside: { messageId } } : { messageId, ...players },
  );
  // It asks about a score of players who are not in the match anymore.
  if (!isOwn && shown?.isOpen === true && shown.messageId !== undefined)
    await work.channels.remove(channelId, shown.messageId);
}

/** Calls two players. */
export const sendCall: Deliver<CallOrThread> = async (act, delivery) => {
  const { key } = act.call;
  if (delivery.delayed.has(key)) return;
  await settleThread(key, delivery);
  await newCall(act, delivery);
};

/** The side that has to answer a reported score; `undefined` if neither player has to. */
function owingSide({ report }: MatchReport): 1 | 2 | undefined {
  if (report.state !== 'open' || report.claim?.side === undefined) return undefined;
  return report.claim.side === 1 ? 2 : 1;
}

/**
 * Reminds both players once, or the one who has to answer a report. Players who chose direct messages or none are named without a
 * ping.
 */
export const remindPlayers = sends<Extract<Act, { kind: 'late' }>>({
  notice: ({ asks, call: { key } }) => ({
    kind: 'late',
    keys: [key],
    ...present({ asks: asks === 'one' ? asks : undefined }),
  }),
  async post({ call: { key, match }, sides }, delivery) {
    const { reports, turn, work } = delivery;
    const { tournament } = turn.reading;
    const [first, second] = await membersOf(sides, key, { ...delivery, unreached: new Set() });
    const shown = reports.get(key);
    const side = shown && owingSide(shown);
    if (shown === undefined || side === undefined)
      return latePost({ match, tournament, members: [first, second] }, work.t);
    const member = side === 1 ? first : second;
    return owedPost(
      { match, tournament, report: shown.report, side, member, isHidden: isHidden(turn) },
      work.t,
    );
  },
  async after({ call: { key } }, { turn, work }, before) {
    const { reminder } = before.matches.get(key)?.call ?? {};
    // The message that stood in for the thread.
    if (reminder !== undefined) await work.channels.remove(turn.follow.channelId, reminder.messageId);
  },
});

/** Deletes the reminder of a match. */
export const removeReminder: Deliver<Extract<Act, { kind: 'unremind' }>> = async (
  { key },
  { feed, turn, work },
) => {
  const { reminder } = feed.record().matches.get(key)?.call ?? {};
  if (reminder === undefined) return;
  const outcome = await work.channels.remove(turn.follow.channelId, reminder.messageId);
  // In a channel that the bot may not use now, it stays until the server follows there again.
  if ('refused' in outcome && outcome.refused !== 'post-gone') throwRefused(outcome.refused);
  feed.note(noteUnreminded(feed.record(), key));
};

/** Tells the organizers that matches change too often: in their channel, else in the log channel, else in the followed channel. */
export const callOrganizers = sends<Extract<Act, { kind: 'often' }>>({
  notice: (act) => act,
  channel: {
    async of({ turn, work }) {
      const { logChannelId, organizersChannelId } = await work.guilds.settings.recent(turn.guildId);
      return organizersChannelId ?? logChannelId ?? turn.follow.channelId;
    },
  },
  async post({ keys }, { feed, turn, work }) {
    const { organizerRoleId: roleId } = await work.guilds.settings.recent(turn.guildId);
    const matches = feed.reading().matches.flatMap(({ key, match }) => (keys.includes(key) ? [match] : []));
    const { tournament } = turn.reading;
    return oftenPost({ tournament, matches, roleId, channelId: turn.follow.channelId }, work.t);
  },
});
