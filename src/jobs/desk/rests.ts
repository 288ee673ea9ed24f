import type { FeedReading } from '../plan/plan-input.ts';

/** When desks last had nothing to change, and from what: rendering one costs more than all else of a turn. */
export function createRests({ monotonic, forMs }: { monotonic: () => number; forMs: number }) {
  const rested = new Map<string, { reading: FeedReading; at: number }>();

  function recent(key: string) {
    const rest = rested.get(key);
    if (rest === undefined || monotonic() - rest.at < forMs) return rest;
    rested.delete(key);
    return undefined;
  }

  return {
    /** Whether it rested lately from what shows the same. */
    isSame: (key: string, shows: string): boolean => recent(key)?.reading.shows === shows,
    /** Whether it rested lately from this very reading. */
    isUnchanged: (key: string, reading: FeedReading): boolean => recent(key)?.reading === reading,
    note: (key: string, reading: FeedReading): void => void rested.set(key, { reading, at: monotonic() }),
    clear: (): void => rested.clear(),
  };
}
