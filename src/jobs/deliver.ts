import { scoresOf } from '../brackets/results.ts';
import { pairKey } from '../brackets/players.ts';
import { announcedPair } from '../guilds/announced.ts';
import { present } from '../present.ts';
import { callPost, oftenPost, overduePost } from '../replies/feed.ts';
import { tournamentTitle } from '../replies/format.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Post } from '../words/reply.ts';
import { noteCall, noteResults, noteShown, type Act } from './acts.ts';
import { RefusedError, type Delivery } from './delivery.ts';
import type { FeedRecord, ResultsPost, Telling } from './feed-record.ts';
import { resultsChannel } from './gather.ts';
import type { Refused } from './ports.ts';
import { closedView, liveView, resultsView } from './posts.ts';
import { sendDirect } from './reach-players.ts';
import { takeEventStep } from './scheduled-event.ts';
import type { Turn, Work } from './work.ts';

/** What an act is done with. */
export interface Delivering {
  turn: Turn;
  delivery: Delivery;
  work: Work;
  /** `key:discordId` of those whom no direct message reached. */
  unreached: Set<string>;
}

/**
 * Does one act. Throws `RefusedError` where Discord refuses it in the channel that follows, and what the door to Discord and the store
 * throw.
 */
export async function deliver(act: Act, context: Delivering): Promise<void> {
  switch (act.kind) {
    case 'live':
      return showLive(context);
    case 'results':
      return sendResults(act, context);
    case 'correct':
      return correct(act, context);
    case 'close':
      return close(act, context);
    case 'note': {
      const { delivery } = context;
      return delivery.save(act.results.reduce(noteShown, delivery.feed()));
    }
    case 'direct': {
      const { delivery, turn, unreached, work } = context;
      await delivery.check();
      const isReached = await sendDirect(act, turn, work);
      if (!isReached) unreached.add(`${act.call.key}:${act.discordId}`);
      return;
    }
    case 'call':
      return call(act, context);
    case 'overdue':
    case 'often':
      return callOrganizers(act, context);
    case 'event': {
      const { delivery, turn, work } = context;
      const { guildId } = turn;
      await delivery.check();
      const { feed, save } = delivery;
      const refused = await takeEventStep(act.step, { guildId, channels: work.channels, feed, save });
      if (refused !== undefined) await switchEventOff(refused, context);
    }
  }
}

/** Refused by the channel that follows, it ends the turn. */
function throwRefused(refused: Refused | undefined): void {
  if (refused !== undefined) throw new RefusedError(refused === 'closed' ? 'refused' : refused);
}

/** Makes the live post, or edits it. */
async function showLive({ delivery, turn, work }: Delivering): Promise<void> {
  const { channelId } = turn.follow;
  const { shows } = turn.reading;
  const post = await liveView(delivery.reading(), work);
  const before = delivery.feed();
  const { live } = before;
  if (live === undefined) {
    throwRefused(await delivery.send({ kind: 'live' }, channelId, post));
    // What was sent earlier under its nonce may show something else.
    if (before.pending.some(({ telling }) => telling.kind === 'live')) return;
  } else {
    // Until the edit is confirmed, what the message shows is unknown.
    await delivery.save({ ...before, live: { ...live, shows: '' } });
    throwRefused(await delivery.edit('live', { channelId, messageId: live.messageId }, post));
  }
  const feed = delivery.feed();
  if (feed.live) await delivery.save({ ...feed, live: { ...feed.live, shows, editedAt: work.now() } });
}

/** Where a server's other channel refuses, the channel that follows gets it. What that refuses is not tried again. */
async function sendElsewhere(
  telling: Telling,
  channelId: string,
  { delivery, turn, work }: Delivering,
  post: Post,
): Promise<void> {
  const own = turn.follow.channelId;
  const refused = await delivery.send(telling, channelId, post);
  if (refused === undefined) return;
  if (channelId === own) return throwRefused(refused);
  const { guilds, t } = work;
  if (telling.kind === 'results')
    await guilds.note(turn.guildId, t('feed.audit.resultsElsewhere', { channel: `<#${channelId}>` }));
  throwRefused(await delivery.send(telling, own, post));
}

async function sendResults(
  { results, gap, round }: Extract<Act, { kind: 'results' }>,
  context: Delivering,
): Promise<void> {
  if (results.length === 0) return;
  const { delivery, turn, work } = context;
  const { channelId, isOpenToDispute } = await resultsChannel(turn, work);
  const keys = results.map(({ key }) => key);
  const feed = noteResults(delivery.feed(), results);
  const post = resultsView({ feed, reading: delivery.reading(), keys, gap, isOpenToDispute }, work);
  const telling = { kind: 'results' as const, results, ...present({ gap, round }) };
  await sendElsewhere(telling, channelId, context, post);
  await registerResults(keys, context);
}

/** A report that changes one of these results is shown by this feed, and not announced once more. */
async function registerResults(keys: readonly string[], { delivery, turn, work }: Delivering): Promise<void> {
  const { matches, posts } = delivery.feed();
  for (const { key, match } of delivery.reading().matches) {
    const { callId, postId = callId } = matches[key] ?? {};
    if (postId === undefined) continue;
    const channelId = postId === callId ? turn.follow.channelId : posts[postId]?.channelId;
    const scores = scoresOf(match);
    if (!keys.includes(key) || match.id === '' || channelId === undefined || scores === undefined) continue;
    const pair = announcedPair(pairKey(match));
    const announcement = { scores, isFollowed: true, ...present({ pair, messageId: postId }) } as const;
    await work.guilds.announced.end(channelId, match.id, announcement);
  }
}

