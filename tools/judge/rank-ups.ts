import { HOUR_MS, MINUTE_MS } from './clock.ts';
import type { Night } from './night.ts';
import { mayBeNamed } from './person.ts';

/** A clock that jumps may make an hour shorter. */
const ROUGHLY_MS = 10_000;

/** A rise may wait an hour for the last message, and another one until its member is known in the server. */
const TOLD_MS = 2 * HOUR_MS + 5 * MINUTE_MS;

/** Who rises is told: truly, once, in time, and not more often than once an hour. */
export function judgeRankUps(night: Night): string[] {
  const { clockOf, eloOf, jumps, rankOf, ranks, servers, world } = night;
  const faults: string[] = [];
  for (const { guildId, settings } of servers) {
    const channelId = settings.rankUpChannelId;
    const posts = world.changes.filter((one) => one.channelId === channelId && one.kind === 'post');
    if (channelId !== undefined) faults.push(...missingIn(night, guildId, posts));
    const told = new Map<string, number>();
    for (const [index, { at, post }] of posts.entries()) {
      const wrong = (text: string): void =>
        void faults.push(
          `${clockOf(at)} server ${guildId}: ${text}: ${post.content.replaceAll('\n', ' / ')}`,
        );
      const before = posts[index - 1]?.at ?? -Infinity;
      const hasJumped = jumps.some((one) => one.ms !== 0 && one.at >= before && one.at <= at);
      if (at - before < HOUR_MS - ROUGHLY_MS && !hasJumped) wrong('ranks twice in an hour');
      if ((post.mentions?.users ?? []).length > 0) wrong('ranks that notify');
      for (const [, discordId = '', rank = ''] of post.content.matchAll(/<@(\d+)> rose to (.+)/g)) {
        const person = world.people.ofDiscord(discordId);
        const playerId = person?.playerId ?? '';
        const all = [{ at: 0, elo: eloOf(playerId) }, ...(ranks.get(playerId) ?? [])];
        const rises = all.filter(
          ({ at: since, elo }, step) =>
            since <= at &&
            rankOf(elo) === rank &&
            all.slice(0, step).some((one) => one.elo < elo && rankOf(one.elo) !== rank),
        );
        const key = `${discordId} ${rank}`;
        told.set(key, (told.get(key) ?? 0) + 1);
        if ((told.get(key) ?? 0) > rises.length)
          wrong(`${discordId} has not risen ${told.get(key)} times to ${rank}`);
        if (person === undefined || !mayBeNamed(person, guildId, at)) wrong(`${discordId} shows nothing`);
      }
    }
  }
  return faults;
}

/** Whom the platform showed with a higher rank than before, and where that was not told. */
function missingIn(
  night: Night,
  guildId: string,
  told: readonly { at: number; post: { content: string } }[],
) {
  const { clockOf, endedAt, eloOf, jumps, rankOf, rankReads, ranks, roles, troubles, world } = night;
  const troubled = (from: number, to: number): boolean =>
    troubles.some((one) => one.kind !== 'quiet' && one.from <= to && one.to >= from - MINUTE_MS);
  return [...(roles.get(guildId)?.seen ?? [])].flatMap((discordId): string[] => {
    const person = world.people.ofDiscord(discordId);
    if (person?.isLinked !== true || person.isHidden || person.past.length > 0) return [];
    const changes = ranks.get(person.playerId) ?? [];
    const sights = rankReads.flatMap(({ at, playerId = person.playerId }) => {
      const elo = changes.findLast((one) => one.at <= at)?.elo ?? eloOf(person.playerId);
      return playerId === person.playerId ? [{ at, elo, rank: rankOf(elo) }] : [];
    });
    return sights.flatMap(({ at, elo, rank }, index): string[] => {
      const before = sights[index - 1];
      if (before === undefined || elo <= before.elo || rank === before.rank) return [];
      const until = at + TOLD_MS;
      const later = sights.filter((one) => one.at > at && one.at <= until);
      if (until > endedAt || later.some((one) => one.rank !== rank)) return [];
      if (troubled(before.at, before.at) || troubled(at, until)) return [];
      if (jumps.some((one) => one.ms !== 0 && one.at >= at - HOUR_MS && one.at <= until)) return [];
      const isTold = told.some(
        (one) => one.at >= at && one.at <= until && one.post.content.includes(`<@${discordId}> rose to`),
      );
      return isTold
        ? []
        : [`${clockOf(at)} server ${guildId}: nobody is told that ${discordId} rose to ${rank}`];
    });
  });
}
