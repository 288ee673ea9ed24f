import { isObject, type JsonObject } from '../json.ts';
import { memberIds } from './raw-sides.ts';
import type { RecordReader } from './reader.ts';
import { asId, asInteger } from './values.ts';

export type ScorePair = readonly [number | undefined, number | undefined];

/** The ids of both sides, which may be keys of scores. */
export type SideIds = readonly [readonly string[], readonly string[]];

const DEEPEST = 3;
const TOTAL = /^(?:current|final|total|full.?time)$/i;
/** More sets or entries are not the score of a match. */
const MAX_SETS = 100;
const MAX_TEXT = 600;

/**
 * Both scores from a single value: `[3, 1]`, `"3-1"`, `{ "faction1": 3, "faction2": 1 }`,
 * `{ "<player id>": 3 }`, `[{ "team_id": 7, "score": 3 }]`, or won sets (`"11-9,5-11,11-8"`, `[[11, 9], [5, 11]]`).
 */
export function readScores(
  reader: RecordReader,
  value: unknown,
  ids: SideIds,
  depth = DEEPEST,
): ScorePair | undefined {
  if (depth === 0 || value === null) return undefined;
  if (typeof value === 'string') return fromText(value);
  if (Array.isArray(value)) return fromList(reader, value, ids, depth);
  if (!isObject(value)) return undefined;
  const byPlayer = pair((side) => {
    for (const id of ids[side]) if (Object.hasOwn(value, id)) return scoreOf(reader, value[id]);
    return undefined;
  });
  return byPlayer ?? bySide(reader, value);
}

function bySide(reader: RecordReader, value: JsonObject): ScorePair | undefined {
  for (const names of reader.sides.pairs) {
    const scores = pair((side) => scoreOf(reader, reader.at(value, names[side])));
    if (scores) return scores;
  }
  return undefined;
}

function fromText(text: string): ScorePair | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const sets = text
    // Tie-breaks: "7-6(5)", "[10-8]".
    .replace(/\(\d{1,3}\)|[[\]]/g, ' ')
    .trim()
    .replace(/\s*[-–—:]\s*/g, '-')
    .split(/[\s,;|]+/)
    .map((set) => /^(-?\d{1,6})-(-?\d{1,6})$/.exec(set))
    .map((parts) => parts && ([Number(parts[1]), Number(parts[2])] as const));
  return fromSets(sets);
}

function fromList(
  reader: RecordReader,
  list: readonly unknown[],
  ids: SideIds,
  depth: number,
): ScorePair | undefined {
  if (list.length > MAX_SETS) return undefined;
  if (list.length > 0 && list.every(isNumberPair)) return fromSets(list);
  const byPlayer = pair((side) => {
    const entries = list
      .filter(isObject)
      .filter((item) => ids[side].some((id) => ownerIds(reader, item).includes(id)));
    // Of scores for each half and the whole, take the whole.
    return scoreOf(reader, entries.find((item) => TOTAL.test(String(item['description']))) ?? entries[0]);
  });
  if (byPlayer) return byPlayer;
  if (list.length === 1) return readScores(reader, list[0], ids, depth - 1);
  const sets = list.map((item) => (isObject(item) ? bySide(reader, item) : undefined));
  if (sets.length > 0 && sets.every(isFull)) return fromSets(sets);
  const owned = list.some((item) => isObject(item) && ownerIds(reader, item).length > 0);
  return list.length === 2 && !owned ? pair((side) => scoreOf(reader, list[side])) : undefined;
}

/** A single set is the score; of several, the score is the number of sets won. */
function fromSets(sets: readonly (readonly [number, number] | null)[]): ScorePair | undefined {
  const complete = sets.filter((set) => set !== null);
  if (complete.length === 0 || complete.length < sets.length) return undefined;
  if (complete.length === 1) return complete[0];
  return [complete.filter(([a, b]) => a > b).length, complete.filter(([a, b]) => b > a).length];
}

function isFull(scores: ScorePair | undefined): scores is readonly [number, number] {
  return scores?.[0] !== undefined && scores[1] !== undefined;
}

function isNumberPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isSafeInteger(part));
}

function ownerIds(reader: RecordReader, item: JsonObject): string[] {
  return [...memberIds(reader, item), asId(reader.at(item, 'opponentid')) ?? []].flat();
}

function scoreOf(reader: RecordReader, value: unknown): number | undefined {
  return (
    asInteger(value) ?? (isObject(value) ? reader.get(reader.record(value, 'side'), 'score') : undefined)
  );
}

function pair(score: (side: 0 | 1) => number | undefined): ScorePair | undefined {
  const scores = [score(0), score(1)] as const;
  return scores[0] === undefined && scores[1] === undefined ? undefined : scores;
}