/** Edits a message to its results by now: it showed some which are no longer so; where it is gone, a new one says what it corrects. */
async function correct(act: Extract<Act, { kind: 'correct' }>, context: Delivering): Promise<void> {
  const { delivery, turn, work } = context;
  const { postId, results } = act;
  const before = delivery.feed();
  const record = before.posts[postId];
  if (record === undefined) return sendResults({ kind: 'results', results }, context);
  const { unsure: _mark, ...current } = record;
  const { channelId, gap, moved } = current;
  const keys = [...new Set([...current.keys, ...results.map(({ key }) => key)])];
  const feed = noteResults(before, results);
  const { isOpenToDispute } = await resultsChannel(turn, work);
  const view = { feed, reading: delivery.reading(), keys, gap, moved, isOpenToDispute };
  const post = resultsView(view, work);
  const withPost = (one: ResultsPost): FeedRecord['posts'] => ({ ...before.posts, [postId]: one });
  await delivery.save({ ...before, posts: withPost({ ...current, unsure: true }) });
  const refused = await delivery.edit('correct', { channelId, messageId: postId }, post);
  const after = { ...before, posts: withPost(current) };
  if (refused === undefined) await delivery.save(noteResults(after, results, { postId, channelId }));
  else {
    await delivery.save(after);
    return sendResults({ kind: 'results', results }, context);
  }
  await registerResults(
    results.map(({ key }) => key),
    context,
  );
}

/** Calls two players. */
async function call({ call: { key, match }, sides }: Extract<Act, { kind: 'call' }>, context: Delivering) {
  const { delivery, turn, unreached, work } = context;
  const { tournament } = turn.reading;
  const [first, second] = sides.map((side) =>
    side.how === 'mention' || (side.how === 'direct' && unreached.has(`${key}:${side.discordId}`))
      ? side.discordId
      : undefined,
  );
  const post = callPost({ match, tournament, members: [first, second], now: work.now() }, work.t);
  const { channelId } = turn.follow;
  throwRefused(await delivery.send({ kind: 'call', keys: [key] }, channelId, post));
  const messageId = delivery.feed().matches[key]?.callId;
  if (messageId === undefined || match.id === '') return;
  // Who reports the score there turns the call into its result.
  const pair = announcedPair(pairKey(match));
  await work.guilds.announced.end(channelId, match.id, { messageId, ...present({ pair }) });
}

/** Edits a call to what became of its match. Where it is gone, a message of its own tells the result. */
async function close({ key, shows, result }: Extract<Act, { kind: 'close' }>, context: Delivering) {
  const { delivery, turn, work } = context;
  const { channelId } = turn.follow;
  const before = delivery.feed();
  const messageId = before.matches[key]?.callId;
  if (messageId === undefined) return;
  const results = result === undefined ? [] : [{ key, result }];
  const view = {
    record: noteResults(before, results).matches[key] ?? {},
    shows,
    reading: delivery.reading(),
    key,
  };
  await delivery.save(noteCall(before, key, ''));
  const refused = await delivery.edit('close', { channelId, messageId }, closedView(view, work));
  if (refused === undefined) {
    await delivery.save(noteCall(noteResults(delivery.feed(), results), key, shows));
    return registerResults([key], context);
  }
  if (refused !== 'post-gone' && refused !== 'refused') throwRefused(refused);
  await delivery.save(noteCall(before, key, undefined));
  return sendResults({ kind: 'results', results }, context);
}

/** Tells the organizers of matches: in the log channel, else in the one that follows. */
async function callOrganizers(
  { kind, keys }: Extract<Act, { kind: 'overdue' | 'often' }>,
  context: Delivering,
) {
  const { delivery, turn, work } = context;
  const { channelId } = turn.follow;
  const { tournament } = turn.reading;
  const { logChannelId = channelId, organizerRoleId: roleId } = await work.guilds.settings.recent(
    turn.guildId,
  );
  const matches = delivery.reading().matches.flatMap(({ key, match }) => (keys.includes(key) ? [match] : []));
  const view = { tournament, matches, roleId, channelId };
  const post = kind === 'often' ? oftenPost(view, work.t) : overduePost(view, work.t);
  await sendElsewhere({ kind, keys }, logChannelId, context, post);
}

/** Discord refused a scheduled event: it is off until an organizer switches it on again. */
async function switchEventOff(refused: Refused, { turn, work }: Delivering): Promise<void> {
  const { followId, guildId } = turn;
  const { guilds, mention, t } = work;
  await guilds.follows.change(guildId, followId, (follow) => ({
    ...follow,
    topics: { ...follow.topics, event: false },
  }));
  const tournament = escapeMarkup(tournamentTitle(turn.reading.tournament, t), 120);
  const why = refused === 'forbidden' ? 'eventForbidden' : 'eventRefused';
  await guilds.note(guildId, t(`feed.audit.${why}`, { tournament, follow: mention('follow') }));
}
