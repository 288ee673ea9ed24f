import type { Bracket } from '../reading/records.ts';
import { present } from '../present.ts';
import { stagesOf, type League, type BracketStage } from './stages.ts';
import { standingsOf, type Standings } from './standings.ts';
import type { TableTitle } from './titles.ts';

/** The table of a group or a league. */
export interface Table {
  title: TableTitle;
  league: League;
  /** The index of its stage in the bracket. */
  stage: number;
}

/** Rows per picture: what a phone shows without zooming. */
export const ROWS_PER_PAGE = 16;

const leaguesIn = ({ parts }: BracketStage): League[] =>
  parts.flatMap((part) => (part.kind === 'leagues' ? part.leagues : []));

/** All tables of a bracket, in playing order. */
export function tablesOf(bracket: Bracket): Table[] {
  const stages = stagesOf(bracket);
  return stages.flatMap((stage, at) =>
    leaguesIn(stage).map((league) => ({
      title: present({ group: league.name, stage: stages.length > 1 ? stage.title : undefined }),
      league,
      stage: at,
    })),
  );
}

const rowCount = ({ league }: Table): number => standingsOf(league).rows.length;

export const pagesOfTable = (table: Table): number => Math.max(1, Math.ceil(rowCount(table) / ROWS_PER_PAGE));

/** Whether one picture cannot show these tables legibly on a phone. */
export const needSeveralPictures = (tables: readonly Table[]): boolean =>
  tables.length > 1 || tables.some((table) => pagesOfTable(table) > 1);

/** Whether a stage consists only of several tables. */
export const hasOnlyTables = (stage: BracketStage): boolean =>
  leaguesIn(stage).length > 1 && stage.parts.every(({ kind }) => kind === 'leagues');

/** One page of a table's standings, counted from 0. */
export function pageOfTable(table: Table, page: number): Standings {
  const standings = standingsOf(table.league);
  return { ...standings, rows: standings.rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE) };
}
