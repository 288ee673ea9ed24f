import { present } from '../../present.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { PlatformError } from '../../platform/error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tournament } from '../../reading/records.ts';
import type { StoreLog } from '../../store/store.ts';
import type { Pace } from '../owner/pace.ts';
import { createPacedCall } from '../owner/paced-call.ts';
import { RECENT_MS } from './list-reads.ts';
import type { Listing } from './listing.ts';

/** Tournaments that begin by then are read repeatedly. */
const SOON_MS = 90 * MINUTE_MS;
const SOON_AGAIN_MS = 5 * MINUTE_MS;
/** Running tournaments: they will end. */
const RUNNING_AGAIN_MS = HOUR_MS;
/** Missing ones: the platform may have them again before they begin. The interval doubles. */
const MISSING_AGAIN_MS = HOUR_MS;
/** Tournaments that begin later or at an unknown time: their start may move. And announced ends: they may be undone. */
const LATER_AGAIN_MS = 6 * HOUR_MS;
/** At least this many other reads come between two of these. */
const SHARE = 4;

interface EntryReadsDeps {
  listing: Pick<Listing, 'card' | 'note'>;
  platform: Pick<Platform, 'tournament'>;
  pace: Pace;
  pollsPerMinute: number;
  onPoll: (outcome: string) => void;
  /** Called after a tournament was read. */
  onRead: (tournamentId: string) => void;
  log: Pick<StoreLog, 'warn'>;
  /** Epoch milliseconds. */
  now: () => number;
  monotonic: () => number;
}

interface WatchedEntry {
  /** As last read, or as stored before: then `readAt` is absent. */
  tournament?: Pick<Tournament, 'phase' | 'startsAt'> & Partial<Tournament>;
  readAt?: number;
  triedAt: number;
  /** An announcement shows it. */
  isAnnounced: boolean;
  /** The platform did not answer the last read. */
  isFailed?: boolean;
  /** How often in a row it said that it has none. */
  misses?: number;
}

const isOver = ({ tournament }: WatchedEntry): boolean =>
  tournament?.phase === 'finished' || tournament?.phase === 'cancelled';

/**
 * Reads by id the tournaments that the list of upcoming ones lacks: before the begin, those that members registered for; after they
 * left the list, and rarely then, those that were announced.
 */
export function createEntryReads(deps: EntryReadsDeps) {
  const { listing, log, monotonic, now, onPoll, onRead, pace, platform, pollsPerMinute } = deps;
  const everyMs = Math.max(10 * SECOND_MS, (SHARE * MINUTE_MS) / pollsPerMinute);
  let entries = new Map<string, WatchedEntry>();
  let triedAt = -Infinity;
  let reading: Promise<void> | undefined;
  const paced = createPacedCall({ pace, onPoll });

  function isSoon({ tournament }: WatchedEntry): boolean {
    const leftMs = (tournament?.startsAt?.epochMs ?? 0) - now();
    return leftMs > 0 && leftMs <= SOON_MS;
  }

  function againMs(entry: WatchedEntry): number {
    const { isFailed = false, misses = 0 } = entry;
    if (isSoon(entry) || isFailed) return SOON_AGAIN_MS;
    const hasBegun =
      entry.tournament?.phase === 'running' || (entry.tournament?.startsAt?.epochMs ?? Infinity) <= now();
    if (hasBegun && !isOver(entry)) return RUNNING_AGAIN_MS;
    return misses === 0 ? LATER_AGAIN_MS : Math.min(LATER_AGAIN_MS, MISSING_AGAIN_MS * 2 ** (misses - 1));
  }

  const isDue = (entry: WatchedEntry): boolean =>
    (entry.isAnnounced || !isOver(entry)) && monotonic() - entry.triedAt >= againMs(entry);

  async function read(id: string, entry: WatchedEntry): Promise<void> {
    entry.triedAt = monotonic();
    const answer = await paced((once) => platform.tournament(id, once));
    const isMissing = answer instanceof PlatformError && answer.kind === 'not-found';
    entry.isFailed = answer instanceof PlatformError && !isMissing;
    entry.misses = isMissing ? (entry.misses ?? 0) + 1 : 0;
    if (answer instanceof PlatformError) return;
    entry.tournament = answer.value;
    entry.readAt = monotonic();
    await listing.note({ ...answer.value, id });
    onRead(id);
  }

  return {
    /** Reads exactly these from now on. Throws `StoreError`. */
    async want({
      announced,
      registered,
    }: Readonly<Record<'announced' | 'registered', readonly string[]>>): Promise<void> {
      const next = new Map<string, WatchedEntry>();
      const told = new Set(announced);
      for (const id of new Set([...announced, ...registered])) {
        const isAnnounced = told.has(id);
        const tournament = entries.has(id) ? undefined : await listing.card(id);
        const entry = entries.get(id) ?? present({ triedAt: -Infinity, tournament, isAnnounced });
        next.set(id, Object.assign(entry, { isAnnounced }));
      }
      entries = next;
    },
    /** One of them as last read. */
    find(id: string): Tournament | undefined {
      const { readAt, tournament } = entries.get(id) ?? {};
      return tournament === undefined || readAt === undefined ? undefined : { ...tournament, id };
    },
    /** Those that were read in the last minutes. */
    recent: (): Tournament[] =>
      [...entries].flatMap(([id, { readAt, tournament }]) =>
        tournament === undefined || readAt === undefined || monotonic() - readAt >= RECENT_MS
          ? []
          : [{ ...tournament, id }],
      ),
    /** Reads a due one, the soonest first, if the pace allows it now. */
    next(): void {
      if (reading !== undefined || monotonic() - triedAt < everyMs || !pace.isOpen()) return;
      const due = [...entries].filter(([, entry]) => isDue(entry));
      const found = due.find(([, entry]) => isSoon(entry)) ?? due[0];
      if (found === undefined) return;
      pace.take();
      triedAt = monotonic();
      reading = read(...found)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a tournament that the list lacks could not be read'),
        )
        .finally(() => (reading = undefined));
    },
    idle: async (): Promise<void> => reading,
    clear: (): void => entries.clear(),
  };
}
