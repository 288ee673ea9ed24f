import { MINUTE_MS } from './clock.ts';
import type { Night } from './night.ts';

const STOPPED = /^I stopped posting about/;
const OUTAGE = /stopped (responding|showing)/;
const BACK = / is back\. /;

/** What is true of whole servers: follows that go on, log lines, reminders. */
export function judgeServers(night: Night): string[] {
  const { follows, servers, stops, troubles, world } = night;
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${night.clockOf(at)} ${text}`);
  for (const { channelId, guildId, reason } of stops) {
    if (reason === 'over') continue;
    const isResumed = troubles.some((one) => one.guildId === guildId);
    if (!isResumed) wrong(night.endedAt, `channel ${channelId} follows no more: ${reason}`);
  }
  for (const { guildId, settings } of servers) {
    if (settings.logChannelId === undefined) continue;
    const lines = world.changes.filter(
      ({ channelId, kind }) => channelId === settings.logChannelId && kind === 'post',
    );
    const isRefused = troubles.some((one) => one.guildId === guildId);
    // Log lines are lost where Discord fails for long.
    const mayBeLost = (at: number): boolean =>
      troubles.some(({ kind, from }) => kind === 'discord' && from <= at);
    let isOut = false;
    for (const { at, post } of lines) {
      if (STOPPED.test(post.content) && !isRefused) wrong(at, `server ${guildId}: ${post.content}`);
      if (OUTAGE.test(post.content)) {
        if (isOut) wrong(at, `server ${guildId}: an outage twice: ${post.content}`);
        isOut = true;
        const isTrue = troubles.some(({ kind, from, to }) => kind === 'platform' && from <= at && to >= at);
        if (!isTrue) wrong(at, `server ${guildId}: no outage: ${post.content}`);
      }
      if (BACK.test(post.content)) {
        if (!isOut && !mayBeLost(at)) wrong(at, `server ${guildId}: back without an outage`);
        isOut = false;
      }
    }
    if (isOut && !mayBeLost(night.endedAt) && follows.some((one) => one.guildId === guildId))
      wrong(night.endedAt, `server ${guildId}: an outage without its end`);
  }
  for (const { at, post } of world.changes)
    if (/\bPlayer [12]\b|To be decided/.test(post.content))
      wrong(at, `names nobody: ${post.content.split('\n')[0]}`);
  judgeReminder(night, wrong);
  return faults;
}

function judgeReminder(
  { endedAt, reminder, troubles, world }: Night,
  wrong: (at: number, text: string) => void,
): void {
  if (reminder === undefined) return;
  const { discordId, name, startsAt } = reminder;
  const sent = world.changes.filter(
    ({ channelId, post }) => channelId === `dm:${discordId}` && post.content.includes(name),
  );
  if (sent.length > 1) wrong(sent[1]?.at ?? 0, `reminds twice of ${name}`);
  const from = startsAt - 60 * MINUTE_MS;
  const isHindered = troubles.some((one) => one.kind !== 'quiet' && one.from <= startsAt && one.to >= from);
  if (endedAt < startsAt || isHindered) return;
  if (sent.length === 0) wrong(startsAt, `nobody is reminded of ${name}`);
}
