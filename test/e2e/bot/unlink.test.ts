import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { openCup } from '../../../tools/platform-stand-in/world/cup.ts';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { follow } from '../../support/cup.ts';
import { openAt } from '../../support/filled-store.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';
import { openDuels } from './duels.ts';

/** After this time, no standing post names a member who left. */
const DROPPED_MS = 20_000;
/** A board comes within a few minutes, on a busy machine later. */
const BOARD_MS = 120_000;

let world: Playground;
let duels: Awaited<ReturnType<typeof openDuels>>;
const member = (name: string) => world.discord.member(name);

/** The records that hold an id. */
async function recordsOf(discordId: string): Promise<{ namespace: string; value: unknown }[]> {
  const stores = await openAt(`sqlite://${join(world.dataFolder, 'matchpoint.sqlite')}`);
  try {
    const found = await stores.records.find(discordId);
    return found.map(({ namespace, value }) => ({ namespace, value }));
  } finally {
    await stores.close();
  }
}

async function pressed(name: string, command: string, ...labels: string[]): Promise<ChatMessage> {
  let message = await member(name).slash(command).answer();
  for (const label of labels) message = await member(name).press(message, label).answer();
  return message;
}

const openSoon = (name: string) =>
  openCup(world.platform.world, { name, startsAt: Date.now() + 3_600_000, entrantIds: [], capacity: 8 });

/** The platform takes its time for the next write; resolves once it was asked. */
async function whileWriting(write: () => Promise<unknown>): Promise<{ done: Promise<unknown> }> {
  world.platform.setFault({ kind: 'slow', ms: 2500, times: 1, match: { method: 'POST' } });
  const done = write();
  await until('the platform is asked', () => world.platform.fault === undefined);
  return { done };
}

beforeAll(async () => {
  world = await startPlayground({ discord: { crowd: 1 } });
  duels = await openDuels(world);
});
afterAll(() => world?.close());

test(
  'who acted and unlinks is in no record, and in no standing post within 20 s, while the platform is down',
  async () => {
    const [ana, bruno] = [member('Ana'), member('Bruno')];
    await duels.setAgreement('Both agree');
    const duel = duels.duel('Unfinished');
    await duel.asks('Ana', [4, 2]).run(1);
    await duel.confirms('Ana', /./).run(1);
    await until('the report stands', () => duel.post()?.content.includes(`<@${ana.id}>`) === true);
    const cup = openSoon('Left Cup');
    await follow(ana, cup, { place: 'match-night' });
    await ana.slash('register', { tournament: cup.id }).answer();
    await pressed('Ana', 'next', 'Direct message');
    expect(
      (await bruno.slash('rank', { player: 'Ana' }, { place: 'general' }).answer()).visibleTo,
    ).toBeNull();
    const board = await ana.slash('leaderboard', { scope: 'this-server' }, { place: 'general' }).answer();
    await ana.press(board, 'Keep posted here').answer();
    const kept = () =>
      JSON.stringify(
        bruno.sees('general').find((one) => JSON.stringify(one).includes('Updated every hour')) ?? '',
      );
    await until('the board', () => kept().includes(`<@${ana.id}>`), BOARD_MS);
    const held = new Set((await recordsOf(ana.id)).map(({ namespace }) => namespace));
    expect([...held]).toEqual(
      expect.arrayContaining(['alerts', 'flows', 'links', 'members', 'pressers', 'registrations', 'reports']),
    );

    world.platform.setFault({ kind: 'down' });
    expect(await pressed('Ana', 'unlink', 'Unlink')).toReadAlone(ana.id, "You're no longer linked");
    expect(await recordsOf(ana.id)).toEqual([]);
    await until('the board names her no more', () => !kept().includes(ana.id), DROPPED_MS);
    world.platform.setFault(undefined);
    // The other side may still agree.
    await duel.press('Chloé', 'Confirm', /./, duel.post).run(1);
    expect(await recordsOf(ana.id)).toEqual([]);
  },
  BOARD_MS + 60_000,
);

test('who hides and unlinks is in one record: that they hide', async () => {
  await pressed('Guest 1', 'privacy', 'Hide me');
  await pressed('Guest 1', 'unlink', 'Unlink');
  expect(await recordsOf(member('Guest 1').id)).toEqual([
    { namespace: 'members', value: { hidden: true, guilds: {} } },
  ]);
});

test('a platform call made before a member left stores nothing about them afterwards', async () => {
  const [bruno, chloe] = [member('Bruno'), member('Chloé')];
  const registering = await whileWriting(() =>
    bruno.slash('register', { tournament: openSoon('Late Cup').id }).answer(),
  );
  const deleted = await pressed('Bruno', 'privacy', 'Delete everything', 'Delete everything');
  expect(deleted).toReadAlone(bruno.id, 'Deleted');
  expect(await registering.done).toMatchObject({ content: expect.stringContaining('registered for') });
  expect(await recordsOf(bruno.id)).toEqual([]);

  await duels.setAgreement('At once');
  const duel = duels.duel('Late');
  await duel.asks('Chloé', [4, 2]).run(1);
  const confirming = await whileWriting(() => duel.confirms('Chloé', /./).run(1));
  expect(await pressed('Chloé', 'unlink', 'Unlink')).toReadAlone(chloe.id, "You're no longer linked");
  await confirming.done;
  await until('the result is posted', () => duel.post() !== undefined);
  expect(await recordsOf(chloe.id)).toEqual([]);
});
