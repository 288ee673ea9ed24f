import { describe, expect, it } from 'vitest';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const BOTH = { agreement: 'both' } as const;
const LOG = { logChannelId: '803' } as const;
const HOUR = 60 * 60_000;
const START = Date.UTC(2027, 0, 1);
const DIRECT = { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': '501' } };

/** The id of the first message. */
const CALL = '1001';
const called = (world: ReturnType<typeof resultWorld>): Promise<unknown> =>
  world.guilds.resultPosts.end('800', 'm1', { messageId: world.say('800', 'your match is ready') });

it('no one disputes in direct messages', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  const answer = await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3, DIRECT);
  expect(messageText(answer.body)).toMatchInlineSnapshot(
    `Nobody can decide this here. Use /match in the server of the tournament.`,
  );
  expect(world.events).toEqual(['reported']);
});

it('a report under way keeps its policy if the server chooses another', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  await world.guilds.settings.change('700', () => ({ agreement: 'platform' }));
  await world.replica().report('ana', 3, 2);
  expect(await world.replica().results.find(world.match(), '700')).toMatchObject({
    policy: 'both',
    state: 'open',
  });
});

it('a correction in direct messages stays with its result post', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  await world.replica().report('ana', 3, 2, DIRECT);
  await world.replica().report('ana', 3, 0, DIRECT);
  expect(world.public()).toHaveLength(1);
  expect(textOf(world.public()[0]!)).toContain('3 – 0');
});

it('organizers whom no channel reaches are tried once', async () => {
  const world = resultWorld({ settings: { ...BOTH, ...LOG } });
  await world.replica().report('ana', 3, 1);
  for (const channelId of ['800', '803']) world.discord.refuses.add(channelId);
  world.clock.time += 25 * HOUR;
  await world.replica().deadlines();
  world.discord.refuses.clear();
  await world.replica().deadlines();
  expect(world.public()).toHaveLength(1);
});

it("a player doubts an organizer's score, and the other one is their opponent", async () => {
  const world = resultWorld();
  await world.replica().report('olga', 3, 1);
  await world.replica().dispute('bruno', 'score:wrong:m1', 1, 3);
  await world.replica().report('ana', 1, 3);
  expect(world.events).toEqual(['reported', 'disputed', 'agreed']);
  expect(world.writes.at(-1)).toEqual({ playerId: 'u1', score: '1-3' });
});

it('a first report whose process ended while it wrote counts as none', async () => {
  const world = resultWorld();
  await new Promise<void>((begun) => {
    world.platform.instead = () => {
      begun();
      return new Promise(() => undefined);
    };
    void world.replica().report('ana', 3, 1);
  });
  world.platform.instead = undefined;
  world.clock.time += 61_000;
  await world.guilds.settings.change('700', () => BOTH);
  await world.replica().report('bruno', 1, 3);
  const found = await world.replica().results.find(world.match(), '700');
  expect(found).toMatchObject({ state: 'open', claim: { playerId: 'u2' } });
  expect(found?.counter).toBeUndefined();
});

it('a report is turned with the sides of its match', async () => {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  world.swapSides();
  const shown = await world.replica().type('chris', 'match', { match: 'm1' });
  expect(messageText(shown.body)).toMatchInlineSnapshot(`
    | # Bruno vs Ana
    | Cup
    | Bruno: <@502>
    | Ana: <@501>
    | Result: Ana reported: Ana wins 3–1; waiting for Bruno
    | Status: Ready to play
    [Report score] [Confirm] [That's wrong] [Bracket]
  `);
  const own = await world.replica().press('ana', buttonIn(shown, 'Confirm'));
  expect(textOf(own)).toContain("own side's report");
  await world.replica().press('bruno', buttonIn(shown, 'Confirm'));
  expect(world.writes).toEqual([{ playerId: 'u2', score: '1-3' }]);
});

it('a report is due once', async () => {
  const world = resultWorld({ settings: BOTH });
  for (const lost of [0, 1, 2]) await world.replica().report('ana', 3, lost);
  const stored = await Promise.all(
    world.stores.keys('due').map((key) => world.stores.replica().namespace('due').get(key)),
  );
  expect(stored.flat()).toHaveLength(1);
});

it('a report that the results channel refused is settled where it was posted instead', async () => {
  const world = resultWorld({ settings: { ...BOTH, resultsChannelId: '802' } });
  world.discord.refuses.add('802');
  await world.replica().report('ana', 3, 1);
  world.discord.refuses.clear();
  await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
  expect(world.public().map(({ channelId }) => channelId)).toEqual(['800']);
});

