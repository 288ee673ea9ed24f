import type { Moment } from '../../reading/records.ts';
import { present } from '../../present.ts';
import { schedulePost, struckPost } from '../../replies/feed-milestones.ts';
import type { Act } from '../plan/acts.ts';
import type { FeedRecord, Plan, Schedule } from '../plan/feed-record.ts';
import type { Delivery } from './delivery.ts';
import { edits, sends } from './messages.ts';
import { roleOf } from './moments.ts';

const momentOf = ({ isDay, startsAt }: Schedule): Moment | undefined =>
  startsAt === undefined ? undefined : { epochMs: startsAt, precision: isDay ? 'day' : 'second' };

function viewOf({ schedule, before }: Plan, { turn }: Delivery) {
  return {
    tournament: turn.reading.tournament,
    state: schedule.state,
    startsAt: momentOf(schedule),
    before: before && { state: before.state, ...present({ startsAt: momentOf(before) }) },
  };
}

/** Posts that the tournament is postponed, canceled, starts at another time, or goes on. */
export const sendSchedule = sends<Extract<Act, { kind: 'schedule' }>>({
  notice: (act) => act,
  post: (act, delivery) =>
    schedulePost({ ...viewOf(act, delivery), roleId: roleOf(delivery.turn) }, delivery.work.t),
});

const withoutPlan = ({ plans = [], ...feed }: FeedRecord, messageId: string): FeedRecord => ({
  ...feed,
  plans: plans.filter((plan) => plan.messageId !== messageId),
});

/** Strikes a schedule post that a later one replaced. */
export const strikeSchedule = edits<Extract<Act, { kind: 'strike-plan' }>>({
  kind: 'schedule',
  // The last one stays: its replacement was not sent.
  message: ({ messageId }, { plans = [] }) =>
    plans.at(-1)?.messageId === messageId ? undefined : { messageId },
  post({ messageId }, delivery) {
    const plan = delivery.feed.record().plans?.find((one) => one.messageId === messageId);
    const { turn, work } = delivery;
    const view = plan && viewOf(plan, delivery);
    return struckPost(
      schedulePost(
        { tournament: turn.reading.tournament, state: 'postponed', ...view, roleId: undefined },
        work.t,
      ),
    );
  },
  unclear: (_, feed) => feed,
  shown: ({ messageId }, feed) => withoutPlan(feed, messageId),
  gone: ({ messageId }, feed) => withoutPlan(feed, messageId),
});
