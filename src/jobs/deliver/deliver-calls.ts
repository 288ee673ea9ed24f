import { pairKey } from '../../brackets/players.ts';
import { announcedPair } from '../../guilds/announced.ts';
import { present } from '../../present.ts';
import { callPost, latePost, oftenPost, overduePost } from '../../replies/feed-calls.ts';
import { noteCall, noteResults, noteThread, type Act } from '../plan/acts.ts';
import { auditCorrections, registerResults, sendResults } from './deliver-results.ts';
import { makesThreads, openThread } from './deliver-threads.ts';
import { isHidden, membersOf, sendElsewhere, throwRefused, type Delivering } from './delivering.ts';
import { feedKeyOf } from './feeds.ts';
import { pendingOf } from '../plan/pending.ts';
import { closedView } from './posts.ts';
import { sendDirect } from './reach-players.ts';

/** How long a call waits for a direct message while Discord does not answer. */
const DIRECT_PATIENCE_MS = 60_000;

/** Sends a direct message before its call. One that fails is tried again with the next reading; then the call takes its place. */
export async function callDirectly(
  act: Extract<Act, { kind: 'direct' }>,
  { delayed, delivery, turn, unreached, work }: Delivering,
): Promise<void> {
  const { key } = act.call;
  const { log, monotonic, waitingSince } = work;
  await delivery.check();
  const waitKey = `direct:${feedKeyOf(turn)}:${key}`;
  const since = waitingSince.get(waitKey) ?? monotonic();
  waitingSince.set(waitKey, since);
  try {
    if (await sendDirect(act, turn, work)) return;
  } catch (error) {
    log.warn({ err: error }, 'a direct message could not be sent');
    if (monotonic() - since < DIRECT_PATIENCE_MS) return void delayed.add(key);
  }
  unreached.add(`${key}:${act.discordId}`);
}

/** Calls two players. */
export async function call({ call: keyed, sides }: Extract<Act, { kind: 'call' }>, context: Delivering) {
  const { delayed, delivery, turn, work } = context;
  const { key, match } = keyed;
  if (delayed.has(key)) return;
  const { tournament } = turn.reading;
  const members = membersOf(sides, key, context);
  const { mentions, ...quiet } = callPost({ match, tournament, members, now: work.now() }, work.t);
  const { channelId } = turn.follow;
  const isNew = !pendingOf(delivery.feed(), 'call').some(({ keys }) => keys.includes(key));
  let hasThread = delivery.feed().matches[key]?.thread !== undefined;
  // Settled before it is sent: who mentions the players stays the same however often it is tried.
  if (isNew && hasThread !== (await makesThreads(context))) {
    hasThread = !hasThread;
    const thread = hasThread ? ({ state: 'wanted' } as const) : undefined;
    await delivery.save(noteThread(delivery.feed(), key, thread));
  }
  const post = hasThread ? quiet : { ...quiet, ...present({ mentions }) };
  throwRefused(await delivery.send({ kind: 'call', keys: [key] }, channelId, post));
  const messageId = delivery.feed().matches[key]?.callId;
  if (messageId !== undefined && match.id !== '') {
    // Who reports the score there turns the call into its result.
    const pair = announcedPair(pairKey(match));
    await work.guilds.announced.end(channelId, match.id, { messageId, ...present({ pair }) });
  }
  await openThread({ call: keyed, sides }, context);
}

/** Reminds two players once. Who chose direct messages or none is named. */
export async function remind(
  { call: { key, match }, sides }: Extract<Act, { kind: 'late' }>,
  { delivery, turn, work }: Delivering,
): Promise<void> {
  const [first, second] = sides.map((side) => (side.how === 'mention' ? side.discordId : undefined));
  const post = latePost({ match, tournament: turn.reading.tournament, members: [first, second] }, work.t);
  throwRefused(await delivery.send({ kind: 'late', keys: [key] }, turn.follow.channelId, post));
}

/** Edits a call to what became of its match. Where it is gone, a message of its own tells the result. */
export async function close({ key, shows, result }: Extract<Act, { kind: 'close' }>, context: Delivering) {
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
    isHidden: isHidden(turn),
  };
  await delivery.save(noteCall(before, key, ''));
  const refused = await delivery.edit('close', { channelId, messageId }, closedView(view, work));
  if (refused === undefined) {
    await delivery.save(noteCall(noteResults(delivery.feed(), results), key, shows));
    if (result !== undefined && before.matches[key]?.result !== undefined)
      await auditCorrections([key], context);
    return registerResults([key], context);
  }
  if (refused !== 'post-gone' && refused !== 'refused') throwRefused(refused);
  await delivery.save(noteCall(before, key, undefined));
  return sendResults({ kind: 'results', results }, context);
}

/** Tells the organizers of matches: in the log channel, else in the one that follows. */
export async function callOrganizers(
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
