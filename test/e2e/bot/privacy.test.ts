import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { linked } from '../../support/members.ts';
import '../../support/readable.ts';

let world: Playground;
const ana = () => world.discord.member('Ana');
const bruno = () => world.discord.member('Bruno');

/** What Bruno reads in a channel of a server: #general is in Arena, #lobby in Backyard, where Ana is not. */
const board = (place: string) => bruno().slash('leaderboard', {}, { place }).answer();
const aboutAna = (place: string) => bruno().slash('rank', { player: 'Ana' }, { place }).answer();

async function storedBytes(): Promise<Buffer> {
  const names = await readdir(world.dataFolder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))));
}

beforeAll(async () => {
  world = await startPlayground({});
  const best = [...world.platform.world.players.values()].toSorted((a, b) => b.elo - a.elo)[0]!;
  await linked(world, 'Ana', best.id);
});
afterAll(() => world.close());

test('a member is named in the server where they were seen, and their id goes nowhere else', async () => {
  expect(JSON.stringify(await board('general'))).toContain(`<@${ana().id}>`);
  expect((await aboutAna('general')).visibleTo).toBeNull();
  expect(JSON.stringify(await board('lobby'))).not.toContain(ana().id);
  expect(await aboutAna('lobby')).toReadAlone(bruno().id, "doesn't share their account here");
});

test('a member who is not linked leaves no trace with any command', async () => {
  await bruno().slash('tournaments', {}, { place: 'general' }).answer();
  await bruno().slash('help', {}, { place: 'general' }).answer();
  expect((await storedBytes()).includes(bruno().id)).toBe(false);
  expect((await storedBytes()).includes(ana().id)).toBe(true);
});

test('hiding takes them from every board, and showing brings them back', async () => {
  const panel = await ana().slash('privacy').answer();
  const hidden = await ana().press(panel, 'Hide me').answer();
  expect(hidden).toReadAlone(ana().id, "You're hidden");
  expect(JSON.stringify(await board('general'))).not.toContain(ana().id);
  expect(await aboutAna('general')).toReadAlone(bruno().id, "doesn't share their account here");
  const own = await ana().slash('leaderboard').answer();
  expect(own.visibleTo).toBeNull();
  expect(JSON.stringify(own)).not.toMatch(/◂ |You: /);
  expect(await ana().press(own, 'My rank').answer()).toReadAlone(ana().id, '◂ you');
  expect(await ana().slash('rank').answer()).toReadAlone(ana().id, '#1 globally');
  await ana().press(hidden, 'Show me').answer();
  expect(JSON.stringify(await board('general'))).toContain(`<@${ana().id}>`);
  expect(await ana().slash('leaderboard').answer()).toRead('◂ ');
});

test('everything is exported without tokens, and deleted without a trace', async () => {
  const panel = await ana().slash('privacy').answer();
  const exported = await ana().press(panel, 'Export').answer();
  expect(exported).toReadAlone(ana().id, 'without the keys');
  expect(exported.attachments.map(({ filename }) => filename)).toEqual(['my-data.json']);
  expect((await storedBytes()).includes(ana().id)).toBe(true);

  const question = await ana().press(panel, 'Delete everything').answer();
  expect(await ana().press(question, 'Delete everything').answer()).toReadAlone(ana().id, 'Deleted');
  expect((await storedBytes()).includes(ana().id)).toBe(false);
  expect(JSON.stringify(await board('general'))).not.toContain(ana().id);
  // Whether she is in Backyard was asked, and answered with no.
  expect(world.discord.problems.filter(({ code }) => code !== 10_007)).toEqual([]);
});
