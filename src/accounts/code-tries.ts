import { StoreError, type Store, type Stores } from '../store/store.ts';
import { failureFields } from './failure-fields.ts';
import type { Log } from './ports.ts';

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
/** Each lost round is somebody else's won one, so this many mean a fault; then nothing is tried. */
const ROUNDS_MAX = 200;

/** Under the Discord id, or `all`. */
interface TriesRecord {
  /** When codes were tried that count: within the window, oldest first. */
  at: number[];
  closedUntil?: number;
}

interface Change<R> {
  write?: TriesRecord;
  result: R;
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
export function createCodeTries({ stores, now, log }: { stores: Stores; now: () => number; log: Log }) {
  const tries: Store<TriesRecord> = stores.namespace('tries');

  /** Writes what `change` makes of a record that nobody has touched meanwhile; where it makes none, nothing. */
  async function update<R>(key: string, change: (record: TriesRecord) => Change<R>): Promise<R> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const before = await tries.get(key);
      const { write, result } = change(before ?? { at: [] });
      if (write === undefined) return result;
      const ttlMs = WINDOW_MS + CLOSED_MS;
      const won =
        before === undefined
          ? await tries.add(key, write, ttlMs)
          : await tries.replace(key, before, write, ttlMs);
      if (won) return result;
    }
    throw new StoreError('store tries: a count could not be written');
  }

  /** Takes a place; the last one closes the way at once, so that nothing has to be written once its code was wrong. */
  function reserve(key: string, max: number): Promise<Place> {
    const time = now();
    return update<Place>(key, ({ at: before, closedUntil }) => {
      if (closedUntil !== undefined && time < closedUntil)
        return { result: { taken: false, until: closedUntil } };
      const at = [...before.filter((tried) => tried > time - WINDOW_MS), time];
      const write: TriesRecord = at.length < max ? { at } : { at, closedUntil: time + CLOSED_MS };
      return { write, result: { taken: true, time, closedUntil: write.closedUntil } };
    });
  }

  /** Opens what this place alone has closed. */
  async function giveBack(key: string, time: number): Promise<void> {
    const change = ({ at }: TriesRecord): Change<void> => {
      const place = at.indexOf(time);
      return { ...(place >= 0 && { write: { at: at.toSpliced(place, 1) } }), result: undefined };
    };
    await update(key, change).catch((error: unknown) => {
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
