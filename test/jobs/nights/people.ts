import type { AlertChoice } from '../../../src/members/alerts.ts';
import type { Chance } from './chance.ts';

/** A member of servers, or an unlinked player of a tournament. */
export interface Person {
  discordId: string;
  playerId: string;
  name: string;
  isLinked: boolean;
  isHidden: boolean;
  how: AlertChoice;
  /** They take no direct messages. */
  isClosed: boolean;
  /** The servers that they are in. */
  guildIds: readonly string[];
  /** What they were before, and until when that may have counted. */
  past: { isLinked: boolean; isHidden: boolean; from: number; to: number }[];
}

/** Who plays and who organizes, with all that they can choose. */
export function createPeople(chance: Chance, guildIds: readonly string[]) {
  const people: Person[] = [];
  let ids = 900_000;

  function add(more: Partial<Person> & Pick<Person, 'playerId' | 'name'>): Person {
    ids += 1;
    const person: Person = {
      discordId: String(ids),
      isLinked: true,
      isHidden: false,
      how: 'mention',
      isClosed: false,
      guildIds,
      past: [],
      ...more,
    };
    people.push(person);
    return person;
  }

  return {
    all: people as readonly Person[],
    add,
    /** Everybody, as they were recorded. */
    restore: (all: readonly Person[]) => void people.push(...all),
    /** A player with whatever they chose. */
    player: (playerId: string, name: string): Person =>
      add({
        playerId,
        name,
        isLinked: chance.is(0.8),
        isHidden: chance.is(0.08),
        how: chance.pick(['mention', 'mention', 'mention', 'dm', 'off']),
        isClosed: chance.is(0.2),
        guildIds: guildIds.filter(() => chance.is(0.9)),
      }),
    /** They hide, unlink, or are back. `during`: when both states may be seen. */
    change(
      person: Person,
      next: Pick<Person, 'isLinked' | 'isHidden'>,
      during: { from: number; to: number },
    ): void {
      const { isHidden, isLinked } = person;
      person.past.push({ isHidden, isLinked, ...during });
      Object.assign(person, next);
    },
    ofPlayer: (playerId: string): Person | undefined => people.find((one) => one.playerId === playerId),
    ofDiscord: (discordId: string): Person | undefined => people.find((one) => one.discordId === discordId),
  };
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
