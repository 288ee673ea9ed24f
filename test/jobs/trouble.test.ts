import { feedKeyOf } from '../../src/jobs/deliver/feeds.ts';
import { describe, expect, it } from 'vitest';
import { pairOf } from '../../src/guilds/result-posts.ts';
import { present } from '../../src/present.ts';
import { followIdOf } from '../../src/guilds/follows.ts';
import { cup, failed, four, match, T0 } from '../support/night-records.ts';
import { createWords } from '../../src/words/words.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { postText } from '../support/message-text.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const ID = followIdOf({ channelId: '10', tournamentId: 't1' });
const BEGUN = { tournament: cup(), bracket: four('a-b', 'c-d', '-') };
const LATER = { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') };

async function begun(world: NightWorld = nightWorld()): Promise<NightWorld> {
  world.start('one');
  world.tournaments.set('t1', BEGUN);
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  return world;
}

const isStopPattern = /^(<@&77> )?I stopped posting about /;
const isStop = (text: string) => isStopPattern.test(text);
const stopOf = async (world: NightWorld) => (await world.follows.read('1'))[ID]?.stopped?.reason;
const firstLines = (world: NightWorld, channelId = '10') =>
  world.textsIn(channelId).map((text) => text.split('\n')[0]);

/** The most polls in any window of a minute. */
const busiestMinute = ({ calls }: NightWorld): number =>
  Math.max(...calls.map(({ at }) => calls.filter((one) => one.at >= at && one.at < at + MINUTE_MS).length));

describe('Discord says no', () => {
  it('for good: it stops, notifies once, and is not retried', async () => {
    const cases = [
      ['edit', 'forbidden'],
      ['edit', 'channel-gone'],
      ['edit', 'archived'],
      ['edit', 'refused'],
      ['post', 'forbidden'],
    ] as const;
    for (const [where, reason] of cases) {
      const world = await begun();
      let asked = 0;
      world.control.refuse = ({ what }) => {
        if (what !== where) return undefined;
        asked++;
        return reason;
      };
      const called = { tournament: cup(), bracket: four('a-b 3-1', 'c-d 2-0', 'a-c') };
      world.tournaments.set('t1', where === 'post' ? called : LATER);
      await world.pass(10 * MINUTE_MS);
      expect(await stopOf(world), `${where} ${reason}`).toBe(reason);
      // The organizers' message goes to the channel itself, if that still takes one; else the log has a line.
      const told = [...world.textsIn('10'), ...world.notes.map(({ text }) => text)];
      expect(told.filter(isStop), `${where} ${reason}`).toHaveLength(1);
      expect(world.notes, `${where} ${reason}`).toHaveLength(where === 'post' ? 1 : 0);
      // What asks for something is tried once more, two calls and the live post; and the channel itself is asked for the message.
      expect(asked, `${where} ${reason}`).toBe(where === 'post' ? 2 : reason === 'refused' ? 5 : 4);
    }
  });

  describe('to a deleted live post', () => {
    const isLive = (text: string | undefined) => text?.startsWith('**Cup** is on.') === true;
    const playing = (done: string) => ({ tournament: cup(), bracket: four('a-b 3-1', `c-d ${done}`, 'a-') });

    it('posts it again, once; then it stops, and the organizers are notified', async () => {
      const world = await begun();
      world.settings.set('1', { organizerRoleId: '77', organizersChannelId: '90', logChannelId: '91' });
      const live = () => world.messages.filter(({ post }) => isLive(post.content));
      world.remove(live()[0]!.id);
      world.tournaments.set('t1', LATER);
      await world.pass(2 * MINUTE_MS);
      expect(live()).toHaveLength(1);
      expect(await stopOf(world)).toBeUndefined();
      expect(world.textsIn('90').filter(isStop)).toEqual([]);
      world.remove(live()[0]!.id);
      world.tournaments.set('t1', playing('2-0'));
      await world.pass(10 * MINUTE_MS);
      expect(live()).toEqual([]);
      expect(await stopOf(world)).toBe('post-gone');
      const [told, ...more] = world.messages.filter(({ post }) => isStop(post.content));
      expect(more).toEqual([]);
      expect(told!.channelId).toBe('90');
      expect(await postText(told!.post)).toMatchInlineSnapshot(`
        (notifies <@&77>)
        <@&77> I stopped posting about **Cup** in <#10>: my post was deleted.
        [Resume]
      `);
      expect((await world.follows.read('1'))[ID]?.stopped?.message).toEqual({
        channelId: '90',
        messageId: told!.id,
      });
      // The organizers' message says it: the log has no second line.
      expect(world.notes).toEqual([]);
      await world.follow('1', 't1');
      await world.pass(2 * MINUTE_MS);
      expect(live()).toHaveLength(1);
    });

    it('makes it anew once wherever the process is killed, and the organizers are notified once', async () => {
      for (const isAfter of [false, true])
        for (let act = 1; act <= 7; act++) {
          const world = nightWorld();
          const owner = world.start('one');
          world.tournaments.set('t1', BEGUN);
          await world.follow('1', 't1');
          await world.pass(MINUTE_MS);
          for (const done of ['2-0', '2-1']) {
            const live = world.messages.find(({ post }) => isLive(post.content));
            if (live) world.remove(live.id);
            if (done === '2-1') owner.killAt(act, isAfter);
            world.tournaments.set('t1', playing(done));
            await world.pass(2 * MINUTE_MS);
          }
          world.start('two');
          await world.pass(4 * MINUTE_MS);
          const name = `${act} ${isAfter}`;
          expect(
            world.changes.filter(({ kind, post }) => kind === 'post' && isLive(post.content)),
            name,
          ).toHaveLength(2);
          expect(world.textsIn('10').filter(isStop), name).toHaveLength(1);
          expect(await stopOf(world), name).toBe('post-gone');
          // Resume posts a new one, regardless of the killed process’s notes.
          await world.follow('1', 't1');
          await world.pass(2 * MINUTE_MS);
          expect(await stopOf(world), name).toBeUndefined();
          expect(
            world.messages.filter(({ post }) => isLive(post.content)),
            name,
          ).toHaveLength(1);
        }
    });

    it('noticed only at the end, the end is posted anyway', async () => {
      const world = await begun();
      world.messages.splice(
        world.messages.findIndex(({ post }) => isLive(post.content)),
        1,
      );
      world.tournaments.set('t1', {
        tournament: cup({ phase: 'finished' }),
        bracket: four('a-b 3-1', 'c-d 2-0', 'a-c 3-0'),
      });
      await world.pass(5 * MINUTE_MS);
      const lines = firstLines(world);
      expect(lines).toContain('**A** is the champion of **Cup**!');
      expect(lines).toContain('**A** won **Cup**!');
      // Once the end is posted, it is not needed anymore.
      world.messages.splice(
        world.messages.findIndex(({ post }) => post.content.includes('won **Cup**')),
        1,
      );
      world.tournaments.set('t1', {
        tournament: cup({ phase: 'finished' }),
        bracket: four('a-b 3-1', 'c-d 2-0', 'a-c 3-1'),
      });
      await world.pass(5 * MINUTE_MS);
      expect(firstLines(world)).not.toContain('**A** won **Cup**!');
      // The follow goes on: what else shows the result is still corrected.
      expect(await stopOf(world)).toBeUndefined();
    });

    it('before the start and after the end it stops, with a line in the log', async () => {
      const world = nightWorld();
      world.start('one');
      world.tournaments.set('t1', { tournament: cup({ phase: 'open', entrants: 1, capacity: 4 }) });
      await world.follow('1', 't1');
      await world.pass(MINUTE_MS);
      world.messages.splice(0, 1);
      world.tournaments.set('t1', { tournament: cup({ phase: 'open', entrants: 2, capacity: 4 }) });
      await world.pass(40 * MINUTE_MS);
      expect(world.textsIn('10')).toEqual([]);
      expect(world.notes.map(({ text }) => text)).toEqual([expect.stringMatching(isStopPattern)]);
    });
  });

  it('and is resumed: with the post that stands, or a new one, and nothing twice', async () => {
    for (const reason of ['archived', 'post-gone'] as const) {
      const world = await begun();
      if (reason === 'post-gone') {
        world.messages.splice(0, 1);
        world.tournaments.set('t1', LATER);
        await world.pass(2 * MINUTE_MS);
        world.messages.splice(
          world.messages.findIndex(({ post }) => post.content.startsWith('**Cup** is on.')),
          1,
        );
      } else world.control.refuse = ({ what }) => (what === 'edit' ? reason : undefined);
      const bracket = reason === 'archived' ? LATER.bracket : four('a-b 3-1', 'c-d 2-0', 'a-c');
      world.tournaments.set('t1', { tournament: cup(), bracket });
      await world.pass(5 * MINUTE_MS);
      expect(await stopOf(world)).toBe(reason);
      world.control.refuse = () => undefined;
      await world.follows.change('1', ID, ({ stopped: _before, ...follow }) => follow);
      await world.pass(5 * MINUTE_MS);
      const lines = firstLines(world);
      expect(lines.filter((line) => line === '**Cup** is on.')).toHaveLength(1);
      expect(lines.filter((line) => line?.includes(' – '))).toHaveLength(reason === 'archived' ? 1 : 2);
      // Its call was closed meanwhile, and asks again.
      expect(lines.filter((line) => /ready|not decided yet/.test(line ?? ''))).toHaveLength(1);
    }
  });

  it('to a post that was deleted while an organizer had stopped: Resume makes a new one, also before the start', async () => {
    const world = nightWorld();
    world.start('one');
    const open = (entrants: number) =>
      world.tournaments.set('t1', { tournament: cup({ phase: 'open', entrants, capacity: 4 }) });
    open(1);
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    const stopped = { reason: 'organizer', at: world.wall() } as const;
    await world.follows.change('1', ID, (follow) => ({ ...follow, stopped }));
    await world.pass(MINUTE_MS);
    world.messages.splice(0);
    await world.follow('1', 't1');
    open(2);
    await world.pass(40 * MINUTE_MS);
    expect(await stopOf(world)).toBeUndefined();
    expect(world.textsIn('10')).toHaveLength(1);
  });

  it('to a post that was deleted, and is stopped: none comes in its place', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    const isLive = (text: string) => text.startsWith('**Cup** is on');
    const live = world.messages.find(({ post }) => isLive(post.content));
    world.remove(live?.id ?? '');
    const stopped = { reason: 'organizer', at: world.wall() } as const;
    await world.follows.change('1', ID, (follow) => ({ ...follow, stopped }));
    await world.pass(5 * MINUTE_MS);
    expect(world.textsIn('10').filter(isLive)).toEqual([]);
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    expect(world.textsIn('10').filter(isLive)).toHaveLength(1);
  });

  it('to the very first messages for minutes: the calls come afterwards', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', BEGUN);
    let isFailing = true;
    world.control.fail = () => isFailing;
    await world.follow('1', 't1');
    await world.pass(4 * MINUTE_MS);
    isFailing = false;
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world)).toEqual([
      '**Cup** is on.',
      '**A** vs **B**: your match is ready.',
      '**C** vs **D**: your match is ready.',
    ]);
  });

  it('for now: missed posts follow, once', async () => {
    const world = await begun();
    let isFailing = true;
    world.control.fail = () => isFailing;
    world.tournaments.set('t1', LATER);
    await world.pass(3 * MINUTE_MS);
    isFailing = false;
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world).filter((line) => line?.includes(' – '))).toHaveLength(1);
    expect(await stopOf(world)).toBeUndefined();
  });

  it('for now, with the next reading far off: it is tried again soon', async () => {
    const world = nightWorld();
    const startsAt = { epochMs: T0 + 48 * HOUR_MS, precision: 'second' as const };
    let isFailing = true;
    world.control.fail = () => isFailing;
    world.start('one');
    world.tournaments.set('t1', { tournament: cup({ phase: 'open', startsAt }) });
    await world.follow('1', 't1');
    await world.pass(20 * SECOND_MS);
    isFailing = false;
    await world.pass(30 * SECOND_MS);
    expect(world.messages).toHaveLength(1);
  });

  it('to results in their channel: they come in the tournament’s, with a line in the log', async () => {
    const world = nightWorld();
    world.settings.set('1', { resultsChannelId: '77' });
    await begun(world);
    world.control.refuse = ({ channelId }) => (channelId === '77' ? 'forbidden' : undefined);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    // The call, and what the other channel refused.
    expect(firstLines(world).filter((line) => line?.includes(' – '))).toHaveLength(2);
    expect(world.notes).toHaveLength(1);
    expect(await stopOf(world)).toBeUndefined();
  });

  it('to results in a channel that is gone: said once, and rounds share a message where they are told', async () => {
    const world = nightWorld();
    world.settings.set('1', { resultsChannelId: '77' });
    const eight = (...scores: string[]) => ({
      tournament: cup(),
      bracket: {
        rounds: [
          {
            section: 'main' as const,
            number: 1,
            matches: ['a-b', 'c-d', 'e-f', 'g-h'].map((pair, at) =>
              match(`m${at}`, `${pair} ${scores[at] ?? ''}`.trim()),
            ),
          },
        ],
      },
    });
    world.start('one');
    world.tournaments.set('t1', eight());
    await world.follow('1', 't1', { topics: { calls: false, results: true, event: false } });
    await world.pass(MINUTE_MS);
    let asked = 0;
    world.control.refuse = ({ channelId }) => {
      if (channelId !== '77') return undefined;
      asked++;
      return 'channel-gone';
    };
    for (const scores of [['3-1'], ['3-1', '3-0'], ['3-1', '3-0', '0-3'], ['3-1', '3-0', '0-3', '3-2']]) {
      world.tournaments.set('t1', eight(...scores));
      await world.pass(MINUTE_MS);
    }
    expect([asked, world.notes.length]).toEqual([1, 1]);
    const results = world.textsIn('10').filter((text) => text.includes(' – '));
    expect(results).toHaveLength(1);
    expect(results[0]?.split('\n').filter((line) => line.includes(' – '))).toHaveLength(4);
    // Another channel is tried at once.
    world.settings.set('1', { resultsChannelId: '78' });
    world.tournaments.set('t1', eight('3-1', '3-0', '0-3', '3-2'));
    await world.pass(MINUTE_MS);
    expect(world.notes).toHaveLength(1);
  });

  it('nothing, but what a channel was told cannot be read: it stops, says so, and begins anew once it is resumed', async () => {
    const world = nightWorld();
    await begun(world);
    const followId = followIdOf({ tournamentId: 't1', channelId: '10' });
    await world.stores
      .replica()
      .namespace('feeds')
      .set(feedKeyOf({ guildId: '1', followId }), { epoch: 99, bracketAt: 'never' });
    await world.stopAll('one');
    world.start('two');
    world.tournaments.set('t1', LATER);
    await world.pass(10 * MINUTE_MS, 5000);
    expect(await stopOf(world)).toBeUndefined();
    await world.pass(20 * MINUTE_MS, 5000);
    expect(await stopOf(world)).toBe('unreadable');
    expect(world.notes).toEqual([]);
    expect(world.textsIn('10').filter((text) => text.includes('I lost track of what I posted'))).toHaveLength(
      1,
    );
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    expect(await stopOf(world)).toBeUndefined();
    expect(world.textsIn('10').filter((text) => text.includes('is on'))).toHaveLength(2);
  });
});

