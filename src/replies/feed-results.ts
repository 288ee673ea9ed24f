import type { MatchResult } from '../brackets/results.ts';
import type { Standings } from '../brackets/standings.ts';
import { SECOND_MS } from '../durations.ts';
import type { Match, Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { cutMarkup, LIMITS } from '../message/limits.ts';
import { button, runButton, type ActionButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { factLine, lines, NAME_COLUMNS, spoiler, tournamentMarkup } from './format.ts';
import { outcomeLine, scoreText } from './match.ts';
import { hiddenResult, questionedLine } from './results.ts';
import { isQuestioned, type ShownReport } from './report-view.ts';
import { wrongButton } from './score-forms.ts';
import { firstLines } from './standings.ts';

const ROUND_LENGTH = 80;

/** `result` is absent if it was withdrawn. `before`: the result that it replaces. */
export interface ResultLine {
  match: Match;
  result?: MatchResult;
  before?: MatchResult;
  /** Not escaped. */
  round?: string;
  /** Its report, if it was disputed. */
  shown?: ShownReport;
}

const scoreOf = (result: MatchResult | undefined, t: Translate): string | undefined =>
  result?.scores && scoreText(result.scores, t);

/** "**Ana** 3 – 1 Bruno", with the replaced score, or a sentence if the score alone would be unclear. */
export function resultLine({ match, result, before }: ResultLine, t: Translate, columns?: number): string {
  const now = result && outcomeLine(match, result, t, columns);
  const old = before && outcomeLine(match, before, t, columns);
  if (now === undefined) return t('feed.results.withdrawn', { before: old ?? '' });
  if (old === undefined) return now;
  const [score, oldScore] = [scoreOf(result, t), scoreOf(before, t)];
  const isTold = score !== undefined && oldScore !== undefined && score !== oldScore;
  return t('feed.results.corrected', { result: now, before: isTold ? oldScore : old });
}

/** The same, spoilered where results are hidden. `isNamed`: the players are in front of it. */
export function shownLine(
  line: ResultLine,
  t: Translate,
  {
    isHidden,
    isNamed = true,
    columns,
  }: { isHidden: boolean; isNamed?: boolean; columns?: number | undefined },
): string {
  const result = resultLine(line, t, columns);
  if (!isHidden) return result;
  if (!isNamed) return spoiler(result);
  return hiddenResult(line.match, result, t);
}

/** With more lines than this, names are shortened, so that a message holds 25. */
const FULL_LINES = 10;

/** Results of a tournament. `gap`: the period without reads of the platform, if it was long. */
export function resultsPost(
  view: {
    tournament: Tournament;
    lines: readonly ResultLine[];
    gap: { from: number; to: number } | undefined;
    /** The table after their round. */
    standings?: Standings | undefined;
    /** Its players and the organizers may dispute a result. */
    isOpenToDispute: boolean;
    /** Its players have moved on: its buttons are removed. */
    isQuiet?: boolean;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { gap, isHidden, isQuiet = false, tournament } = view;
  const isNamed = view.lines.length <= FULL_LINES;
  const columns = isNamed ? undefined : NAME_COLUMNS;
  const { standings } = view;
  const table = standings && lines(`**${t('feed.table.title')}**`, ...firstLines(standings, t, { isHidden }));
  return {
    content: lines(
      ...resultTexts(view.lines.map((line) => shownLine(line, t, { isHidden, isNamed, columns }))),
      table,
    ),
    rows: isQuiet
      ? []
      : [
          [
            ...(view.isOpenToDispute ? disputeButtons(view.lines, tournament, t) : []),
            runButton(t('tournament.bracket'), 'bracket', { tournament: tournament.id }),
          ],
        ],
  };

  function resultTexts(all: readonly string[]): (string | undefined)[] {
    const below = view.lines.map(
      ({ match, shown }) => shown && questionedLine(match, shown, t, { isHidden }),
    );
    const name = tournamentMarkup(tournament, t);
    const at = (ms: number): string => `<t:${Math.floor(ms / SECOND_MS)}:t>`;
    const digest = gap && `-# ${t('feed.results.digest', { from: at(gap.from), to: at(gap.to) })}`;
    const rounds = new Set(view.lines.flatMap(({ round }) => round ?? []));
    const [only] = rounds.size === 1 ? rounds : [];
    const round = only && escapeMarkup(only, ROUND_LENGTH);
    // One line needs no heading.
    if (all.length === 1 && gap === undefined) return [factLine([all[0], round], t), below[0], `-# ${name}`];
    const title =
      round === undefined || gap !== undefined
        ? t('feed.results.title', { tournament: name })
        : t('feed.results.round', { round, tournament: name });
    const cut = cutToFit(below, LIMITS.content - lines(title, digest, ...all, table).length);
    return [title, digest, ...all.flatMap((line, at) => [line, cut[at]])];
  }
}

/** A shorter line is useless. */
const BELOW_MIN = 24;

/** The lines below the results share the remaining room: long reasons are cut. */
function cutToFit(below: readonly (string | undefined)[], room: number): (string | undefined)[] {
  const said = below.filter((line) => line !== undefined);
  if (said.reduce((sum, line) => sum + line.length + 1, 0) <= room) return [...below];
  const each = Math.floor(room / said.length) - 1;
  return below.map((line) => (line === undefined || each < BELOW_MIN ? undefined : cutMarkup(line, each)));
}

/** With several results, the presser chooses which one is wrong. A result that the organizers decide has no button. */
function disputeButtons(
  results: readonly ResultLine[],
  tournament: Tournament,
  t: Translate,
): ActionButton[] {
  const [first, ...others] = results.filter(
    ({ shown }) => shown === undefined || !isQuestioned(shown.report),
  );
  if (first === undefined) return [];
  return others.length === 0 && results.length === 1 && first.match.id !== ''
    ? [wrongButton(first.match, t)]
    : [button(t('results.wrongOne'), 'score:doubt', { args: [tournament.id] })];
}
