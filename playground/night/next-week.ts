import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { openCup, startCup } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { reportScore, winnerSide } from '../../tools/platform-stand-in/world/scores.ts';
import type { Playground } from '../start.ts';
import { buttonOf, eventually } from './eventually.ts';
import { deskFaults, seasonFaults } from './morning.ts';
import { championFaults, count, matchFaults } from './side-verdict.ts';
import { staleFaults, type SentPost } from './verdict.ts';
import type { NightWording } from './wording.ts';

/** It has the word of the series. */
const NAME = 'Owl Rematch';
const STARTS_IN_MS = 600_000;
/** The platform's list is read once a minute. */
const LISTED_WITHIN_MS = 120_000;

/** The next tournament of the series. It is listed at once, and played later. */
export const openNextWeek = ({ platform: { world } }: Pick<Playground, 'platform'>): WorldTournament =>
  openCup(world, { name: NAME, startsAt: Date.now() + STARTS_IN_MS, entrantIds: [], capacity: 2 });

interface Week {
  wording: NightWording;
  cup: WorldTournament;
  /** The last final. */
  final: WorldMatch | undefined;
  signal: AbortSignal;
  /** What the bot posted in the channel of the series, as it stands now. */
  posts: () => readonly ChatMessage[];
  tell: (line: string) => void;
}

const isOf = ({ name }: WorldTournament, { content, deleted }: ChatMessage): boolean =>
  !deleted && content.includes(name);

/** Somebody whom a player has never met: a line with both names is of this tournament alone. */
function strangerTo(playerId: string, { matches, players }: World): string {
  const ofPlayer = [...matches.values()].filter(({ seats }) =>
    seats.some((seat) => seat.playerId === playerId),
  );
  const met = new Set(ofPlayer.flatMap(({ seats }) => seats.map((seat) => seat.playerId)));
  const stranger = [...players.keys()].find((id) => id !== playerId && !met.has(id));
  if (stranger === undefined) throw new Error('everybody has met everybody');
  return stranger;
}

/** The series announces and follows it by itself; it is played, and the winner of the last final wins again. */
export async function playNextWeek(
  { platform: { world } }: Pick<Playground, 'platform'>,
  { cup, final, posts, signal, tell, wording }: Week,
): Promise<void> {
  const adopted = (): ChatMessage | undefined =>
    posts().find((post) => isOf(cup, post) && !wording.news.test(post.content));
  await eventually(`the live post of ${cup.name}`, signal, adopted, LISTED_WITHIN_MS);
  const winnerId = final?.seats[winnerSide(final) === 2 ? 1 : 0].playerId ?? '';
  const [match] = startCup(world, cup, { at: Date.now(), seeds: [winnerId, strangerTo(winnerId, world)] });
  if (match === undefined) throw new Error(`${cup.name} has no match`);
  tell(`The next week: ${cup.name} starts`);
  const call = (): ChatMessage | undefined =>
    posts().find((post) => buttonOf(post, `follow:help:${match.id}:`) !== undefined);
  await eventually(`the call of ${cup.name}`, signal, call);
  const scores: [number, number] = match.seats[0].playerId === winnerId ? [3, 1] : [1, 3];
  reportScore(world, { match, scores, reporterId: CAST.organizer, at: Date.now() });
  tell(`${cup.name} is over`);
}

interface WeekRecord {
  wording: NightWording;
  world: World;
  cup: WorldTournament;
  /** What the bot posted in the channel of the series, and to its organizers. */
  posts: readonly ChatMessage[];
  organizers: readonly ChatMessage[];
  sent: readonly SentPost[];
}

/** What is wrong with the channel of the series, in which the announcement became the live post. */
export function judgeNextWeek(record: WeekRecord): string[] {
  const { cup, organizers, wording, world } = record;
  const posts = record.posts.filter(({ deleted }) => !deleted);
  const about = (pattern: RegExp): ChatMessage[] =>
    posts.filter((post) => isOf(cup, post) && pattern.test(post.content));
  const matches = [...world.matches.values()].filter(({ tournamentId }) => tournamentId === cup.id);
  const live = about(wording.won).filter(({ embeds }) => embeds.length > 0);
  return [
    ...count(1, `the live post of ${cup.name}`, live),
    ...count(0, 'an announcement beside the live post', about(wording.news)),
    ...count(1, `the start of ${cup.name}`, about(wording.start)),
    ...championFaults(cup, about(wording.champion), record),
    ...matchFaults(cup, posts, record),
    ...posts.flatMap((post) => staleFaults(post, matches, { wording, world })),
    ...matches.flatMap((final) => seasonFaults({ wording, world, final, posts, latest: cup.name })),
    ...deskFaults({ wording, posts: organizers }, cup.name),
  ];
}
