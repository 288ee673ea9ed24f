import type { Bracket, BracketRound, Match, PlayerName } from '../platform/records.ts';
import { currentMatches } from './current.ts';
import { matchesIn, roundTitles, type TitledMatch } from './parts.ts';
import { pathOf, type Step } from './path.ts';
import { playerIn } from './players.ts';
import { stagesOf, type Stage } from './stages.ts';
import type { PlacedTitle, StageTitle } from './titles.ts';

/** Which part of a bracket is shown. Stages, rounds and pages are counted from 0, rounds as in `bracket.rounds`. */
export type BracketWindow =
  | { kind: 'now' }
  | { kind: 'whole' }
  | { kind: 'stage'; stage: number }
  | { kind: 'round'; round: number; page?: number }
  | { kind: 'path'; playerId: string };

/** What a window holds. */
export type WindowContent =
  | { kind: 'now'; current: TitledMatch[]; all: Match[] }
  /** `title` where one of several stages is shown alone. */
  | { kind: 'whole'; title?: StageTitle; stages: Stage[] }
  | { kind: 'round'; title: PlacedTitle; page: number; pages: number; matches: Match[] }
  | { kind: 'path'; player: PlayerName; steps: Step[] };

/** One picture's matches: what a phone shows without zooming. */
const MATCHES_PER_PAGE = 16;
/** So few matches are read on a phone as a whole. */
const LEGIBLE_MATCHES = 8;

const pagesOf = (round: BracketRound | undefined): number =>
  Math.max(1, Math.ceil((round?.matches.length ?? 0) / MATCHES_PER_PAGE));

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
    case 'round': {
      const round = bracket.rounds[window.round];
      const pages = pagesOf(round);
      const page = Math.min(Math.max(0, window.page ?? 0), pages - 1);
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

export type WindowChoice =
  | { window: { kind: 'now' | 'whole' } }
  | { window: { kind: 'stage'; stage: number }; stage: StageTitle }
  | { window: { kind: 'round'; round: number }; round: PlacedTitle };

/** The windows to choose from, `atMost` of them: of too many rounds, those around the shown one. */
export function windowChoices(bracket: Bracket, shown: BracketWindow, atMost: number): WindowChoice[] {
  const choices: WindowChoice[] = [];
  if (contentOf(bracket, { kind: 'now' }).kind === 'now') choices.push({ window: { kind: 'now' } });
  choices.push({ window: { kind: 'whole' } });
  const stages = stagesOf(bracket);
  if (stages.length > 1)
    for (const [stage, { title }] of stages.entries())
      choices.push({ window: { kind: 'stage', stage }, stage: title });
  const titles = roundTitles(bracket);
  const room = atMost - choices.length;
  const at = shown.kind === 'round' ? shown.round : 0;
  const first = Math.min(Math.max(0, titles.length - room), Math.max(0, at - Math.floor(room / 2)));
  for (const [offset, title] of titles.slice(first, first + room).entries())
    choices.push({ window: { kind: 'round', round: first + offset }, round: title });
  return choices;
}

interface Spot {
  round: number;
  page: number;
}

/** The pages before and after a page of a round; they lead through all rounds. */
export function neighbors(
  bracket: Bracket,
  { round, page = 0 }: Extract<BracketWindow, { kind: 'round' }>,
): { before: Spot | undefined; after: Spot | undefined } {
  const spots = bracket.rounds.flatMap((one, at) =>
    Array.from({ length: pagesOf(one) }, (_, number): Spot => ({ round: at, page: number })),
  );
  const last = pagesOf(bracket.rounds[round]) - 1;
  const at = spots.findIndex(
    (spot) => spot.round === round && spot.page === Math.min(Math.max(0, page), last),
  );
  return { before: spots[at - 1], after: at === -1 ? undefined : spots[at + 1] };
}

/** The matches that a window's content shows one by one, or for a whole bracket what is on. */
export function matchesOf(bracket: Bracket, content: WindowContent): Match[] {
  switch (content.kind) {
    case 'now':
    case 'whole':
      return currentMatches(bracket).map(({ match }) => match);
    case 'round':
      return content.matches;
    case 'path':
      return content.steps.filter(({ ahead }) => !ahead).map(({ match }) => match);
  }
}

/** The matches that words or picture show of a window, those that the words tell first. */
export function shownMatches(bracket: Bracket, window: BracketWindow): Match[] {
  const content = contentOf(bracket, window);
  const inPicture = content.kind === 'whole' ? content.stages.flatMap(({ parts }) => parts) : [];
  return [...matchesOf(bracket, content), ...inPicture.flatMap(matchesIn)];
}
