import { describe, expect, it } from 'vitest';
import type { ShownReport } from '../../src/replies/report-view.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { postText } from '../support/message-text.ts';
import { cup, four } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const BEGUN = four('a-b', 'c-d', '-');
const DECIDED = four('a-b 3-1', 'c-d', 'a-');

async function show(world: NightWorld, bracket: Bracket, minutes = 2): Promise<void> {
  world.tournaments.set('t1', { tournament: cup(), bracket });
  await world.pass(minutes * MINUTE_MS, 2000);
}

async function followed(topics: object = {}, options: Parameters<typeof nightWorld>[0] = {}) {
  const world = nightWorld(options);
  const owner = world.start('one');
  world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
  await world.follow('1', 't1', { topics: { calls: true, results: true, event: false, ...topics } });
  await world.pass(MINUTE_MS, 2000);
  return { ...world, owner };
}

const claim = { side: 1 as const, scores: { player1: 3, player2: 1 } };
const counter = { side: 2 as const, scores: { player1: 1, player2: 3 } };
const disputed: ShownReport = {
  report: { state: 'disputed', policy: 'at-once', counter, seen: claim.scores },
  mentions: {},
};
const ruled = (scores: { player1: number; player2: number }, reason: string): ShownReport => ({
  report: { state: 'ruled', policy: 'at-once', counter, seen: scores, ruling: { scores, reason } },
  mentions: { ruler: '<@9>' },
});

/** What a member said of a match reaches the owner of the background work as it does in the bot. */
async function report(world: NightWorld, shown: ShownReport | undefined): Promise<void> {
  if (shown === undefined) world.reports.delete('1:m1');
  else world.reports.set('1:m1', shown);
  await world.wakes.note('m1');
  await world.pass(MINUTE_MS, 2000);
}

const first = (world: NightWorld, what: RegExp) =>
  postText(world.messages.find(({ post }) => what.test(plainSpaces(post.content)))!.post);

