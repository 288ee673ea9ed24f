import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import { failureFields } from '../accounts/failure-fields.ts';
import type { AccountTools } from '../accounts/ports.ts';

/**
 * Limits on guessing codes. There are 30^8 = 6.6e11; assume that 10 are valid at any time, which is a new one every
 * half minute, day and night.
 *
 * One member: 5 in 10 minutes are 263,000 a year. Times 10, by 6.6e11: a chance of 4 in a million per year.
 * All members: 500 in 10 minutes are 26 million a year. Times 10, by 6.6e11: 4 in ten thousand per year, which is one hit
 * in 2,500 years for a hundred Discord users who never stop. The victim sees that their code was used and takes the
 * account back by linking it again. Those hundred users also block codes for everybody; linking in one browser still works.
 */
const MAX_PER_MEMBER = 5;
const MAX_OVERALL = 500;
const WINDOW_MS = 10 * MINUTE_MS;
const CLOSED_MS = 10 * MINUTE_MS;

/** The key of the total over all members. */
const ALL = 'all';

/** Under the Discord id, or `all`. */
export const TriesRecord = storedObject({
  /** The times of the tries within the window, oldest first. */
  at: z.array(z.number()),
  closedUntil: z.number().exactOptional(),
});
type TriesRecord = z.infer<typeof TriesRecord>;

type Reservation =
  | { isReserved: true; time: number; closedUntil: number | undefined }
  | { isReserved: false; until: number };

/**
 * Counts each try in the store before the code is looked up: neither concurrent requests, on any number of replicas, nor
 * a restart allow more tries. A correct code returns its try; a crash in between costs the member one try.
 */
export function createCodeTries({ stores, now, log }: Pick<AccountTools, 'stores' | 'now' | 'log'>) {
  const tries = stores.namespace('tries', TriesRecord);

  const change = (key: string, edit: (record: TriesRecord | undefined) => TriesRecord | undefined) =>
    changeRecord(tries, key, edit, () => WINDOW_MS + CLOSED_MS);

  /** Reserves a try. The last one blocks further tries at once, so that a wrong code needs no second write. */
  async function reserve(key: string, max: number): Promise<Reservation> {
    const time = now();
    const { before, after } = await change(key, (record) => {
      if (record?.closedUntil !== undefined && time < record.closedUntil) return record;
      const at = [...(record?.at ?? []).filter((earlier) => earlier > time - WINDOW_MS), time];
      return at.length < max ? { at } : { at, closedUntil: time + CLOSED_MS };
    });
    const closedUntil = after?.closedUntil;
    // The record stays unchanged only while tries are blocked.
    if (after === before && closedUntil !== undefined) return { isReserved: false, until: closedUntil };
    return { isReserved: true, time, closedUntil };
  }

  /** Returns a try, and ends the block where that try began it. */
  async function returnTry(key: string, time: number): Promise<void> {
    await change(key, (record) => {
      const index = record?.at.indexOf(time) ?? -1;
      return record === undefined || index < 0 ? record : { at: record.at.toSpliced(index, 1) };
    }).catch((error: unknown) => {
      log.warn(failureFields(error), 'a correct code still counts as a failed try');
    });
  }

  return {
    async begin(discordId: string) {
      const own = await reserve(discordId, MAX_PER_MEMBER);
      if (!own.isReserved) return { open: false, refusal: 'closed', until: own.until } as const;
      const all = await reserve(ALL, MAX_OVERALL);
      if (!all.isReserved) {
        await returnTry(discordId, own.time); // no code is looked up
        return { open: false, refusal: 'closed-to-all', until: all.until } as const;
      }
      return {
        open: true,
        /** On the member's last try: until when a wrong code blocks them. */
        closedUntil: own.closedUntil,
        /** Returns the try of a correct code. */
        async forgive(): Promise<void> {
          await Promise.all([returnTry(discordId, own.time), returnTry(ALL, all.time)]);
        },
      } as const;
    },
  };
}