describe('the platform', () => {
  it('is down for 20 minutes: one line, then one digest and the calls that still can be played', async () => {
    const world = await begun();
    let isDown = true;
    world.platform.failure = () => (isDown ? failed('unavailable') : undefined);
    await world.pass(20 * MINUTE_MS);
    expect(world.notes.map(({ text }) => text.slice(0, 9))).toEqual(['Playhouse']);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 2-0', 'a-c') });
    isDown = false;
    await world.pass(3 * MINUTE_MS);
    const results = world.textsIn('10').filter((text) => text.startsWith('Results'));
    expect(results).toHaveLength(1);
    expect(results[0]).toContain('Not checked from');
    expect(results[0]?.split('\n')).toHaveLength(4);
    expect(firstLines(world).at(-1)).toBe('**A** vs **C**: your match is ready.');
    expect(world.notes.map(({ text }) => text.slice(0, 9))).toEqual(['Playhouse', 'Playhouse']);
  });

  it('is down: the live post keeps the last bracket with its age, after a change of the owner too', async () => {
    for (const isRestarted of [false, true]) {
      const world = nightWorld();
      const first = world.start('one');
      world.tournaments.set('t1', BEGUN);
      await world.follow('1', 't1');
      await world.pass(MINUTE_MS);
      const live = () => world.messages[0]!.post;
      const [picture] = live().files ?? [];
      expect(picture).toBeDefined();
      const what = isRestarted ? /^bracket/ : /./;
      world.platform.failure = (one) => (what.test(one) ? failed('unavailable') : undefined);
      if (isRestarted) {
        first.sleep(true);
        world.start('two');
      }
      await world.pass(10 * MINUTE_MS);
      expect(live().files).toEqual([picture]);
      // Who never read it does not know how old it is.
      const age = isRestarted ? '' : "\n-# I can't read the bracket right now. This one is from <t:…:R>.";
      expect(live().content.replace(/\d{6,}/, '…')).toBe(`**Cup** is on.${age}`);
      world.platform.failure = () => undefined;
      world.tournaments.set('t1', LATER);
      await world.pass(5 * MINUTE_MS);
      expect(live().content).toBe('**Cup** is on.');
    }
  });

  it('is down while the owner changes: there is one line all the same', async () => {
    const world = nightWorld();
    const first = world.start('one');
    let isDown = false;
    world.platform.failure = () => (isDown ? failed('unavailable') : undefined);
    world.tournaments.set('t1', BEGUN);
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    isDown = true;
    await world.pass(10 * MINUTE_MS);
    world.start('two');
    first.sleep(true);
    await world.pass(10 * MINUTE_MS);
    expect(world.notes).toHaveLength(1);
    isDown = false;
    await world.pass(2 * MINUTE_MS);
    expect(world.notes).toHaveLength(2);
  });

  it('shows the tournament sooner than its bracket after an outage: the results still come as a digest', async () => {
    const world = await begun();
    let failing = /./;
    world.platform.failure = (what) => (failing.test(what) ? failed('unavailable') : undefined);
    await world.pass(4 * MINUTE_MS);
    world.tournaments.set('t1', LATER);
    failing = /bracket/;
    await world.pass(2 * MINUTE_MS);
    failing = /nothing/;
    await world.pass(2 * MINUTE_MS);
    const results = world.textsIn('10').filter((text) => text.startsWith('Results'));
    expect(results).toEqual([expect.stringContaining('Not checked from')]);
  });

  it('answers 429 all night: it is asked less and less, and the log channel has one line', async () => {
    const world = await begun();
    const before = world.calls.length;
    world.platform.failure = () => failed('rate-limited', 30 * SECOND_MS);
    await world.pass(HOUR_MS);
    expect(world.calls.length - before).toBeLessThanOrEqual(120);
    expect(world.notes).toHaveLength(1);
  });

  it('mislays a tournament for a moment, and nothing happens; for good, and it stops with one line', async () => {
    const world = await begun();
    world.tournaments.delete('t1');
    await world.pass(5 * MINUTE_MS);
    world.tournaments.set('t1', LATER);
    await world.pass(5 * MINUTE_MS);
    expect(await stopOf(world)).toBeUndefined();
    world.tournaments.delete('t1');
    await world.pass(15 * MINUTE_MS);
    expect(await stopOf(world)).toBeUndefined();
    await world.pass(25 * 60 * MINUTE_MS, 10_000);
    expect(await stopOf(world)).toBe('tournament-gone');
    // It ran: the organizers get a message with Resume.
    expect(firstLines(world).filter((line) => line?.includes('I stopped posting'))).toHaveLength(1);
  });

  it('has unknown states: the bracket tells how far it is', async () => {
    const world = nightWorld();
    const { phase: _unknown, ...bare } = cup({ status: 'brewing', format: 'Single elimination' });
    world.start('one');
    world.tournaments.set('t1', { tournament: bare, bracket: four('a-b', 'c-d', '-') });
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    world.tournaments.set('t1', { tournament: bare, bracket: four('a-b 3-1', 'c-d 0-2', 'a-d 2-3') });
    await world.pass(9 * MINUTE_MS);
    expect(firstLines(world)[0]).toBe('**Cup** is on.');
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world)[0]).toBe('**D** won **Cup**!');
  });

  it('is asked within its limit for 200 tournaments, and five that run are told within a minute', async () => {
    const world = nightWorld();
    world.start('one');
    for (let at = 0; at < 200; at++) {
      const id = `t${at}`;
      const isRunning = at < 5;
      world.tournaments.set(id, {
        tournament: cup({
          id,
          phase: isRunning ? 'running' : 'upcoming',
          startsAt: { epochMs: T0 + (isRunning ? 0 : 3 * 24 * HOUR_MS), precision: 'second' },
        }),
        ...(isRunning && { bracket: four('a-b', 'c-d', '-') }),
      });
      await world.follow(String(100 + Math.floor(at / 20)), id, { channelId: `9${at}` });
    }
    await world.pass(15 * MINUTE_MS, 5000);
    for (let at = 0; at < 5; at++)
      world.tournaments.set(`t${at}`, { ...LATER, tournament: cup({ id: `t${at}` }) });
    const from = world.changes.length;
    const changedAt = world.now();
    await world.pass(3 * MINUTE_MS, 1000);
    const told = world.changes.slice(from).filter(({ post }) => plainSpaces(post.content).includes(' – '));
    expect(told).toHaveLength(5);
    expect(Math.max(...told.map(({ at }) => at)) - changedAt).toBeLessThanOrEqual(MINUTE_MS);
    expect(busiestMinute(world)).toBeLessThanOrEqual(30);
  });
});

