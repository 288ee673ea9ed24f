import { hasEnded } from '../../brackets/tournament-stage.ts';
import type { Act } from './acts.ts';
import { callActs, lateActs, settledReminders } from './calls.ts';
import { closeActs, showsMatches } from './closing.ts';
import { directActs } from './direct-calls.ts';
import { eventStep } from './event.ts';
import { milestoneActs } from './milestones.ts';
import { liveShows, type PlanInput } from './plan-input.ts';
import { resultActs } from './result-acts.ts';
import { withTables } from './round-tables.ts';
import { scheduleActs } from './schedule.ts';
import { settledActs } from './settled.ts';
import { closeThreadActs, threadActs, threadMessageActs } from './threads.ts';

/** The least time between two edits of the live post. */
const EDIT_MS = 30_000;

/** The edit of the live post, if it is outdated. If the clock was set back, no edit must wait. */
function liveEdits({ feed: { live, matches }, followed, now, reading }: PlanInput): Act[] {
  const shows = liveShows(reading, followed);
  if (live === undefined || live.shows === shows) return [];
  // A new owner has no bracket until it can be read: the post keeps its picture.
  const keepsBracket = reading.lacksBracket && reading.bracket === undefined && !showsMatches(reading);
  if (keepsBracket && matches.size > 0) return [];
  return live.shows === '' || Math.abs(now - live.editedAt) >= EDIT_MS ? [{ kind: 'edit-live', shows }] : [];
}

/** The start's post links to a live post that was posted again. With hidden results, the live post has nothing to show. */
function startEdits({ feed: { live, start }, followed }: PlanInput): Act[] {
  const isHidden = followed.follow.topics.spoilers === true;
  if (start === undefined || live === undefined || isHidden || start.shows === live.messageId) return [];
  return [{ kind: 'start', shows: live.messageId }];
}

function linkCalls({ feed, followed, reading }: PlanInput): Act[] {
  const { linkCallAt } = followed.follow;
  const isDone = linkCallAt === undefined || linkCallAt === feed.linkCallAt;
  return isDone || hasEnded(reading.stage) ? [] : [{ kind: 'link-call', at: linkCallAt }];
}

function eventActs({ event, feed, followed, now, reading }: PlanInput): Act[] {
  // Another channel now has the event, so this one needs no second; a running event goes on to its end.
  const isElsewhere = followed.follow.topics.event && !followed.leads.event;
  const isWanted = !isElsewhere || reading.stage !== 'registration';
  const step = eventStep(feed.event, isWanted ? event : undefined, reading.stage, now);
  return step === undefined ? [] : [{ kind: 'event', step }];
}

/** An organizer who stops takes the event along; one that is under way goes on for another channel that has it now. */
function lastEventActs({ feed, followed, now, reading }: PlanInput): Act[] {
  const { follow, leads } = followed;
  const isLeft = follow.stopped?.reason === 'organizer' && (leads.event || reading.stage !== 'running');
  if (!isLeft) return [];
  const step = eventStep(feed.event, undefined, reading.stage, now);
  return step === undefined ? [] : [{ kind: 'event', step }];
}

/** The champion comes after the last results, and after the post with the last bracket. */
const isLast = (act: Act): boolean =>
  ['champion', 'new-winner', 'strike-winner'].includes(act.kind) ||
  (act.kind === 'milestone' && act.milestone === 'champion');

/** Closes everything that asks for something, once the channel no longer follows. */
function lastActs(input: PlanInput): Act[] {
  const threadMessages = threadMessageActs(input);
  const shows = liveShows(input.reading, input.followed);
  const { live, open } = input.feed;
  return [
    ...settledReminders(input),
    ...closeActs(input, { results: new Map(), fixed: new Set() }),
    ...(open === undefined ? [] : [{ kind: 'strike-open' } as const]),
    ...(live !== undefined && live.shows !== shows ? [{ kind: 'edit-live', shows } as const] : []),
    ...lastEventActs(input),
    ...directActs(input),
    ...threadMessages,
    ...closeThreadActs(input, threadMessages),
  ];
}

/**
 * The acts for a reading, in order: the first post, what an organizer asked for, the start and other moments, results, calls, the
 * live post, the end, removed buttons, the scheduled event, direct messages, threads that continue or close, and last new threads,
 * which Discord may refuse for minutes. Pending messages come first in their group. Pure: acts that were done are recorded in the
 * feed, and not planned again.
 */
export function plan(input: PlanInput): Act[] {
  if (input.reading.isLast === true) return lastActs(input);
  const milestones = milestoneActs(input);
  const calls = callActs(input);
  const threadMessages = threadMessageActs(input);
  return [
    ...(input.feed.live === undefined ? [{ kind: 'live' } as const] : []),
    ...linkCalls(input),
    ...scheduleActs(input),
    ...milestones.filter((act) => !isLast(act)),
    ...withTables(resultActs(input), input),
    ...settledReminders(input),
    ...calls,
    ...lateActs(input),
    ...liveEdits(input),
    ...startEdits(input),
    ...milestones.filter(isLast),
    ...settledActs(input),
    ...eventActs(input),
    ...directActs(input),
    ...threadMessages,
    ...closeThreadActs(input, threadMessages),
    ...threadActs(input, calls),
  ];
}
