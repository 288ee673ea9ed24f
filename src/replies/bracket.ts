import type { APIEmbed } from 'discord-api-types/v10';
import { undecidedCount } from '../brackets/current.ts';
import { championOf, matchesIn } from '../brackets/parts.ts';
import { progressOf } from '../brackets/players.ts';
import { scoresOf } from '../brackets/results.ts';
import { matchesOfLeague, type Part } from '../brackets/stages.ts';
import { tagMatches, type TagOf } from '../brackets/tags.ts';
import {
  pageText,
  placedParts,
  placedTableText,
  placedText,
  playerText,
  stageText,
  tagText,
} from '../brackets/texts.ts';
import type { WindowChoice } from '../brackets/window-choices.ts';
import { currentIn, matchesOf, type WindowContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../platform/records.ts';
import { label, escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  factLine,
  lines,
  listed,
  NAME_COLUMNS,
  paragraphs,
  time,
  type Picture,
} from './format.ts';
import { scoreLine, versus } from './match.ts';
import { standingLines, tableParagraphs } from './standings.ts';

const inList = (name: string): string => listed(name, NAME_COLUMNS);

/** "M12 · **Ana** vs **Winner of M7**": the names by which the picture ties its matches. */
function line(match: Match, place: readonly string[], tagOf: TagOf, t: Translate): string {
  const scores = scoresOf(match);
  const tag = tagOf(match.id);
  const sides =
    scores === undefined
      ? versus(match, t, { draw: (name) => `**${inList(name)}**`, tagOf })
      : scoreLine(match, scores, t, { draw: inList });
  const facts = [
    match.phase === 'running' ? t('match.phases.running') : undefined,
    match.startsAt && scores === undefined ? time(match.startsAt, 'R') : undefined,
    // A line may break between the parts.
    ...place.map((part) => listed(part)),
  ];
  return factLine([tag === undefined ? undefined : escapeMarkup(tagText(tag, t), 12), sides, ...facts], t);
}

/** As many as a page of a round holds. */
const AT_MOST = 16;

/** Matches as lines under a heading; `placeOf` says where one belongs. */
function matchLines(
  { heading, bracket, matches }: { heading: string; bracket: Bracket; matches: readonly Match[] },
  t: Translate,
  placeOf: (match: Match) => readonly string[] = () => [],
): string {
  const tagOf = tagMatches(bracket);
  const shown = matches.slice(0, AT_MOST).map((match) => line(match, placeOf(match), tagOf, t));
  const more = matches.length - shown.length;
  return lines(`**${heading}**`, ...shown, more > 0 ? t('bracket.more', { count: more }) : undefined);
}

/** What is on and comes next in the shown part, where anything does. */
function currentLines(bracket: Bracket, content: WindowContent, t: Translate): string | undefined {
  const current = currentIn(bracket, content);
  if (current.length === 0) return undefined;
  const places = new Map(current.map(({ match, title }) => [match, placedParts(title, t)]));
  // What all have in common is no news.
  const differ = new Set([...places.values()].map((parts) => parts.join('\n'))).size > 1;
  const matches = current.map(({ match }) => match);
  return matchLines({ heading: t('bracket.next'), bracket, matches }, t, (match) =>
    differ ? (places.get(match) ?? []) : [],
  );
}

/** "**Full bracket** · 12 of 15 matches played" */
const partLine = (title: string, matches: readonly Match[], t: Translate): string =>
  factLine([`**${escapeMarkup(title)}**`, t('pictures.progress', progressOf(matches))], t);

/** What stands in a window, in paragraphs. */
function listing(bracket: Bracket, content: WindowContent, t: Translate): (string | undefined)[] {
  const current = (): string | undefined => currentLines(bracket, content, t);
  switch (content.kind) {
    case 'now':
      return [current()];
    case 'whole': {
      const parts = content.stages.flatMap((stage) => stage.parts);
      const title = content.title === undefined ? t('bracket.whole') : stageText(content.title, t);
      const leagues = parts.flatMap((part) => (part.kind === 'leagues' ? part.leagues : []));
      const progress = partLine(title, parts.flatMap(matchesIn), t);
      return [progress, current() ?? standText(parts, t), ...tableParagraphs(leagues, t)];
    }
    case 'table': {
      const title = pageText(placedTableText(content.title, t), content, t);
      const progress = partLine(title, matchesOfLeague(content.league), t);
      return [lines(progress, ...standingLines(content.standings, t)), current()];
    }
    case 'round': {
      const { matches } = content;
      const heading = escapeMarkup(pageText(placedText(content.title, t), content, t));
      return [matches.length === 0 ? t('bracket.empty') : matchLines({ heading, bracket, matches }, t)];
    }
    case 'path': {
      const name = escapeMarkup(playerText(content.player, t), 60);
      const matches = matchesOf(bracket, content);
      const heading = t('bracket.path', { name });
      return [
        matches.length === 0 ? t('bracket.notIn', { name }) : matchLines({ heading, bracket, matches }, t),
      ];
    }
  }
}

/** How a part stands in which nothing is on. */
function standText(parts: readonly Part[], t: Translate): string {
  const champion = championOf(parts);
  if (champion) return t('bracket.wonBy', { name: escapeMarkup(playerText(champion, t), 60) });
  const undecided = undecidedCount(parts.flatMap(matchesIn));
  return undecided === 0 ? t('bracket.over') : t('bracket.undecided', { count: undecided });
}

/** The text twin of a bracket's picture. */
export function bracketEmbed(
  view: {
    name: string;
    bracket: Bracket;
    content: WindowContent;
    picture: Picture | undefined;
    asOf: number | undefined;
  },
  t: Translate,
): APIEmbed {
  const { name, bracket, content, picture } = view;
  const text = paragraphs(...listing(bracket, content, t), asOfLine(view.asOf, t));
  return embed(escapeMarkup(name, 120), { text, picture });
}

/** What a choice of a bracket's window says. */
export function windowText(choice: WindowChoice, t: Translate): string {
  if ('stage' in choice) return stageText(choice.stage, t);
  if ('table' in choice) return placedTableText(choice.table, t);
  if ('round' in choice) return placedText(choice.round, t);
  return t(choice.window.kind === 'now' ? 'bracket.now' : 'bracket.whole');
}

/** Both players of a match on a menu's line, and what the match is called. */
export function matchChoice(match: Match, tagOf: TagOf, t: Translate): string {
  const tag = tagOf(match.id);
  const sides = versus(match, t, { draw: (title) => label(title, 40), tagOf });
  return factLine([tag === undefined ? undefined : label(tagText(tag, t), 12), sides], t);
}
