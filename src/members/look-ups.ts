import { z } from 'zod';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { createInFlight } from '../async/in-flight.ts';
import { MINUTE_MS } from '../durations.ts';
import { changeRecord } from '../store/change-record.ts';
import { createRowIndex } from '../store/row-index.ts';
import type { AccountTools } from '../accounts/ports.ts';

const ABSENT_MS = 10 * MINUTE_MS;
/** How soon a failed look-up may be repeated. */
const FAILED_MS = MINUTE_MS;
/**
 * The most look-ups in a server's minute, by purpose: look-ups of a named user leave some for the lists of answers, these for match
 * calls, which can wait, and these for the results that members report.
 */
const PER_MINUTE = { named: 15, answers: 30, calls: 45, results: 50 } as const;
/** What a look-up is for. */
export type LookUpPurpose = keyof typeof PER_MINUTE;
const RESULT_MS = 10 * MINUTE_MS;
const MAX_CACHED = 20_000;

/** Under `guildId:discordId`: until when a user counts as absent without a look-up. */
export const AbsentRecord = z.number();
/** Under the server's id: when look-ups were made in the last minute. */
export const LookUpRecord = z.array(z.number());

/** Not a member: `left` by a look-up that was just made, `absent` by one within the last ten minutes. */
export type Presence = 'member' | 'left' | 'absent';

export interface LookUpDeps extends Pick<AccountTools, 'stores' | 'now'> {
  /** Whether Discord shows this user as a member of the server now. Rejects if Discord gives no clear answer. */
  lookUp: (guildId: string, discordId: string) => Promise<boolean>;
  /** Throws `StoreError`. */
  isLinked: (discordId: string) => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Looks members up at Discord: a limited number per minute and server, over all replicas. Concurrent calls share a look-up. */
export function createLookUps({ stores, lookUp, isLinked, now, onError }: LookUpDeps) {
  const absent = stores.namespace('absent', AbsentRecord);
  const index = createRowIndex({ stores, now });
  const lookups = stores.namespace('lookups', LookUpRecord);
  const inFlight = createInFlight<Presence | undefined>();
  const absences = createExpiringCache<true>({ ttlMs: ABSENT_MS, max: MAX_CACHED, now });
  /** When look-ups last failed. */
  const failures = createExpiringCache<number>({ ttlMs: RESULT_MS, max: MAX_CACHED, now });
  const results = createExpiringCache<Promise<boolean | undefined>>({
    ttlMs: RESULT_MS,
    max: MAX_CACHED,
    now,
  });
  const keyOf = (guildId: string, discordId: string): string => `${guildId}:${discordId}`;

  /** Reserves up to `count` of this minute's look-ups and returns how many there were. */
  async function claim(guildId: string, count: number, purpose: LookUpPurpose): Promise<number> {
    let quota = 0;
    await changeRecord(
      lookups,
      guildId,
      (before) => {
        // `Math.abs`: after the clock jumps back, no look-up must wait.
        const recent = (before ?? []).filter((at) => Math.abs(now() - at) < MINUTE_MS);
        quota = Math.max(0, Math.min(count, PER_MINUTE[purpose] - recent.length));
        return quota === 0 ? before : [...recent, ...Array.from({ length: quota }, () => now())];
      },
      () => MINUTE_MS,
    );
    return quota;
  }

  async function isAbsent(key: string): Promise<boolean> {
    if (absences.get(key) === true) return true;
    const until = await absent.get(key);
    if (until === undefined || until <= now()) return false;
    absences.set(key, true, until);
    return true;
  }

  const hasJustFailed = (key: string): boolean =>
    Math.abs(now() - (failures.get(key) ?? -Infinity)) < FAILED_MS;

  async function lookUpMember(guildId: string, discordId: string): Promise<Presence | undefined> {
    try {
      if (await lookUp(guildId, discordId)) return 'member';
      const key = keyOf(guildId, discordId);
      absences.set(key, true);
      // They may have deleted everything during the request, and nothing is stored about people who are not linked.
      if (!(await isLinked(discordId))) return 'left';
      const expiresAt = now() + ABSENT_MS;
      await index.note(discordId, { of: 'absent', key, expiresAt });
      await absent.set(key, expiresAt, ABSENT_MS);
      if (!(await isLinked(discordId))) await absent.delete(key);
      return 'left';
    } catch (error) {
      failures.set(keyOf(guildId, discordId), now());
      onError(error);
      return undefined;
    }
  }

  /**
   * Starts the look-ups that the limit allows, first those that have not failed before. Users known to be absent need none, and a
   * look-up that just failed is not repeated.
   */
  async function begin(
    guildId: string,
    discordIds: readonly string[],
    purpose: LookUpPurpose,
  ): Promise<Map<string, Promise<Presence | undefined>>> {
    const isKnownAbsent = await Promise.all(
      discordIds.map((discordId) => isAbsent(keyOf(guildId, discordId))),
    );
    const hasFailed = (discordId: string): boolean => failures.get(keyOf(guildId, discordId)) !== undefined;
    const candidates = discordIds
      .filter((discordId, at) => isKnownAbsent[at] !== true && !hasJustFailed(keyOf(guildId, discordId)))
      .toSorted((a, b) => Number(hasFailed(a)) - Number(hasFailed(b)));
    const quota = candidates.length === 0 ? 0 : await claim(guildId, candidates.length, purpose);
    const absentIds = discordIds.filter((_, at) => isKnownAbsent[at]);
    return new Map<string, Promise<Presence | undefined>>([
      ...absentIds.map((discordId) => [discordId, Promise.resolve<Presence>('absent')] as const),
      ...candidates
        .slice(0, quota)
        .map((discordId) => [discordId, lookUpMember(guildId, discordId)] as const),
    ]);
  }

  /**
   * Looks the users up and reports each result. Users beyond the limit, or whose look-up failed, have none. Throws `StoreError`.
   */
  async function lookUpAll(
    guildId: string,
    discordIds: readonly string[],
    purpose: LookUpPurpose,
    report: (discordId: string, presence: Presence) => Promise<void>,
  ): Promise<void> {
    const newIds = discordIds.filter((discordId) => inFlight.get(keyOf(guildId, discordId)) === undefined);
    const batch = begin(guildId, newIds, purpose);
    await Promise.all(
      discordIds.map(async (discordId) => {
        const presence = await inFlight.share(keyOf(guildId, discordId), () =>
          batch.then((presences) => presences.get(discordId)),
        );
        if (presence !== undefined) await report(discordId, presence);
      }),
    );
  }

  async function ask(guildId: string, discordId: string): Promise<boolean | undefined> {
    if ((await claim(guildId, 1, 'named')) === 0) return undefined;
    return lookUp(guildId, discordId);
  }

  return {
    lookUpAll,
    /**
     * Whether a user is a member, by a look-up of the last ten minutes; `undefined` beyond the limit, or if Discord does not say.
     * It takes the same steps for every user, so that its duration reveals nothing about what is stored of them, and stores nothing
     * itself.
     */
    isMember(this: void, guildId: string, discordId: string): Promise<boolean | undefined> {
      const key = keyOf(guildId, discordId);
      const cached = results.get(key);
      if (cached !== undefined) return cached;
      const isMember = ask(guildId, discordId).catch((error: unknown) => {
        onError(error);
        return undefined;
      });
      results.set(key, isMember);
      void isMember.then((answer) => answer === undefined && results.delete(key));
      return isMember;
    },
  };
}
