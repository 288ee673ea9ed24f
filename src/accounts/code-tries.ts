import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { failureFields } from './failure-fields.ts';
import type { Tools } from './ports.ts';

/**
 * How many codes can be tried. There are 30^8 = 6.6e11; assume that 10 are valid at any time, which is a new one every
 * half minute, day and night.
 *
 * One member: 5 in 10 minutes are 263,000 a year. Times 10, by 6.6e11: a chance of 4 in a million per year.
 * All members: 500 in 10 minutes are 26 million a year. Times 10, by 6.6e11: 4 in ten thousand per year, which is one hit
 * in 2,500 years for a hundred Discord users who never stop. The victim sees that their code was used and takes the
 * account back by linking it again. Those hundred users also block codes for everybody; linking in one browser still works.
 */
const OF_ONE = 5;
const OF_ALL = 500;
const WINDOW_MS = 10 * 60_000;
const CLOSED_MS = 10 * 60_000;

/** The key for all members together. */
const ALL = 'all';

/** Under the Discord id, or `all`. */
interface TriesRecord {
  /** The tries that count, within the window, oldest first. */
  at: number[];
  closedUntil?: number;
}

type Place = { taken: true; time: number; closedUntil: number | undefined } | { taken: false; until: number };

/**
 * Counts tries in the store before they are made: a hundred at once, on any number of replicas, get no more tries than
 * one after the other would, and a restart resets nothing. A right code gives its try back; after a crash in between the
 * member has one try less, never one more.
 */
export function createCodeTries({ stores, now, log }: Pick<Tools, 'stores' | 'now' | 'log'>) {
  const tries: Store<TriesRecord> = stores.namespace('tries');

  const change = (key: string, edit: (record: TriesRecord | undefined) => TriesRecord | undefined) =>
    changeRecord(tries, key, edit, () => WINDOW_MS + CLOSED_MS);

  /** Takes a try; the last one closes the way at once, so that nothing has to be written when its code is wrong. */
  async function reserve(key: string, max: number): Promise<Place> {
    const time = now();
    const { before, after } = await change(key, (record) => {
      if (record?.closedUntil !== undefined && time < record.closedUntil) return record;
      const at = [...(record?.at ?? []).filter((tried) => tried > time - WINDOW_MS), time];
      return at.length < max ? { at } : { at, closedUntil: time + CLOSED_MS };
    });
    const closedUntil = after?.closedUntil;
    // A record is left as it is only while the way is closed.
    if (after === before && closedUntil !== undefined) return { taken: false, until: closedUntil };
    return { taken: true, time, closedUntil };
  }

  /** Gives a try back, and opens the way again where that try closed it. */
  async function giveBack(key: string, time: number): Promise<void> {
    await change(key, (record) => {
      const place = record?.at.indexOf(time) ?? -1;
      return record === undefined || place < 0 ? record : { at: record.at.toSpliced(place, 1) };
    }).catch((error: unknown) => {
      log.warn(failureFields(error), 'a right code stays counted as a try');
    });
  }

  return {
    async begin(discordId: string) {
      const own = await reserve(discordId, OF_ONE);
      if (!own.taken) return { open: false, refusal: 'closed', until: own.until } as const;
      const all = await reserve(ALL, OF_ALL);
      if (!all.taken) {
        await giveBack(discordId, own.time); // nothing was tried
        return { open: false, refusal: 'closed-to-all', until: all.until } as const;
      }
      return {
        open: true,
        /** Where it is the member's last try: until when a wrong code closes the way. */
        closedUntil: own.closedUntil,
        /** The code was right: the try does not count. */
        async forgive(): Promise<void> {
          await Promise.all([giveBack(discordId, own.time), giveBack(ALL, all.time)]);
        },
      } as const;
    },
  };
}
