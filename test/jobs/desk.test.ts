import { describe, expect, it, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { FollowChoice } from '../../src/guilds/follows.ts';
import { sha256 } from '../../src/sha256.ts';
import { cup as nightCup, four } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';
import { plainSpaces } from '../support/plain-spaces.ts';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';
import { BEGUN, joinCup, pressOn, showCup, type CupMatch } from '../support/weekly-cup.ts';

const GUILD = '700';
const CUP = '800';
const DESK = '810';
const LOG = '820';
const LATE_MS = 46 * MINUTE_MS;

// Hours of virtual time pass here.
vi.setConfig({ testTimeout: 180_000 });

type Bot = ReturnType<ProductWorld['start']>;

/** The platform shows these matches of the cup. */
const show = (made: ProductWorld, [first, second, final]: readonly CupMatch[], status?: string): void =>
  showCup(made, { Semifinals: [first!, second!], Final: [final ?? { id: 'm3', players: [] }] }, status);

const ONE_DONE: readonly CupMatch[] = [{ ...BEGUN[0]!, score: [3, 1] }, BEGUN[1]!];
const BOTH_DONE: readonly CupMatch[] = [
  ONE_DONE[0]!,
  { ...BEGUN[1]!, score: [0, 2] },
  { id: 'm3', players: ['p1', 'p4'] },
];
const ALL_DONE: readonly CupMatch[] = [...BOTH_DONE.slice(0, 2), { ...BOTH_DONE[2]!, score: [1, 3] }];

async function world(settings: GuildSettings = { organizersChannelId: DESK, organizerRoleId: '55' }) {
  const made = productWorld();
  await joinCup(made);
  show(made, BEGUN);
  const bot = made.start();
  await bot.services.guilds.settings.change(GUILD, () => settings);
  return { made, bot };
}

const follow = ({ services }: Bot, more: Partial<FollowChoice> = {}) =>
  services.guilds.follows.add(GUILD, {
    tournamentId: 't1',
    channelId: CUP,
    topics: { calls: true, results: true, event: false },
    ...more,
  });

const hidden = (text: string): string => plainSpaces(text).replaceAll(/\(https:[^)]*\)/g, '(…)');
const isDesk = (text: string): boolean => text.includes("organizers' desk");
const desksIn = (made: ProductWorld, channelId: string) =>
  made.discord.messages.filter((one) => one.channelId === channelId && isDesk(one.post.content));
const desk = (made: ProductWorld, channelId = DESK): string => {
  const [one, ...more] = desksIn(made, channelId);
  expect(more).toEqual([]);
  return hidden(one?.post.content ?? 'none');
};
const callsTo = (made: ProductWorld) =>
  made.discord.messages.filter(({ post }) => post.mentions?.roles?.includes('55'));

/** A report of the match of Cara and Dan whose scores differ. */
const disputeOf = (made: ProductWorld, [a, b]: [number, number], [c, d]: [number, number]) =>
  ({
    matchId: 'm2',
    state: 'disputed',
    policy: 'at-once',
    guildId: GUILD,
    claim: { playerId: 'p3', side: 1, scores: { player1: a, player2: b }, at: made.now() },
    counter: { playerId: 'p4', side: 2, scores: { player1: c, player2: d }, at: made.now() },
    reportedAt: made.now(),
    organizersPost: { channelId: DESK, messageId: '77' },
  }) as const;

/** Stores a report of that match, and wakes what shows it. */
async function report(made: ProductWorld, bot: Bot, record: object): Promise<void> {
  await made.stores
    .replica()
    .namespace('reports')
    .set(sha256(`${GUILD}:m2`), record);
  await bot.services.guilds.wakes.note('m2');
}

