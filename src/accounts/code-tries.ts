import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { failureFields } from './failure-fields.ts';
import type { Tools } from './ports.ts';

/**
 * How many codes can be tried. There are 30^8 = 6.6e11; say that 10 wait at any time, which is a new one every half
 * minute, day and night.
 *
 * One member: 5 in 10 minutes are 263,000 a year. Times 10, by 6.6e11: a chance of 4 in a million per year.
 * All members: 500 in 10 minutes are 26 million a year. Times 10, by 6.6e11: 4 in ten thousand per year, which is one hit
 * in 2,500 years for a hundred Discord users who never stop. It hits somebody at random, who sees their code used and
 * takes the account back by linking it again.
 *
 * The price: a hundred users who try on purpose close this way to everybody while they go on. The first way stays open.
 */
const OF_ONE = 5;
const OF_ALL = 500;
const WINDOW_MS = 10 * 60_000;
const CLOSED_MS = 10 * 60_000;

/** No Discord id. */
const ALL = 'all';
/** Under the Discord id, or `all`. */
interface TriesRecord {
  /** When codes were tried that count: within the window, oldest first. */
  at: number[];
  closedUntil?: number;
}

type Place = { taken: true; time: number; closedUntil: number | undefined } | { taken: false; until: number };

/** A try that may be made. `closedUntil`: it was the member's last one, should it be wrong. */
interface Try {
  open: true;
  closedUntil: number | undefined;
  /** The code was right: the try does not count. */
  forgive: () => Promise<void>;
}

interface NoTry {
  open: false;
  closedTo: 'member' | 'all';
  until: number;
}

export type CodeTries = ReturnType<typeof createCodeTries>;

/**
 * Counts tries before they are made, in the store: a hundred at once, on any number of replicas, find no more places
 * than one after the other would, and a restart frees none. A right code gives its place back; a crash in between costs
 * its member one try, and never gives one away.
 */
export function createCodeTries({ stores, now, log }: Pick<Tools, 'stores' | 'now' | 'log'>) {
  const tries: Store<TriesRecord> = stores.namespace('tries');

  const change = (key: string, edit: (record: TriesRecord | undefined) => TriesRecord | undefined) =>
    changeRecord(tries, key, edit, () => WINDOW_MS + CLOSED_MS);

  /** Takes a place; the last one closes the way at once, so that nothing has to be written once its code was wrong. */
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

  /** Opens what this place alone has closed. */
  async function giveBack(key: string, time: number): Promise<void> {
    await change(key, (record) => {
      const place = record?.at.indexOf(time) ?? -1;
      return record === undefined || place < 0 ? record : { at: record.at.toSpliced(place, 1) };
    }).catch((error: unknown) => {
      log.warn(failureFields(error), 'a right code stays counted as a try');
    });
  }

  return {
    async begin(discordId: string): Promise<Try | NoTry> {
      const own = await reserve(discordId, OF_ONE);
      if (!own.taken) return { open: false, closedTo: 'member', until: own.until };
      const all = await reserve(ALL, OF_ALL);
      if (!all.taken) {
        await giveBack(discordId, own.time); // nothing was tried
        return { open: false, closedTo: 'all', until: all.until };
      }
      return {
        open: true,
        closedUntil: own.closedUntil,
        forgive: async () => {
          await Promise.all([giveBack(discordId, own.time), giveBack(ALL, all.time)]);
        },
      };
    },
  };
}
