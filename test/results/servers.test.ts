import { describe, expect, it } from 'vitest';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const BOTH = { agreement: 'both' } as const;
const HOUR = 60 * 60_000;
/** A cheat's own server, where Chris manages everything. */
const CHEATS = { guild_id: '701', channel_id: '810' };
const DIRECT = { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': '501' } };
type World = ReturnType<typeof resultWorld>;
const inChannel = (world: World, channelId: string) =>
  world.public().filter((message) => message.channelId === channelId);

describe('a report belongs to its server', () => {
  it('a result that is ruled in one server is locked in no other', async () => {
    const world = resultWorld();
    await world.replica().report('ana', 3, 1, CHEATS);
    await world.replica().rule('olga', 'score:rule:m1:::::3:1', { reason: 'Buy gold.' }, CHEATS);
    const shown = await world.replica().type('bruno', 'match', { match: 'm1' });
    expect(textOf(shown)).not.toContain('gold');
    expect(textOf(shown)).not.toContain('ruled');
    const answer = await world.replica().report('bruno', 1, 3);
    expect(textOf(answer)).toContain('Reported');
    await world.replica().rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen it.' });
    expect(world.writes.at(-1)).toEqual({ playerId: 'u2', score: '1-3' });
    expect(await world.replica().results.find(world.match(), '700')).toMatchObject({
      state: 'ruled',
      ruling: { reason: 'Seen it.' },
    });
  });

  it('a report under way elsewhere blocks no one, and its buttons decide nothing here', async () => {
    const world = resultWorld({ settings: BOTH, seenIn: ['700', '701'] });
    await world.replica().report('ana', 3, 1, CHEATS);
    const confirm = buttonIn(inChannel(world, '810')[0]!, 'Confirm');
    expect(textOf(await world.replica().press('bruno', confirm))).toContain("There's no report");
    await world.replica().report('bruno', 1, 3);
    const [here] = inChannel(world, '800');
    await world.replica().press('ana', buttonIn(here!, 'Confirm'));
    expect(world.writes).toEqual([{ playerId: 'u1', score: '1-3' }]);
    expect(textOf(inChannel(world, '810')[0]!)).toContain('is this right?');
  });

  it('a score that is written in another server changes nothing that stands here', async () => {
    const world = resultWorld({ seenIn: ['700', '701'] });
    await world.replica().report('ana', 3, 1);
    await world.replica().report('ana', 3, 2, CHEATS);
    expect(messageText(inChannel(world, '800')[0]!.body)).toMatchInlineSnapshot(`
      (notifies <@502>)
      **Ana** 3 – 1 Bruno
      <@502>, if this is wrong, press **That's wrong**.
      -# Cup · Reported by <@501>
      [That's wrong] [Bracket]
    `);
    expect(messageText(inChannel(world, '810')[0]!.body)).toMatchInlineSnapshot(`
      (notifies <@502>)
      **Ana** 3 – 2 Bruno
      <@502>, if this is wrong, press **That's wrong**.
      -# Cup · Reported by <@501>
      [That's wrong] [Bracket]
    `);
  });

  it('a server that neither follows nor announced it overwrites nothing of another', async () => {
    for (const settle of [
      async (_world: World) => undefined,
      (world: World) => world.replica().press('bruno', buttonIn(inChannel(world, '800')[0]!, 'Confirm')),
    ]) {
      const world = resultWorld({ settings: BOTH, servers: { '701': {} } });
      await world.replica().report('ana', 3, 1);
      await settle(world);
      const written = world.writes.length;
      const typed = { match: 'm1', player1_score: 1, player2_score: 3 };
      const type = () => world.replica().type('bruno', 'score', typed, CHEATS);
      expect(textOf(await type())).toContain('This result belongs to a server of yours');
      expect(textOf(await type())).toContain('https://discord.com/channels/700/800/');
      expect(world.writes).toHaveLength(written);
      // The server where it was posted decides for itself.
      world.announce('701');
      expect(textOf(await type())).toContain('1 – 3');
    }
  });

  it('of two servers that it does not concern, the one that asked first settles it', async () => {
    const world = resultWorld({ settings: BOTH, seenIn: ['700', '701'] });
    await world.replica().report('ana', 3, 1);
    world.clock.time += 1000;
    await world.replica().report('ana', 3, 2, CHEATS);
    const confirmIn = (channelId: string, place?: object) =>
      world.replica().press('bruno', buttonIn(inChannel(world, channelId)[0]!, 'Confirm'), undefined, place);
    expect(textOf(await confirmIn('810', CHEATS))).toContain('This result belongs to a server of yours');
    expect(world.writes).toEqual([]);
    await confirmIn('800');
    expect(world.writes).toEqual([{ playerId: 'u2', score: '3-1' }]);
  });

  it('deadlines remind and escalate in each server for itself', async () => {
    const world = resultWorld({ settings: BOTH, seenIn: ['700', '701'] });
    await world.replica().report('ana', 3, 1);
    await world.replica().report('ana', 3, 2, CHEATS);
    world.clock.time += 13 * HOUR;
    await world.replica().deadlines();
    for (const [channelId, score] of [
      ['800', '3 – 1'],
      ['810', '3 – 2'],
    ] as const) {
      const reminder = inChannel(world, channelId).map(textOf).at(-1);
      expect(reminder).toContain(`this result still waits for your word: **Ana** ${score} Bruno`);
    }
    expect(world.stores.keys('due').length).toBeGreaterThan(0);
  });
});

describe('a direct message', () => {
  it('stores no report, so it binds no one', async () => {
    const world = resultWorld({ settings: BOTH });
    await world.replica().report('ana', 3, 1, DIRECT);
    expect(world.writes).toEqual([{ playerId: 'u1', score: '3-1' }]);
    expect(world.stores.keys('reports')).toEqual([]);
    expect(world.stores.keys('due')).toEqual([]);
    await world.replica().report('bruno', 3, 2, DIRECT);
    expect(world.writes.at(-1)).toEqual({ playerId: 'u2', score: '3-2' });
    expect(world.public()).toEqual([]);
  });

  it('overwrites nothing that both sides agreed to or that awaits the other side in a server: it leads there', async () => {
    for (const settle of [
      async (_world: World) => undefined,
      (world: World) => world.replica().press('bruno', buttonIn(inChannel(world, '800')[0]!, 'Confirm')),
    ]) {
      const world = resultWorld({ settings: { ...BOTH, logChannelId: '803' } });
      await world.replica().report('ana', 3, 1);
      await settle(world);
      const written = world.writes.length;
      const stood = JSON.stringify(world.public());
      const id = inChannel(world, '800')[0]?.id;
      for (const who of ['ana', 'bruno'] as const) {
        const answer = await world
          .replica()
          .type(who, 'score', { match: 'm1', player1_score: 1, player2_score: 3 }, DIRECT);
        expect(textOf(answer)).toBe(
          `This result belongs to a server of yours, where it was agreed on or is still being settled. Go on there.\nhttps://discord.com/channels/700/800/${id}`,
        );
      }
      expect(world.writes).toHaveLength(written);
      expect(JSON.stringify(world.public())).toBe(stood);
    }
  });

  it('is blocked by no server where its sender was never seen, nor by what the platform has overtaken', async () => {
    const foreign = resultWorld({ settings: BOTH });
    await foreign.replica().report('ana', 3, 1, CHEATS);
    await foreign.replica().report('bruno', 1, 3, DIRECT);
    expect(foreign.writes).toEqual([{ playerId: 'u2', score: '1-3' }]);
    const over = resultWorld({ settings: BOTH });
    await over.replica().report('ana', 3, 1);
    over.show(2, 1);
    over.clock.time += 61_000;
    await over.replica().report('bruno', 1, 3, DIRECT);
    expect(over.writes).toEqual([{ playerId: 'u2', score: '1-3' }]);
  });

  it('is bound by no dispute and no ruling of a server, where its sender was seen too', async () => {
    const rule = (score: string) => (world: World) =>
      world.replica().rule('olga', `score:rule:m1:::::${score}`, { reason: 'Buy gold.' }, CHEATS);
    for (const settle of [
      rule('3:1'),
      rule('-:-'),
      async (world: World) => {
        await world.replica().report('ana', 3, 1, CHEATS);
        await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3, CHEATS);
      },
    ]) {
      const world = resultWorld({ settings: BOTH, seenIn: ['700', '701'] });
      await settle(world);
      const before = world.writes.length;
      const answer = await world.replica().report('bruno', 1, 3, DIRECT);
      expect(textOf(answer)).not.toContain('gold');
      expect(world.writes.slice(before)).toEqual([{ playerId: 'u2', score: '1-3' }]);
    }
  });

  it('that was asked before the report came writes nothing', async () => {
    const world = resultWorld({ settings: BOTH });
    const asked = await world
      .replica()
      .type('bruno', 'score', { match: 'm1', player1_score: 1, player2_score: 3 }, DIRECT);
    await world.replica().report('ana', 3, 1);
    const answer = await world.replica().press('bruno', buttonIn(asked, 'Confirm'), undefined, DIRECT);
    expect(textOf(answer)).toContain('Go on there.');
    expect(world.writes).toEqual([]);
  });
});

describe('/next', () => {
  it('lists what awaits the caller in any server: with its buttons here, with the way there elsewhere', async () => {
    const world = resultWorld({ settings: BOTH, seenIn: ['700', '701'] });
    world.platform.history = [world.match()];
    await world.replica().report('ana', 3, 1);
    await world.replica().report('ana', 3, 2, CHEATS);
    const there = inChannel(world, '810')[0]?.id;
    const here = inChannel(world, '800')[0]?.id;
    const next = await world.replica().type('bruno', 'next', {});
    expect(textOf(next)).toContain(
      `Ana reported: Ana wins 3–2. Is that right?\nhttps://discord.com/channels/701/810/${there}`,
    );
    expect(textOf(next)).not.toContain('/channels/700/');
    expect(buttonIn(next, 'Confirm')).toBe('score:agree:m1:3:1');
    const direct = await world.replica().type('bruno', 'next', {}, DIRECT);
    expect(textOf(direct)).toContain(`https://discord.com/channels/700/800/${here}`);
    expect(labelsOf(direct)).not.toContain('Confirm');
    expect(textOf(await world.replica().type('ana', 'next', {}))).not.toContain('Awaits you');
  });
});
