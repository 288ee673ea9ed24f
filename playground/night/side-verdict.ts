import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { World, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { callOf, isAbout, staleFaults, type SentPost } from './verdict.ts';
import type { NightWording } from './wording.ts';

interface SideRecord {
  wording: NightWording;
  world: World;
  swiss: WorldTournament;
  rained: WorldTournament;
  /** What the bot posted in their channel, as it stands at the end. */
  posts: readonly ChatMessage[];
  sent: readonly SentPost[];
}

/** What is wrong with the channel of a Swiss and of a cup that was postponed, in sentences; empty where all is as it has to be. */
export function judgeSide({ wording, world, swiss, rained, posts, sent }: SideRecord): string[] {
  const matches = [...world.matches.values()].filter(({ tournamentId }) => tournamentId === swiss.id);
  const standing = posts.filter(({ deleted }) => !deleted);
  const about = (name: string, pattern: RegExp): ChatMessage[] =>
    standing.filter(({ content }) => content.includes(name) && pattern.test(content));
  const once = (what: string, found: readonly unknown[]): string[] =>
    found.length === 1 ? [] : [`${what}: ${found.length} posts instead of one`];
  const resultsOf = (match: (typeof matches)[number]): string[] =>
    standing
      .flatMap(({ content }) => content.split('\n'))
      .filter((line) => wording.score.test(line) && isAbout(line, match, world));
  const isLive = ({ embeds }: ChatMessage): boolean => embeds.length > 0;
  return [
    ...once('the start of the Swiss', about(swiss.name, wording.start)),
    ...once('the table of the Swiss', about(swiss.name, wording.table)),
    ...once(
      'the live post of the Swiss, which is over',
      about(swiss.name, wording.over).filter((post) => isLive(post) && !wording.table.test(post.content)),
    ),
    ...once('the postponement', about(rained.name, wording.postponed)),
    ...once('the live post of what is postponed', about(rained.name, wording.isPostponed).filter(isLive)),
    ...matches.flatMap((match) => [
      ...once(
        `the call of M${match.number} of the Swiss`,
        standing.filter((post) => callOf(post, sent) === match.id),
      ),
      ...once(`the result of M${match.number} of the Swiss`, resultsOf(match)),
    ]),
    ...standing.flatMap((post) => staleFaults(post, matches, { wording, world })),
  ];
}
