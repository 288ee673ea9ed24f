import type { APIEmbed } from 'discord-api-types/v10';
import { tagMatches, type MatchTags } from '../pictures/match-tags.ts';
import type { Bracket, Match } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { ACCENT, asOfLine, imageOf, listed, NAME_COLUMNS, stateText, time } from './format.ts';
import { scoreLine, scoresOf, sideTitles } from './match.ts';

const namesPlayer = (match: Match, playerId: string): boolean =>
  match.sides.some((side) => side.player?.id === playerId);

/** All that a player has played and will play, in order. */
export const matchesOf = (bracket: Bracket, playerId: string): Match[] =>
  bracket.rounds.flatMap((round) => round.matches).filter((match) => namesPlayer(match, playerId));

/** What is being played, and then what can be: both players known and no score yet. */
export function currentMatches(bracket: Bracket): Match[] {
  const all = bracket.rounds.flatMap((round) => round.matches);
  const open = (match: Match): boolean =>
    match.winner === undefined &&
    match.phase !== 'finished' &&
    match.phase !== 'cancelled' &&
    match.sides.every((side) => side.player !== undefined);
  const running = all.filter((match) => match.phase === 'running');
  return [
    ...running,
    ...all.filter((match) => open(match) && match.phase !== 'running' && scoresOf(match) === undefined),
  ];
}

const named = (name: string): string => listed(name, NAME_COLUMNS);

/** "M12 · **Ana** vs **Winner of M7**": the names by which the picture ties its matches. */
function line(match: Match, tags: MatchTags, t: Translate): string {
  const scores = scoresOf(match);
  const tag = tags.tagOf(match);
  const [first, second] = sideTitles(match, t, tags).map(named);
  const versus =
    scores === undefined
      ? t('match.versus', { first: `**${first}**`, second: `**${second}**` })
      : scoreLine(match, scores, t, named);
  const facts = [
    match.phase === 'running' ? match.status && stateText(match.status) : undefined,
    match.startsAt && scores === undefined ? time(match.startsAt, 'R') : undefined,
  ];
  return [tag && plain(tag, 12), versus, ...facts]
    .filter((fact) => fact !== undefined)
    .join(t('list.separator'));
}

/** As many as a page of a round holds. */
const AT_MOST = 16;

/** The text twin of a bracket's picture: what stands in this window, or what is on and comes next. */
export function bracketEmbed(
  view: {
    name: string;
    /** All of it: what its matches are called is a matter of the whole. */
    bracket: Bracket;
    heading: string;
    matches: readonly Match[];
    /** Said where there are no matches to list. */
    nothing: string;
    picture: { name: string; description: string } | undefined;
    platformName: string;
    asOf: number | undefined;
  },
  t: Translate,
): APIEmbed {
  const tags = tagMatches(view.bracket, t);
  const shown = view.matches.slice(0, AT_MOST).map((match) => line(match, tags, t));
  const more = view.matches.length - shown.length;
  const list = [
    ...(shown.length === 0 ? [view.nothing] : [`**${view.heading}**`, ...shown]),
    ...(more > 0 ? [t('bracket.more', { count: more })] : []),
  ].join('\n');
  const { picture } = view;
  return {
    color: ACCENT,
    title: plain(view.name, 120),
    description: [list, asOfLine(view.asOf, view.platformName, t)]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    ...(picture && { image: imageOf(picture) }),
  };
}
