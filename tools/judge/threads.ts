import { MINUTE_MS } from './clock.ts';
import type { View } from './view.ts';

const WAIT_MS = 15 * MINUTE_MS;
/** Discord starts so many at once, and puts off the rest for minutes. */
const AT_ONCE = 10;
const AGAIN_MS = 5 * MINUTE_MS;

/** Each thread starts from a call, has one message, and closes once, after its call did; and a wanted one is there. */
export function judgeThreads(view: View): void {
  const { calls, endedAt, follow, isRemoved, night, told, topics, troubled, wrong } = view;
  const { threads, changes } = night.world;
  for (const { id, at, names } of calls) {
    const thread = threads.get(id);
    const changed = told.filter((one) => one.id === id && one.kind === 'edit');
    const isOpenFor = (changed[0]?.at ?? endedAt) - at;
    // Not in the order of the calls.
    const beside = calls.filter((one) => Math.abs(one.at - at) < WAIT_MS).length;
    const waitMs = WAIT_MS + Math.floor(beside / AT_ONCE) * AGAIN_MS;
    const isMentionedInstead = told.some(
      ({ at: toldAt, post, text }) =>
        text.kind === 'instead' &&
        toldAt >= at &&
        names.every((name) => post.content.includes(`**${name}**`)),
    );
    const mayLack =
      isMentionedInstead || isOpenFor < waitMs || troubled(at - 5 * MINUTE_MS, at + waitMs) || isRemoved(id);
    if (thread === undefined && topics.threads && !mayLack) wrong(at, `the call ${id} has no thread`);
    if (thread === undefined) continue;
    if (!topics.threads) wrong(at, 'threads are off');
    const { length } = changes.filter((one) => one.channelId === id && one.kind === 'post');
    if (length > 1) wrong(at, `${length} messages in a thread`);
    if (thread.closings > 1) wrong(at, 'a thread was closed twice');
    const end = changed.at(-1);
    const isOver = end?.text.kind === 'closed' && end.text.state !== 'open';
    const endAt = end?.at ?? 0;
    if (isOver && !thread.isClosed && endedAt - endAt > 2 * MINUTE_MS && !troubled(endAt, endedAt))
      wrong(endAt, 'a thread was left open');
  }
  const ids = new Set(calls.map(({ id }) => id));
  const others = [...threads].filter(([id, thread]) => thread.channelId === follow.channelId && !ids.has(id));
  const isOurs = (id: string) => told.some((one) => one.id === id);
  for (const [id] of others) if (isOurs(id)) wrong(endedAt, `a thread of ${id}, which is no call`);
}
