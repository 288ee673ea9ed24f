import type { Act } from '../plan/acts.ts';
import { callable } from '../plan/changes.ts';
import { isHidden, throwRefused, type Delivering } from './delivering.ts';
import { championShows } from '../plan/milestones.ts';
import { championView, milestoneView } from './posts.ts';

/** Posts what is told once, and mentions the role that was chosen for it. */
export async function tellMilestone(
  { milestone }: Extract<Act, { kind: 'milestone' }>,
  { delivery, turn, work }: Delivering,
): Promise<void> {
  const { channelId, topics } = turn.follow;
  const before = delivery.feed();
  const reading = delivery.reading();
  const roleId = turn.leads.ping ? topics.ping : undefined;
  const [first] = callable(before, reading, work.now());
  const live = before.live && { ...turn, channelId, messageId: before.live.messageId };
  const post = await milestoneView(
    { milestone, reading, roleId, first: first?.match, live, isHidden: isHidden(turn) },
    work,
  );
  throwRefused(await delivery.send({ kind: 'milestone', milestone }, channelId, post));
  // What was sent earlier under its nonce may show something else.
  const wasPending = before.pending.some(
    ({ telling }) => telling.kind === 'milestone' && telling.milestone === milestone,
  );
  const feed = delivery.feed();
  if (milestone === 'champion' && feed.champion && !wasPending)
    await delivery.save({ ...feed, champion: { ...feed.champion, shows: championShows(reading) } });
}

/** Edits the champion's post: somebody else has won, or nobody has yet. */
export async function editChampion(
  { shows }: Extract<Act, { kind: 'champion' }>,
  { delivery, turn, work }: Delivering,
): Promise<void> {
  const { champion: before, ...feed } = delivery.feed();
  if (before === undefined) return;
  const { messageId } = before;
  const post = await championView(
    { reading: delivery.reading(), roleId: undefined, isHidden: isHidden(turn) },
    work,
  );
  await delivery.save({ ...feed, champion: { messageId, shows: '' } });
  const refused = await delivery.edit('champion', { channelId: turn.follow.channelId, messageId }, post);
  if (refused === undefined) return delivery.save({ ...delivery.feed(), champion: { messageId, shows } });
  if (refused !== 'post-gone' && refused !== 'refused') throwRefused(refused);
  const { champion: _gone, ...rest } = delivery.feed();
  await delivery.save(rest);
}