it("the thread of a call counts as the call's channel: its message becomes the result, and is corrected there", async () => {
  const world = resultWorld();
  await called(world);
  const thread = { channel_id: CALL, channel: { id: CALL, type: 11, parent_id: '800' } };
  await world.replica().report('ana', 3, 1, thread);
  expect(world.public().map(({ channelId }) => channelId)).toEqual(['800']);
  expect(messageText(world.message(CALL)!.body)).toMatchInlineSnapshot(`
    (notifies <@502>)
    **Ana** 3 – 1 Bruno
    <@502>, if this is wrong, press **That's wrong**.
    -# Cup · Reported by <@501>
    [That's wrong] [Bracket]
  `);
  await world.replica().report('bruno', 3, 2, thread);
  expect(world.public().map(({ channelId }) => channelId)).toEqual(['800']);
  expect(messageText(world.message(CALL)!.body)).toMatchInlineSnapshot(`
    (notifies <@501>)
    Corrected: **Ana** 3 – 2 Bruno ~~3 – 1~~
    <@501>, if this is wrong, press **That's wrong**.
    -# Cup · Corrected by <@502>
    [That's wrong] [Bracket]
  `);
  // Any other thread is a separate place.
  const other = { channel_id: '7600', channel: { id: '7600', type: 11, parent_id: '800' } };
  const another = resultWorld();
  await called(another);
  await another.replica().report('ana', 3, 0, other);
  expect(another.public().map(({ channelId }) => channelId)).toEqual(['800', '7600']);
});

describe('under "both agree", of a match that was called in the channel', () => {
  /** Ana has reported. */
  async function asked() {
    const world = resultWorld({ settings: { ...BOTH, ...LOG } });
    await called(world);
    await world.replica().report('ana', 3, 1);
    return world;
  }
  const channel = (world: ReturnType<typeof resultWorld>) =>
    world.public().filter(({ channelId }) => channelId === '800');

  it('the result that both agreed to is the call, on any replica, and the question goes', async () => {
    const world = await asked();
    const [call, question] = channel(world);
    expect(textOf(call!)).toBe('your match is ready');
    await world.replica().press('bruno', buttonIn(question!, 'Confirm'));
    expect(channel(world)).toHaveLength(1);
    expect(messageText(world.message(CALL)!.body)).toMatchInlineSnapshot(`
      **Ana** 3 – 1 Bruno
      -# Cup · Reported by <@501> · confirmed by <@502>
      [Bracket]
    `);
    expect((await world.replica().results.find(world.match(), '700'))?.state).toBe('agreed');
  });

  it('so is the one that the organizers ruled; until then, the question says that they decide', async () => {
    const world = await asked();
    const replica = world.replica();
    await replica.dispute('bruno', buttonIn(channel(world)[1]!, "That's wrong"), 1, 3);
    expect(channel(world).map((one) => textOf(one).split('\n')[1])).toEqual([
      undefined,
      '**Bruno** says: Bruno wins 3–1. The organizers decide.',
    ]);
    const rule = buttonIn(
      world.public().find(({ channelId }) => channelId === '803')!,
      'Rule for Bruno',
    );
    await world.replica().rule('olga', rule, { reason: 'Rewatched.' });
    expect(channel(world)).toHaveLength(1);
    expect(messageText(world.message(CALL)!.body)).toMatchInlineSnapshot(`
      Ana 1 – 3 **Bruno**
      Ruled by <@503>: Rewatched.
      -# Cup · <@501> reported 3 – 1
      [Bracket]
    `);
  });

  it('a report after one that the organizers dropped takes its place, from the thread of the call too', async () => {
    const world = await asked();
    await world.replica().dispute('bruno', buttonIn(channel(world)[1]!, "That's wrong"), 1, 3);
    const leave = buttonIn(
      world.public().find(({ channelId }) => channelId === '803')!,
      'Leave as it is',
    );
    await world.replica().rule('olga', leave, { reason: 'Play it again.' });
    expect(textOf(channel(world)[1]!)).toContain('Play it again.');
    const thread = { channel_id: CALL, channel: { id: CALL, type: 11, parent_id: '800' } };
    await world.replica().report('ana', 3, 2, thread);
    expect(world.public().filter(({ channelId }) => channelId === CALL)).toEqual([]);
    expect(channel(world).map((one) => textOf(one).split('\n')[0])).toEqual([
      'your match is ready',
      '**Ana** 3 – 2 Bruno',
    ]);
  });

  it('a correction that both agreed to corrects it there, and one that the organizers leave is said there', async () => {
    const world = await asked();
    await world.replica().press('bruno', buttonIn(channel(world)[1]!, 'Confirm'));
    await world.replica().report('bruno', 1, 3);
    await world.replica().press('ana', buttonIn(channel(world)[1]!, 'Confirm'));
    expect(channel(world).map(textOf)).toEqual([expect.stringMatching(/^Corrected: .*1 – 3.*~~3 – 1~~/)]);
    await world.replica().report('bruno', 2, 3);
    await world.replica().dispute('ana', buttonIn(channel(world)[1]!, "That's wrong"), 3, 2);
    const leave = buttonIn(
      world.public().find(({ channelId }) => channelId === '803')!,
      'Leave as it is',
    );
    await world.replica().rule('olga', leave, { reason: 'It was 3–1.' });
    expect(channel(world)).toHaveLength(1);
    expect(messageText(world.message(CALL)!.body)).toMatchInlineSnapshot(`
      Ana 1 – 3 **Bruno**
      Ruled by <@503>: It was 3–1.
      -# Cup · Reported by <@502>
      [Bracket]
    `);
  });
});

