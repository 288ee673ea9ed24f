import type { SuggestContext, Suggestion } from '../../src/bot/options.ts';
import { fit, fold } from '../../src/words/fold.ts';
import { LIMITS } from '../../src/message/limits.ts';
import { label } from '../../src/words/plain.ts';

/** What a choice's name depends on. */
type ChoiceContext = Pick<SuggestContext, 't' | 'now'>;

/** A possible autocomplete choice. */
export interface SearchCandidate {
  value: string;
  /** The text to search in, folded. */
  folded: string;
  /** Candidates of a lower order come first, even if others match better. */
  order?: number;
  /** Computed for the resulting choices only: there may be thousands of candidates. */
  name: (context: ChoiceContext) => string;
}

/** How well a candidate matches the input. A pasted id matches best. */
function scoreOf({ value, folded }: SearchCandidate, typed: string, query: string): number {
  if (value === typed) return 5;
  return query === '' ? 1 : fit(query, folded);
}

/** The choices for the input, best match first, ties in the given order. Of several candidates with one value, the first counts. */
export function matching(
  candidates: Iterable<SearchCandidate>,
  context: ChoiceContext & { typed: string },
): Suggestion[] {
  const { typed } = context;
  const query = fold(typed);
  // Sorting thousands to get 25 would take longer than this pass.
  const byRank = new Map<number, SearchCandidate[]>();
  const values = new Set<string>();
  for (const candidate of candidates) {
    const score = scoreOf(candidate, typed, query);
    if (score === 0) continue;
    const rank = (candidate.order ?? 0) * 10 - score;
    const equals = byRank.get(rank) ?? [];
    if (equals.length === LIMITS.choices || values.has(candidate.value)) continue;
    values.add(candidate.value);
    equals.push(candidate);
    byRank.set(rank, equals);
  }
  return [...byRank]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, equals]) => equals)
    .slice(0, LIMITS.choices)
    .map(({ name, value }) => ({ name: name(context), value }));
}

/**
 * Caches what is computed from a reading, by a key for what else it depends on, so that keystrokes share it. Entries are garbage
 * collected with their reading.
 */
export function createReadingCache<T>(): (reading: object, key: string, make: () => T) => T {
  const cache = new WeakMap<object, Map<string, T>>();
  return (reading, key, make) => {
    const byKey = cache.get(reading) ?? new Map<string, T>();
    cache.set(reading, byKey);
    const value = byKey.get(key) ?? make();
    byKey.set(key, value);
    return value;
  };
}

/** A name with the facts that distinguish it. The name is cut if both are too long for a choice. */
export function choiceName(name: string, facts: readonly (string | undefined)[]): string {
  const parts = facts.flatMap((fact) => (fact === undefined || fact === '' ? [] : [label(fact, 45)]));
  const tail = parts.join(' · ');
  if (tail === '') return label(name, LIMITS.choiceName);
  return `${label(name, Math.max(30, LIMITS.choiceName - 5 - tail.length))} · ${tail}`;
}

/** Falls back to a cached response if the platform is slow, so that two sequential reads stay under 300 ms. */
export const FAST_READ = { patienceMs: 120 };

/** For optional parts of a reply. */
export const FAST_READ_ONCE = { ...FAST_READ, once: true };
