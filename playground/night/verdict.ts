import type { APIAllowedMentions } from 'discord.js';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { World, WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { NightWording } from './wording.ts';
import { winnerSide } from '../../tools/platform-stand-in/world/scores.ts';

/** A post as it was sent: what it may ping stands nowhere else. */
export interface SentPost {
  messageId: string;
  content: string;
  /** The match that it calls. */
  matchId: string | undefined;
  allowedMentions: APIAllowedMentions | null | undefined;
}

interface NightRecord {
  /** In the server's language. */
  wording: NightWording;
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
  /** Another one won after a correction of the final, the next morning. */
  isChanged?: boolean;
}

type PostKind = 'live' | 'call' | 'results' | 'start' | 'champion' | 'changed' | 'notice' | 'unknown';

/** The most posts that a night of sixteen takes: the live post, the start, a call for each match, and the champion. */
const POSTS_MAX = 18;

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

/** Whether a text names a player. */
export const isNamed = (text: string, name: string): boolean => keyOf(text).includes(nameKey(name));

/** Whether a text names both players of a match. */
export const isAbout = (text: string, match: WorldMatch, world: World): boolean =>
  namesOf(match, world).every((name) => isNamed(text, name));

/** A match's call has lost its buttons once it shows the result. */
export const callOf = ({ id }: ChatMessage, sent: readonly SentPost[]): string | undefined =>
  sent.find(({ messageId, matchId }) => messageId === id && matchId !== undefined)?.matchId;

function kindOf(post: ChatMessage, { sent, wording }: NightRecord): PostKind {
  if (callOf(post, sent) !== undefined) return 'call';
  if (wording.changed.test(post.content)) return 'changed';
  if (wording.champion.test(post.content)) return 'champion';
  if (wording.start.test(post.content)) return 'start';
  if (wording.notice.test(post.content)) return 'notice';
  if (post.embeds.length > 0) return 'live';
  return wording.score.test(post.content) ? 'results' : 'unknown';
}

/** What is wrong with a channel at the end of a night, in sentences; empty where all is as it has to be. */
export function judgeNight(all: NightRecord): string[] {
  const isStanding = ({ deleted }: ChatMessage): boolean => !deleted;
  const record = {
    ...all,
    posts: all.posts.filter(isStanding),
    announced: all.announced.filter(isStanding),
  };
  const { announced, posts, sent, tournamentId, wording, world } = record;
  const matches = [...world.matches.values()].filter((match) => match.tournamentId === tournamentId);
  const ofKind = (kind: PostKind) => posts.filter((post) => kindOf(post, record) === kind);
  return [
    ...ofKind('unknown').map(({ content }) => `nobody expects this post: ${content}`),
    ...liveFaults(ofKind('live'), matches, record),
    ...onceFaults('the start', ofKind('start')),
    ...onceFaults('the champion', ofKind('champion')),
    ...(record.isChanged === true ? onceFaults('the other champion', ofKind('changed')) : []),
    ...[...ofKind('champion'), ...ofKind('changed')].flatMap((post) => championFaults(post, matches, world)),
    ...matches.flatMap((match) => callFaults(match, ofKind('call'), sent)),
    ...resultFaults([...ofKind('call'), ...ofKind('results')], matches, record),
    ...countFaults([...posts, ...announced].length - ofKind('notice').length - ofKind('changed').length),
    ...[...posts, ...announced].flatMap((post) => staleFaults(post, matches, { wording, world })),
    ...posts.flatMap((post) => mentionFaults(post, matches, record)),
  ];
}

const countFaults = (count: number): string[] =>
  count > POSTS_MAX ? [`there are ${count} posts, more than ${POSTS_MAX}`] : [];

/** What acts on a match or a tournament that goes on. */
const ACTS = ['follow:help:', 'score:form:', 'score:mine:', 'score:agree:', 'register:'];

/** What a message says, the next morning, that is no longer so. */
export function staleFaults(
  { content, components }: Pick<ChatMessage, 'content' | 'components'>,
  matches: readonly WorldMatch[],
  { wording, world }: Pick<NightRecord, 'wording' | 'world'>,
): string[] {
  const ids = placedComponents(components).map(({ component }) => String(component['custom_id']));
  const acts = ids.filter((id) => ACTS.some((act) => id.startsWith(act)));
  const goesOn = wording.goesOn.exec(content)?.[0];
  const lines = content.split('\n').map((line) => line.replaceAll(/~~.*?~~/g, ''));
  const scores = lines.flatMap((line) => {
    const [told] = wording.score.exec(line) ?? [];
    const match = matches.find((one) => isAbout(line, one, world));
    return told === undefined || match === undefined || isTrueScore(line, told, { match, world })
      ? []
      : [`a message contradicts the result of M${match.number}: ${line}`];
  });
  return [
    ...acts.map((id) => `a message still has ${id}: ${content}`),
    ...(goesOn === undefined ? [] : [`a message says what is no longer so: ${content}`]),
    ...scores,
  ];
}

/** Between the two names, each score is that of the name beside it; elsewhere the winner's comes first. */
function isTrueScore(
  line: string,
  told: string,
  { match, world }: { match: WorldMatch; world: World },
): boolean {
  const numbers = (told.match(/\d+/g) ?? []).map(Number);
  const [before = ''] = line.split(told);
  const isBefore = namesOf(match, world).map((name) => isNamed(before, name));
  const scores = match.scores ?? [];
  if (isBefore[0] !== isBefore[1])
    return numbers.join() === (isBefore[0] === true ? scores : scores.toReversed()).join();
  const [first = 0, second = 0] = scores;
  return numbers.join() === [Math.max(first, second), Math.min(first, second)].join();
}

/** The first line names the winner of the final. */
function championFaults({ content }: ChatMessage, matches: readonly WorldMatch[], world: World): string[] {
  const [winner] = winnerSeats(matches.at(-1));
  const name = world.players.get(winner?.playerId ?? '')?.name ?? '';
  const [first = ''] = content.replaceAll(/~~.*?~~/g, '').split('\n');
  return isNamed(first, name) ? [] : [`${name} won the final, but: ${content}`];
}

function liveFaults(
  live: readonly ChatMessage[],
  matches: readonly WorldMatch[],
  { world, wording }: NightRecord,
): string[] {
  if (live.length !== 1) return [`there are ${live.length} live posts instead of one`];
  const final = matches.at(-1);
  const champion = final && namesOf(final, world)[winnerSide(final) === 2 ? 1 : 0];
  const content = live[0]?.content ?? '';
  return champion !== undefined && wording.won.test(content) && isNamed(content, champion)
    ? []
    : [`the live post does not end with the winner, ${champion}: ${content}`];
}

const onceFaults = (what: string, posts: readonly ChatMessage[]): string[] =>
  posts.length === 1 ? [] : [`${what} has ${posts.length} posts instead of one`];

function callFaults(
  { id, number }: WorldMatch,
  calls: readonly ChatMessage[],
  sent: readonly SentPost[],
): string[] {
  const count = calls.filter((call) => callOf(call, sent) === id).length;
  return count === 1 ? [] : [`M${number} was called ${count} times`];
}

function resultFaults(
  posts: readonly ChatMessage[],
  matches: readonly WorldMatch[],
  { world, wording, announced, corrections }: NightRecord,
): string[] {
  const lines = posts
    .flatMap(({ content }) => content.split('\n'))
    .filter((line) => wording.score.test(line));
  const reported = announced.map(({ content }) => content);
  const times = (all: readonly string[], match: WorldMatch): number =>
    all.filter((line) => isAbout(line, match, world)).length;
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

/** A call or a notice may ping the match's two players, the champion's post who won the final, then or now; nothing else pings anybody. */
function mentionFaults(post: ChatMessage, matches: readonly WorldMatch[], record: NightRecord): string[] {
  const { sent, members, world } = record;
  const kind = kindOf(post, record);
  const match = matches.find((each) =>
    kind === 'notice' ? isAbout(post.content, each, world) : each.id === callOf(post, sent),
  );
  const final = matches.at(-1);
  const champions = record.isChanged === true ? final?.seats : winnerSeats(final);
  const seats = kind === 'champion' || kind === 'changed' ? champions : match?.seats;
  const players = (seats ?? []).flatMap(({ playerId }) => members[playerId ?? ''] ?? []);
  return sent
    .filter(({ messageId }) => messageId === post.id)
    .flatMap(({ allowedMentions: allowed, content }) => {
      const { parse = [], users = [], roles = [] } = allowed ?? { parse: ['users', 'roles', 'everyone'] };
      const strangers = users.filter((id) => !players.includes(id));
      return [...parse, ...roles, ...strangers].length === 0 ? [] : [`it may ping too many: ${content}`];
    });
}

function winnerSeats(match: WorldMatch | undefined): WorldMatch['seats'][number][] {
  const side = match && winnerSide(match);
  return match && side ? [match.seats[side === 1 ? 0 : 1]] : [];
}

const namesOf = ({ seats }: WorldMatch, { players }: World): string[] =>
  seats.map(({ playerId }) => players.get(playerId ?? '')?.name ?? '');
