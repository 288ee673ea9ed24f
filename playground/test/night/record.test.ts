import { beforeEach, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import type { StandInListener } from '../../../tools/discord-stand-in/events.ts';
import { verdictOf } from '../../../tools/judge/verdict.ts';
import { createWorld } from '../../../tools/platform-stand-in/world/create-world.ts';
import { planNight, type Night } from '../../../tools/platform-stand-in/world/night.ts';
import { CAST } from '../../../tools/platform-stand-in/world/players.ts';
import type { WorldMatch } from '../../../tools/platform-stand-in/world/records.ts';
import { reportScore } from '../../../tools/platform-stand-in/world/scores.ts';
import { recordNight } from '../../night/record.ts';

const opensAt = Date.UTC(2027, 0, 9, 20);
const [CHANNEL, DESK, SEASON] = ['4', '5', '6'];
const ANA = '21';

let now: number;
let world: ReturnType<typeof createWorld>;
let night: Night;
let record: ReturnType<typeof recordNight>;
let hear: StandInListener;
let show: () => void;
let ids: number;
/** The messages of a night that was told well, by what they say. */
let posts: Record<string, ChatMessage>;

const name = (playerId: string | null): string => world.players.get(playerId ?? '')?.name ?? '';
const matchAt = (at: number): WorldMatch => night.bracket.at(at)!;
const winnerOf = ({ scores, seats }: WorldMatch): string =>
  name(seats[scores![0] > scores![1] ? 0 : 1].playerId);

const loserOf = ({ scores, seats }: WorldMatch): string =>
  name(seats[scores![0] > scores![1] ? 1 : 0].playerId);

function line({ scores, seats }: WorldMatch): string {
  const [first, second] = seats.map(({ playerId }) => name(playerId));
  const isFirst = scores![0] > scores![1];
  const score = scores!.join('\u00A0–\u00A0');
  return isFirst ? `**${first}** ${score} ${second}` : `${first} ${score} **${second}**`;
}

function wire(method: string, { channelId, id }: ChatMessage, more: object = {}): void {
  const path = `/channels/${channelId}/messages/${id}`;
  const entry = {
    id: 1,
    at: now,
    via: 'rest',
    method,
    path,
    files: [],
    status: 200,
    ms: 1,
    ...more,
  } as const;
  hear({ type: 'wire', entry });
}

function say(message: ChatMessage, mentions: object | undefined): ChatMessage {
  const request = mentions === undefined ? {} : { allowed_mentions: { parse: [], ...mentions } };
  wire('POST', message, { request, response: { id: message.id } });
  return message;
}

function post(content: string, more: Partial<ChatMessage> = {}, mentions = {}): ChatMessage {
  const id = String((ids += 1));
  const shown = { id, channelId: CHANNEL, content, embeds: [], components: [], visibleTo: null, ...more };
  // Nothing reads more of it.
  const message = { ...shown, author: { id: '9' } } as unknown as ChatMessage;
  hear({ type: 'message-created', message });
  return say(message, mentions);
}

function edit(message: ChatMessage, content: string, more: Partial<ChatMessage> = {}): ChatMessage {
  const edited = { ...message, content, ...more };
  hear({ type: 'message-edited', message: edited });
  return say(edited, {});
}

/** By the bot itself. */
function remove(message: ChatMessage): void {
  hear({ type: 'message-deleted', message });
  wire('DELETE', message);
}

const call = ({ seats }: WorldMatch): ChatMessage =>
  post(
    `${seats.map(({ playerId }) => `**${name(playerId)}**`).join(' vs ')}: your match is ready.\n-# Night Owl Cup`,
  );

const judge = (): string => verdictOf(record.night()).faults.join('\n');

beforeEach(() => {
  now = opensAt;
  ids = 0;
  world = createWorld({ seed: 1, startsAt: opensAt });
  const favourites = [CAST.contender, CAST.rival];
  night = planNight(world, { opensAt, lengthMs: 60_000, favourites });
  const discord = {
    onEvent: (listener: StandInListener) => ((hear = listener), () => undefined),
    world: { bot: { id: '9' } },
    channels: [],
    guilds: [{ id: '1' }] as never,
    scheduledEvents: [],
  };
  const platform = {
    world,
    onWire: (listener: unknown) => ((show = listener as () => void), () => undefined),
  };
  const person = {
    isLinked: true,
    isHidden: false,
    how: 'mention',
    isClosed: false,
    guildIds: ['1'],
    past: [],
  } as const;
  const ana = { ...person, discordId: ANA, playerId: CAST.contender, name: name(CAST.contender), past: [] };
  record = recordNight({ discord, platform }, { now: () => now, people: [ana] });
  record.watch(night.tournament);
  const series = [{ words: ['owl'], seasonChannelId: SEASON }];
  record.follows(night.tournament, {
    channelId: CHANNEL,
    guildId: '1',
    settings: { logChannelId: DESK, series },
  });
  const live = post('Registration for **Night Owl Cup** is open: 16 places left.');
  const desk = post("**Night Owl Cup** · organizers' desk\nNothing waits for you.", { channelId: DESK });
  for (const step of night.steps) {
    now = opensAt + step.at * 60_000;
    step.run(now);
    show();
  }
  const final = matchAt(-1);
  const winner = winnerOf(final);
  const start = post('**Night Owl Cup** has started with **Round of 16**.');
  const calls = night.bracket.map((match, at) =>
    edit(call(match), at === 0 ? `Corrected: ${line(match)} ~~0\u00A0–\u00A03~~` : line(match)),
  );
  const champion = post(`**${winner}** is the champion of **Night Owl Cup**!\nFinal: ${line(final)}`);
  const season = post('-# Updated after each winner', {
    channelId: SEASON,
    embeds: [{ description: `\`#1\` **${winner}** · 1\u00A0win\n\nLatest: Night Owl Cup.` }],
  });
  posts = {
    live: edit(live, `**${winner}** won **Night Owl Cup**!`),
    desk: edit(desk, "**Night Owl Cup** · organizers' desk\n-# Over. All results are in."),
    start,
    champion,
    season,
    ...Object.fromEntries(calls.map((one, at) => [`call ${at + 1}`, one])),
  };
});

test('a channel that was told everything once is all right', () => {
  expect(judge()).toBe('');
});

test('a final that is corrected the next morning takes its champion back, in a separate post', () => {
  const final = matchAt(-1);
  const [first, second] = final.scores!;
  const before = winnerOf(final);
  now += 1000;
  reportScore(world, { match: final, scores: [second, first], reporterId: CAST.organizer, at: now });
  show();
  const winner = winnerOf(final);
  for (const fault of [
    /the champion's post ends with/,
    /0 of 1 new winners/,
    /the call of .* ends as decided/,
    /still says: /,
    new RegExp(`ends with .*, not ${winner}`),
    /does not count the win in Night Owl Cup/,
  ])
    expect(judge()).toMatch(fault);
  const struck = `Corrected: ${line(final)} ~~${first}\u00A0–\u00A0${second}~~`;
  edit(posts['call 15']!, struck);
  edit(posts['live']!, `**${winner}** won **Night Owl Cup**!`);
  edit(
    posts['champion']!,
    `Corrected: **${winner}** is the champion of **Night Owl Cup**! ~~**${before}**~~\nFinal: ${line(final)}`,
  );
  post(`Correction: **${winner}** won **Night Owl Cup**, not **${before}**.`);
  edit(posts['season']!, '-# Updated after each winner', {
    embeds: [{ description: `\`#1\` **${winner}** · 1 win` }],
  });
  expect(judge()).toBe('');
});

const buttons = (label: string) => ({ components: [{ components: [{ label }] }] as never });

test.each<[string, RegExp, () => void]>([
  ['a second live post', /a second live post/, () => post('**Night Owl Cup** is on.')],
  ['an announcement beside it', /a second live post/, () => post('New tournament: **Night Owl Cup**')],
  [
    'a live post without the winner',
    /ends with "\*\*Night Owl Cup\*\* is on/,
    () => edit(posts['live']!, '**Night Owl Cup** is on.'),
  ],
  ['a match that was called twice', /called twice/, () => edit(call(matchAt(2)), line(matchAt(2)))],
  [
    'a match that was not called',
    /never called/,
    () => {
      const seats: WorldMatch['seats'] = [matchAt(0).seats[0], matchAt(3).seats[0]];
      world.matches.set('x', { ...matchAt(0), id: 'x', seats, state: 'pending', scores: null });
      night.tournament.state = 'running';
    },
  ],
  [
    'a result that is told twice',
    /a result beside its call/,
    () => ((now += 1000), post(`${line(matchAt(4))}\n-# Night Owl Cup`)),
  ],
  ['a second start', /started twice/, () => post('**Night Owl Cup** has started.')],
  ['a second champion', /a second champion/, () => post(posts['champion']!.content)],
  [
    'a false champion',
    /false champion's post/,
    () => edit(posts['champion']!, `**${loserOf(matchAt(-1))}** is the champion of **Night Owl Cup**!`),
  ],
  [
    'a result of before',
    /unreadable line/,
    () => post('**Old Hand** 3\u00A0–\u00A00 Long Gone\n-# Night Owl Cup'),
  ],
  [
    'a correction that was not told',
    /takes the place of .* unseen/,
    () => edit(edit(posts['call 5']!, line({ ...matchAt(4), scores: [9, 8] })), line(matchAt(4))),
  ],
  [
    'a score that is no longer so',
    /still says: .*9/,
    () => edit(posts['call 5']!, line({ ...matchAt(4), scores: [9, 8] })),
  ],
  [
    'a call that still asks',
    /still asks \(Need help\)/,
    () => edit(posts['call 3']!, call(matchAt(2)).content, buttons('Need help')),
  ],
  [
    'a live post that still offers to register',
    /still offers Register/,
    () => edit(posts['live']!, posts['live']!.content, buttons('Register')),
  ],
  ['a post that nobody expects', /nobody expects: Hello/, () => post('Hello **Night Owl Cup**')],
  ['a ping of a third person', /mentions 99/, () => post(call(matchAt(1)).content, {}, { users: ['99'] })],
  ['a post that may ping whom it names', /mentions everyone/, () => say(posts['champion']!, undefined)],
  ['no season', /does not count the win/, () => remove(posts['season']!)],
  ['a second season', /2 seasons/, () => post('-# Updated after each winner', { channelId: SEASON })],
  ['a second desk', /2 desks/, () => post(posts['desk']!.content, { channelId: DESK })],
  [
    'a desk that is not complete',
    /does not say that all results are in/,
    () => edit(posts['desk']!, "**Night Owl Cup** · organizers' desk"),
  ],
  [
    'a table where a final decided',
    /a false end/,
    () => post('**Night Owl Cup** is over. First place: **Ana**'),
  ],
])('%s is found', (_what, fault, spoil) => {
  spoil();
  show();
  expect(judge()).toMatch(fault);
});
