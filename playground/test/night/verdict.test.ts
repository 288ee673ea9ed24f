import { ButtonStyle, ComponentType } from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { chatMessage } from '../support/chat-message.ts';
import { judgeNight, type SentPost } from '../../night/verdict.ts';
import { wordingIn } from '../../night/wording.ts';
import { createWorld } from '../../../tools/platform-stand-in/world/create-world.ts';
import { planNight } from '../../../tools/platform-stand-in/world/night.ts';
import { CAST } from '../../../tools/platform-stand-in/world/players.ts';
import type { WorldMatch } from '../../../tools/platform-stand-in/world/records.ts';
import { reportScore } from '../../../tools/platform-stand-in/world/scores.ts';

const opensAt = Date.UTC(2027, 0, 9, 20);
const favourites = [CAST.contender, CAST.rival];
const members = { [CAST.contender]: '21', [CAST.rival]: '22' };

const wording = wordingIn('en-US');

let world: ReturnType<typeof createWorld>;
let tournamentId: string;
let matches: WorldMatch[];
let posts: ChatMessage[];
let sent: SentPost[];

function add(content: string, more: Partial<ChatMessage> = {}, users: string[] = []): ChatMessage {
  const message = chatMessage({ id: String(posts.length + 1), content, createdAt: opensAt, ...more });
  posts.push(message);
  const matchId = /follow:help:([^:"]+)/.exec(JSON.stringify(message.components))?.[1];
  sent.push({ messageId: message.id, content, matchId, allowedMentions: { parse: [], users } });
  return message;
}

const name = (playerId: string | null): string => world.players.get(playerId ?? '')?.name ?? '';
const line = ({ seats, scores }: WorldMatch): string =>
  `**${name(seats[0].playerId)}** ${scores?.join('\u00A0–\u00A0')} ${name(seats[1].playerId)}`;

const row = (customId: string) => ({
  type: ComponentType.ActionRow as const,
  components: [
    {
      type: ComponentType.Button as const,
      style: ButtonStyle.Secondary as const,
      label: 'Need help',
      custom_id: customId,
    },
  ],
});

/** A call that has become its result. */
function call(match: WorldMatch, users: string[], result = line(match)): void {
  const { id, seats } = match;
  const text = `${name(seats[0].playerId)} vs ${name(seats[1].playerId)}`;
  const message = add(text, { components: [row(`follow:help:${id}:${tournamentId}`)] }, users);
  posts[posts.length - 1] = { ...message, content: result, components: [] };
}

const known = ({ seats }: WorldMatch): string[] =>
  seats.flatMap(({ playerId }) => (members as Record<string, string>)[playerId ?? ''] ?? []);
const judge = (announced: ChatMessage[] = []) =>
  judgeNight({ wording, world, tournamentId, posts, sent, announced, members, corrections: 1 });

const results = (...lines: string[]): string => ['Results in **Night Cup**', ...lines].join('\n');

beforeEach(() => {
  world = createWorld({ seed: 1, startsAt: opensAt });
  const night = planNight(world, { opensAt, lengthMs: 60_000, favourites });
  for (const step of night.steps) step.run(opensAt + step.at * 60_000);
  tournamentId = night.tournament.id;
  matches = [...world.matches.values()].filter((match) => match.tournamentId === tournamentId);
  [posts, sent] = [[], []];
  const final = matches.at(-1)!;
  const winner = final.seats[final.scores![0] > final.scores![1] ? 0 : 1].playerId;
  add(`**${name(winner)}** won **Night Cup**!`, { embeds: [{ title: 'Bracket' }] });
  add('**Night Cup** has started with **Round 1**.');
  add(`**${name(winner)}** is the champion of **Night Cup**!`, { embeds: [{ title: 'Bracket' }] });
  for (const [index, match] of matches.entries())
    call(match, known(match), index === 0 ? `Corrected: ${line(match)} ~~0\u00A0–\u00A03~~` : line(match));
});

test('a channel that was told everything once is all right', () => {
  expect(judge()).toEqual([]);
});

test('a score that a member reported in the channel is shown by that post, and not again', () => {
  const own = { ...posts[0]!, embeds: [], content: `${line(matches[1]!)}\n-# Reported by <@21>` };
  expect(judge([own])).toEqual(['the result of M2 was told 2 times', 'there are 19 posts, more than 18']);
  // What was deleted since counts as never said.
  expect(judge([{ ...own, deleted: true }])).toEqual([]);
});

test('a notice of a ruling may ping the players of its match, and no one else', () => {
  const [first, second] = matches[0]!.seats;
  const pair = `**${name(first.playerId)} vs ${name(second.playerId)}**`;
  const notice = `An organizer ruled on ${pair}: **${name(first.playerId)}** wins 3\u2013\u20601.`;
  add(notice, {}, known(matches[0]!));
  expect(judge()).toEqual([]);
  add(notice, {}, ['99']);
  expect(judge().join('\n')).toMatch(/may ping too many/);
});

test("the champion's post may ping the champion, and not who lost the final", () => {
  const final = matches.at(-1)!;
  const isFirst = final.scores![0] > final.scores![1];
  const [winner, loser] = isFirst ? final.seats : final.seats.toReversed();
  const pinged = { ...members, [winner!.playerId!]: '31', [loser!.playerId!]: '32' };
  const post = { ...sent[2]!, allowedMentions: { parse: [], users: ['31'] } };
  const judgePings = (users: string[]) => {
    sent[2] = { ...post, allowedMentions: { parse: [], users } };
    const record = { wording, world, tournamentId, posts, sent, announced: [], corrections: 1 };
    return judgeNight({ ...record, members: pinged }).filter((fault) => fault.includes('the champion of'));
  };
  expect(judgePings(['31'])).toEqual([]);
  expect(judgePings(['31', '32'])).toEqual([expect.stringMatching(/may ping too many/)]);
});

test('a final that is corrected the next morning takes its champion back, in a separate post', () => {
  const final = matches.at(-1)!;
  const [first, second] = final.scores!;
  const record = { wording, world, tournamentId, posts, sent, announced: [], members, isChanged: true };
  const judgeMorning = () => judgeNight({ ...record, corrections: 2 });
  const before = name(final.seats[first > second ? 0 : 1].playerId);
  reportScore(world, { match: final, scores: [second, first], reporterId: CAST.organizer, at: opensAt });
  const now = name(final.seats[first > second ? 1 : 0].playerId);
  expect(judgeMorning()).toEqual([
    expect.stringMatching(/the live post does not end with the winner/),
    'the other champion has 0 posts instead of one',
    expect.stringMatching(/won the final, but: .* is the champion of/),
    '1 corrections were told instead of 2',
    expect.stringMatching(/contradicts the result of M15/),
  ]);
  posts[0] = { ...posts[0]!, content: `**${now}** won **Night Cup**!` };
  posts[2] = { ...posts[2]!, content: `**${now}** is the champion of **Night Cup**!` };
  const last = posts.length - 1;
  posts[last] = { ...posts[last]!, content: `Corrected: ${line(final)} ~~${first}\u00A0–\u00A0${second}~~` };
  add(`Correction: **${now}** won **Night Cup**, not **${before}**.`);
  expect(judgeMorning()).toEqual([]);
});

test.each<[string, RegExp, () => void]>([
  ['a second live post', /2 live posts/, () => add('On', { embeds: [{ title: 'Bracket' }] })],
  [
    'a live post without the winner',
    /does not end with the winner/,
    () => (posts[0] = { ...posts[0]!, content: 'Night Cup is on' }),
  ],
  ['a match that was called twice', /M3 was called 2 times/, () => call(matches[2]!, [])],
  ['a match that was not called', /M1 was called 0 times/, () => posts.splice(3, 1)],
  [
    'a result that was told twice',
    /the result of M5 was told 2 times/,
    () => add(results(line(matches[4]!))),
  ],
  ['a second start', /start has 2 posts/, () => add('**Night Cup** has started.')],
  ['no champion', /champion has 0 posts/, () => posts.splice(2, 1)],
  ['too many posts', /more than 18/, () => Array.from({ length: 20 }, () => add('Results in **Night Cup**'))],
  [
    'a result of before',
    /no result of the night/,
    () => add(results('**Old Hand** 3\u00A0–\u00A00 Long Gone')),
  ],
  [
    'a correction that was not told',
    /0 corrections were told/,
    () => (posts[3] = { ...posts[3]!, content: line(matches[0]!) }),
  ],
  [
    'a call that still asks for what was said',
    /still has follow:help:/,
    () => (posts[3] = { ...posts[3]!, components: [row(`follow:help:${matches[0]!.id}:${tournamentId}`)] }),
  ],
  [
    'a question that still stands',
    /says what is no longer so/,
    () => add(`${line(matches[4]!)}\n<@21>, is this right? It counts once both sides agree.`),
  ],
  [
    'a score that is no longer so',
    /contradicts the result of M5/,
    () => (posts[7] = { ...posts[7]!, content: line({ ...matches[4]!, scores: [9, 8] }) }),
  ],
  ['a post that nobody expects', /nobody expects this post: Hello/, () => add('Hello')],
  ['a ping of a third person', /may ping too many/, () => call(matches[0]!, ['99'])],
  [
    'a post that may ping whom it names',
    /may ping too many/,
    () => sent.push({ messageId: '1', content: '', matchId: undefined, allowedMentions: undefined }),
  ],
])('%s is found', (_what, fault, spoil) => {
  spoil();
  expect(judge().join('\n')).toMatch(fault);
});
