import type { FoundRecord, Records } from '../store/records.ts';
import type { RowIndex } from '../store/row-index.ts';
import { StoreError } from '../store/errors.ts';
import type { Departure, DepartureStep } from './departure-record.ts';
import { personalPart, type PersonalPart, type IdPlace } from './people-places.ts';

/** The member whose rows are searched. */
export interface Whose extends Pick<Departure, 'discordId' | 'playerIds' | 'guildIds'> {
  /** By namespace, from the index of their rows. */
  indexed: ReadonlyMap<string, readonly string[]>;
}

/** What the table of namespaces says about people. */
export interface PeopleNamespace {
  /** Where the id of a Discord user may stand. */
  people: readonly IdPlace[];
  /** The keys of a member's rows. */
  keysOf?: (whose: Whose) => readonly string[];
  /** The step that removes them. */
  goes?: DepartureStep;
  /** It also holds people who are not linked, for a short time. */
  isForAll?: true;
}
/** By namespace. */
export type PeopleTable = Readonly<Record<string, PeopleNamespace>>;

export type FoundPart = PersonalPart & { found: FoundRecord };

interface RowsDeps {
  records: Records;
  index: Pick<RowIndex, 'of'>;
  namespaces: PeopleTable;
}

/** How often an erasure looks again, because a record changed in between. */
const ERASE_ROUNDS = 5;

export type Rows = ReturnType<typeof createRows>;

/** A member's rows, by the table of namespaces, and which part of each is theirs. Every method throws `StoreError`. */
export function createRows({ records, index, namespaces }: RowsDeps) {
  const mayHoldPeople = (namespace: string): boolean => namespaces[namespace]?.people.length !== 0;

  const partOf = (found: FoundRecord, discordId: string): FoundPart[] => {
    const part = personalPart(namespaces[found.namespace]?.people, found, discordId);
    return part === undefined ? [] : [{ found, ...part }];
  };

  /** Their presses belong to them entirely, and come before the list, which is the only way to find them. */
  async function presses(keys: readonly string[]): Promise<FoundPart[]> {
    const found = keys.length === 0 ? [] : await records.at('presses', keys);
    return found.map((one) => ({ found: one, own: one.value, rest: undefined }));
  }

  /** The rows of these namespaces, by their keys. */
  async function located(
    whose: Omit<Whose, 'indexed'>,
    isWanted: (namespace: PeopleNamespace) => boolean,
  ): Promise<FoundPart[]> {
    const indexed = await index.of(whose.discordId);
    const parts: FoundPart[] = [];
    for (const [name, namespace] of Object.entries(namespaces)) {
      const keys = isWanted(namespace) ? (namespace.keysOf?.({ ...whose, indexed }) ?? []) : [];
      if (keys.length === 0) continue;
      parts.push(...(await records.at(name, keys)).flatMap((found) => partOf(found, whose.discordId)));
    }
    return [...(await presses(indexed.get('presses') ?? [])), ...parts];
  }

  async function erase(find: () => Promise<readonly FoundPart[]>): Promise<void> {
    for (let round = 0; round < ERASE_ROUNDS; round++) {
      const parts = await find();
      if (parts.length === 0 || (await records.erase(parts)) === 0) return;
    }
    throw new StoreError('what is stored about a user kept changing');
  }

  return {
    mayHoldPeople,
    partOf,

    /** Everything stored about a member. Reads the whole store. */
    async all(discordId: string): Promise<FoundPart[]> {
      const found = await records.find(discordId, mayHoldPeople);
      const keys = (await index.of(discordId)).get('presses') ?? [];
      return [...(await presses(keys)), ...found.flatMap((one) => partOf(one, discordId))];
    },

    /** Erases what belongs to a link, and if they delete everything, what other steps have left. */
    leave: ({ kind, ...whose }: Departure): Promise<void> =>
      erase(() =>
        located(
          whose,
          ({ goes }) => goes === 'rows' || (kind === 'delete' && goes !== undefined && !KEPT.has(goes)),
        ),
      ),
  };
}

/** Only these steps may remove it: without it, they could not remove what Discord has. */
const KEPT: ReadonlySet<DepartureStep> = new Set(['connections', 'roles']);
