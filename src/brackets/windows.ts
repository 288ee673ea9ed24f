import { present } from '../present.ts';
import type { Bracket, BracketRound, Match, PlayerName } from '../reading/records.ts';
import { currentMatches, undecidedCount } from './current.ts';
import { matchesIn, roundTitles, type TitledMatch } from './parts.ts';
import { pathOf, type PathStep } from './path.ts';
import { playerIn } from './players.ts';
import { sheetsOf, type ShownStage } from './sheets.ts';
import { matchesOfLeague, stagesOf, type League } from './stages.ts';
import type { Standings } from './standings.ts';
import { pageOfTable, pagesOfTable, tablesOf } from './tables.ts';
import type { PlacedTitle, StageTitle, TableTitle } from './titles.ts';

/** The part of a bracket to show. Stages, tables, rounds, pages and sheets count from 0; rounds are indexes of `bracket.rounds`. A `sheet` is of its page. */
export type BracketWindow =
  | { kind: 'now' }
  | { kind: 'whole'; page?: number; sheet?: number }
  | { kind: 'stage'; stage: number; page?: number; sheet?: number }
  | { kind: 'table'; table: number; page?: number }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

/** The content of a window. */
export type WindowContent =
  | { kind: 'now'; current: TitledMatch[]; all: Match[] }
  /** A page of the bracket, or of one of several stages, which is the `title`. `all`: the matches of all pages. */
  | WholeContent
  | { kind: 'table'; title: TableTitle; page: number; pages: number; league: League; standings: Standings }
  | { kind: 'round'; title: PlacedTitle; page: number; pages: number; matches: Match[] }
  | { kind: 'path'; player: PlayerName; steps: PathStep[] };

export interface WholeContent {
  kind: 'whole';
  title?: StageTitle;
  page: number;
  pages: number;
  /** How many pictures show the page. */
  sheets: number;
  stages: ShownStage[];
  all: Match[];
  /** The tournament's winner, if its last stage is shown. */
  winner?: PlayerName;
}

/** Matches per picture: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 8;

export const pagesOfRound = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

/** The page, or the nearest one that exists. */
const nearest = (page: number | undefined, pages: number): number =>
  Math.min(Math.max(0, page ?? 0), pages - 1);

/** More in one message are long to scroll. */
const SHEETS_PER_PAGE = 3;

/**
 * A page of the bracket or of one of its stages: its sheets, or one of them. Without a page, the first sheet with what is played now or
 * next counts, else the last.
 */
function wholeOf(
  bracket: Bracket,
  { page: requestedPage, sheet, stage: only }: { page?: number; sheet?: number | 'opening'; stage?: number },
): WholeContent {
  const all = stagesOf(bracket);
  const stage = only === undefined ? undefined : all[only];
  const shown = stage ? [stage] : all;
  const sheets = sheetsOf(shown.length === 1 ? shown.map(({ parts }) => ({ parts })) : shown);
  const current = new Set(currentMatches(bracket).map(({ match }) => match));
  const opening = (): number => {
    const places = sheets.map(matchesOnSheet);
    const isCurrent = places.findIndex((matches) => matches.some((match) => current.has(match)));
    const isOpen = places.findIndex((matches) => undecidedCount(matches) > 0);
    return [isCurrent, isOpen].find((at) => at !== -1) ?? Math.max(0, sheets.length - 1);
  };
  const at = requestedPage === undefined ? opening() : requestedPage * SHEETS_PER_PAGE;
  const pages = Math.max(1, Math.ceil(sheets.length / SHEETS_PER_PAGE));
  const page = nearest(Math.floor(at / SHEETS_PER_PAGE), pages);
  const own = sheets.slice(page * SHEETS_PER_PAGE, (page + 1) * SHEETS_PER_PAGE);
  const one = sheet === 'opening' ? at % SHEETS_PER_PAGE : sheet;
  const isLast = stage === undefined || stage === all.at(-1);
  return {
    kind: 'whole',
    page,
    pages,
    sheets: own.length,
    stages: one === undefined ? own.flat() : (own[one] ?? []),
    all: matchesOnSheet(shown),
    ...present({ title: stage?.title, winner: isLast ? bracket.record?.winner : undefined }),
  };
}

const matchesOnSheet = (stages: readonly Pick<ShownStage, 'parts'>[]): Match[] =>
  stages.flatMap(({ parts }) => parts.flatMap(matchesIn));

/** The content of a window. Without current matches, or in a small bracket, `now` shows the whole. An unknown page becomes the nearest. */
export function contentOf(bracket: Bracket, window: BracketWindow): WindowContent {
  switch (window.kind) {
    case 'now': {
      const all = bracket.rounds.flatMap(({ matches }) => matches);
      const current = all.length > MATCHES_PER_PAGE ? currentMatches(bracket) : [];
      if (current.length === 0) return wholeOf(bracket, { sheet: 'opening' });
      return { kind: 'now', current: current.slice(0, MATCHES_PER_PAGE), all };
    }
    case 'whole':
    case 'stage':
      return wholeOf(bracket, window);
    case 'table': {
      const tables = tablesOf(bracket);
      const table = tables[window.table] ?? tables[0];
      if (table === undefined) return wholeOf(bracket, {});
      const pages = pagesOfTable(table);
      const page = nearest(window.page, pages);
      const { title, league } = table;
      return { kind: 'table', title, page, pages, league, standings: pageOfTable(table, page) };
    }
    case 'round': {
      const round = bracket.rounds[window.round];
      const pages = pagesOfRound(round);
      const page = nearest(window.page, pages);
      return {
        kind: 'round',
        title: roundTitles(bracket)[window.round] ?? {
          round: { kind: 'numbered', number: window.round + 1 },
        },
        page,
        pages,
        matches: (round?.matches ?? []).slice(page * MATCHES_PER_PAGE, (page + 1) * MATCHES_PER_PAGE),
      };
    }
    case 'path': {
      const { playerId } = window;
      return { kind: 'path', player: playerIn(bracket, playerId), steps: pathOf(bracket, playerId) };
    }
  }
}

/** The running and playable matches in a window. */
export function currentIn(bracket: Bracket, content: WindowContent): TitledMatch[] {
  const current = currentMatches(bracket);
  if (content.kind !== 'whole' && content.kind !== 'table') return current;
  const contentMatches = new Set(matchesAround(content));
  return current.filter(({ match }) => contentMatches.has(match));
}

/** The matches that a window lists: for a whole bracket or a table, the current ones. */
export function matchesOf(bracket: Bracket, content: WindowContent): Match[] {
  switch (content.kind) {
    case 'now':
    case 'whole':
    case 'table':
      return currentIn(bracket, content).map(({ match }) => match);
    case 'round':
      return content.matches;
    case 'path':
      return content.steps.filter(({ ahead }) => !ahead).map(({ match }) => match);
  }
}

/** All matches in a tree or a table, beyond the listed ones. */
function matchesAround(content: WindowContent): Match[] {
  if (content.kind === 'table') return matchesOfLeague(content.league);
  return content.kind === 'whole' ? matchesOnSheet(content.stages) : [];
}

/** The matches in the text or the picture of a window, those in the text first. */
export function shownMatches(bracket: Bracket, window: BracketWindow): Match[] {
  const content = contentOf(bracket, window);
  return [...matchesOf(bracket, content), ...matchesAround(content)];
}
