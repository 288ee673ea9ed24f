import { isAbout, ruleIn } from './series.ts';
import { PROMPT_MS, type View } from './view.ts';

/** One scheduled event for a server, at the time of the tournament's start, as long as it has not begun. */
export function judgeEvents(view: View): void {
  const { cup, endedAt, follow, night, snapshots, topics, troubled, untilOf, wallAt, wrong } = view;
  if (follow.isSecond) return;
  const { eventChanges, events } = night.world;
  night.world.passEvents();
  const own = events.filter(({ guildId, name }) => guildId === follow.guildId && name === cup.name);
  const left = own.filter(({ status }) => status === 'scheduled' || status === 'active');
  const isWanted =
    night.follows.some((one) => one.cup === cup && one.guildId === follow.guildId && one.topics.event) ||
    // By itself, maybe later than the night looked.
    night.servers.some((server) => {
      const rule = server.guildId === follow.guildId ? ruleIn(server) : undefined;
      return rule?.topics?.event === true && isAbout(rule, cup.name);
    });
  const last = snapshots.at(-1);
  const isOver = last?.stage === 'over' || last?.stage === 'cancelled';
  if (left.length > (isOver ? 0 : 1)) wrong(endedAt, `${left.length} events are left`);
  if (!isWanted && own.length > 0) wrong(endedAt, 'events are off');
  if (!topics.event) return;
  for (const [index, { isHalted, stage, tournament, at }] of snapshots.entries()) {
    const until = Math.min(untilOf(index), endedAt);
    const startsAt = tournament.startsAt?.epochMs ?? 0;
    // A record that is far from its start is read every five minutes.
    const from = until - 2 * PROMPT_MS;
    const isAhead = startsAt > wallAt(until) + PROMPT_MS && startsAt > until + PROMPT_MS;
    if (!(stage === 'registration' || isHalted) || !isAhead) continue;
    if (from < at || from < follow.at || troubled(from, until)) continue;
    const now = own.flatMap(
      ({ id }) => eventChanges.findLast((one) => one.id === id && one.at <= until) ?? [],
    );
    const live = now.filter(({ status, ...one }) => status === 'scheduled' && one.startsAt > until);
    if (live.length !== 1 || live[0]?.startsAt !== startsAt)
      wrong(
        until,
        `${live.length} events, at ${live.map((one) => one.startsAt - startsAt).join()} ms from the start`,
      );
  }
}
