/** A member of servers, or an unlinked player of a tournament. */
export interface Person {
  discordId: string;
  playerId: string;
  name: string;
  isLinked: boolean;
  isHidden: boolean;
  how: 'mention' | 'dm' | 'off';
  /** They take no direct messages. */
  isClosed: boolean;
  /** The servers that they are in. */
  guildIds: readonly string[];
  /** What they were before, and until when that may have counted. */
  past: { isLinked: boolean; isHidden: boolean; from: number; to: number }[];
}

/** What is known of a change within this time, everywhere. */
const KNOWN_MS = 60_000;

/** The possible states of a member between two times. */
function statesOf({ isHidden, isLinked, past }: Person, from: number, to: number) {
  const states = past.flatMap((before, at) => {
    const since = past[at - 1]?.from ?? -Infinity;
    return since <= to && before.to + KNOWN_MS >= from ? [before] : [];
  });
  const last = past.at(-1);
  return last === undefined || last.from <= to ? [...states, { isHidden, isLinked }] : states;
}

/** Whether a member may be mentioned in a server at a time, by any state that counts then. */
export const mayBeNamed = (person: Person, guildId: string, from: number, to = from): boolean =>
  person.guildIds.includes(guildId) &&
  statesOf(person, from, to).some(({ isHidden, isLinked }) => isLinked && !isHidden);

/** Whether they have to be, by every state that counts. */
export const mustBeNamed = (person: Person, guildId: string, from: number, to = from): boolean =>
  person.guildIds.includes(guildId) &&
  statesOf(person, from, to).every(({ isHidden, isLinked }) => isLinked && !isHidden);
