import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { World, WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import { winnerSide } from '../../tools/platform-stand-in/world/scores.ts';
import { isNamed } from './verdict.ts';
import type { NightWording } from './wording.ts';

/** The other one wins by as much. */
export function turnedScores({ scores }: Pick<WorldMatch, 'scores'>): [number, number] {
  const [first, second] = scores ?? [0, 0];
  return [second, first];
}

interface MorningView {
  wording: NightWording;
  world: World;
  /** The night's last match. */
  final: WorldMatch;
  posts: readonly ChatMessage[];
  /** The name of the tournament that ended last. */
  latest: string;
}

/** What is wrong with the season's post: one, up to the latest tournament, with the winner of the final in its first place. */
export function seasonFaults({ wording, world, final, posts, latest }: MorningView): string[] {
  const seasons = posts.filter(({ content, deleted }) => !deleted && wording.season.test(content));
  if (seasons.length !== 1) return [`there are ${seasons.length} posts of the season instead of one`];
  const winnerId = final.seats[winnerSide(final) === 2 ? 1 : 0].playerId;
  const winner = world.players.get(winnerId ?? '')?.name ?? '';
  const rows = seasons[0]?.embeds[0]?.description ?? '';
  const [first = ''] = rows.split('\n').filter((line) => /\d/.test(line));
  return [
    ...(isNamed(first, winner) ? [] : [`the season does not begin with ${winner}: ${rows}`]),
    ...(rows.includes(latest) ? [] : [`the season does not end with ${latest}: ${rows}`]),
  ];
}

/** What is wrong with the desk of the night's tournament: one, which says that nothing is missing. */
export function deskFaults(
  { wording, posts }: Pick<MorningView, 'wording' | 'posts'>,
  name: string,
): string[] {
  const desks = posts.filter(
    ({ content, deleted }) => !deleted && content.includes(name) && wording.desk.test(content),
  );
  if (desks.length !== 1) return [`there are ${desks.length} desks instead of one`];
  const [{ content } = { content: '' }] = desks;
  return wording.complete.test(content) ? [] : [`the desk does not say that all results are in: ${content}`];
}
