import type { APIEmbed } from 'discord-api-types/v10';
import type { Meetings } from '../brackets/meetings.ts';
import { resultFor, scoreOf, scoresOf, sideOf, turned, type PlayerResult } from '../brackets/results.ts';
import type { Match } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, factLine, lines, shortMarkup, NAME_COLUMNS, paragraphs } from './format.ts';
import {
  contextMarkup,
  formatContext,
  hasNames,
  matchName,
  matchTitle,
  meetingsText,
  scoreText,
  sideTitles,
} from './match.ts';
import { pageText, type ListPage } from './pager.ts';
import { reportLine } from './report-lines.ts';
import type { ReportView } from './report-view.ts';
import { endField, phaseText, startField, whenText } from './times.ts';

/** A shape and a letter for each result, so that it needs no color. */
const MARKS = {
  win: ['▲', 'pictures.wonLetter'],
  loss: ['▼', 'pictures.lostLetter'],
  draw: ['■', 'pictures.drawnLetter'],
} as const;

function markOf(result: PlayerResult, t: Translate): string {
  const [shape, letter] = MARKS[result];
  return `${shape}${t(letter)}`;
}

/** "▲W ▼L ▲W", the newest first. */
export const formStrip = (results: readonly (PlayerResult | undefined)[], t: Translate): string =>
  results.flatMap((result) => (result === undefined ? [] : [markOf(result, t)])).join(' ');

/** The opponent, or both players if it is unknown which one the player is. */
export function opponentMarkup(match: Match, playerId: string, t: Translate): string {
  const own = sideOf(match, playerId);
  const format = (name: string): string => shortMarkup(name, NAME_COLUMNS);
  if (own === undefined || !hasNames(match)) return matchTitle(match, t, format);
  return sideTitles(match, t, { format })[own === 0 ? 1 : 0];
}

/** The facts beside a match's title; without any, the match's name, to distinguish it from others. */
export function besideTitle(match: Match, facts: readonly (string | undefined)[], t: Translate): string {
  const text = factLine(facts, t);
  return text === '' && hasNames(match) ? shortMarkup(matchName(match, t)) : text;
}

/** When it was, or is. A decided match has no start ahead. */
function whenOf(match: Match, now: number, t: Translate): string | undefined {
  const { endsAt, phase, startsAt, winner } = match;
  const isDecided = phase === 'finished' || winner !== undefined;
  const [moment] = [endsAt, startsAt].filter((one) => one !== undefined && !(isDecided && one.epochMs > now));
  return moment && whenText(match, moment, t);
}

function matchLine(match: Match, playerId: string, now: number, t: Translate): string {
  const own = sideOf(match, playerId) ?? 0;
  const scores = scoresOf(match);
  const result = resultFor(match, playerId);
  const score = scores && scoreText(own === 0 ? scores : turned(scores), t);
  const opponent = opponentMarkup(match, playerId, t);
  const facts = [
    result === undefined ? score : t(`matches.outcomes.${result}`, { score: score ?? '' }).trim(),
    match.phase === 'running' ? t('match.phases.running') : undefined,
    whenOf(match, now, t),
    formatContext(match, t, shortMarkup),
  ];
  return lines(
    `${result === undefined ? '▷' : markOf(result, t)} **${opponent}**`,
    besideTitle(match, facts, t),
  );
}

/** One page of a player's matches, the newest first, with their form. */
export function matchListEmbed(
  view: {
    name: string;
    playerId: string;
    page: ListPage<Match>;
    form: readonly (PlayerResult | undefined)[];
    asOf: number | undefined;
    now: number;
  },
  t: Translate,
): APIEmbed {
  const strip = formStrip(view.form, t);
  return embed(t('matches.title', { name: escapeMarkup(view.name, 60) }), {
    text: paragraphs(
      strip === '' ? undefined : t('matches.form', { form: strip }),
      ...view.page.items.map((match) => matchLine(match, view.playerId, view.now, t)),
      asOfLine(view.asOf, t),
    ),
    footer: pageText(view.page, t),
  });
}

/** One match in full. */
export function matchEmbed(
  view: {
    match: Match;
    asOf: number | undefined;
    now: number;
    report?: ReportView | undefined;
    /** The Discord ids of the players who may be named, by their players' ids. */
    members?: ReadonlyMap<string, string>;
    meetings?: Meetings | undefined;
  },
  t: Translate,
): APIEmbed {
  const { match, meetings, members } = view;
  const inFull = (title: string): string => escapeMarkup(title, 60);
  const [first, second] = sideTitles(match, t, { format: inFull });
  const scores = scoresOf(match);
  const side = (at: 0 | 1): string | undefined => {
    if (scores === undefined && match.winner === undefined) return undefined;
    const score = scoreOf(match.sides[at]);
    const won = match.winner === at + 1 ? `${t('list.separator')}${t('match.winner')}` : '';
    return score === undefined ? (won === '' ? '—' : t('match.winner')) : `**${t.number(score)}**${won}`;
  };
  // Discord shows no mention in a field's name.
  const member = (at: 0 | 1): string | undefined => {
    const discordId = members?.get(match.sides[at].player?.id ?? '');
    return discordId && `<@${discordId}>`;
  };
  const whose = (at: 0 | 1): string => lines(side(at), member(at));
  return embed(matchTitle(match, t, inFull), {
    text: lines(contextMarkup(match, t), meetings && meetingsText(meetings, t), asOfLine(view.asOf, t)),
    facts: [
      [first, whose(0)],
      [second, whose(1)],
      [t('match.result'), view.report && reportLine(match, view.report, t), 'full'],
      [t('match.status'), phaseText(match, view.now, t), 'full'],
      startField(match, view.now, t),
      endField(match, view.now, t),
    ],
  });
}