describe('time', () => {
  it('that jumps an hour ahead and back tells nothing twice, and edits go on', async () => {
    const world = await begun();
    for (const jump of [HOUR_MS, -2 * HOUR_MS, HOUR_MS]) {
      world.jumpClock(jump);
      await world.pass(2 * MINUTE_MS);
    }
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    const calls = firstLines(world).filter((line) => line?.includes('ready') || line?.includes(' – '));
    expect(calls).toHaveLength(2);
    world.jumpClock(-6 * HOUR_MS);
    const before = world.messages[0]?.texts.length ?? 0;
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 0-2', 'a-d') });
    await world.pass(2 * MINUTE_MS);
    expect(world.messages[0]?.texts.length).toBeGreaterThan(before);
  });

  it('passes between two edits of the live post: 30 s, however often a match changes', async () => {
    const world = await begun(nightWorld({ pollsPerMinute: 300 }));
    const before = world.messages[0]?.texts.length ?? 0;
    for (let points = 1; points <= 24; points++) {
      const running = match('m1', 'a-b', {
        phase: 'running',
        sides: [
          { player: { id: 'a', name: 'A' }, score: points },
          { player: { id: 'b', name: 'B' }, score: 0 },
        ],
      });
      world.tournaments.set('t1', {
        tournament: cup(),
        bracket: { rounds: [{ section: 'main', matches: [running, match('m2', 'c-d')] }] },
      });
      await world.pass(5 * SECOND_MS);
    }
    const edits = (world.messages[0]?.texts.length ?? 0) - before;
    expect(edits).toBeGreaterThanOrEqual(3);
    expect(edits).toBeLessThanOrEqual(4);
  });

  it('changes with a reschedule: the post is edited, the event moved, once each', async () => {
    const world = nightWorld();
    const starts = (epochMs: number) => cup({ phase: 'open', startsAt: { epochMs, precision: 'second' } });
    world.start('one');
    world.tournaments.set('t1', { tournament: starts(T0 + HOUR_MS) });
    await world.follow('1', 't1', { topics: { calls: true, results: true, event: true }, eventHours: 3 });
    await world.pass(3 * MINUTE_MS);
    expect(world.events).toMatchObject([
      { name: 'Cup', startsAt: T0 + HOUR_MS, endsAt: T0 + 4 * HOUR_MS, status: 'scheduled' },
    ]);
    world.tournaments.set('t1', { tournament: starts(T0 + 2 * HOUR_MS) });
    await world.pass(5 * MINUTE_MS);
    expect(world.events).toMatchObject([{ startsAt: T0 + 2 * HOUR_MS, endsAt: T0 + 5 * HOUR_MS }]);
    expect(JSON.stringify(world.messages[0]?.post)).toContain(String((T0 + 2 * HOUR_MS) / 1000));
    world.tournaments.set('t1', {
      tournament: { ...starts(T0 + 2 * HOUR_MS), phase: 'cancelled' },
      bracket: { rounds: [] },
    });
    await world.pass(5 * MINUTE_MS);
    expect(world.events).toMatchObject([{ status: 'canceled' }]);
    expect(firstLines(world)).toEqual([
      '**Cup** was canceled.',
      '~~**Cup** now starts <t:1798833600:f> (<t:1798833600:R>). Before: <t:1798830000:f>.~~',
      '**Cup** has been canceled. It was to start <t:1798833600:f>.',
    ]);
  });

  it('without a report for 45 minutes is shown to the organizers once, and may mention only their role', async () => {
    const world = nightWorld();
    world.settings.set('1', { logChannelId: '99', organizerRoleId: '55' });
    await begun(world);
    await world.pass(90 * MINUTE_MS, 5000);
    const told = world.messages.filter(({ channelId, post }) => channelId === '99' && post.mentions?.roles);
    expect(
      told.map(({ post }) => [post.mentions, plainSpaces(post.content).replace(/\(http.*\)/, '(…)')]),
    ).toEqual([
      [{ roles: ['55'] }, '<@&55> **Cup** · Semifinals: matches have no result yet. [Open the desk](…)'],
    ]);
  });

  it('ends: hours after the final, it is read once an hour', async () => {
    const world = await begun();
    world.tournaments.set('t1', {
      tournament: cup({ phase: 'finished' }),
      bracket: four('a-b 3-1', 'c-d 0-2', 'a-d 2-3'),
    });
    await world.pass(7 * HOUR_MS, 10 * SECOND_MS);
    expect(await stopOf(world)).toBeUndefined();
    const before = world.calls.length;
    await world.pass(3 * HOUR_MS, 10 * SECOND_MS);
    // Record and bracket.
    expect(world.calls.length - before).toBeLessThanOrEqual(2 * 4);
    expect(world.notes).toEqual([]);
  });
});

