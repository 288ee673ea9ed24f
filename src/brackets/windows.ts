import { present } from '../present.ts';
import type { Bracket, BracketRound, Match, PlayerName } from '../reading/records.ts';
import { currentMatches } from './current.ts';
import { matchesIn, roundTitles, type TitledMatch } from './parts.ts';
import { pathOf, type PathStep } from './path.ts';
import { playerIn } from './players.ts';
import { matchesOfLeague, stagesOf, type League, type BracketStage } from './stages.ts';
import type { Standings } from './standings.ts';
import { pageOfTable, pagesOfTable, tablesOf } from './tables.ts';
import type { PlacedTitle, StageTitle, TableTitle } from './titles.ts';

/** The part of a bracket to show. Stages, tables, rounds and pages count from 0; rounds are indexes of `bracket.rounds`. */
export type BracketWindow =
  | { kind: 'now' }
  | { kind: 'whole' }
  | { kind: 'stage'; stage: number }
  | { kind: 'table'; table: number; page?: number }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

/** The content of a window. */
export type WindowContent =
  | { kind: 'now'; current: TitledMatch[]; all: Match[] }
  /** `title` if one of several stages is shown alone. `winner`: of the tournament, where its last stage is shown. */
  | { kind: 'whole'; title?: StageTitle; stages: BracketStage[]; winner?: PlayerName }
  | { kind: 'table'; title: TableTitle; page: number; pages: number; league: League; standings: Standings }
  | { kind: 'round'; title: PlacedTitle; page: number; pages: number; matches: Match[] }
  | { kind: 'path'; player: PlayerName; steps: PathStep[] };

/** Matches per picture: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 16;
/** A phone shows this many matches of a whole bracket legibly. */
const LEGIBLE_MATCHES = 8;

export const pagesOfRound = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

/** The page, or the nearest one that exists. */
const nearest = (page: number | undefined, pages: number): number =>
  Math.min(Math.max(0, page ?? 0), pages - 1);

const wholeOf = (
  bracket: Bracket,
  stages = stagesOf(bracket),
): Extract<WindowContent, { kind: 'whole' }> => ({
  kind: 'whole',
  stages,
  ...present({ winner: bracket.record?.winner }),
});

/** The content of a window. Without current matches, or in a small bracket, `now` shows the whole. An unknown page becomes the nearest. */
export function contentOf(bracket: Bracket, window: BracketWindow): WindowContent {
  switch (window.kind) {
    case 'now': {
      const all = bracket.rounds.flatMap(({ matches }) => matches);
      const current = all.length > LEGIBLE_MATCHES ? currentMatches(bracket) : [];
      if (current.length === 0) return wholeOf(bracket);
      return { kind: 'now', current: current.slice(0, MATCHES_PER_PAGE), all };
    }
    case 'whole':
      return wholeOf(bracket);
    case 'stage': {
      const stages = stagesOf(bracket);
      const stage = stages[window.stage];
      if (stage === undefined) return wholeOf(bracket, stages);
      const { winner: _last, ...shown } = { ...wholeOf(bracket, [stage]), title: stage.title };
      return stage === stages.at(-1) ? { ...wholeOf(bracket, [stage]), title: stage.title } : shown;
    }
    case 'table': {
      const tables = tablesOf(bracket);
      const table = tables[window.table] ?? tables[0];
      if (table === undefined) return wholeOf(bracket);
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

/** All matches in a tree or a table, beyond those that are listed. */
function matchesAround(content: WindowContent): Match[] {
  if (content.kind === 'table') return matchesOfLeague(content.league);
  return content.kind === 'whole' ? content.stages.flatMap(({ parts }) => parts.flatMap(matchesIn)) : [];
}

/** The matches in the text or the picture of a window, those in the text first. */
export function shownMatches(bracket: Bracket, window: BracketWindow): Match[] {
  const content = contentOf(bracket, window);
  return [...matchesOf(bracket, content), ...matchesAround(content)];
}
