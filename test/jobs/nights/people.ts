import type { Person } from '../../../tools/judge/person.ts';
import type { Chance } from './chance.ts';

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