describe('processes', () => {
  it('take over within 30 s of a kill, and an owner that slept posts nothing when it wakes up', async () => {
    const world = nightWorld();
    const sleeper = world.start('one');
    world.tournaments.set('t1', BEGUN);
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    const other = world.start('two');
    sleeper.sleep(true);
    await world.pass(30 * SECOND_MS);
    expect(other.jobs.state().isOwner).toBe(true);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    sleeper.sleep(false);
    await world.pass(2 * MINUTE_MS);
    expect([sleeper, other].map(({ jobs }) => jobs.state().isOwner)).toEqual([false, true]);
    expect(firstLines(world).filter((line) => line?.includes(' – '))).toHaveLength(1);
    expect(busiestMinute(world)).toBeLessThanOrEqual(30);
  });

  it('leave at once where they stop', async () => {
    const world = await begun();
    const other = world.start('two');
    await world.stopAll('one');
    await world.pass(10 * SECOND_MS);
    expect(other.jobs.state().isOwner).toBe(true);
  });

  it('whose records came into a store that had begun already go on with them, once', async () => {
    const world = await begun();
    await world.stopAll('one');
    const owners = world.stores.replica().namespace('jobs');
    await owners.set('last', { id: 'of before', epoch: -5 });
    world.start('two');
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world).filter((line) => line?.includes(' – '))).toHaveLength(1);
    expect(firstLines(world).filter((line) => line?.includes('ready'))).toHaveLength(1);
  });

  it('without their store for a minute go on where they were', async () => {
    const world = await begun();
    world.stores.control.down = true;
    world.tournaments.set('t1', LATER);
    await world.pass(MINUTE_MS);
    expect(firstLines(world)).toHaveLength(3);
    world.stores.control.down = false;
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world).filter((line) => line?.includes(' – '))).toHaveLength(1);
    expect(firstLines(world).filter((line) => line?.includes('ready'))).toHaveLength(1);
  });
});

