import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import type { Posts } from './posts.ts';
import type { WorldMatch } from '../../../tools/platform-stand-in/world/records.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { startCup } from '../../../tools/platform-stand-in/world/cup.ts';
import { goThroughLinking, linkAddress } from '../../../playground/tour/link-member.ts';
import { follow, report } from '../../support/cup.ts';
import { PLAYERS, startFollowedCup } from './followed-cup.ts';
import '../../support/readable.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
/** An edit of the live post comes no sooner after the last one; clocks are read a moment apart. */
const EDIT_MS = 29_000;

let night: Awaited<ReturnType<typeof startFollowedCup>>;
let matches: readonly WorldMatch[];

const member = (name: string) => night.world.discord.member(name);
const [ana, bruno, chloe, guest] = [
  () => member('Ana'),
  () => member('Bruno'),
  () => member('Chloé'),
  () => member('Guest 1'),
];

const both = () => [night.arena, night.backyard];
const texts = (posts: Posts): string[] => posts.all().map(({ content }) => plainSpaces(content));
const firstLines = (posts: Posts): string[] => texts(posts).map((text) => text.split('\n')[0] ?? '');
const sorted = (lines: readonly string[]): string[] => lines.toSorted((a, b) => a.localeCompare(b));
const timesTold = (text: string): number[] =>
  both().map((posts) => texts(posts).filter((one) => one.includes(text)).length);
const live = (posts: Posts): ChatMessage => posts.all()[0]!;
const play = (index: number, scores: [number, number]): void =>
  report(night.world.platform.world, matches[index]!, scores, night.clock.now());

const untilBoth = (what: string, test: (posts: Posts) => boolean) => until(what, () => both().every(test));
const untilLive = (text: string) =>
  untilBoth(`the live posts say ${text}`, (posts) => posts.all()[0]?.content.includes(text) === true);
const untilTold = (text: string) =>
  untilBoth(`the channels are told ${text}`, (posts) => texts(posts).some((one) => one.includes(text)));

/** The bracket was drawn this many times: one drawing shows all that happened since the one before. */
const untilDrawn = (times: number) =>
  until(
    `the bracket is drawn ${times} times`,
    () => night.states.filter(({ hasPicture }) => hasPicture).length >= times,
  );

beforeAll(async () => {
  night = await startFollowedCup();
});
afterAll(() => night?.world.close());

test('two servers follow a tournament: each gets one post, which counts the places left', async () => {
  await follow(ana(), night.cup, { place: 'match-night', eventHours: '4' });
  await follow(chloe(), night.cup, { place: 'lobby' });
  await untilLive('3 places left');
  night.cup.entrantIds.push(PLAYERS.lea);
  await untilLive('2 places left');
  expect(both().map((posts) => posts.all().length)).toEqual([1, 1]);
});

test('its buttons act for the presser, privately; who is not linked links first, and goes on from there', async () => {
  expect(await bruno().press(live(night.backyard), 'Register').answer()).toReadAlone(
    bruno().id,
    "You're registered for Quick Cup",
  );
  const pressed = guest().press(live(night.arena), 'Register');
  const asked = await pressed.answer();
  expect(asked).toReadAlone(guest().id, 'Link your Rally account first');
  await goThroughLinking(new Browser(), linkAddress(asked), { discord: 'Guest 1', player: PLAYERS.guest });
  const welcome = () => night.world.discord.message(asked.id)!;
  await until('the welcome', () => welcome().content.includes('Welcome'));
  const done = await guest().press(welcome(), 'Register for Quick Cup').answer();
  expect(done).toReadAlone(guest().id, "You're registered for Quick Cup");
  expect(night.cup.entrantIds).toEqual([
    PLAYERS.ana,
    PLAYERS.chloe,
    PLAYERS.kim,
    PLAYERS.lea,
    PLAYERS.bruno,
    PLAYERS.guest,
  ]);
  expect(await chloe().press(live(night.backyard), 'Details').answer()).toReadAlone(chloe().id, 'Quick Cup');
  const alerts = await guest().slash('next').answer();
  await guest().press(alerts, 'Direct message').answer();
  await untilLive('is full');
});

test('a new start moves the post and the scheduled event', async () => {
  const before = night.cup.startsAt;
  night.cup.startsAt = before + 10 * MINUTE_MS;
  night.cup.registrationClosesAt = night.cup.startsAt;
  await untilBoth('the posts show the new start', (posts) =>
    JSON.stringify(live(posts).embeds).includes(`<t:${Math.floor(night.cup.startsAt / 1000)}`),
  );
  const moved = [before, night.cup.startsAt].map((at) => new Date(at).toISOString());
  await until('the event is moved', () => night.eventStarts.size === 2);
  expect([...night.eventStarts]).toEqual(moved);
  expect(night.world.discord.scheduledEvents).toHaveLength(1);
});

