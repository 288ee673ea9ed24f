import { describe, expect, it } from 'vitest';
import { changeSeries } from '../../../src/guilds/series-changes.ts';
import type { SeriesRule } from '../../../src/guilds/series.ts';
import type { Tournament } from '../../../src/reading/records.ts';
import { failed, four, T0 } from '../../support/night-records.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';
import { upcomingCup as cup, weekWorld } from '../../support/week-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type World = ReturnType<typeof weekWorld>;

/** The server 7 with these rules, after its baseline. */
async function started(rules: SeriesRule[], { logs = false } = {}): Promise<World> {
  const world = weekWorld();
  world.start('a');
  if (logs) await world.guilds.settings.change('7', (settings) => ({ ...settings, logChannelId: '79' }));
  await changeSeries(world.guilds, '7', () => rules);
  await world.pass(MINUTE_MS);
  return world;
}

const list = (world: World, ...cups: Tournament[]): void => {
  world.platform.upcoming = cups;
  for (const one of cups) world.platform.single[one.id] = one;
};

const labelsOf = ({ messages }: World, at = 0) => messages[at]?.post.rows?.[0]?.map(({ label }) => label);

describe('the rules of a server', () => {
  it('each announce and follow what has their words; a channel is told of a tournament once, by the first', async () => {
    const world = await started([
      { id: 'w', words: ['weekly'], announceChannelId: '70', roleId: '77', followChannelId: '71' },
      {
        id: 's',
        words: ['swiss'],
        followChannelId: '72',
        topics: { results: true, late: 10 },
        language: 'de',
      },
      { id: 'all', announceChannelId: '70' },
      { id: 'too', announceChannelId: '74' },
    ]);
    list(world, cup('1', { name: 'Weekly 1' }), cup('2', { name: 'Swiss 2' }), cup('3'));
    await world.pass(90_000);
    expect(world.textsIn('70').toSorted()).toEqual([
      '<@&77> New tournament: **Weekly 1**',
      'New tournament: **Cup 3**',
      'New tournament: **Swiss 2**',
    ]);
    expect(world.textsIn('74')).toHaveLength(3);
    const follows = Object.values(await world.guilds.follows.read('7'));
    expect(
      follows.map(({ tournamentId, channelId, topics, language }) => [
        tournamentId,
        channelId,
        topics,
        language,
      ]),
    ).toEqual([
      ['1', '71', { calls: true, results: true, event: false, threads: false, spoilers: false }, undefined],
      ['2', '72', { results: true, late: 10 }, 'de'],
    ]);
    expect(world.textsIn('72')).toEqual(['Die Anmeldung für **Swiss 2** ist offen.']);
  });

  it('have each their own baseline, and one that is added tells nothing of what was listed', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70' }]);
    list(world, cup('1'));
    await world.pass(90_000);
    await changeSeries(world.guilds, '7', (rules) => [
      ...rules,
      { id: 'b', announceChannelId: '71', followChannelId: '72' },
    ]);
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('71')).toEqual([]);
    list(world, cup('1'), cup('2'));
    await world.pass(90_000);
    expect([world.textsIn('70').length, world.textsIn('71')]).toEqual([2, ['New tournament: **Cup 2**']]);
    expect(Object.values(await world.guilds.follows.read('7')).map((one) => one.tournamentId)).toEqual(['2']);
  });

  it('are announced once each, wherever a process is killed', async () => {
    for (let act = 1; act <= 16; act++) {
      const world = weekWorld();
      const first = world.start('a');
      await changeSeries(world.guilds, '7', () => [
        { id: 'a', announceChannelId: '70' },
        { id: 'b', announceChannelId: '71', followChannelId: '71' },
      ]);
      await world.pass(MINUTE_MS);
      list(world, cup('1'), cup('2'));
      first.killAt(act, true);
      await world.pass(90_000);
      world.start('b');
      await world.pass(5 * MINUTE_MS);
      expect([world.textsIn('70').length, world.textsIn('71').length], String(act)).toEqual([2, 2]);
    }
  });

  it('one whose channel refuses holds up no other', async () => {
    const world = await started(
      [
        { id: 'a', announceChannelId: '70', seasonChannelId: '75' },
        { id: 'b', announceChannelId: '71' },
      ],
      { logs: true },
    );
    const post = world.channels.post.bind(world.channels);
    world.channels.post = async (channelId, ...what) => {
      if (channelId === '70') throw new Error('Discord: 503');
      return post(channelId, ...what);
    };
    list(world, cup('1'));
    await world.pass(90_000);
    expect(world.textsIn('71')).toEqual(['New tournament: **Cup 1**']);
    world.channels.post = post;
    world.control.refuse = ({ channelId }) => (channelId === '70' ? 'forbidden' : undefined);
    await world.pass(2 * MINUTE_MS);
    expect((await world.guilds.settings.read('7')).series).toEqual([
      { id: 'a', seasonChannelId: '75' },
      { id: 'b', announceChannelId: '71' },
    ]);
    expect(world.lines).toEqual([
      "79: I stopped announcing new tournaments in <#70>: I don't have permission to post there anymore. Choose a channel again in the server's settings.",
    ]);
  });

  it('follow no more in a channel that was deleted, with one line', async () => {
    const rules: SeriesRule[] = [
      { id: 'a', announceChannelId: '70', followChannelId: '71' },
      { id: 'b', words: ['swiss'], followChannelId: '72' },
    ];
    const world = await started(rules, { logs: true });
    world.control.refuse = ({ channelId }) => (channelId === '71' ? 'channel-gone' : undefined);
    list(world, cup('1'), cup('2'));
    await world.pass(5 * MINUTE_MS);
    list(world, cup('1'), cup('2'), cup('3', { name: 'Swiss 3' }));
    await world.pass(5 * MINUTE_MS);
    const follows = Object.values(await world.guilds.follows.read('7'));
    expect(follows.map((one) => `${one.tournamentId}: ${one.channelId}`).toSorted()).toEqual([
      '1: 71',
      '2: 71',
      '3: 72',
    ]);
    expect((await world.guilds.settings.read('7')).series).toEqual([
      { id: 'a', announceChannelId: '70' },
      rules[1],
    ]);
    expect(world.lines.map(plainSpaces)).toMatchInlineSnapshot(`
      [
        "79: <#71> follows Cup 1 by itself: Match calls · Results",
        "79: <#71> follows Cup 2 by itself: Match calls · Results",
        "79: I stopped following new tournaments in <#71>: the channel was deleted. Choose a channel again in the server's settings.",
        "79: I stopped posting about **Cup 2** in <#71>: the channel was deleted. Use /follow to resume.",
        "79: I stopped posting about **Cup 1** in <#71>: the channel was deleted. Use /follow to resume.",
        "79: <#72> follows Swiss 3 by itself: Match calls · Results",
      ]
    `);
  });

  it('are, of an earlier version, one rule that knows what was announced', async () => {
    const world = await started([{ id: 'r1', announceChannelId: '70' }]);
    list(world, cup('1'));
    await world.pass(90_000);
    const stores = world.stores.replica();
    const [[, news] = ['', {}]] = Object.entries(
      (await stores.namespace<{ rules: Record<string, object> }>('news').get('7'))?.rules ?? {},
    );
    // As they were stored before the series.
    await stores.namespace<object>('news').set('7', news);
    const announcements = {
      announceChannelId: '70',
      announceWords: ['cup'],
      announceRoleId: '77',
      announcePublish: true,
    };
    await stores
      .namespace<object>('guilds')
      .set('7', { logChannelId: '79', ...announcements, followChannelId: '71' });
    await world.pass(MINUTE_MS);
    list(world, cup('1'), cup('2'), cup('3', { name: 'League' }));
    await world.pass(90_000);
    expect(world.textsIn('70')).toEqual(['New tournament: **Cup 1**', '<@&77> New tournament: **Cup 2**']);
    expect(world.published).toEqual([
      world.messages.find(
        ({ channelId, texts }) => channelId === '70' && texts[0]?.includes('Cup 2') === true,
      )?.id,
    ]);
    expect(Object.values(await world.guilds.follows.read('7')).map((one) => one.channelId)).toEqual(['71']);
    const series = [
      {
        id: 'first',
        words: ['cup'],
        announceChannelId: '70',
        roleId: '77',
        publish: true,
        followChannelId: '71',
      },
    ];
    expect(await world.guilds.settings.read('7')).toEqual({ logChannelId: '79', series });
    await world.guilds.settings.change('7', (settings) => ({ ...settings, language: 'fr' }));
    expect(await stores.namespace('guilds').get('7')).toEqual({ logChannelId: '79', series, language: 'fr' });
  });
});

