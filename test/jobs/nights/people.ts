import type { AlertChoice } from '../../../src/members/alerts.ts';
import type { Chance } from './chance.ts';

/** A member of servers, or a player of a tournament whom nobody there knows. */
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
}

export type People = ReturnType<typeof createPeople>;

/** Who plays and who organizes, with all that they can choose. It stays as it is for a night. */
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
      ...more,
    };
    people.push(person);
    return person;
  }

  return {
    all: people as readonly Person[],
    add,
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
    ofPlayer: (playerId: string): Person | undefined => people.find((one) => one.playerId === playerId),
    ofDiscord: (discordId: string): Person | undefined => people.find((one) => one.discordId === discordId),
  };
}

/** Whether somebody may be mentioned in a server. */
export const isNameable = ({ isHidden, isLinked, guildIds }: Person, guildId: string): boolean =>
  isLinked && !isHidden && guildIds.includes(guildId);
