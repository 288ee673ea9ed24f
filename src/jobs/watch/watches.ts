import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { ANY_TOURNAMENT } from '../../guilds/wakes.ts';
import { PlatformError } from '../../platform/error.ts';
import { present } from '../../present.ts';
import type { Bracket } from '../../reading/records.ts';
import type { Store } from '../../store/store.ts';
import { hasAllNames, refsOf } from '../../platform/unnamed.ts';
import type { Pace } from '../owner/pace.ts';
import { createPacedCall } from '../owner/paced-call.ts';
import { afterTurn, intervals, isAtRest, nextRead, NO_TURNS, type Read, type Turns } from './schedule.ts';
import {
  afterBracket,
  afterFailure,
  afterRecord,
  afterRequest,
  outdated,
  withRest,
  woken,
} from './after-reads.ts';
import { endOf, type WatchEnd } from './watch-end.ts';
import type { Watch } from './watch.ts';
import { newWatch, storedWatch, type StoredWatch } from './stored-watch.ts';
import { createReadings, isUnread, unreadReading } from './reading-of.ts';
import type { Reading } from '../plan/reading.ts';
import type { JobsDeps } from '../work.ts';

/** From the last write. */
const TTL_MS = 60 * DAY_MS;
/** News is stored at most this often; a new stage, and a change after the end, always. */
const STORE_MS = HOUR_MS;

interface WatchesDeps extends Pick<
  JobsDeps,
  'events' | 'limits' | 'listing' | 'log' | 'monotonic' | 'now' | 'platform' | 'pollsPerMinute'
> {
  /** Under the tournament's id. */
  store: Store<StoredWatch>;
  pace: Pace;
  /** The follows of a tournament. */
  followers: (tournamentId: string) => readonly { guildId: string }[];
  /** Called after a changed reading of a tournament. */
  onReading: (tournamentId: string) => void;
  /** Whether a channel does not show the last reading of a tournament yet. */
  isBehind: (tournamentId: string) => boolean;
  /** Called when the tournament's follows should end. Rejects if that could not be stored. */
  onEnd: (watch: Watch, reason: WatchEnd) => Promise<void>;
}

