import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import type { Channel } from '../../../tools/discord-stand-in/world.ts';
import { openCup, startCup } from '../../../tools/platform-stand-in/world/cup.ts';
import type { WorldMatch } from '../../../tools/platform-stand-in/world/records.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { report } from '../../support/cup.ts';
import { CAST, linked } from '../../support/members.ts';
import { quickClock } from '../../support/quick-clock.ts';
import '../../support/readable.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';
import { until } from '../../support/until.ts';

const clock = quickClock();
let world: Playground;
let matches: readonly WorldMatch[];

const ana = () => world.discord.member('Ana');
const bruno = () => world.discord.member('Bruno');
const inChannel = (name: string): readonly ChatMessage[] => bruno().sees(name);
const call = () => inChannel('match-night').find(({ content }) => content.includes('Ana Conceição'))!;
const threads = () => world.discord.channels.filter(({ ownerId }) => ownerId !== undefined);
const thread = (): Channel | undefined => threads().find(({ id }) => id === call().id);
const restart = async () => {
  await world.bot.stop();
  await world.bot.start();
};

beforeAll(async () => {
  world = await startPlayground({ ...clock.standIns, env: clock.env });
  await linked(world, 'Ana', CAST.contender);
  await linked(world, 'Bruno', CAST.rival);
  const entrantIds = [CAST.contender, '1101', CAST.rival, '1102'];
  const cup = openCup(world.platform.world, {
    name: 'Quick Cup',
    entrantIds,
    capacity: 4,
    startsAt: clock.now(),
  });
  matches = startCup(world.platform.world, cup, { at: clock.now(), seeds: entrantIds });
});
afterAll(() => world?.close());

test('a thread per match is refused in a thread, and starts with the call elsewhere', async () => {
  const preview = (place: string) =>
    ana().slash('follow', { tournament: matches[0]!.tournamentId }, { place }).answer();
  const refused = await ana()
    .press(await preview('friday-cup'), 'Thread per match: off')
    .answer();
  expect(refused).toReadAlone(ana().id, 'Discord takes no threads inside threads');
  const draft = await ana()
    .press(await preview('match-night'), 'Thread per match: off')
    .answer();
  expect((await ana().press(draft, 'Follow').answer()).content).toContain('now follows');
  await until(
    'both threads',
    () => threads().every(({ id }) => ana().sees(id).length === 1) && threads().length === 2,
  );
  expect(thread()).toMatchObject({ name: expect.stringMatching(/Ana Conceição.* · Semi-finals$/) });
  expect(call().mentions).toEqual([]);
  const [message] = ana().sees(thread()!.id);
  expect(message).toMatchObject({ mentions: [ana().id] });
  expect(message!.content).toContain('settle your match here');
});

test('the call becomes the result and the thread closes once, over restarts; a correction stays in the channel', async () => {
  const match = matches.find(({ seats }) => seats.some(({ playerId }) => playerId === CAST.contender))!;
  const threadId = thread()!.id;
  await world.bot.stop();
  report(world.platform.world, match, [2, 1], clock.now());
  await world.bot.start();
  await until('the thread is closed', () => thread()!.archived === true);
  expect(call().content).toMatch(/2\s–\s1|1\s–\s2/);
  await restart();
  report(world.platform.world, match, [2, 0], clock.now());
  await until('the correction', () => call().content.includes('Corrected'));
  expect(ana().sees(threadId)).toHaveLength(1);
  expect(thread()).toMatchObject({ archived: true });
  expect(threads()).toHaveLength(2);
});

test('the other match goes on in its own, and its players report there', async () => {
  const own = threads().find(({ archived }) => archived !== true)!;
  const [message] = bruno().sees(own.id);
  const form = bruno().press(message!, 'Report score');
  await form.opened();
  const question = await bruno().submitModal(form, { first: '3', second: '1' }).answer();
  await bruno().press(question, 'Confirm').answer();
  await until('the call shows the result', () =>
    inChannel('match-night').some(
      ({ id, content }) => id === own.id && plainSpaces(content).includes('3 – 1'),
    ),
  );
  await until('the thread is closed', () => own.archived === true);
  expect(
    bruno()
      .sees(own.id)
      .filter(({ visibleTo }) => visibleTo === null),
  ).toHaveLength(1);
});
