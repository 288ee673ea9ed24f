import { clockOf, MINUTE_MS } from '../context.ts';
import type { PlayedNight } from '../night.ts';
import { LINKED_ROLE, PLAYS_ROLE, RATED_ROLE, RATING } from '../roles.ts';
import { eloOf } from '../world.ts';

/** Where nothing is in the way, what somebody hides is gone within this time. */
const GONE_MS = 3 * MINUTE_MS;

/** Roles and Linked Roles follow what people choose. */
export function judgePeople(night: PlayedNight): string[] {
  const { endedAt, roles, world } = night;
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${clockOf(at)} ${text}`);
  for (const { guildId, members } of serversIn(night)) {
    const rules = roles.get(guildId);
    for (const person of world.people.all) {
      const { discordId, guildIds, name, playerId } = person;
      const isShown = person.isLinked && !person.isHidden && guildIds.includes(guildId);
      const isSettled = person.past.every(({ to }) => endedAt - to > GONE_MS);
      const held = members.get(discordId) ?? new Set();
      if (!isSettled) continue;
      const who = `server ${guildId}: ${name} (${discordId})`;
      if (held.size > 0 && !isShown) wrong(endedAt, `${who} holds ${[...held].join()}, and shows nothing`);
      if (held.has(RATED_ROLE) && eloOf(playerId) < RATING)
        wrong(endedAt, `${who} holds a role for a rating`);
      if (held.has(PLAYS_ROLE) && !isPlayer(night, playerId)) wrong(endedAt, `${who} plays nowhere`);
      const isDue = rules?.kinds.has('linked') === true && rules.seen.has(discordId);
      // Whoever deleted everything has been seen nowhere.
      const isSeen = person.past.every(({ isLinked }) => isLinked);
      if (isShown && isDue && isSeen && !held.has(LINKED_ROLE))
        wrong(endedAt, `${who} lacks the role of who is linked`);
    }
  }
  for (const [discordId] of world.connections.shown) {
    const person = world.people.ofDiscord(discordId);
    const isSettled = person?.past.every(({ to }) => endedAt - to > GONE_MS) === true;
    if (isSettled && (!person?.isLinked || person.isHidden))
      wrong(endedAt, `Linked Roles still show ${discordId}`);
  }
  return faults;
}

const serversIn = ({ servers, world }: PlayedNight) =>
  servers.map(({ guildId }) => ({ guildId, members: world.server(guildId).members }));

const isPlayer = ({ cups }: PlayedNight, playerId: string): boolean =>
  cups.some((cup) => cup.names.some((_, who) => cup.playerId(who) === playerId));
