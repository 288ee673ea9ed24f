import type { Suggestion } from '../src/bot/options.ts';
import { fit, fold } from '../src/words/fold.ts';
import { LIMITS } from '../src/words/limits.ts';
import { label } from '../src/words/plain.ts';

/** Something that autocomplete may offer. */
export interface Candidate {
  value: string;
  /** What the search looks at. */
  searched: string;
  /** Comes before candidates of a higher order, however well these fit. */
  order?: number;
  /** Made only for those that are offered: there may be hundreds. */
  name: () => string;
}

/** How well each candidate answers what was typed. A pasted id fits best. */
function fitsOf({ value, searched }: Candidate, typed: string, wanted: string): number {
  if (value === typed) return 5;
  return wanted === '' ? 1 : fit(wanted, fold(searched));
}

/** The candidates that answer what was typed, the best first; among equals the given order stays. */
export function matching(candidates: readonly Candidate[], typed: string): Suggestion[] {
  const wanted = fold(typed);
  return candidates
    .map((candidate) => ({ candidate, fits: fitsOf(candidate, typed, wanted) }))
    .filter(({ fits }) => fits > 0)
    .toSorted((a, b) => (a.candidate.order ?? 0) - (b.candidate.order ?? 0) || b.fits - a.fits)
    .slice(0, LIMITS.choices)
    .map(({ candidate: { name, value } }) => ({ name: name(), value }));
}

/** A name and what tells it from others; the name gives way where both are too long for a choice. */
export function choiceName(name: string, facts: readonly (string | undefined)[]): string {
  const known = facts.flatMap((fact) => (fact === undefined || fact === '' ? [] : [label(fact, 45)]));
  const tail = known.join(' · ');
  if (tail === '') return label(name, LIMITS.choiceName);
  return `${label(name, Math.max(30, LIMITS.choiceName - 5 - tail.length))} · ${tail}`;
}

/** What is kept answers a keystroke, however slow the platform is: two reads after another stay under 300 ms. */
export const SOON = { patienceMs: 120 };