describe('a result that the website told first', () => {
  it('says where it stands that it is questioned, then who ruled, what was before, and why', async () => {
    const world = await followed();
    await show(world, BEGUN);
    await show(world, DECIDED);
    await report(world, disputed);
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      **A** 3 – 1 B · Semifinals
      -# **B** says: B wins 3–1. The organizers decide.
    `);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 1-3', 'c-d', 'b-') });
    await report(world, ruled(counter.scores, 'Rewatched.'));
    expect(await first(world, /1 – 3/)).toMatchInlineSnapshot(`
      Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals
      -# Ruled by <@9>: Rewatched.
    `);
    await report(world, ruled(counter.scores, 'Rewatched twice.'));
    expect(await first(world, /1 – 3/)).toMatchInlineSnapshot(`
      Corrected: A 1 – 3 **B** ~~3 – 1~~ · Semifinals
      -# Ruled by <@9>: Rewatched twice.
    `);
    // The desk follows within a minute; then nothing more is said.
    await world.pass(MINUTE_MS, 2000);
    const edits = world.changes.length;
    await world.pass(5 * MINUTE_MS, 2000);
    expect(world.changes).toHaveLength(edits);
  });

  it('of several in a message has it below its own line, and none asks whether it is wrong', async () => {
    const world = await followed({ calls: false });
    await show(world, BEGUN);
    await show(world, DECIDED);
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      **A** 3 – 1 B · Semifinals
      -# Cup
      [That's wrong] [Bracket]
    `);
    await report(world, disputed);
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      **A** 3 – 1 B · Semifinals
      -# **B** says: B wins 3–1. The organizers decide.
      -# Cup
      [Bracket]
    `);
    await show(world, four('a-b 3-1', 'c-d 0-2', 'a-d'));
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      **Semifinals** in **Cup**
      **A** 3 – 1 B
      -# **B** says: B wins 3–1. The organizers decide.
      C 0 – 2 **D**
      [One is wrong] [Bracket]
    `);
    await report(world, undefined);
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      **Semifinals** in **Cup**
      **A** 3 – 1 B
      C 0 – 2 **D**
      [One is wrong] [Bracket]
    `);
  });

  it('says so behind a cover where results are hidden', async () => {
    const world = await followed({ spoilers: true });
    await show(world, BEGUN);
    await show(world, DECIDED);
    await report(world, disputed);
    expect(await first(world, /3 – 1/)).toMatchInlineSnapshot(`
      A vs B: ||**A** 3 – 1 B|| · Semifinals
      -# ||**B** says: B wins 3–1. The organizers decide.||
    `);
  });

  it('says it after a restart, with any changes meanwhile', async () => {
    const world = await followed();
    await show(world, BEGUN);
    await show(world, DECIDED);
    world.reports.set('1:m1', disputed);
    await world.pass(10 * MINUTE_MS, 5000);
    expect(world.textsIn('10').join()).not.toContain('says');
    world.owner.sleep(true);
    world.start('two');
    await world.pass(3 * MINUTE_MS, 2000);
    expect(world.textsIn('10').join()).toContain('says');
  });
});

const nobodyIn = (world: NightWorld): string[] =>
  world.textsIn('10').filter((text) => text.includes('nobody has reported'));

describe('a match that was reported', () => {
  const open: ShownReport = { report: { state: 'open', policy: 'both', claim }, mentions: {} };

  it('is never called unreported: who owes a word is asked, and the question goes with the result', async () => {
    const world = await followed({ late: 10 });
    for (const player of ['a', 'b']) world.owners.set(player, `50${player.charCodeAt(0)}`);
    await show(world, BEGUN);
    await report(world, open);
    await show(world, BEGUN, 60);
    expect(await first(world, /waits/)).toMatchInlineSnapshot(`
      (notifies <@5098>)
      <@5098> (**B**), this result still waits for your word: **A** 3 – 1 B
      -# Cup
      [Confirm] [That's wrong]
    `);
    const texts = world.textsIn('10').filter((text) => /A\W.*nobody|No result[^]*\*\*A\*\*/.test(text));
    expect(texts).toEqual([]);
    await report(world, undefined);
    await show(world, DECIDED);
    expect(world.textsIn('10').filter((text) => text.includes('waits'))).toEqual([]);
  });

  it('and disputed asks no one', async () => {
    const world = await followed({ late: 10 });
    await show(world, BEGUN);
    await report(world, { report: { state: 'disputed', policy: 'both', claim, counter }, mentions: {} });
    await show(world, BEGUN, 60);
    // What is taken away again has pinged, too.
    const asked = world.changes.filter(
      ({ kind, post }) =>
        kind === 'post' && /A\W.*nobody|No result[^]*\*\*A\*\*/.test(plainSpaces(post.content)),
    );
    expect(asked).toEqual([]);
  });

  it('after the reminder of a missing report removes that', async () => {
    const world = await followed({ late: 10 });
    await show(world, BEGUN, 14);
    expect(nobodyIn(world)).toHaveLength(2);
    await report(world, open);
    expect(nobodyIn(world)).toHaveLength(1);
    await show(world, four('a-b', 'c-d 0-2', '-d'));
    expect(nobodyIn(world)).toEqual([]);
  });

  it('after a reminder whose answer was lost, in a channel that the bot cannot read, is not reminded of twice', async () => {
    for (const [before, after] of [
      [undefined, open],
      [open, undefined],
    ]) {
      const world = await followed({ late: 10 }, { isReadable: false });
      await show(world, four('a-b', 'c-d 0-2', '-d'));
      await report(world, before);
      const reminders = () =>
        world.changes.filter(({ kind, post }) => kind === 'post' && /nobody|waits/.test(post.content));
      world.control.lose = () => reminders().length > 0;
      while (reminders().length === 0) await world.pass(2000, 2000);
      world.control.lose = () => false;
      await report(world, after);
      await world.pass(5 * MINUTE_MS, 2000);
      expect(reminders().map(({ post }) => post.content)).toHaveLength(1);
      expect(world.messages.filter(({ id }) => id === reminders()[0]?.id)).toEqual([]);
    }
  });

  it('in a channel that the bot may not use removes the reminder once the server follows there again', async () => {
    const topics = { calls: true, results: true, event: false, late: 10 };
    const world = await followed(topics);
    await show(world, BEGUN, 14);
    world.control.refuse = ({ channelId }) => (channelId === '10' ? 'forbidden' : undefined);
    await show(world, four('a-b 3-1', 'c-d 0-2', 'a-d'), 5);
    expect(nobodyIn(world)).toHaveLength(2);
    world.control.refuse = () => undefined;
    await world.follow('1', 't1', { topics });
    await world.pass(2 * MINUTE_MS, 2000);
    expect(nobodyIn(world)).toEqual([]);
  });
});
