import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import { mode } from '../../support/mode.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';
import { writtenBy } from '../../support/written.ts';

let world: Playground;
const { ana, refusals } = writtenBy(() => world);
const bruno = () => world.discord.member('Bruno');
const chloe = () => world.discord.member('Chloé');

const roleId = () => world.discord.guilds[0]!.roles.find(({ name }) => name === 'Organizer')!.id;
const inChannel = (name: string): readonly ChatMessage[] => bruno().sees(name);
const post = (name: string, text: string | RegExp): ChatMessage | undefined =>
  inChannel(name).findLast(({ content }) => content.match(text) !== null);
const tournamentId = (name: string): string =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)!.id;
const follow = (channel: string) =>
  bruno().slash('follow', { tournament: tournamentId('Friday Night Open'), channel });

beforeAll(async () => {
  world = await startPlayground({ mode, discord: { crowd: 1 } });
  await linked(world, 'Ana', CAST.contender);
  const panel = await ana().slash('settings').answer();
  await ana().select(panel, 'Organizer role: none', ['Organizer']).answer();
  await ana().select(panel, 'Log channel: none', ['organizers']).answer();
  // Matches that run when following begins have no call.
  const id = tournamentId('Friday Night Open');
  const running = [...world.platform.world.matches.values()].find(
    (match) => match.tournamentId === id && match.state === 'running',
  )!;
  Object.assign(running, { state: 'pending', scores: null, startsAt: Date.now() });
});
afterAll(() => world.close());

test('members without the role read who may, and a channel where the bot may not post is refused', async () => {
  expect(await chloe().slash('follow').answer()).toReadAlone(
    chloe().id,
    'Only organizers',
    `or @${roleId()}`,
  );
  expect(await follow('announcements').answer()).toReadAlone(
    bruno().id,
    'I need the Send Messages permission',
  );
  expect(refusals()).toEqual([]);
});

test('a preview from before a restart follows after it: the channel shows the tournament and calls its matches', async () => {
  const preview = await follow('match-night').answer();
  await world.bot.stop();
  await world.bot.start();
  const done = await bruno().press(preview, 'Follow').answer();
  expect(done).toReadAlone(bruno().id, 'now follows Friday Night Open');
  await until('the live post', () => post('match-night', 'Friday Night Open') !== undefined);
  await until(
    'the line of the log',
    () => post('organizers', / let <#\d+> follow Friday Night Open/) !== undefined,
  );
  expect(refusals()).toEqual([]);
});

test('Need help calls the organizers once, by their role, for a player of that match alone', async () => {
  const called = () => post('match-night', 'your match is ready');
  await until('a match call', () => called() !== undefined);
  const matchId = /follow:help:([^:]+)/.exec(JSON.stringify(called()!.components))?.[1] ?? '';
  const { playerId } = world.platform.world.matches.get(matchId)!.seats[0];
  await linked(world, 'Chloé', playerId!);
  const help = async (member: ReturnType<typeof ana>) => member.press(called()!, 'Need help').answer();
  expect(await help(ana())).toReadAlone(ana().id, 'Only the two players');
  expect(await help(chloe())).toReadAlone(chloe().id, 'The organizers know');
  const calls = () => inChannel('organizers').filter(({ content }) => content.includes('needs help'));
  await until('the call', () => calls().length > 0);
  expect(calls()[0]).toMatchObject({ roleMentions: [roleId()], mentions: [] });
  expect(calls()[0]!.content).toMatch(
    /<@\d+> needs help with .*\(Friday Night Open\) in <#.*\n-# .*\s· \[Open/,
  );
  expect(calls()[0]!.content).toContain(`/${called()!.channelId}/${called()!.id})`);
  expect(await help(chloe())).toReadAlone(chloe().id, 'a moment ago');
  expect(calls()).toHaveLength(1);
  expect(refusals()).toEqual([]);
});

test('an organizer takes the call, another one resolves it, and the log channel says it once', async () => {
  const call = () => post('organizers', / needs help with [^]*Open the call/)!;
  const before = call();
  expect(await bruno().press(before, "I'm on it").answer()).toReadAlone(bruno().id, "that you're on it");
  expect(call().content).toBe(`${before.content}\n<@${bruno().id}> is on it.`);
  await world.bot.stop();
  await world.bot.start();
  expect(await ana().press(before, 'Resolved').answer()).toReadAlone(ana().id, 'you resolved it');
  expect(call().content).toBe(`${before.content}\nResolved by <@${ana().id}>.`);
  expect(call().components).toEqual([]);
  // The message itself is the log's line.
  expect(inChannel('organizers').filter(({ content }) => content.includes('[See the message]'))).toEqual([]);
  expect(call().mentions).toEqual([]);
  expect(refusals()).toEqual([]);
});

test('where members see the call too, they read that only organizers take it', async () => {
  const panel = await ana().slash('settings').answer();
  await ana().select(panel, 'Log channel: none', []).answer();
  const called = post('match-night', 'your match is ready')!;
  const matchId = /follow:help:([^:]+)/.exec(JSON.stringify(called.components))?.[1] ?? '';
  await linked(world, 'Guest 1', world.platform.world.matches.get(matchId)!.seats[1].playerId!);
  await world.discord.member('Guest 1').press(called, 'Need help').answer();
  const call = () => post('match-night', 'needs help with');
  await until('the call', () => call() !== undefined);
  for (const label of ["I'm on it", 'Resolved'])
    expect(await chloe().press(call()!, label).answer()).toReadAlone(
      chloe().id,
      'Only organizers can do that',
    );
  expect(call()!.content).not.toContain(chloe().id);
  expect(refusals()).toEqual([]);
});

test('Stop ends it, and the list says so', async () => {
  const list = await bruno().slash('follow').answer();
  const panel = await bruno().select(list, 'Open one…', '1. Friday Night Open').answer();
  await bruno().press(panel, 'Stop').answer();
  expect(await bruno().slash('follow').answer()).toReadAlone(bruno().id, 'Stopped by an organizer');
  expect(refusals()).toEqual([]);
});
