import type { APIEmbed } from 'discord-api-types/v10';
import type { Meetings } from '../brackets/meetings.ts';
import { higherOf, scoresOf, sideOf, type MatchResult, type Scores } from '../brackets/results.ts';
import { tagAlone, type TagOf } from '../brackets/tags.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Match, Side } from '../reading/records.ts';
import { slotText, tagText } from '../brackets/texts.ts';
import { roundNameText } from '../brackets/usual-names.ts';
import { label, escapeMarkup } from '../words/plain.ts';
import { cutColumns } from '../words/width.ts';
import type { Translate } from '../words/words.ts';
import { embed, factLine, paragraphs, shortMarkup } from './format.ts';

const BUTTON_COLUMNS = 12;

export const scoreText = (scores: Scores, t: Translate): string =>
  t('score.score', { first: t.number(scores.player1), second: t.number(scores.player2) });

/** The same without spaces, for buttons and lines of text. */
const shortScoreText = ({ player1, player2 }: Scores, t: Translate): string =>
  t('score.short', { first: t.number(player1), second: t.number(player2) });

/** Formats a name for its place: escapes or isolates it, and cuts it. */
type NameFormat = (text: string) => string;

interface NameOptions {
  format: NameFormat;
  tagOf?: TagOf;
}

/** Both players' names. An open slot names what it waits for, using the bracket's tags. */
export function sideTitles(
  match: Match,
  t: Translate,
  { format, tagOf = tagAlone }: NameOptions,
): [string, string] {
  const areKnown = match.sides.some(isFilled);
  // If nothing is known of either side, only their order distinguishes them.
  const name = (at: 0 | 1): string =>
    areKnown ? slotText(match.sides[at], tagOf, t) : t(at === 0 ? 'score.player1' : 'score.player2');
  return [format(name(0)), format(name(1))];
}

/** "Ana vs Bảo" */
export function formatVersus(match: Match, t: Translate, options: NameOptions): string {
  const [first, second] = sideTitles(match, t, options);
  return t('match.versus', { first, second });
}

const isFilled = ({ player, from, bye }: Side): boolean => (player ?? from ?? bye) !== undefined;

/** Whether a match says who plays: at least one side while it is open, both once it is over. */
export const hasNames = ({ sides, phase, winner }: Match): boolean =>
  phase === 'finished' || winner !== undefined ? sides.every(isFilled) : sides.some(isFilled);

/** The name of a match without its players: its number, or else its id. */
export const matchName = ({ id, label }: Match, t: Translate): string =>
  label === undefined ? t('match.unnamed', { id }) : tagText(label, t);

/** "Ana vs Bảo"; if the players are unknown, the name of the match. */
export const matchTitle = (match: Match, t: Translate, format: NameFormat): string =>
  hasNames(match) ? formatVersus(match, t, { format }) : format(matchName(match, t));

/** The opponent, or "Ana vs Bảo" if it is unknown which one the player is: short enough for a button, which a phone does not wrap. */
export function shortOpponentText(match: Match, playerId: string, t: Translate): string {
  const format = (columns: number) => ({ format: (title: string) => cutColumns(title, columns) });
  const own = sideOf(match, playerId);
  return own === undefined
    ? formatVersus(match, t, format(BUTTON_COLUMNS))
    : sideTitles(match, t, format(BUTTON_COLUMNS * 2))[own === 0 ? 1 : 0];
}

/** Both players in full, where Discord renders no markup. */
export const versusLabel = (match: Match, t: Translate): string =>
  matchTitle(match, t, (title) => label(title, 45));

/** The round's name, or "Round 2". Not escaped. */
export const matchRoundText = (match: Match, t: Translate): string | undefined =>
  match.roundName !== undefined
    ? roundNameText(match.roundName, t)
    : match.round === undefined
      ? undefined
      : t('match.round', { round: match.round });

const inFull: NameFormat = (text) => escapeMarkup(text, 80);

/** "**A** 3 – 1 **B**"; with `winner`, only their name is bold. */
export function scoreLine(
  match: Match,
  scores: Scores,
  t: Translate,
  { format = inFull, winner }: { format?: NameFormat; winner?: 1 | 2 | undefined } = {},
): string {
  const [first, second] = sideTitles(match, t, { format });
  const line = winner === undefined ? 'both' : winner === 1 ? 'first' : 'second';
  return t(`score.lines.${line}`, { first, second, score: scoreText(scores, t) });
}

/** The same for a result that may have no scores. */
export function outcomeLine(
  match: Match,
  { winner, scores }: MatchResult,
  t: Translate,
  columns?: number,
): string {
  const format = (name: string): string => shortMarkup(name, columns);
  if (scores !== undefined) return scoreLine(match, scores, t, { format, winner });
  const [first, second] = sideTitles(match, t, { format });
  return winner === 2
    ? t('feed.results.beat', { winner: second, loser: first })
    : t('feed.results.beat', { winner: first, loser: second });
}

