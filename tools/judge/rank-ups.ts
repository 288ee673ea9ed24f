import { HOUR_MS } from './clock.ts';
import type { Night } from './night.ts';
import { mayBeNamed } from './person.ts';

/** A clock that jumps may make an hour shorter. */
const ROUGHLY_MS = 10_000;

/** Who rises is told: truly, once, and not more often than once an hour. */
export function judgeRankUps({ clockOf, eloOf, jumps, rankOf, ranks, servers, world }: Night): string[] {
  const faults: string[] = [];
  for (const { guildId, settings } of servers) {
    const channelId = settings.rankUpChannelId;
    const posts = world.changes.filter((one) => one.channelId === channelId && one.kind === 'post');
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
