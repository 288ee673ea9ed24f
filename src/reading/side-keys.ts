import { onceFor } from '../once-for.ts';
import type { FieldTable } from './fields.ts';
import { foldedSet, foldKey } from './keys.ts';

/** The folded names of the first and the second side of a match. */
type NamePair = readonly [string, string];

/** A key of a match that means a side, or one `field` of it. */
interface SideKey {
  /** The position of the pair in the table. */
  pair: number;
  side: 0 | 1;
  field: string | undefined;
}

export interface SideNames {
  pairs: readonly NamePair[];
  /** Positions of the pairs that are colors: which of them is first differs between games, so the record's order counts. */
  colors: ReadonlySet<number>;
  /** The pairs that are paths (`participants.0`): the folded steps to each side by position. */
  paths: ReadonlyMap<number, readonly [readonly string[], readonly string[]]>;
  /** The sides that a folded key (`player1`, `player1score`) may mean. */
  keys: ReadonlyMap<string, readonly SideKey[]>;
}

/** Fields whose key starts with the side's name: `player1_score`. */
const ENDINGS = foldedWords({
  id: 'id player_id team_id user_id participant_id',
  name: 'name display_name username nickname team_name',
  avatar_url: 'avatar_url avatar picture logo image_url',
  score: 'score points goals wins sets rounds_won games_won total_score',
  won: 'win won is_winner winner',
  prereq_match_id: 'prereq_match_id source_match_id from_match_id previous_match_id',
  is_prereq_match_loser: 'is_prereq_match_loser from_loser takes_loser',
  from: 'from source placeholder label',
  result: 'result outcome',
  bye: 'bye is_bye',
  out: 'disqualified dq forfeit forfeited is_forfeit no_show',
});
/** Fields whose key ends with the side's name: `score1`, `wins_team_1`. */
const BEGINNINGS = foldedWords({ score: 'score points wins' });

/** The first names of pairs of colors. */
const COLORS = foldedSet(['white', 'blue']);

function foldedWords(fields: Record<string, string>): [string, string][] {
  return Object.entries(fields).flatMap(([field, words]) =>
    words.split(' ').map((word): [string, string] => [foldKey(word), field]),
  );
}

/** All keys from a table's pairs of names: about 2,000. */
export const sideNames = onceFor(({ first, second }: FieldTable['pair']): SideNames => {
  const keys = new Map<string, SideKey[]>();
  const pairs = first.names.flatMap((name, index): NamePair[] => {
    const other = second.names[index];
    return other === undefined ? [] : [[foldKey(name), foldKey(other)]];
  });
  for (const [pair, names] of pairs.entries()) {
    for (const side of [0, 1] as const) {
      const name = names[side];
      const number = /[12]$/.exec(name)?.[0];
      const own = new Map<string, string | undefined>([
        // `score1` beside `player1`.
        ...BEGINNINGS.flatMap(([word, field]) =>
          number === undefined ? [] : [[word + number, field] as const],
        ),
        ...BEGINNINGS.map(([word, field]) => [word + name, field] as const),
        ...ENDINGS.map(([word, field]) => [name + word, field] as const),
        [name, undefined],
      ]);
      for (const [key, field] of own) {
        const existing = keys.get(key);
        if (existing) existing.push({ pair, side, field });
        else keys.set(key, [{ pair, side, field }]);
      }
    }
  }
  const colors = new Set([...pairs.keys()].filter((at) => COLORS.has(pairs[at]?.[0] ?? '')));
  const paths = new Map(
    [...pairs.entries()]
      .filter(([, names]) => names.some((name) => name.includes('.')))
      .map(([at, [one, other]]) => [at, [one.split('.'), other.split('.')] as const]),
  );
  return { pairs, colors, paths, keys };
});
