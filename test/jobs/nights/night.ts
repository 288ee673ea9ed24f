import { T0 } from '../../support/night-records.ts';
import { createChance } from './chance.ts';
import {
  clockOf,
  DISCORD_RECOVERY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  STEP_MS,
  type Night,
  type NightServer,
  type Process,
} from './context.ts';
import { actOn, decide } from './cup-actions.ts';
import { disturb, isAlive } from './disturb.ts';
import { crowdOf, cupsOf, keepBoards, listOthers, serversOf, settle, topicsOf } from './setup.ts';
import { changePrivacy, PRIVACY_ACTS } from './privacy.ts';
import { createReach, DISTURBANCES, isPress, wishesOf, type Act } from './reach.ts';
import { giveRoles } from './roles.ts';
import type { Truth } from './truth.ts';
import { wireDialectOf } from './wire.ts';
import { nightWorld } from './world.ts';

const ACTIONS_MAX = 12;
/** Corrections are posted for an hour more. */
const AFTERMATH_MS = 5 * HOUR_MS;
const CALM_STEP_MS = 10 * SECOND_MS;
/** The lease is renewed in this time. */
const PASS_MS = 30 * SECOND_MS;

export interface PlayedNight extends Night {
  isReadable: boolean;
  endedAt: number;
  /** The follows that had stopped in the end. */
  stops: { guildId: string; channelId: string; reason: string }[];
}