describe('the desk of a running tournament', () => {
  it('is one message that says what is late, strikes it with its result, and says at last that all is in', async () => {
    const { made, bot } = await world();
    await follow(bot);
    await follow(bot, { channelId: '801' });
    await made.pass(MINUTE_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 0 of 3 matches played
      Nothing waits for you."
    `);
    await made.pass(LATE_MS, 4000);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 0 of 3 matches played
      **No result 45 minutes after the call**
      - **Ana** vs **Bruno** · [call](…)
      - **Cara** vs **Dan** · [call](…)"
    `);
    const [shown] = desksIn(made, DESK);
    expect(shown?.post.content).toContain(`(https://discord.com/channels/${GUILD}/${CUP}/`);
    const options = shown?.post.menu?.options ?? [];
    expect(options.map(({ label, description }) => `${label}: ${description}`)).toMatchInlineSnapshot(`
      [
        "Enter a score: Ana vs Bruno",
        "Ana didn't show up: Ana vs Bruno",
        "Bruno didn't show up: Ana vs Bruno",
        "Enter a score: Cara vs Dan",
        "Cara didn't show up: Cara vs Dan",
        "Dan didn't show up: Cara vs Dan",
      ]
    `);
    const calls = callsTo(made).map(({ channelId, post }) => `${channelId}: ${hidden(post.content)}`);
    expect(calls).toMatchInlineSnapshot(`
      [
        "810: <@&55> **Weekly Cup** · Semifinals: matches have no result yet. [Open the desk](…)",
      ]
    `);
    show(made, ONE_DONE);
    await made.pass(70 * SECOND_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 1 of 3 matches played
      **No result 45 minutes after the call**
      - **Cara** vs **Dan** · [call](…)
      - ~~**Ana** vs **Bruno**~~ · 3 – 1"
    `);
    await made.pass(3 * MINUTE_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 1 of 3 matches played
      **No result 45 minutes after the call**
      - **Cara** vs **Dan** · [call](…)"
    `);
    // The round was called before, and is not over.
    expect(callsTo(made)).toHaveLength(1);
    show(made, BOTH_DONE);
    await made.pass(3 * MINUTE_MS);
    expect(callsTo(made)).toEqual([]);
    show(made, ALL_DONE, 'finished');
    await made.pass(3 * MINUTE_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Over. All results are in."
    `);
    expect(desksIn(made, DESK)[0]?.post.menu).toBeUndefined();
    expect(made.textsIn(DESK)).toHaveLength(1);
    const changes = made.discord.changes.filter(({ post }) => isDesk(post.content));
    expect(changes.filter(({ post }) => post.mentions !== undefined)).toEqual([]);
    for (const [at, change] of changes.entries())
      expect(change.at - (changes[at - 1]?.at ?? -Infinity)).toBeGreaterThanOrEqual(30 * SECOND_MS);
  });

  it('begins with its first item where everybody reads it, covers results there, and says what is missing', async () => {
    const { made, bot } = await world({});
    const topics = { calls: true, results: true, event: false, spoilers: true } as const;
    const followId = (await follow(bot, { topics })) ?? '';
    await made.pass(MINUTE_MS);
    expect(desksIn(made, CUP)).toEqual([]);
    await made.pass(LATE_MS, 4000);
    show(made, ONE_DONE);
    await made.pass(70 * SECOND_MS);
    expect(desk(made, CUP)).toContain('~~**Ana** vs **Bruno**~~ · ||3 – 1||');
    show(made, ONE_DONE, 'finished');
    await made.pass(3 * MINUTE_MS);
    expect(desk(made, CUP)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Over. 1 result is missing:
      - **Cara** vs **Dan**"
    `);
    await bot.services.guilds.follows.change(GUILD, followId, (one) => ({
      ...one,
      stopped: { reason: 'organizer', at: made.now() },
    }));
    await made.pass(MINUTE_MS);
    expect(desk(made, CUP)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# This server doesn't follow the tournament anymore."
    `);
    expect(made.stores.keys('desks')).toEqual([]);
    expect(made.stores.textOf('deskindex')).toBe('all {"value":{}}');
  });

  it('goes to the log channel where there is no other, or where the other takes no message', async () => {
    for (const settings of [{ logChannelId: LOG }, { organizersChannelId: DESK, logChannelId: LOG }]) {
      const { made, bot } = await world(settings);
      made.discord.control.refuse = ({ channelId }) => (channelId === DESK ? 'forbidden' : undefined);
      await follow(bot);
      await made.pass(MINUTE_MS);
      expect(desksIn(made, LOG)).toHaveLength(1);
    }
  });

  it('moves with the organizers’ channel during a cup, without a second call', async () => {
    const { made, bot } = await world();
    await follow(bot);
    await made.pass(MINUTE_MS);
    await made.pass(LATE_MS, 4000);
    expect([made.textsIn(DESK).length, callsTo(made).length]).toEqual([2, 1]);
    const settings = (organizersChannelId: string) => () => ({ organizersChannelId, organizerRoleId: '55' });
    await bot.services.guilds.settings.change(GUILD, settings('811'));
    await made.pass(MINUTE_MS);
    expect(made.textsIn(DESK)).toEqual([]);
    expect(desk(made, '811')).toContain('- **Ana** vs **Bruno** · [call](…)');
    expect(made.textsIn('811')).toHaveLength(1);
    // Where the new channel takes no message, it stands in the next one, and stays there.
    made.discord.control.refuse = ({ channelId }) => (channelId === DESK ? 'forbidden' : undefined);
    await bot.services.guilds.settings.change(GUILD, settings(DESK));
    await made.pass(3 * MINUTE_MS);
    expect([made.textsIn('811'), desksIn(made, CUP).length]).toEqual([[], 1]);
    const posted = made.discord.changes.filter(({ kind, post }) => kind === 'post' && isDesk(post.content));
    expect(posted.map(({ channelId }) => channelId)).toEqual([DESK, '811', CUP]);
  });

  it('calls a match that is open again late only once it has waited anew', async () => {
    const { made, bot } = await world();
    await follow(bot);
    await made.pass(MINUTE_MS);
    await made.pass(LATE_MS, 4000);
    show(made, BOTH_DONE);
    await made.pass(5 * MINUTE_MS);
    show(made, [BEGUN[0]!, BOTH_DONE[1]!]);
    await made.pass(10 * MINUTE_MS);
    expect(desk(made)).not.toContain('No result 45 minutes after the call');
    await made.pass(LATE_MS, 4000);
    expect(desk(made)).toContain('**No result 45 minutes after the call**\n- **Ana** vs **Bruno**');
  });

  it('that is deleted is posted again with the next change', async () => {
    const { made, bot } = await world();
    await follow(bot);
    await made.pass(MINUTE_MS);
    made.discord.messages.splice(made.discord.messages.indexOf(desksIn(made, DESK)[0]!), 1);
    await made.pass(2 * MINUTE_MS);
    expect(desksIn(made, DESK)).toEqual([]);
    show(made, ONE_DONE);
    await made.pass(90 * SECOND_MS);
    expect(desk(made)).toContain('1 of 3 matches played');
  });

  it('shows disputes, and who asks for help and who is on it, within 30 seconds', async () => {
    const { made, bot } = await world();
    await follow(bot);
    await made.pass(2 * MINUTE_MS);
    const call = made.discord.messages.find(({ post }) => post.content.includes('your match is ready'))!;
    await pressOn(made, bot, 'follow:help:m1:t1', '501', call.id);
    const help = made.discord.messages.find(({ post }) => post.content.includes('needs help'))!;
    // After a calm while, at once.
    await made.pass(5 * SECOND_MS);
    expect(desk(made)).toContain('**Need help**\n- **Ana** vs **Bruno** · [message](…)');
    await pressOn(made, bot, `follow:take:${help.post.content.split('\n').length}`, '503', help.id);
    await made.pass(70 * SECOND_MS);
    const dispute = disputeOf(made, [3, 1], [1, 3]);
    await report(made, bot, dispute);
    await made.pass(20 * SECOND_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 0 of 3 matches played
      **Disputed**
      - **Cara** vs **Dan** · [message](…)
      **Need help**
      - **Ana** vs **Bruno** · [message](…) · <@503> is on it."
    `);
    await pressOn(made, bot, `follow:resolve:${help.post.content.split('\n').length}`, '503', help.id);
    const ruling = { playerId: 'p9', reason: 'seen', at: 1 };
    await report(made, bot, { ...dispute, state: 'ruled', ruling });
    await made.pass(32 * SECOND_MS);
    expect(desk(made)).toMatchInlineSnapshot(`
      "**Weekly Cup** · organizers' desk
      -# Semifinals · 0 of 3 matches played
      **Disputed**
      - ~~**Cara** vs **Dan**~~
      **Need help**
      - ~~**Ana** vs **Bruno**~~"
    `);
    expect(made.stores.textOf('helps')).not.toMatch(/"50\d"/);
  });
});

