import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { openCup, startCup } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { reportScore, winnerSide } from '../../tools/platform-stand-in/world/scores.ts';
import type { Playground } from '../start.ts';
import { buttonOf, eventually } from './eventually.ts';
import { patternOf, sayIn } from '../wording.ts';

/** It has the word of the series. */
const NAME = 'Owl Rematch';
const STARTS_IN_MS = 600_000;
/** The platform's list is read once a minute. */
const LISTED_WITHIN_MS = 120_000;

/** The next tournament of the series. It is listed at once, and played later. */
export const openNextWeek = ({ platform: { world } }: Pick<Playground, 'platform'>): WorldTournament =>
  openCup(world, { name: NAME, startsAt: Date.now() + STARTS_IN_MS, entrantIds: [], capacity: 2 });

interface Week {
  cup: WorldTournament;
  /** The last final. */
  final: WorldMatch | undefined;
  signal: AbortSignal;
  /** Of the series. */
  channelId: string;
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
  { discord, platform: { world } }: Pick<Playground, 'discord' | 'platform'>,
  { cup, final, channelId, signal, tell }: Week,
): Promise<void> {
  const news = patternOf(sayIn(discord.guilds[0]?.locale)('announcements.announced'));
  const posts = () => discord.messages(channelId);
  const adopted = (): ChatMessage | undefined =>
    posts().find((post) => isOf(cup, post) && !news.test(post.content));
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
