import { clockOf, MINUTE_MS } from '../context.ts';
import type { PlayedNight } from '../night.ts';

const STOPPED = /^I stopped posting about/;
const OUTAGE = /stopped (responding|showing)/;
const BACK = / is back\. /;
/** News are posted within 90 s, by the list that is read once a minute, which may wait for a while. */
const NEWS_MS = 5 * MINUTE_MS;

/** What is true of whole servers: follows that go on, log lines, news, reminders. */
export function judgeServers(night: PlayedNight): string[] {
  const { follows, servers, stops, troubles, world } = night;
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${clockOf(at)} ${text}`);
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
  judgeNews(night, wrong);
  judgeReminder(night, wrong);
  return faults;
}

function judgeNews(
  { endedAt, news, servers, troubles, world }: PlayedNight,
  wrong: (at: number, text: string) => void,
): void {
  for (const { settings } of servers) {
    const [rule] = settings.series ?? [];
    const announceChannelId = rule?.announceChannelId;
    if (announceChannelId === undefined) continue;
    const posts = world.changes.filter(
      ({ channelId, kind }) => channelId === announceChannelId && kind === 'post',
    );
    const old = posts.find(({ post }) => /Old cup \d/.test(post.content));
    if (old !== undefined) wrong(old.at, `announces what nobody created: ${old.post.content}`);
    for (const { at, name } of news) {
      const told = posts.filter(({ post }) => post.content.includes(name));
      if (told.length > 1) wrong(told[1]?.at ?? 0, `announces twice: ${name}`);
      const isHindered = troubles.some(
        ({ kind, from, to }) => kind !== 'quiet' && from <= at + NEWS_MS && to >= at - NEWS_MS,
      );
      if (isHindered || endedAt - at < NEWS_MS) continue;
      if (told.length === 0 || (told[0]?.at ?? 0) - at > NEWS_MS)
        wrong(at, `does not announce ${name} in ${announceChannelId}`);
    }
  }
}

function judgeReminder(
  { endedAt, reminder, troubles, world }: PlayedNight,
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