/** Plays one night: everything in it follows from the seed. `spared`: the numbers of disturbances that are left out. */
export async function playNight(seed: number, spared: ReadonlySet<number> = new Set()): Promise<PlayedNight> {
  const chance = createChance(seed);
  const extras = createChance(seed ^ 0x5b_d1_e9_95);
  const isCrowd = chance.is(0.02);
  const servers = serversOf(chance, isCrowd);
  const isReadable = chance.is(0.85);
  const dialect = wireDialectOf(extras);
  const storeMs = isCrowd ? 0 : extras.pick([0, 0, 0, 8, 40]);
  const guildIds = servers.map(({ guildId }) => guildId);
  const world = nightWorld(chance, {
    isReadable,
    guildIds,
    dialect,
    storeMs,
    storeChance: createChance(seed ^ 0x2c_1b_3c_6d),
  });
  const cups = isCrowd ? crowdOf(chance) : cupsOf(chance);
  // As few as one tournament needs, so that any other read shows.
  if (cups.length === 1) world.pace.pollsPerMinute = 10;
  const snapshots: Night['snapshots'] = new Map(cups.map(({ id }) => [id, []]));
  const shown = new Map<string, string>();
  let tasks: { at: number; run: () => void | Promise<void> }[] = [];
  let starts = 0;
  const dead = new Set<Process>();
  let passedAt = T0;

  const tell = (text: string): void => void night.story.push(`${clockOf(world.now())} ${text}`);
  const seconds = (min: number, max: number): number => chance.int(min, max) * SECOND_MS;
  const later: Night['later'] = (ms, run) => void tasks.push({ at: world.now() + ms, run });
  const trouble: Night['trouble'] = (kind, ms, recoveryMs, where = {}) =>
    void night.troubles.push({ kind, from: world.now(), to: world.now() + ms + recoveryMs, ...where });

  /** Since when it's over, as the platform shows it. */
  function overAt({ id }: Truth): number {
    const shownBefore = snapshots.get(id) ?? [];
    return shownBefore[shownBefore.findLastIndex(({ stage }) => stage !== 'over') + 1]?.at ?? T0;
  }

  function show(): void {
    for (const cup of cups) {
      const snapshot = cup.snapshot(world.now());
      const { tournament, bracket, stage } = snapshot;
      const text = JSON.stringify([tournament, bracket, stage]);
      if (text === shown.get(cup.id)) continue;
      shown.set(cup.id, text);
      snapshots.get(cup.id)?.push(snapshot);
      world.platform.show(cup.id, { tournament, ...(bracket && { bracket }) });
    }
  }

  function start(): void {
    starts += 1;
    world.start(`p${starts}`);
    tell(`p${starts} starts`);
  }

  const alive = () => ({ alive: world.processes.filter(isAlive), start });
  const wishes = wishesOf(seed);

  /** What goes wrong meets what it is wished for with. */
  function about(act: Act): void {
    night.reach.acted(act);
    // A member's press is answered by a process that may die of it.
    const [first] = alive().alive;
    const isOften = extras.is(0.7);
    const at = wishes.findIndex((wish) => wish.act === act);
    const [wish] = at < 0 ? [] : wishes.splice(at, 1);
    const isItsEnd = isPress(act) && wish?.disturbance === 'kill';
    world.answerBy(isOften || isItsEnd ? first : undefined);
    if (wish === undefined) return;
    const hit = isItsEnd && first !== undefined ? { ...alive(), alive: [first] } : alive();
    disturb(night, hit, wish.disturbance, spared);
  }

  async function pass(ms: number, stepMs = STEP_MS): Promise<void> {
    const end = world.now() + ms;
    while (world.now() < end) {
      const next = Math.min(end, world.now() + Math.max(PASS_MS, stepMs), ...tasks.map(({ at }) => at));
      const from = passedAt;
      if (next > world.now()) await world.pass(next - world.now(), stepMs);
      passedAt = world.now();
      const isKilled = world.processes.some((one) => one.isDead() && !dead.has(one));
      for (const one of world.processes) if (one.isDead()) dead.add(one);
      if (isKilled) tell('a process was killed');
      if (!world.processes.some((one) => !one.isDead()) && !tasks.some(({ run }) => run === start))
        later(chance.int(0, 30) * SECOND_MS, start);
      if (isKilled || !world.processes.some(isAlive))
        night.troubles.push({ kind: 'process', from, to: world.now() + DISCORD_RECOVERY_MS });
      const due = tasks.filter(({ at }) => at <= world.now());
      tasks = tasks.filter(({ at }) => at > world.now());
      for (const { run } of due) await run();
      show();
    }
  }

  const night: PlayedNight = {
    seed,
    dialect,
    isReadable,
    endedAt: 0,
    stops: [],
    news: [],
    chance,
    extras,
    reach: createReach(world.now),
    world,
    servers,
    cups,
    snapshots,
    troubles: [],
    follows: [],
    jumps: [{ at: T0, ms: 0 }],
    removed: new Map(),
    proposals: new Set(),
    roles: new Map(),
    story: [],
    faults: [],
    tell,
    about,
    wants: (act) => wishes.some((wish) => wish.act === act),
    trouble,
    later,
    pass,
    show,
    seconds,
  };

  try {
    await play();
    for (const { guildId } of servers)
      for (const { channelId, stopped } of Object.values(
        await world.front().services.guilds.follows.read(guildId),
      ))
        if (stopped) night.stops.push({ guildId, channelId, reason: stopped.reason });
  } finally {
    world.close();
  }
  night.endedAt = world.now();
  return night;

  async function play(): Promise<void> {
    world.platform.control.takeScore = (playerId, matchId, { player1, player2 }) => {
      const cup = cups.find((one) => one.placeOf(matchId) !== undefined);
      const at = cup?.placeOf(matchId);
      if (cup === undefined || at === undefined) return 'unknown-match';
      const [first, second] = cup.isTurned(at) ? [player2, player1] : [player1, player2];
      tell(`the platform takes ${first}-${second} of ${playerId}`);
      cup.decide(at, first === second ? 0 : first > second ? 1 : 2, [first, second]);
      show();
      return 'taken';
    };
    await settle(world, servers, cups);
    for (const cup of cups)
      tell(`${cup.name}: ${cup.format}, ${cup.names.length} players, ${JSON.stringify(cup.dialect)}`);
    for (const { guildId, settings } of servers) tell(`server ${guildId}: ${JSON.stringify(settings)}`);
    if (!isReadable) tell('not readable');
    tell(`the store takes up to ${storeMs} ms`);
    tell(`the platform writes ${JSON.stringify(dialect)}`);
    show();
    start();
    if (chance.is(0.5)) start();
    await keepBoards({ chance, tell, world });
    await listOthers(night);
    if (isCrowd) return crowd();
    await giveRoles(night);
    const isLate = chance.is(0.2);
    if (!isLate) await followAll();
    await pass(seconds(10, 120));
    await begin();
    for (let actions = 0; actions < ACTIONS_MAX + 4 * cups.length; actions++) {
      const open = cups.filter((cup) => cup.goOn());
      if (open.length === 0) break;
      show();
      if (isLate && night.follows.length === 0 && actions > 3) await followAll();
      if (actions === 6 && night.follows.length > 0 && chance.is(0.3))
        await follow(chance.pick(cups), chance.pick(servers), 1);
      if ((await actOn(night, chance.pick(open))) === 'nothing')
        disturb(night, alive(), chance.pick(DISTURBANCES), spared);
      show();
      if (extras.is(0.1) || PRIVACY_ACTS.some(night.wants)) await changePrivacy(night);
      await pass(gap());
    }
    if (night.follows.length === 0) await followAll();
    for (const cup of cups) end(cup);
    show();
    await calmDown();
    const [over] = cups.filter(
      (cup) => cup.stage() === 'over' && cup.decided().length > 0 && world.now() - overAt(cup) < AFTERMATH_MS,
    );
    if (over === undefined || !chance.is(0.3)) return;
    // What is over is read every ten minutes, and what takes two readings twice.
    trouble('quiet', 0, 21 * MINUTE_MS, { cupId: over.id });
    await decide(night, over, chance.pick(over.decided()), 'corrects');
    show();
    await calmDown();
  }

  /** Eight servers call a big tournament's players, while another server waits for a result. */
  async function crowd(): Promise<void> {
    const [small, big] = cups;
    const [home, ...others] = servers;
    if (small === undefined || big === undefined || home === undefined) return;
    await follow(small, home, 0);
    for (const server of others) await follow(big, server, 0);
    await pass(MINUTE_MS);
    for (const cup of cups) {
      cup.setPhase('running');
      cup.draw();
      tell(`${cup.name} begins`);
      show();
      await pass(seconds(20, 40));
    }
    for (let at = 0; at < 3; at++) {
      await decide(night, small, chance.pick(small.open()), 'plays');
      await pass(seconds(20, 60));
    }
    await calmDown();
  }

  async function follow(cup: Truth, { guildId, settings }: NightServer, at: number): Promise<void> {
    const topics = topicsOf(chance);
    const channelId = `${guildId}${at}`;
    if (night.follows.some((one) => one.channelId === channelId && one.cup === cup)) return;
    about('follow');
    // A member who asks meanwhile reads that they should try again.
    while (world.stores.control.down) await pass(STEP_MS);
    await world.follow(guildId, {
      tournamentId: cup.id,
      channelId,
      topics,
      ...(topics.event && { eventHours: 3 }),
    });
    const earlier = night.follows.filter((one) => one.guildId === guildId && one.cup === cup);
    const isSecond = earlier.length > 0;
    const isUnclear = earlier.some((one) => one.leadsCalls === undefined);
    const leadsCalls = isUnclear ? undefined : !earlier.some((one) => one.topics.calls);
    night.follows.push({ guildId, channelId, cup, topics, at: world.now(), settings, isSecond, leadsCalls });
    tell(`channel ${channelId} follows ${cup.name}: ${JSON.stringify(topics)}`);
  }

  /** Each tournament in one server at least; some channels follow two. */
  async function followAll(): Promise<void> {
    for (const [at, cup] of cups.entries()) {
      const [home, ...others] = chance.shuffled(servers);
      if (home !== undefined) await follow(cup, home, chance.is(0.5) ? 0 : at);
      for (const server of others) if (chance.is(0.4)) await follow(cup, server, 0);
    }
  }

  /** From registration to the first matches. */
  async function begin(): Promise<void> {
    for (const cup of cups) {
      if (chance.is(0.25)) {
        const registration = chance.pick(['closed', 'postponed', 'draft', 'seeding'] as const);
        cup.setRegistration(registration);
        if (registration === 'postponed') cup.postpone(10 * MINUTE_MS);
        tell(`${cup.name}: registration ${registration}`);
        show();
        await pass(seconds(30, 120));
        cup.setRegistration(undefined);
      }
      if (chance.is(0.3)) {
        tell(`${cup.name} is drawn ahead`);
        cup.draw();
        show();
        await pass(gap());
      }
      if (cup.dialect.record === 'known' && chance.is(0.15)) {
        // Discord has started its event by then.
        await pass(Math.max(0, cup.startsAt() - world.now()) + seconds(60, 120));
        cup.postpone(30 * MINUTE_MS);
        tell(`${cup.name} starts half an hour later`);
        show();
        await pass(8 * MINUTE_MS);
      }
      about('start');
      cup.setPhase('running');
      if (!cup.isDrawn()) cup.draw();
      tell(`${cup.name} begins`);
      show();
      if (cup.dialect.record === 'late') later(seconds(20, 300), cup.noteStarted);
      await pass(gap());
    }
  }

  function end(cup: Truth): void {
    about('end');
    const isOver = !cup.goOn();
    const isCancelled = !isOver && chance.is(0.3);
    if (isOver) cup.setPhase('finished');
    if (isCancelled) cup.setPhase('cancelled');
    tell(`${cup.name} ${isOver ? 'is over' : isCancelled ? 'is canceled for good' : 'goes on'}`);
  }

  function gap(): number {
    const [min, max] = chance.pick([
      [1, 15],
      [20, 70],
      [60, 200],
      [200, 420],
    ] as const);
    return seconds(min, max);
  }

  async function calmDown(): Promise<void> {
    await pass(MINUTE_MS);
    const last = Math.max(world.now(), ...tasks.map(({ at }) => at), ...night.troubles.map(({ to }) => to));
    for (const one of world.processes) one.killAt(Infinity, true);
    await pass(last - world.now() + 4 * MINUTE_MS, CALM_STEP_MS);
  }
}
