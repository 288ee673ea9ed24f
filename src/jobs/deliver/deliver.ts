import { linkCallPost } from '../../replies/feed-milestones.ts';
import { tournamentMarkup } from '../../replies/format.ts';
import { noteMilestones, noteShown, type Act } from '../plan/acts.ts';
import { call, callDirectly, callOrganizers, close, remind } from './deliver-calls.ts';
import { editChampion, tellMilestone } from './deliver-milestones.ts';
import { correct, sendResults } from './deliver-results.ts';
import { closeThread, openThread } from './deliver-threads.ts';
import { isHidden, throwRefused, type Delivering } from './delivering.ts';
import type { Refused } from '../../message/channels.ts';
import { liveShows } from '../plan/plan-input.ts';
import { liveView } from './posts.ts';
import { takeEventStep } from './scheduled-event.ts';

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
    case 'thread':
      return openThread(act, context);
    case 'close-thread':
      return closeThread(act.key, context);
    case 'note': {
      const { delivery } = context;
      return delivery.save(act.results.reduce(noteShown, delivery.feed()));
    }
    case 'milestone':
      return tellMilestone(act, context);
    case 'pass':
      return context.delivery.save(noteMilestones(context.delivery.feed(), act.milestones));
    case 'champion':
      return editChampion(act, context);
    case 'direct':
      return callDirectly(act, context);
    case 'call':
      return call(act, context);
    case 'link-call': {
      const { delivery, turn, work } = context;
      const post = linkCallPost(turn.reading.tournament, work.t);
      return throwRefused(await delivery.send(act, turn.follow.channelId, post));
    }
    case 'late':
      return remind(act, context);
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

/** Makes the live post, or edits it. */
async function showLive({ delivery, turn, work }: Delivering): Promise<void> {
  const { channelId } = turn.follow;
  const shows = liveShows(turn.reading, turn);
  const post = await liveView(delivery.reading(), isHidden(turn), work);
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

/** Discord refused a scheduled event: it is off until an organizer switches it on again. */
async function switchEventOff(refused: Refused, { turn, work }: Delivering): Promise<void> {
  const { followId, guildId } = turn;
  const { guilds, mention, t } = work;
  await guilds.follows.change(guildId, followId, (follow) => ({
    ...follow,
    topics: { ...follow.topics, event: false },
  }));
  const tournament = tournamentMarkup(turn.reading.tournament, t);
  const why = refused === 'forbidden' ? 'eventForbidden' : 'eventRefused';
  await guilds.note(guildId, t(`feed.audit.${why}`, { tournament, follow: mention('follow') }));
}
