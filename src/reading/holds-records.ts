import { isObject } from '../json.ts';
import { bracketKeys } from './bracket-words.ts';
import { rosters } from './envelopes.ts';
import { foldKey } from './keys.ts';

/** Whether a bracket contains a list of objects anywhere, other than players, rounds and parts. */
export function holdsRecords(value: unknown, key = '', depth = 8): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    const isAround = bracketKeys.rounds.has(foldKey(key)) || bracketKeys.parts.has(foldKey(key));
    return value.some((item) =>
      isAround || Array.isArray(item) ? holdsRecords(item, '', depth - 1) : isObject(item),
    );
  }
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) => !rosters.includes(name.toLowerCase()) && holdsRecords(inner, name, depth - 1),
  );
}
