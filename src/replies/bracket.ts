import type { APIEmbed } from 'discord-api-types/v10';
import { currentMatches, undecidedCount } from '../brackets/current.ts';
import { championOf, partsOf } from '../brackets/parts.ts';
import { scoresOf } from '../brackets/results.ts';
import { tagMatches, type TagOf } from '../brackets/tags.ts';
import { matchesOf, type WindowChoice, type WindowContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../platform/records.ts';
import { pageText, placedText, playerText, stageText, tagText } from '../brackets/texts.ts';
import { label, plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, factLine, listed, NAME_COLUMNS, paragraphs, time, type Picture } from './format.ts';
import { scoreLine, versus } from './match.ts';

const inList = (name: string): string => listed(name, NAME_COLUMNS);

/** "M12 · **Ana** vs **Winner of M7**": the names by which the picture ties its matches. */
function line(match: Match, place: string | undefined, tagOf: TagOf, t: Translate): string {
  const scores = scoresOf(match);
  const tag = tagOf(match.id);
  const sides =
    scores === undefined
      ? versus(match, t, { draw: (name) => `**${inList(name)}**`, tagOf })
      : scoreLine(match, scores, t, { draw: inList });
  const facts = [
    match.phase === 'running' ? t('match.phases.running') : undefined,
    match.startsAt && scores === undefined ? time(match.startsAt, 'R') : undefined,
    place,
  ];
  return factLine([tag === undefined ? undefined : plain(tagText(tag, t), 12), sides, ...facts], t);
}

/** As many as a page of a round holds. */
const AT_MOST = 16;

/** What stands in a window, or what is on and comes next, as lines under a heading. */
function listing(bracket: Bracket, content: WindowContent, t: Translate): string[] {
  const matches = matchesOf(bracket, content);
  const { heading, nothing } = headings(bracket, content, t);
  const tagOf = tagMatches(bracket);
  const places = new Map(
    content.kind === 'now' || content.kind === 'whole'
      ? currentMatches(bracket).map(({ match, title }) => [match, placedText(title, t)])
      : [],
  );
  // What all have in common is no news.
  const isOneRound = new Set(places.values()).size < 2;
  const shown = matches.slice(0, AT_MOST).map((match) => {
    const place = isOneRound ? undefined : places.get(match);
    return line(match, place === undefined ? undefined : listed(place), tagOf, t);
  });
  const more = matches.length - shown.length;
  return [
    ...(shown.length === 0 ? nothing : [`**${heading}**`, ...shown]),
    ...(more > 0 ? [t('bracket.more', { count: more })] : []),
  ];
}

function headings(
  bracket: Bracket,
  content: WindowContent,
  t: Translate,
): { heading: string; nothing: string[] } {
  switch (content.kind) {
    case 'now':
    case 'whole':
      return { heading: t('bracket.next'), nothing: [standText(bracket, t)] };
    case 'round': {
      const title = pageText(placedText(content.title, t), content, t);
      return { heading: plain(title), nothing: [t('bracket.empty')] };
    }
    case 'path': {
      const name = plain(playerText(content.player, t), 60);
      return { heading: t('bracket.path', { name }), nothing: [t('bracket.notIn', { name })] };
    }
  }
}

/** How a bracket stands in which nothing is on. */
function standText(bracket: Bracket, t: Translate): string {
  const champion = championOf(partsOf(bracket));
  if (champion) return t('bracket.wonBy', { name: plain(playerText(champion, t), 60) });
  const undecided = undecidedCount(bracket);
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
  const text = paragraphs(listing(bracket, content, t).join('\n'), asOfLine(view.asOf, t));
  return embed(plain(name, 120), { text, picture });
}

/** What a choice of a bracket's window says. */
export function windowText(choice: WindowChoice, t: Translate): string {
  if ('stage' in choice) return stageText(choice.stage, t);
  if ('round' in choice) return placedText(choice.round, t);
  return t(choice.window.kind === 'now' ? 'bracket.now' : 'bracket.whole');
}

/** Both players of a match on a menu's line, and what the match is called. */
export function matchChoice(match: Match, tagOf: TagOf, t: Translate): string {
  const tag = tagOf(match.id);
  const sides = versus(match, t, { draw: (title) => label(title, 40), tagOf });
  return factLine([tag === undefined ? undefined : label(tagText(tag, t), 12), sides], t);
}