describe('members', () => {
  async function called(prepare: (world: NightWorld) => void): Promise<NightWorld> {
    const world = nightWorld();
    world.owners.set('a', '501').set('b', '502');
    prepare(world);
    return begun(world);
  }
  const call = (world: NightWorld, channelId = '10') =>
    world.messages.find((one) => one.channelId === channelId && one.post.content.includes('A**'))?.post;

  it('are mentioned in their call, they alone', async () => {
    const post = call(await called(() => {}));
    expect(post?.content.split('\n')[0]).toBe('<@501> (**A**) vs <@502> (**B**): your match is ready.');
    expect(post?.mentions).toEqual({ users: ['501', '502'] });
  });

  it('who may not be named, or want no alert, are there as text', async () => {
    const hidden = await called((world) => world.standings.set('501', 'unknown'));
    const off = await called((world) => world.alerts.set('501', 'off'));
    for (const world of [hidden, off]) {
      expect(call(world)?.content).not.toContain('501');
      expect(call(world)?.mentions).toEqual({ users: ['502'] });
    }
  });

  it('who asked for a direct message get one, however many servers call the match', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    await world.follow('2', 't1');
    await begun(world);
    expect(world.textsIn('dm:501')).toHaveLength(1);
    const direct = world.messages.find(({ channelId }) => channelId === 'dm:501');
    expect(direct?.post.content.split('\n').at(-1)).toBe('-# **Server 1** https://discord.com/channels/1/10');
    // Its button names the server that sent it.
    const [first] = Object.keys(await world.follows.read('1'));
    const buttons = direct?.post.rows?.flat().map(({ action, args }) => [action, ...(args ?? [])]);
    expect(buttons?.map(([action]) => action)).toEqual(['score:form', 'follow:help']);
    expect(buttons?.at(-1)).toEqual(['follow:help', 'm1', '', '1', first]);
    await world.pass(10 * MINUTE_MS);
    await world.follow('3', 't1');
    await world.pass(MINUTE_MS);
    expect(world.textsIn('dm:501')).toHaveLength(1);
    for (const channelId of ['10', '20', '30']) expect(call(world, channelId)?.mentions).toBeUndefined();
  });

  it('who got a direct message read there how their match ended, who questioned it, and a correction', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm', 'de');
    await begun(world);
    const direct = () => world.messages.find(({ channelId }) => channelId === 'dm:501');
    const shown = () => plainSpaces(direct()?.post.content ?? '');
    world.tournaments.set('t1', LATER);
    await world.pass(MINUTE_MS);
    expect(shown()).toBe('**A** 3:1 B · Halbfinale · Cup');
    expect(direct()?.post.rows).toEqual([]);
    world.reports.set('1:m1', {
      report: {
        state: 'disputed',
        policy: 'at-once',
        counter: { side: 2, scores: { player1: 1, player2: 3 } },
        seen: { player1: 3, player2: 1 },
      },
      mentions: {},
    });
    await world.wakes.note('m1');
    await world.pass(MINUTE_MS);
    expect(shown()).toContain('**B** sagt');
    world.reports.delete('1:m1');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 1-3', 'c-d', 'b-') });
    await world.pass(MINUTE_MS);
    expect(shown()).toContain('~~3:1~~');
    world.tournaments.set('t1', BEGUN);
    await world.pass(2 * MINUTE_MS);
    const [first] = Object.keys(await world.follows.read('1'));
    const buttons = direct()
      ?.post.rows?.flat()
      .map(({ args }) => args?.slice(-2));
    expect(buttons?.at(-1)).toEqual(['1', first]);
    expect(world.textsIn('dm:501')).toHaveLength(1);
  });

  it('who got a direct message have it edited by the follow that sent it alone', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    await world.follow('1', 't1', { channelId: '11' });
    await begun(world);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    const edits = world.changes.filter(({ channelId, kind }) => channelId === 'dm:501' && kind === 'edit');
    expect(edits.map(({ post }) => plainSpaces(post.content))).toEqual(['**A** 3 – 1 B · Semifinals · Cup']);
  });

  it('who got a direct message read there why an organizer ruled, and not who that is', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    await begun(world);
    world.tournaments.set('t1', LATER);
    await world.pass(MINUTE_MS);
    const scores = { player1: 3, player2: 1 };
    world.reports.set('1:m1', {
      report: { state: 'ruled', policy: 'at-once', seen: scores, ruling: { scores, reason: 'Seen.' } },
      mentions: { ruler: '<@509>' },
    });
    await world.wakes.note('m1');
    await world.pass(MINUTE_MS);
    expect(world.textsIn('10').join()).toContain('Ruled by <@509>: Seen.');
    const [direct] = world.textsIn('dm:501');
    expect(direct).toContain('Seen.');
    expect(direct).not.toContain('509');
  });

  it('who got a direct message from one server read nothing there of what another server ruled', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    await world.follow('2', 't1');
    await begun(world);
    const [direct] = world.messages.filter(({ channelId }) => channelId === 'dm:501');
    const sender = direct?.post.rows?.flat().at(-1)?.args?.at(-2);
    const other = sender === '1' ? '2' : '1';
    world.tournaments.set('t1', LATER);
    await world.pass(MINUTE_MS);
    const scores = { player1: 3, player2: 1 };
    const rule = async (guildId: string | undefined, reason: string) => {
      world.reports.set(`${guildId}:m1`, {
        report: { state: 'ruled', policy: 'at-once', seen: scores, ruling: { scores, reason } },
        mentions: {},
      });
      await world.wakes.note('m1');
      await world.pass(MINUTE_MS);
    };
    await rule(other, 'Buy this.');
    expect(world.textsIn(`${other}0`).join()).toContain('Buy this.');
    expect(world.textsIn('dm:501')).toEqual(['**A** 3 – 1 B · Semifinals · Cup']);
    await rule(String(sender), 'Seen.');
    expect(world.textsIn('dm:501').join()).toContain('Seen.');
  });

  it('who got a direct message have it edited although Discord was down, or a member’s report turned the call', async () => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    await begun(world);
    const direct = () => world.messages.find(({ channelId }) => channelId === 'dm:501');
    const messageId = world.messages.find(
      ({ post }) => /ready/.test(post.content) && post.content.includes('A'),
    )!.id;
    await world.resultPosts.end('10', 'm1', { messageId, scores: { player1: 3, player2: 1 } });
    let failures = 0;
    world.control.refuse = ({ channelId, what }) => {
      if (what === 'edit' && channelId === 'dm:501' && (failures += 1) === 1) throw new Error('Discord: 503');
      return undefined;
    };
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    expect(failures).toBe(2);
    expect(plainSpaces(direct()?.post.content ?? '')).toBe('**A** 3 – 1 B · Semifinals · Cup');
  });

  it('who asked for a direct message get it in their language, the channel its call in the server’s', async () => {
    const world = nightWorld();
    const words = createWords({ strict: true, platformName: 'Playhouse' });
    world.settings.set('1', { language: 'fr' });
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm', 'ja');
    await begun(world);
    const labelsIn = (channelId: string) =>
      world.messages
        .filter((one) => one.channelId === channelId)
        .flatMap(({ post }) => post.rows?.flat().map(({ label }) => label) ?? []);
    expect(labelsIn('dm:501')).toContain(words.in('ja')('match.report'));
    expect(labelsIn('10')).toContain(words.in('fr')('match.report'));
    expect(labelsIn('10')).not.toContain(words.in('en-US')('match.report'));
  });

  it('whose direct messages are closed are mentioned instead, and that is noted', async () => {
    const world = await called((one) => {
      one.alerts.set('501', 'dm');
      one.control.refuse = ({ what }) => (what === 'direct' ? 'closed' : undefined);
    });
    expect(world.closed()).toEqual(['501']);
    expect(call(world)?.mentions).toEqual({ users: ['501', '502'] });
  });

  it('get their direct message once Discord answers; after a minute the call mentions them instead', async () => {
    for (const [failures, directs, mentions] of [
      [1, 1, undefined],
      [Infinity, 0, { users: ['501'] }],
    ] as const) {
      let tries = 0;
      const world = nightWorld();
      world.owners.set('a', '501');
      world.alerts.set('501', 'dm');
      world.control.refuse = ({ what }) => {
        if (what === 'direct' && (tries += 1) <= failures) throw new Error('Discord: 503');
        return undefined;
      };
      await begun(world);
      await world.pass(2 * MINUTE_MS);
      expect(world.textsIn('dm:501'), String(failures)).toHaveLength(directs);
      expect(call(world)?.mentions, String(failures)).toEqual(mentions);
      // The others are not waited for.
      expect(world.textsIn('10').filter((text) => text.includes('ready'))).toHaveLength(2);
    }
  });

  it('whose direct messages are closed are named by the platform alone, where they may not be named', async () => {
    for (const standing of ['absent', 'unknown', 'pending'] as const) {
      const world = await called((one) => {
        one.alerts.set('501', 'dm');
        one.standings.set('501', standing);
        one.control.refuse = ({ what }) => (what === 'direct' ? 'closed' : undefined);
      });
      expect(world.closed(), standing).toEqual(['501']);
      expect(call(world)?.mentions, standing).toEqual({ users: ['502'] });
      expect(world.textsIn('10').join(), standing).not.toContain('501');
    }
  });
});