describe('an announcement', () => {
  it('becomes the live post of the rule that follows in its channel, and is edited there alone', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70', followChannelId: '70' }]);
    list(world, cup('1', { entrants: 7, capacity: 8 }));
    await world.pass(2 * MINUTE_MS);
    expect(world.messages.map(({ channelId, texts }) => [channelId, texts])).toEqual([
      ['70', ['New tournament: **Cup 1**', 'Registration for **Cup 1** is open: 1 place left.']],
    ]);
    world.platform.brackets['1'] = four('a-b', 'c-d', '-');
    world.platform.single['1'] = cup('1', { phase: 'cancelled' });
    world.platform.upcoming = [];
    await world.pass(2 * HOUR_MS, 5000);
    // The live post, and the one that tells it.
    expect(world.textsIn('70')).toEqual([
      '**Cup 1** was canceled.',
      '**Cup 1** has been canceled. It was to start <t:1798999200:f>.',
    ]);
  });

  it('stays one where its channel follows with another message', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70' }]);
    list(world, cup('0'));
    await world.guilds.follows.add('7', { tournamentId: '1', channelId: '70', topics: {} });
    world.platform.single['1'] = cup('1');
    await world.pass(MINUTE_MS);
    list(world, cup('0'), cup('1'));
    await world.pass(90_000);
    world.platform.upcoming = [cup('0')];
    world.platform.single['1'] = cup('1', { phase: 'cancelled' });
    await world.pass(2 * HOUR_MS, 5000);
    expect(world.textsIn('70').filter((text) => text.includes('Cup 1'))).toEqual([
      '**Cup 1** was canceled.',
      '**Cup 1** was canceled.',
      '**Cup 1** has been canceled. It was to start <t:1798999200:f>.',
    ]);
  });

  it('of a tournament that left the list is read by its id: at once, then rarely, and again after an outage', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70' }]);
    list(world, cup('1', { startsAt: { epochMs: T0 + 3 * HOUR_MS, precision: 'second' } }), cup('2'));
    await world.pass(90_000);
    world.platform.failure = (what) => (what === 'tournament 1' ? failed('unavailable') : undefined);
    world.platform.upcoming = [];
    world.platform.single['1'] = cup('1', { phase: 'running' });
    world.platform.single['2'] = cup('2', { phase: 'cancelled' });
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('70')).toEqual(['New tournament: **Cup 1**', '**Cup 2** was canceled.']);
    expect([labelsOf(world), labelsOf(world, 1)]).toEqual([['Details', 'Follow here'], ['Details']]);
    world.platform.failure = () => undefined;
    await world.pass(10 * MINUTE_MS, 5000);
    expect(world.textsIn('70')[0]).toBe('**Cup 1** is on.');
    // What another owner has read stays while this one has not.
    world.start('b');
    world.platform.failure = () => failed('unavailable');
    await world.pass(30 * MINUTE_MS, 5000);
    expect(world.textsIn('70')[0]).toBe('**Cup 1** is on.');
    world.platform.failure = () => undefined;
    world.calls.length = 0;
    world.platform.single['1'] = cup('1', { phase: 'finished' });
    await world.pass(3 * HOUR_MS, 5000);
    expect(world.textsIn('70')).toEqual(['**Cup 1** is over.', '**Cup 2** was canceled.']);
    const reads = world.calls.filter(({ what }) => what.startsWith('tournament '));
    expect(reads.length).toBeLessThanOrEqual(5);
  });

  it('stays true though its rule is removed, and is forgotten a week after the start', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70' }]);
    list(world, cup('1'));
    await world.pass(90_000);
    await changeSeries(world.guilds, '7', () => []);
    world.platform.upcoming = [];
    world.platform.single['1'] = cup('1', { phase: 'cancelled' });
    await world.pass(3 * MINUTE_MS);
    expect(world.textsIn('70')).toEqual(['**Cup 1** was canceled.']);
    expect(Object.keys(await world.guilds.announcing.read())).toEqual(['7']);
    await world.pass(10 * 24 * HOUR_MS, 10 * MINUTE_MS);
    expect(await world.guilds.announcing.read()).toEqual({});
    expect(world.stores.keys('news')).toEqual([]);
  });

  it('that Discord does not publish is one line in the log channel, and stays', async () => {
    const world = await started([{ id: 'a', announceChannelId: '70', publish: true }], { logs: true });
    world.channels.publish = async () => ({ refused: 'refused' });
    list(world, cup('1'));
    await world.pass(3 * MINUTE_MS);
    expect(world.textsIn('70')).toEqual(['New tournament: **Cup 1**']);
    expect(world.lines.map(plainSpaces)).toEqual([
      "79: Discord didn't let me publish an announcement in <#70>. Only announcement channels can publish. Check my permissions there, or turn **Publish** off in the server's settings.",
    ]);
  });
});
