import { matchRounds } from '../../brackets/match-rounds.ts';
import { firstThree, type Ending } from '../../brackets/ending.ts';
import { channelUrl } from '../../message/channel-url.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import { endPost, noEndPost, winnerPost } from '../../replies/feed-end.ts';
import { openPost, startPost, struckPost } from '../../replies/feed-milestones.ts';
import { tournamentTitle } from '../../replies/format.ts';
import type { Act } from '../plan/acts.ts';
import type { FeedRecord, Winners } from '../plan/feed-record.ts';
import { namedPlayers } from '../plan/match-keys.ts';
import { championShows, withChampion, withToldWinner } from '../plan/milestones.ts';
import type { Turn } from '../work.ts';
import { isHidden, type Delivery } from './delivery.ts';
import { wasPending } from './live-messages.ts';
import { edits, sends } from './messages.ts';

/** The role that milestone posts mention, only in a server's first channel. */
export const roleOf = ({ follow, leads }: Turn): string | undefined =>
  leads.ping ? follow.topics.ping : undefined;

/** The winner, as the channel may name them: their mention if they may be named, and whether it notifies them. */
async function winnerMember(
  ending: Ending,
  { turn, work }: Delivery,
): Promise<{ discordId: string; isPinged: boolean } | undefined> {
  const playerId = firstThree(ending)[0]?.id;
  const discordId = playerId === undefined ? undefined : await work.accounts.memberOf(playerId);
  if (discordId === undefined) return undefined;
  const standings = await work.naming.standings(turn.guildId, [discordId], 'results');
  if (standings.get(discordId) !== 'nameable') return undefined;
  return { discordId, isPinged: turn.leads.end && (await work.alerts.read(discordId)).how === 'mention' };
}

/** How it ended, with the last bracket, and the first before a correction; or that it has not ended after all. */
async function endView(roleId: string | undefined, delivery: Delivery): Promise<Post> {
  const { feed, turn, work } = delivery;
  const { bracket, ending, tournament } = turn.reading;
  if (ending === undefined) return noEndPost(tournament, work.t);
  const name = tournamentTitle(tournament, work.t);
  const picture = bracket && (await work.drawBracket({ bracket, name, t: work.t }));
  const { champion } = feed.record();
  const { before } = champion ? withChampion(champion, turn.reading) : {};
  const replaced = before === undefined ? undefined : namedPlayers(bracket).get(before);
  const member = await winnerMember(ending, delivery);
  const view = { tournament, ending, member, replaced, bracket, picture, roleId, isHidden: isHidden(turn) };
  return endPost(view, work.t);
}

/** Names the first round of the bracket, even if no called match belongs to it. */
function startView(roleId: string | undefined, { feed, turn, work }: Delivery): Post {
  const { tournament } = turn.reading;
  const record = feed.record();
  const [first] = feed.reading().matches;
  const round = first && matchRounds(feed.reading().bracket, work.t).get(first.match);
  // With hidden results, the live post has nothing to show.
  const liveUrl =
    record.live && !isHidden(turn)
      ? channelUrl(turn.guildId, turn.follow.channelId, record.live.messageId)
      : undefined;
  const groups = new Set(turn.reading.bracket?.rounds.flatMap(({ group }) => group ?? []));
  return startPost(
    { tournament, roleId, hasGroups: groups.size > 1, ...present({ round, liveUrl }) },
    work.t,
  );
}

/** A post for a milestone, which mentions the role chosen for it. */
export const sendMilestone = sends<Extract<Act, { kind: 'milestone' }>>({
  notice: (act) => act,
  post({ milestone }, delivery) {
    const { turn, work } = delivery;
    const roleId = roleOf(turn);
    switch (milestone) {
      case 'open':
        return openPost({ tournament: turn.reading.tournament, roleId, now: work.now() }, work.t);
      case 'start':
        return startView(roleId, delivery);
      case 'champion':
        return endView(roleId, delivery);
    }
  },
  async after({ milestone }, { feed, turn }, before) {
    if (milestone !== 'champion') return;
    if (wasPending(before, (notice) => notice.kind === 'milestone' && notice.milestone === milestone)) return;
    feed.note(shownEnd(feed.record(), turn, championShows(turn.reading)));
  },
});

