import { MINUTE_MS, SECOND_MS } from './clock.ts';
import type { Night } from './night.ts';
import type { Person } from './person.ts';

/** Where nothing is in the way, a nickname follows what it is for within this time. */
const SETTLED_MS = 5 * MINUTE_MS;
/** Discord compares nothing: who is renamed by hand while the bot takes its nickname back may lose the new one. */
const RACE_MS = 10 * SECOND_MS;

export const kindIn = (kinds: ReadonlySet<string>): 'name' | 'nameRating' | undefined =>
  (['name', 'nameRating'] as const).find((kind) => kinds.has(kind));

/** What a rule for nicknames calls somebody. A tournament may have shown another name of theirs. */
function nicknameOf({ name }: Person, kind: 'name' | 'nameRating', elos: readonly number[]): RegExp {
  const names = `${name}(?:x\\d+)?`;
  return new RegExp(kind === 'name' ? `^${names}$` : `^${names}(?: · (?:${elos.join('|')}))?$`);
}

/** Nicknames are what a rule says, and whoever the rule is not about is called as before. */
export function judgeNicknames(night: Night): string[] {
  const { clockOf, endedAt, eloOf, ranks, roles, world } = night;
  const faults: string[] = [];
  for (const [guildId, { byHand, kinds, own, seen }] of roles) {
    const kind = kindIn(kinds);
    const { nicks } = world.server(guildId);
    for (const person of world.people.all) {
      const { discordId, guildIds, name, playerId } = person;
      if (!guildIds.includes(guildId) || person.past.some(({ to }) => endedAt - to < SETTLED_MS)) continue;
      const wrong = (text: string): void =>
        void faults.push(
          `${clockOf(endedAt)} server ${guildId}: ${name} (${discordId}) is called ${nick}, ${text}`,
        );
      const nick = nicks.get(discordId);
      const hand = byHand.get(discordId);
      const elos = [eloOf(playerId), ...(ranks.get(playerId) ?? []).map(({ elo }) => elo)];
      const ruled = kind && nicknameOf(person, kind, elos);
      const isRuled = nick !== undefined && ruled?.test(nick) === true;
      const isRaced = hand && person.past.some(({ to }) => Math.abs(to - hand.at) < RACE_MS);
      const isOwn =
        (hand !== undefined && nick === `hand ${discordId}`) ||
        ((hand === undefined || isRaced) && nick === own.get(discordId));
      if (!isRuled && !isOwn) wrong(`not ${own.get(discordId)}, and by no rule`);
      // What the rule had given, and somebody changed by hand, is theirs, until the rule gives it anew.
      if (
        hand !== undefined &&
        person.past.length === 0 &&
        isRuled &&
        hand.before !== undefined &&
        ruled?.test(hand.before) === true
      )
        wrong('though a moderator had renamed them');
      const isShown = person.isLinked && !person.isHidden;
      if (!isShown && isRuled && !isOwn) wrong('and shows nothing');
      const isSeen = seen.has(discordId) && person.past.every(({ isLinked }) => isLinked);
      if (isShown && isSeen && kind === 'name' && hand === undefined && !isRuled) wrong('not by the rule');
    }
  }
  return faults;
}
