import type { Bracket } from '../reading/records.ts';
import { matchesIn, roundTitles } from './parts.ts';
import { hasPlayer } from './players.ts';
import { isPlayed } from './results.ts';
import { matchesOfLeague, stagesOf } from './stages.ts';
import { needSeveralPictures, hasOnlyTables, pagesOfTable, tablesOf } from './tables.ts';
import type { PlacedTitle, StageTitle, TableTitle } from './titles.ts';
import { contentOf, pagesOfRound, type BracketWindow } from './windows.ts';

export type WindowChoice =
  | { window: { kind: 'now' | 'whole' } }
  | { window: { kind: 'stage'; stage: number }; stage: StageTitle }
  | { window: { kind: 'table'; table: number }; table: TableTitle }
  | { window: { kind: 'round'; round: number }; round: PlacedTitle };

/** At most `room` items of a list around an index, each with its index. */
function around<T>(list: readonly T[], at: number, room: number): [place: number, item: T][] {
  const first = Math.min(Math.max(0, list.length - room), Math.max(0, at - Math.floor(room / 2)));
  return list.slice(first, first + room).map((item, offset) => [first + offset, item]);
}

/** The windows to choose from, at most `atMost`. Of too many tables or rounds, those around the current one. */
export function windowChoices(bracket: Bracket, shown: BracketWindow, atMost: number): WindowChoice[] {
  const choices: WindowChoice[] = [];
  if (contentOf(bracket, { kind: 'now' }).kind === 'now') choices.push({ window: { kind: 'now' } });
  choices.push({ window: { kind: 'whole' } });
  const stages = stagesOf(bracket);
  if (stages.length > 1)
    for (const [at, stage] of stages.entries())
      // The choices of this stage are its tables.
      if (!hasOnlyTables(stage)) choices.push({ window: { kind: 'stage', stage: at }, stage: stage.title });
  const tables = tablesOf(bracket);
  if (needSeveralPictures(tables)) {
    const at = shown.kind === 'table' ? shown.table : 0;
    for (const [table, { title }] of around(tables, at, Math.floor((atMost - choices.length) / 2)))
      choices.push({ window: { kind: 'table', table }, table: title });
  }
  const at = shown.kind === 'round' ? shown.round : 0;
  for (const [round, title] of around(roundTitles(bracket), at, atMost - choices.length))
    choices.push({ window: { kind: 'round', round }, round: title });
  return choices;
}

/** A window that has pages. */
export type PagedWindow =
  | (Extract<BracketWindow, { kind: 'whole' | 'stage' }> & { page: number })
  | Required<Extract<BracketWindow, { kind: 'round' | 'table' }>>;

const pages = (count: number): number[] => [...Array(count).keys()];

interface Neighbors {
  before: PagedWindow | undefined;
  after: PagedWindow | undefined;
}

/** The pages before and after the one that is shown of a whole bracket or stage. */
export function neighborPages(
  window: Extract<BracketWindow, { kind: 'whole' | 'stage' }>,
  { page, pages: count }: { page: number; pages: number },
): Neighbors {
  const turn = (at: number): PagedWindow | undefined =>
    at >= 0 && at < count ? { ...window, page: at } : undefined;
  return { before: turn(page - 1), after: turn(page + 1) };
}

/** The pages before and after a page of a round or table, across all rounds or tables. */
export function neighbors(
  bracket: Bracket,
  window: Extract<BracketWindow, { kind: 'round' | 'table' }>,
): Neighbors {
  const pagedWindows: Extract<PagedWindow, { kind: 'round' | 'table' }>[] =
    window.kind === 'table'
      ? tablesOf(bracket).flatMap((one, table) =>
          pages(pagesOfTable(one)).map((page) => ({ kind: 'table', table, page })),
        )
      : bracket.rounds.flatMap((one, round) =>
          pages(pagesOfRound(one)).map((page) => ({ kind: 'round', round, page })),
        );
  const placeOf = (one: typeof window): number => (one.kind === 'table' ? one.table : one.round);
  const page = Math.max(0, window.page ?? 0);
  // A page past the end is shown as the last one.
  const at = pagedWindows.findLastIndex(
    (candidate) => placeOf(candidate) === placeOf(window) && candidate.page <= page,
  );
  return { before: pagedWindows[at - 1], after: at === -1 ? undefined : pagedWindows[at + 1] };
}

/**
 * The first window to show: current matches or the whole bracket; of many tables the player's own, or the first one of the
 * last stage that has begun.
 */
export function openingWindow(bracket: Bracket, playerId: string | undefined): BracketWindow {
  const tables = tablesOf(bracket);
  if (!needSeveralPictures(tables) || contentOf(bracket, { kind: 'now' }).kind === 'now')
    return { kind: 'now' };
  const stages = stagesOf(bracket);
  const lastBegun = stages.findLastIndex(({ parts }) => parts.flatMap(matchesIn).some(isPlayed));
  const stage = Math.max(0, lastBegun);
  const own = tables.findIndex(
    (table) =>
      table.stage === stage && matchesOfLeague(table.league).some((match) => hasPlayer(match, playerId)),
  );
  const table = own === -1 ? tables.findIndex((one) => one.stage === stage) : own;
  return table === -1 ? { kind: 'stage', stage } : { kind: 'table', table };
}
