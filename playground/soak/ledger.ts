import type { FinalAnswer, SentInteraction } from '../../tools/discord-stand-in/interactions/sent.ts';

/** What a write is meant to do at the platform: so worded that no two interactions of a soak mean the same. */
export interface Deed {
  key: string;
  /** Of a score: the channel where it was reported. */
  place?: string;
}

/** One interaction and its outcome. */
export interface LedgerEntry {
  sent: SentInteraction;
  at: number;
  deed?: Deed;
  answer?: FinalAnswer;
  /** When the answer arrived, or the wait for it ended. */
  overAt?: number;
}

/** Writes down every interaction of a soak. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Waits for the answer; undefined where none came. */
  note(sent: SentInteraction, deed?: Deed): Promise<FinalAnswer | undefined>;
}

/** A write's call at the platform may take 10 s, the token before it as long, and what is read after it, too. */
const ANSWERED_WITHIN_MS = 40_000;

export function createLedger(now: () => number): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    entries,
    async note(sent, deed) {
      const entry: LedgerEntry = { sent, at: now(), ...(deed && { deed }) };
      entries.push(entry);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, ANSWERED_WITHIN_MS, undefined);
      });
      const answer = await Promise.race([sent.final.catch(() => undefined), late]);
      clearTimeout(timer);
      entry.overAt = now();
      if (answer !== undefined) entry.answer = answer;
      return answer;
    },
  };
}
