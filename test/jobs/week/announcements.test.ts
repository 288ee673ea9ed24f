import { describe, expect, it } from 'vitest';
import { FOLLOWS_MAX } from '../../../src/guilds/follows.ts';
import type { Tournament } from '../../../src/reading/records.ts';
import { failed, T0 } from '../../support/night-records.ts';
import { upcomingCup as cup, weekWorld } from '../../support/week-world.ts';
import { createWords } from '../../../src/words/words.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const announced = (...ids: string[]) => ids.map((id) => `New tournament: **Cup ${id}**`);

describe('new tournaments', () => {
  it('are announced once, within 90 seconds, with what to do; those of before are not', async () => {
    const world = weekWorld();
    world.platform.upcoming = [cup('1')];
    world.start('a');
    await world.announceIn('7', '70');
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('70')).toEqual([]);
    world.platform.upcoming = [cup('1'), cup('2'), cup('3', { entrants: 2, capacity: 2 })];
    await world.pass(90_000);
    expect(world.textsIn('70')).toEqual(announced('2', '3'));
    await world.pass(HOUR_MS, 5000);
    expect(world.textsIn('70')).toEqual(announced('2', '3'));
    const labels = world.messages.map(({ post }) => post.rows?.[0]?.map(({ label }) => label));
    expect(labels).toEqual([
      ['Register', 'Details', 'Follow here'],
      ['Details', 'Follow here'],
    ]);
    expect(world.messages[0]?.post.rows?.[0]).toMatchObject([
      { action: 'register:run', args: ['tournament=2'] },
      { action: 'tournament:run', args: ['tournament=2'] },
      { action: 'follow:run', args: ['tournament=2'] },
    ]);
  });

  it('are told also where the clock was set back just after a server chose its rules', async () => {
    const world = weekWorld();
    world.platform.upcoming = [cup('1')];
    world.start('a');
    await world.announceIn('7', '70');
    world.jumpClock(-HOUR_MS);
    await world.pass(2 * MINUTE_MS);
    world.platform.upcoming = [cup('1'), cup('2')];
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('70')).toEqual(announced('2'));
  });

  it('are one message where more than five are new at once, also after a lost answer', async () => {
    for (const isLost of [false, true]) {
      const world = weekWorld();
      world.start('a');
      await world.announceIn('7', '70');
      await world.pass(MINUTE_MS);
      world.control.lose = () => isLost;
      world.platform.upcoming = Array.from({ length: 300 }, (_, at) => cup(String(at)));
      await world.pass(20_000);
      world.control.lose = () => false;
      await world.pass(10 * MINUTE_MS, 5000);
      expect(world.textsIn('70')).toHaveLength(1);
      expect(world.textsIn('70')[0]).toMatch(/^300 new tournaments:\n- Cup 0\n[^]*…and 290 more$/);
      world.platform.upcoming = [...world.platform.upcoming, cup('new')];
      await world.pass(90_000);
      expect(world.textsIn('70').slice(1)).toEqual(announced('new'));
    }
  });

  it('are not those that only moved into the window of a long list, in any order', async () => {
    const cups = Array.from({ length: 80 }, (_, at) =>
      cup(String(at), { startsAt: { epochMs: T0 + (at + 1) * HOUR_MS, precision: 'second' } }),
    );
    const early = cup('early', { startsAt: { epochMs: T0 + 20.5 * HOUR_MS, precision: 'second' } });
    for (const isByStart of [true, false]) {
      const world = weekWorld();
      const shown = (all: readonly Tournament[]) => {
        const first = all.slice(0, 50);
        return isByStart ? first : first.map((one, at) => (at < 2 ? (first[1 - at] ?? one) : one));
      };
      world.platform.upcoming = shown(cups);
      world.start('a');
      await world.announceIn('7', '70');
      await world.pass(2 * MINUTE_MS);
      world.platform.upcoming = shown(cups.slice(3));
      await world.pass(2 * MINUTE_MS);
      expect(world.textsIn('70'), String(isByStart)).toEqual([]);
      // One that is new within it is announced; at the same time another leaves its end.
      world.platform.upcoming = shown([...cups.slice(3, 20), early, ...cups.slice(20)]);
      await world.pass(2 * MINUTE_MS);
      expect(world.textsIn('70'), String(isByStart)).toEqual(announced('early'));
    }
  });

  it('mention the role that was chosen for them, and are published', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('7', '70', [], { roleId: '77', publish: true });
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1')];
    await world.pass(90_000);
    expect(world.messages.map(({ post }) => [post.content, post.mentions])).toEqual([
      ['<@&77> New tournament: **Cup 1**', { roles: ['77'] }],
    ]);
    expect(world.published).toEqual([world.messages[0]?.id]);
    world.platform.upcoming = Array.from({ length: 7 }, (_, at) => cup(String(at)));
    await world.pass(90_000);
    expect(world.textsIn('70').at(-1)).toMatch(/^<@&77> 6 new tournaments:/);
    expect(world.published).toHaveLength(2);
  });

  it('wait for none that Discord takes an hour to publish', async () => {
    const world = weekWorld();
    world.channels.publish = () => new Promise<never>(() => {});
    world.start('a');
    await world.announceIn('7', '70', [], { publish: true });
    await world.pass(MINUTE_MS);
    for (const count of [1, 2]) {
      world.platform.upcoming = Array.from({ length: count }, (_, at) => cup(String(at)));
      await world.pass(90_000);
    }
    expect(world.textsIn('70')).toEqual([...announced('0'), ...announced('1')]);
  });

  it('are followed automatically with the channel’s last switches and a line in the log, also many at once', async () => {
    const world = weekWorld();
    world.start('a');
    const settings = { followChannelId: '71', logChannelId: '79' };
    await world.announceIn('7', '70', ['cup'], settings);
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1'), cup('2', { name: 'League' })];
    await world.pass(90_000);
    const topics = { calls: true, results: false, ping: '77', late: 20 };
    await world.guilds.follows.add('7', { tournamentId: '1', channelId: '71', topics, eventHours: 3 });
    world.platform.upcoming = [...world.platform.upcoming, cup('3')];
    await world.pass(90_000);
    const followed = Object.values(await world.guilds.follows.read('7'));
    expect(followed.map((one) => [one.tournamentId, one.channelId, one.topics, one.eventHours])).toEqual([
      ['1', '71', topics, 3],
      ['3', '71', topics, 3],
    ]);
    expect(world.lines.map(plainSpaces)).toEqual([
      '79: <#71> follows Cup 1 by itself: Match calls · Results',
      '79: <#71> follows Cup 3 by itself: Match calls · Mentions <@&77> · Late matches after 20 minutes',
    ]);
    world.platform.upcoming = Array.from({ length: 9 }, (_, at) => cup(String(at)));
    await world.pass(90_000);
    const all = Object.values(await world.guilds.follows.read('7'));
    expect(all.map((one) => one.tournamentId).toSorted()).toEqual(['0', '1', '3', '4', '5', '6', '7', '8']);
  });

  it('are logged as not followed where the server follows as many as it can', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('7', '70', [], { followChannelId: '71', logChannelId: '79' });
    for (let at = 0; at < FOLLOWS_MAX; at += 1)
      await world.guilds.follows.add('7', { tournamentId: `t${at}`, channelId: '71', topics: {} });
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1')];
    await world.pass(90_000);
    expect(world.lines).toEqual([
      "79: Cup 1 isn't followed in <#71>: this server follows as many as it can. Stop one with /follow.",
    ]);
  });

  it('are not told again, nor as none, when the list changes while Discord does not answer', async () => {
    const eight = Array.from({ length: 8 }, (_, at) => cup(String(at)));
    const begun = async () => {
      const world = weekWorld();
      world.platform.upcoming = [cup('old')];
      world.start('a');
      await world.announceIn('7', '70');
      await world.pass(MINUTE_MS);
      return world;
    };
    const gone = await begun();
    gone.platform.upcoming = [cup('old'), cup('one')];
    await gone.pass(2 * MINUTE_MS, 5000);
    gone.control.fail = () => true;
    gone.platform.upcoming = [cup('old'), cup('one'), ...eight];
    await gone.pass(2 * MINUTE_MS, 5000);
    gone.platform.upcoming = [cup('old'), cup('one')];
    await gone.pass(3 * MINUTE_MS, 5000);
    gone.control.fail = () => false;
    await gone.pass(10 * MINUTE_MS, 5000);
    expect(gone.textsIn('70')).toEqual(announced('one'));

    const lost = await begun();
    lost.control.lose = () => true;
    lost.platform.upcoming = [cup('old'), ...eight];
    await lost.pass(90_000, 5000);
    lost.platform.upcoming = [cup('old'), ...eight.slice(0, 6)];
    await lost.pass(70_000, 5000);
    lost.control.lose = () => false;
    await lost.pass(2 * MINUTE_MS, 5000);
    lost.platform.upcoming = [cup('old'), ...eight];
    await lost.pass(5 * MINUTE_MS, 5000);
    expect(lost.textsIn('70')).toHaveLength(1);
  });

  it('cost one read a minute at most for all servers, and none if no server wants them', async () => {
    const world = weekWorld();
    world.start('a');
    world.start('b');
    await world.pass(10 * MINUTE_MS);
    expect(world.calls).toEqual([]);
    for (const guildId of ['1', '2', '3']) await world.announceIn(guildId, `${guildId}0`);
    await world.pass(10 * MINUTE_MS);
    expect(world.calls.length).toBeGreaterThanOrEqual(9);
    const gaps = world.calls.slice(1).map(({ at }, i) => at - (world.calls[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(new Set(world.calls.map(({ what }) => what))).toEqual(new Set(['tournaments upcoming']));
  });

  it('are announced in each server’s language, and so is why they stop', async () => {
    const world = weekWorld();
    world.start('a');
    for (const [guildId, language] of [
      ['1', 'fr'],
      ['2', 'ja'],
    ] as const) {
      await world.announceIn(guildId, `${guildId}0`);
      await world.guilds.settings.change(guildId, (one) => ({ ...one, language, logChannelId: '9' }));
    }
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('2')];
    await world.pass(90_000);
    const inLanguage = (language: string, tournament: string) =>
      createWords().in(language)('announcements.announced', { tournament });
    expect(world.textsIn('10')).toEqual([inLanguage('fr', 'Cup 2')]);
    expect(world.textsIn('20')).toEqual([inLanguage('ja', 'Cup 2')]);
    world.control.refuse = ({ channelId }) => (channelId === '20' ? 'forbidden' : undefined);
    world.platform.upcoming = [cup('2'), cup('3')];
    await world.pass(90_000);
    const ja = createWords().in('ja');
    const why = ja('feed.audit.why.forbidden');
    expect(world.lines).toEqual([`9: ${ja('announcements.stopped', { channel: '<#20>', why })}`]);
  });

  it('do not take more than their share of a small limit of reads', async () => {
    const world = weekWorld({ pollsPerMinute: 2 });
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(HOUR_MS, 5000);
    expect(world.calls.length).toBeLessThanOrEqual(31);
  });

  it('come to each server as it chose: by words in the name, without those that others got before', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10', ['đà nẵng', 'OPEN']);
    await world.announceIn('2', '20');
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('x', { name: 'Da Nang Cup' }), cup('y', { name: 'Spring' })];
    await world.pass(90_000);
    expect(world.textsIn('10')).toEqual(['New tournament: **Da Nang Cup**']);
    expect(world.textsIn('20')).toHaveLength(2);
    await world.announceIn('1', '10');
    await world.announceIn('3', '30');
    await world.pass(5 * MINUTE_MS);
    expect(world.textsIn('10')).toHaveLength(1);
    expect(world.textsIn('30')).toEqual([]);
  });

  it('are announced when they are published, and not when they are running or over', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [
      cup('1', { registration: 'draft' }),
      cup('2', { phase: 'finished' }),
      cup('3', { phase: 'running' }),
    ];
    await world.pass(3 * MINUTE_MS);
    expect(world.textsIn('10')).toEqual([]);
    world.platform.upcoming = [cup('1')];
    await world.pass(90_000);
    expect(world.textsIn('10')).toEqual(announced('1'));
  });

  it('that leave the list and come back are not new, nor are those seen while it was off', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(MINUTE_MS);
    for (const upcoming of [[cup('1')], [], [cup('1')], [cup('1', { name: 'Renamed' })]]) {
      world.platform.upcoming = upcoming;
      await world.pass(2 * MINUTE_MS);
    }
    expect(world.messages.map(({ texts }) => texts[0])).toEqual(announced('1'));
    await world.announceIn('1', undefined);
    world.platform.upcoming = [cup('1'), cup('2')];
    await world.pass(5 * MINUTE_MS);
    await world.announceIn('1', '10');
    await world.pass(5 * MINUTE_MS);
    expect(world.messages.map(({ texts }) => texts[0])).toEqual(announced('1'));
  });

  it('of the time of an outage are announced after it', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(MINUTE_MS);
    world.platform.failure = () => failed('unavailable');
    world.platform.upcoming = [cup('1')];
    await world.pass(30 * MINUTE_MS, 5000);
    world.platform.failure = () => undefined;
    await world.pass(15 * MINUTE_MS, 5000);
    expect(world.textsIn('10')).toEqual(announced('1'));
  });

  it('are announced once, wherever a process is killed, whether Discord shows what was posted or not', async () => {
    for (const isReadable of [true, false])
      for (const isMade of [true, false])
        for (let act = 1; act <= 14; act++) {
          const world = weekWorld({ isReadable });
          const first = world.start('a');
          await world.announceIn('1', '10');
          await world.pass(MINUTE_MS);
          world.platform.upcoming = [cup('1'), cup('2')];
          first.killAt(act, isMade);
          await world.pass(90_000);
          world.start('b');
          await world.pass(5 * MINUTE_MS);
          expect(world.textsIn('10'), `${isReadable} ${isMade} ${act}`).toEqual(announced('1', '2'));
        }
  });

  it('are announced once if Discord fails or its answers are lost', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1'), cup('2')];
    world.control.lose = () => true;
    await world.pass(5 * MINUTE_MS);
    world.control.lose = () => false;
    world.control.fail = () => true;
    await world.pass(5 * MINUTE_MS);
    world.control.fail = () => false;
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('10')).toEqual(announced('1', '2'));
  });

  it('stop where the bot may no longer post, with one line, and start again with the next choice', async () => {
    const world = weekWorld();
    world.start('a');
    await world.guilds.settings.change('1', () => ({ logChannelId: '99' }));
    await world.announceIn('1', '10');
    await world.guilds.settings.change('1', (settings) => ({ ...settings, logChannelId: '99' }));
    await world.pass(MINUTE_MS);
    world.control.refuse = () => 'channel-gone';
    world.platform.upcoming = [cup('1'), cup('2')];
    await world.pass(5 * MINUTE_MS);
    expect(world.lines).toEqual([
      "99: I stopped announcing new tournaments in <#10>: the channel was deleted. Choose a channel again in the server's settings.",
    ]);
    expect(await world.guilds.settings.read('1')).toEqual({ logChannelId: '99', series: [{ id: 'r1' }] });
    expect(await world.guilds.announcing.read()).toEqual({});
    world.control.refuse = () => undefined;
    await world.announceIn('1', '11');
    await world.pass(2 * MINUTE_MS);
    world.platform.upcoming = [cup('1'), cup('2'), cup('3')];
    await world.pass(90_000);
    expect(world.textsIn('11')).toEqual(announced('3'));
  });

  it('a message that Discord refuses for what is in it holds up no other', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('1', '10');
    await world.pass(MINUTE_MS);
    let refusals = 0;
    world.control.refuse = () => (refusals++ === 0 ? 'refused' : undefined);
    world.platform.upcoming = [cup('1'), cup('2')];
    await world.pass(90_000);
    expect(world.textsIn('10')).toEqual(announced('2'));
  });

  it('reach strangers’ pages by the same reads', async () => {
    const world = weekWorld();
    world.start('a');
    world.platform.upcoming = [cup('1')];
    for (let minute = 0; minute < 10; minute++) {
      for (let request = 0; request < 20; request++) await world.listing.want();
      await world.pass(MINUTE_MS);
    }
    expect(world.calls.length).toBeLessThanOrEqual(10);
    expect((await world.listing.read())?.tournaments).toMatchObject([{ id: '1' }]);
  });
});

