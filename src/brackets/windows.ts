import type { Bracket, BracketRound, Match, PlayerName } from '../platform/records.ts';
import { currentMatches } from './current.ts';
import { matchesIn, roundTitles, type TitledMatch } from './parts.ts';
import { pathOf, type Step } from './path.ts';
import { playerIn } from './players.ts';
import { matchesOfLeague, stagesOf, type League, type Stage } from './stages.ts';
import type { Standings } from './standings.ts';
import { pageOfTable, pagesOfTable, tablesOf } from './tables.ts';
import type { PlacedTitle, StageTitle, TableTitle } from './titles.ts';

/** Which part of a bracket is shown. Stages, tables, rounds and pages are counted from 0, rounds as in `bracket.rounds`. */
export type BracketWindow =
  | { kind: 'now' }
  | { kind: 'whole' }
  | { kind: 'stage'; stage: number }
  | { kind: 'table'; table: number; page?: number }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

/** What a window holds. */
export type WindowContent =
  | { kind: 'now'; current: TitledMatch[]; all: Match[] }
  /** `title` where one of several stages is shown alone. */
  | { kind: 'whole'; title?: StageTitle; stages: Stage[] }
  | { kind: 'table'; title: TableTitle; page: number; pages: number; league: League; standings: Standings }
  | { kind: 'round'; title: PlacedTitle; page: number; pages: number; matches: Match[] }
  | { kind: 'path'; player: PlayerName; steps: Step[] };

/** One picture's matches: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 16;
/** So few matches are read on a phone as a whole. */
const LEGIBLE_MATCHES = 8;

export const pagesOfRound = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

/** The page itself, or the nearest one that there is. */
const nearest = (page: number | undefined, pages: number): number =>
  Math.min(Math.max(0, page ?? 0), pages - 1);

/** What a window shows: nothing on now, or a small bracket, is shown as a whole, and a page that there is not as the nearest one. */
export function contentOf(bracket: Bracket, window: BracketWindow): WindowContent {
  switch (window.kind) {
    case 'now': {
      const all = bracket.rounds.flatMap(({ matches }) => matches);
      const current = all.length > LEGIBLE_MATCHES ? currentMatches(bracket) : [];
      if (current.length === 0) return { kind: 'whole', stages: stagesOf(bracket) };
      return { kind: 'now', current: current.slice(0, MATCHES_PER_PAGE), all };
    }
    case 'whole':
      return { kind: 'whole', stages: stagesOf(bracket) };
    case 'stage': {
      const stages = stagesOf(bracket);
      const stage = stages[window.stage];
      return stage ? { kind: 'whole', title: stage.title, stages: [stage] } : { kind: 'whole', stages };
    }
    case 'table': {
      const tables = tablesOf(bracket);
      const table = tables[window.table] ?? tables[0];
      if (table === undefined) return { kind: 'whole', stages: stagesOf(bracket) };
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

/** What is on, and what can be played next, in the part that a content shows. */
export function currentIn(bracket: Bracket, content: WindowContent): TitledMatch[] {
  const current = currentMatches(bracket);
  if (content.kind !== 'whole' && content.kind !== 'table') return current;
  const shown = new Set(matchesAround(content));
  return current.filter(({ match }) => shown.has(match));
}

/** The matches that a window's content shows one by one, or for a whole bracket or a table what is on. */
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

/** Those of which a content shows more than the ones that it lists: in a tree, or in a table. */
function matchesAround(content: WindowContent): Match[] {
  if (content.kind === 'table') return matchesOfLeague(content.league);
  return content.kind === 'whole' ? content.stages.flatMap(({ parts }) => parts.flatMap(matchesIn)) : [];
}

/** The matches that words or picture show of a window, those that the words tell first. */
export function shownMatches(bracket: Bracket, window: BracketWindow): Match[] {
  const content = contentOf(bracket, window);
  return [...matchesOf(bracket, content), ...matchesAround(content)];
}
