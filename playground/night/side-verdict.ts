import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { winnerSide } from '../../tools/platform-stand-in/world/scores.ts';
import { callOf, isAbout, isNamed, type SentPost } from './verdict.ts';
import type { NightWording } from './wording.ts';

interface SideRecord {
  wording: NightWording;
  world: World;
  swiss: WorldTournament;
  playIn: WorldTournament;
  rained: WorldTournament;
  duel: WorldTournament;
  /** What the bot posted in their channel, as it stands at the end. */
  posts: readonly ChatMessage[];
  sent: readonly SentPost[];
  /** The same of the channel of the duel. */
  duelPosts: readonly ChatMessage[];
}

/** What is wrong with the channel of the cups beside the night, in sentences; empty where all is as it has to be. */
export function judgeSide(record: SideRecord): string[] {
  const { wording, swiss, playIn, rained } = record;
  const posts = record.posts.filter(({ deleted }) => !deleted);
  const about = ({ name }: WorldTournament, pattern: RegExp): ChatMessage[] =>
    posts.filter(({ content }) => content.includes(name) && pattern.test(content));
  const isLive = ({ embeds }: ChatMessage): boolean => embeds.length > 0;
  return [
    ...count(1, 'the table of the Swiss', about(swiss, wording.table)),
    ...count(0, 'a champion of the Swiss', about(swiss, wording.champion)),
    ...count(
      1,
      'the live post of the Swiss, which is over',
      about(swiss, wording.over).filter((post) => isLive(post) && !wording.table.test(post.content)),
    ),
    ...count(0, 'a table of the play-in', about(playIn, wording.table)),
    ...championFaults(playIn, about(playIn, wording.champion), record),
    ...count(1, 'the postponement', about(rained, wording.postponed)),
    ...count(1, 'the live post of what is postponed', about(rained, wording.isPostponed).filter(isLive)),
    ...[swiss, playIn].flatMap((cup) => [
      ...count(1, `the start of ${cup.name}`, about(cup, wording.start)),
      ...matchFaults(cup, posts, record),
    ]),
    ...duelFaults(record),
  ];
}

/** A match that was called off has no result and no winner, and its tournament is over. */
function duelFaults({ wording, world, duel, duelPosts }: SideRecord): string[] {
  const posts = duelPosts.filter(({ content, deleted }) => !deleted && !wording.logged.test(content));
  const [match] = matchesOf([duel], world);
  const told = posts.filter(({ content }) => match !== undefined && isAbout(content, match, world));
  const ends = posts.filter(({ content }) => content.includes(duel.name) && wording.over.test(content));
  return [
    ...count(
      1,
      'the call of the duel, which says that it is called off',
      told.filter(({ content }) => wording.calledOff.test(content)),
    ),
    ...count(
      0,
      'a score of the duel',
      told.filter(({ content }) => wording.score.test(content)),
    ),
    ...count(
      0,
      'a winner of the duel',
      posts.filter(({ content }) => wording.champion.test(content) || wording.won.test(content)),
    ),
    ...(ends.length === 2
      ? []
      : [`the live post and the end say ${ends.length} times that the duel is over: two are enough`]),
  ];
}

export const count = (times: 0 | 1, what: string, found: readonly unknown[]): string[] =>
  found.length === times ? [] : [`${what}: ${found.length} posts instead of ${times === 1 ? 'one' : 'none'}`];

export const matchesOf = (cups: readonly WorldTournament[], world: World): WorldMatch[] =>
  [...world.matches.values()].filter(({ tournamentId }) => cups.some(({ id }) => id === tournamentId));

/** Each match was called once, and its result was told once. */
export function matchFaults(
  cup: WorldTournament,
  posts: readonly ChatMessage[],
  { wording, world, sent }: Pick<SideRecord, 'sent' | 'wording' | 'world'>,
): string[] {
  const lines = posts.flatMap(({ content }) => content.split('\n'));
  // The final's post says its result once more.
  const results = lines.filter((line) => wording.score.test(line) && !wording.final.test(line));
  return matchesOf([cup], world).flatMap((match) => [
    ...count(
      1,
      `the call of M${match.number} of ${cup.name}`,
      posts.filter((post) => callOf(post, sent) === match.id),
    ),
    ...count(
      1,
      `the result of M${match.number} of ${cup.name}`,
      results.filter((line) => isAbout(line, match, world)),
    ),
  ]);
}

/** One champion, and that is who won the last match. */
export function championFaults(
  cup: WorldTournament,
  posts: readonly ChatMessage[],
  { world }: Pick<SideRecord, 'world'>,
): string[] {
  const final = matchesOf([cup], world).at(-1);
  const winnerId = final?.seats[winnerSide(final) === 2 ? 1 : 0].playerId;
  const winner = world.players.get(winnerId ?? '')?.name ?? '';
  const faults = count(1, `the champion of ${cup.name}`, posts);
  const wrong = posts.filter(({ content }) => !isNamed(content.split('\n')[0] ?? '', winner));
  return [...faults, ...wrong.map(({ content }) => `${winner} won ${cup.name}, but: ${content}`)];
}
