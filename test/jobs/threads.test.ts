import { describe, expect, it } from 'vitest';
import { followIdOf } from '../../src/guilds/follows.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { postText } from '../support/message-text.ts';
import { cup, four, match } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const ID = followIdOf({ channelId: '10', tournamentId: 't1' });
const TOPICS = { calls: true, results: true, event: false, threads: true };
const OPEN = four('a-b', 'c-d', '-');
const ONE_DONE = four('a-b 3-1', 'c-d', 'a-');

const show = (world: NightWorld, bracket: Bracket) =>
  void world.tournaments.set('t1', { tournament: cup(), bracket });

/** A running cup whose channel has threads; the owners of A and B may be mentioned. */
async function begun(world: NightWorld = nightWorld(), topics: object = TOPICS): Promise<NightWorld> {
  world.owners.set('a', '501').set('b', '502');
  world.start('one');
  show(world, OPEN);
  await world.follow('1', 't1', { topics: { calls: true, ...topics } });
  await world.pass(MINUTE_MS);
  return world;
}

/** Four matches and a fifth in a separate round. */
const five = (first: string, fifth: string): Bracket => ({
  rounds: [
    {
      section: 'main',
      matches: ['ab', 'cd', 'ef', 'gh'].map(([one, other]) =>
        match(`m${one}`, `${one}-${other} ${first}`.trim()),
      ),
    },
    { section: 'main', matches: [match('mi', `i-j ${fifth}`.trim())] },
  ],
});

/** No thread can be started or closed. */
function failThreads({ control }: NightWorld): void {
  control.refuse = ({ what }) => {
    if (what === 'thread') throw new Error('Discord: 500');
    return undefined;
  };
}

const messagesIn = ({ messages }: NightWorld, channelId: string) =>
  messages.filter((message) => message.channelId === channelId);
const callOf = (world: NightWorld, text = '<@501>') =>
  messagesIn(world, '10').find(({ texts: [first] }) => first?.includes(text) && first.includes('ready'))!;
/** Whom new messages notified, in all channels. */
const notified = ({ changes }: NightWorld): string[] =>
  changes.flatMap(({ kind, post }) => (kind === 'post' ? (post.mentions?.users ?? []) : []));
const topicsOf = async (world: NightWorld) => (await world.follows.read('1'))[ID]?.topics;