/** "Met 3 times, 2–1", in the order of the sides. */
export function meetingsText({ count, isPart, won: [player1, player2] }: Meetings, t: Translate): string {
  const score = shortScoreText({ player1, player2 }, t);
  return t(isPart ? 'match.metLately' : 'match.met', { count, score });
}

/** A score in a line with one name starts with the winner's. Without a winner in a draw. */
export function winnerFirst(
  { player1, player2 }: Scores,
  [first, second]: readonly [string, string],
  t: Translate,
): { winner: string | undefined; score: string } {
  const [most, least] = [Math.max(player1, player2), Math.min(player1, player2)];
  const winner = player1 === player2 ? undefined : player1 > player2 ? first : second;
  return { winner, score: shortScoreText({ player1: most, player2: least }, t) };
}

/** "Ana wins 3–1", which reads alike from both sides. */
export function outcomeMarkup(match: Match, scores: Scores, t: Translate): string {
  const { winner, score } = winnerFirst(scores, sideTitles(match, t, { format: inFull }), t);
  return winner === undefined
    ? t('score.outcome.draw', { score })
    : t('score.outcome.win', { winner, score });
}

/** The same for the match's own score, whose winner need not have the higher one: "Ana wins at 1–1". */
export function standingMarkup(match: Match, scores: Scores, t: Translate): string {
  const winner = winnerBy(match, scores);
  if (winner === undefined || winner === higherOf(scores)) return outcomeMarkup(match, scores, t);
  const names = sideTitles(match, t, { format: inFull });
  return t('score.outcome.other', { winner: names[winner - 1] ?? '', score: shortScoreText(scores, t) });
}

/** Asks about the result that a score means, so that a reporter notices swapped players. */
export function outcomeQuestion(match: Match, scores: Scores, t: Translate): string {
  const { winner, score } = winnerFirst(scores, sideTitles(match, t, { format: inFull }), t);
  return winner === undefined ? t('score.draws', { score }) : t('score.wins', { winner, score });
}

/** The winner by a score. If it is the match's own score, the platform's winner, who may have won otherwise. */
export function winnerBy(match: Match, scores: Scores): 1 | 2 | undefined {
  const own = scoresOf(match);
  const isOwn = own?.player1 === scores.player1 && own.player2 === scores.player2;
  if (isOwn && match.winner !== undefined) return match.winner;
  return higherOf(scores);
}

const DAY_MINUTES = 24 * 60;

/** A match's state in a choice, where Discord renders no timestamps: "● LIVE 1–1", "✓ 3–2", "in 20 min". */
export function stateMark(match: Match, now: number, t: Translate): string | undefined {
  const scores = scoresOf(match);
  const score = scores && shortScoreText(scores, t);
  if (match.phase === 'cancelled') return t('match.phases.cancelled');
  if (match.phase === 'running')
    return score === undefined ? t('match.choice.live') : t('match.choice.liveScore', { score });
  if (match.phase === 'finished' || match.winner !== undefined)
    return score === undefined ? t('match.choice.done') : t('match.choice.doneScore', { score });
  if (match.startsAt?.precision !== 'second') return undefined;
  const minutes = Math.round((match.startsAt.epochMs - now) / MINUTE_MS);
  if (minutes < 1 || minutes >= DAY_MINUTES) return undefined;
  if (minutes < 60) return t('match.choice.inMinutes', { count: minutes });
  return t('match.choice.inHours', { count: Math.round(minutes / 60) });
}

/** Tournament and round where Discord renders no markup. */
export const contextLabel = (match: Match, t: Translate): string | undefined =>
  formatContext(match, t, (text) => label(text, 45));

/** Tournament and round, in full and escaped. */
export const contextMarkup = (match: Match, t: Translate): string | undefined =>
  formatContext(match, t, inFull);

/** The round, in full and escaped. */
export function matchRoundMarkup(match: Match, t: Translate): string | undefined {
  const round = matchRoundText(match, t);
  return round && inFull(round);
}

/** Tournament and round, if they are known. */
export function formatContext(match: Match, t: Translate, format: NameFormat): string | undefined {
  const parts = [match.tournament?.name, matchRoundText(match, t)];
  return (
    factLine(
      parts.map((part) => (part === undefined ? undefined : format(part))),
      t,
    ) || undefined
  );
}

/** A match with a score to confirm. */
export function scoreEmbed(
  view: { title: string; match: Match; scores: Scores; note: string },
  t: Translate,
): APIEmbed {
  const { title, match, scores, note } = view;
  return embed(title, { text: paragraphs(scoreLine(match, scores, t), contextMarkup(match, t), note) });
}

/** A match with its current score. */
export const resultEmbed = (match: Match, scores: Scores, t: Translate): APIEmbed =>
  embed(t('score.shown'), {
    text: paragraphs(
      scoreLine(match, scores, t, { winner: winnerBy(match, scores) }),
      contextMarkup(match, t),
    ),
  });
