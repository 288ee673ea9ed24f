import type { APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../discord/chat/message.ts';
import { placedComponents } from '../discord/check/components.ts';
import type { World, WorldMatch } from '../platform/world/records.ts';
import { winnerSide } from '../platform/world/scores.ts';

/** A post as it was sent: what it may ping stands nowhere else. */
export interface SentPost {
  messageId: string;
  content: string;
  allowedMentions: APIAllowedMentions | null | undefined;
}

interface NightRecord {
  world: World;
  tournamentId: string;
  /** What the bot posted in the channel, and no answer to anybody; as it stands at the end. */
  posts: readonly ChatMessage[];
  sent: readonly SentPost[];
  /** Scores that members reported there: they count as told. */
  announced: readonly ChatMessage[];
  /** Discord ids of the members who play, by player. */
  members: Readonly<Record<string, string>>;
  /** How many results the platform corrected. */
  corrections: number;
}

type PostKind = 'live' | 'call' | 'results' | 'unknown';

/** A score that was told and no longer holds is struck through. */
const STRUCK = '~~';
const KEY_LENGTH = 10;

/** A name without marks, signs and its end: markup, escapes and cuts change no more than those. */
const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const nameKey = (name: string): string => Array.from(keyOf(name)).slice(0, KEY_LENGTH).join('');

const customIds = ({ components }: ChatMessage): string[] =>
  placedComponents(components).flatMap(({ component: { custom_id: id } }) =>
    typeof id === 'string' ? [id] : [],
  );

const callOf = (post: ChatMessage): string | undefined =>
  customIds(post)
    .find((id) => id.startsWith('follow:help:'))
    ?.split(':')[2];

function kindOf(post: ChatMessage): PostKind {
  if (callOf(post) !== undefined) return 'call';
  if (post.embeds.length > 0) return 'live';
  return post.content.startsWith('Results in ') ? 'results' : 'unknown';
}

/** What is wrong with a channel at the end of a night, in sentences; empty where all is as it has to be. */
export function judgeNight(record: NightRecord): string[] {
  const { world, tournamentId, posts } = record;
  const matches = [...world.matches.values()].filter((match) => match.tournamentId === tournamentId);
  const ofKind = (kind: PostKind) => posts.filter((post) => kindOf(post) === kind);
  return [
    ...ofKind('unknown').map(({ content }) => `nobody expects this post: ${content}`),
    ...liveFaults(ofKind('live'), matches, world),
    ...matches.flatMap((match) => callFaults(match, ofKind('call'))),
    ...resultFaults(ofKind('results'), matches, record),
    ...posts.flatMap((post) => mentionFaults(post, matches, record)),
  ];
}

function liveFaults(live: readonly ChatMessage[], matches: readonly WorldMatch[], world: World): string[] {
  if (live.length !== 1) return [`there are ${live.length} live posts instead of one`];
  const final = matches.at(-1);
  const champion = final && namesOf(final, world)[winnerSide(final) === 2 ? 1 : 0];
  const content = live[0]?.content ?? '';
  return champion !== undefined && content.includes('won') && keyOf(content).includes(nameKey(champion))
    ? []
    : [`the live post does not end with the winner, ${champion}: ${content}`];
}

function callFaults({ id, number }: WorldMatch, calls: readonly ChatMessage[]): string[] {
  const count = calls.filter((call) => callOf(call) === id).length;
  return count === 1 ? [] : [`M${number} was called ${count} times`];
}

function resultFaults(
  posts: readonly ChatMessage[],
  matches: readonly WorldMatch[],
  { world, announced, corrections }: NightRecord,
): string[] {
  const lines = posts.flatMap(({ content }) => content.split('\n').slice(1));
  const reported = announced.map(({ content }) => content);
  const times = (all: readonly string[], match: WorldMatch): number =>
    all.filter((line) => namesOf(match, world).every((name) => keyOf(line).includes(nameKey(name)))).length;
  const history = lines.filter((line) => !matches.some((match) => times([line], match) > 0));
  const corrected = [...lines, ...reported].filter((line) => line.includes(STRUCK));
  return [
    ...history.map((line) => `this is no result of the night: ${line}`),
    ...matches.flatMap((match) => {
      const count = times([...lines, ...reported], match);
      return count === 1 ? [] : [`the result of M${match.number} was told ${count} times`];
    }),
    ...(corrected.length === corrections
      ? []
      : [`${corrected.length} corrections were told instead of ${corrections}`]),
  ];
}

/** A call may ping its two players; nothing else pings anybody. */
function mentionFaults(
  post: ChatMessage,
  matches: readonly WorldMatch[],
  { sent, members }: NightRecord,
): string[] {
  const match = matches.find(({ id }) => id === callOf(post));
  const players = (match?.seats ?? []).flatMap(({ playerId }) => members[playerId ?? ''] ?? []);
  return sent
    .filter(({ messageId }) => messageId === post.id)
    .flatMap(({ allowedMentions: allowed, content }) => {
      const { parse = [], users = [], roles = [] } = allowed ?? { parse: ['users', 'roles', 'everyone'] };
      const strangers = users.filter((id) => !players.includes(id));
      return [...parse, ...roles, ...strangers].length === 0 ? [] : [`it may ping too many: ${content}`];
    });
}

const namesOf = ({ seats }: WorldMatch, { players }: World): string[] =>
  seats.map(({ playerId }) => players.get(playerId ?? '')?.name ?? '');
