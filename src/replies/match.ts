import type { APIEmbed } from 'discord-api-types/v10';
import { tagAlone, type TagOf } from '../brackets/tags.ts';
import type { Match } from '../platform/records.ts';
import { slotText } from '../words/bracket-words.ts';
import { plain } from '../words/plain.ts';
import { cutColumns } from '../words/width.ts';
import type { Translate } from '../words/words.ts';
import { ACCENT } from './format.ts';

const BUTTON_COLUMNS = 12;

export interface Scores {
  player1: number;
  player2: number;
}

/** The score that a match holds, where it holds one. */
export function scoresOf(match: Match): Scores | undefined {
  const [first, second] = match.sides;
  if (first.score === undefined || second.score === undefined) return undefined;
  return { player1: first.score, player2: second.score };
}

export const scoreText = (scores: Scores, t: Translate): string =>
  t('score.score', { first: t.number(scores.player1), second: t.number(scores.player2) });

/** Both players' names, without any escapes; a slot still open says what it waits for, as the bracket's tags call it. */
export function sideTitles(match: Match, t: Translate, tagOf: TagOf = tagAlone): [string, string] {
  const isKnown = match.sides.some(({ player, from, bye }) => (player ?? from ?? bye) !== undefined);
  // Nothing is known of a match without any player: then the order is all there is to tell them apart.
  const name = (at: 0 | 1): string =>
    isKnown ? slotText(match.sides[at], tagOf, t) : t(at === 0 ? 'score.player1' : 'score.player2');
  return [name(0), name(1)];
}

/** Both players on a button, which a phone cuts rather than breaks: "Ana vs Bảo". */
export function shortVersus(match: Match, t: Translate): string {
  const [first, second] = sideTitles(match, t).map((title) => cutColumns(title, BUTTON_COLUMNS));
  return t('match.versus', { first: first ?? '', second: second ?? '' });
}

/** The round's own name, or its number in words. */
export const roundText = (match: Match, t: Translate): string | undefined =>
  match.roundName ?? (match.round === undefined ? undefined : t('match.round', { round: match.round }));

/** Makes drawn text of a name: in full, or as a list has room for it. */
type Draw = (text: string) => string;

const inFull: Draw = (text) => plain(text, 80);

/** "**A** 3 – 1 **B**" */
export function scoreLine(match: Match, scores: Scores, t: Translate, draw: Draw = inFull): string {
  const [first, second] = sideTitles(match, t).map((title) => draw(title));
  return t('score.line', { first: first ?? '', second: second ?? '', score: scoreText(scores, t) });
}

/** Tournament and round, where they are known. */
export function contextText(match: Match, t: Translate, draw: Draw = inFull): string | undefined {
  const parts = [match.tournament?.name, roundText(match, t)]
    .filter((part) => part !== undefined)
    .map((part) => draw(part));
  return parts.length === 0 ? undefined : parts.join(t('list.separator'));
}

/** A match with a score under a heading. */
export function scoreEmbed(
  view: { title: string; match: Match; scores: Scores; note?: string },
  t: Translate,
): APIEmbed {
  const context = contextText(view.match, t);
  return {
    color: ACCENT,
    title: view.title,
    description: [scoreLine(view.match, view.scores, t), context, view.note]
      .filter((part) => part !== undefined)
      .join('\n\n'),
  };
}