describe('the thread of a match', () => {
  it('starts from its call, with both players, and notifies them once', async () => {
    const world = await begun();
    const call = callOf(world);
    expect(world.threads.get(call.id)).toMatchObject({ channelId: '10', name: 'A vs B · Semifinals' });
    const [first, ...more] = messagesIn(world, call.id);
    expect(first?.post.content).toBe(
      "<@501> (**A**) vs <@502> (**B**): settle your match here. This thread closes once it's decided.",
    );
    expect(first?.post.rows).toEqual(call.post.rows);
    expect(more).toEqual([]);
    expect(notified(world)).toEqual(['501', '502']);
    expect([...world.threads.values()].map(({ name }) => name)).toEqual([
      'A vs B · Semifinals',
      'C vs D · Semifinals',
    ]);
  });

  it('closes in one request after its call shows the result, and gets nothing more', async () => {
    const world = await begun();
    const call = callOf(world);
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(plainSpaces(call.post.content)).toContain('**A** 3 – 1 B');
    expect(world.threads.get(call.id)).toMatchObject({ isClosed: true, closings: 1 });
    expect([...world.threads.values()].filter(({ isClosed }) => isClosed)).toHaveLength(1);
    // A correction, a withdrawal and the same match once more stay in the channel.
    for (const first of ['a-b 3-2', 'a-b', 'a-b 0-2']) {
      show(world, four(first, 'c-d', '-'));
      await world.pass(MINUTE_MS);
    }
    expect(messagesIn(world, call.id)).toHaveLength(1);
    expect(world.threads.get(call.id)?.requests).toBe(1);
    expect(world.threads.size).toBe(2);
  });

  it('is taken out of the archive for its last edit', async () => {
    const world = await begun();
    const { id } = callOf(world);
    world.threads.get(id)!.isArchived = true;
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(world.textsIn(id).map(plainSpaces)).toEqual(['**A** 3 – 1 B · Semifinals']);
    expect(world.threads.get(id)).toMatchObject({ isClosed: true });
  });

  it('asks for the word that a report awaits, says who questioned it, and shows the result before it closes', async () => {
    const world = await begun();
    const [message] = messagesIn(world, callOf(world).id);
    const report = async (state: 'open' | 'disputed' | undefined) => {
      const claim = { side: 1 as const, scores: { player1: 3, player2: 1 } };
      const counter = { side: 2 as const, scores: { player1: 1, player2: 3 } };
      if (state === undefined) world.reports.delete('1:m1');
      else
        world.reports.set('1:m1', {
          report: { state, policy: 'both', claim, ...(state === 'disputed' && { counter }) },
          mentions: { reporter: '<@501>', opponent: '<@502>' },
        });
      await world.wakes.note('m1');
      await world.pass(MINUTE_MS);
    };
    await report('open');
    expect(await postText(message!.post)).toMatchInlineSnapshot(`
      **A** 3 – 1 B
      <@502>, is this right? It counts once both sides agree.
      -# Cup · Reported by <@501>
      [Confirm] [That's wrong] [Bracket]
    `);
    await report('disputed');
    expect(await postText(message!.post)).toMatchInlineSnapshot(`
      **A** 3 – 1 B
      **B** says: B wins 3–1. The organizers decide.
      -# Cup · Reported by <@501>
      [Bracket]
    `);
    await report(undefined);
    expect(message!.post.content).toContain('settle your match here');
    await report('open');
    world.reports.delete('1:m1');
    await world.wakes.note('m1');
    let failures = 0;
    world.control.refuse = ({ what, channelId }) => {
      if (what === 'edit' && channelId === message!.channelId && (failures += 1) === 1)
        throw new Error('Discord: 503');
      return undefined;
    };
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(failures).toBe(2);
    expect(await postText(message!.post)).toMatchInlineSnapshot(`**A** 3 – 1 B · Semifinals`);
    expect(world.threads.get(message!.channelId)).toMatchObject({ isClosed: true, closings: 1 });
    expect(notified(world)).toEqual(['501', '502']);
  });

  it('stays open until its call shows the result, and while the match is open again', async () => {
    const world = await begun();
    const call = callOf(world);
    let failing = 'edit';
    world.control.refuse = ({ what }) => {
      if (what === failing && !call.post.content.includes('not decided')) throw new Error('Discord: 503');
      return undefined;
    };
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(world.threads.get(call.id)?.requests).toBe(0);
    failing = 'thread';
    await world.pass(MINUTE_MS);
    expect(plainSpaces(call.post.content)).toContain('3 – 1');
    show(world, OPEN);
    await world.pass(MINUTE_MS);
    expect(plainSpaces(call.post.content)).toContain('not decided yet');
    expect(world.threads.get(call.id)).toMatchObject({ isClosed: false, requests: 0 });
  });

  it('closes where its start was never answered', async () => {
    const world = nightWorld();
    let isLost = true;
    let last = '';
    world.control.refuse = ({ what }) => void (last = what);
    world.control.lose = () => isLost && last === 'thread';
    show(world, { rounds: [{ section: 'main', matches: [match('m1', 'a-b'), match('m2', 'c-')] }] });
    await world.follow('1', 't1', { topics: TOPICS });
    world.start('one');
    // Its one turn starts the thread, and ends before it knows of it.
    while (world.threads.size === 0) await world.pass(SECOND_MS);
    show(world, { rounds: [{ section: 'main', matches: [match('m1', 'a-b 2-0'), match('m2', 'c-')] }] });
    await world.pass(MINUTE_MS);
    isLost = false;
    await world.pass(MINUTE_MS);
    expect([...world.threads.values()]).toMatchObject([{ isClosed: true, closings: 1 }]);
  });

  it('waits for a player who may turn out to be nameable', async () => {
    const world = nightWorld();
    let isFailing = true;
    world.control.refuse = ({ what }) => {
      if (what === 'thread' && isFailing) throw new Error('Discord: 503');
      return undefined;
    };
    await begun(world);
    world.standings.set('502', 'pending');
    isFailing = false;
    await world.pass(MINUTE_MS);
    expect(notified(world)).toEqual([]);
    world.standings.set('502', 'nameable');
    await world.pass(MINUTE_MS);
    expect(notified(world)).toEqual(['501', '502']);
  });

  it('closes with at most twenty others in one turn', async () => {
    const round = (score: string): Bracket => ({
      rounds: [
        {
          section: 'main',
          matches: Array.from({ length: 45 }, (_, at) => match(`m${at}`, `a${at}-b${at} ${score}`.trim())),
        },
      ],
    });
    const world = nightWorld();
    world.start('one');
    show(world, round(''));
    await world.follow('1', 't1', { topics: { ...TOPICS, results: false } });
    await world.pass(5 * MINUTE_MS);
    expect(world.threads.size).toBe(45);
    const closed = () => [...world.threads.values()].filter(({ isClosed }) => isClosed).length;
    let isFailing = true;
    world.control.refuse = ({ what }) => {
      if (what === 'thread' && isFailing) throw new Error('Discord: 500');
      return undefined;
    };
    show(world, round('2-0'));
    await world.pass(5 * MINUTE_MS);
    isFailing = false;
    const counts = new Set<number>();
    for (let at = 0; at < 180; at += 1) {
      await world.pass(SECOND_MS);
      counts.add(closed());
    }
    expect([...counts].filter((count) => count > 0)).toEqual([20, 40, 45]);
  });

  it('that cannot be started holds up no other message', async () => {
    const world = nightWorld();
    world.start('one');
    failThreads(world);
    show(world, five('', ''));
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(2 * MINUTE_MS);
    const edits = () => world.changes.filter(({ id }) => id === world.messages[0]!.id).length;
    const before = edits();
    show(world, five('', '2-0'));
    await world.pass(2 * MINUTE_MS);
    expect(edits()).toBe(before + 1);
    world.control.refuse = () => undefined;
    await world.pass(2 * MINUTE_MS);
    expect(world.threads.size).toBe(4);
  });

  it('that cannot be closed holds up no other message', async () => {
    const world = nightWorld();
    world.start('one');
    show(world, five('', ''));
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(2 * MINUTE_MS);
    failThreads(world);
    const edits = () => world.changes.filter(({ id }) => id === world.messages[0]!.id).length;
    const before = edits();
    show(world, five('2-0', ''));
    await world.pass(2 * MINUTE_MS);
    expect(edits()).toBe(before + 1);
    world.control.refuse = () => undefined;
    await world.pass(2 * MINUTE_MS);
    expect([...world.threads.values()].filter(({ closings }) => closings === 1)).toHaveLength(4);
  });

  it('comes after all else, and is not waited for where Discord starts none for minutes', async () => {
    const world = nightWorld({ pace: { threads: { atOnce: 2, thenMs: 280 * SECOND_MS } } });
    for (const [at, one] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].entries())
      world.owners.set(one, String(501 + at));
    world.start('one');
    show(world, five('', ''));
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(40 * SECOND_MS);
    const kinds = messagesIn(world, '10').map(({ post }) => /is ready/.test(post.content));
    expect(kinds.filter((isCall) => isCall)).toHaveLength(5);
    expect(world.threads.size).toBe(2);
    expect(notified(world)).toEqual(['501', '502', '503', '504']);
    const decidedAt = world.now();
    show(world, five('', '2-0'));
    await world.pass(MINUTE_MS);
    const told = world.changes.find(({ post }) => plainSpaces(post.content).includes('**I** 2 – 0 J'));
    expect(told?.at).toBeLessThanOrEqual(decidedAt + 30 * SECOND_MS);
    // A minute after their call, the others are mentioned in the channel, and their threads are not started any more.
    expect(notified(world)).toEqual(['501', '502', '503', '504', '505', '506', '507', '508']);
    expect(messagesIn(world, '10').at(-1)?.post.content).toBe(
      '<@507> (**G**) vs <@508> (**H**): your match is ready.',
    );
    await world.pass(6 * MINUTE_MS);
    expect(notified(world)).toHaveLength(8);
    // The last match mentions no one, so that its thread could wait; it was decided meanwhile.
    expect(world.threads.size).toBe(2);
  });

  it('waits for its call where Discord fails, with no message instead', async () => {
    const world = await begun();
    let failures = 1;
    world.control.refuse = ({ what }) => {
      if (what === 'post' && failures-- > 0) throw new Error('Discord: 503');
      return undefined;
    };
    const before = messagesIn(world, '10').length;
    show(world, four('a-b 3-1', 'c-d 2-0', 'a-c'));
    await world.pass(2 * MINUTE_MS);
    const [call, ...more] = messagesIn(world, '10').slice(before);
    expect(call?.post.content).toMatch(/^<@501> \(\*\*A\*\*\) vs \*\*C\*\*: your match is ready/);
    expect(more).toEqual([]);
    expect(messagesIn(world, call?.id ?? '')).toHaveLength(1);
    expect(failures).toBeLessThan(0);
  });

  it('that fails for a minute is replaced by a mention in the channel, and is closed if it was started', async () => {
    const world = nightWorld();
    let last = '';
    world.control.refuse = ({ what }) => void (last = what);
    world.control.lose = () => last === 'thread';
    world.owners.set('a', '501');
    world.start('one');
    show(world, OPEN);
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(MINUTE_MS);
    expect(notified(world)).toEqual([]);
    await world.pass(MINUTE_MS);
    expect(notified(world)).toEqual(['501']);
    expect(messagesIn(world, '10').at(-1)?.post.content).toContain('<@501>');
    world.control.lose = () => false;
    show(world, four('a-b 3-1', 'c-d', 'a-'));
    await world.pass(2 * MINUTE_MS);
    expect(world.threads.get(callOf(world, '**A**').id)).toMatchObject({ isClosed: true });
    expect(notified(world)).toEqual(['501']);
  });

  it('closes if the match is called off, redrawn, or reported in the channel', async () => {
    const canceled = { phase: 'cancelled' as const };
    const cases: [string, Bracket][] = [
      [
        'called off',
        { rounds: [{ section: 'main', matches: [match('m1', 'a-b', canceled), match('m2', 'c-d')] }] },
      ],
      ['redrawn', four('a-c', 'b-d', '-')],
    ];
    for (const [name, bracket] of cases) {
      const world = await begun();
      const call = callOf(world);
      show(world, bracket);
      await world.pass(MINUTE_MS);
      expect(world.threads.get(call.id)?.isClosed, name).toBe(true);
    }
    const world = await begun();
    const call = callOf(world);
    await world.resultPosts.end('10', 'm1', { scores: { player1: 3, player2: 1 }, messageId: call.id });
    world.rewrite(call.id, 'A 3 – 1 B');
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(world.threads.get(call.id)?.isClosed).toBe(true);
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('is one, and notifies once, where the process is killed %s any of its acts', async (_, isMade) => {
    const shown = (first: string): Bracket => ({
      rounds: [{ section: 'main', matches: [match('m1', first), match('m2', 'c-')] }],
    });
    /** Its first process dies at its act of this number. Gives how many acts it made. */
    async function night(at: number): Promise<number> {
      const world = nightWorld();
      world.owners.set('a', '501').set('b', '502');
      show(world, shown('a-b'));
      await world.follow('1', 't1', { topics: TOPICS });
      const first = world.start('one');
      first.killAt(at, isMade);
      await world.pass(20 * SECOND_MS);
      if (first.isDead()) world.start('two');
      await world.pass(MINUTE_MS);
      show(world, shown('a-b 2-0'));
      await world.pass(20 * SECOND_MS);
      if (first.isDead()) world.start('three');
      await world.pass(MINUTE_MS);
      const name = String(at);
      const call = messagesIn(world, '10').find(({ texts }) => texts[0]?.includes('ready'))!;
      expect(notified(world), name).toEqual(['501', '502']);
      expect([...world.threads.keys()], name).toEqual([call.id]);
      expect(messagesIn(world, call.id), name).toHaveLength(1);
      expect(world.threads.get(call.id), name).toMatchObject({ isClosed: true, closings: 1 });
      expect(plainSpaces(call.post.content), name).toContain('2 – 0');
      return first.acts();
    }
    const acts = await night(Infinity);
    expect(acts).toBeGreaterThan(20);
    for (let at = 1; at <= acts; at += 1) await night(at);
  });

  it('starts and closes after minutes without Discord, and once where answers are lost', async () => {
    const world = await begun();
    const call = callOf(world);
    let isFailing = true;
    world.control.fail = () => isFailing;
    show(world, four('a-b 3-1', 'c-d 2-0', 'a-c'));
    await world.pass(3 * MINUTE_MS);
    isFailing = false;
    let losses = 0;
    world.control.lose = () => (losses += 1) % 2 === 1;
    await world.pass(5 * MINUTE_MS);
    expect(world.threads.get(call.id)).toMatchObject({ isClosed: true, closings: 1 });
    expect([...world.threads.values()].map(({ name }) => name).at(-1)).toBe('A vs C · Final');
    expect(world.threads.size).toBe(3);
    expect(notified(world)).toEqual(['501', '502', '501']);
  });
});

describe('without a thread', () => {
  it('players are notified in the channel, the log says why once, and calls go on', async () => {
    for (const refused of ['forbidden', 'refused'] as const) {
      const world = nightWorld();
      let tries = 0;
      world.control.refuse = ({ what }) => {
        if (what !== 'thread') return undefined;
        tries += 1;
        return refused;
      };
      world.owners.set('c', '503');
      await begun(world);
      expect(world.threads.size).toBe(0);
      expect(notified(world), refused).toEqual(['501', '502', '503']);
      expect(world.notes, refused).toHaveLength(1);
      expect(world.notes[0]?.text).toMatch(/<#10>.*\*\*Cup\*\*.*\/follow/);
      expect(await topicsOf(world)).toMatchObject({ calls: true, threads: false });
      show(world, four('a-b 3-1', 'c-d 2-0', 'a-c'));
      await world.pass(MINUTE_MS);
      expect(notified(world), refused).toEqual(['501', '502', '503', '501', '503']);
      expect(world.notes, refused).toHaveLength(1);
      expect(tries, refused).toBe(1);
    }
  });

  it('where the bot may start one and not write in it, it is closed in the end', async () => {
    const world = nightWorld();
    world.control.refuse = ({ what, channelId }) =>
      what === 'post' && channelId !== '10' ? 'forbidden' : undefined;
    await begun(world);
    expect(notified(world)).toEqual(['501', '502']);
    expect(world.notes).toHaveLength(1);
    const { id } = callOf(world);
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(world.threads.get(id)?.isClosed).toBe(true);
  });

  it('where its start was lost and the channel may start no other for minutes, it is closed in the end', async () => {
    const world = nightWorld({ pace: { threads: { atOnce: 2, thenMs: 280 * SECOND_MS } } });
    let lost = 0;
    world.control.lose = () => world.threads.size > lost && (lost += 1) > 0;
    await begun(world);
    await world.pass(2 * MINUTE_MS);
    expect(notified(world)).toEqual(['501', '502']);
    const { id } = callOf(world);
    expect(messagesIn(world, id)).toEqual([]);
    show(world, ONE_DONE);
    await world.pass(MINUTE_MS);
    expect(world.threads.get(id)).toMatchObject({ isClosed: true, closings: 1 });
  });

  it('a deleted thread or call, and a thread that a person archives, stop nothing', async () => {
    const world = await begun();
    const [first, second] = [callOf(world), callOf(world, '**C**')];
    world.threads.delete(first.id);
    world.messages.splice(world.messages.indexOf(second), 1);
    show(world, four('a-b 3-1', 'c-d 2-0', '-'));
    await world.pass(2 * MINUTE_MS);
    expect(world.threads.get(second.id)?.isClosed).toBe(true);
    const archived = await begun();
    archived.threads.get(callOf(archived).id)!.isClosed = true;
    show(archived, ONE_DONE);
    await archived.pass(2 * MINUTE_MS);
    for (const one of [world, archived]) expect((await one.follows.read('1'))[ID]?.stopped).toBeUndefined();
    expect(archived.threads.get(callOf(archived).id)?.closings).toBe(0);
  });

  it('the message that stands in for a thread goes with the reminder, and once its match is decided', async () => {
    for (const [minutes, last] of [
      [0, ': your match is ready.'],
      [11, 'nobody has reported a score yet'],
    ] as const) {
      const world = nightWorld();
      world.control.refuse = ({ what }) => (what === 'thread' ? 'forbidden' : undefined);
      await begun(world, { ...TOPICS, late: 10 });
      await world.pass(minutes * MINUTE_MS);
      const asking = () => world.textsIn('10').filter((text) => text.includes('<@501>'));
      expect(asking()).toEqual([expect.stringContaining('ready.\n'), expect.stringContaining(last)]);
      show(world, ONE_DONE);
      await world.pass(2 * MINUTE_MS);
      expect(asking()).toEqual([]);
    }
  });

  it('a call deleted before its thread: the players are notified in the channel', async () => {
    const world = nightWorld();
    world.control.refuse = ({ what }) => (what === 'thread' ? 'post-gone' : undefined);
    await begun(world);
    expect(notified(world)).toEqual(['501', '502']);
    // The call of the others mentions no one, and must not be repeated.
    expect(world.textsIn('10').filter((text) => text.includes('**C** vs **D**'))).toHaveLength(1);
    expect(world.notes).toEqual([]);
    expect(await topicsOf(world)).toMatchObject({ threads: true });
  });

  it('the log says why once, where two calls wait for their threads', async () => {
    const world = nightWorld();
    let refused: string | undefined;
    world.control.refuse = ({ what }) => {
      if (what === 'thread' && refused === undefined) throw new Error('Discord: 503');
      return what === 'thread' ? refused : undefined;
    };
    world.owners.set('c', '503');
    await begun(world);
    expect(notified(world)).toEqual([]);
    refused = 'forbidden';
    await world.pass(MINUTE_MS);
    expect(notified(world).toSorted()).toEqual(['501', '502', '503']);
    expect(world.notes).toHaveLength(1);
  });

  it('what notifies players stays the same where it is not known whether it was sent', async () => {
    // The first call mentions them; while its answer is lost, threads are switched on.
    const world = nightWorld({ isReadable: false });
    let isLost = true;
    let last = '';
    world.control.refuse = ({ what }) => void (last = what);
    world.control.lose = () => isLost && last === 'post' && notified(world).length > 0;
    await world.follow('1', 't1', { topics: { calls: true } });
    world.owners.set('a', '501');
    show(world, { rounds: [{ section: 'main', matches: [match('m1', 'a-b'), match('m2', 'c-')] }] });
    world.start('one');
    await world.pass(5 * SECOND_MS);
    await world.follows.change('1', ID, (follow) => ({ ...follow, topics: TOPICS }));
    await world.pass(20 * SECOND_MS);
    isLost = false;
    await world.pass(MINUTE_MS);
    expect(notified(world)).toEqual(['501']);
    expect(world.threads.size).toBe(0);
    // And the other way round: a message in the channel took the place of the thread.
    const other = nightWorld({ isReadable: false });
    let refused: string | undefined = 'post-gone';
    let what = '';
    other.control.refuse = (request) => {
      what = request.what;
      return what === 'thread' ? refused : undefined;
    };
    other.control.lose = () => refused !== undefined && what === 'post' && notified(other).length > 0;
    await begun(other);
    expect(notified(other)).toEqual(['501', '502']);
    refused = undefined;
    await other.pass(MINUTE_MS);
    expect(notified(other)).toEqual(['501', '502']);
    expect(other.threads.has(callOf(other).id)).toBe(false);
  });

  it('a message in a thread that may have been sent has none in the channel beside it', async () => {
    const world = nightWorld({ isReadable: false });
    failThreads(world);
    const isLost = () => world.threads.size > 0 && messagesIn(world, callOf(world).id).length === 1;
    world.control.lose = () => {
      if (!isLost()) return false;
      // The start is not answered again.
      failThreads(world);
      world.control.lose = () => false;
      return true;
    };
    world.owners.set('a', '501').set('b', '502');
    world.start('one');
    show(world, OPEN);
    await world.follow('1', 't1', { topics: TOPICS });
    await world.pass(50 * SECOND_MS);
    expect(notified(world)).toEqual([]);
    world.control.refuse = () => undefined;
    await world.pass(90 * SECOND_MS);
    world.control.refuse = () => undefined;
    await world.pass(5 * MINUTE_MS);
    expect(notified(world)).toEqual(['501', '502']);
    expect(messagesIn(world, callOf(world).id)).toHaveLength(1);
  });

  it('a switch that is turned on later starts none for those who were called before', async () => {
    const world = await begun(nightWorld(), {});
    await world.follows.change('1', ID, (follow) => ({ ...follow, topics: TOPICS }));
    await world.pass(2 * MINUTE_MS);
    expect(world.threads.size).toBe(0);
    show(world, four('a-b 3-1', 'c-d 2-0', 'a-c'));
    await world.pass(MINUTE_MS);
    expect([...world.threads.values()].map(({ name }) => name)).toEqual(['A vs C · Final']);
  });

  it('a player who gets direct messages is named and not notified', async () => {
    const world = nightWorld();
    world.alerts.set('501', 'dm');
    await begun(world);
    expect(notified(world)).toEqual(['502']);
    expect(messagesIn(world, callOf(world, '<@502>').id)[0]?.post.content).toMatch(/^\*\*A\*\* vs <@502>/);
  });
});
