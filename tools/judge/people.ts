import { MINUTE_MS, SECOND_MS } from './clock.ts';
import type { Night } from './night.ts';
import type { Person } from './person.ts';
import { readMessage, type MessageText } from './read-message.ts';

/** The role that everybody has who is linked, the one for this rating, and the one of who plays. */
export const LINKED_ROLE = 'linked';
export const RATED_ROLE = 'gold';
export const RATING = 1450;
export const PLAYS_ROLE = 'silver';

/** Without obstacles, what a member hides is gone within this time. */
const GONE_MS = 3 * MINUTE_MS;
/** So soon, what is not decided names them no longer. */
const UNNAMED_MS = 20 * SECOND_MS;

const UNDECIDED: ReadonlySet<MessageText['kind']> = new Set(['call', 'proposal', 'live']);

/** The times in which a member shows nothing: they hide, or are not linked. */
function absences({ isHidden, isLinked, past }: Person): { from: number; to: number }[] {
  const states = [...past, { isHidden, isLinked, from: Infinity, to: Infinity }];
  return states.flatMap((state, at) => {
    const before = states[at - 1];
    const isShown = state.isLinked && !state.isHidden;
    return isShown ? [] : [{ from: before?.to ?? -Infinity, to: state.from }];
  });
}

/** Roles, Linked Roles and mentions follow what people choose. */
export function judgePeople(night: Night): string[] {
  const { clockOf, endedAt, eloOf, roles, troubles, world } = night;
  const faults: string[] = [];
  const wrong = (at: number, text: string): void => void faults.push(`${clockOf(at)} ${text}`);
  const troubled = (from: number, to: number): boolean =>
    troubles.some(
      (one) => one.kind !== 'quiet' && one.kind !== 'platform' && one.from <= to && one.to >= from,
    );

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
      const best = Math.max(eloOf(playerId), ...(night.ranks.get(playerId) ?? []).map(({ elo }) => elo));
      if (held.has(RATED_ROLE) && best < RATING) wrong(endedAt, `${who} holds a role for a rating`);
      if (held.has(PLAYS_ROLE) && !isPlayer(night, playerId)) wrong(endedAt, `${who} plays nowhere`);
      const isDue = rules?.kinds.has('linked') === true && rules.seen.has(discordId);
      // A member who deleted everything has been seen nowhere.
      const isSeen = person.past.every(({ isLinked }) => isLinked);
      if (isShown && isDue && isSeen && !held.has(LINKED_ROLE))
        wrong(endedAt, `${who} lacks the role of who is linked`);
    }
  }
  for (const person of world.people.all)
    for (const { from, to } of absences(person)) {
      const { discordId, name } = person;
      const at = from + UNNAMED_MS;
      if (from === -Infinity || at > Math.min(to, endedAt) || troubled(from, at)) continue;
      for (const { channelId, content } of undecidedAt(night, at))
        if (content.includes(`<@${discordId}>`))
          wrong(at, `${name} (${discordId}) is still named in ${channelId}: ${content}`);
    }
  for (const [discordId] of world.connections.shown) {
    const person = world.people.ofDiscord(discordId);
    const isSettled = person?.past.every(({ to }) => endedAt - to > GONE_MS) === true;
    if (isSettled && (!person?.isLinked || person.isHidden))
      wrong(endedAt, `Linked Roles still show ${discordId}`);
  }
  return faults;
}

const serversIn = ({ servers, world }: Night) =>
  servers.map(({ guildId }) => ({ guildId, members: world.server(guildId).members }));

const isPlayer = ({ cups }: Night, playerId: string): boolean =>
  cups.some((cup) => cup.names.some((_, who) => cup.playerId(who) === playerId));

/** What a member caused while Discord's answers were lost: nobody knows of the message, which no nonce finds. */
export const isLostPress = (
  { troubles }: Night,
  { at, isPress }: { at: number; isPress?: boolean },
): boolean =>
  isPress === true && troubles.some(({ from, kind, to }) => kind === 'discord' && from <= at && to >= at);

/** A message whose answer may be lost, in a channel where nobody can look for it. */
const isUnknown = ({ isReadable, troubles }: Night, { at }: { at: number }): boolean =>
  !isReadable &&
  troubles.some(
    ({ from, kind, to }) =>
      ['discord', 'process', 'store'].includes(kind) && from <= at + MINUTE_MS && to >= at,
  );

/** The calls of matches that go on, the scores that wait for a word, and what shows how things stand, unless it was deleted. */
function undecidedAt(night: Night, at: number): { channelId: string; content: string }[] {
  const { world } = night;
  const shown = new Map<string, { channelId: string; content: string }>();
  for (const change of world.changes)
    // An edit whose answer was lost shows all the same.
    if (
      change.at <= at &&
      (change.kind === 'edit' || !(isLostPress(night, change) || isUnknown(night, change)))
    )
      shown.set(change.id, { channelId: change.channelId, content: change.post.content });
  for (const [id, deletedAt] of world.deletions) if (deletedAt <= at) shown.delete(id);
  return [...shown.values()].filter(({ content }) => UNDECIDED.has(readMessage(content).kind));
}
