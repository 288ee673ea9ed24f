import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { resultFor, scoresOf, sideOf, type Result } from '../brackets/results.ts';
import type { Match } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  ACCENT,
  asOfLine,
  factLine,
  lines,
  listed,
  NAME_COLUMNS,
  paragraphs,
  time,
  timeBoth,
} from './format.ts';
import { contextText, scoreText, sideTitles } from './match.ts';

/** A letter and a shape of its own for each result: read without colour. */
const MARKS = { win: '▲W', loss: '▼L', draw: '■D' } as const;

/** "▲W ▼L ▲W": the newest first, as the list is. */
export const formStrip = (results: readonly (Result | undefined)[]): string =>
  results.flatMap((result) => (result === undefined ? [] : [MARKS[result]])).join(' ');

function matchLine(match: Match, playerId: string, t: Translate): string {
  const own = sideOf(match, playerId) ?? 0;
  const opponent = sideTitles(match, t)[own === 0 ? 1 : 0];
  const scores = scoresOf(match);
  const result = resultFor(match, playerId);
  const score =
    scores && scoreText(own === 0 ? scores : { player1: scores.player2, player2: scores.player1 }, t);
  const facts = [
    result === undefined ? score : t(`matches.outcomes.${result}`, { score: score ?? '' }).trim(),
    match.phase === 'running' ? t('match.phases.running') : undefined,
    match.endsAt ? time(match.endsAt, 'R') : match.startsAt && time(match.startsAt, 'R'),
    contextText(match, t, listed),
  ];
  return lines(
    `${result === undefined ? '▷' : MARKS[result]} **${listed(opponent, NAME_COLUMNS)}**`,
    factLine(facts, t),
  );
}

/** One page of a player's matches, the newest first, with their form. */
export function matchListEmbed(
  view: {
    name: string;
    playerId: string;
    matches: readonly Match[];
    form: readonly (Result | undefined)[];
    page: string | undefined;
    asOf: number | undefined;
  },
  t: Translate,
): APIEmbed {
  const strip = formStrip(view.form);
  return {
    color: ACCENT,
    title: t('matches.title', { name: plain(view.name, 60) }),
    description: paragraphs(
      strip === '' ? undefined : t('matches.form', { form: strip }),
      ...view.matches.map((match) => matchLine(match, view.playerId, t)),
      asOfLine(view.asOf, t),
    ),
    ...(view.page !== undefined && { footer: { text: view.page } }),
  };
}

/** One match in full. */
export function matchEmbed(view: { match: Match; asOf: number | undefined }, t: Translate): APIEmbed {
  const { match } = view;
  const [first, second] = sideTitles(match, t).map((title) => plain(title, 60));
  const scores = scoresOf(match);
  const side = (at: 0 | 1): string => {
    const score = match.sides[at].score;
    const won = match.winner === at + 1 ? ` · ${t('match.winner')}` : '';
    return score === undefined ? (won === '' ? '—' : t('match.winner')) : `**${t.number(score)}**${won}`;
  };
  const fields: APIEmbedField[] = [];
  if (scores !== undefined || match.winner !== undefined) {
    fields.push(
      { name: first ?? '', value: side(0), inline: true },
      { name: second ?? '', value: side(1), inline: true },
    );
  }
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) fields.push({ name, value, inline: false });
  };
  add(t('match.state'), match.phase && t(`match.phases.${match.phase}`));
  add(t('match.starts'), match.startsAt && timeBoth(match.startsAt));
  add(t('match.ended'), match.endsAt && timeBoth(match.endsAt));
  return {
    color: ACCENT,
    title: t('match.versus', { first: first ?? '', second: second ?? '' }),
    description: lines(contextText(match, t), asOfLine(view.asOf, t)),
    fields,
  };
}
