import type { APIEmbed } from 'discord-api-types/v10';
import { playersMark } from '../brackets/players.ts';
import { scoresOf, type Scores } from '../brackets/results.ts';
import { scoringOf, standingScores } from '../brackets/scoring.ts';
import { tagAlone, type TagOf } from '../brackets/tags.ts';
import type { Match, Side } from '../platform/records.ts';
import { slotText, tagText } from '../brackets/texts.ts';
import { label, oneLine, escapeMarkup } from '../words/plain.ts';
import { runButton, type ActionButton, type Post } from '../words/reply.ts';
import { cutColumns } from '../words/width.ts';
import type { Translate } from '../words/words.ts';
import { embed, factLine, lines, paragraphs } from './format.ts';

const BUTTON_COLUMNS = 12;

export const scoreText = (scores: Scores, t: Translate): string =>
  t('score.score', { first: t.number(scores.player1), second: t.number(scores.player2) });

/** Makes drawn text of a name: in full, or as a list has room for it. */
type Draw = (text: string) => string;

interface TitleOptions {
  draw?: Draw;
  tagOf?: TagOf;
}

/**
 * Both players' names, without any escapes unless `draw` makes them; a slot still open says what it waits for, as the bracket's
 * tags call it.
 */
export function sideTitles(
  match: Match,
  t: Translate,
  { draw = (text) => text, tagOf = tagAlone }: TitleOptions = {},
): [string, string] {
  const known = match.sides.some(isFilled);
  // Nothing is known of a match without any player: then the order is all there is to tell them apart.
  const name = (at: 0 | 1): string =>
    known ? slotText(match.sides[at], tagOf, t) : t(at === 0 ? 'score.player1' : 'score.player2');
  return [draw(name(0)), draw(name(1))];
}

/** "Ana vs Bảo" */
export function versus(match: Match, t: Translate, options: TitleOptions): string {
  const [first, second] = sideTitles(match, t, options);
  return t('match.versus', { first, second });
}

const isFilled = ({ player, from, bye }: Side): boolean => (player ?? from ?? bye) !== undefined;

/** Whether a match says who plays. Once it is over, nobody else is to be decided. */
export const hasNames = ({ sides, phase, winner }: Match): boolean =>
  phase === 'finished' || winner !== undefined ? sides.every(isFilled) : sides.some(isFilled);

/** What a match is called without its players: by its number, or else by its id. */
export const matchName = ({ id, label }: Match, t: Translate): string =>
  label === undefined ? t('match.unnamed', { id }) : tagText(label, t);

/** "Ana vs Bảo"; where that is not known, what the match is called. */
export const matchTitle = (match: Match, t: Translate, draw: Draw): string =>
  hasNames(match) ? versus(match, t, { draw }) : draw(matchName(match, t));

/** Both players on a button, which a phone cuts rather than breaks: "Ana vs Bảo". */
export const shortVersus = (match: Match, t: Translate): string =>
  versus(match, t, { draw: (title) => cutColumns(title, BUTTON_COLUMNS) });

const FORM_NAME_LENGTH = 24;

interface ScoreButton {
  texts?: readonly string[];
  style?: 'primary' | 'secondary';
  /** On a message that others than its players see: only for these does the form open at once. */
  isShared?: boolean;
}

/**
 * Opens the form for a match's scores, which is filled from this button alone: with both names, and with `texts`, where its id has
 * room for them.
 */
export function scoreButton(
  match: Match,
  text: string,
  t: Translate,
  { texts = [], style = 'primary', isShared = false }: ScoreButton = {},
) {
  const names = sideTitles(match, t, { draw: (title) => oneLine(title, FORM_NAME_LENGTH) });
  const mark = isShared ? playersMark(match) : undefined;
  const rest = mark === undefined ? texts : [texts[0] ?? '', texts[1] ?? '', mark];
  return {
    kind: 'action',
    label: text,
    style,
    action: 'score:form',
    args: [match.id, ...names, ...rest],
    shortArgs: [
      ...(rest.length === 0 ? [] : [[match.id, '', '', ...rest]]),
      ...(mark === undefined || texts.length === 0 ? [] : [[match.id, '', '', ...texts]]),
      [match.id],
    ],
  } as const;
}

/** Opens the form with a match's own score in it. */
export function fixButton(match: Match, t: Translate, options: Pick<ScoreButton, 'isShared'> = {}) {
  const scores = standingScores(match);
  const texts = scores === undefined ? [] : [String(scores.player1), String(scores.player2)];
  return scoreButton(match, t('match.fix'), t, { ...options, texts, style: 'secondary' });
}

