import { LRUCache } from 'lru-cache';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import type { Tools } from './ports.ts';

const ABSENT_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const PER_MINUTE = 50;

/** `left`: no member by a look-up that was just made; `absent`: by one of the last ten minutes. */
export type Presence = 'member' | 'left' | 'absent';

export interface LookUpDeps extends Pick<Tools, 'stores' | 'now'> {
  /** Whether Discord shows this user to be a member of the server now. Rejects where that cannot be known. */
  lookUp: (guildId: string, discordId: string) => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Asks Discord about members: at most 50 times a minute and server over all replicas, once for calls at the same time. */
export function createLookUps({ stores, lookUp, now, onError }: LookUpDeps) {
  /** Under `guildId:discordId`: until when nobody asks Discord again. */
  const absent: Store<number> = stores.namespace('absent');
  /** Under the server's id: when look-ups were made in the last minute. */
  const lookups: Store<number[]> = stores.namespace('lookups');
  const running = new Map<string, Promise<Presence | undefined>>();
  const absences = new LRUCache<string, number>({ max: 20_000 });

  /** Takes up to `wanted` of this minute's look-ups and returns how many. */
  async function claim(guildId: string, wanted: number): Promise<number> {
    let granted = 0;
    await changeRecord(
      lookups,
      guildId,
      (before) => {
        const recent = (before ?? []).filter((at) => now() - at < MINUTE_MS);
        granted = Math.max(0, Math.min(wanted, PER_MINUTE - recent.length));
        return granted === 0 ? before : [...recent, ...Array.from({ length: granted }, () => now())];
      },
      () => MINUTE_MS,
    );
    return granted;
  }

  async function isAbsent(key: string): Promise<boolean> {
    const until = absences.get(key) ?? (await absent.get(key));
    if (until === undefined || until <= now()) return false;
    absences.set(key, until);
    return true;
  }

  async function ask(guildId: string, discordId: string): Promise<Presence | undefined> {
    try {
      if (await lookUp(guildId, discordId)) return 'member';
      const key = `${guildId}:${discordId}`;
      absences.set(key, now() + ABSENT_MS);
      await absent.set(key, now() + ABSENT_MS, ABSENT_MS);
      return 'left';
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** The look-ups that may be made now, and answers of a while ago. */
  async function begin(
    guildId: string,
    discordIds: readonly string[],
  ): Promise<Map<string, Promise<Presence | undefined>>> {
    const absents = await Promise.all(discordIds.map((discordId) => isAbsent(`${guildId}:${discordId}`)));
    const open = discordIds.filter((_, index) => absents[index] !== true);
    const granted = open.length === 0 ? 0 : await claim(guildId, open.length);
    const known = discordIds.filter((_, index) => absents[index]);
    return new Map<string, Promise<Presence | undefined>>([
      ...known.map((discordId) => [discordId, Promise.resolve<Presence>('absent')] as const),
      ...open.slice(0, granted).map((discordId) => [discordId, ask(guildId, discordId)] as const),
    ]);
  }

  /**
   * Looks the users up and reports each answer: none for those beyond the limit, or of whom Discord says nothing.
   * Throws `StoreError`.
   */
  return async function lookUpAll(
    guildId: string,
    discordIds: readonly string[],
    report: (discordId: string, presence: Presence) => Promise<void>,
  ): Promise<void> {
    const keyOf = (discordId: string): string => `${guildId}:${discordId}`;
    const fresh = discordIds.filter((discordId) => !running.has(keyOf(discordId)));
    const begun = begin(guildId, fresh);
    for (const discordId of fresh) {
      const answer = begun.then((answers) => answers.get(discordId));
      running.set(keyOf(discordId), answer);
      const end = (): void => void running.delete(keyOf(discordId));
      void answer.then(end, end);
    }
    await Promise.all(
      discordIds.map(async (discordId) => {
        const presence = await running.get(keyOf(discordId));
        if (presence !== undefined) await report(discordId, presence);
      }),
    );
  };
}