/** The followed tournaments and their reads, at one shared pace. */
export function createWatches(deps: WatchesDeps) {
  const { events, followers, isBehind, limits, log, monotonic, now, onEnd, onReading, pace, platform } = deps;
  const { listing, pollsPerMinute, store } = deps;
  const watches = new Map<string, Watch>();
  const reads = new Set<Promise<void>>();
  const storedAs = new Map<string, StoredWatch>();
  let turns: Turns = NO_TURNS;
  /** Increases with each owner: reads of an earlier owner are dropped. */
  let generation = 0;
  const clocks = () => ({ now: now(), monotonic: monotonic() });
  const readingOf = createReadings((bracket) => platform.names.inBracket(bracket));
  const paced = createPacedCall({ pace, onPoll: events.onPoll });

  async function saveStage(watch: Watch): Promise<void> {
    const { tournamentId, stage, recordAt } = watch;
    if (stage === undefined || recordAt === undefined) return;
    const before = storedAs.get(tournamentId);
    const isTold = isAtRest(watch, clocks()) && !isBehind(tournamentId);
    const record = storedWatch({ ...watch, stage }, { isTold }, clocks());
    const isNews = record.changedAt - (before?.changedAt ?? 0) >= STORE_MS;
    const { readAt = 0 } = record;
    const { readAt: readBefore = 0 } = before ?? {};
    const isRest = readAt === 0 ? readBefore !== 0 : readAt - readBefore >= STORE_MS / 2;
    const isSame = before?.stage === stage && before.marksOpen === record.marksOpen;
    if (isSame && !isNews && !isRest) return;
    await store.set(tournamentId, record, TTL_MS);
    storedAs.set(tournamentId, record);
  }

  const withBracket = (watch: Watch, bracket: Bracket): Watch =>
    afterBracket(watch, bracket, clocks(), pace.lastOutageSince());

  async function request(watch: Watch, part: Read['part']): Promise<Watch> {
    const { tournamentId } = watch;
    const failed = ({ kind }: PlatformError): Watch => afterFailure(watch, part, kind, clocks());
    if (part === 'record') {
      const answer = await paced((once) => platform.tournament(tournamentId, once));
      return answer instanceof PlatformError ? failed(answer) : afterRecord(watch, answer.value, clocks());
    }
    const answer = await paced((once) => platform.bracket(tournamentId, once));
    return answer instanceof PlatformError ? failed(answer) : withBracket(watch, answer.value);
  }

  /**
   * Adds the time until its bracket is read again. For a tournament that is not worth a read, the rest lasts as long as its record
   * shows that.
   */
  function withPlan(watch: Watch): Watch {
    const at = clocks();
    const { bracket: everyMs, record: recordMs = 0 } = intervals(watch, at, pollsPerMinute);
    const readAt = 'readMonotonic' in watch.bracket ? watch.bracket.readMonotonic : at.monotonic;
    const until = watch.failingSince.record ?? at.monotonic;
    return withRest(watch, everyMs ?? until - readAt + recordMs);
  }

  async function read({ tournamentId, part }: Read): Promise<void> {
    const began = generation;
    const before = watches.get(tournamentId);
    if (before === undefined) return;
    const watch = afterRequest(withPlan(before), part, monotonic());
    watches.set(tournamentId, watch);
    const after = await request(watch, part);
    const current = watches.get(tournamentId);
    if (current === undefined || began !== generation) return;
    // The other part may have been read meanwhile.
    const next = withPlan(current === watch ? after : merged(current, after, part));
    watches.set(tournamentId, next);
    const end = endOf(next, [...watches.values()], clocks());
    if (end !== undefined) return onEnd(next, end);
    // A process that ends before the channels show the end must not store the rest.
    await saveStage(next).finally(() => onReading(tournamentId));
  }

  /** Applies the result of one part's read to the current watch. */
  function merged(current: Watch, after: Watch, part: Read['part']): Watch {
    const { failedAt, failingSince, missingSince, noBracketSince } = after;
    if (part === 'bracket') {
      if (after.isInDoubt === true) return { ...current, isInDoubt: true };
      if (after.bracket.state === 'current') return withBracket(current, after.bracket.bracket);
      const { noBracketSince: _before, ...rest } = current;
      return { ...rest, bracket: after.bracket, failingSince, ...present({ failedAt, noBracketSince }) };
    }
    if (after.tournament !== undefined && after.recordAt !== current.recordAt) {
      const { isRecordInDoubt } = after;
      return { ...afterRecord(current, after.tournament, clocks()), ...present({ isRecordInDoubt }) };
    }
    const { missingSince: _before, ...rest } = current;
    const bracket = missingSince === undefined ? current.bracket : outdated(current.bracket);
    return { ...rest, failingSince, bracket, ...present({ failedAt, missingSince }) };
  }

  /** With the calls that the pace leaves: looks up a player of a running tournament who has only an id. */
  function nextName(): (() => Promise<void>) | undefined {
    const { names } = platform;
    for (const { bracket, stage, tournamentId } of watches.values()) {
      if (stage !== 'running' || bracket.state !== 'current' || hasAllNames(bracket.bracket)) continue;
      const players = bracket.bracket.rounds.flatMap(({ matches }) =>
        matches.flatMap(({ sides }) => sides.map(({ player }) => player)),
      );
      const [ref] = names.wanted(refsOf('player', players));
      if (ref === undefined) continue;
      const before = names.of(ref);
      return async () => {
        await names.lookUp(ref);
        if (names.of(ref) !== before) onReading(tournamentId);
      };
    }
    return undefined;
  }

  return {
    get: (tournamentId: string): Watch | undefined => watches.get(tournamentId),
    reading(tournamentId: string): Reading | undefined {
      const watch = watches.get(tournamentId);
      return watch && readingOf(watch, clocks());
    },
    /** For the last turn of a channel, which does not wait for a platform that is down or has lost the tournament. */
    async lastReading(tournamentId: string): Promise<Reading | undefined> {
      const watch = watches.get(tournamentId);
      const reading = watch && readingOf(watch, clocks());
      if (reading !== undefined || watch === undefined || !isUnread(watch, monotonic())) return reading;
      return unreadReading(watch, await listing.card(tournamentId), now());
    },
    /** Watches exactly these tournaments. */
    async want(tournamentIds: ReadonlySet<string>): Promise<void> {
      for (const tournamentId of watches.keys())
        if (!tournamentIds.has(tournamentId)) watches.delete(tournamentId);
      const added = [...tournamentIds].filter((tournamentId) => !watches.has(tournamentId));
      await Promise.all(
        added.map(async (tournamentId) => {
          const stored = await store.get(tournamentId).catch(() => undefined);
          if (stored) storedAs.set(tournamentId, stored);
          watches.set(tournamentId, newWatch(tournamentId, clocks(), stored));
        }),
      );
    },
    /**
     * Members have just pressed something about these matches, or these tournaments: they are read at once, and as often as after
     * news.
     */
    wake(matchIds: ReadonlySet<string>, tournamentIds: ReadonlySet<string>): void {
      const isMeant = ({ bracket, tournamentId }: Watch): boolean => {
        if (tournamentIds.has(tournamentId)) return true;
        if (!('bracket' in bracket)) return tournamentIds.has(ANY_TOURNAMENT);
        return bracket.bracket.rounds.some(({ matches }) => matches.some(({ id }) => matchIds.has(id)));
      };
      for (const watch of watches.values())
        if (isMeant(watch)) watches.set(watch.tournamentId, woken(watch, clocks()));
    },
    /** A post says that matches have gone on: an owner that reads a bracket for the first time can't see that. */
    noteNews(tournamentId: string): void {
      const watch = watches.get(tournamentId);
      if (watch !== undefined) watches.set(tournamentId, { ...watch, changedAt: now() });
    },
    /** Starts the reads that are due and allowed now. */
    readNext(): void {
      while (reads.size < limits.reads && pace.isOpen()) {
        const next = nextRead({ watches: watches.values(), followers, turns }, clocks(), pollsPerMinute);
        const unnamed = next === undefined ? nextName() : undefined;
        const work = next ? () => read(next) : unnamed;
        if (work === undefined) return;
        pace.take();
        if (next) turns = afterTurn(turns, next, monotonic());
        const reading = work()
          .catch((error: unknown) => log.warn({ err: error }, 'a read of a followed tournament failed'))
          .finally(() => reads.delete(reading));
        reads.add(reading);
      }
    },
    idle: async (): Promise<void> => void (await Promise.all(reads)),
    clear(): void {
      generation++;
      watches.clear();
      pace.takeOver();
      storedAs.clear();
      turns = NO_TURNS;
    },
  };
}
