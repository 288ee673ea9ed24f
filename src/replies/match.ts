import type { APIEmbed } from 'discord-api-types/v10';
import { scoresOf, type Scores } from '../brackets/results.ts';
import { tagAlone, type TagOf } from '../brackets/tags.ts';
import type { Match } from '../platform/records.ts';
import { slotText } from '../brackets/texts.ts';
import { label, oneLine, plain } from '../words/plain.ts';
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
  const isKnown = match.sides.some(({ player, from, bye }) => (player ?? from ?? bye) !== undefined);
  // Nothing is known of a match without any player: then the order is all there is to tell them apart.
  const name = (at: 0 | 1): string =>
    isKnown ? slotText(match.sides[at], tagOf, t) : t(at === 0 ? 'score.player1' : 'score.player2');
  return [draw(name(0)), draw(name(1))];
}

/** "Ana vs Bảo" */
export function versus(match: Match, t: Translate, options: TitleOptions): string {
  const [first, second] = sideTitles(match, t, options);
  return t('match.versus', { first, second });
}

/** Both players on a button, which a phone cuts rather than breaks: "Ana vs Bảo". */
export const shortVersus = (match: Match, t: Translate): string =>
  versus(match, t, { draw: (title) => cutColumns(title, BUTTON_COLUMNS) });

const FORM_NAME_LENGTH = 24;

/** Opens the form for a match's scores, which is filled from this button alone: both names, where its id has room for them. */
export const scoreButton = (match: Match, text: string, t: Translate) =>
  ({
    kind: 'action',
    label: text,
    style: 'primary',
    action: 'score:form',
    args: [match.id, ...sideTitles(match, t, { draw: (title) => oneLine(title, FORM_NAME_LENGTH) })],
    shortArgs: [match.id],
  }) as const;

/** Both players in full, where Discord draws no markup. */
export const versusText = (match: Match, t: Translate): string =>
  versus(match, t, { draw: (title) => label(title, 45) });

/** The round's own name, or its number in words. */
export const roundText = (match: Match, t: Translate): string | undefined =>
  match.roundName ?? (match.round === undefined ? undefined : t('match.round', { round: match.round }));

const inFull: Draw = (text) => plain(text, 80);

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

/** A match with a score under a heading. */
export function scoreEmbed(
  view: { title: string; match: Match; scores: Scores; note?: string },
  t: Translate,
): APIEmbed {
  const { title, match, scores, note } = view;
  return embed(title, { text: paragraphs(scoreLine(match, scores, t), contextText(match, t), note) });
}

/** A reported score for the channel: in one line for people who turned embeds off, and as an embed. */
export function announcement(
  view: { match: Match; scores: Scores; note: string | undefined },
  t: Translate,
): { content: string; embeds: APIEmbed[] } {
  const { match, scores } = view;
  const line = scoreLine(match, scores, t, { winner: winnerBy(match, scores) });
  const under = lines(contextText(match, t), view.note);
  return { content: line, embeds: [embed(t('score.announced'), { text: `${line}\n\n${under}` })] };
}