test('the start calls all who can play, and mentions the players who may be named in that server alone', async () => {
  const { ana: contender, bruno: rival, chloe: newcomer, guest: gus } = PLAYERS;
  const seeds = [newcomer, gus, rival, contender, PLAYERS.kim, PLAYERS.lea];
  // By number: two byes, then the matches that are played.
  matches = startCup(night.world.platform.world, night.cup, { at: night.clock.now(), seeds }).filter(
    ({ state }) => state === 'pending',
  );
  await untilTold('Lea');
  await untilTold('Kim');
  expect(matches).toHaveLength(5);
  expect(firstLines(night.arena)[1]).toMatch(/^\*\*Quick Cup\*\* has started with \*\*/);
  expect(sorted(firstLines(night.arena).slice(2))).toEqual([
    `<@${ana().id}> (**Ana Conceição**) vs **Kim**: your match is ready.`,
    `<@${bruno().id}> (**Jürgen Weiß**) vs **Lea**: your match is ready.`,
  ]);
  expect(sorted(firstLines(night.backyard).slice(2))).toEqual([
    '**Ana Conceição** vs **Kim**: your match is ready.',
    `<@${bruno().id}> (**Jürgen Weiß**) vs **Lea**: your match is ready.`,
  ]);
  await untilDrawn(1);
});

test('a call takes the score from its player, and calls the organizers for them alone', async () => {
  const call = night.arena.all().find(({ content }) => content.includes('Kim'))!;
  const helped = await ana().press(call, 'Need help').answer();
  expect(helped).toReadAlone(ana().id, 'The organizers know');
  await until('the organizers are called', () =>
    ana()
      .sees('organizers')
      .some(({ content }) => content.includes('needs help with')),
  );
  expect(await bruno().press(call, 'Need help').answer()).toReadAlone(bruno().id, 'Only the two players');

  const form = ana().press(call, 'Report score');
  await form.opened();
  const question = await ana().submitModal(form, { first: '3', second: '1' }).answer();
  expect(question.visibleTo).toBe(ana().id);
  await ana().press(question, 'Confirm').answer();
  // The call there becomes its reporter's result post.
  const isTold = ({ content }: ChatMessage) => plainSpaces(content).includes('**Ana Conceição** 3 – 1 Kim');
  await until('Backyard is told', () => night.backyard.all().some(isTold));
  expect(night.arena.announced()).toEqual([]);
  expect(night.arena.all().filter(isTold)).toMatchObject([{ id: call.id }]);
  await untilLive('is on');
  const bracket = await bruno().press(live(night.backyard), 'Bracket').answer();
  expect(bracket).toReadAlone(bruno().id, 'Quick Cup');
  await untilDrawn(2);
});

test('a correction edits the message that was wrong, a member’s or the feed’s', async () => {
  play(0, [3, 2]);
  const corrected = 'Corrected: **Ana Conceição** 3 – 2 Kim ~~3 – 1~~';
  await until('Backyard’s message is corrected', () =>
    texts(night.backyard).some((text) => text.includes(corrected)),
  );
  await until('the result post is corrected', () =>
    texts(night.arena).some((text) => text.includes(corrected)),
  );
  play(1, [3, 0]);
  await untilTold('**Jürgen Weiß** 3 – 0 Lea');
  await untilBoth(
    'all semifinals are called',
    (posts) => firstLines(posts).filter((line) => line.includes('ready')).length === 2,
  );
  expect(timesTold('Corrected')).toEqual([1, 1]);
  expect(night.arena.announced()).toEqual([]);
  await untilDrawn(3);
});

test('a direct message calls the organizers of the server that its player is in, who take and resolve it', async () => {
  const called = () =>
    guest()
      .sees('dm')
      .find(({ content }) => content.includes('your match is ready'));
  await until('the direct message', () => called() !== undefined);
  const { channelId } = live(night.arena);
  const [arena] = night.world.discord.guilds;
  const where = `Arena https://discord.com/channels/${arena!.id}/${channelId}`;
  const question = await guest().press(called()!, 'Need help').answer();
  expect(question).toReadAlone(guest().id, `This tells the organizers in ${where}`);
  expect(await guest().press(question, 'Call the organizers').answer()).toReadAlone(
    guest().id,
    `The organizers in ${where} know`,
  );
  const call = () =>
    ana()
      .sees('organizers')
      .findLast(({ content }) => content.includes('**Gus vs Jürgen Weiß** (Quick Cup)'));
  await until('the organizers are called', () => call() !== undefined);
  const shown = night.arena.all().find(({ content }) => content.includes('Gus'))!;
  expect(call()!.content).toContain(
    `[Open the call](https://discord.com/channels/${arena!.id}/${channelId}/${shown.id})`,
  );
  const before = call()!;
  expect(await ana().press(before, "I'm on it").answer()).toReadAlone(ana().id, "that you're on it");
  expect(await ana().press(before, 'Resolved').answer()).toReadAlone(ana().id, 'you resolved it');
  expect(night.world.discord.message(before.id)!.content).toContain(`\nResolved by <@${ana().id}>.`);
});

