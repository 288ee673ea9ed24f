import type { SuggestContext, Suggestion } from '../src/bot/options.ts';
import { fit, fold } from '../src/words/fold.ts';
import { LIMITS } from '../src/words/limits.ts';
import { label } from '../src/words/plain.ts';

/** What a choice's name is made with. */
type Naming = Pick<SuggestContext, 't' | 'now'>;

/** Something that autocomplete may offer. */
export interface Candidate {
  value: string;
  /** What the search looks at, folded. */
  folded: string;
  /** Comes before candidates of a higher order, however well these fit. */
  order?: number;
  /** Made only for those that are offered: there may be thousands. */
  name: (context: Naming) => string;
}

/** How well a candidate answers what was typed. A pasted id fits best. */
function fitsOf({ value, folded }: Candidate, typed: string, wanted: string): number {
  if (value === typed) return 5;
  return wanted === '' ? 1 : fit(wanted, folded);
}

/**
 * The candidates that answer what was typed, the best first; among equals the given order stays, and of several with one
 * value the first counts.
 */
export function matching(candidates: Iterable<Candidate>, context: Naming & { typed: string }): Suggestion[] {
  const { typed } = context;
  const wanted = fold(typed);
  // Sorting thousands for the sake of 25 takes longer than looking at them.
  const byRank = new Map<number, Candidate[]>();
  const taken = new Set<string>();
  for (const candidate of candidates) {
    const fits = fitsOf(candidate, typed, wanted);
    if (fits === 0) continue;
    const rank = (candidate.order ?? 0) * 10 - fits;
    const equals = byRank.get(rank) ?? [];
    if (equals.length === LIMITS.choices || taken.has(candidate.value)) continue;
    taken.add(candidate.value);
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
 * Keeps what is made of a reading (by a key, where it depends on more) for all keystrokes until there is a new one: it is
 * forgotten with its reading.
 */
export function oncePerReading<T>(): (reading: object, key: string, make: () => T) => T {
  const made = new WeakMap<object, Map<string, T>>();
  return (reading, key, make) => {
    const byKey = made.get(reading) ?? new Map<string, T>();
    made.set(reading, byKey);
    const value = byKey.get(key) ?? make();
    byKey.set(key, value);
    return value;
  };
}

/** A name and what tells it from others; the name gives way where both are too long for a choice. */
export function choiceName(name: string, facts: readonly (string | undefined)[]): string {
  const known = facts.flatMap((fact) => (fact === undefined || fact === '' ? [] : [label(fact, 45)]));
  const tail = known.join(' · ');
  if (tail === '') return label(name, LIMITS.choiceName);
  return `${label(name, Math.max(30, LIMITS.choiceName - 5 - tail.length))} · ${tail}`;
}

/** "sao-paulo" as people read it: "Sao Paulo". */
export const regionName = (slug: string): string =>
  slug.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/** What is kept answers a keystroke, however slow the platform is: two reads after another stay under 300 ms. */
export const SOON = { patienceMs: 120 };

/** For what only adds to an answer. */
export const QUICKLY = { ...SOON, once: true };
