import { present } from '../../present.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { PlatformError } from '../../platform/error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tournament } from '../../reading/records.ts';
import type { StoreLog } from '../../store/store.ts';
import type { Pace } from '../owner/pace.ts';
import { createPacedCall } from '../owner/paced-call.ts';
import type { Listing } from './listing.ts';

/** What begins by then is read again and again. */
const SOON_MS = 90 * MINUTE_MS;
const SOON_AGAIN_MS = 5 * MINUTE_MS;
/** What begins later, or at a time that nobody knows: its start may move. */
const LATER_AGAIN_MS = 6 * HOUR_MS;
/** At least so many other reads come between two of these. */
const SHARE = 4;

interface EntryReadsDeps {
  listing: Pick<Listing, 'card'>;
  platform: Pick<Platform, 'tournament'>;
  pace: Pace;
  pollsPerMinute: number;
  onPoll: (outcome: string) => void;
  log: Pick<StoreLog, 'warn'>;
  /** Epoch milliseconds. */
  now: () => number;
  monotonic: () => number;
}

interface Entry {
  /** As it was read last, or as it was stored before: then `readAt` is absent. */
  tournament?: Pick<Tournament, 'phase' | 'startsAt'> & Partial<Tournament>;
  readAt?: number;
  triedAt: number;
}

const isOver = ({ tournament }: Entry): boolean =>
  tournament?.phase === 'finished' || tournament?.phase === 'cancelled';

/** Reads, by its id, each tournament that members registered for and that the list of upcoming ones lacks: before it begins. */
export function createEntryReads(deps: EntryReadsDeps) {
  const { listing, log, monotonic, now, onPoll, pace, platform, pollsPerMinute } = deps;
  const everyMs = Math.max(10 * SECOND_MS, (SHARE * MINUTE_MS) / pollsPerMinute);
  let entries = new Map<string, Entry>();
  let triedAt = -Infinity;
  let reading: Promise<void> | undefined;
  const paced = createPacedCall({ pace, onPoll });

  function isSoon({ tournament }: Entry): boolean {
    const leftMs = (tournament?.startsAt?.epochMs ?? 0) - now();
    return leftMs > 0 && leftMs <= SOON_MS;
  }

  const isDue = (entry: Entry): boolean =>
    !isOver(entry) && monotonic() - entry.triedAt >= (isSoon(entry) ? SOON_AGAIN_MS : LATER_AGAIN_MS);

  async function read(id: string, entry: Entry): Promise<void> {
    entry.triedAt = monotonic();
    const answer = await paced((once) => platform.tournament(id, once));
    if (answer instanceof PlatformError) return;
    entry.tournament = answer.value;
    entry.readAt = monotonic();
  }

  return {
    /** From now on, these alone. Throws `StoreError`. */
    async want(ids: readonly string[]): Promise<void> {
      const next = new Map<string, Entry>();
      for (const id of new Set(ids)) {
        const card = entries.has(id) ? undefined : await listing.card(id);
        next.set(id, entries.get(id) ?? present({ triedAt: -Infinity, tournament: card }));
      }
      entries = next;
    },
    /** As they were read last. */
    latest: (): Tournament[] =>
      [...entries].flatMap(([id, { readAt, tournament }]) =>
        tournament === undefined || readAt === undefined ? [] : [{ ...tournament, id }],
      ),
    /** Reads one that is due, what begins soon first, if the pace allows it now. */
    next(): void {
      if (reading !== undefined || monotonic() - triedAt < everyMs || !pace.isOpen()) return;
      const due = [...entries].filter(([, entry]) => isDue(entry));
      const found = due.find(([, entry]) => isSoon(entry)) ?? due[0];
      if (found === undefined) return;
      pace.take();
      triedAt = monotonic();
      reading = read(...found)
        .catch((error: unknown) => log.warn({ err: error }, 'a tournament of a reminder could not be read'))
        .finally(() => (reading = undefined));
    },
    idle: async (): Promise<void> => reading,
    clear: (): void => entries.clear(),
  };
}