describe('channels', () => {
  it('of one server that follow the same share its results channel: one message there', async () => {
    const world = nightWorld();
    world.settings.set('1', { resultsChannelId: '77' });
    await world.follow('1', 't1', { channelId: '11' });
    await begun(world);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('77')).toHaveLength(1);
  });

  it('share it also where it is the channel of one of them', async () => {
    const world = nightWorld();
    world.settings.set('1', { resultsChannelId: '10' });
    await world.follow('1', 't1', { channelId: '11' });
    await begun(world);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    const results = firstLines(world).filter((line) => line?.includes(' – '));
    expect(results).toHaveLength(1);
  });

  it('hear results between the calls of a large round', async () => {
    const world = nightWorld();
    const round = (score: string) =>
      Array.from({ length: 60 }, (_, at) => match(`m${at}`, `a${at}-b${at}${at === 0 ? score : ''}`));
    const large = (score: string) => ({
      tournament: cup(),
      bracket: { rounds: [{ section: 'main' as const, matches: round(score) }] },
    });
    world.start('one');
    world.tournaments.set('t1', large(''));
    await world.follow('1', 't1');
    await world.pass(15 * SECOND_MS);
    world.tournaments.set('t1', large(' 2-0'));
    await world.pass(2 * MINUTE_MS);
    const lines = firstLines(world);
    const at = lines.findIndex((line) => line?.includes(' – '));
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(60);
    expect(lines.filter((line) => line?.includes('ready'))).toHaveLength(59);
  });

  it('are not posted again beside their reporter’s result post', async () => {
    const world = await begun();
    const scores = (player1: number, player2: number) => ({ player1, player2 });
    await world.resultPosts.begin('10', 'm1', scores(3, 1));
    await world.resultPosts.end('10', 'm1', { scores: scores(3, 1) });
    await world.resultPosts.begin('10', 'm2', scores(0, 2));
    await world.resultPosts.cancel('10', 'm2');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 0-2', 'a-d') });
    await world.pass(2 * MINUTE_MS);
    const results = world.textsIn('10').filter((text) => text.includes(' – '));
    expect(results).toEqual(['**A** 3 – 1 B · Semifinals', 'C 0 – 2 **D** · Semifinals']);
  });

  it('correct result posts from before they were first read, unless others played under the id', async () => {
    const scores = { player1: 3, player2: 1 };
    for (const isTheirs of [true, false]) {
      const world = await begun();
      const pair = pairOf(match('m1', isTheirs ? 'a-b' : 'a-c'));
      const messageId = world.say('10', 'Results in **Cup**\n**A** 3 – 1 B');
      await world.resultPosts.end('10', 'm1', { scores, messageId, ...present({ pair }) });
      world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 1-3', 'c-d', '-') });
      await world.pass(2 * MINUTE_MS);
      const results = world.textsIn('10').filter((text) => text.includes(' – '));
      expect(results).toEqual(
        isTheirs
          ? [
              'Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals',
              'Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals\n-# Cup',
            ]
          : ['A 1 – 3 **B** · Semifinals', 'Results in **Cup**\n**A** 3 – 1 B'],
      );
    }
  });

  it('of before following began are corrected in a member’s result post, and posted nowhere else', async () => {
    const world = nightWorld();
    world.start('one');
    const shown = (score: string) => ({ tournament: cup(), bracket: four(`a-b ${score}`, 'c-d', '-') });
    world.tournaments.set('t1', shown('3-1'));
    const messageId = world.say('10', '**A** 3 – 1 B');
    const pair = pairOf(match('m1', 'a-b'));
    await world.resultPosts.end('10', 'm1', {
      scores: { player1: 3, player2: 1 },
      messageId,
      ...present({ pair }),
    });
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    world.tournaments.set('t1', shown('1-3'));
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('10').filter((text) => text.includes(' – '))).toEqual([
      'Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals\n-# Cup',
    ]);
  });

  it('are posted of two whose id others had, also where the score is the same', async () => {
    const world = await begun();
    const scores = { player1: 3, player2: 1 };
    const pair = pairOf(match('m1', 'a-c'));
    await world.resultPosts.end('10', 'm1', { scores, ...present({ pair }) });
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    expect(world.textsIn('10')).toContain('**A** 3 – 1 B · Semifinals');
  });

  it('get only what is switched on, and no history when it is switched on again', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', BEGUN);
    await world.follow('1', 't1', { topics: { calls: false, results: false, event: false } });
    await world.pass(MINUTE_MS);
    world.tournaments.set('t1', LATER);
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world)).toEqual(['**Cup** is on.']);
    await world.follow('1', 't1');
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world)).toEqual(['**Cup** is on.', '**C** vs **D**: your match is ready.']);
  });

  it('show a correction once, and of a redrawn pair by a new call', async () => {
    const world = await begun();
    world.tournaments.set('t1', LATER);
    await world.pass(MINUTE_MS);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 1-3', 'c-d', 'b-') });
    await world.pass(2 * MINUTE_MS);
    const corrected = world.textsIn('10').filter((text) => text.includes('Corrected'));
    expect(corrected).toHaveLength(1);
    world.tournaments.set('t1', {
      tournament: cup(),
      bracket: {
        rounds: [{ section: 'main', number: 1, matches: [match('m1', 'a-c'), match('m2', 'b-d')] }],
      },
    });
    await world.pass(2 * MINUTE_MS);
    expect(firstLines(world).slice(-2)).toEqual([
      '**A** vs **C**: your match is ready.',
      '**B** vs **D**: your match is ready.',
    ]);
  });
});