it('a request for help closes with its match or its tournament, taken or not', async () => {
  const { made, bot } = await world();
  await follow(bot);
  await made.pass(2 * MINUTE_MS);
  const call = made.discord.messages.find(({ post }) => post.content.includes('your match is ready'))!;
  await pressOn(made, bot, 'follow:help:m1:t1', '501', call.id);
  await pressOn(made, bot, 'follow:help:m2:t1', '503', call.id);
  const requests = () => made.discord.messages.filter(({ post }) => post.content.includes('needs help'));
  const shown = () =>
    requests().map(({ post }) => [hidden(post.content).split('\n').slice(2), post.rows?.flat().length]);
  const press = async (name: string) => {
    const { id = '', post } = requests()[1] ?? {};
    await pressOn(made, bot, `follow:${name}:${post?.content.split('\n').length}`, '503', id);
  };
  await press('take');
  await made.pass(MINUTE_MS);
  expect(shown()).toEqual([
    [[], 2],
    [['<@503> is on it.'], 2],
  ]);
  const over = 'Closed: the match or its tournament is over.';
  show(made, ONE_DONE);
  await made.pass(2 * MINUTE_MS);
  expect(shown()).toEqual([
    [[over], 0],
    [['<@503> is on it.'], 2],
  ]);
  show(made, ONE_DONE, 'finished');
  await made.pass(3 * MINUTE_MS);
  const closed = [
    [[over], 0],
    [['<@503> is on it.', over], 0],
  ];
  expect(shown()).toEqual(closed);
  await press('take');
  await made.pass(3 * MINUTE_MS);
  expect(shown()).toEqual(closed);
});