test('a channel that follows late gets no history', async () => {
  const late = night.collect('results');
  await follow(ana(), night.cup, { place: 'results' });
  await until('the late one is told', () => late.all().length === 3);
  expect(firstLines(late)[0]).toBe('**Quick Cup** is on.');
  expect(
    firstLines(late)
      .slice(1)
      .every((line) => line.includes('ready')),
  ).toBe(true);
  late.end();
});

test('an outage of more than two minutes ends in one digest', async () => {
  night.world.platform.setFault({ kind: 'rate-limited', retryAfterSeconds: 2, times: 2 });
  await until('the platform was busy', () => night.world.platform.fault === undefined);
  night.world.platform.setFault({ kind: 'dropped' });
  const from = night.clock.now();
  play(2, [0, 3]);
  play(3, [1, 3]);
  await until('more than two minutes have passed', () => night.clock.now() - from > 2.5 * MINUTE_MS);
  night.world.platform.setFault(undefined);
  await untilTold('Not checked from');
  await untilBoth('the final is called', (posts) => firstLines(posts).at(-1)?.includes('ready') === true);
  expect(timesTold('Not checked from')).toEqual([1, 1]);
});

test('the final ends it: the winner, the last bracket, and nothing twice', async () => {
  play(4, [4, 2]);
  await untilLive('won');
  await untilTold('4 – 2');
  await untilTold('is the champion of');
  const tellings = [
    '**Ana Conceição** won **Quick Cup**!',
    '**Quick Cup** has started',
    'Corrected: **Ana Conceição** 3 – 2 Kim ~~3 – 1~~',
    '**Jürgen Weiß** 3 – 0 Lea',
    'Park Jiwoo 0 – 3 **Ana Conceição**',
    'Gus 1 – 3 **Jürgen Weiß**',
    'Results in **Quick Cup**\nPark Jiwoo 0 – 3 **Ana Conceição**\nGus 1 – 3 **Jürgen Weiß**',
    '**Ana Conceição** 4 – 2 Jürgen Weiß',
    '**Ana Conceição** is the champion of **Quick Cup**!\nFinal: **Ana Conceição** 4 – 2 Jürgen Weiß\nRunner-up: Jürgen Weiß',
  ].toSorted();
  const said = (posts: Posts) =>
    texts(posts)
      .map((text) =>
        text
          .split('\n')
          .filter((line) => !line.startsWith('-#') && !line.startsWith('[See'))
          .map((line) => line.replace(/ with \*\*.*|(?<= – .*) · .*$/, ''))
          .join('\n')
          // Mentioned where they may be named.
          .replace(/^<@\d+> \((.+)\)(?= is the champion)/, '$1'),
      )
      .toSorted();
  await untilBoth(
    'every call is closed',
    (posts) => !firstLines(posts).some((line) => line.includes('ready')),
  );
  for (const posts of both()) expect(said(posts)).toEqual(tellings);
});

test('only the players of a call and the winner were pinged, and hidden ones were never named', () => {
  const named = [ana().id, bruno().id];
  for (const { allowedMentions, content } of both().flatMap(({ sent }) => sent)) {
    const { parse, users = [], roles = [] } = allowedMentions ?? {};
    expect([parse, roles], content).toEqual([[], []]);
    const called = named.filter((id) => /ready|champion/.test(content) && content.includes(`<@${id}>`));
    expect(users.toSorted(), content).toEqual(called.toSorted());
    expect(content).not.toContain(chloe().id);
  }
  // The direct message that called Gus shows by now how the match ended, as the channel does.
  const directs = guest()
    .sees('dm')
    .filter(({ content }) => !content.startsWith('This tells the organizers'))
    .map(({ content }) => plainSpaces(content.split('\n')[0] ?? ''));
  expect(directs.filter((line) => line.includes('Jürgen Weiß'))).toEqual([
    'Gus 1 – 3 **Jürgen Weiß** · Semi-finals · Quick Cup',
  ]);
});

test('the post was edited at most every 30 seconds, with the bracket as it stood', async () => {
  const gaps = night.states.slice(1).map(({ at }, index) => at - night.states[index]!.at);
  expect(Math.min(...gaps)).toBeGreaterThan(EDIT_MS);
  const hashes = await Promise.all(night.states.map(({ picture }) => picture));
  const pictures = hashes.filter((hash) => hash !== undefined);
  expect(new Set(pictures).size).toBeGreaterThanOrEqual(4);
  // During the outage, the last one stood once more, with its age.
  expect(pictures.length - new Set(pictures).size).toBe(1);
  await until('the event is over', () => night.world.discord.scheduledEvents[0]?.status === 3);
  // Whether she is in Backyard was asked, and answered with no.
  expect(night.world.discord.problems.filter(({ code }) => code !== 10_007)).toEqual([]);
});

test('members who delete everything are in no record of what was followed, told or sent to them', async () => {
  for (const one of [bruno(), guest()]) {
    const panel = await one.slash('privacy').answer();
    const question = await one.press(panel, 'Delete everything').answer();
    await one.press(question, 'Delete everything').answer();
    for (const file of await readdir(night.world.dataFolder))
      expect((await readFile(join(night.world.dataFolder, file))).includes(one.id), file).toBe(false);
  }
});