/** Strikes the post that registration is open, which is then no longer offered. */
export const strikeOpen = edits<Extract<Act, { kind: 'strike-open' }>>({
  kind: 'milestone',
  message: (_, { open }) => open,
  post: (_, { turn, work }) =>
    struckPost(openPost({ tournament: turn.reading.tournament, roleId: undefined, now: work.now() }, work.t)),
  unclear: (_, feed) => feed,
  shown: (_, feed) => withoutOpen(feed),
  gone: (_, feed) => withoutOpen(feed),
});

const withoutOpen = ({ open: _closed, ...feed }: FeedRecord): FeedRecord => feed;

/** Edits the post of the start, which links to the live post, after that was posted again. */
export const editStart = edits<Extract<Act, { kind: 'start' }>>({
  kind: 'start',
  message: (_, { start }) => start,
  post: (_, delivery) => startView(undefined, delivery),
  unclear: (_, feed) => (feed.start ? { ...feed, start: { ...feed.start, shows: '' } } : feed),
  shown: ({ shows }, feed) => (feed.start ? { ...feed, start: { ...feed.start, shows } } : feed),
  gone: (_, { start: _gone, ...feed }) => feed,
});

/** Edits the post of the end: another player is first, or it has not ended. */
export const editChampion = edits<Extract<Act, { kind: 'champion' }>>({
  kind: 'champion',
  message: (_, { champion }) => champion,
  post: (_, delivery) => endView(undefined, delivery),
  unclear: (_, feed) => (feed.champion ? { ...feed, champion: { ...feed.champion, shows: '' } } : feed),
  shown: ({ shows }, feed, { turn }) => shownEnd(feed, turn, shows),
  gone(_, feed, { turn }) {
    const { champion: _gone, ...rest } = withToldWinner(feed, turn.reading);
    return rest;
  },
});

const shownEnd = (feed: FeedRecord, { reading }: Turn, shows: string): FeedRecord =>
  feed.champion
    ? {
        ...withToldWinner(feed, reading),
        champion: { ...withChampion(feed.champion, reading), shows },
      }
    : feed;

/** The post that one player has won, not the other. */
function winnerView(
  { winner, before }: Winners,
  { turn }: Delivery,
): Pick<Parameters<typeof winnerPost>[0], 'tournament' | 'winner' | 'before' | 'isHidden'> {
  const { bracket, tournament } = turn.reading;
  const players = namedPlayers(bracket);
  return { tournament, winner: players.get(winner), before: players.get(before), isHidden: isHidden(turn) };
}

/** Posts that the winner has changed, and notifies those whom the post of the end notified. */
export const sendWinner = sends<Extract<Act, { kind: 'new-winner' }>>({
  notice: (act) => act,
  async post(act, delivery) {
    const { turn, work } = delivery;
    const { ending } = turn.reading;
    const member = ending && (await winnerMember(ending, delivery));
    return winnerPost({ ...winnerView(act, delivery), member, roleId: roleOf(turn) }, work.t);
  },
});

const withoutWinnerPost = (feed: FeedRecord): FeedRecord => {
  const { winner, ...rest } = feed;
  return winner === undefined ? feed : { ...rest, winner: { told: winner.told, changes: winner.changes } };
};

/** Strikes the post of a changed winner once it no longer holds. */
export const strikeWinner = edits<Extract<Act, { kind: 'strike-winner' }>>({
  kind: 'champion',
  message: ({ messageId }) => ({ messageId }),
  post(_, delivery) {
    const { post } = delivery.feed.record().winner ?? {};
    const view = winnerView(post ?? { winner: '', before: '' }, delivery);
    return struckPost(winnerPost({ ...view, roleId: undefined }, delivery.work.t));
  },
  unclear: (_, feed) => feed,
  shown: (_, feed) => withoutWinnerPost(feed),
  gone: (_, feed) => withoutWinnerPost(feed),
});