it('a desk whose tournament is over says which result is still disputed, until it is ruled on', async () => {
  const { made, bot } = await world();
  await follow(bot);
  show(made, ALL_DONE);
  await made.pass(2 * MINUTE_MS);
  const dispute = { ...disputeOf(made, [0, 2], [3, 1]), seen: { player1: 0, player2: 2 } };
  await report(made, bot, dispute);
  await made.pass(MINUTE_MS);
  show(made, ALL_DONE, 'finished');
  await made.pass(3 * MINUTE_MS);
  expect(desk(made)).toMatchInlineSnapshot(`
    "**Weekly Cup** · organizers' desk
    -# Over. 1 result is still disputed.
    **Disputed**
    - **Cara** vs **Dan** · Semifinals · [message](…)"
  `);
  const ruling = { playerId: 'p9', reason: 'seen', at: made.now() };
  await report(made, bot, { ...dispute, state: 'ruled', ruling });
  await made.pass(5 * MINUTE_MS);
  expect(desk(made)).toMatchInlineSnapshot(`
    "**Weekly Cup** · organizers' desk
    -# Over. All results are in."
  `);
});

it('a tournament that does not run costs its desk one look in 30 seconds, and none that has no desk', async () => {
  const { made, bot } = await world();
  show(made, ALL_DONE);
  await follow(bot);
  await made.pass(2 * MINUTE_MS);
  show(made, ALL_DONE, 'finished');
  made.platform.tournaments.set('t2', { record: { id: 't2', name: 'Next Cup', status: 'registration' } });
  await follow(bot, { tournamentId: 't2', channelId: '801' });
  await made.pass(2 * MINUTE_MS);
  expect(desk(made)).toContain('All results are in');
  let looks = 0;
  made.stores.control.before = async (call) => void (looks += call.startsWith('helps.get') ? 1 : 0);
  await made.pass(5 * MINUTE_MS);
  expect(looks).toBeLessThanOrEqual(11);
  expect(looks).toBeGreaterThan(0);
});

test.each(['constructor', 'toString'])('a tournament called %s has a desk, as others have', async (id) => {
  const night = nightWorld();
  night.settings.set('1', { organizersChannelId: '90' });
  for (const one of [id, 'other']) {
    night.tournaments.set(one, {
      tournament: { ...nightCup(), id: one, name: one },
      bracket: four('a-b', 'c-d', '-'),
    });
    await night.follow('1', one);
  }
  night.start('one');
  await night.pass(2 * MINUTE_MS, 2000);
  for (const name of [id, 'other'])
    expect(
      night.textsIn('90').filter((text) => text.startsWith(`**${name}** · organizers' desk`)),
      name,
    ).toHaveLength(1);
});

test.each([
  ['10', '11'],
  ['11', '10'],
])('channel %s, for which Discord does not answer, holds up no desk in %s', async (silent, other) => {
  const night = nightWorld();
  for (const [id, channelId] of [
    ['other', '11'],
    ['cup', '10'],
  ] as const) {
    night.tournaments.set(id, {
      tournament: { ...nightCup(), id, name: id },
      bracket: four('a-b', 'c-d', '-'),
    });
    await night.follow('1', id, { channelId });
  }
  night.start('one');
  await night.pass(40 * MINUTE_MS, 5000);
  night.control.refuse = ({ channelId }) => {
    if (channelId === silent) throw new Error('Discord: 503');
    return undefined;
  };
  await night.pass(8 * MINUTE_MS, 5000);
  expect(night.textsIn(other).filter(isDesk)).toHaveLength(1);
  expect(night.textsIn(silent).filter(isDesk)).toEqual([]);
  night.control.refuse = () => undefined;
  await night.pass(2 * MINUTE_MS, 5000);
  expect(night.textsIn(silent).filter(isDesk)).toHaveLength(1);
});

