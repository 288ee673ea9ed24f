import type { BracketRound, Match } from '../reading/records.ts';

/** The title of a round: the platform's name, its distance to the final, or its number. */
export type RoundTitle =
  | { kind: 'named'; name: string }
  | { kind: 'numbered'; number: number }
  | { kind: 'final' | 'semifinals' | 'quarterfinals' | 'grandFinal' | 'secondFinal' };

export type StageTitle =
  | { kind: 'named'; name: string }
  | { kind: 'groups' | 'playoffs' }
  | { kind: 'numbered'; number: number };

/** A round's title with what distinguishes it from rounds of the same title elsewhere in the bracket. */
export interface PlacedTitle {
  round: RoundTitle;
  section?: 'winners' | 'losers';
  group?: string;
  stage?: StageTitle;
}

/** A table's group, if it has a name, and its stage, if there are several. */
export type TableTitle = Pick<PlacedTitle, 'group' | 'stage'>;

/** One round of a part; `index` is its position in `bracket.rounds`. */
export interface Column {
  index: number;
  round: BracketRound;
  title: PlacedTitle;
  matches: readonly Match[];
}

export const ownTitle = ({ name, number }: BracketRound, at: number): RoundTitle =>
  name === undefined ? { kind: 'numbered', number: number ?? at + 1 } : { kind: 'named', name };

const LAST_ROUNDS = ['final', 'semifinals', 'quarterfinals'] as const;

/** Titles the rounds of a whole tree. "Semifinals" and the like require that the last round is known to be the final. */
export function titleTree(columns: readonly Column[], place: Omit<PlacedTitle, 'round'> = {}): Column[] {
  const leadsToFinal = columns.at(-1)?.matches.length === 1;
  return columns.map((column, at) => {
    const { round, matches } = column;
    const fromEnd = columns.length - 1 - at;
    const kind = LAST_ROUNDS[fromEnd];
    const isLate = leadsToFinal && round.section === 'main' && matches.length <= 2 ** fromEnd;
    const title: RoundTitle =
      kind !== undefined && isLate && round.name === undefined ? { kind } : ownTitle(round, at);
    return { ...column, title: { round: title, ...place } };
  });
}

export const titleFinals = (columns: readonly Column[]): Column[] =>
  columns.map((column, at) => ({
    ...column,
    title: {
      round:
        column.round.name === undefined
          ? { kind: at === 0 ? 'grandFinal' : 'secondFinal' }
          : { kind: 'named', name: column.round.name },
    },
  }));
