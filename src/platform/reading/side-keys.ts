import type { FieldTable } from './fields.ts';
import { mayLead, stepsOf } from './folding.ts';
import { foldKey } from './keys.ts';
import { onceForEach, type Shape } from './shapes.ts';

/** What the first and the second side of a match may be called together. */
export interface Pair {
  /** As the table has it, and folded. */
  names: readonly [string, string];
  folded: readonly [string, string];
  /** In the table's order. */
  position: number;
}

/** What the keys of one shape say of the sides that a pair names, in the keys' order. */
export interface PairKeys {
  pair: Pair;
  sides: readonly [readonly SideKey[], readonly SideKey[]];
}

/** A key of a match that is a side itself, or one `field` of it. */
export interface SideKey {
  /** Folded, and as written. */
  name: string;
  keys: readonly string[];
  field: string | undefined;
}

export interface SideNames {
  /** The pairs that at least one key of the shape belongs to, as `player1` and `player1_score`, in the table's order. */
  keysIn(shape: Shape): readonly PairKeys[];
  /** The pairs of which an object of this shape may have a side under its very name, in the table's order. */
  pairsIn(shape: Shape): readonly Pair[];
}

export function compileSides({ first: firsts, second: seconds }: FieldTable['pair']): SideNames {
  const pairs = firsts.flatMap((first, index) => {
    const second = seconds[index];
    if (second === undefined) return [];
    return [{ names: [first, second], folded: [foldKey(first), foldKey(second)], position: index } as const];
  });
  return {
    keysIn: onceForEach((shape) =>
      pairs
        .map((pair): PairKeys => ({
          pair,
          sides: [sideKeys(shape, pair.folded[0]), sideKeys(shape, pair.folded[1])],
        }))
        .filter(({ sides: [first, second] }) => first.length + second.length > 0),
    ),
    pairsIn: onceForEach((shape) =>
      pairs.filter(({ names }) => names.some((name) => mayLead(shape, stepsOf(name)))),
    ),
  };
}

function sideKeys({ spellings }: Shape, side: string): SideKey[] {
  return [...spellings].flatMap(([name, keys]) => {
    const field = name === side ? undefined : flatField(name, side);
    return name === side || field !== undefined ? [{ name, keys, field }] : [];
  });
}

/** What a key says of a side when it goes on after the side's name: `player1_score`. */
const endings = foldedWords({
  id: 'id player_id team_id user_id participant_id',
  name: 'name display_name username nickname team_name',
  avatar_url: 'avatar_url avatar picture logo image_url',
  score: 'score points goals wins sets rounds_won games_won total_score',
  won: 'win won is_winner winner',
  prereq_match_id: 'prereq_match_id source_match_id from_match_id previous_match_id',
  is_prereq_match_loser: 'is_prereq_match_loser from_loser takes_loser',
  from: 'from source placeholder label',
  bye: 'bye is_bye',
});
/** And when it ends with it: `score1`, `wins_team_1`. */
const beginnings = foldedWords({ score: 'score points wins' });

function foldedWords(fields: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([field, words]) =>
      words.split(' ').map((word) => [foldKey(word), field] as const),
    ),
  );
}

/** Which field of a side a key is, by the side's name. */
function flatField(key: string, side: string): string | undefined {
  if (key.startsWith(side)) return endings.get(key.slice(side.length));
  if (key.endsWith(side)) return beginnings.get(key.slice(0, -side.length));
  // `score1` beside `player1`.
  const number = side.at(-1) ?? '';
  return (number === '1' || number === '2') && key.endsWith(number)
    ? beginnings.get(key.slice(0, -1))
    : undefined;
}