/** Reports a match's score, or fixes it; none where there is nothing to report. */
export function scoreButtons(
  match: Match,
  t: Translate,
  options: Pick<ScoreButton, 'isShared'> = {},
): ActionButton[] {
  const scoring = scoringOf(match);
  if (scoring === 'open') return [scoreButton(match, t('match.report'), t, options)];
  return scoring === 'decided' ? [fixButton(match, t, options)] : [];
}

/** Both players in full, where Discord draws no markup. */
export const versusText = (match: Match, t: Translate): string =>
  matchTitle(match, t, (title) => label(title, 45));

/** The round's own name, or its number in words. */
export const roundText = (match: Match, t: Translate): string | undefined =>
  match.roundName ?? (match.round === undefined ? undefined : t('match.round', { round: match.round }));

const inFull: Draw = (text) => escapeMarkup(text, 80);

/** "**A** 3 – 1 **B**"; with `winner`, their name alone is emphasized. */
export function scoreLine(
  match: Match,
  scores: Scores,
  t: Translate,
  { draw = inFull, winner }: { draw?: Draw; winner?: 1 | 2 | undefined } = {},
): string {
  const [first, second] = sideTitles(match, t, { draw });
  const line = winner === undefined ? 'both' : winner === 1 ? 'first' : 'second';
  return t(`score.lines.${line}`, { first, second, score: scoreText(scores, t) });
}

/** What a score would mean, the winner's part of it first: who mixed the players up reads it here. */
export function outcomeText(match: Match, { player1, player2 }: Scores, t: Translate): string {
  const score = t('score.short', {
    first: t.number(Math.max(player1, player2)),
    second: t.number(Math.min(player1, player2)),
  });
  if (player1 === player2) return t('score.draws', { score });
  const [first, second] = sideTitles(match, t, { draw: inFull });
  return t('score.wins', { winner: player1 > player2 ? first : second, score });
}

const winnerBy = (match: Match, { player1, player2 }: Scores): 1 | 2 | undefined =>
  match.winner ?? (player1 === player2 ? undefined : player1 > player2 ? 1 : 2);

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** A match's state in a choice, where Discord draws no times: "● LIVE 1–1", "✓ 3–2", "in 20 min". */
export function stateMark(match: Match, now: number, t: Translate): string | undefined {
  const held = scoresOf(match);
  const score = held && t('score.short', { first: t.number(held.player1), second: t.number(held.player2) });
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

/** Tournament and round where Discord draws no markup. */
export const contextLabel = (match: Match, t: Translate): string | undefined =>
  contextText(match, t, (text) => label(text, 45));

/** Tournament and round, where they are known. */
export function contextText(match: Match, t: Translate, draw: Draw = inFull): string | undefined {
  const parts = [match.tournament?.name, roundText(match, t)];
  return (
    factLine(
      parts.map((part) => (part === undefined ? undefined : draw(part))),
      t,
    ) || undefined
  );
}

/** A match with a score to decide on. */
export function scoreEmbed(
  view: { title: string; match: Match; scores: Scores; note: string },
  t: Translate,
): APIEmbed {
  const { title, match, scores, note } = view;
  return embed(title, { text: paragraphs(scoreLine(match, scores, t), contextText(match, t), note) });
}

/** A match with the score that it has now. */
export const resultEmbed = (match: Match, scores: Scores, t: Translate): APIEmbed =>
  embed(t('score.announced'), {
    text: paragraphs(scoreLine(match, scores, t, { winner: winnerBy(match, scores) }), contextText(match, t)),
  });

/** A reported score for the channel. `before`: the score that was shown until now. */
export function announcement(
  view: { match: Match; scores: Scores; before?: Scores; note: string | undefined },
  t: Translate,
): Post {
  const { match, scores, before, note } = view;
  const line = scoreLine(match, scores, t, { winner: winnerBy(match, scores) });
  const tournament = match.tournament?.id;
  return {
    content: lines(
      before === undefined
        ? line
        : t('feed.results.corrected', { result: line, before: scoreText(before, t) }),
      `-# ${factLine([contextText(match, t), note], t)}`,
    ),
    rows: tournament === undefined ? [] : [[runButton(t('tournament.bracket'), 'bracket', { tournament })]],
  };
}
