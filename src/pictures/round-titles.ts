import type { Bracket } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { partsOf } from './bracket-parts.ts';
import type { Column, Part } from './bracket-parts.ts';

export const sectionWords = { winners: 'pictures.winners', losers: 'pictures.losers' } as const;

const LAST_ROUNDS = ['pictures.final', 'pictures.semifinals', 'pictures.quarterfinals'] as const;

/** What a round of a tree is called: the platform's own name, or by its distance to a final that is known to be one. */
export function titleOfColumn(columns: readonly Column[], at: number, t: Translate): string {
  const column = columns[at];
  if (column?.round.name !== undefined) return column.round.name;
  const fromEnd = columns.length - 1 - at;
  const isMain = column?.round.section === 'main';
  const known = LAST_ROUNDS[fromEnd];
  if (isMain && known !== undefined && columns.at(-1)?.matches.length === 1) {
    if (column !== undefined && column.matches.length <= 2 ** fromEnd) return t(known);
  }
  return t('match.round', { round: column?.round.number ?? at + 1 });
}

export function titleOfFinal(columns: readonly Column[], at: number, t: Translate): string {
  return columns[at]?.round.name ?? t(at === 0 ? 'pictures.grandFinal' : 'pictures.secondFinal');
}

/** A round's full title, as a select or the picture of that round alone says it: "Losers bracket · Round 2". */
export function roundTitle(bracket: Bracket, roundIndex: number, t: Translate): string {
  const round = bracket.rounds[roundIndex];
  const plainTitle = round?.name ?? t('match.round', { round: round?.number ?? roundIndex + 1 });
  for (const part of partsOf(bracket)) {
    for (const { columns, kind, name } of sequencesOf(part)) {
      const at = columns.findIndex(({ index }) => index === roundIndex);
      if (at === -1) continue;
      if (kind === 'final') return titleOfFinal(columns, at, t);
      const title = kind === 'group' ? plainTitle : titleOfColumn(columns, at, t);
      const section = kind === 'tree' ? undefined : kind === 'group' ? name : t(sectionWords[kind]);
      return section === undefined ? title : t('pictures.titled', { section, title });
    }
  }
  return plainTitle;
}

interface Sequence {
  kind: 'tree' | 'group' | 'winners' | 'losers' | 'final';
  columns: readonly Column[];
  name?: string;
}

function sequencesOf(part: Part): Sequence[] {
  switch (part.kind) {
    case 'tree':
      return [{ kind: 'tree', columns: part.columns }];
    case 'double':
      return (['winners', 'losers', 'final'] as const).map((kind) => ({ kind, columns: part[kind] }));
    case 'leagues':
      return part.leagues.map((league) => ({ kind: 'group', ...league }));
  }
}
