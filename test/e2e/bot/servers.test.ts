import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';
import { writtenBy } from '../../support/written.ts';

/** Of Arena, the first server: #match-night and #results. */
const [MATCH_NIGHT, RESULTS] = ['#400000000000000002', '#400000000000000003'];

let world: Playground;
const { ana, refusals, scoreQuestion } = writtenBy(() => world);
const bruno = () => world.discord.member('Bruno');

const inChannel = (name: string): readonly ChatMessage[] => ana().sees(name);
const lastIn = (name: string): ChatMessage => inChannel(name).at(-1)!;

/** Chooses in a panel, by the select's placeholder, and gives the panel as it then is. */
const choose = (panel: ChatMessage, select: string, values: string[]) =>
  ana().select(panel, select, values).answer();

beforeAll(async () => {
  world = await startPlayground();
  await linked(world, 'Ana', CAST.contender);
});
afterAll(() => world.close());

test('an admin sets a server up, and each change is one line of its log', async () => {
  let panel = await ana().slash('settings').answer();
  expect(panel).toReadAlone(ana().id, 'Server settings', 'Log channel None', 'Public answers Everywhere');
  panel = await choose(panel, 'Log channel: none', ['organizers']);
  panel = await choose(panel, 'Organizer role: none', ['Organizer']);
  panel = await choose(panel, 'Results channel: none', ['results']);
  panel = await choose(panel, 'Public answers: everywhere', ['match-night']);
  expect(panel).toReadAlone(ana().id, `Saved. Public answers: ${MATCH_NIGHT}`, `Results channel ${RESULTS}`);
  await until('four lines of the log', () => inChannel('organizers').length >= 4);
  expect(inChannel('organizers').map(({ content }) => content)).toEqual([
    expect.stringMatching(/changed Log channel: None → <#\d+>$/),
    expect.stringMatching(/changed Organizer role: None → <@&\d+>$/),
    expect.stringMatching(/changed Results channel: None → <#\d+>$/),
    expect.stringMatching(/changed Public answers: Everywhere → <#\d+>$/),
  ]);
  expect(refusals()).toEqual([]);
});

test('elsewhere the same commands answer privately; in the chosen channel and its threads, in public', async () => {
  expect(await ana().slash('rank').answer()).toReadAlone(ana().id, 'Ana Conceição');
  for (const place of ['match-night', 'friday-cup'])
    expect((await ana().slash('rank', {}, { place }).answer()).visibleTo, place).toBeNull();
});

test('a score is posted in the results channel, and nowhere else', async () => {
  const before = inChannel('general').filter(({ visibleTo }) => visibleTo === null).length;
  const { question } = await scoreQuestion();
  await ana().press(question, 'Confirm').answer();
  await until('the result post', () => inChannel('results').length > 0);
  expect(lastIn('results')).toRead('3 – 1', 'Ana Conceição', 'Reported by');
  expect(inChannel('general').filter(({ visibleTo }) => visibleTo === null)).toHaveLength(before);
});

test('who has just linked stands on the board of the servers where they were seen', async () => {
  await linked(world, 'Bruno', CAST.rival);
  const board = () => ana().slash('leaderboard', { scope: 'this-server' }).answer();
  await vi.waitFor(async () => expect(await board()).toRead('Jürgen Weiß'), {
    timeout: 30_000,
    interval: 300,
  });
});

test('a channel in which the bot may not post is refused by the permission that it lacks', async () => {
  const panel = await ana().slash('settings').answer();
  const customId = JSON.stringify(panel.components).match(/"(settings:resultsChannel[^"]*)"/)?.[1] ?? '';
  const interaction = ana().select(panel, customId, ['announcements']);
  const refused = await interaction.until(({ followups }) => followups.length > 0);
  expect(refused.followups[0]!).toReadAlone(ana().id, 'Send Messages permission', 'Nothing was changed');
});

test('what was set is there after a restart, and a deleted role is shown as such', async () => {
  await world.bot.stop();
  const arena = world.discord.world.guilds[0]!;
  arena.roles.splice(
    arena.roles.findIndex(({ name }) => name === 'Organizer'),
    1,
  );
  await world.bot.start();
  const panel = await ana().slash('settings').answer();
  expect(panel).toReadAlone(ana().id, 'Deleted role', RESULTS, MATCH_NIGHT);
  expect(await ana().slash('rank').answer()).toReadAlone(ana().id, 'Ana Conceição');
});

test('another server knows nothing of it', async () => {
  const answer = await bruno().slash('tournaments', {}, { place: 'lobby' }).answer();
  expect(answer.visibleTo).toBeNull();
  expect(refusals()).toEqual([]);
});
