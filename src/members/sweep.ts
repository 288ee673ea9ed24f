import { z } from 'zod';
import type { Links } from '../accounts/links.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { createDaily } from '../store/daily.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { FoundRecord, OpenedStores } from '../store/records.ts';
import type { RowIndex } from '../store/row-index.ts';
import type { Departures } from './departures.ts';
import { isHideAlone, peopleIn } from './people-places.ts';
import type { PeopleTable, Rows } from './rows.ts';

/** Between two batches: no answer waits for this work. */
const PAUSE_MS = 100;

interface SweepDeps extends Pick<AccountTools, 'sleep' | 'log'> {
  stores: OpenedStores;
  namespaces: PeopleTable;
  rows: Rows;
  index: Pick<RowIndex, 'note'>;
  links: Pick<Links, 'memberOf' | 'read'>;
  departures: Pick<Departures, 'deleted' | 'leave' | 'noteSearched'>;
  now: () => number;
}

/**
 * Searches the whole store for what is left of people who left: records of older versions or from a kill, and those that only their
 * text reveals. Once a day, and at most once an hour after a member deleted everything: one read of the store serves any number of
 * members.
 */
export function createSweep(deps: SweepDeps) {
  const { stores, namespaces, rows, index, links, departures, sleep, log, now } = deps;
  const { records } = stores;

  /** Whether the member has a link, or one that cannot be read. */
  async function isLinked(discordId: string): Promise<boolean> {
    try {
      return (await links.read(discordId)) !== undefined;
    } catch (error) {
      unlessUnreadable(error);
      return true;
    }
  }

  /** The people to whom the leftovers in a record belong. A player without a member was once linked. */
  async function leftIn(found: FoundRecord, known: Map<string, boolean>): Promise<string[]> {
    const { goes, isForAll, people = [] } = namespaces[found.namespace] ?? {};
    if (goes === undefined || goes === 'link' || isForAll === true || isHideAlone(found)) return [];
    const left: string[] = [];
    for (const id of new Set(people.flatMap((place) => peopleIn(place, found)))) {
      const linked = known.get(id) ?? (await isLinked(id));
      known.set(id, linked);
      if (!linked) left.push(id);
    }
    return left;
  }

  /** A record that changes meanwhile, as with a new link, stays. */
  const erase = async (parts: Parameters<typeof records.erase>[0]): Promise<void> => {
    if (parts.length > 0) await records.erase(parts);
  };

  async function search(): Promise<void> {
    const deleted = await departures.deleted();
    const ids = deleted.map(({ departure }) => departure.discordId);
    const known = new Map<string, boolean>();
    const left = new Set<string>();
    for await (const batch of records.walk({ isWanted: rows.mayHoldPeople })) {
      for (const found of batch) {
        const gone = ids.filter((id) => found.key.includes(id) || found.text.includes(id));
        // Members who have linked since, or hide now, keep their records.
        for (const discordId of isHideAlone(found) ? [] : gone)
          if (!(await isLinked(discordId))) await erase(rows.partOf(found, discordId));
        for (const discordId of await leftIn(found, known)) {
          left.add(discordId);
          const expiresAt = found.expires ?? now() + DAY_MS;
          // It is found by its key then.
          if (found.namespace === 'reports')
            await index.note(discordId, { of: 'reports', key: found.key, expiresAt });
          else if (namespaces[found.namespace]?.goes === 'rows') await erase(rows.partOf(found, discordId));
        }
        if (found.namespace === 'ranks' && (await links.memberOf(found.key)) === undefined)
          await erase([{ found, rest: undefined }]);
      }
      await sleep(PAUSE_MS);
    }
    // Members who have linked since keep everything.
    for (const discordId of left) await departures.leave(discordId, 'unlink', { isLinkGone: true });
    await records.purge(ids);
    await departures.noteSearched(deleted.map(({ id }) => id));
  }

  const purges = stores.namespace('purges', z.literal(true));
  const daily = createDaily(purges, 'people', search, DAY_MS);
  const hourly = createDaily(purges, 'deleted', search, HOUR_MS);

  /** May be called at any time, in any process. Never rejects. */
  return async (): Promise<void> => {
    try {
      await ((await departures.deleted()).length > 0 ? hourly() : daily());
    } catch (error) {
      log.warn({ err: error }, 'the search for records of deleted members failed');
    }
  };
}
