import { pairKey } from '../brackets/players.ts';
import { announcedPair } from '../guilds/announced.ts';
import { present } from '../present.ts';
import { callPost, latePost, oftenPost, overduePost } from '../replies/feed.ts';
import { noteCall, noteResults, type Act } from './acts.ts';
import { auditCorrections, registerResults, sendResults } from './deliver-results.ts';
import { sendElsewhere, throwRefused, type Delivering } from './delivering.ts';
import { closedView } from './posts.ts';

/** Calls two players. */
export async function call(
  { call: { key, match }, sides }: Extract<Act, { kind: 'call' }>,
  context: Delivering,
) {
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
