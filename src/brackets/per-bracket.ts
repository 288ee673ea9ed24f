import type { Bracket } from '../reading/records.ts';

/** Computes once for each bracket what the plan, the desk and the views of a reading all ask for: brackets never change. */
export function perBracket<T>(make: (bracket: Bracket) => T): (bracket: Bracket) => T {
  const made = new WeakMap<Bracket, { value: T }>();
  return (bracket) => {
    const known = made.get(bracket) ?? { value: make(bracket) };
    made.set(bracket, known);
    return known.value;
  };
}