describe('a server that follows a tournament in two channels', () => {
  it('has one line in its log for a correction', async () => {
    const world = nightWorld();
    world.start('one');
    const show = (first: string) =>
      world.tournaments.set('t1', { tournament: cup(), bracket: four(first, 'c-d', '-') });
    show('a-b');
    await world.follow('1', 't1');
    await world.follow('1', 't1', { channelId: '11' });
    await world.pass(2 * MINUTE_MS);
    show('a-b 3-1');
    await world.pass(2 * MINUTE_MS);
    show('a-b 1-3');
    await world.pass(2 * MINUTE_MS);
    expect(world.notes.filter(({ text }) => text.includes('Corrected'))).toHaveLength(1);
  });
});

describe('a live post whose answer was lost', () => {
  it('shows what is so in the end, although Discord took its first text', async () => {
    const world = nightWorld({ isReadable: false });
    world.start('one');
    world.tournaments.set('t1', { tournament: cup({ phase: 'open' }), bracket: { rounds: [] } });
    await world.follow('1', 't1');
    world.control.lose = () => true;
    await world.pass(20_000);
    world.tournaments.set('t1', { tournament: cup({ phase: 'open', name: 'Renamed' }) });
    await world.pass(20_000);
    world.control.lose = () => false;
    await world.pass(10 * MINUTE_MS);
    expect(world.textsIn('10').at(0)).toContain('Renamed');
    expect(world.textsIn('10')).toHaveLength(1);
  });
});