it('a result is covered in a channel that hides spoilers of its tournament, and in the results channel', async () => {
  const spoiler = /\|\|.*?\|\|/g;
  const topics = { results: true, spoilers: true };
  const follow = { tournamentId: 't1', channelId: '800', topics };
  const cases = [
    ['the channel', {}, follow, true],
    ['the results channel', { resultsChannelId: '802' }, { ...follow, channelId: '801' }, true],
    ['the channel that follows it, reported in another', {}, { ...follow, channelId: '801' }, true],
    ['another tournament', {}, { ...follow, tournamentId: 't2' }, false],
    ['switched off', {}, { ...follow, topics: { results: true } }, false],
  ] as const;
  for (const [name, settings, one, isHidden] of cases) {
    const world = resultWorld({ settings });
    await world.guilds.follows.add('700', one);
    await world.replica().report('ana', 3, 1);
    const [post] = world.public();
    const text = textOf(post!);
    expect(text, name).toContain('**Ana** 3 – 1 Bruno');
    expect(text.replace(spoiler, '').includes('3 – 1'), name).toBe(!isHidden);
    await world.replica().report('ana', 3, 2);
    expect(textOf(world.public()[0]!), name).toMatch(/Corrected: .*3 – 2.*~~3 – 1~~/);
    expect(/\d – \d/.test(textOf(world.public()[0]!).replace(spoiler, '')), name).toBe(!isHidden);
  }
});

it('a correction after the tournament has ended reveals nothing, and neither does a thread of its channel', async () => {
  const thread = { channel_id: '7600', channel: { id: '7600', type: 11, parent_id: '800' } };
  for (const place of [{}, thread]) {
    const world = resultWorld();
    const topics = { results: true, spoilers: true };
    const followId = await world.guilds.follows.add('700', { tournamentId: 't1', channelId: '800', topics });
    await world.replica().report('ana', 3, 1, place);
    await world.guilds.follows.change('700', followId!, (one) => ({
      ...one,
      stopped: { reason: 'over', at: START },
    }));
    await world.replica().report('ana', 3, 2, place);
    expect(world.public()).toHaveLength(1);
    expect(textOf(world.public()[0]!)).toMatch(/\|\|Corrected: .*3 – 2.*~~3 – 1~~\|\|/);
  }
});

it('the organizers read the claims covered where everybody sees them, and openly in their log channel', async () => {
  for (const [settings, at] of [
    [BOTH, '800'],
    [{ ...BOTH, ...LOG }, '803'],
  ] as const) {
    const world = resultWorld({ settings });
    const topics = { results: true, spoilers: true };
    await world.guilds.follows.add('700', { tournamentId: 't1', channelId: '800', topics });
    const replica = world.replica();
    await replica.report('ana', 3, 1);
    await replica.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
    const call = () => world.public()[1]!;
    const score = /\d ?– ?\d|\d–\d/;
    const open = (): string => textOf(call()).replace(/\|\|.*?\|\|/gs, '');
    expect(call().channelId).toBe(at);
    expect(textOf(call())).toContain('Ana says: Ana wins 3–1\nBruno says: Bruno wins 3–1');
    expect(score.test(open()), at).toBe(at === '803');
    expect(labelsOf(call()).slice(0, 2).map(plainSpaces)).toEqual(
      at === '803' ? ['Rule for Ana 3–1', 'Rule for Bruno 3–1'] : ['Rule for Ana', 'Rule for Bruno'],
    );
    await replica.rule('olga', buttonIn(call(), 'Rule for Bruno'), { reason: 'Seen on stream.' });
    expect(textOf(call()), at).toContain('3–1');
    expect(score.test(open()), at).toBe(at === '803');
  }
});

it('a covered report shows whom it waits for; what both say, and the reminder, are covered', async () => {
  const thread = { channel_id: '7600', channel: { id: '7600', type: 11, parent_id: '800' } };
  for (const [place, log] of [
    [{}, LOG],
    [thread, {}],
  ] as const) {
    const world = resultWorld({ settings: { ...BOTH, ...log } });
    const topics = { results: true, spoilers: true };
    await world.guilds.follows.add('700', { tournamentId: 't1', channelId: '800', topics });
    const replica = world.replica();
    await replica.report('ana', 3, 1, place);
    const open = (at: number): string => textOf(world.public()[at]!).replace(/\|\|.*?\|\|/gs, '');
    expect(open(0)).toMatch(/^Ana vs Bruno: \n.*<@502>/);
    world.clock.time += 12 * HOUR + 1000;
    await replica.deadlines();
    expect(open(1)).toMatch(/<@502>.*still waits.*Ana vs Bruno: $/);
    await replica.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
    // The organizers' own channel is open to them.
    const shown = world.public().filter(({ channelId }) => channelId !== LOG.logChannelId);
    for (const at of shown.keys()) expect(open(at)).not.toMatch(/\d – \d/);
  }
});