describe('an announcement', () => {
  const textsOf = (world: ReturnType<typeof weekWorld>) => world.messages.map(({ texts }) => texts);

  it('is edited as its tournament goes, once for each change of its state, until it is over', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('7', '70', [], { roleId: '77' });
    await world.pass(MINUTE_MS);
    const edits = () => world.changes.filter(({ kind }) => kind === 'edit').length;
    world.platform.upcoming = [cup('1', { entrants: 1, capacity: 2 })];
    await world.pass(90_000);
    world.platform.upcoming = [cup('1', { entrants: 0, capacity: 2 })];
    await world.pass(90_000);
    expect(edits()).toBe(0);
    world.platform.upcoming = [cup('1', { entrants: 2, capacity: 2 })];
    await world.pass(90_000);
    expect(world.messages[0]?.post.rows?.[0]?.map(({ label }) => label)).toEqual(['Details', 'Follow here']);
    // A follow in another channel knows the rest.
    world.platform.upcoming = [];
    await world.listing.noteFollowed(cup('1', { phase: 'running' }), undefined);
    await world.pass(90_000);
    await world.listing.noteFollowed(cup('1', { phase: 'finished' }), { name: 'Ana' });
    await world.pass(10 * MINUTE_MS, 5000);
    expect(textsOf(world)).toEqual([
      [
        '<@&77> New tournament: **Cup 1**',
        '<@&77> New tournament: **Cup 1**',
        '<@&77> **Cup 1** is on.',
        '<@&77> **Ana** won **Cup 1**!',
      ],
    ]);
  });

  it('believes what another server read for as long as it reads: what is followed no more neither registers nor is on for good', async () => {
    const startsAt = { epochMs: T0 + 2 * HOUR_MS, precision: 'second' as const };
    const cases = [
      ['before its start', cup('1', { startsAt }), undefined, 'New tournament: **Cup 1**'],
      [
        'while it ran',
        cup('1', { startsAt, phase: 'running' }),
        cup('1', { startsAt, phase: 'finished' }),
        '**Cup 1** is over.',
      ],
    ] as const;
    for (const [name, seen, now, text] of cases) {
      const world = weekWorld();
      world.start('a');
      await world.announceIn('7', '70');
      await world.pass(2 * MINUTE_MS);
      world.platform.upcoming = [cup('1', { startsAt })];
      await world.pass(90_000);
      await world.listing.noteFollowed(seen, undefined);
      world.platform.upcoming = [];
      if (now !== undefined) world.platform.single = { 1: now };
      await world.pass(3 * HOUR_MS, 10_000);
      expect(world.textsIn('70'), name).toEqual([text]);
      const labels = world.messages[0]?.post.rows?.flat().map(({ label }) => label);
      expect(labels, name).not.toContain('Register');
    }
  });

  it('of a tournament that is listed no more offers no registration, and one that was deleted is left alone', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('7', '70');
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1'), cup('2')];
    await world.pass(90_000);
    world.messages.splice(1, 1);
    world.platform.upcoming = [];
    await world.pass(10 * MINUTE_MS, 5000);
    expect(world.messages[0]?.post.rows?.[0]?.map(({ label }) => label)).toEqual(['Details', 'Follow here']);
    expect(world.changes.filter(({ kind }) => kind === 'edit')).toHaveLength(1);
  });

  it('that its channel follows is its live post, which is edited there alone', async () => {
    const world = weekWorld();
    world.start('a');
    await world.announceIn('7', '70', [], { followChannelId: '70' });
    await world.pass(MINUTE_MS);
    world.platform.upcoming = [cup('1')];
    await world.pass(90_000);
    world.platform.upcoming = [cup('1', { phase: 'cancelled' })];
    await world.pass(5 * MINUTE_MS, 5000);
    expect(textsOf(world)).toEqual([['New tournament: **Cup 1**']]);
  });
});
