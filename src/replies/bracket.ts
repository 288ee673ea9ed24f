import type { APIEmbed } from 'discord-api-types/v10';
import { undecidedCount } from '../brackets/current.ts';
import { titledMatches } from '../brackets/parts.ts';
import { progressOf, scoresOf } from '../brackets/results.ts';
import { matchesOfLeague } from '../brackets/stages.ts';
import { tagMatches, type TagOf } from '../brackets/tags.ts';
import {
  currentText,
  pagedTitleText,
  placedParts,
  placedTableText,
  placedText,
  playerText,
  stageText,
  tagText,
} from '../brackets/texts.ts';
import type { WindowChoice } from '../brackets/window-choices.ts';
import { currentIn, matchesOf, type WindowContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../reading/records.ts';
import { label, escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  factLine,
  lines,
  shortMarkup,
  NAME_COLUMNS,
  paragraphs,
  type EmbedImage,
} from './format.ts';
import { scoreLine, formatVersus } from './match.ts';
import { standingLines, tableParagraphs } from './standings.ts';
import { whenText } from './times.ts';

const nameMarkup = (name: string): string => shortMarkup(name, NAME_COLUMNS);

/** "M12 · **Ana** vs **Winner of M7**", with the same match tags as in the picture. */
function line(match: Match, place: readonly string[], tagOf: TagOf, t: Translate): string {
  const scores = scoresOf(match);
  const tag = tagOf(match.id);
  const sides =
    scores === undefined
      ? formatVersus(match, t, { format: (name) => `**${nameMarkup(name)}**`, tagOf })
      : scoreLine(match, scores, t, { format: nameMarkup });
  const facts = [
    match.phase === 'running' ? t('match.phases.running') : undefined,
    match.startsAt && scores === undefined ? whenText(match, match.startsAt, t) : undefined,
    // A line may break between the parts.
    ...place.map((part) => shortMarkup(part)),
  ];
  return factLine([tag === undefined ? undefined : escapeMarkup(tagText(tag, t), 12), sides, ...facts], t);
}

/** The size of a page of a round. */
const MAX_LINES = 16;

/** Matches as lines under a heading. `placeOf` returns the round of a match if it is not obvious. */
function matchLines(
  { heading, bracket, matches }: { heading: string; bracket: Bracket; matches: readonly Match[] },
  t: Translate,
  placeOf: (match: Match) => readonly string[] = () => [],
): string {
  const tagOf = tagMatches(bracket);
  const matchesShown = matches.slice(0, MAX_LINES).map((match) => line(match, placeOf(match), tagOf, t));
  const more = matches.length - matchesShown.length;
  return lines(`**${heading}**`, ...matchesShown, more > 0 ? t('bracket.more', { count: more }) : undefined);
}

/** The current matches of a window, if there are any. */
function currentLines(bracket: Bracket, content: WindowContent, t: Translate): string | undefined {
  const current = currentIn(bracket, content);
  if (current.length === 0) return undefined;
  const places = new Map(current.map(({ match, title }) => [match, placedParts(title, t)]));
  // A round that all matches share is omitted.
  const differ = new Set([...places.values()].map((parts) => parts.join('\n'))).size > 1;
  const matches = current.map(({ match }) => match);
  return matchLines({ heading: currentText(current, t), bracket, matches }, t, (match) =>
    differ ? (places.get(match) ?? []) : [],
  );
}

/** "**Full bracket** · 12 of 15 matches played" */
function partLine(title: string, matches: readonly Match[], t: Translate): string {
  const progress = progressOf(matches);
  return factLine([`**${escapeMarkup(title)}**`, progress && t('pictures.progress', progress)], t);
}

/** The paragraphs of a window. */
function listing(bracket: Bracket, content: WindowContent, t: Translate): (string | undefined)[] {
  const current = (): string | undefined => currentLines(bracket, content, t);
  switch (content.kind) {
    case 'now':
      return [current()];
    case 'whole': {
      const parts = content.stages.flatMap((stage) => stage.parts);
      const name = content.title === undefined ? t('bracket.whole') : stageText(content.title, t);
      const title = pagedTitleText(name, content, t);
      const leagues = parts.flatMap((part) => (part.kind === 'leagues' ? part.leagues : []));
      const progress = partLine(title, content.all, t);
      return [progress, current() ?? statusMarkup(content, bracket, t), ...tableParagraphs(leagues, t)];
    }
    case 'table': {
      const title = pagedTitleText(placedTableText(content.title, t), content, t);
      const progress = partLine(title, matchesOfLeague(content.league), t);
      return [lines(progress, ...standingLines(content.standings, t)), current()];
    }
    case 'round': {
      const { matches } = content;
      const heading = escapeMarkup(pagedTitleText(placedText(content.title, t), content, t));
      return [matches.length === 0 ? t('bracket.empty') : matchLines({ heading, bracket, matches }, t)];
    }
    case 'path': {
      const name = escapeMarkup(playerText(content.player, t), 60);
      const matches = matchesOf(bracket, content);
      const heading = t('bracket.path', { name });
      const places = new Map(
        titledMatches(bracket).map(({ match, title }) => [match, placedParts(title, t)]),
      );
      const placeOf = (match: Match) => places.get(match) ?? [];
      return [
        matches.length === 0
          ? t('bracket.notIn', { name })
          : matchLines({ heading, bracket, matches }, t, placeOf),
      ];
    }
  }
}

/** The status of parts without current matches. */
function statusMarkup(
  { all, winner }: Pick<Extract<WindowContent, { kind: 'whole' }>, 'all' | 'winner'>,
  { record }: Bracket,
  t: Translate,
): string | undefined {
  if (winner !== undefined) return t('bracket.wonBy', { name: escapeMarkup(playerText(winner, t), 60) });
  const progress = progressOf(all);
  if (progress === undefined) return undefined;
  const undecided = undecidedCount(all);
  if (undecided > 0) return t('bracket.undecided', { count: undecided });
  // Before the end, more may be listed; a canceled match was not played.
  const isAll = record?.hasEnded === true && progress.played === progress.total;
  return isAll ? t('bracket.over') : undefined;
}

/** A bracket as text, for beside its picture. */
export function bracketEmbed(
  view: {
    name: string;
    bracket: Bracket;
    content: WindowContent;
    picture: EmbedImage | undefined;
    asOf: number | undefined;
  },
  t: Translate,
): APIEmbed {
  const { name, bracket, content, picture } = view;
  const text = paragraphs(...listing(bracket, content, t), asOfLine(view.asOf, t));
  return embed(escapeMarkup(name, 120), { text, picture });
}

/** The text of a window in the select. */
export function windowText(choice: WindowChoice, t: Translate): string {
  if ('stage' in choice) return stageText(choice.stage, t);
  if ('table' in choice) return placedTableText(choice.table, t);
  if ('round' in choice) return placedText(choice.round, t);
  return t(choice.window.kind === 'now' ? 'bracket.next' : 'bracket.whole');
}

/** A match in a select: its tag and both players. */
export function matchLabel(match: Match, tagOf: TagOf, t: Translate): string {
  const tag = tagOf(match.id);
  const sides = formatVersus(match, t, { format: (title) => label(title, 40), tagOf });
  return factLine([tag === undefined ? undefined : label(tagText(tag, t), 12), sides], t);
}