describe('a desk whose process is killed', () => {
  const cup = { tournament: nightCup(), bracket: four('a-b', 'c-d', '-') };

  async function running() {
    const night = nightWorld();
    night.settings.set('1', { organizersChannelId: '90', organizerRoleId: '55' });
    const owner = night.start('one');
    night.tournaments.set('t1', cup);
    await night.follow('1', 't1');
    return { night, owner };
  }
  const toOrganizers = (night: Awaited<ReturnType<typeof running>>['night']) =>
    night.textsIn('90').map((text) => text.split('\n')[0]?.replace(/\(http.*\)/, '(…)'));

  it('is sent once', async () => {
    for (const isMade of [false, true])
      for (let act = 1; act <= 16; act += 1) {
        const { night, owner } = await running();
        owner.killAt(act, isMade);
        night.start('two');
        await night.pass(2 * MINUTE_MS, 2000);
        expect(toOrganizers(night), `act ${act} ${isMade}`).toEqual(["**Cup** · organizers' desk"]);
      }
  });

  it('whose answer was lost until its tournament ended, or was followed no longer, says so', async () => {
    for (const how of ['finished', 'cancelled', 'left'] as const) {
      const { night } = await running();
      const [followId = ''] = Object.keys(await night.follows.read('1'));
      night.control.lose = () => night.textsIn('90').length > 0;
      await night.pass(10 * SECOND_MS);
      expect(toOrganizers(night), how).toEqual(["**Cup** · organizers' desk"]);
      if (how === 'left')
        await night.follows.change('1', followId, (one) => ({
          ...one,
          stopped: { reason: 'organizer', at: night.now() },
        }));
      else night.tournaments.set('t1', { ...cup, tournament: { ...nightCup(), phase: how } });
      await night.pass(2 * MINUTE_MS, 2000);
      night.control.lose = () => false;
      await night.pass(5 * MINUTE_MS, 2000);
      expect(night.textsIn('90'), how).toEqual([expect.stringMatching(/Over\.|anceled|doesn't follow/)]);
    }
  });

  it('is not begun after its tournament', async () => {
    const { night } = await running();
    night.control.fail = () => true;
    await night.pass(MINUTE_MS, 2000);
    night.tournaments.set('t1', { ...cup, tournament: { ...nightCup(), phase: 'finished' } });
    await night.pass(3 * MINUTE_MS, 2000);
    night.control.fail = () => false;
    await night.pass(5 * MINUTE_MS, 2000);
    expect(night.textsIn('90')).toEqual([]);
  });

  it('calls a round once', async () => {
    for (let act = 1; act <= 7; act++) {
      const { night, owner } = await running();
      await night.pass(44 * MINUTE_MS, 5000);
      owner.killAt(act, act % 2 === 0);
      night.start('two');
      await night.pass(4 * MINUTE_MS, 2000);
      expect(toOrganizers(night), `act ${act}`).toEqual([
        "**Cup** · organizers' desk",
        '<@&55> **Cup** · Semifinals: matches have no result yet. [Open the desk](…)',
      ]);
      expect(night.textsIn('90')[0]).toContain('**A** vs **B**');
    }
  });
});

test('the call of a round goes, although its desk was deleted and could not be sent again before the end', async () => {
  const world = nightWorld();
  world.settings.set('1', { organizersChannelId: '90', organizerRoleId: '55' });
  world.tournaments.set('t1', { tournament: nightCup(), bracket: four('a-b', 'c-d', '-') });
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(48 * MINUTE_MS, 5000);
  const calls = () => world.textsIn('90').filter((text) => text.includes('<@&55>'));
  expect(calls()).toHaveLength(1);
  const at = world.messages.findIndex(
    ({ channelId, post }) => channelId === '90' && post.content.includes("organizers' desk"),
  );
  world.messages.splice(at, 1);
  world.control.refuse = ({ channelId, what }) => {
    if (channelId === '90' && what === 'post') throw new Error('Discord: 503');
    return undefined;
  };
  // Something that the desk shows changes.
  world.tournaments.set('t1', { tournament: nightCup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
  await world.pass(3 * MINUTE_MS, 5000);
  world.tournaments.set('t1', {
    tournament: nightCup({ phase: 'finished' }),
    bracket: four('a-b 3-1', 'c-d 3-1', 'a-c 3-1'),
  });
  await world.pass(5 * MINUTE_MS, 5000);
  world.control.refuse = () => undefined;
  await world.pass(10 * MINUTE_MS, 5000);
  expect(calls()).toEqual([]);
});
